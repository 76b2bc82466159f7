package io.xianka.tensor.product;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Numbers chosen once and found again by the next process: a file of lines, each a number and what it was chosen for. Processes append
 * to it at once; of two lines for one thing the first counts for all that read them. A file that cannot be used makes nothing fail.
 */
final class Choices {
    /** More is not kept: no program has so many shapes. */
    private static final long MOST_BYTES = 1 << 20;

    private static final int MOST_DIGITS = 6;

    private final Path file;
    private final Map<String, Integer> known = new ConcurrentHashMap<>();

    private Choices(Path file) {
        this.file = file;
    }

    /** Those in a file, which is made when the first is kept. */
    static Choices in(Path file) {
        var choices = new Choices(file);
        try {
            if (Files.isRegularFile(file) && Files.size(file) <= 2 * MOST_BYTES) {
                // Of a line that another process is still writing nothing is taken: it has no end.
                String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
                text.substring(0, text.lastIndexOf('\n') + 1).lines().forEach(choices::read);
            }
        } catch (IOException unreadable) {
            return choices;
        }
        return choices;
    }

    private void read(String line) {
        int end = line.indexOf(' ');
        boolean isChoice = end > 0
                && end <= MOST_DIGITS
                && line.chars().limit(end).allMatch(digit -> digit >= '0' && digit <= '9');
        if (isChoice) {
            known.putIfAbsent(line.substring(end + 1), Integer.parseInt(line, 0, end, 10));
        }
    }

    OptionalInt find(String what) {
        Integer choice = known.get(what);
        return choice == null ? OptionalInt.empty() : OptionalInt.of(choice);
    }

    /** Keeps a choice for something that is described in one line. */
    void keep(String what, int choice) {
        if (known.putIfAbsent(what, choice) != null) {
            return;
        }
        try {
            Files.createDirectories(file.getParent());
            if (!Files.exists(file) || Files.size(file) < MOST_BYTES) {
                // One write, so that lines of two processes do not mix.
                Files.write(
                        file,
                        (choice + " " + what + "\n").getBytes(StandardCharsets.UTF_8),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
            }
        } catch (IOException | UnsupportedOperationException | SecurityException unwritable) {
            // Then the next process tries once more.
            return;
        }
    }
}
