package io.xianka.tensor.graph;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import io.xianka.tensor.graph.Op.Arrangement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lets attention write its results as they are used: a place's heads beside each other where layers go on with places, and the gradients
 * of queries, keys and values side by side where they are put together for the one product that gave all three. The graph then says so
 * in its shapes, and what would have been copies are views.
 */
public final class AttentionResults {
    private static final List<Integer> TURNED = List.of(0, 2, 1, 3);

    /** What rows of kernels must begin at multiples of. */
    private static final long ALIGNMENT_BYTES = 16;

    /** Kernels that take strides know no larger heads. */
    private static final long LARGEST_HEAD = 256;

    private final Subgraph graph;
    private final Map<Node, List<Node>> users = new IdentityHashMap<>();
    private final Map<Node, Arrangement> arranged = new IdentityHashMap<>();
    /** Of sums that put three gradients side by side the node that made these. */
    private final Map<Node, Node> together = new IdentityHashMap<>();

    private final Map<Node, Node> now = new IdentityHashMap<>();

    private AttentionResults(Subgraph graph) {
        this.graph = graph;
        for (Node node : graph.nodes()) {
            for (Node input : node.inputs()) {
                users.computeIfAbsent(input, _ -> new ArrayList<>()).add(node);
            }
        }
    }

    /** The graph with such results; its leaves, parameters and outputs are in the order in which they were. */
    public static Subgraph asUsed(Subgraph graph) {
        boolean none = graph.nodes().stream()
                .noneMatch(node -> node.op() instanceof Op.Attention || node.op() instanceof Op.AttentionGradient);
        return none ? graph : new AttentionResults(graph).laid();
    }

    private Subgraph laid() {
        Set<Node> outputs = Collections.newSetFromMap(new IdentityHashMap<>());
        outputs.addAll(graph.outputs());
        for (Node node : graph.nodes()) {
            switch (node.op()) {
                case Op.Attention _ -> {
                    if (isStrided(node) && isTurned(node, 1, outputs)) {
                        arranged.put(node, Arrangement.PLACES_FIRST);
                    }
                }
                case Op.AttentionGradient _ -> {
                    if (isStrided(node) && isTurned(node, 3, outputs)) {
                        arranged.put(node, Arrangement.PLACES_FIRST);
                    }
                }
                case Op.Binary(BinaryOp op)
                when op == BinaryOp.ADD -> {
                    Node gradient = sideBySide(node);
                    if (gradient != null && isStrided(gradient)) {
                        arranged.put(gradient, Arrangement.PACKED);
                        together.put(node, gradient);
                    }
                }
                default -> {}
            }
        }
        if (arranged.isEmpty()) {
            return graph;
        }
        graph.nodes().forEach(node -> now.put(node, rebuilt(node)));
        List<Node> asked = graph.outputs().stream().map(now::get).toList();
        return new Subgraph(Subgraph.of(asked).nodes(), graph.leaves(), graph.parameters(), asked);
    }

    /** Whether kernels that take strides compute it. */
    private static boolean isStrided(Node attention) {
        Shape q = attention.input(0).shape();
        return attention.input(0).dtype() != DType.FLOAT64
                && q.size(3) <= LARGEST_HEAD
                && q.elements() > 0
                && attention.input(1).shape().elements() > 0;
    }

    // ------------------------------------------------------------------ how results are used

    /** Whether all that use the first results turn heads and places round. */
    private boolean isTurned(Node several, int results, Set<Node> outputs) {
        boolean used = false;
        for (Node item : usersOf(several)) {
            if (!(item.op() instanceof Op.Item(int index)) || index >= results) {
                continue;
            }
            if (!isTurned(item, outputs)) {
                return false;
            }
            used = true;
        }
        return used;
    }

    private boolean isTurned(Node value, Set<Node> outputs) {
        if (outputs.contains(value)) {
            return false;
        }
        for (Node user : usersOf(value)) {
            boolean is = switch (user.op()) {
                case Op.Permute(List<Integer> axes) -> axes.equals(TURNED);
                case Op.WithGradient _ -> isTurned(user, outputs);
                case Op.Barrier _ -> user.input(0) != value || isTurned(user, outputs);
                case Op.AttentionGradient _ -> user.input(3) == value;
                default -> false;
            };
            if (!is) {
                return false;
            }
        }
        return true;
    }

    private List<Node> usersOf(Node node) {
        return users.getOrDefault(node, List.of());
    }

    /** The attention gradient whose three results a sum puts side by side on the last axis, each as (batch, length, heads size), or null. */
    private static Node sideBySide(Node sum) {
        List<Node> parts = new ArrayList<>();
        Node first = sum;
        while (first.op() instanceof Op.Binary(BinaryOp op) && op == BinaryOp.ADD && parts.size() < 3) {
            parts.add(first.input(1));
            first = first.input(0);
        }
        parts.add(first);
        if (parts.size() != 3 || sum.shape().rank() != 3) {
            return null;
        }
        Node found = null;
        int seen = 0;
        for (Node part : parts) {
            Node item = part.op() instanceof Op.Pad ? itemOf(part.input(0)) : null;
            if (item == null) {
                return null;
            }
            Node gradient = item.input(0);
            int index = ((Op.Item) item.op()).index();
            Shape shape = item.shape();
            long width = shape.size(1) * shape.size(3);
            Op.Pad pad = (Op.Pad) part.op();
            boolean fits = pad.value().doubleValue() == 0
                    && pad.before().equals(List.of(0L, 0L, index * width))
                    && (found == null || found == gradient)
                    && gradient.input(0).shape().equals(gradient.input(1).shape())
                    && width * item.dtype().bytes() % ALIGNMENT_BYTES == 0
                    && sum.shape().equals(Shape.of(shape.size(0), shape.size(2), 3 * width));
            if (!fits) {
                return null;
            }
            found = gradient;
            seen |= 1 << index;
        }
        return seen == 7 ? found : null;
    }

    /** The result of an attention gradient that lies here as (batch, length, heads size), or null. */
    private static Node itemOf(Node places) {
        Node turned = places.op() instanceof Op.Reshape ? places.input(0) : places;
        boolean is = turned.op() instanceof Op.Permute(List<Integer> axes)
                && axes.equals(TURNED)
                && turned.input(0).op() instanceof Op.Item
                && turned.input(0).input(0).op() instanceof Op.AttentionGradient
                && turned.shape().slice(0, 2).equals(places.shape().slice(0, 2));
        return is ? turned.input(0) : null;
    }

    // ------------------------------------------------------------------ the graph that says so

    private Node rebuilt(Node node) {
        if (together.containsKey(node)) {
            return Trace.reshape(Trace.item(now.get(together.get(node)), 0), node.shape());
        }
        if (arranged.containsKey(node)) {
            return arranged(node, arranged.get(node));
        }
        if (node.op() instanceof Op.Item(int index) && arranged.containsKey(node.input(0))) {
            return item(index, now.get(node.input(0)), arranged.get(node.input(0)));
        }
        List<Node> inputs = node.inputs().stream().map(now::get).toList();
        if (inputs.equals(node.inputs())) {
            return node;
        }
        Node operand = inputs.getFirst();
        return switch (node.op()) {
            case Op.Permute(List<Integer> axes) -> Trace.permute(operand, axes);
            case Op.Reshape _ -> Trace.reshape(operand, node.shape());
            // What is kept here is kept as it lies.
            case Op.Barrier _, Op.WithGradient _ ->
                operand.op() instanceof Op.Permute(List<Integer> axes)
                                && axes.equals(TURNED)
                                && !(node.input(0).op() instanceof Op.Permute)
                        ? Trace.permute(with(node, operand.input(0), inputs), TURNED)
                        : with(node, node.results(), inputs);
            default -> with(node, node.results(), inputs);
        };
    }

    private static Node with(Node node, Node first, List<Node> inputs) {
        List<Node> others = new ArrayList<>(inputs);
        others.set(0, first);
        return with(node, first.results(), others);
    }

    private static Node with(Node node, List<Node.Result> results, List<Node> inputs) {
        return new Node(node.op(), inputs, results, node.place(), node.isDifferentiable(), null);
    }

    private Node arranged(Node node, Arrangement arrangement) {
        Op op = switch (node.op()) {
            case Op.Attention(double scale, boolean causal, boolean rounds, Arrangement _) ->
                new Op.Attention(scale, causal, rounds, arrangement);
            case Op.AttentionGradient(double scale, boolean causal, boolean rounds, Arrangement _) ->
                new Op.AttentionGradient(scale, causal, rounds, arrangement);
            default -> throw new IllegalStateException("no attention: " + node);
        };
        List<Node.Result> results = new ArrayList<>(node.results());
        if (arrangement == Arrangement.PACKED) {
            Shape q = node.input(0).shape();
            Shape packed = Shape.of(q.size(0), q.size(2), 3, q.size(1), q.size(3));
            results = List.of(new Node.Result(packed, node.dtype()));
        } else {
            int turned = node.op() instanceof Op.Attention ? 1 : 3;
            for (int i = 0; i < turned; i++) {
                Node.Result result = results.get(i);
                Shape shape = result.shape();
                results.set(
                        i,
                        new Node.Result(
                                Shape.of(shape.size(0), shape.size(2), shape.size(1), shape.size(3)), result.dtype()));
            }
        }
        List<Node> inputs = node.inputs().stream().map(now::get).toList();
        return new Node(op, inputs, results, node.place(), node.isDifferentiable(), null);
    }

    /** A result as it was: by heads. */
    private static Node item(int index, Node several, Arrangement arrangement) {
        boolean isTurned = several.op() instanceof Op.AttentionGradient || index == 0;
        if (!isTurned) {
            return Trace.item(several, index);
        }
        if (arrangement == Arrangement.PLACES_FIRST) {
            return Trace.permute(Trace.item(several, index), TURNED);
        }
        Node packed = Trace.item(several, 0);
        Shape shape = packed.shape();
        long[] sizes = shape.with(2, 1).sizes();
        Node part = Trace.slice(packed, new long[] {0, 0, index, 0, 0}, sizes, new long[] {1, 1, 1, 1, 1});
        return Trace.permute(Trace.reshape(part, shape.remove(2)), TURNED);
    }
}
