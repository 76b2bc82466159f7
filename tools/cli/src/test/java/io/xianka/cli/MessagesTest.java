package io.xianka.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MessagesTest {

    private static final Pattern PLACE = Pattern.compile("\\{\\d}");

    @Test
    void englishAndChineseHaveTheSameKeysAndPlaces() throws IOException {
        var english = load("messages.properties");
        var chinese = load("messages_zh.properties");
        assertEquals(new TreeSet<>(english.keySet()), new TreeSet<>(chinese.keySet()));
        for (Object key : english.keySet()) {
            assertEquals(places(english, key), places(chinese, key), key.toString());
        }
    }

    private static Set<String> places(Properties messages, Object key) {
        return PLACE.matcher(messages.getProperty(key.toString()))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Properties load(String name) throws IOException {
        var messages = new Properties();
        try (var stream = Messages.class.getResourceAsStream(name)) {
            messages.load(new InputStreamReader(stream, StandardCharsets.UTF_8));
        }
        return messages;
    }
}
