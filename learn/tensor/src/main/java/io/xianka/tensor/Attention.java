package io.xianka.tensor;

import io.xianka.tensor.graph.Trace;
import java.util.List;

/**
 * How attention weighs keys: softmax(scale * q k<sup>T</sup>) v.
 *
 * @param causal row i sees keys up to i only
 * @param scale NaN for one over the square root of the heads' size
 * @param mask added to the scores, or a bool that is false where a key is not seen; stretches to {@code (batch, heads, length,
 *     keys)}; or null
 */
public record Attention(boolean causal, double scale, Tensor mask) {
    /** All keys, scaled by one over the square root of the heads' size. */
    public static final Attention DEFAULT = new Attention(false, Double.NaN, null);

    /** Row i sees keys up to i. */
    public static final Attention CAUSAL = DEFAULT.withCausal(true);

    /** {@return with or without sight of later keys} */
    public Attention withCausal(boolean causal) {
        return new Attention(causal, scale, mask);
    }

    /** {@return with this factor of the scores} */
    public Attention withScale(double scale) {
        return new Attention(causal, scale, mask);
    }

    /** {@return with this mask} */
    public Attention withMask(Tensor mask) {
        return new Attention(causal, scale, mask);
    }

    /**
     * Attention of queries to keys. Heads of keys and values may be fewer: each serves as many heads of queries in a row.
     *
     * @param q {@code (batch..., heads, length, size)}
     * @param k {@code (batch..., groups, keys, size)}, heads a multiple of groups
     * @param v {@code (batch..., groups, keys, width)}
     * @return {@code (batch..., heads, length, width)}
     */
    public Tensor of(Tensor q, Tensor k, Tensor v) {
        if (Autocast.isOn()) {
            DType type = Autocast.type();
            // Spelled out, its softmax is on the list of float32.
            return Autocast.low(
                    "attention",
                    List.of(q, k, v),
                    all -> Autocast.in(mask == null ? null : type, () -> attend(all.get(0), all.get(1), all.get(2))));
        }
        return attend(q, k, v);
    }

    private Tensor attend(Tensor q, Tensor k, Tensor v) {
        Shape shape = q.shape();
        int rank = shape.rank();
        if (rank < 2 || k.shape().rank() != rank || v.shape().rank() != rank) {
            throw new ShapeMismatch("attention: q " + shape + ", k " + k.shape() + ", v " + v.shape()
                    + ": all three are (batch..., heads, length, size)");
        }
        DType dtype = DType.promote(Promotion.common("attention", q, k), v.dtype());
        Promotion.floating("attention", q);
        Tensor queries = four(q.to(dtype));
        Tensor keys = four(k.to(dtype));
        Tensor values = four(v.to(dtype));
        double factor = Double.isNaN(scale) ? 1 / Math.sqrt((double) shape.size(-1)) : scale;
        boolean fused = mask == null
                && keys.shape().equals(values.shape())
                && keys.shape().size(2) > 0;
        Tensor output = fused
                ? new Tensor(Trace.item(Trace.attention(queries.node(), keys.node(), values.node(), factor, causal), 0))
                : spelledOut(queries, keys, values, factor);
        return output.reshape(shape.with(-1, v.shape().size(-1)));
    }

    private static Tensor four(Tensor tensor) {
        Shape shape = tensor.shape();
        int rank = shape.rank();
        long heads = rank > 2 ? shape.size(-3) : 1;
        long batch = rank > 3 ? shape.slice(0, rank - 3).elements() : 1;
        return tensor.reshape(batch, heads, shape.size(-2), shape.size(-1));
    }

    /** In simple operations: with a mask, or with values of another width. */
    private Tensor spelledOut(Tensor q, Tensor k, Tensor v, double factor) {
        long heads = q.shape().size(1);
        long groups = k.shape().size(1);
        if (groups == 0 || heads % groups != 0 || v.shape().size(1) != groups) {
            throw new ShapeMismatch("attention: " + heads + " heads of queries, " + groups + " of keys, "
                    + v.shape().size(1) + " of values: the first must be a multiple of the others");
        }
        Tensor keys = k.repeatInterleave(heads / groups, 1);
        Tensor values = v.repeatInterleave(heads / groups, 1);
        Tensor scores = q.matmul(keys.transpose()).mul(factor);
        if (causal) {
            Tensor seen = Tensor.ones(scores.shape().slice(2, 4), DType.INT64, q.device())
                    .tril()
                    .to(DType.BOOL);
            scores = Tensor.where(seen, scores, scores.fullLike(Double.NEGATIVE_INFINITY));
        }
        if (mask != null) {
            scores = mask.dtype() == DType.BOOL
                    ? Tensor.where(mask, scores, scores.fullLike(Double.NEGATIVE_INFINITY))
                    : scores.add(mask);
        }
        return scores.softmax(-1).matmul(values);
    }
}
