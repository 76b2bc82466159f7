package io.xianka.tensor.fusion;

import io.xianka.tensor.DType;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.UnaryOp;

/**
 * A scalar that a kernel computes at one point of its domain. Equal values of one kernel are one object, so that each is computed
 * once; compared by identity.
 */
public final class Value {
    /** How a value comes about. */
    public sealed interface Form {}

    /** An element of a tensor in memory, counted from its first. Always within the tensor. */
    public record Load(Node node, Index offset) implements Form {}

    /** A number. A {@link Long} for integers and bool, a {@link Double} otherwise. */
    public record Constant(Number number) implements Form {}

    /** A number that is given at each run. */
    public record Parameter(Node node) implements Form {}

    /** A place as an integer. */
    public record Place(Index index) implements Form {}

    /** Whether an index lies from {@code low} up to {@code high}, without it: a bool. */
    public record Within(Index index, long low, long high) implements Form {}

    /** Random bits, see {@link io.xianka.tensor.graph.Op.RandomBits}. */
    public record Random(Value seed, Value offset, Index element) implements Form {}

    /** Of one value. */
    public record Unary(UnaryOp op, Value operand) implements Form {}

    /** Of two values of one type. */
    public record Binary(BinaryOp op, Value left, Value right) implements Form {}

    /** One or the other. */
    public record Select(Value condition, Value yes, Value no) implements Form {}

    /** To another type. */
    public record Convert(Value operand) implements Form {}

    /**
     * The operand, an index, or the nearest of {@code least} to {@code size - 1}: then the kernel tells that the operation was given one
     * that is out of range.
     */
    public record InRange(String operation, Value operand, long least, long size) implements Form {}

    /** What one of the kernel's folds found for this point's row. */
    public record Folded(int fold) implements Form {}

    private final Form form;
    private final DType dtype;
    private final int number;
    private final int lastAxis;

    Value(Form form, DType dtype, int number, int lastAxis) {
        this.form = form;
        this.dtype = dtype;
        this.number = number;
        this.lastAxis = lastAxis;
    }

    /** {@return how it is computed} */
    public Form form() {
        return form;
    }

    /** {@return its type} */
    public DType dtype() {
        return dtype;
    }

    /** {@return its number in the kernel; operands have smaller ones} */
    public int number() {
        return number;
    }

    /** {@return the innermost loop variable that it may change with, or -1} */
    int lastAxis() {
        return lastAxis;
    }

    /** {@return whether it changes with a loop variable from this number on} */
    public boolean dependsOnAxesFrom(int axis) {
        return lastAxis >= axis;
    }

    @Override
    public String toString() {
        return "v" + number;
    }
}
