package io.xianka.tensor;

import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Trace;
import java.util.List;

/** Products of matrices. */
sealed interface Products permits Tensor {
    private Tensor self() {
        return (Tensor) this;
    }

    /**
     * The product of matrices by NumPy's rule: {@code (batch..., m, k)} times {@code (batch..., k, n)}, batches stretched; a vector
     * counts as one row on the left, as one column on the right, and its axis goes from the result.
     */
    default Tensor matmul(Tensor other) {
        if (Autocast.isOn()) {
            return Autocast.low("matmul", self(), other, Tensor::matmul);
        }
        Shape a = self().shape();
        Shape b = other.shape();
        if (a.rank() == 0 || b.rank() == 0) {
            throw new ShapeMismatch("matmul: " + a + " x " + b + ": a scalar is no matrix; mul() scales");
        }
        DType dtype = Promotion.common("matmul", self(), other);
        if (dtype == DType.BOOL) {
            throw new DTypeMismatch("matmul of bool: use to(DType.INT64) or to(DType.FLOAT32) first");
        }
        Tensor left = self().to(dtype);
        Tensor right = other.to(dtype);
        if (a.rank() == 1 && b.rank() == 1) {
            checkInner(a, b, a.size(0), b.size(0));
            return left.reshape(1, a.size(0))
                    .matmul(right.reshape(b.size(0), 1))
                    .reshape(Shape.SCALAR);
        }
        if (b.rank() == 1) {
            checkInner(a, b, a.size(-1), b.size(0));
            return left.matmul(right.unsqueeze(1)).reshape(a.slice(0, a.rank() - 1));
        }
        if (a.rank() == 1) {
            checkInner(a, b, a.size(0), b.size(-2));
            Tensor rows = left.unsqueeze(0).matmul(right);
            return rows.reshape(rows.shape().remove(-2));
        }
        checkInner(a, b, a.size(-1), b.size(-2));
        return batched(left, right);
    }

    private static void checkInner(Shape a, Shape b, long left, long right) {
        if (left != right) {
            boolean fits = b.rank() > 1 && left == b.size(-1);
            throw new ShapeMismatch("matmul: " + a + " x " + b + ": inner sizes " + left + " and " + right + " differ"
                    + (fits ? "; right.transpose() would fit" : ""));
        }
    }

    private static Tensor batched(Tensor left, Tensor right) {
        Shape a = left.shape();
        Shape b = right.shape();
        if (b.rank() == 2) {
            // One large product instead of many small ones.
            Tensor rows = left.reshape(Shape.of(a.slice(0, a.rank() - 1).elements(), a.size(-1)));
            Node product = Trace.dot(rows.node(), right.node());
            return new Tensor(Trace.reshape(product, a.with(-1, b.size(-1))));
        }
        Shape batch = Shape.broadcast("matmul", a.slice(0, a.rank() - 2), b.slice(0, b.rank() - 2));
        Tensor x = left.expand(batch.concat(a.slice(a.rank() - 2, a.rank())));
        Tensor y = right.expand(batch.concat(b.slice(b.rank() - 2, b.rank())));
        return new Tensor(Trace.dot(x.node(), y.node()));
    }

    /** {@return the product of each row with each row of the weight, {@code (..., in)} to {@code (..., out)}} */
    default Tensor linear(Tensor weight) {
        return matmul(weight.transpose());
    }

    /**
     * A linear layer.
     *
     * @param weight {@code (out, in)}
     * @param bias {@code (out,)}
     * @return of {@code (..., in)} a {@code (..., out)}
     */
    default Tensor linear(Tensor weight, Tensor bias) {
        if (Autocast.isOn()) {
            return Autocast.low(
                    "linear", List.of(self(), weight, bias), all -> all.get(0).linear(all.get(1), all.get(2)));
        }
        return linear(weight).add(bias);
    }

    /** {@return the product of each element with each of the other, {@code (n,)} and {@code (m,)} to {@code (n, m)}} */
    default Tensor outer(Tensor other) {
        return self().flatten().unsqueeze(1).mul(other.flatten().unsqueeze(0));
    }
}
