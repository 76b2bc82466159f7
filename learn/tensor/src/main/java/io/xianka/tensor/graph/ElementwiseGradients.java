package io.xianka.tensor.graph;

import static io.xianka.tensor.graph.Formula.add;
import static io.xianka.tensor.graph.Formula.conjugate;
import static io.xianka.tensor.graph.Formula.div;
import static io.xianka.tensor.graph.Formula.drop;
import static io.xianka.tensor.graph.Formula.exp;
import static io.xianka.tensor.graph.Formula.is;
import static io.xianka.tensor.graph.Formula.log;
import static io.xianka.tensor.graph.Formula.mul;
import static io.xianka.tensor.graph.Formula.neg;
import static io.xianka.tensor.graph.Formula.pow;
import static io.xianka.tensor.graph.Formula.square;
import static io.xianka.tensor.graph.Formula.sub;
import static io.xianka.tensor.graph.Formula.where;

import io.xianka.tensor.DType;

/**
 * The gradient rules of operations on single elements. {@code g} is the gradient of the result {@code y}; {@code null} stands for
 * zero everywhere. Of complex values it is dL/dRe + i dL/dIm, as in PyTorch: for a holomorphic function g times the conjugate of the
 * derivative.
 */
final class ElementwiseGradients {
    private static final double TWO_OVER_ROOT_PI = 2 / Math.sqrt(Math.PI);

    private ElementwiseGradients() {}

    static Node unary(UnaryOp op, Node x, Node y, Node g) {
        if (op != UnaryOp.NEG && isNarrow(x)) {
            return rounded(unary(op, wide(x), wide(y), wide(g)), x);
        }
        return switch (op) {
            case NEG -> neg(g);
            case ABS -> x.dtype().isComplex() ? mul(Trace.cast(g, x.dtype()), direction(x, y)) : mul(g, sign(x));
            case EXP -> mul(g, conjugate(y));
            case EXPM1 -> mul(g, conjugate(add(y, 1)));
            case LOG -> div(g, conjugate(x));
            case LOG1P -> div(g, conjugate(add(x, 1)));
            case SQRT -> div(g, mul(conjugate(y), 2));
            case RSQRT -> mul(mul(g, -0.5), conjugate(mul(square(y), y)));
            case RECIPROCAL -> neg(mul(g, conjugate(square(y))));
            case SIN -> mul(g, conjugate(Formula.unary(UnaryOp.COS, x)));
            case COS -> neg(mul(g, conjugate(Formula.unary(UnaryOp.SIN, x))));
            case TAN -> mul(g, conjugate(add(square(y), 1)));
            case ASIN -> mul(g, Formula.unary(UnaryOp.RSQRT, sub(1, square(x))));
            case ACOS -> neg(mul(g, Formula.unary(UnaryOp.RSQRT, sub(1, square(x)))));
            case ATAN -> div(g, add(square(x), 1));
            case SINH -> mul(g, conjugate(Formula.unary(UnaryOp.COSH, x)));
            case COSH -> mul(g, conjugate(Formula.unary(UnaryOp.SINH, x)));
            case TANH -> mul(g, conjugate(sub(1, square(y))));
            case SIGMOID -> mul(g, mul(y, sub(1, y)));
            case ERF -> mul(g, mul(exp(neg(square(x))), TWO_OVER_ROOT_PI));
            case REAL -> Trace.cast(g, DType.COMPLEX64);
            case IMAGINARY -> Trace.binary(BinaryOp.COMPLEX, Formula.zeros(g), g);
            case CONJUGATE -> conjugate(g);
            case SIGN, FLOOR, CEIL, ROUND, TRUNC, NOT, IS_NAN, IS_INFINITE -> null;
        };
    }

    private static Node sign(Node x) {
        return Formula.unary(UnaryOp.SIGN, x);
    }

    /** x / |x|, and 0 at 0. */
    private static Node direction(Node x, Node size) {
        Node wide = Trace.cast(size, x.dtype());
        return drop(is(BinaryOp.EQ, size, 0), div(x, where(is(BinaryOp.EQ, size, 0), Trace.fillLike(x, 1), wide)));
    }

    static Node left(BinaryOp op, Node a, Node b, Node y, Node g) {
        if (isWritten(op) && isNarrow(a)) {
            return rounded(left(op, wide(a), wide(b), wide(y), wide(g)), a);
        }
        return switch (op) {
            case ADD, SUB, MOD -> g;
            case MUL -> mul(g, conjugate(b));
            case DIV -> div(g, conjugate(b));
            case POW -> power(a, b, g);
            case ATAN2 -> div(mul(g, b), add(square(a), square(b)));
            case MAX -> larger(a, b, g);
            case MIN -> larger(b, a, g);
            case COMPLEX -> Formula.unary(UnaryOp.REAL, g);
            case FLOOR_DIV, EQ, NE, LT, LE, GT, GE, AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT -> null;
        };
    }

    /** Whether the gradient is more than one operation: of 16-bit floats it is computed in float32 and rounded once. */
    private static boolean isWritten(BinaryOp op) {
        return op == BinaryOp.DIV || op == BinaryOp.POW || op == BinaryOp.ATAN2 || op == BinaryOp.MOD;
    }

    private static boolean isNarrow(Node node) {
        return node.dtype() == DType.FLOAT16 || node.dtype() == DType.BFLOAT16;
    }

    private static Node wide(Node node) {
        return isNarrow(node) ? Trace.cast(node, DType.FLOAT32) : node;
    }

    private static Node rounded(Node gradient, Node of) {
        return gradient == null ? null : Trace.cast(gradient, of.dtype());
    }

    static Node right(BinaryOp op, Node a, Node b, Node y, Node g) {
        if (isWritten(op) && isNarrow(b)) {
            return rounded(right(op, wide(a), wide(b), wide(y), wide(g)), b);
        }
        return switch (op) {
            case ADD -> g;
            case SUB -> neg(g);
            case MUL -> mul(g, conjugate(a));
            case DIV -> neg(mul(g, conjugate(div(y, b))));
            case MOD -> neg(mul(g, Formula.unary(UnaryOp.FLOOR, div(a, b))));
            case POW -> mul(g, conjugate(mul(y, logOfBase(a, b))));
            case ATAN2 -> neg(div(mul(g, a), add(square(a), square(b))));
            case MAX -> larger(b, a, g);
            case MIN -> larger(a, b, g);
            case COMPLEX -> Formula.unary(UnaryOp.IMAGINARY, g);
            case FLOOR_DIV, EQ, NE, LT, LE, GT, GE, AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT -> null;
        };
    }

    private static Node power(Node a, Node b, Node g) {
        Node slope = mul(g, conjugate(mul(b, pow(a, add(b, -1)))));
        boolean neverZero = b.op() instanceof Op.Fill(Number value) && value.doubleValue() != 0;
        return neverZero ? slope : drop(is(BinaryOp.EQ, b, 0), slope);
    }

    /** 0 for the base 0, whose positive powers do not change. */
    private static Node logOfBase(Node a, Node b) {
        Node zero = is(BinaryOp.EQ, a, 0);
        Node still = a.dtype().isComplex() ? zero : Trace.binary(BinaryOp.AND, zero, is(BinaryOp.GE, b, 0));
        return drop(still, log(where(still, Trace.fillLike(a, 1), a)));
    }

    /** The part of the gradient that goes to the first: all where it is larger, half where both are equal. */
    private static Node larger(Node first, Node second, Node g) {
        Node half = where(is(BinaryOp.EQ, first, second), mul(g, 0.5), g);
        return drop(is(BinaryOp.LT, first, second), half);
    }
}
