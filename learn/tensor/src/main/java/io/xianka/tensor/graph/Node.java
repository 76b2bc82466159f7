package io.xianka.tensor.graph;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import io.xianka.tensor.ShapeMismatch;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One recorded operation. Compared by identity. Made by the factories of {@link Trace}, which check and infer; shape, type and place
 * never change.
 *
 * <p>Once realised a node has a storage, and later graphs read it instead of computing it again.
 */
public final class Node {
    /** Shape and type of one result. */
    public record Result(Shape shape, DType dtype) {
        /** {@return the size, in bytes} */
        public long bytes() {
            long bytes = dtype.bytes();
            if (shape.elements() > Long.MAX_VALUE / bytes) {
                throw new ShapeMismatch(
                        dtype + "" + shape + " needs more than 2^63 - 1 bytes; compute in smaller pieces");
            }
            return shape.elements() * bytes;
        }
    }

    /** What a node is computed by; swapped for a leaf when its elements are in memory and no gradient can ask how they came there. */
    private record Recipe(Op op, List<Node> inputs) {}

    /** Consecutive ones lie far apart, and none is met twice in 2<sup>32</sup>. */
    private static final int STEP = 0x9E3779B9;

    private static final AtomicInteger SPREAD = new AtomicInteger();
    private static final Recipe DATA = new Recipe(new Op.Data(), List.of());

    private final List<Result> results;
    /** The first of them: the one that most are asked for, millions of times before the virtual machine has compiled a list's methods. */
    private final Result result;

    private final Place place;
    private final boolean differentiable;
    private final Number parameter;
    private final Variable variable;
    private final Origin origin = Origin.current();
    private final int spread = SPREAD.getAndAdd(STEP);
    private volatile Recipe recipe;
    private volatile Storage storage;

    Node(Op op, List<Node> inputs, List<Result> results, Place place, boolean differentiable, Number parameter) {
        this(op, inputs, results, place, differentiable, parameter, null);
    }

    Node(
            Op op,
            List<Node> inputs,
            List<Result> results,
            Place place,
            boolean differentiable,
            Number parameter,
            Variable variable) {
        this.recipe = inputs.isEmpty() && op instanceof Op.Data ? DATA : new Recipe(op, List.copyOf(inputs));
        this.results = results;
        this.result = results.get(0);
        this.place = place;
        this.differentiable = differentiable;
        this.parameter = parameter;
        this.variable = variable;
    }

    /** {@return what it computes} */
    public Op op() {
        return recipe.op;
    }

    /** {@return what it computes it from} */
    public List<Node> inputs() {
        return recipe.inputs;
    }

    /** {@return one input} */
    public Node input(int index) {
        return recipe.inputs.get(index);
    }

    /** {@return shape and type of each result; most nodes have one} */
    public List<Result> results() {
        return results;
    }

    /** {@return the first result's shape} */
    public Shape shape() {
        return result.shape;
    }

    /** {@return the first result's type} */
    public DType dtype() {
        return result.dtype;
    }

    /** {@return the first result's size, in bytes} */
    public long bytes() {
        return result.bytes();
    }

    /** {@return where it is computed} */
    public Place place() {
        return place;
    }

    /** {@return whether a leaf that wants a gradient is among what it is computed from} */
    public boolean isDifferentiable() {
        return differentiable;
    }

    /** {@return the value of an {@link Op.Parameter}} */
    public Number parameter() {
        return parameter;
    }

    /** {@return what makes it a leaf that wants a gradient, or null when it is none} */
    public Variable variable() {
        return variable;
    }

    /** {@return why it is there, where that was said, or null} */
    public Origin origin() {
        return origin;
    }

    /** {@return a number for tables of nodes} */
    int spread() {
        return spread;
    }

    /** {@return its elements in memory, or null while it is only recorded} */
    public Storage storage() {
        return storage;
    }

    /**
     * Says where its elements are. What it was computed from is forgotten, and so can be freed, unless a gradient may ask for it.
     */
    public void realise(Storage elements) {
        storage = elements;
        if (!differentiable || variable != null) {
            recipe = DATA;
        }
    }

    /** {@return whether plans read it from memory or as a number instead of computing it} */
    public boolean isLeaf() {
        return storage != null || recipe.op instanceof Op.Parameter;
    }

    @Override
    public String toString() {
        return recipe.op + " " + dtype() + shape();
    }
}
