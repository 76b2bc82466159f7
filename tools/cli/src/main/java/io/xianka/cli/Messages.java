package io.xianka.cli;

import java.text.MessageFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;

/** What the command says, in English, or in Chinese under a zh locale. */
final class Messages {

    private Messages() {}

    /** The first of these variables that is set names the language, as in every POSIX program. */
    private static final List<String> LANGUAGE_VARIABLES = List.of("LC_ALL", "LC_MESSAGES", "LANG");

    /** The JVM falls back to English where a zh locale is asked for but not installed; its messages need none. */
    static void chooseLanguage(Map<String, String> environment) {
        for (String variable : LANGUAGE_VARIABLES) {
            String value = environment.getOrDefault(variable, "");
            if (!value.isEmpty()) {
                if (value.startsWith("zh")) {
                    Locale.setDefault(Locale.SIMPLIFIED_CHINESE);
                }
                return;
            }
        }
    }

    /** All messages, in the language chosen. */
    static ResourceBundle bundle() {
        return ResourceBundle.getBundle("io.xianka.cli.messages");
    }

    /** The message of a key, its {@code {0}}, {@code {1}} ... filled in as they print. */
    static String of(String key, Object... arguments) {
        var texts = new Object[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            texts[i] = String.valueOf(arguments[i]);
        }
        return MessageFormat.format(bundle().getString(key), texts);
    }
}
