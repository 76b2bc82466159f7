package io.xianka.emulator;

import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.DriverApi;
import io.xianka.driver.api.JitOptions;
import io.xianka.driver.api.LaunchParameters;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Runs PTX of tests on an emulated device of its own. */
final class PtxLab implements AutoCloseable {
    private final EmulatedDriver driver;
    private final Arena arena = Arena.ofShared();

    PtxLab(EmulatorSettings.Executor executor) {
        this(new EmulatorSettings(1, 1L << 28, 2, executor));
    }

    PtxLab(EmulatorSettings settings) {
        driver = new EmulatedDriver(settings);
        driver.init();
        driver.ctxSetCurrent(driver.devicePrimaryCtxRetain(0));
    }

    DriverApi driver() {
        return driver;
    }

    /** The first kernel of a module. */
    long load(String ptx) {
        long module = driver.moduleLoadDataEx(new DeviceImage.Ptx(ptx), JitOptions.DEFAULT)
                .module();
        return driver.moduleGetFunction(
                module, driver.moduleFunctionNames(module).orElseThrow().getFirst());
    }

    LaunchParameters pointers(long... values) {
        int[] sizes = new int[values.length];
        java.util.Arrays.fill(sizes, 8);
        LaunchParameters parameters = new LaunchParameters(arena, sizes, sizes);
        for (int i = 0; i < values.length; i++) {
            parameters.values().set(ValueLayout.JAVA_LONG, parameters.offsetBytes(i), values[i]);
        }
        return parameters;
    }

    long copyOf(MemorySegment values) {
        long pointer = driver.memAlloc(values.byteSize());
        driver.memcpyHtoD(pointer, values, 0);
        return pointer;
    }

    void launch(long function, int blocks, int threads, LaunchParameters parameters) {
        driver.launchKernel(function, blocks, 1, 1, threads, 1, 1, 0, 0, parameters);
    }

    /** Runs a kernel whose parameters are pointers; {@code out} is read back. */
    void run(String ptx, int blocks, int threads, long[] out, long[]... inputs) {
        run(ptx, blocks, threads, MemorySegment.ofArray(out), segments(inputs));
    }

    void run(String ptx, int blocks, int threads, int[] out, int[]... inputs) {
        MemorySegment[] segments = new MemorySegment[inputs.length];
        for (int i = 0; i < inputs.length; i++) {
            segments[i] = MemorySegment.ofArray(inputs[i]);
        }
        run(ptx, blocks, threads, MemorySegment.ofArray(out), segments);
    }

    private static MemorySegment[] segments(long[][] inputs) {
        MemorySegment[] segments = new MemorySegment[inputs.length];
        for (int i = 0; i < inputs.length; i++) {
            segments[i] = MemorySegment.ofArray(inputs[i]);
        }
        return segments;
    }

    private void run(String ptx, int blocks, int threads, MemorySegment out, MemorySegment[] inputs) {
        long[] pointers = new long[1 + inputs.length];
        pointers[0] = copyOf(out);
        for (int i = 0; i < inputs.length; i++) {
            pointers[i + 1] = copyOf(inputs[i]);
        }
        launch(load(ptx), blocks, threads, pointers(pointers));
        driver.streamSynchronize(0);
        driver.memcpyDtoH(out, pointers[0], 0);
        for (long pointer : pointers) {
            driver.memFree(pointer);
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
