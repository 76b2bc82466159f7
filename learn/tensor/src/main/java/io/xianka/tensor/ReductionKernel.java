package io.xianka.tensor;

import io.xianka.tensor.graph.CustomKernel;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A fold of one's own, in CUDA C, as CuPy's class of this name: elements are mapped, folded two by two, and the result is finished.
 *
 * {@snippet :
 * var norm = new ReductionKernel("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "norm");
 * Tensor rows = norm.call(-1, x);
 * }
 *
 * <p>The fold must not care for grouping; its order is the same on every run. Arguments stretch to one shape by NumPy's rule.
 */
public final class ReductionKernel {
    private static final long PIECE = 4_096;
    private static final long MOST_PIECES = 1_024;

    private final String name;
    private final KernelParameters inputs;
    private final KernelParameters.Parameter output;
    private final String map;
    private final String reduce;
    private final String finish;
    private final String identity;

    private record Reduction(String source, String name, List<Node.Result> results, long threads)
            implements CustomKernel {}

    /**
     * A fold.
     *
     * @param inputs types and names of what is mapped
     * @param output type and name of the result; the type is also that in which it is folded
     * @param map an expression in the inputs
     * @param reduce an expression in {@code a} and {@code b}
     * @param finish a statement that sets the output from {@code a}
     * @param identity what folds with any value to that value
     * @param name a C identifier
     */
    public ReductionKernel(
            String inputs, String output, String map, String reduce, String finish, String identity, String name) {
        this.inputs = KernelParameters.parse(inputs, false);
        List<KernelParameters.Parameter> outputs =
                KernelParameters.parse(output, true).list();
        if (outputs.size() != 1
                || this.inputs.list().isEmpty()
                || this.inputs.list().stream().anyMatch(KernelParameters.Parameter::raw)) {
            throw new IllegalArgumentException(name + ": a fold has inputs that are not raw and one output");
        }
        this.output = outputs.getFirst();
        this.map = map;
        this.reduce = reduce;
        this.finish = finish;
        this.identity = identity;
        this.name = name;
    }

    /** {@return the fold of all elements: a scalar} */
    public Tensor call(Tensor... arguments) {
        return fold(null, arguments);
    }

    /** {@return the folds along an axis, which goes} */
    public Tensor call(int axis, Tensor... arguments) {
        return fold(axis, arguments);
    }

    private Tensor fold(Integer axis, Tensor... arguments) {
        Map<String, DType> letters = inputs.letters(name, List.of(arguments));
        Shape shape = arguments[0].shape();
        for (Tensor argument : arguments) {
            shape = Shape.broadcast(name, shape, argument.shape());
        }
        int along = axis == null ? 0 : shape.axis(axis);
        Shape kept = axis == null ? Shape.SCALAR : shape.remove(along);
        long columns = axis == null ? shape.elements() : shape.size(along);
        long rows = kept.elements();
        List<Node> mapped = new ArrayList<>();
        for (Tensor argument : arguments) {
            Node node = Trace.broadcast(argument.node(), shape);
            if (axis != null) {
                List<Integer> order = new ArrayList<>();
                for (int i = 0; i < shape.rank(); i++) {
                    if (i != along) {
                        order.add(i);
                    }
                }
                order.add(along);
                node = Trace.permute(node, order);
            }
            mapped.add(Trace.reshape(node, Shape.of(rows, columns)));
        }
        DType dtype = KernelParameters.dtype(name, output, letters);
        long pieces = Math.clamp(Math.ceilDiv(columns, PIECE), 1, MOST_PIECES);
        Node parts = launch(mapped, letters, dtype, Shape.of(rows, pieces), columns, true);
        Node done = launch(List.of(parts), letters, dtype, kept, pieces, false);
        return new Tensor(done);
    }

    /** A warp folds one piece of a row; lanes take every 32nd element, then fold with each other. */
    private Node launch(
            List<Node> nodes, Map<String, DType> letters, DType dtype, Shape result, long columns, boolean first) {
        long rows = nodes.getFirst().shape().size(0);
        long pieces = first ? result.size(1) : 1;
        long length = Math.ceilDiv(columns, pieces);
        String c = KernelParameters.c(dtype);
        String kernel = first ? name : name + "_finish";
        List<String> parameters = new ArrayList<>();
        var loads = new StringBuilder();
        if (first) {
            for (int i = 0; i < nodes.size(); i++) {
                String type = KernelParameters.c(nodes.get(i).dtype());
                String parameter = inputs.list().get(i).name();
                parameters.add("const " + type + "* in_" + parameter);
                loads.append("        const ")
                        .append(type)
                        .append(' ')
                        .append(parameter)
                        .append(" = in_")
                        .append(parameter)
                        .append("[at];\n");
            }
        } else {
            parameters.add("const " + c + "* parts");
        }
        parameters.add(c + "* out");
        String source = KernelParameters.head(letters)
                + "static __device__ " + c + " fold(" + c + " a, " + c + " b) { return " + reduce + "; }\n"
                + "extern \"C\" __global__ void " + kernel + "(" + String.join(", ", parameters) + ", long long n) {\n"
                + "    const long long warp = ((long long) blockIdx.x * blockDim.x + threadIdx.x) / 32;\n"
                + "    if (warp >= " + rows * pieces + ") return;\n"
                + "    const long long row = warp / " + pieces + ", from = warp % " + pieces + " * " + length + ";\n"
                + "    const long long to = from + " + length + " < " + columns + " ? from + " + length + " : "
                + columns + ";\n"
                + "    " + c + " a = " + identity + ";\n"
                + "    for (long long j = from + threadIdx.x % 32; j < to; j += 32) {\n"
                + "        const long long at = row * " + columns + " + j;\n"
                + loads
                + "        a = fold(a, " + (first ? map : "parts[at]") + ");\n    }\n"
                + "    __shared__ " + c + " lanes[256];\n"
                + "    lanes[threadIdx.x] = a;\n"
                + "    for (int step = 16; step > 0; step /= 2) {\n"
                + "        __syncwarp();\n"
                + "        if (threadIdx.x % 32 < step) lanes[threadIdx.x] = fold(lanes[threadIdx.x], lanes[threadIdx.x + step]);\n"
                + "    }\n"
                + "    if (threadIdx.x % 32 != 0) return;\n"
                + "    a = lanes[threadIdx.x];\n"
                + (first
                        ? "    out[warp] = a;\n"
                        : "    " + c + " " + output.name() + ";\n    " + finish + ";\n    out[warp] = " + output.name()
                                + ";\n")
                + "}\n";
        var custom = new Reduction(source, kernel, List.of(new Node.Result(result, dtype)), rows * pieces * 32);
        return Trace.item(Trace.custom(custom, nodes, nodes.getFirst().place()), 0);
    }

    @Override
    public String toString() {
        return name + ": " + map + "; " + reduce + "; " + finish;
    }
}
