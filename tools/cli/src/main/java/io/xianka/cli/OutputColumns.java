package io.xianka.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** How wide lines may be: what COLUMNS says, else as wide as the terminal is; in a file or pipe they have no limit. */
final class OutputColumns {
    static final int WITHOUT_LIMIT = Integer.MAX_VALUE;

    /** Narrower ones are not kept to: nothing would be left of a line behind its label. */
    private static final int LEAST = 40;

    private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private OutputColumns() {}

    /** Of this process. */
    static int here() {
        return of(System.getenv(), () -> terminalColumns(STANDARD_OUTPUT));
    }

    /** Asks for the terminal's width only where COLUMNS does not say it. */
    static int of(Map<String, String> environment, Supplier<Optional<Integer>> terminal) {
        String columns = environment.getOrDefault("COLUMNS", "");
        Optional<Integer> known =
                columns.matches("[1-9]\\d{1,3}") ? Optional.of(Integer.valueOf(columns)) : terminal.get();
        return known.map(width -> Math.max(LEAST, width)).orElse(WITHOUT_LIMIT);
    }

    /** Whether somebody sees what stands on standard error at once. */
    static boolean standardErrorIsTerminal() {
        return terminal(STANDARD_ERROR).isPresent();
    }

    private static Optional<String> terminal(Path stream) {
        try {
            String file = Files.readSymbolicLink(stream).toString();
            return Optional.of(file).filter(name -> name.startsWith("/dev/pts/") || name.startsWith("/dev/tty"));
        } catch (IOException | UnsupportedOperationException | SecurityException notLinux) {
            return Optional.empty();
        }
    }

    /** Of the terminal there, as wide as it is now. */
    static Optional<Integer> ofStandardError() {
        return terminalColumns(STANDARD_ERROR);
    }

    private static Optional<Integer> terminalColumns(Path stream) {
        Optional<String> terminal = terminal(stream);
        if (terminal.isEmpty()) {
            return Optional.empty();
        }
        try {
            Process stty = new ProcessBuilder("stty", "-F", terminal.get(), "size")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String size = new String(stty.getInputStream().readNBytes(32), StandardCharsets.US_ASCII).strip();
            stty.waitFor(1, TimeUnit.SECONDS);
            return size.matches("\\d{1,4} [1-9]\\d{0,3}")
                    ? Optional.of(Integer.valueOf(size.substring(size.indexOf(' ') + 1)))
                    : Optional.empty();
        } catch (IOException | SecurityException noStty) {
            return Optional.empty();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
