package io.xianka.tensor.graph;

import io.xianka.tensor.Shape;
import java.util.List;

/**
 * Numbers that were recorded, by how they are computed: the same number computed from the same is recorded once, and so is a number
 * stretched to a shape. An optimizer computes the same few for each of hundreds of parameters. Plans know no difference, since {@link
 * Subgraph#detached} makes one of what is the same; but what is not recorded need not be walked over at each step.
 *
 * <p>A table with open places, for one thread.
 */
final class Sharing {
    /** Shares nothing. */
    static final Sharing NONE = new Sharing(0);

    private Node[] nodes;
    private int[] hashes;
    private int count;
    /** Numbers by what they were stretched to, in places that a later one takes from an earlier. */
    private final Node[] numbers;

    private final Node[] stretched;

    private Sharing(int places) {
        nodes = new Node[places];
        hashes = new int[places];
        numbers = new Node[places];
        stretched = new Node[places];
    }

    /** {@return one that has recorded nothing yet} */
    static Sharing begin() {
        return new Sharing(256);
    }

    /** {@return a node that computes this, or null} */
    Node find(Op op, List<Node> inputs, Node.Result result, Place place, boolean differentiable) {
        if (nodes.length == 0) {
            return null;
        }
        int hash = hash(op, inputs, result.shape());
        int last = nodes.length - 1;
        for (int at = hash & last; nodes[at] != null; at = at + 1 & last) {
            if (hashes[at] == hash && isSame(nodes[at], op, inputs, result, place, differentiable)) {
                return nodes[at];
            }
        }
        return null;
    }

    private static boolean isSame(
            Node node, Op op, List<Node> inputs, Node.Result result, Place place, boolean differentiable) {
        // One that was computed since is a leaf now, which others may close.
        if (node.dtype() != result.dtype()
                || node.place() != place
                || node.isDifferentiable() != differentiable
                || !isSame(node.op(), op)) {
            return false;
        }
        List<Node> own = node.inputs();
        boolean same = own.size() == inputs.size() && node.shape().equals(result.shape());
        for (int i = 0; same && i < own.size(); i++) {
            same = own.get(i) == inputs.get(i);
        }
        return same;
    }

    /** As {@code equals}, which a record's is slow at until it is compiled. */
    private static boolean isSame(Op one, Op other) {
        return one == other
                || (one instanceof Op.Fill a && other instanceof Op.Fill b
                        ? a.value().equals(b.value())
                        : one.equals(other));
    }

    /** Keeps a node for others. */
    Node keep(Node node) {
        if (nodes.length == 0) {
            return node;
        }
        if (2 * count == nodes.length) {
            grow();
        }
        insert(node, hash(node.op(), node.inputs(), node.shape()));
        count++;
        return node;
    }

    /** {@return a number stretched to a shape before, or null}, found at once and not by way of its reshaping. */
    Node findStretched(Node number, Shape shape) {
        if (numbers.length == 0) {
            return null;
        }
        int at = place(number, shape);
        // As above: not one that was computed since.
        return numbers[at] == number
                        && stretched[at].storage() == null
                        && stretched[at].shape().equals(shape)
                ? stretched[at]
                : null;
    }

    /** Keeps a stretched number for others. */
    Node keepStretched(Node number, Node whole) {
        if (numbers.length > 0) {
            int at = place(number, whole.shape());
            numbers[at] = number;
            stretched[at] = whole;
        }
        return whole;
    }

    private int place(Node number, Shape shape) {
        int hash = 31 * number.spread() + shape.hashCode();
        return (hash ^ hash >>> 15) & numbers.length - 1;
    }

    private static int hash(Op op, List<Node> inputs, Shape shape) {
        int hash = op instanceof Op.Fill(Number value) ? value.hashCode() : Recorded.Structure.kind(op);
        for (int i = 0; i < inputs.size(); i++) {
            hash = 31 * hash + inputs.get(i).spread();
        }
        hash = 31 * hash + shape.hashCode();
        return hash ^ hash >>> 15;
    }

    private void insert(Node node, int hash) {
        int last = nodes.length - 1;
        int at = hash & last;
        while (nodes[at] != null) {
            at = at + 1 & last;
        }
        nodes[at] = node;
        hashes[at] = hash;
    }

    private void grow() {
        Node[] before = nodes;
        int[] known = hashes;
        nodes = new Node[2 * before.length];
        hashes = new int[nodes.length];
        for (int i = 0; i < before.length; i++) {
            if (before[i] != null) {
                insert(before[i], known[i]);
            }
        }
    }
}
