package io.xianka.tensor;

import io.xianka.tensor.graph.CustomKernel;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Trace;
import java.util.List;

/**
 * An inclusive scan of one's own, in CUDA C, as PyCUDA's {@code InclusiveScanKernel}: each element of the last axis folded with all
 * before it.
 *
 * {@snippet :
 * var runningMaximum = new ScanKernel(DType.FLOAT32, "a > b ? a : b", "-INFINITY", "running_maximum");
 * Tensor y = runningMaximum.call(x);
 * }
 *
 * <p>The fold must not care for grouping.
 */
public final class ScanKernel {
    private static final long PIECE = 2_048;

    private final DType dtype;
    private final String fold;
    private final String identity;
    private final String name;

    private record Scan(String source, String name, List<Node.Result> results, long threads) implements CustomKernel {}

    /**
     * A scan.
     *
     * @param dtype of the elements
     * @param fold an expression in {@code a} and {@code b}, where {@code a} comes earlier
     * @param identity what folds with any value to that value
     * @param name a C identifier
     */
    public ScanKernel(DType dtype, String fold, String identity, String name) {
        this.dtype = dtype;
        this.fold = fold;
        this.identity = identity;
        this.name = name;
    }

    /** {@return the running folds, of the argument's shape} */
    public Tensor call(Tensor argument) {
        if (argument.dtype() != dtype) {
            throw new DTypeMismatch(name + ": the argument is " + argument.dtype() + ", not " + dtype);
        }
        Shape shape = argument.shape();
        if (shape.rank() == 0) {
            throw new ShapeMismatch(name + ": a scalar has no axis to scan; reshape it to (1,)");
        }
        if (shape.elements() == 0) {
            return argument;
        }
        long size = shape.size(-1);
        long rows = shape.elements() / size;
        long pieces = Math.ceilDiv(size, PIECE);
        Node x = Trace.reshape(argument.node(), Shape.of(rows, size));
        Node y;
        if (pieces == 1) {
            y = scan(x, null, Shape.of(rows, size));
        } else {
            Node totals = totals(x, Shape.of(rows, pieces));
            Node carries = new ScanKernel(dtype, fold, identity, name)
                    .call(new Tensor(totals))
                    .node();
            y = scan(x, carries, Shape.of(rows, size));
        }
        return new Tensor(Trace.reshape(y, shape));
    }

    private String head() {
        String c = KernelParameters.c(dtype);
        return KernelParameters.head(java.util.Map.of()) + "static __device__ " + c + " fold(" + c + " a, " + c
                + " b) { return " + fold + "; }\n";
    }

    /** A thread folds a piece. */
    private Node totals(Node x, Shape result) {
        long size = x.shape().size(1);
        long pieces = result.size(1);
        String c = KernelParameters.c(dtype);
        String source = head() + "extern \"C\" __global__ void " + name + "_totals(const " + c + "* x, " + c
                + "* out, long long n) {\n"
                + "    const long long at = (long long) blockIdx.x * blockDim.x + threadIdx.x;\n    if (at >= n) return;\n"
                + "    const long long row = at / " + pieces + ", from = at % " + pieces + " * " + PIECE + ";\n"
                + "    const long long to = from + " + PIECE + " < " + size + " ? from + " + PIECE + " : " + size
                + ";\n"
                + "    " + c + " a = " + identity + ";\n"
                + "    for (long long j = from; j < to; j++) a = fold(a, x[row * " + size
                + " + j]);\n    out[at] = a;\n}\n";
        var kernel = new Scan(source, name + "_totals", List.of(new Node.Result(result, dtype)), result.elements());
        return Trace.item(Trace.custom(kernel, List.of(x), x.place()), 0);
    }

    /** A warp scans a piece, 32 elements at a time, after what the pieces before it folded to. */
    private Node scan(Node x, Node carries, Shape result) {
        long size = result.size(1);
        long pieces = Math.ceilDiv(size, PIECE);
        long warps = result.size(0) * pieces;
        String c = KernelParameters.c(dtype);
        String source = head() + "extern \"C\" __global__ void " + name + "(const " + c + "* x, "
                + (carries == null ? "" : "const " + c + "* carries, ")
                + c + "* out, long long n) {\n"
                + "    __shared__ " + c + " lanes[256];\n"
                + "    const long long warp = ((long long) blockIdx.x * blockDim.x + threadIdx.x) / 32;\n"
                + "    if (warp >= " + warps + ") return;\n"
                + "    const int lane = threadIdx.x % 32;\n"
                + "    const long long row = warp / " + pieces + ", piece = warp % " + pieces + ", from = piece * "
                + PIECE + ";\n"
                + "    const long long to = from + " + PIECE + " < " + size + " ? from + " + PIECE + " : " + size
                + ";\n"
                + "    " + c + " carry = "
                + (carries == null ? identity : "piece == 0 ? (" + c + ") " + identity + " : carries[warp - 1]") + ";\n"
                + "    for (long long first = from; first < to; first += 32) {\n"
                + "        const long long j = first + lane;\n"
                + "        " + c + " a = j < to ? x[row * " + size + " + j] : (" + c + ") " + identity + ";\n"
                + "        for (int step = 1; step < 32; step *= 2) {\n"
                + "            __syncwarp();\n            lanes[threadIdx.x] = a;\n            __syncwarp();\n"
                + "            if (lane >= step) a = fold(lanes[threadIdx.x - step], a);\n        }\n"
                + "        a = fold(carry, a);\n"
                + "        if (j < to) out[row * " + size + " + j] = a;\n"
                + "        __syncwarp();\n        lanes[threadIdx.x] = a;\n        __syncwarp();\n"
                + "        carry = lanes[threadIdx.x - lane + 31];\n    }\n}\n";
        var kernel = new Scan(source, name, List.of(new Node.Result(result, dtype)), warps * 32);
        List<Node> nodes = carries == null ? List.of(x) : List.of(x, carries);
        return Trace.item(Trace.custom(kernel, nodes, x.place()), 0);
    }
}
