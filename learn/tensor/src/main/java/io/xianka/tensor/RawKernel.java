package io.xianka.tensor;

import io.xianka.driver.Arg;
import io.xianka.driver.Kernel;
import io.xianka.driver.Launch;
import io.xianka.driver.api.KernelParameter;
import io.xianka.tensor.cuda.CudaExecutor;
import io.xianka.tensor.execution.Executor;
import io.xianka.tensor.execution.HostKernels;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.graph.Storage;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A kernel of one's own that is launched at once on tensors' memory, as CuPy's class of this name. It is the one way besides {@link
 * Tensor#assign} to change a tensor's elements: what the kernel writes, the tensor has.
 *
 * {@snippet :
 * var scale = new RawKernel(source, "scale");
 * scale.launch(Launch.covering(x.shape().elements(), 256), x, 2.0f, (int) x.shape().elements());
 * }
 *
 * <p>Tensors are handed over as pointers to row-major elements without gaps. A view that lies otherwise is refused: {@link
 * Tensor#realise} makes a copy that lies so.
 */
public final class RawKernel {
    private final String source;
    private final String name;
    private final Map<Device, Kernel> kernels = new ConcurrentHashMap<>();

    /** The kernel of this name in CUDA C. Compiled at the first launch on a device. */
    public RawKernel(String source, String name) {
        this.source = source;
        this.name = name;
    }

    /**
     * Launches after all work on the tensors that was asked for before.
     *
     * @param launch grid and block; its stream is the device's own
     * @param arguments tensors and numbers, in the kernel's order; at least one tensor, all on one device. Where that is no GPU the emulator
     *     runs the kernel, over copies of tensors in host memory
     * @throws IllegalArgumentException when a tensor is a view with gaps or in another order, or its elements have another size than
     *     the kernel's parameter
     */
    public void launch(Launch launch, Object... arguments) {
        Device device = null;
        for (Object argument : arguments) {
            if (argument instanceof Tensor tensor) {
                if (device != null && device != tensor.device()) {
                    throw new IllegalArgumentException(name + ": tensors are on " + device + " and " + tensor.device()
                            + "; move one with to(device)");
                }
                device = tensor.device();
            }
        }
        if (device == null) {
            throw new IllegalArgumentException(name + ": a raw kernel runs where a tensor is, and no argument is one");
        }
        Executor executor = device.realisation().executor();
        Kernel kernel = kernels.computeIfAbsent(
                device,
                _ -> executor instanceof CudaExecutor cuda
                        ? cuda.compile(source, name)
                        : HostKernels.compile(source, name));
        List<KernelParameter> parameters = kernel.signature().parameters();
        Object[] passed = arguments.clone();
        for (int i = 0; i < passed.length; i++) {
            if (passed[i] instanceof Tensor tensor) {
                requireWhole(i, tensor);
                if (i < parameters.size()) {
                    requireSize(i, tensor, parameters.get(i));
                }
                passed[i] = tensor.realise().node().storage();
            }
        }
        if (executor instanceof CudaExecutor cuda) {
            for (int i = 0; i < passed.length; i++) {
                if (passed[i] instanceof Storage storage) {
                    passed[i] = Arg.pointer(cuda.address(storage));
                }
            }
            cuda.launch(kernel, launch, passed);
        } else {
            launchOnHost(executor, kernel, launch, passed);
        }
    }

    /** Over copies; what a tensor's handles share is copied once. */
    private static void launchOnHost(Executor executor, Kernel kernel, Launch launch, Object[] passed) {
        // Not confined: the emulator reads and writes it from its own threads.
        Arena arena = Arena.ofAuto();
        Map<Storage, MemorySegment> copies = new LinkedHashMap<>();
        for (int i = 0; i < passed.length; i++) {
            if (passed[i] instanceof Storage storage) {
                passed[i] = copies.keySet().stream()
                        .filter(storage::isSameMemory)
                        .findFirst()
                        .map(copies::get)
                        .orElseGet(() -> {
                            MemorySegment copy = arena.allocate(Math.max(1, storage.bytes()), 16)
                                    .asSlice(0, storage.bytes());
                            executor.download(storage, copy);
                            copies.put(storage, copy);
                            return copy;
                        });
            }
        }
        HostKernels.launch(kernel, launch, passed);
        copies.forEach((storage, copy) -> executor.upload(copy, storage));
    }

    private void requireWhole(int index, Tensor tensor) {
        Node node = tensor.node();
        if (node.storage() != null) {
            return;
        }
        String how = switch (node.op()) {
            case Op.Permute _ -> "a permuted view";
            case Op.Slice _ -> "a sliced view";
            case Op.Expand _ -> "a stretched view";
            case Op.Unfold _ -> "a view of windows";
            case Op.Reshape _ -> "a reshaped view";
            default -> null;
        };
        if (how != null) {
            throw new IllegalArgumentException(
                    name + ": argument " + index + " is " + how + " of shape " + tensor.shape()
                            + ", whose elements do not lie as a kernel would read them; pass x.realise(), a copy that lies row-major");
        }
    }

    private void requireSize(int index, Tensor tensor, KernelParameter parameter) {
        int bytes = parameter.pointeeBytes();
        if (bytes > 0 && bytes != tensor.dtype().bytes()) {
            throw new DTypeMismatch(name + ": argument " + index + " is a tensor of " + tensor.dtype() + ", "
                    + tensor.dtype().bytes() + " bytes an element; the kernel's parameter " + parameter.name()
                    + " points to elements of " + bytes);
        }
    }

    @Override
    public String toString() {
        return "kernel " + name;
    }
}
