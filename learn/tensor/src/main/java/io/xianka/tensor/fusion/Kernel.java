package io.xianka.tensor.fusion;

import io.xianka.tensor.DType;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.ReduceOp;
import java.util.List;

/**
 * What one generated kernel computes: at every row of the domain the folds in their order, each over all points of the row, then
 * what is stored. Backends turn this into CUDA C or bytecode; it is all they need to know.
 *
 * @param domain the points
 * @param values all values, operands before what uses them
 * @param folds in order; a fold's value may use {@link Value.Folded} of those before it
 * @param stores what is written: values that depend on inner axes at every point, others once a row
 * @param reads tensors in memory that are read
 */
public record Kernel(Domain domain, List<Value> values, List<Fold> folds, List<Store> stores, List<Node> reads) {
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

    /** {@return bytes read and written when each element moves once} */
    public long bytes() {
        long bytes = 0;
        for (Node node : reads) {
            bytes += node.bytes();
        }
        for (Store store : stores) {
            bytes += store.node().bytes();
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
        return text.toString();
    }
}
