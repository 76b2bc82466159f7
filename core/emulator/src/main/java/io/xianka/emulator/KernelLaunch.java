package io.xianka.emulator;

import io.xianka.driver.Dim3;
import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import io.xianka.driver.api.LaunchParameters;
import io.xianka.emulator.machine.Cancellation;
import io.xianka.emulator.machine.LaunchRequest;
import io.xianka.ptx.EntrySignature;
import io.xianka.ptx.Function.BoundKind;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A launch as libcuda checks it, with its parameter values taken over.
 *
 * @param parameters the kernel's parameter block, a copy
 */
record KernelLaunch(
        LoadedFunction function,
        int gridX,
        int gridY,
        int gridZ,
        int blockX,
        int blockY,
        int blockZ,
        int dynamicSharedBytes,
        boolean isCooperative,
        MemorySegment parameters) {

    private static final int MOST_GRID_Y = 65_535;
    private static final int MOST_BLOCK_Z = 64;

    /** @throws CudaException when libcuda would refuse the launch */
    static KernelLaunch of(
            String call,
            LoadedFunction function,
            int[] grid,
            int[] block,
            int sharedBytes,
            boolean isCooperative,
            LaunchParameters parameters) {
        KernelLaunch launch = new KernelLaunch(
                function,
                grid[0],
                grid[1],
                grid[2],
                block[0],
                block[1],
                block[2],
                sharedBytes,
                isCooperative,
                takeOver(call, function, parameters));
        launch.checkSizes(call);
        launch.checkShared(call);
        if (isCooperative) {
            launch.checkCooperative(call);
        }
        return launch;
    }

    LaunchRequest request(EmulatedDevice device, Cancellation cancellation) {
        Dim3 grid = new Dim3(gridX, gridY, gridZ);
        Dim3 block = new Dim3(blockX, blockY, blockZ);
        return new LaunchRequest(
                function.codeFor(grid, block),
                device.memory(),
                grid,
                block,
                function.image().staticSharedBytes() + dynamicSharedBytes,
                dynamicSharedBytes,
                parameters,
                isCooperative,
                cancellation,
                device.watch());
    }

    private void checkSizes(String call) {
        if (gridX < 1 || gridY < 1 || gridZ < 1 || gridY > MOST_GRID_Y || gridZ > MOST_GRID_Y) {
            throw refuse(call, "a grid has 1 to 2147483647 x 65535 x 65535 blocks");
        }
        long threads = (long) Math.max(0, blockX) * Math.max(0, blockY) * Math.max(0, blockZ);
        boolean isInRange = blockX >= 1
                && blockY >= 1
                && blockZ >= 1
                && blockX <= EmulatedDevice.MAX_THREADS_PER_BLOCK
                && blockY <= EmulatedDevice.MAX_THREADS_PER_BLOCK
                && blockZ <= MOST_BLOCK_Z;
        if (!isInRange || threads > EmulatedDevice.MAX_THREADS_PER_BLOCK) {
            throw refuse(call, "a block has 1 to 1024 threads, and at most 1024 x 1024 x 64");
        }
        if (threads > function.mostThreads()) {
            throw refuse(call, "the kernel was compiled for blocks of at most " + function.mostThreads() + " threads");
        }
        List<Integer> required = function.image().entry().bound(BoundKind.REQNTID);
        if (!required.isEmpty()) {
            int[] sizes = {1, 1, 1};
            for (int i = 0; i < Math.min(3, required.size()); i++) {
                sizes[i] = required.get(i);
            }
            if (sizes[0] != blockX || sizes[1] != blockY || sizes[2] != blockZ) {
                throw refuse(call, "the kernel requires blocks of " + required);
            }
        }
    }

    private void checkShared(String call) {
        if (dynamicSharedBytes < 0 || dynamicSharedBytes > function.mostDynamicSharedBytes()) {
            throw refuse(
                    call,
                    dynamicSharedBytes + " bytes of dynamic shared memory, but the kernel may have "
                            + function.mostDynamicSharedBytes()
                            + "; raise its attribute MAX_DYNAMIC_SHARED_SIZE_BYTES (up to 232448 with the static part)");
        }
    }

    private void checkCooperative(String call) {
        int threads = blockX * blockY * blockZ;
        long shared = (long) function.image().staticSharedBytes() + dynamicSharedBytes;
        int perMultiprocessor = Occupancy.blocksPerMultiprocessor(threads, function.registers(), shared);
        long resident = (long) perMultiprocessor * function.module().device().workers();
        long blocks = (long) gridX * gridY * gridZ;
        if (blocks > resident) {
            throw Statuses.with(
                    CudaStatus.CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
                    blocks + " blocks, but " + resident + " can be resident at once (" + perMultiprocessor
                            + " on each multiprocessor)",
                    call,
                    this);
        }
    }

    private CudaException refuse(String call, String why) {
        return Statuses.invalidValue(call, why, this);
    }

    private static MemorySegment takeOver(String call, LoadedFunction function, LaunchParameters parameters) {
        List<EntrySignature.Parameter> declared = function.signature().parameters();
        if (parameters.count() != declared.size()) {
            throw Statuses.invalidValue(
                    call,
                    "kernel " + function.name() + " has " + declared.size() + " parameters, not " + parameters.count(),
                    function.name());
        }
        MemorySegment values =
                MemorySegment.ofArray(new long[(int) (function.signature().sizeBytes() + 7) / 8]);
        for (int i = 0; i < declared.size(); i++) {
            EntrySignature.Parameter parameter = declared.get(i);
            if (parameters.sizeBytes(i) != parameter.sizeBytes()) {
                throw Statuses.invalidValue(
                        call,
                        "parameter " + i + " of kernel " + function.name() + " has " + parameter.sizeBytes()
                                + " bytes, not " + parameters.sizeBytes(i),
                        function.name());
            }
            MemorySegment.copy(
                    parameters.values(),
                    parameters.offsetBytes(i),
                    values,
                    parameter.offsetBytes(),
                    parameter.sizeBytes());
        }
        return values;
    }

    @Override
    public String toString() {
        return function.name() + ", grid " + gridX + " x " + gridY + " x " + gridZ + ", block " + blockX + " x "
                + blockY + " x " + blockZ + ", shared " + dynamicSharedBytes;
    }
}
