package io.xianka.tensor.fusion;

import io.xianka.tensor.DType;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Gelu;
import io.xianka.tensor.graph.UnaryOp;
import io.xianka.tensor.product.Activation;

/** Recognises what a kernel computes from one value as an activation that products apply while they store. */
final class Activations {
    /**
     * An activation.
     *
     * @param operand what it is applied to
     */
    record Applied(Activation activation, Value operand) {}

    private Activations() {}

    /** The activation that a value is, or none of the value itself. */
    static Applied of(Value rounded) {
        Value value = unrounded(rounded);
        if (value.form() instanceof Value.Select(Value condition, Value low, Value x)) {
            boolean isRelu = condition.form() instanceof Value.Binary(BinaryOp op, Value left, Value right)
                    && op == BinaryOp.LE
                    && left == x
                    && isNumber(right, 0)
                    && isNumber(low, 0);
            return isRelu ? new Applied(Activation.RELU, unrounded(x)) : new Applied(Activation.NONE, rounded);
        }
        if (value.form() instanceof Value.Binary(BinaryOp op, Value left, Value right)) {
            if (op == BinaryOp.MUL && isSigmoidOfCubic(unrounded(right), unrounded(left))) {
                return new Applied(Activation.GELU_TANH, unrounded(left));
            }
            // x / 2 * (1 + erf(x / sqrt(2))).
            Value x = op == BinaryOp.MUL ? timesNumber(left, 0.5) : null;
            Value function = x == null ? null : plusOne(right);
            if (function != null
                    && function.form() instanceof Value.Unary(UnaryOp of, Value inner)
                    && of == UnaryOp.ERF
                    && timesNumber(inner, Math.sqrt(0.5)) == x) {
                return new Applied(Activation.GELU_ERF, x);
            }
        }
        return new Applied(Activation.NONE, rounded);
    }

    /** The value as it was made: types of 16 bits are widened for an activation, and a product rounds once, when all is done. */
    private static Value unrounded(Value value) {
        Value before = value;
        while (before.form() instanceof Value.Convert(Value operand) && isCarried(before) && isCarried(operand)) {
            before = operand;
        }
        return before;
    }

    private static boolean isCarried(Value value) {
        return value.dtype().isFloating() && value.dtype() != DType.FLOAT64;
    }

    /** sigmoid(x * (2 sqrt(2 / pi) + 2 sqrt(2 / pi) 0.044715 x^2)), as {@link Gelu} has it. */
    private static boolean isSigmoidOfCubic(Value value, Value x) {
        return value.form() instanceof Value.Unary(UnaryOp of, Value inner)
                && of == UnaryOp.SIGMOID
                && unrounded(inner).form() instanceof Value.Binary(BinaryOp op, Value factor, Value sum)
                && op == BinaryOp.MUL
                && unrounded(factor) == x
                && unrounded(sum).form() instanceof Value.Binary(BinaryOp plus, Value cubic, Value linear)
                && plus == BinaryOp.ADD
                && isNumber(linear, Gelu.LINEAR)
                && isSquare(timesNumber(cubic, Gelu.CUBIC), x);
    }

    private static boolean isSquare(Value value, Value x) {
        return value != null
                && value.form() instanceof Value.Binary(BinaryOp op, Value left, Value right)
                && op == BinaryOp.MUL
                && unrounded(left) == x
                && unrounded(right) == x;
    }

    /** The other factor, or null. */
    private static Value timesNumber(Value value, double number) {
        return unrounded(value).form() instanceof Value.Binary(BinaryOp op, Value left, Value right)
                        && op == BinaryOp.MUL
                        && isNumber(right, number)
                ? unrounded(left)
                : null;
    }

    private static Value plusOne(Value value) {
        return unrounded(value).form() instanceof Value.Binary(BinaryOp op, Value left, Value right)
                        && op == BinaryOp.ADD
                        && isNumber(right, 1)
                ? unrounded(left)
                : null;
    }

    /** Constants are rounded to the value's type when they are recorded. */
    private static boolean isNumber(Value value, double number) {
        return unrounded(value).form() instanceof Value.Constant(Number constant)
                && constant.doubleValue() == value.dtype().round(number);
    }
}
