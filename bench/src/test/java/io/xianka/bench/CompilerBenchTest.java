package io.xianka.bench;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.Device;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CompilerBenchTest {

    /** Fails where a kernel of the set does not compile, or gives what nvcc's code does not give. */
    @Test
    void theSetGivesOnTheEmulatorWhatNvccsCodeGives() {
        try (Device device = Device.emulated()) {
            assertNamesAll(CompilerBench.table(device, true));
        }
    }

    @Test
    @Tag("gpu")
    void theSetGivesOnAGpuWhatNvidiasCodeGives() {
        try (Device device = Device.cuda(0)) {
            assertNamesAll(CompilerBench.table(device, true));
        }
    }

    private static void assertNamesAll(String table) {
        for (BenchKernel kernel : BenchKernel.values()) {
            assertTrue(table.contains("\n" + kernel.kernelName() + " "), table);
        }
    }
}
