package io.xianka.tensor.graph;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;

/** Nodes written as formulas: what the gradient rules are spelled in. */
final class Formula {
    private Formula() {}

    static Node add(Node a, Node b) {
        return Trace.binary(BinaryOp.ADD, a, b);
    }

    static Node add(Node a, double b) {
        return add(a, Trace.fillLike(a, b));
    }

    static Node sub(Node a, Node b) {
        return Trace.binary(BinaryOp.SUB, a, b);
    }

    static Node sub(double a, Node b) {
        return sub(Trace.fillLike(b, a), b);
    }

    static Node mul(Node a, Node b) {
        return Trace.binary(BinaryOp.MUL, a, b);
    }

    static Node mul(Node a, double b) {
        return mul(a, Trace.fillLike(a, b));
    }

    static Node div(Node a, Node b) {
        return Trace.binary(BinaryOp.DIV, a, b);
    }

    static Node pow(Node a, Node b) {
        return Trace.binary(BinaryOp.POW, a, b);
    }

    static Node square(Node a) {
        return mul(a, a);
    }

    static Node unary(UnaryOp op, Node a) {
        return Trace.unary(op, a);
    }

    static Node neg(Node a) {
        return unary(UnaryOp.NEG, a);
    }

    static Node exp(Node a) {
        return unary(UnaryOp.EXP, a);
    }

    static Node log(Node a) {
        return unary(UnaryOp.LOG, a);
    }

    /** The conjugate; a real value is its own. */
    static Node conjugate(Node a) {
        return a.dtype().isComplex() ? unary(UnaryOp.CONJUGATE, a) : a;
    }

    static Node zeros(Node like) {
        return Trace.fillLike(like, 0);
    }

    static Node is(BinaryOp comparison, Node a, Node b) {
        return Trace.binary(comparison, a, b);
    }

    static Node is(BinaryOp comparison, Node a, double b) {
        return is(comparison, a, Trace.fillLike(a, b));
    }

    static Node where(Node condition, Node yes, Node no) {
        return Trace.where(condition, yes, no);
    }

    /** The value where a condition holds, else 0. */
    static Node keep(Node condition, Node value) {
        return where(condition, value, zeros(value));
    }

    /** The value where a condition does not hold, else 0. */
    static Node drop(Node condition, Node value) {
        return where(condition, zeros(value), value);
    }

    static Node sum(Node a, int... axes) {
        return Trace.reduce(ReduceOp.SUM, a, axes);
    }

    static Node expand(Node a, Shape shape) {
        return Trace.broadcast(a, shape);
    }

    /** Places along an axis of a shape of this rank, all other axes of size 1. */
    static Node places(int axis, int rank, long size, DType dtype, Place place) {
        Shape shape = Shape.SCALAR;
        for (int i = 0; i < rank; i++) {
            shape = shape.insert(-1, i == axis ? size : 1);
        }
        return Trace.iota(axis, shape, dtype, place);
    }

    /** Two gradients of one node. What is added by index to nothing is added to the other. */
    static Node sumOfGradients(Node first, Node second) {
        Node onto = addedOnto(second, first);
        Node other = onto != null ? onto : addedOnto(first, second);
        return other != null ? other : add(first, second);
    }

    private static Node addedOnto(Node byIndex, Node base) {
        return byIndex.op() instanceof Op.TakeAdd(int axis)
                        && byIndex.storage() == null
                        && byIndex.input(0).op() instanceof Op.Fill(Number number)
                        && number.doubleValue() == 0
                ? Trace.takeAdd(base, byIndex.input(1), byIndex.input(2), axis)
                : null;
    }
}
