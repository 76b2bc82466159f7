package io.xianka.emulator;

import io.xianka.driver.Dim3;
import io.xianka.driver.api.FunctionAttribute;
import io.xianka.driver.api.ParameterExtent;
import io.xianka.emulator.image.KernelImage;
import io.xianka.emulator.machine.KernelCode;
import io.xianka.ptx.EntrySignature;
import io.xianka.ptx.Function.BoundKind;
import java.util.List;

/** A kernel of a loaded module, ready to run. */
final class LoadedFunction {
    private final LoadedModule module;
    private final KernelImage image;
    private final ExecutableKernel executable;
    private final int registers;
    private final int mostThreads;
    private volatile int mostDynamicSharedBytes;
    private volatile int preferredCarveout = -1;
    private volatile long handle;

    LoadedFunction(LoadedModule module, KernelImage image, EmulatorSettings.Executor executor) {
        this.module = module;
        this.image = image;
        this.executable = new ExecutableKernel(image, executor);
        this.mostThreads = boundOfThreads(image);
        int limit = image.entry().bound(BoundKind.MAXNREG).stream().findFirst().orElse(255);
        int fitting = Occupancy.REGISTERS_PER_MULTIPROCESSOR / Math.max(32, mostThreads);
        this.registers = Math.min(RegisterEstimate.of(image.body()), Math.min(limit, fitting));
        this.mostDynamicSharedBytes = Math.max(0, EmulatedDevice.MAX_SHARED_BYTES - image.staticSharedBytes());
    }

    private static int boundOfThreads(KernelImage image) {
        for (BoundKind kind : new BoundKind[] {BoundKind.REQNTID, BoundKind.MAXNTID}) {
            List<Integer> sizes = image.entry().bound(kind);
            if (!sizes.isEmpty()) {
                long product = sizes.stream().mapToLong(Integer::longValue).reduce(1, (a, b) -> a * b);
                return (int) Math.min(EmulatedDevice.MAX_THREADS_PER_BLOCK, product);
            }
        }
        return EmulatedDevice.MAX_THREADS_PER_BLOCK;
    }

    void handle(long newHandle) {
        handle = newHandle;
    }

    long handle() {
        return handle;
    }

    LoadedModule module() {
        return module;
    }

    String name() {
        return image.name();
    }

    KernelImage image() {
        return image;
    }

    KernelCode codeFor(Dim3 grid, Dim3 block) {
        return executable.codeFor(grid, block);
    }

    EntrySignature signature() {
        return image.signature();
    }

    int registers() {
        return registers;
    }

    /** Threads of a block at most. */
    int mostThreads() {
        return mostThreads;
    }

    int mostDynamicSharedBytes() {
        return mostDynamicSharedBytes;
    }

    List<ParameterExtent> parameters() {
        return signature().parameters().stream()
                .map(p -> new ParameterExtent(p.offsetBytes(), p.sizeBytes()))
                .toList();
    }

    int attribute(FunctionAttribute attribute) {
        return switch (attribute) {
            case MAX_THREADS_PER_BLOCK -> mostThreads;
            case SHARED_SIZE_BYTES -> image.staticSharedBytes();
            case CONST_SIZE_BYTES -> module.constantBytes();
            case LOCAL_SIZE_BYTES -> executable.localBytes();
            case NUM_REGS -> registers;
            case PTX_VERSION, BINARY_VERSION -> module.architecture();
            case CACHE_MODE_CA, CLUSTER_SIZE_MUST_BE_SET -> 0;
            case REQUIRED_CLUSTER_WIDTH, REQUIRED_CLUSTER_HEIGHT, REQUIRED_CLUSTER_DEPTH -> 0;
            case NON_PORTABLE_CLUSTER_SIZE_ALLOWED, CLUSTER_SCHEDULING_POLICY_PREFERENCE -> 0;
            case MAX_DYNAMIC_SHARED_SIZE_BYTES -> mostDynamicSharedBytes;
            case PREFERRED_SHARED_MEMORY_CARVEOUT -> preferredCarveout;
        };
    }

    /** Answers why the attribute cannot have this value; null when it was set. */
    String setAttribute(FunctionAttribute attribute, int value) {
        return switch (attribute) {
            case MAX_DYNAMIC_SHARED_SIZE_BYTES -> {
                int limit = EmulatedDevice.MAX_SHARED_BYTES_OPT_IN - image.staticSharedBytes();
                if (value < 0 || value > limit) {
                    yield "dynamic shared memory of " + value + " bytes, but beside " + image.staticSharedBytes()
                            + " bytes of static shared memory there are at most " + limit;
                }
                mostDynamicSharedBytes = value;
                yield null;
            }
            case PREFERRED_SHARED_MEMORY_CARVEOUT -> {
                if (value < -1 || value > 100) {
                    yield "a carveout of " + value + " percent";
                }
                preferredCarveout = value;
                yield null;
            }
            case NON_PORTABLE_CLUSTER_SIZE_ALLOWED, CLUSTER_SCHEDULING_POLICY_PREFERENCE -> null;
            default -> attribute + " can only be read";
        };
    }

    @Override
    public String toString() {
        return name();
    }
}
