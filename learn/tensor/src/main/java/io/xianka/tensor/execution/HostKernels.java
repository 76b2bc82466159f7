package io.xianka.tensor.execution;

import io.xianka.driver.Arg;
import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.DeviceUnavailableException;
import io.xianka.driver.Kernel;
import io.xianka.driver.Launch;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.SourceText;
import io.xianka.tensor.graph.CustomKernel;
import java.lang.foreign.MemorySegment;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Users' kernels for devices whose tensors lie in host memory: the emulator runs them over copies. Needs the module
 * io.xianka.emulator.
 */
public final class HostKernels {
    private static final int BLOCK_THREADS = 256;

    private static final Map<String, Kernel> KERNELS = new ConcurrentHashMap<>();
    private static Device emulator;

    private HostKernels() {}

    /** Opened with the first kernel. */
    private static synchronized Device emulator() {
        if (emulator == null) {
            emulator = Device.emulated();
        }
        return emulator;
    }

    /**
     * The kernel of this name in CUDA C, compiled once.
     *
     * @throws DeviceUnavailableException when the emulator is not on the path
     */
    public static Kernel compile(String source, String name) {
        return KERNELS.computeIfAbsent(
                name + '\n' + source,
                _ -> emulator()
                        .compile(new SourceText(name + ".cu", source, Optional.empty()), CompileOptions.DEFAULT)
                        .kernel(name));
    }

    /** Runs a recorded kernel. */
    public static void run(CustomKernel custom, List<MemorySegment> operands, List<MemorySegment> results) {
        if (custom.threads() == 0) {
            return;
        }
        Object[] arguments = new Object[operands.size() + results.size() + 1];
        for (int i = 0; i < operands.size(); i++) {
            arguments[i] = operands.get(i);
        }
        for (int i = 0; i < results.size(); i++) {
            arguments[operands.size() + i] = results.get(i);
        }
        arguments[arguments.length - 1] = custom.threads();
        launch(compile(custom.source(), custom.name()), Launch.covering(custom.threads(), BLOCK_THREADS), arguments);
    }

    /**
     * Launches a kernel and waits for it. What it writes is in the host's memory on return.
     *
     * @param arguments memory segments in place of pointers, the same object where two arguments are the same memory
     */
    public static void launch(Kernel kernel, Launch launch, Object... arguments) {
        Map<MemorySegment, DeviceBuffer> copies = new IdentityHashMap<>();
        try {
            Object[] passed = arguments.clone();
            for (int i = 0; i < passed.length; i++) {
                if (passed[i] instanceof MemorySegment host) {
                    DeviceBuffer copy = copies.get(host);
                    if (copy == null) {
                        copy = emulator().allocate(Math.max(1, host.byteSize()));
                        copies.put(host, copy);
                        if (host.byteSize() > 0) {
                            copy.copyFrom(host);
                        }
                    }
                    passed[i] = Arg.pointer(copy.pointer());
                }
            }
            kernel.launch(launch.on(emulator().defaultStream()), passed);
            copies.forEach((host, copy) -> {
                if (host.byteSize() > 0) {
                    copy.copyTo(host);
                }
            });
        } finally {
            copies.values().forEach(DeviceBuffer::close);
        }
    }
}
