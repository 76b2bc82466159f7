package io.xianka.tensor.product;

import io.xianka.driver.api.Cudnn.Mode;
import io.xianka.driver.api.Cudnn.Number;
import io.xianka.driver.api.Cudnn.Operation;
import io.xianka.driver.api.Cudnn.Operation.Matmul;
import io.xianka.driver.api.Cudnn.Operation.Pointwise;
import io.xianka.driver.api.Cudnn.Operation.Reduction;
import io.xianka.driver.api.Cudnn.Operation.Reshape;
import io.xianka.driver.api.Cudnn.Reducer;
import io.xianka.driver.api.Cudnn.Residence;
import io.xianka.driver.api.Cudnn.Tensor;
import io.xianka.tensor.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Attention as the graph of small operations that cuDNN's engines for fused attention recognise. They are particular about
 * which operations there are and how they hang together: this is the form that NVIDIA's own front end gives them.
 *
 * <p>All tensors have four dimensions: sequence, head, row, column.
 */
final class AttentionGraph {
    private static final int ROWS = 2;
    private static final int COLUMNS = 3;

    private final Attention attention;
    private final Number type;
    private final long batch;
    private final long heads;
    private final long queries;
    private final long keys;
    private final long headSize;
    private final List<Operation> operations = new ArrayList<>();
    private final List<Tensor> inMemory = new ArrayList<>();
    private long nextId = 1;

    private AttentionGraph(Attention attention) {
        this.attention = attention;
        this.type = attention.type() == DType.FLOAT16 ? Number.FLOAT16 : Number.BFLOAT16;
        this.batch = attention.batch();
        this.heads = attention.heads();
        this.queries = attention.queries();
        this.keys = attention.keys();
        this.headSize = attention.headSize();
    }

    List<Operation> operations() {
        return List.copyOf(operations);
    }

    /** Tensors in memory, in the order in which {@link #forward} and {@link #backward} name them. */
    List<Tensor> inMemory() {
        return List.copyOf(inMemory);
    }

    /** In memory: q, k, v, o, log-sum-exp. */
    static AttentionGraph forward(Attention attention) {
        AttentionGraph graph = new AttentionGraph(attention);
        Tensor q = graph.queryRows(attention.q());
        Tensor k = graph.keyColumns(attention.k());
        Tensor v = graph.keyRows(attention.v());
        Tensor o = graph.queryRows(attention.o());
        Tensor logSumExp = graph.rowNumbers(Residence.MEMORY);

        Tensor scores = graph.masked(graph.scaled(graph.product(q, k)));
        Tensor largest = graph.reduced(Reducer.MAX, scores);
        Tensor exponentials = graph.pointwise(
                Mode.EXP, graph.pointwise(Mode.SUBTRACT, scores, largest, Number.FLOAT32), Number.FLOAT32);
        Tensor sum = graph.reduced(Reducer.SUM, exponentials);
        Tensor logarithm = graph.rowNumbers(Residence.VIRTUAL);
        graph.pointwise(Mode.LOG, sum, Optional.empty(), logarithm);
        graph.pointwise(Mode.ADD, largest, Optional.of(logarithm), logSumExp);
        Tensor probabilities = graph.scoreLike(graph.type);
        graph.pointwise(Mode.DIVIDE, exponentials, Optional.of(sum), probabilities);
        graph.operations.add(new Matmul(probabilities, v, o));
        return graph;
    }

    /**
     * In memory: q, k, v, o, log-sum-exp, gradients of o, q, k and v, then what lies between the engine's kernels: float sums
     * for the gradient of q, and row sums.
     */
    static AttentionGraph backward(Attention attention) {
        AttentionGraph graph = new AttentionGraph(attention);
        Tensor q = graph.queryRows(attention.q());
        Tensor k = graph.keyColumns(attention.k());
        Tensor v = graph.keyColumns(attention.v());
        Tensor o = graph.queryRows(attention.o());
        Tensor logSumExp = graph.rowNumbers(Residence.MEMORY);
        Tensor gradientOfO = graph.queryRows(attention.o());
        Tensor gradientOfQ = graph.queryRows(attention.gradients().q());
        Tensor gradientOfK = graph.keyRows(attention.gradients().k());
        Tensor gradientOfV = graph.keyRows(attention.gradients().v());
        Tensor sumsOfQ = graph.dense(Number.FLOAT32, graph.heads, graph.queries, graph.headSize, Residence.MEMORY);
        Tensor delta = graph.rowNumbers(Residence.MEMORY);

        Tensor products = graph.dense(Number.FLOAT32, graph.heads, graph.queries, graph.headSize, Residence.VIRTUAL);
        graph.pointwise(Mode.MULTIPLY, gradientOfO, Optional.of(o), products);
        Tensor rowSums = graph.reduced(Reducer.SUM, products);
        graph.pointwise(Mode.MULTIPLY, rowSums, Optional.of(graph.constant(1)), delta);

        Tensor scores = graph.scaled(graph.product(q, k));
        Tensor shifted = graph.pointwise(Mode.SUBTRACT, scores, logSumExp, Number.FLOAT32);
        Tensor probabilities = graph.pointwise(Mode.EXP, graph.masked(shifted), Number.FLOAT32);
        graph.summedOverHeads(graph.transposed(probabilities), gradientOfO, gradientOfV);

        Tensor gradientOfP = graph.product(gradientOfO, v);
        Tensor difference = graph.pointwise(Mode.SUBTRACT, gradientOfP, delta, Number.FLOAT32);
        Tensor gradientOfScores =
                graph.scaled(graph.pointwise(Mode.MULTIPLY, difference, probabilities, Number.FLOAT32));
        graph.summedOverHeads(graph.transposed(gradientOfScores), q, gradientOfK);

        Attention.Layout lines = attention.k();
        Tensor keyRows = graph.add(new Tensor(
                graph.nextId++,
                Number.FLOAT32,
                gradientOfK.sizes(),
                List.of(lines.batchStride(), lines.headStride(), lines.rowStride(), 1L),
                Residence.VIRTUAL,
                0));
        graph.operations.add(new Reshape(k, keyRows));
        graph.operations.add(new Matmul(gradientOfScores, keyRows, sumsOfQ));
        graph.pointwise(Mode.IDENTITY, sumsOfQ, Optional.empty(), gradientOfQ);
        return graph;
    }

    // ------------------------------------------------------------------ operations

    private Tensor product(Tensor left, Tensor right) {
        Tensor scores = scoreLike(Number.FLOAT32);
        operations.add(new Matmul(left, right, scores));
        return scores;
    }

    private Tensor scaled(Tensor scores) {
        return pointwise(Mode.MULTIPLY, scores, constant((float) attention.scale()), Number.FLOAT32);
    }

    /** Scores of keys behind the query become minus infinity. */
    private Tensor masked(Tensor scores) {
        if (!attention.causal()) {
            return scores;
        }
        Tensor row = index(scores, ROWS);
        Tensor column = index(scores, COLUMNS);
        Tensor seen = scoreLike(Number.BOOLEAN);
        operations.add(
                new Pointwise(Mode.AT_LEAST, Number.BOOLEAN, row, Optional.of(column), Optional.empty(), seen, 0));
        Tensor result = scoreLike(Number.FLOAT32);
        operations.add(new Pointwise(
                Mode.SELECT,
                Number.FLOAT32,
                scores,
                Optional.of(constant(Float.NEGATIVE_INFINITY)),
                Optional.of(seen),
                result,
                0));
        return result;
    }

    private Tensor index(Tensor scores, int axis) {
        Tensor result = scoreLike(Number.INT32);
        operations.add(
                new Pointwise(Mode.INDEX, Number.INT32, scores, Optional.empty(), Optional.empty(), result, axis));
        return result;
    }

    private Tensor pointwise(Mode mode, Tensor x, Tensor b, Number result) {
        Tensor y = scoreLike(result);
        pointwise(mode, x, Optional.of(b), y);
        return y;
    }

    private Tensor pointwise(Mode mode, Tensor x, Number result) {
        Tensor y = scoreLike(result);
        pointwise(mode, x, Optional.empty(), y);
        return y;
    }

    private void pointwise(Mode mode, Tensor x, Optional<Tensor> b, Tensor y) {
        operations.add(new Pointwise(mode, Number.FLOAT32, x, b, Optional.empty(), y, 0));
    }

    private Tensor reduced(Reducer reducer, Tensor x) {
        Tensor y = rowNumbers(Residence.VIRTUAL);
        operations.add(new Reduction(reducer, x, y));
        return y;
    }

    /** Keys down, queries across. */
    private Tensor transposed(Tensor scores) {
        Tensor result = new Tensor(
                nextId++,
                type,
                List.of(batch, heads, keys, queries),
                List.of(heads * queries * keys, queries * keys, 1L, keys),
                Residence.VIRTUAL,
                0);
        operations.add(new Reshape(scores, result));
        return result;
    }

    /** A product for each head of the queries, summed over those that share a head of the keys. */
    private void summedOverHeads(Tensor left, Tensor right, Tensor result) {
        if (attention.keyHeads() == attention.heads()) {
            operations.add(new Matmul(left, right, result));
            return;
        }
        Tensor allHeads = dense(type, heads, keys, headSize, Residence.VIRTUAL);
        operations.add(new Matmul(left, right, allHeads));
        operations.add(new Reduction(Reducer.SUM, allHeads, result));
    }

    // ------------------------------------------------------------------ tensors

    private Tensor queryRows(Attention.Layout layout) {
        return add(rows(heads, queries, layout));
    }

    private Tensor keyRows(Attention.Layout layout) {
        return add(rows(attention.keyHeads(), keys, layout));
    }

    private Tensor rows(long count, long length, Attention.Layout layout) {
        return new Tensor(
                nextId++,
                type,
                List.of(batch, count, length, headSize),
                List.of(layout.batchStride(), layout.headStride(), layout.rowStride(), 1L),
                Residence.MEMORY,
                0);
    }

    /** Rows of keys seen as columns. */
    private Tensor keyColumns(Attention.Layout layout) {
        return add(new Tensor(
                nextId++,
                type,
                List.of(batch, (long) attention.keyHeads(), headSize, keys),
                List.of(layout.batchStride(), layout.headStride(), 1L, layout.rowStride()),
                Residence.MEMORY,
                0));
    }

    private Tensor rowNumbers(Residence residence) {
        return dense(Number.FLOAT32, heads, queries, 1, residence);
    }

    private Tensor scoreLike(Number number) {
        return dense(number, heads, queries, keys, Residence.VIRTUAL);
    }

    private Tensor dense(Number number, long count, long rows, long columns, Residence residence) {
        return add(new Tensor(
                nextId++,
                number,
                List.of(batch, count, rows, columns),
                List.of(count * rows * columns, rows * columns, columns, 1L),
                residence,
                0));
    }

    private Tensor constant(float value) {
        return new Tensor(
                nextId++, Number.FLOAT32, List.of(1L, 1L, 1L, 1L), List.of(1L, 1L, 1L, 1L), Residence.CONSTANT, value);
    }

    private Tensor add(Tensor tensor) {
        if (tensor.residence() == Residence.MEMORY) {
            inMemory.add(tensor);
        }
        return tensor;
    }
}
