package io.xianka.tensor.cpu;

import static org.junit.jupiter.api.Assertions.fail;

import io.xianka.tensor.DType;
import io.xianka.tensor.execution.Executor;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.graph.ReduceOp;
import io.xianka.tensor.graph.Storage;
import io.xianka.tensor.graph.Subgraph;
import io.xianka.tensor.plain.PlainExecutor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Runs a graph on an executor and on the plain twin, over the same elements. */
final class TwinComparison {
    private TwinComparison() {}

    /** The bytes of each output. */
    static List<byte[]> run(Executor executor, Subgraph graph, List<byte[]> leaves) {
        List<Storage> storages = new ArrayList<>();
        for (byte[] leaf : leaves) {
            Storage storage = executor.allocate(leaf.length);
            executor.upload(MemorySegment.ofArray(leaf), storage);
            storages.add(storage);
        }
        List<Number> parameters =
                graph.parameters().stream().map(Node::parameter).toList();
        List<Storage> results = executor.compile(graph.detached()).run(storages, parameters);
        List<byte[]> outputs = new ArrayList<>();
        for (Storage result : results) {
            byte[] bytes = new byte[Math.toIntExact(result.bytes())];
            executor.download(result, MemorySegment.ofArray(bytes));
            outputs.add(bytes);
        }
        storages.forEach(Storage::close);
        return outputs;
    }

    /**
     * Elements for the leaves: small multiples of a quarter, now and then a special value. A graph that sums is given no large finite
     * ones: 1e30 - 1e30 + 1 is 1 or 0 by the order of summation, which executors are free to choose.
     */
    static List<byte[]> elements(Subgraph graph, Random random, boolean special) {
        float[] specials = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 0f, -0f, 1e30f, -1e30f};
        if (!special) {
            specials = new float[0];
        } else if (graph.nodes().stream().anyMatch(TwinComparison::sums)) {
            specials = Arrays.copyOf(specials, specials.length - 2);
        }
        List<byte[]> all = new ArrayList<>();
        for (Node leaf : graph.leaves()) {
            byte[] bytes = new byte[Math.toIntExact(leaf.bytes())];
            MemorySegment memory = MemorySegment.ofArray(bytes);
            int step = leaf.dtype().isComplex() ? 4 : leaf.dtype().bytes();
            for (int i = 0; i < bytes.length / step; i++) {
                put(leaf.dtype(), memory, i, random, specials);
            }
            all.add(bytes);
        }
        return all;
    }

    private static boolean sums(Node node) {
        return node.op() instanceof Op.Reduce reduce
                && reduce.op() == ReduceOp.SUM
                && node.dtype().hasGradient();
    }

    private static void put(DType dtype, MemorySegment memory, int i, Random random, float[] specials) {
        float quarters = (random.nextInt(25) - 12) / 4f;
        if (specials.length > 0 && random.nextInt(40) == 0) {
            quarters = specials[random.nextInt(specials.length)];
        }
        switch (dtype) {
            case BOOL -> memory.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt(2));
            case UINT8, INT8 -> memory.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt());
            case INT16 -> memory.setAtIndex(ValueLayout.JAVA_SHORT_UNALIGNED, i, (short) random.nextInt());
            case INT32 -> memory.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i, random.nextInt(-100, 100));
            case INT64 -> memory.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, i, random.nextLong(-100, 100));
            case FLOAT16 -> memory.setAtIndex(ValueLayout.JAVA_SHORT_UNALIGNED, i, Float.floatToFloat16(quarters));
            case BFLOAT16 -> memory.setAtIndex(ValueLayout.JAVA_SHORT_UNALIGNED, i, (short) DType.bfloat16Of(quarters));
            case FLOAT32, COMPLEX64 -> memory.setAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, i, quarters);
            case FLOAT64 -> memory.setAtIndex(ValueLayout.JAVA_DOUBLE_UNALIGNED, i, quarters);
        }
    }

    /** Fails when an output differs by more than rounding explains. */
    static void check(String what, Executor executor, Subgraph graph, List<byte[]> leaves) {
        check(what, graph, run(executor, graph, leaves), run(new PlainExecutor(), graph, leaves));
    }

    static void check(String what, Subgraph graph, List<byte[]> actual, List<byte[]> expected) {
        for (int output = 0; output < actual.size(); output++) {
            DType dtype = graph.outputs().get(output).dtype();
            double[] x = values(dtype, expected.get(output));
            double[] y = values(dtype, actual.get(output));
            double scale = 1;
            for (double value : x) {
                scale = Double.isFinite(value) ? Math.max(scale, Math.abs(value)) : scale;
            }
            double tolerance = scale
                    * switch (dtype) {
                        case FLOAT16 -> 0.02;
                        case BFLOAT16 -> 0.1;
                        case FLOAT32, COMPLEX64 ->
                            graph.nodes().stream().anyMatch(TwinComparison::isNarrow) ? 0.1 : 2e-4;
                        case FLOAT64 -> graph.nodes().stream().anyMatch(TwinComparison::isNarrow) ? 0.1 : 2e-4;
                        case BOOL, UINT8, INT8, INT16, INT32, INT64 -> 0;
                    };
            for (int i = 0; i < x.length; i++) {
                boolean same =
                        x[i] == y[i] || Double.isNaN(x[i]) && Double.isNaN(y[i]) || Math.abs(x[i] - y[i]) <= tolerance;
                if (!same) {
                    fail(what + ": output " + output + " " + graph.outputs().get(output) + " element " + i + " is "
                            + y[i] + ", the plain twin has " + x[i]);
                }
            }
        }
    }

    private static boolean isNarrow(Node node) {
        return node.dtype() == DType.FLOAT16 || node.dtype() == DType.BFLOAT16;
    }

    static double[] values(DType dtype, byte[] bytes) {
        MemorySegment memory = MemorySegment.ofArray(bytes);
        int step = dtype.isComplex() ? 4 : dtype.bytes();
        double[] values = new double[bytes.length / step];
        for (int i = 0; i < values.length; i++) {
            values[i] = switch (dtype) {
                case BOOL, UINT8 -> memory.get(ValueLayout.JAVA_BYTE, i) & 0xff;
                case INT8 -> memory.get(ValueLayout.JAVA_BYTE, i);
                case INT16 -> memory.getAtIndex(ValueLayout.JAVA_SHORT_UNALIGNED, i);
                case INT32 -> memory.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i);
                case INT64 -> memory.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, i);
                case FLOAT16 -> Float.float16ToFloat(memory.getAtIndex(ValueLayout.JAVA_SHORT_UNALIGNED, i));
                case BFLOAT16 -> Float.intBitsToFloat(memory.getAtIndex(ValueLayout.JAVA_SHORT_UNALIGNED, i) << 16);
                case FLOAT32, COMPLEX64 -> memory.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, i);
                case FLOAT64 -> memory.getAtIndex(ValueLayout.JAVA_DOUBLE_UNALIGNED, i);
            };
        }
        return values;
    }
}
