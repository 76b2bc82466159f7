package io.xianka.driver.libcuda;

import io.xianka.driver.api.KernelNode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** {@code CUDA_KERNEL_NODE_PARAMS_v1} of cuda.h: function, six sizes, shared bytes, parameters, extra. */
final class KernelNodeParams {
    private static final long KERNEL_PARAMS = 40;

    static final long BYTES = 56;

    private KernelNodeParams() {}

    static KernelNode read(MemorySegment params) {
        return new KernelNode(
                params.get(ValueLayout.JAVA_LONG, 0),
                params.get(ValueLayout.JAVA_INT, 8),
                params.get(ValueLayout.JAVA_INT, 12),
                params.get(ValueLayout.JAVA_INT, 16),
                params.get(ValueLayout.JAVA_INT, 20),
                params.get(ValueLayout.JAVA_INT, 24),
                params.get(ValueLayout.JAVA_INT, 28),
                params.get(ValueLayout.JAVA_INT, 32));
    }

    static void write(MemorySegment params, KernelNode launch, long kernelParams) {
        params.fill((byte) 0);
        params.set(ValueLayout.JAVA_LONG, 0, launch.function());
        params.set(ValueLayout.JAVA_INT, 8, launch.gridX());
        params.set(ValueLayout.JAVA_INT, 12, launch.gridY());
        params.set(ValueLayout.JAVA_INT, 16, launch.gridZ());
        params.set(ValueLayout.JAVA_INT, 20, launch.blockX());
        params.set(ValueLayout.JAVA_INT, 24, launch.blockY());
        params.set(ValueLayout.JAVA_INT, 28, launch.blockZ());
        params.set(ValueLayout.JAVA_INT, 32, launch.sharedBytes());
        params.set(ValueLayout.JAVA_LONG, KERNEL_PARAMS, kernelParams);
    }
}
