package io.xianka.diagnosis.survey;

import io.xianka.diagnosis.facts.Fact;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Starts short-lived programs and reads what they print. */
interface Commands {
    /** Long enough for the kernel's log. */
    int OUTPUT_BYTES_MAX = 4 << 20;

    /**
     * What a program printed to standard output.
     *
     * @param limitMillis after which the program and what it started are ended
     * @param extra environment variables besides this process's own
     * @return unknown when it is not there, failed or took too long
     */
    Fact<String> output(long limitMillis, Map<String, String> extra, List<String> command);

    /** The same without extra variables. */
    default Fact<String> output(long limitMillis, String... command) {
        return output(limitMillis, Map.of(), Arrays.asList(command));
    }

    /** No program can be started: facts come from files alone. */
    static Commands none() {
        return (limitMillis, extra, command) -> Fact.unknown(command.getFirst() + " was not started");
    }

    /** This machine's. */
    static Commands here() {
        return Commands::run;
    }

    private static Fact<String> run(long limitMillis, Map<String, String> extra, List<String> command) {
        String name = Path.of(command.getFirst()).getFileName().toString();
        Process process;
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
            builder.environment().putAll(extra);
            process = builder.start();
        } catch (IOException notThere) {
            return Fact.unknown(name + " cannot be started");
        }
        AtomicBoolean late = new AtomicBoolean();
        // The reader below ends when the program does, or is made to.
        process.onExit().orTimeout(limitMillis, TimeUnit.MILLISECONDS).exceptionally(_ -> {
            late.set(true);
            end(process);
            return process;
        });
        try (InputStream printed = process.getInputStream()) {
            byte[] output = printed.readNBytes(OUTPUT_BYTES_MAX);
            boolean whole = printed.read() < 0;
            if (!whole) {
                end(process);
            }
            int status = process.waitFor();
            if (late.get()) {
                return tooLate(name, limitMillis);
            }
            if (!whole || status != 0) {
                return Fact.unknown(whole ? name + " ended with status " + status : name + " printed too much");
            }
            return Fact.of(new String(output, StandardCharsets.UTF_8));
        } catch (IOException broken) {
            end(process);
            // A program that is ended may close its output under the reader.
            return late.get() ? tooLate(name, limitMillis) : Fact.unknown(name + ": " + broken.getMessage());
        } catch (InterruptedException stopped) {
            end(process);
            Thread.currentThread().interrupt();
            return Fact.unknown(name + " was stopped");
        }
    }

    private static Fact<String> tooLate(String name, long limitMillis) {
        return Fact.unknown(name + " gave no answer in " + limitMillis / 1000.0 + " s");
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
