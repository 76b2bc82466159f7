package io.xianka.nn.training;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What 2,000 steps of a training hold, beside what 500 held: the device's memory, and all that the process has. */
final class SteadyMemory {
    private static final long SLACK_ON_DEVICE = 64 << 10;
    private static final long SLACK_RESIDENT = 48 << 20;

    private final Device device;
    private final long[] held = new long[2];
    private final long[] resident = new long[2];

    private SteadyMemory(Device device) {
        this.device = device;
    }

    static void check(Device device) {
        var memory = new SteadyMemory(device);
        var training = new TinyTraining(device, 2_000, Precision.FP32, 16);
        training.trainer.listening(progress -> {
            if (progress.step() == 500 || progress.step() == 2_000) {
                memory.look(progress.step() == 500 ? 0 : 1);
            }
        });
        training.trainer.run();
        memory.compare();
    }

    private void look(int when) {
        System.gc();
        try {
            // The cleaner's thread gives back what was found.
            Thread.sleep(200);
            resident[when] = residentBytes();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
        held[when] = device.heldBytes();
    }

    private static long residentBytes() throws IOException {
        String line = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(one -> one.startsWith("VmRSS:"))
                .findFirst()
                .orElseThrow();
        return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
    }

    private void compare() {
        assertTrue(
                held[1] <= held[0] + SLACK_ON_DEVICE,
                held[0] + " bytes held after 500 steps, " + held[1] + " after 2,000");
        assertTrue(
                resident[1] <= resident[0] + SLACK_RESIDENT,
                resident[0] + " bytes resident after 500 steps, " + resident[1] + " after 2,000");
    }
}
