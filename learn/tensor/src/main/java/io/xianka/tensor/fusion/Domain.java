package io.xianka.tensor.fusion;

import io.xianka.tensor.Shape;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.UnaryOp;
import java.util.List;

/**
 * The points a kernel computes at: outer loop variables, which are independent, then inner ones, over which folds run. Axis numbers
 * count through both.
 *
 * @param outer sizes of the outer axes, outermost first
 * @param inner sizes of the inner axes; empty in kernels without folds
 */
public record Domain(List<Long> outer, List<Long> inner) {
    /** {@return the number of rows} */
    public long rows() {
        return product(outer);
    }

    /** {@return the number of points in a row; 1 without inner axes} */
    public long columns() {
        return product(inner);
    }

    private static long product(List<Long> sizes) {
        if (sizes.contains(0L)) {
            return 0;
        }
        long product = 1;
        for (long size : sizes) {
            product = Math.multiplyExact(product, size);
        }
        return product;
    }

    /** {@return the number of the first inner axis} */
    public int firstInner() {
        return outer.size();
    }

    /** {@return the size of an axis} */
    public long size(int axis) {
        return axis < outer.size() ? outer.get(axis) : inner.get(axis - outer.size());
    }

    /** {@return the number of axes} */
    public int rank() {
        return outer.size() + inner.size();
    }

    /** {@return the row's number, as an index} */
    public Index row() {
        return linear(0, outer);
    }

    /** {@return the place in the row, as an index} */
    public Index column() {
        return linear(outer.size(), inner);
    }

    /** {@return the point's number, as an index} */
    public Index point() {
        return row().times(columns()).plus(column());
    }

    private static Index linear(int firstAxis, List<Long> sizes) {
        Index index = Index.ZERO;
        for (int i = 0; i < sizes.size(); i++) {
            index = index.times(sizes.get(i)).plus(Index.axis(firstAxis + i, sizes.get(i)));
        }
        return index;
    }

    /** {@return the innermost loop variable that a value of this form changes with, or -1} */
    int lastAxis(Value.Form form) {
        return switch (form) {
            case Value.Load(Node _, Index offset) -> lastAxis(offset);
            case Value.Constant _, Value.Parameter _ -> -1;
            case Value.Place(Index index) -> lastAxis(index);
            case Value.Within(Index index, long _, long _) -> lastAxis(index);
            case Value.Random(Value _, Value _, Index element) -> lastAxis(element);
            case Value.Unary(UnaryOp _, Value operand) -> operand.lastAxis();
            case Value.Binary(BinaryOp _, Value left, Value right) -> Math.max(left.lastAxis(), right.lastAxis());
            case Value.Select(Value condition, Value yes, Value no) ->
                Math.max(condition.lastAxis(), Math.max(yes.lastAxis(), no.lastAxis()));
            case Value.Convert(Value operand) -> operand.lastAxis();
            case Value.InRange(String _, Value operand, long _, long _) -> operand.lastAxis();
            case Value.Folded _ -> firstInner() - 1;
        };
    }

    private int lastAxis(Index index) {
        int axis = rank() - 1;
        while (axis >= 0 && !index.dependsOnAxesFrom(axis)) {
            axis--;
        }
        return axis;
    }

    /** The places along the axes of a shape of the element with this number. */
    static Index[] places(Index number, Shape shape) {
        Index[] places = new Index[shape.rank()];
        Index rest = number;
        for (int axis = places.length - 1; axis >= 0; axis--) {
            long size = Math.max(1, shape.size(axis));
            places[axis] = axis == 0 ? rest : rest.modulo(size);
            rest = axis == 0 ? rest : rest.dividedBy(size);
        }
        return places;
    }

    /** The number of the element at these places of a shape. */
    static Index number(Index[] places, Shape shape) {
        long[] strides = shape.strides();
        Index number = Index.ZERO;
        for (int axis = 0; axis < places.length; axis++) {
            number = number.plus(places[axis].times(strides[axis]));
        }
        return number;
    }
}
