package io.xianka.cli.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The live view on a pseudo-terminal, which {@code script} of util-linux makes. */
class TopOnTerminalTest {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final class Screen implements AutoCloseable {
        private final Process script;
        private final OutputStream keys;
        private final StringBuilder seen = new StringBuilder();

        Screen(String command) throws IOException {
            ProcessBuilder builder =
                    new ProcessBuilder("script", "-qfec", command, "/dev/null").redirectErrorStream(true);
            builder.environment().put("TERM", "xterm-256color");
            builder.environment().put("LC_ALL", "C.UTF-8");
            script = builder.start();
            keys = script.getOutputStream();
            Thread.ofPlatform().daemon().start(this::read);
        }

        private void read() {
            try (InputStream output = script.getInputStream()) {
                byte[] part = new byte[8192];
                for (int n = output.read(part); n >= 0; n = output.read(part)) {
                    synchronized (seen) {
                        seen.append(new String(part, 0, n, StandardCharsets.UTF_8));
                        seen.notifyAll();
                    }
                }
            } catch (IOException gone) {
                throw new UncheckedIOException(gone);
            }
        }

        void type(String text) throws IOException {
            keys.write(text.getBytes(StandardCharsets.UTF_8));
            keys.flush();
        }

        /** Waits until the screen has been sent this text, and forgets what came before. */
        void await(String text) throws InterruptedException {
            long end = System.nanoTime() + LIMIT_NANOS;
            synchronized (seen) {
                while (seen.indexOf(text) < 0) {
                    long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                    assertTrue(
                            left > 0,
                            () -> "no '" + text + "' in " + seen.toString().replace('\u001b', '^'));
                    seen.wait(left);
                }
                seen.delete(0, seen.indexOf(text) + text.length());
            }
        }

        @Override
        public void close() {
            script.descendants().forEach(ProcessHandle::destroyForcibly);
            script.destroyForcibly();
        }
    }

    @Test
    void showsGpusTakesKeysEndsAProcessAndLeavesTheTerminalAsItWas() throws IOException, InterruptedException {
        boolean there = Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "script")));
        assumeTrue(there, "script of util-linux is not installed, which makes the pseudo-terminal");
        Process victim = new ProcessBuilder("sleep", "60").start();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String command = "stty cols 100 rows 40; "
                + String.join(
                        " ",
                        List.of(
                                java,
                                "--enable-native-access=ALL-UNNAMED",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                "'" + System.getProperty("java.class.path") + "'",
                                FakeTop.class.getName(),
                                "2",
                                Long.toString(victim.pid())))
                + "; stty -a";
        try (Screen screen = new Screen(command)) {
            screen.await("\u001b[?1049h");
            screen.await("1 H200");
            screen.await("sleep 60");
            screen.type("/sleep");
            screen.await("filter: ");
            screen.type("\r");
            screen.type("t");
            screen.await("end process " + victim.pid());
            screen.type("y");
            screen.await("signal sent");
            assertTrue(victim.waitFor(10, TimeUnit.SECONDS));
            screen.type("q");
            screen.await("\u001b[?1049l");
            // The terminal echoes again, and collects lines.
            screen.await(" icanon");
            screen.await(" echo ");
            assertTrue(screen.script.waitFor(20, TimeUnit.SECONDS));
            assertEquals(0, screen.script.exitValue());
        } finally {
            victim.destroyForcibly();
        }
    }
}
