package io.xianka.nn.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.file.Safetensors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CheckpointTest {
    @TempDir
    Path folder;

    private static List<Double> losses(TinyTraining training) {
        List<Double> losses = new ArrayList<>();
        training.trainer.listening(progress -> losses.add(progress.loss()));
        training.trainer.run();
        return losses;
    }

    @ParameterizedTest
    @EnumSource(
            value = Precision.class,
            names = {"FP32", "FP16"})
    void goesOnToTheBitWhereItStopped(Precision precision) throws IOException {
        List<Double> whole = losses(new TinyTraining(12, precision, 16));
        try (var saved = CheckpointFolder.open(folder, 2)) {
            var first = new TinyTraining(12, precision, 16).saving(saved);
            first.trainer.listening(progress -> {
                if (progress.step() == 5) {
                    first.trainer.stop();
                }
            });
            assertEquals(whole.subList(0, 5), losses(first));
            var second = new TinyTraining(12, precision, 16).saving(saved).resuming(folder);
            assertEquals(whole.subList(5, 12), losses(second));
            assertEquals(12, CheckpointFolder.openLast(folder).step());
        }
    }

    @Test
    void othersCanReadTheParameters() throws IOException {
        try (var saved = CheckpointFolder.open(folder, 1)) {
            var training = new TinyTraining(3, Precision.FP32, 16).saving(saved);
            training.trainer.run();
            TrainingCheckpoint last = CheckpointFolder.openLast(folder);
            assertEquals("tiny", last.properties().get("kind"));
            try (var file = Safetensors.open(last.folder())) {
                assertEquals(training.state.model().stateDict().keySet(), file.names());
            }
            try (var entries = Files.list(folder)) {
                assertEquals(
                        1,
                        entries.filter(entry -> entry.getFileName().toString().startsWith("step-"))
                                .count());
            }
        }
    }

    @Test
    void refusesHalfACheckpointAndNamesTheOneBefore() throws IOException {
        try (var saved = CheckpointFolder.open(folder, 2)) {
            new TinyTraining(2, Precision.FP32, 16).saving(saved).trainer.run();
        }
        Path model = folder.resolve("step-00000002/model.safetensors");
        byte[] bytes = Files.readAllBytes(model);
        Files.write(model, Arrays.copyOf(bytes, bytes.length / 2));
        String message = assertThrows(CheckpointException.class, () -> CheckpointFolder.openLast(folder))
                .getMessage();
        assertTrue(
                message.startsWith(model + ": has " + bytes.length / 2 + " bytes, not the " + bytes.length), message);
        assertTrue(message.endsWith("the one before it is " + folder.resolve("step-00000001")), message);
        bytes[bytes.length - 1] ^= 1;
        Files.write(model, bytes);
        assertTrue(assertThrows(CheckpointException.class, () -> CheckpointFolder.openLast(folder))
                .getMessage()
                .contains("another checksum"));
        Files.delete(model);
        assertTrue(assertThrows(CheckpointException.class, () -> CheckpointFolder.openLast(folder))
                .getMessage()
                .startsWith(model + ": is missing"));
        Files.delete(folder.resolve("step-00000002/training.json"));
        assertTrue(assertThrows(
                        CheckpointException.class, () -> CheckpointFolder.openLast(folder.resolve("step-00000002")))
                .getMessage()
                .contains("holds no checkpoint"));
        assertEquals(
                1, CheckpointFolder.openLast(folder.resolve("step-00000001")).step());
    }

    @Test
    void refusesAnotherModelsCheckpoint() throws IOException {
        try (var saved = CheckpointFolder.open(folder, 2)) {
            new TinyTraining(1, Precision.FP32, 16).saving(saved).trainer.run();
        }
        var other = new TinyTraining(1, Precision.FP32, 20);
        String message = assertThrows(CheckpointException.class, () -> other.resuming(folder))
                .getMessage();
        assertTrue(message.contains("does not fit this training"), message);
        assertTrue(message.length() < 400 && message.lines().count() == 1, message);
    }

    @Test
    void oneProcessAtATimeWrites() throws IOException {
        try (var first = CheckpointFolder.open(folder, 2)) {
            assertTrue(assertThrows(CheckpointException.class, () -> CheckpointFolder.open(folder, 2))
                    .getMessage()
                    .contains("another training writes to this folder"));
            assertEquals(folder, first.folder());
        }
        CheckpointFolder.open(folder, 2).close();
    }

    // ------------------------------------------------------------------ in a process of its own

    private static ProcessBuilder process(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                SavingProcess.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    @Test
    void survivesBeingKilled() throws Exception {
        killed(5);
    }

    @Test
    @Tag("slow")
    void survivesBeingKilledFiftyTimes() throws Exception {
        killed(50);
    }

    /** At random moments, most of them within a save; what the killed ones trained must be what one that lives does. */
    private void killed(int times) throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        long steps = 100_000;
        List<String> told = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            Path output = Files.createTempFile(folder.getParent(), "told", ".txt");
            Process child = process(folder.toString(), String.valueOf(steps))
                    .redirectOutput(output.toFile())
                    .start();
            while (Files.size(output) == 0 && child.isAlive()) {
                Thread.sleep(5);
            }
            Thread.sleep(random.nextInt(150));
            child.destroyForcibly();
            assertTrue(child.waitFor(60, TimeUnit.SECONDS));
            // What comes last may be cut off by the kill.
            String text = Files.readString(output);
            text = text.substring(0, text.lastIndexOf('\n') + 1);
            assertTrue(!text.isEmpty(), () -> "it told nothing, seed " + seed);
            told.addAll(text.lines().toList());
            if (CheckpointFolder.isUsed(folder)) {
                CheckpointFolder.openLast(folder);
            }
        }
        long reached = told.stream()
                .mapToLong(line -> Long.parseLong(line.split(" ")[0]))
                .max()
                .orElseThrow();
        var living = new TinyTraining(steps, Precision.FP32, 16);
        List<String> whole = new ArrayList<>();
        living.trainer.listening(progress -> {
            whole.add(progress.step() + " " + Double.doubleToLongBits(progress.loss()));
            if (progress.step() == reached) {
                living.trainer.stop();
            }
        });
        living.trainer.run();
        for (String line : told) {
            int step = Integer.parseInt(line.split(" ")[0]);
            assertEquals(whole.get(step - 1), line, () -> "seed " + seed);
        }
    }

    /** A limit on the size of a file stands for a full disk: writing ends with an error in the middle of it. */
    @Test
    void losesNothingWhenTheDiskIsFull() throws Exception {
        try (var saved = CheckpointFolder.open(folder, 2)) {
            new TinyTraining(2, Precision.FP32, 16).saving(saved).trainer.run();
        }
        ProcessBuilder full = process(folder.toString(), "10");
        full.command().addAll(0, List.of("bash", "-c", "ulimit -f 8; exec \"$@\"", "bash"));
        Process child = full.redirectErrorStream(true).start();
        String told = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(child.waitFor(60, TimeUnit.SECONDS));
        assertEquals(1, child.exitValue(), told);
        assertTrue(told.contains("step 3 cannot be saved"), told);
        assertTrue(told.contains("step 2 is saved in " + folder.resolve("step-00000002")), told);
        assertEquals(2, CheckpointFolder.openLast(folder).step());
        try (var entries = Files.list(folder)) {
            assertFalse(entries.anyMatch(entry -> entry.toString().endsWith(".part")));
        }
    }
}
