package io.xianka.tensor;

import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Gelu;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Trace;
import io.xianka.tensor.graph.UnaryOp;
import java.util.List;
import java.util.function.UnaryOperator;

/** Functions of one tensor, element by element. Those with fractional values take integers as float32. */
sealed interface Functions permits Tensor {
    private Tensor self() {
        return (Tensor) this;
    }

    private Tensor complexToo(UnaryOp op) {
        if (Autocast.isOn() && Autocast.isWide(op)) {
            return Autocast.wide(name(op), self(), x -> ((Functions) x).complexToo(op));
        }
        return Promotion.unary(op, Promotion.fractional(self()));
    }

    private Tensor realOnly(UnaryOp op) {
        if (Autocast.isOn() && Autocast.isWide(op)) {
            return Autocast.wide(name(op), self(), x -> ((Functions) x).realOnly(op));
        }
        return Promotion.unary(op, Promotion.floating(name(op), self()));
    }

    private static String name(UnaryOp op) {
        return op.name().toLowerCase(java.util.Locale.ROOT);
    }

    /** {@return -this} */
    default Tensor neg() {
        if (self().dtype() == DType.BOOL) {
            throw new DTypeMismatch("neg: a bool has no sign; logicalNot() gives its opposite");
        }
        return Promotion.unary(UnaryOp.NEG, self());
    }

    /** {@return the size without sign; of a complex value a float32. Its gradient at 0 is 0} */
    default Tensor abs() {
        return Promotion.unary(UnaryOp.ABS, self());
    }

    /** {@return -1, 0 or 1; of a complex value the one of size 1 in its direction, or 0} */
    default Tensor sign() {
        if (!self().dtype().isComplex()) {
            return Promotion.unary(UnaryOp.SIGN, self());
        }
        Tensor size = self().abs();
        return Tensor.where(size.eq(0.0), self().zerosLike(), self().div(size.maskedFill(size.eq(0.0), 1)));
    }

    /** {@return e to the power of this} */
    default Tensor exp() {
        return complexToo(UnaryOp.EXP);
    }

    /** {@return {@link #exp} - 1, accurate near 0} */
    default Tensor expm1() {
        return realOnly(UnaryOp.EXPM1);
    }

    /** {@return the natural logarithm} */
    default Tensor log() {
        return complexToo(UnaryOp.LOG);
    }

    /** {@return the logarithm of 1 + this, accurate near 0} */
    default Tensor log1p() {
        return realOnly(UnaryOp.LOG1P);
    }

    /** {@return the logarithm to base 2} */
    default Tensor log2() {
        if (!Autocast.isOn() && Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), Tensor::log2);
        }
        return Autocast.isOn() ? Autocast.wide("log2", self(), Tensor::log2) : log().mul(1 / Math.log(2));
    }

    /** {@return the logarithm to base 10} */
    default Tensor log10() {
        if (!Autocast.isOn() && Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), Tensor::log10);
        }
        return Autocast.isOn() ? Autocast.wide("log10", self(), Tensor::log10) : log().mul(1 / Math.log(10));
    }

    /** {@return the square root} */
    default Tensor sqrt() {
        return complexToo(UnaryOp.SQRT);
    }

    /** {@return 1 / the square root} */
    default Tensor rsqrt() {
        return self().dtype().isComplex() ? sqrt().reciprocal() : realOnly(UnaryOp.RSQRT);
    }

    /** {@return this * this} */
    default Tensor square() {
        return self().mul(self());
    }

    /** {@return 1 / this} */
    default Tensor reciprocal() {
        return complexToo(UnaryOp.RECIPROCAL);
    }

    /** {@return the sine} */
    default Tensor sin() {
        return complexToo(UnaryOp.SIN);
    }

    /** {@return the cosine} */
    default Tensor cos() {
        return complexToo(UnaryOp.COS);
    }

    /** {@return the tangent} */
    default Tensor tan() {
        return self().dtype().isComplex() ? turned(turned(self(), 1).tanh(), -1) : realOnly(UnaryOp.TAN);
    }

    /** {@return the angle of a sine} */
    default Tensor asin() {
        return realOnly(UnaryOp.ASIN);
    }

    /** {@return the angle of a cosine} */
    default Tensor acos() {
        return realOnly(UnaryOp.ACOS);
    }

    /** {@return the angle of a tangent} */
    default Tensor atan() {
        return realOnly(UnaryOp.ATAN);
    }

    /** {@return the hyperbolic sine} */
    default Tensor sinh() {
        return self().dtype().isComplex() ? turned(turned(self(), 1).sin(), -1) : realOnly(UnaryOp.SINH);
    }

    /** {@return the hyperbolic cosine} */
    default Tensor cosh() {
        return self().dtype().isComplex() ? turned(self(), 1).cos() : realOnly(UnaryOp.COSH);
    }

    /** {@return the hyperbolic tangent} */
    default Tensor tanh() {
        if (!self().dtype().isComplex()) {
            return realOnly(UnaryOp.TANH);
        }
        // Beyond 20 it is 1 or -1, and its parts would be infinite.
        Tensor near = self().real().clamp(-20, 20).complex(self().imag());
        return near.sinh().div(near.cosh());
    }

    /** A complex value times i (or -i), without a product that makes NaN of an infinite part. */
    private static Tensor turned(Tensor z, int sign) {
        return sign > 0
                ? z.imag().neg().complex(z.real())
                : z.imag().complex(z.real().neg());
    }

    /** {@return the value whose {@link #sinh} this is} */
    default Tensor asinh() {
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), Tensor::asinh);
        }
        Tensor size = Promotion.floating("asinh", self()).abs();
        return nearLogarithm(
                        size,
                        0,
                        x -> x.square().div(x.square().add(1).sqrt().add(1)).add(x))
                .mul(self().sign());
    }

    /**
     * The logarithm of 1 + what a function gives, of values above 1e9 that of twice the value, which is the same to the last bit and
     * whose squares do not overflow. Each part sees a harmless value where the other one counts, for the sake of gradients.
     */
    private static Tensor nearLogarithm(Tensor x, double harmless, UnaryOperator<Tensor> below) {
        Tensor large = x.gt(1e9);
        return Autocast.alone(() -> Tensor.where(
                large,
                x.maskedFill(large.logicalNot(), 1).log().add(Math.log(2)),
                below.apply(x.maskedFill(large, harmless)).log1p()));
    }

    /** {@return the value of at least 0 whose {@link #cosh} this is} */
    default Tensor acosh() {
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), Tensor::acosh);
        }
        return nearLogarithm(Promotion.floating("acosh", self()), 2, x -> {
            Tensor over = x.sub(1);
            return over.add(over.sqrt().mul(x.add(1).sqrt()));
        });
    }

    /** {@return the value whose {@link #tanh} this is} */
    default Tensor atanh() {
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), Tensor::atanh);
        }
        Tensor x = Promotion.floating("atanh", self());
        return Autocast.alone(x.mul(2).div(x.rsub(1))::log1p).mul(0.5);
    }

    /** {@return the error function} */
    default Tensor erf() {
        return realOnly(UnaryOp.ERF);
    }

    /** {@return 1 / (1 + e^-this); of float32 on a CUDA device with a relative error of at most (5 + |this|) 1e-7, 0 below -87.3} */
    default Tensor sigmoid() {
        return realOnly(UnaryOp.SIGMOID);
    }

    /** {@return the largest integer not above} */
    default Tensor floor() {
        return rounded(UnaryOp.FLOOR);
    }

    /** {@return the smallest integer not below} */
    default Tensor ceil() {
        return rounded(UnaryOp.CEIL);
    }

    /** {@return the nearest integer, halves to the even one} */
    default Tensor round() {
        return rounded(UnaryOp.ROUND);
    }

    /** {@return the integer towards zero} */
    default Tensor trunc() {
        return rounded(UnaryOp.TRUNC);
    }

    private Tensor rounded(UnaryOp op) {
        Promotion.ordered(op.name().toLowerCase(java.util.Locale.ROOT), self());
        return self().dtype().hasGradient() ? Promotion.unary(op, self()) : self();
    }

    /** {@return where it is NaN: a bool} */
    default Tensor isNaN() {
        return Promotion.unary(UnaryOp.IS_NAN, self());
    }

    /** {@return where it is infinite: a bool} */
    default Tensor isInfinite() {
        return Promotion.unary(UnaryOp.IS_INFINITE, self());
    }

    /** {@return where it is neither NaN nor infinite: a bool} */
    default Tensor isFinite() {
        return isNaN().logicalOr(isInfinite()).logicalNot();
    }

    // ------------------------------------------------------------------ complex values

    /** {@return a complex64 of this, the real part, and an imaginary part} */
    default Tensor complex(Tensor imaginary) {
        return Promotion.binary(BinaryOp.COMPLEX, self().to(DType.FLOAT32), imaginary.to(DType.FLOAT32));
    }

    /** {@return the real part; a real value itself} */
    default Tensor real() {
        return self().dtype().isComplex() ? Promotion.unary(UnaryOp.REAL, self()) : self();
    }

    /** {@return the imaginary part; of a real value 0} */
    default Tensor imag() {
        return self().dtype().isComplex() ? Promotion.unary(UnaryOp.IMAGINARY, self()) : self().zerosLike();
    }

    /** {@return with the imaginary part's sign turned} */
    default Tensor conj() {
        return self().dtype().isComplex() ? Promotion.unary(UnaryOp.CONJUGATE, self()) : self();
    }

    /** {@return the angle of a complex value, from -pi to pi} */
    default Tensor angle() {
        return imag().atan2(real());
    }

    // ------------------------------------------------------------------ activations

    /** {@return this where it is above 0, else 0; NaN stays. Its gradient at 0 is 0} */
    default Tensor relu() {
        return leakyRelu(0);
    }

    /** {@return this, times a slope where it is not above 0} */
    default Tensor leakyRelu(double negativeSlope) {
        Tensor x = Promotion.ordered("relu", self());
        Tensor low = negativeSlope == 0 ? x.zerosLike() : x.mul(negativeSlope);
        return Tensor.where(x.le(0), low, x);
    }

    /** {@return this where it is above 0, else alpha (e^this - 1)} */
    default Tensor elu(double alpha) {
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), x -> x.elu(alpha));
        }
        Tensor x = Promotion.floating("elu", self());
        Tensor above = x.gt(0);
        // The exponential of a large value would be infinite, and its gradient infinity times 0.
        return Autocast.alone(
                () -> Tensor.where(above, x, x.maskedFill(above, 0).expm1().mul(alpha)));
    }

    /** {@return this times the normal distribution's share below it} */
    default Tensor gelu() {
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), Tensor::gelu);
        }
        Tensor x = Promotion.floating("gelu", self());
        return x.mul(0.5).mul(x.mul(Math.sqrt(0.5)).erf().add(1));
    }

    /**
     * {@link #gelu} approximated by a hyperbolic tangent: {@code x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3)))} (Hendrycks and
     * Gimpel 2016), computed as {@code x * sigmoid(2 * sqrt(2 / pi) * (x + 0.044715 x^3))}, which is the same and loses no digits where the
     * tangent is near -1.
     *
     * @return of this shape
     */
    default Tensor geluTanh() {
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), Tensor::geluTanh);
        }
        Node x = Promotion.floating("gelu", self()).node();
        return new Tensor(Trace.withGradient(Gelu.value(x), List.of(x), Gelu.RULE));
    }

    /** {@return this times its {@link #sigmoid}; also called swish} */
    default Tensor silu() {
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), Tensor::silu);
        }
        Tensor x = Promotion.floating("silu", self());
        return x.mul(x.sigmoid());
    }

    /** {@return log(1 + e^this)} */
    default Tensor softplus() {
        if (Autocast.isOn()) {
            return Autocast.wide("softplus", self(), Tensor::softplus);
        }
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), Tensor::softplus);
        }
        Tensor x = Promotion.floating("softplus", self());
        return x.maximum(0).add(x.abs().neg().exp().log1p());
    }

    /** {@return log(sigmoid(this))} */
    default Tensor logSigmoid() {
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), Tensor::logSigmoid);
        }
        return Autocast.alone(() -> self().neg().softplus().neg());
    }

    /** {@return this times tanh of its {@link #softplus}} */
    default Tensor mish() {
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), Tensor::mish);
        }
        return Autocast.alone(() -> self().mul(softplus().tanh()));
    }

    /** {@return this where its size is not over lambda, towards 0 by lambda elsewhere} */
    default Tensor softShrink(double lambda) {
        return self().sub(self().clamp(-lambda, lambda));
    }

    /** {@return this / (1 + |this|)} */
    default Tensor softsign() {
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), Tensor::softsign);
        }
        return self().div(self().abs().add(1.0));
    }

    /** {@return 0 in this tensor's shape, type and place} */
    default Tensor zerosLike() {
        return new Tensor(Trace.fill(0, self().shape(), self().dtype(), self().device()));
    }

    /** {@return 1 in this tensor's shape, type and place} */
    default Tensor onesLike() {
        return new Tensor(Trace.fill(1, self().shape(), self().dtype(), self().device()));
    }

    /** {@return one value in this tensor's shape, type and place} */
    default Tensor fullLike(double value) {
        return new Tensor(Trace.fill(value, self().shape(), self().dtype(), self().device()));
    }
}
