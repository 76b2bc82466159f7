package io.xianka.tensor.plain;

import io.xianka.tensor.DType;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import java.util.List;

/** Attention as its formula says, in double precision. */
final class PlainAttention {
    private final int heads;
    private final int groups;
    private final int length;
    private final int keys;
    private final int size;
    private final int batches;
    private final double scale;
    private final boolean causal;
    private final DType dtype;
    private final Elements q;
    private final Elements k;
    private final Elements v;

    private PlainAttention(Node node, double scale, boolean causal, List<Elements> operands) {
        this.batches = (int) node.input(0).shape().size(0);
        this.heads = (int) node.input(0).shape().size(1);
        this.length = (int) node.input(0).shape().size(2);
        this.size = (int) node.input(0).shape().size(3);
        this.groups = (int) node.input(1).shape().size(1);
        this.keys = (int) node.input(1).shape().size(2);
        this.scale = scale;
        this.causal = causal;
        this.dtype = node.dtype();
        this.q = operands.get(0);
        this.k = operands.get(1);
        this.v = operands.get(2);
    }

    private int query(int batch, int head, int row) {
        return ((batch * heads + head) * length + row) * size;
    }

    private int key(int batch, int head, int row) {
        return ((batch * groups + head / (heads / groups)) * keys + row) * size;
    }

    private int seen(int row) {
        return causal ? Math.min(keys, row + 1) : keys;
    }

    private double score(int from, int to) {
        double sum = 0;
        for (int d = 0; d < size; d++) {
            sum += q.reals[from + d] * k.reals[to + d];
        }
        return sum * scale;
    }

    static List<Elements> forward(Node node, Op.Attention op, List<Elements> operands) {
        var attention = new PlainAttention(node, op.scale(), op.causal(), operands);
        var output = new Elements(node.dtype(), node.shape().elements());
        var lse = new Elements(
                node.results().get(1).dtype(), node.results().get(1).shape().elements());
        attention.rows((batch, head, row) -> attention.forwardRow(batch, head, row, output, lse));
        return op.output() == Op.Arrangement.HEADS_FIRST
                ? List.of(output, lse)
                : List.of(attention.byPlaces(output, attention.heads, attention.length), lse);
    }

    private interface Row {
        void at(int batch, int head, int row);
    }

    private void rows(Row row) {
        for (int batch = 0; batch < batches; batch++) {
            for (int head = 0; head < heads; head++) {
                for (int i = 0; i < length; i++) {
                    row.at(batch, head, i);
                }
            }
        }
    }

    private void forwardRow(int batch, int head, int row, Elements output, Elements lse) {
        int from = query(batch, head, row);
        double[] scores = new double[seen(row)];
        double largest = Double.NEGATIVE_INFINITY;
        for (int j = 0; j < scores.length; j++) {
            scores[j] = score(from, key(batch, head, j));
            largest = Math.max(largest, scores[j]);
        }
        double sum = 0;
        for (int j = 0; j < scores.length; j++) {
            scores[j] = StrictMath.exp(scores[j] - largest);
            sum += scores[j];
        }
        for (int d = 0; d < size; d++) {
            double value = 0;
            for (int j = 0; j < scores.length; j++) {
                value += scores[j] * v.reals[key(batch, head, j) + d];
            }
            output.put(from + d, value / sum);
        }
        lse.put(from / size, largest + StrictMath.log(sum));
    }

    static List<Elements> backward(Node node, Op.AttentionGradient op, List<Elements> operands) {
        var attention = new PlainAttention(node, op.scale(), op.causal(), operands);
        double[] dq = new double[attention.q.size()];
        double[] dk = new double[attention.k.size()];
        double[] dv = new double[attention.v.size()];
        attention.rows((batch, head, row) ->
                attention.backwardRow(batch, head, row, operands.get(3), operands.get(4), operands.get(5), dq, dk, dv));
        List<Elements> gradients = List.of(rounded(node, dq), rounded(node, dk), rounded(node, dv));
        return switch (op.gradients()) {
            case HEADS_FIRST -> gradients;
            case PLACES_FIRST ->
                List.of(
                        attention.byPlaces(gradients.get(0), attention.heads, attention.length),
                        attention.byPlaces(gradients.get(1), attention.groups, attention.keys),
                        attention.byPlaces(gradients.get(2), attention.groups, attention.keys));
            case PACKED -> List.of(attention.packed(gradients));
        };
    }

    /** (batch, heads, length, size) as (batch, length, heads, size). */
    private Elements byPlaces(Elements byHeads, int count, int rows) {
        var turned = new Elements(dtype, byHeads.size());
        for (int i = 0; i < turned.size(); i++) {
            int d = i % size;
            int head = i / size % count;
            int row = i / size / count % rows;
            int batch = i / size / count / rows;
            turned.put(i, byHeads.reals[((batch * count + head) * rows + row) * size + d]);
        }
        return turned;
    }

    /** Three of (batch, heads, length, size) as one of (batch, length, 3, heads, size). */
    private Elements packed(List<Elements> byHeads) {
        int width = heads * size;
        var together = new Elements(dtype, 3L * byHeads.getFirst().size());
        for (int part = 0; part < 3; part++) {
            Elements places = byPlaces(byHeads.get(part), heads, length);
            for (int i = 0; i < places.size(); i++) {
                together.put((i / width * 3 + part) * width + i % width, places.reals[i]);
            }
        }
        return together;
    }

    private void backwardRow(
            int batch,
            int head,
            int row,
            Elements output,
            Elements lse,
            Elements gradient,
            double[] dq,
            double[] dk,
            double[] dv) {
        int from = query(batch, head, row);
        double drift = 0;
        for (int d = 0; d < size; d++) {
            drift += output.reals[from + d] * gradient.reals[from + d];
        }
        for (int j = 0; j < seen(row); j++) {
            int to = key(batch, head, j);
            double weight = StrictMath.exp(score(from, to) - lse.reals[from / size]);
            double slope = 0;
            for (int d = 0; d < size; d++) {
                slope += gradient.reals[from + d] * v.reals[to + d];
                dv[to + d] += weight * gradient.reals[from + d];
            }
            double dscore = weight * (slope - drift) * scale;
            for (int d = 0; d < size; d++) {
                dq[from + d] += dscore * k.reals[to + d];
                dk[to + d] += dscore * q.reals[from + d];
            }
        }
    }

    private static Elements rounded(Node node, double[] values) {
        var elements = new Elements(node.dtype(), values.length);
        for (int i = 0; i < values.length; i++) {
            elements.put(i, values[i]);
        }
        return elements;
    }
}
