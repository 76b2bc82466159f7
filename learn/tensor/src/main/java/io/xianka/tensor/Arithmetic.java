package io.xianka.tensor;

import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Trace;
import io.xianka.tensor.graph.UnaryOp;

/**
 * Operations of two tensors, element by element. Shapes stretch by NumPy's broadcasting, types meet by {@link DType#promote}. A Java
 * number takes the tensor's type ({@code x.mul(0.5)} of a float16 is a float16); a fraction beside integers gives float32.
 */
sealed interface Arithmetic permits Tensor {
    private Tensor self() {
        return (Tensor) this;
    }

    /** {@return this + other} */
    default Tensor add(Tensor other) {
        return Promotion.binary(BinaryOp.ADD, self(), other);
    }

    /** {@return this + other} */
    default Tensor add(double other) {
        return Promotion.binary(BinaryOp.ADD, self(), other);
    }

    /** {@return this + other} */
    default Tensor add(long other) {
        return Promotion.binary(BinaryOp.ADD, self(), other);
    }

    /** {@return this - other} */
    default Tensor sub(Tensor other) {
        if (self().dtype() == DType.BOOL && other.dtype() == DType.BOOL) {
            throw new DTypeMismatch("sub: two bools have no difference; logicalXor() says where they differ");
        }
        return Promotion.binary(BinaryOp.SUB, self(), other);
    }

    /** {@return this - other} */
    default Tensor sub(double other) {
        return Promotion.binary(BinaryOp.SUB, self(), other);
    }

    /** {@return this - other} */
    default Tensor sub(long other) {
        return Promotion.binary(BinaryOp.SUB, self(), other);
    }

    /** {@return other - this} */
    default Tensor rsub(double other) {
        return Promotion.binary(BinaryOp.SUB, Promotion.scalar(self(), other), self());
    }

    /** {@return other - this} */
    default Tensor rsub(long other) {
        return Promotion.binary(BinaryOp.SUB, Promotion.scalar(self(), other), self());
    }

    /** {@return this * other} */
    default Tensor mul(Tensor other) {
        return Promotion.binary(BinaryOp.MUL, self(), other);
    }

    /** {@return this * other} */
    default Tensor mul(double other) {
        return Promotion.binary(BinaryOp.MUL, self(), other);
    }

    /** {@return this * other} */
    default Tensor mul(long other) {
        return Promotion.binary(BinaryOp.MUL, self(), other);
    }

    /** {@return this / other; of integers a float32} */
    default Tensor div(Tensor other) {
        boolean whole = !self().dtype().hasGradient() && !other.dtype().hasGradient();
        return Promotion.binary(BinaryOp.DIV, whole ? self().to(DType.FLOAT32) : self(), other);
    }

    /** {@return this / other; of integers a float32} */
    default Tensor div(double other) {
        return Promotion.binary(BinaryOp.DIV, Promotion.fractional(self()), other);
    }

    /** {@return other / this; of integers a float32} */
    default Tensor rdiv(double other) {
        if (Autocast.isOn()) {
            return Autocast.wide("rdiv", self(), x -> x.rdiv(other));
        }
        Tensor divisor = Promotion.fractional(self());
        return Promotion.binary(BinaryOp.DIV, Promotion.scalar(divisor, other), divisor);
    }

    /** {@return the quotient rounded towards negative infinity; of integers by 0 it is 0} */
    default Tensor floorDiv(Tensor other) {
        return Promotion.binary(
                BinaryOp.FLOOR_DIV, Promotion.ordered("floorDiv", self()), Promotion.ordered("floorDiv", other));
    }

    /** {@return the quotient rounded towards negative infinity} */
    default Tensor floorDiv(long other) {
        return Promotion.binary(BinaryOp.FLOOR_DIV, Promotion.ordered("floorDiv", self()), other);
    }

    /** {@return the remainder with the divisor's sign, as Python's {@code %}; of integers by 0 it is 0} */
    default Tensor remainder(Tensor other) {
        return Promotion.binary(
                BinaryOp.MOD, Promotion.ordered("remainder", self()), Promotion.ordered("remainder", other));
    }

    /** {@return the remainder with the divisor's sign} */
    default Tensor remainder(double other) {
        return Promotion.binary(BinaryOp.MOD, Promotion.ordered("remainder", self()), other);
    }

    /** {@return the remainder with the divisor's sign} */
    default Tensor remainder(long other) {
        return Promotion.binary(BinaryOp.MOD, Promotion.ordered("remainder", self()), other);
    }

    /** {@return this to the power of other; integers to negative powers give 0, but for 1 and -1} */
    default Tensor pow(Tensor other) {
        if (Autocast.isOn()) {
            return Autocast.wide("pow", self(), other, Tensor::pow);
        }
        DType dtype = Promotion.common("pow", self(), other);
        return dtype.isComplex()
                ? ComplexPower.of(self().to(dtype), other.to(dtype))
                : Promotion.binary(BinaryOp.POW, self(), other);
    }

    /** {@return this to a power} */
    default Tensor pow(double exponent) {
        if (Autocast.isOn()) {
            return Autocast.wide("pow", self(), x -> x.pow(exponent));
        }
        if (self().dtype().isComplex()) {
            return ComplexPower.of(self(), exponent);
        }
        if (exponent == 0.5) {
            return self().sqrt();
        }
        return exponent == 3 && self().dtype().hasGradient()
                ? self().mul(self()).mul(self())
                : Promotion.binary(BinaryOp.POW, self(), exponent);
    }

    /** {@return this to a power} */
    default Tensor pow(long exponent) {
        if (Autocast.isOn()) {
            return Autocast.wide("pow", self(), x -> x.pow(exponent));
        }
        if (self().dtype().isComplex()) {
            return ComplexPower.of(self(), (double) exponent);
        }
        return exponent == 3 ? self().mul(self()).mul(self()) : Promotion.binary(BinaryOp.POW, self(), exponent);
    }

    /** {@return the angle of the point (x, this), from -pi to pi} */
    default Tensor atan2(Tensor x) {
        Tensor y = self();
        DType dtype = Promotion.common("atan2", y, x);
        return Promotion.binary(
                BinaryOp.ATAN2, Promotion.floating("atan2", y.to(dtype)), Promotion.floating("atan2", x.to(dtype)));
    }

    /** {@return the larger of both; NaN where one is. Of equal ones each gets half the gradient} */
    default Tensor maximum(Tensor other) {
        return Promotion.binary(
                BinaryOp.MAX, Promotion.ordered("maximum", self()), Promotion.ordered("maximum", other));
    }

    /** {@return the larger of both; NaN where one is} */
    default Tensor maximum(double other) {
        return Promotion.binary(BinaryOp.MAX, Promotion.ordered("maximum", self()), other);
    }

    /** {@return the larger of both; NaN where one is} */
    default Tensor maximum(long other) {
        return Promotion.binary(BinaryOp.MAX, Promotion.ordered("maximum", self()), other);
    }

    /** {@return the smaller of both; NaN where one is. Of equal ones each gets half the gradient} */
    default Tensor minimum(Tensor other) {
        return Promotion.binary(
                BinaryOp.MIN, Promotion.ordered("minimum", self()), Promotion.ordered("minimum", other));
    }

    /** {@return the smaller of both; NaN where one is} */
    default Tensor minimum(double other) {
        return Promotion.binary(BinaryOp.MIN, Promotion.ordered("minimum", self()), other);
    }

    /** {@return the smaller of both; NaN where one is} */
    default Tensor minimum(long other) {
        return Promotion.binary(BinaryOp.MIN, Promotion.ordered("minimum", self()), other);
    }

    /** {@return this within bounds; NaN stays. The gradient is 0 only outside} */
    default Tensor clamp(double min, double max) {
        return self().clampMin(min).clampMax(max);
    }

    /** {@return this, or {@code min} where it is below} */
    default Tensor clampMin(double min) {
        Promotion.ordered("clamp", self());
        return self().maskedFill(self().lt(min), min);
    }

    /** {@return this, or {@code max} where it is above} */
    default Tensor clampMax(double max) {
        Promotion.ordered("clamp", self());
        return self().maskedFill(self().gt(max), max);
    }

    /** {@return this, or a value where a bool is true} */
    default Tensor maskedFill(Tensor mask, double value) {
        return Tensor.where(mask, filler(value), self());
    }

    private Tensor filler(double value) {
        boolean whole = self().dtype().isInteger() && value == Math.rint(value);
        return whole ? Promotion.scalar(self(), (long) value) : Promotion.scalar(self(), value);
    }

    // ------------------------------------------------------------------ comparisons: a bool each

    /** {@return where both are equal} */
    default Tensor eq(Tensor other) {
        return Promotion.binary(BinaryOp.EQ, self(), other);
    }

    /** {@return where this is equal to a number} */
    default Tensor eq(double other) {
        return Promotion.binary(BinaryOp.EQ, self(), other);
    }

    /** {@return where this is equal to a number} */
    default Tensor eq(long other) {
        return Promotion.binary(BinaryOp.EQ, self(), other);
    }

    /** {@return where both differ} */
    default Tensor ne(Tensor other) {
        return Promotion.binary(BinaryOp.NE, self(), other);
    }

    /** {@return where this differs from a number} */
    default Tensor ne(double other) {
        return Promotion.binary(BinaryOp.NE, self(), other);
    }

    /** {@return where this differs from a number} */
    default Tensor ne(long other) {
        return Promotion.binary(BinaryOp.NE, self(), other);
    }

    /** {@return where this is smaller} */
    default Tensor lt(Tensor other) {
        return Promotion.binary(BinaryOp.LT, Promotion.ordered("lt", self()), Promotion.ordered("lt", other));
    }

    /** {@return where this is smaller} */
    default Tensor lt(double other) {
        return Promotion.binary(BinaryOp.LT, Promotion.ordered("lt", self()), other);
    }

    /** {@return where this is smaller} */
    default Tensor lt(long other) {
        return Promotion.binary(BinaryOp.LT, Promotion.ordered("lt", self()), other);
    }

    /** {@return where this is smaller or equal} */
    default Tensor le(Tensor other) {
        return Promotion.binary(BinaryOp.LE, Promotion.ordered("le", self()), Promotion.ordered("le", other));
    }

    /** {@return where this is smaller or equal} */
    default Tensor le(double other) {
        return Promotion.binary(BinaryOp.LE, Promotion.ordered("le", self()), other);
    }

    /** {@return where this is smaller or equal} */
    default Tensor le(long other) {
        return Promotion.binary(BinaryOp.LE, Promotion.ordered("le", self()), other);
    }

    /** {@return where this is larger} */
    default Tensor gt(Tensor other) {
        return Promotion.binary(BinaryOp.GT, Promotion.ordered("gt", self()), Promotion.ordered("gt", other));
    }

    /** {@return where this is larger} */
    default Tensor gt(double other) {
        return Promotion.binary(BinaryOp.GT, Promotion.ordered("gt", self()), other);
    }

    /** {@return where this is larger} */
    default Tensor gt(long other) {
        return Promotion.binary(BinaryOp.GT, Promotion.ordered("gt", self()), other);
    }

    /** {@return where this is larger or equal} */
    default Tensor ge(Tensor other) {
        return Promotion.binary(BinaryOp.GE, Promotion.ordered("ge", self()), Promotion.ordered("ge", other));
    }

    /** {@return where this is larger or equal} */
    default Tensor ge(double other) {
        return Promotion.binary(BinaryOp.GE, Promotion.ordered("ge", self()), other);
    }

    /** {@return where this is larger or equal} */
    default Tensor ge(long other) {
        return Promotion.binary(BinaryOp.GE, Promotion.ordered("ge", self()), other);
    }

    // ------------------------------------------------------------------ logic and bits

    /** {@return where neither is 0} */
    default Tensor logicalAnd(Tensor other) {
        return Promotion.binary(BinaryOp.AND, self().to(DType.BOOL), other.to(DType.BOOL));
    }

    /** {@return where one is not 0} */
    default Tensor logicalOr(Tensor other) {
        return Promotion.binary(BinaryOp.OR, self().to(DType.BOOL), other.to(DType.BOOL));
    }

    /** {@return where exactly one is not 0} */
    default Tensor logicalXor(Tensor other) {
        return Promotion.binary(BinaryOp.XOR, self().to(DType.BOOL), other.to(DType.BOOL));
    }

    /** {@return where this is 0} */
    default Tensor logicalNot() {
        return Promotion.unary(UnaryOp.NOT, self().to(DType.BOOL));
    }

    /** {@return the bits set in both} */
    default Tensor bitwiseAnd(Tensor other) {
        return bits(BinaryOp.AND, "bitwiseAnd", other);
    }

    /** {@return the bits set in one or both} */
    default Tensor bitwiseOr(Tensor other) {
        return bits(BinaryOp.OR, "bitwiseOr", other);
    }

    /** {@return the bits set in exactly one} */
    default Tensor bitwiseXor(Tensor other) {
        return bits(BinaryOp.XOR, "bitwiseXor", other);
    }

    /** {@return the bits not set; of a bool its opposite} */
    default Tensor bitwiseNot() {
        return Promotion.unary(UnaryOp.NOT, whole("bitwiseNot", self()));
    }

    /** {@return the bits moved up; 0 where by 64 or more} */
    default Tensor shiftLeft(Tensor by) {
        return bits(BinaryOp.SHIFT_LEFT, "shiftLeft", by);
    }

    /** {@return the bits moved down; signed integers keep their sign} */
    default Tensor shiftRight(Tensor by) {
        return bits(BinaryOp.SHIFT_RIGHT, "shiftRight", by);
    }

    private Tensor bits(BinaryOp op, String operation, Tensor other) {
        return Promotion.binary(op, whole(operation, self()), whole(operation, other));
    }

    private static Tensor whole(String operation, Tensor operand) {
        if (operand.dtype().hasGradient()) {
            throw new DTypeMismatch(operation + ": " + operand.dtype() + " has no bits to name; use to(DType.INT64)");
        }
        return operand;
    }

    // ------------------------------------------------------------------ types

    /** {@return this in another type; of a complex value its real part. Floating to integer cuts towards zero} */
    default Tensor to(DType dtype) {
        return self().derived(Trace.cast(self().node(), dtype));
    }
}
