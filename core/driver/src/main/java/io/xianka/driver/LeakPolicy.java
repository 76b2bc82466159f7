package io.xianka.driver;

import java.util.Locale;
import java.util.Optional;

/** What happens to native objects that nobody closed, chosen by the system property {@code xianka.leaks}. */
enum LeakPolicy {
    /** Nothing is said; no allocation site is recorded. */
    OFF,
    /** A line on standard error for each, with the line of Java that allocated it. */
    REPORT,
    /** As {@link #REPORT}, and {@code Device.close()} throws when there were any. */
    STRICT;

    static final String PROPERTY = "xianka.leaks";

    static LeakPolicy current() {
        String value = System.getProperty(PROPERTY, "off");
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "off" -> OFF;
            case "report" -> REPORT;
            case "strict" -> STRICT;
            default ->
                throw new IllegalArgumentException(
                        "-D" + PROPERTY + "=" + value + " is unknown; use off, report or strict");
        };
    }

    /** The first frame outside of this package: the line of the program that asked for memory. */
    Optional<String> allocationSite() {
        if (this == OFF) {
            return Optional.empty();
        }
        String room = LeakPolicy.class.getPackageName() + '.';
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> !frame.getClassName().startsWith(room)
                                || frame.getClassName().endsWith("Test")
                                || frame.getClassName().contains("Test$"))
                        .findFirst()
                        .map(frame -> frame.toStackTraceElement().toString()));
    }

    void report(String text) {
        System.err.println("xianka: " + text);
    }
}
