package io.xianka.tensor.graph;

import io.xianka.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * What a freshly recorded node can be replaced by: a table of rules that keep every bit of the result. Rules look at the node
 * and its inputs only, and never at elements.
 */
final class Simplification {
    private Simplification() {}

    static Node of(Node node) {
        Node simpler = simplified(node);
        return simpler.isDifferentiable() && !node.isDifferentiable() ? Trace.detach(simpler) : simpler;
    }

    /** Whether a rule may look at what an operand was computed from: gradients neither end nor begin at it. */
    private static boolean isTransparent(Node operand) {
        return !operand.isLeaf()
                && operand.variable() == null
                && operand.isDifferentiable() == operand.input(0).isDifferentiable();
    }

    private static Node simplified(Node node) {
        // Half of all nodes, which a switch over so many types is slow to tell until it is compiled.
        if (node.op() instanceof Op.Binary(BinaryOp op)) {
            return binary(node, op);
        }
        return switch (node.op()) {
            case Op.Reshape _ -> reshape(node);
            case Op.Permute permute -> permute(node, permute);
            case Op.Expand _ -> expand(node);
            case Op.Reduce reduce -> reduce(node, reduce);
            case Op.Binary(BinaryOp op) -> binary(node, op);
            case Op.Unary(UnaryOp op) -> unary(node, op);
            case Op.Cast _ -> cast(node);
            case Op.Data _,
                    Op.Parameter _,
                    Op.Fill _,
                    Op.Iota _,
                    Op.RandomBits _,
                    Op.Where _,
                    Op.InRange _,
                    Op.Slice _,
                    Op.Pad _,
                    Op.Unfold _,
                    Op.ArgReduce _,
                    Op.Scan _,
                    Op.Argsort _,
                    Op.Take _,
                    Op.TakeAdd _,
                    Op.Gather _,
                    Op.ScatterAdd _,
                    Op.Dot _,
                    Op.Attention _,
                    Op.AttentionGradient _,
                    Op.Item _,
                    Op.Transfer _,
                    Op.Barrier _,
                    Op.WithGradient _,
                    Op.Custom _ -> node;
        };
    }

    /** What is transposed is cast as it lies: so a weight has one narrow copy, whichever way it is multiplied. */
    private static Node cast(Node node) {
        Node operand = node.input(0);
        if (operand.op() instanceof Op.Fill(Number value) && !operand.isDifferentiable()) {
            return Trace.fill(value, node.shape(), node.dtype(), node.place());
        }
        return operand.op() instanceof Op.Permute(List<Integer> axes) && isTransparent(operand)
                ? Trace.permute(Trace.cast(operand.input(0), node.dtype()), axes)
                : node;
    }

    private static boolean isFill(Node node) {
        return node.op() instanceof Op.Fill;
    }

    private static Node reshape(Node node) {
        Node operand = node.input(0);
        if (operand.op() instanceof Op.Fill(Number value)) {
            return Trace.fill(value, node.shape(), node.dtype(), node.place());
        }
        return operand.op() instanceof Op.Reshape && isTransparent(operand)
                ? Trace.reshape(operand.input(0), node.shape())
                : node;
    }

    private static Node permute(Node node, Op.Permute permute) {
        Node operand = node.input(0);
        if (operand.op() instanceof Op.Fill(Number value)) {
            return Trace.fill(value, node.shape(), node.dtype(), node.place());
        }
        if (operand.op() instanceof Op.Permute(List<Integer> inner) && isTransparent(operand)) {
            return Trace.permute(
                    operand.input(0), permute.axes().stream().map(inner::get).toList());
        }
        return node;
    }

    private static Node expand(Node node) {
        Node operand = node.input(0);
        if (operand.op() instanceof Op.Fill(Number value)) {
            return Trace.fill(value, node.shape(), node.dtype(), node.place());
        }
        return operand.op() instanceof Op.Expand && isTransparent(operand)
                ? Trace.broadcast(operand.input(0), node.shape())
                : node;
    }

    /** Axes of size 1 need no folding. */
    private static Node reduce(Node node, Op.Reduce reduce) {
        Node operand = node.input(0);
        List<Integer> needed = new ArrayList<>();
        Shape shape = operand.shape();
        for (int axis : reduce.axes()) {
            if (shape.size(axis) != 1) {
                needed.add(axis);
            }
        }
        if (needed.isEmpty()) {
            return operand;
        }
        return needed.size() == reduce.axes().size()
                ? node
                : Trace.reduce(
                        reduce.op(),
                        operand,
                        needed.stream().mapToInt(Integer::intValue).toArray());
    }

    private static boolean isFill(Node node, double value) {
        return node.op() instanceof Op.Fill(Number number) && number.doubleValue() == value && !isNegativeZero(number);
    }

    private static boolean isNegativeZero(Number number) {
        return number instanceof Double d && d == 0 && 1 / d < 0;
    }

    private static Node binary(Node node, BinaryOp op) {
        Node left = node.input(0);
        Node right = node.input(1);
        return switch (op) {
            // x + 0.0 would turn -0.0 into 0.0; x - 0.0 and x + -0.0 do not.
            case ADD ->
                left.dtype().isInteger() && isFill(right, 0)
                        ? left
                        : left.dtype().isInteger() && isFill(left, 0) ? right : node;
            case SUB -> isFill(right, 0) ? left : node;
            case MUL -> isFill(right, 1) ? left : isFill(left, 1) ? right : node;
            case DIV -> isFill(right, 1) ? left : node;
            case POW -> power(node, left, right);
            case FLOOR_DIV,
                    MOD,
                    ATAN2,
                    MAX,
                    MIN,
                    EQ,
                    NE,
                    LT,
                    LE,
                    GT,
                    GE,
                    AND,
                    OR,
                    XOR,
                    SHIFT_LEFT,
                    SHIFT_RIGHT,
                    COMPLEX -> node;
        };
    }

    private static Node power(Node node, Node base, Node exponent) {
        if (!isFill(exponent)) {
            return node;
        }
        if (isFill(exponent, 1)) {
            return base;
        }
        return isFill(exponent, 2) ? Trace.binary(BinaryOp.MUL, base, base) : node;
    }

    private static Node unary(Node node, UnaryOp op) {
        Node operand = node.input(0);
        boolean same = operand.op() instanceof Op.Unary(UnaryOp inner) && inner == op && isTransparent(operand);
        return switch (op) {
            case NEG, NOT, CONJUGATE -> same ? operand.input(0) : node;
            case ABS, SIGN, FLOOR, CEIL, ROUND, TRUNC -> same ? operand : node;
            case EXP,
                    EXPM1,
                    LOG,
                    LOG1P,
                    SQRT,
                    RSQRT,
                    RECIPROCAL,
                    SIN,
                    COS,
                    TAN,
                    ASIN,
                    ACOS,
                    ATAN,
                    SINH,
                    COSH,
                    TANH,
                    SIGMOID,
                    ERF,
                    IS_NAN,
                    IS_INFINITE,
                    REAL,
                    IMAGINARY -> node;
        };
    }
}
