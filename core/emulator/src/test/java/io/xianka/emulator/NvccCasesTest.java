package io.xianka.emulator;

import io.xianka.driver.api.DriverApi;
import java.lang.foreign.Arena;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels as nvcc 13.0 compiles them, on the emulator, against what an H200 computed. */
class NvccCasesTest {
    private static final DriverApi INTERPRETING =
            new EmulatedDriver(new EmulatorSettings(1, 1L << 30, 2, EmulatorSettings.Executor.INTERPRETER));
    private static final DriverApi TRANSLATING =
            new EmulatedDriver(new EmulatorSettings(1, 1L << 30, 2, EmulatorSettings.Executor.TRANSLATOR));
    private static final DriverApi ONE_WORKER =
            new EmulatedDriver(new EmulatorSettings(1, 1L << 30, 1, EmulatorSettings.Executor.AUTO));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "01-multiply-them",
                "02-saxpy-grid-stride",
                "03-block-sum",
                "04-tiled-matmul",
                "05-histogram",
                "06-row-softmax",
                "07-nbody",
                "08-half-bf16",
                "09-blelloch-scan",
                "10-mandelbrot",
                "11-cg-tile-reduce",
                "12-bit-tricks",
                "13-cpp-features",
                "14-constant-conv",
                "15-hash-insert"
            })
    void computesWhatTheGpuComputed(String name) {
        try (Arena arena = Arena.ofConfined()) {
            NvccCase nvccCase = NvccCase.named(name);
            nvccCase.run(INTERPRETING, arena);
            nvccCase.run(TRANSLATING, arena);
            nvccCase.run(ONE_WORKER, arena);
        }
    }
}
