package io.xianka.emulator.machine;

import io.xianka.driver.Dim3;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * What to run and over which grid.
 *
 * @param sharedBytes shared memory of a block, static and dynamic together; the dynamic part lies last
 * @param dynamicSharedBytes how much of it the launch asked for
 * @param parameters the kernel's parameter block; it must not change while the launch runs
 * @param isCooperative all blocks run side by side, so that they may wait for each other
 * @param watch what checks the launch; null for none
 */
public record LaunchRequest(
        KernelCode code,
        DeviceMemory memory,
        Dim3 grid,
        Dim3 block,
        int sharedBytes,
        int dynamicSharedBytes,
        MemorySegment parameters,
        boolean isCooperative,
        Cancellation cancellation,
        DeviceWatch watch) {
    /** A launch that is not checked. */
    public LaunchRequest(
            KernelCode code,
            DeviceMemory memory,
            Dim3 grid,
            Dim3 block,
            int sharedBytes,
            int dynamicSharedBytes,
            MemorySegment parameters,
            boolean isCooperative,
            Cancellation cancellation) {
        this(code, memory, grid, block, sharedBytes, dynamicSharedBytes, parameters, isCooperative, cancellation, null);
    }

    public LaunchRequest {
        Objects.requireNonNull(code);
        Objects.requireNonNull(memory);
        Objects.requireNonNull(grid);
        Objects.requireNonNull(block);
        Objects.requireNonNull(parameters);
        Objects.requireNonNull(cancellation);
    }

    public int threadsPerBlock() {
        return Math.toIntExact(block.count());
    }
}
