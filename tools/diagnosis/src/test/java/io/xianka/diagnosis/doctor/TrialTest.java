package io.xianka.diagnosis.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.Device;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TrialTest {

    @Test
    void runsAKernelAndTimesCopiesOnTheEmulator() {
        try (var device = Device.emulated()) {
            check(Trial.run(device, 1 << 20));
        }
    }

    @Test
    @Tag("gpu")
    void runsAKernelAndTimesCopiesOnAGpu() {
        try (var device = Device.cuda(0)) {
            check(Trial.run(device));
        }
    }

    private static void check(Trial trial) {
        assertTrue(trial.isRight(), trial.toString());
        assertEquals(1 << 20, trial.elements());
        assertTrue(trial.deviceBytesPerSecond() > 1e6 && trial.deviceBytesPerSecond() < 1e14, trial.toString());
        assertTrue(trial.hostBytesPerSecond() > 1e6 && trial.hostBytesPerSecond() < 1e13, trial.toString());
    }
}
