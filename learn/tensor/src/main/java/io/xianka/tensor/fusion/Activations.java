package io.xianka.tensor.fusion;

import io.xianka.tensor.DType;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.UnaryOp;
import io.xianka.tensor.product.Activation;
import java.util.function.Predicate;

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
            // x / 2 * (1 + f(x)), whichever way round.
            Value x = op == BinaryOp.MUL ? timesNumber(left, 0.5) : null;
            Value function = x == null ? null : plusOne(right);
            if (function != null && function.form() instanceof Value.Unary(UnaryOp of, Value inner)) {
                if (of == UnaryOp.ERF && timesNumber(inner, Math.sqrt(0.5)) == x) {
                    return new Applied(Activation.GELU_ERF, x);
                }
                if (of == UnaryOp.TANH && isCubic(inner, x)) {
                    return new Applied(Activation.GELU_TANH, x);
                }
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

    /** sqrt(2 / pi) * (x + 0.044715 x^3). */
    private static boolean isCubic(Value value, Value x) {
        Value sum = timesNumber(value, Math.sqrt(2 / Math.PI));
        if (sum == null || !(sum.form() instanceof Value.Binary(BinaryOp op, Value left, Value right))) {
            return false;
        }
        Value cube = timesNumber(left, 0.044715);
        return op == BinaryOp.ADD
                && unrounded(right) == x
                && cube != null
                && isProduct(cube, square -> isProduct(square, factor -> factor == x, x), x);
    }

    private static boolean isProduct(Value value, Predicate<Value> left, Value right) {
        return unrounded(value).form() instanceof Value.Binary(BinaryOp op, Value a, Value b)
                && op == BinaryOp.MUL
                && left.test(unrounded(a))
                && unrounded(b) == right;
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
