package io.xianka.tensor;

import io.xianka.tensor.graph.CustomKernel;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An operation of one's own on every element, in CUDA C, as CuPy's class of this name.
 *
 * {@snippet :
 * var squaredDifference = new ElementwiseKernel("float32 x, float32 y", "float32 z", "z = (x - y) * (x - y)");
 * Tensor z = squaredDifference.call(a, b);
 * }
 *
 * <p>Arguments stretch to one shape by NumPy's rule, except {@code raw} ones, which the code indexes itself. {@code i} is the place of
 * the element, row-major, and {@code n} their number, both {@code long long}. A single capital letter is a type that arguments say. The
 * kernel is recorded like any operation and runs with the rest; where tensors are on no GPU the emulator runs it, over copies. No gradient flows
 * through it; give it one with {@link Gradients#define}.
 */
public final class ElementwiseKernel {
    private final String name;
    private final KernelParameters inputs;
    private final KernelParameters outputs;
    private final String body;

    /** Equal kernels are one to the graph. */
    private record Elementwise(String source, String name, List<Node.Result> results, long threads)
            implements CustomKernel {}

    /** Named {@code elementwise}. */
    public ElementwiseKernel(String inputs, String outputs, String body) {
        this(inputs, outputs, body, "elementwise");
    }

    /**
     * A kernel.
     *
     * @param inputs types and names, as in {@code "float32 x, raw T y"}
     * @param outputs types and names
     * @param body statements that set the outputs
     * @param name a C identifier, for errors and profilers
     * @throws IllegalArgumentException when parameters cannot be read
     */
    public ElementwiseKernel(String inputs, String outputs, String body, String name) {
        this.inputs = KernelParameters.parse(inputs, false);
        this.outputs = KernelParameters.parse(outputs, true);
        this.body = body;
        this.name = name;
        if (this.outputs.list().isEmpty()) {
            throw new IllegalArgumentException(name + ": a kernel has at least one output");
        }
        if (this.inputs.list().stream().allMatch(KernelParameters.Parameter::raw)) {
            throw new IllegalArgumentException(
                    name + ": at least one input is not raw, since it says how many elements there are");
        }
    }

    /** {@return the output of a kernel that has one} */
    public Tensor call(Tensor... arguments) {
        List<Tensor> all = callAll(arguments);
        if (all.size() != 1) {
            throw new IllegalStateException(name + " has " + all.size() + " outputs; callAll gives them");
        }
        return all.getFirst();
    }

    /** {@return the outputs, all of the arguments' common shape} */
    public List<Tensor> callAll(Tensor... arguments) {
        Map<String, DType> letters = inputs.letters(name, List.of(arguments));
        Shape shape = null;
        for (int i = 0; i < arguments.length; i++) {
            if (!inputs.list().get(i).raw()) {
                shape = shape == null ? arguments[i].shape() : Shape.broadcast(name, shape, arguments[i].shape());
            }
        }
        List<Node> nodes = new ArrayList<>();
        List<String> parameters = new ArrayList<>();
        var loads = new StringBuilder();
        for (int i = 0; i < arguments.length; i++) {
            KernelParameters.Parameter parameter = inputs.list().get(i);
            String c = KernelParameters.c(arguments[i].dtype());
            parameters.add("const " + c + "* " + (parameter.raw() ? "" : "in_") + parameter.name());
            if (parameter.raw()) {
                nodes.add(arguments[i].node());
            } else {
                nodes.add(Trace.broadcast(arguments[i].node(), shape));
                loads.append("    const ")
                        .append(c)
                        .append(' ')
                        .append(parameter.name())
                        .append(" = in_")
                        .append(parameter.name())
                        .append("[i];\n");
            }
        }
        List<Node.Result> results = new ArrayList<>();
        var stores = new StringBuilder();
        for (KernelParameters.Parameter parameter : outputs.list()) {
            DType dtype = KernelParameters.dtype(name, parameter, letters);
            results.add(new Node.Result(shape, dtype));
            parameters.add(KernelParameters.c(dtype) + "* out_" + parameter.name());
            loads.append("    ")
                    .append(KernelParameters.c(dtype))
                    .append(' ')
                    .append(parameter.name())
                    .append(";\n");
            stores.append("    out_")
                    .append(parameter.name())
                    .append("[i] = ")
                    .append(parameter.name())
                    .append(";\n");
        }
        String source = KernelParameters.head(letters) + "extern \"C\" __global__ void " + name + "("
                + String.join(", ", parameters)
                + ", long long n) {\n    const long long i = (long long) blockIdx.x * blockDim.x + threadIdx.x;\n    if (i >= n) return;\n"
                + loads + "    " + body + ";\n" + stores + "}\n";
        Node custom = Trace.custom(
                new Elementwise(source, name, List.copyOf(results), shape.elements()),
                nodes,
                nodes.getFirst().place());
        List<Tensor> tensors = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            tensors.add(new Tensor(Trace.item(custom, i)));
        }
        return tensors;
    }

    @Override
    public String toString() {
        return name + ": " + body;
    }
}
