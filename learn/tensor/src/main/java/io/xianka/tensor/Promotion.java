package io.xianka.tensor;

import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Trace;
import io.xianka.tensor.graph.UnaryOp;
import java.util.function.UnaryOperator;

/** Elementwise operations on operands of any types: brings them to one, by the table of {@link DType#promote}. */
final class Promotion {
    private Promotion() {}

    static Tensor binary(BinaryOp op, Tensor left, Tensor right) {
        DType dtype = common(op.text(), left, right);
        return new Tensor(Trace.binary(op, Trace.cast(left.node(), dtype), Trace.cast(right.node(), dtype)));
    }

    static Tensor binary(BinaryOp op, Tensor left, double right) {
        return binary(op, left, scalar(left, right));
    }

    static Tensor binary(BinaryOp op, Tensor left, long right) {
        return binary(op, left, scalar(left, right));
    }

    static DType common(String operation, Tensor left, Tensor right) {
        if (left.dtype() == right.dtype()) {
            return left.dtype();
        }
        try {
            return DType.promote(left.dtype(), right.dtype());
        } catch (DTypeMismatch none) {
            throw new DTypeMismatch(operation + ": " + none.getMessage());
        }
    }

    /** A Java number beside a tensor: in the tensor's type, or in float32 where that has no fractions. */
    static Tensor scalar(Tensor beside, double value) {
        DType dtype = beside.dtype().hasGradient() ? beside.dtype() : DType.FLOAT32;
        return new Tensor(Trace.fill(value, Shape.SCALAR, dtype, beside.device()));
    }

    /** A Java integer beside a tensor: in the tensor's type; int64 beside a bool. */
    static Tensor scalar(Tensor beside, long value) {
        DType dtype = beside.dtype() == DType.BOOL ? DType.INT64 : beside.dtype();
        if (dtype.isInteger() && dtype.wrap(value) != value) {
            throw new DTypeMismatch(value + " is no " + dtype + "; use to(DType.INT64) on the tensor first");
        }
        Number stored = dtype.isInteger() ? (Number) value : (Number) (double) value;
        return new Tensor(Trace.fill(stored, Shape.SCALAR, dtype, beside.device()));
    }

    static Tensor unary(UnaryOp op, Tensor operand) {
        return new Tensor(Trace.unary(op, operand.node()));
    }

    /** The operand in a type that has fractions: integers and bool become float32. */
    static Tensor fractional(Tensor operand) {
        return operand.dtype().hasGradient() ? operand : operand.to(DType.FLOAT32);
    }

    static boolean isNarrow(Tensor operand) {
        return operand.dtype() == DType.FLOAT16 || operand.dtype() == DType.BFLOAT16;
    }

    /** What is written in many operations, of a 16-bit operand: computed in float32 and rounded once, as if it were one. */
    static Tensor inFloat32(Tensor narrow, UnaryOperator<Tensor> body) {
        return body.apply(narrow.to(DType.FLOAT32)).to(narrow.dtype());
    }

    /** As {@link #inFloat32(Tensor, UnaryOperator)}, with weights, which may be null and may widen the result. */
    static Tensor inFloat32(Tensor narrow, Tensor weight, Tensor bias, UnaryOperator<Tensor> body) {
        DType dtype = narrow.dtype();
        dtype = weight == null ? dtype : DType.promote(dtype, weight.dtype());
        dtype = bias == null ? dtype : DType.promote(dtype, bias.dtype());
        return body.apply(narrow.to(DType.FLOAT32)).to(dtype);
    }

    /** The operand in a real type that has fractions. */
    static Tensor floating(String operation, Tensor operand) {
        if (operand.dtype().isComplex()) {
            throw new DTypeMismatch(operation + ": not defined for complex64; take real(), imag() or abs() first");
        }
        return fractional(operand);
    }

    static Tensor ordered(String operation, Tensor operand) {
        if (operand.dtype().isComplex()) {
            throw new DTypeMismatch(operation + ": complex values have no order; take real(), imag() or abs() first");
        }
        return operand;
    }

    /** Places of an axis in int64, checked when they are computed. */
    static Node places(String operation, Tensor index, long size) {
        return Trace.inRange(operation, index(operation, index), 0, size);
    }

    /** An index in int64. */
    static Node index(String operation, Tensor index) {
        if (!index.dtype().isInteger()) {
            throw new DTypeMismatch(operation + ": the index is " + index.dtype() + ", not of integers");
        }
        return Trace.cast(index.node(), DType.INT64);
    }
}
