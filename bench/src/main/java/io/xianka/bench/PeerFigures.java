package io.xianka.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a script measured in the same run: {@code "name": value}, as {@code kernels_peer.py} prints it. */
record PeerFigures(Map<String, Double> byName) {
    private static final Pattern FIGURE = Pattern.compile("\"(?<name>\\w+)\":\\s*(?<value>[-+.\\deE]+)");

    /** Of a file; none where the name is empty. */
    static PeerFigures of(String file) throws IOException {
        Map<String, Double> figures = new HashMap<>();
        if (!file.isEmpty()) {
            Matcher matcher = FIGURE.matcher(Files.readString(Path.of(file)));
            while (matcher.find()) {
                figures.put(matcher.group("name"), Double.valueOf(matcher.group("value")));
            }
        }
        return new PeerFigures(Map.copyOf(figures));
    }

    /** NaN where there is none. */
    double get(String name) {
        return byName.getOrDefault(name, Double.NaN);
    }
}
