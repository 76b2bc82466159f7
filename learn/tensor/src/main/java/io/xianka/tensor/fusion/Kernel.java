package io.xianka.tensor.fusion;

import io.xianka.tensor.DType;
import io.xianka.tensor.ShapeMismatch;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.ReduceOp;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;

/**
 * What one generated kernel computes: at every row of the domain the folds in their order, each over all points of the row, then
 * what is stored, and over all rows the folds down columns. Backends turn this into CUDA C or bytecode; it is all they need to know.
 *
 * @param domain the points
 * @param values all values, operands before what uses them
 * @param folds in order; a fold's value may use {@link Value.Folded} of those before it
 * @param stores what is written: values that depend on inner axes at every point, others once a row
 * @param reads tensors in memory that are read
 * @param columnFolds folds across the rows; their values may use any fold of a row
 */
public record Kernel(
        Domain domain,
        List<Value> values,
        List<Fold> folds,
        List<Store> stores,
        List<Node> reads,
        List<ColumnFold> columnFolds) {
    /**
     * A device that folds a trillion elements a second takes minutes for as many. More are asked for by mistake: they lie in no memory.
     */
    private static final BigInteger MOST_FOLDED = BigInteger.ONE.shiftLeft(48);

    /**
     * With all it has.
     *
     * @throws ShapeMismatch when it folds more elements than any device would come to the end of
     */
    public Kernel {
        BigInteger points = BigInteger.valueOf(domain.rows()).multiply(BigInteger.valueOf(domain.columns()));
        if (!folds.isEmpty() && points.compareTo(MOST_FOLDED) > 0) {
            throw new ShapeMismatch(folds.getFirst().op().name().toLowerCase(Locale.ROOT) + " over " + points
                    + " elements: more than 2^48, with which no device comes to an end; fold before elements are"
                    + " repeated (expand, repeat, products of axes), or a part of them");
        }
    }

    /** Without folds across the rows. */
    public Kernel(Domain domain, List<Value> values, List<Fold> folds, List<Store> stores, List<Node> reads) {
        this(domain, values, folds, stores, reads, List.of());
    }

    /**
     * A row folded into one number.
     *
     * @param op how two are folded
     * @param value what is folded, at a point
     * @param accumulator the type it is carried in; the result is rounded to the value's type
     */
    public record Fold(ReduceOp op, Value value, DType accumulator) {}

    /**
     * An element written.
     *
     * @param node the tensor it belongs to
     * @param offset counted from its first element
     * @param value of the tensor's type
     * @param eachPoint whether it is written at every point of the row, or once a row
     */
    public record Store(Node node, Index offset, Value value, boolean eachPoint) {}

    /**
     * What all rows have at a point of theirs, folded into one number: the gradient of a scale, as against a norm. Nothing in the kernel
     * is made of it.
     *
     * @param node has an element for each point of a row, in their order
     * @param fold what is folded, at a point
     */
    public record ColumnFold(Node node, Fold fold) {}

    /** {@return whether neighbours in memory belong to different rows} */
    public boolean isColumnar() {
        int inner = domain.rank() - 1;
        int outer = domain.firstInner() - 1;
        long along = 0;
        long across = 0;
        for (Value value : values) {
            if (value.form() instanceof Value.Load(Node node, Index offset)) {
                along += Math.abs(offset.usualStep(inner)) == 1 ? node.bytes() : 0;
                across += outer >= 0 && Math.abs(offset.usualStep(outer)) == 1 ? node.bytes() : 0;
            }
        }
        for (Store store : stores) {
            if (store.eachPoint()) {
                along += Math.abs(store.offset().usualStep(inner)) == 1
                        ? store.node().bytes()
                        : 0;
                across += outer >= 0 && Math.abs(store.offset().usualStep(outer)) == 1
                        ? store.node().bytes()
                        : 0;
            }
        }
        return across > along && domain.rows() >= 32;
    }

    /** {@return bytes read and written when each element moves once} */
    public long bytes() {
        long bytes = 0;
        for (Node node : reads) {
            bytes += node.bytes();
        }
        for (Store store : stores) {
            bytes += store.node().bytes();
        }
        for (ColumnFold fold : columnFolds) {
            bytes += fold.node().bytes();
        }
        return bytes;
    }

    /** {@return the kernel as a reader would write it} */
    @Override
    public String toString() {
        var text = new StringBuilder("for rows " + domain.outer());
        text.append(domain.inner().isEmpty() ? "" : ", columns " + domain.inner())
                .append('\n');
        for (Value value : values) {
            text.append("  ")
                    .append(value)
                    .append(" = ")
                    .append(value.form())
                    .append(" ")
                    .append(value.dtype())
                    .append('\n');
        }
        for (int i = 0; i < folds.size(); i++) {
            text.append("  fold ")
                    .append(i)
                    .append(" = ")
                    .append(folds.get(i).op())
                    .append(" ")
                    .append(folds.get(i).value())
                    .append('\n');
        }
        for (Store store : stores) {
            text.append("  ")
                    .append(store.node().dtype())
                    .append(store.node().shape())
                    .append("[")
                    .append(store.offset())
                    .append("] = ")
                    .append(store.value())
                    .append('\n');
        }
        for (ColumnFold column : columnFolds) {
            text.append("  ")
                    .append(column.node().dtype())
                    .append(column.node().shape())
                    .append(" = ")
                    .append(column.fold().op())
                    .append(" of all rows' ")
                    .append(column.fold().value())
                    .append('\n');
        }
        return text.toString();
    }
}
