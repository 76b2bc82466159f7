package io.xianka.diagnosis.survey;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Takes out of facts what names a user or could open a door. */
final class Privacy {
    static final String REMOVED = "(removed)";

    private static final Pattern HOME = Pattern.compile("/(?:home|Users|export/home|data/home)/[^/:;,\\s]+");
    private static final List<String> SECRET_NAMES =
            List.of("KEY", "TOKEN", "SECRET", "PASS", "CREDENTIAL", "AUTH", "COOKIE", "LICENSE");
    private static final Pattern CREDENTIALS_IN_ADDRESS = Pattern.compile("://[^/\\s@]+@");
    private static final Pattern SECRET_VALUE = Pattern.compile("(?:nvapi-|ghp_|hf_|sk-|glpat-)[A-Za-z0-9_\\-]+");
    private static final int TEXT_CHARACTERS_MAX = 4000;

    private final String home;

    Privacy(Host host) {
        this.home = host.variable("HOME").filter(path -> path.length() > 1).orElse("");
    }

    /** A path or a text with paths: homes become {@code ~}, control characters spaces. */
    String text(String text) {
        String kept = text.length() > TEXT_CHARACTERS_MAX ? text.substring(0, TEXT_CHARACTERS_MAX) + "..." : text;
        if (!home.isEmpty()) {
            kept = Pattern.compile(Pattern.quote(home) + "(?=[/:;,\\s]|$)")
                    .matcher(kept)
                    .replaceAll("~");
        }
        kept = HOME.matcher(kept).replaceAll("~");
        kept = CREDENTIALS_IN_ADDRESS.matcher(kept).replaceAll("://" + REMOVED + "@");
        kept = SECRET_VALUE.matcher(kept).replaceAll(REMOVED);
        return kept.replaceAll("\\p{Cntrl}", " ");
    }

    /** A variable's value, removed where its name says that it is a secret. */
    String value(String name, String value) {
        String upper = name.toUpperCase(Locale.ROOT);
        return SECRET_NAMES.stream().anyMatch(upper::contains) ? REMOVED : text(value);
    }
}
