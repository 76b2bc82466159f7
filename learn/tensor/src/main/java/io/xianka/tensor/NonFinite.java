package io.xianka.tensor;

import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.graph.Origin;
import io.xianka.tensor.graph.Subgraph;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The operation that made the first NaN, or the first infinity where there is no NaN, of what some tensors are computed by.
 *
 * @param operation such as {@code log}; {@code a given value} where it was there from the start
 * @param result type and shape of what it made
 * @param what {@code NaN} or {@code infinity}
 * @param operands what it was computed from, where one of that is infinite, and how it was made; or null
 * @param place the lines of the program that recorded it, innermost first; or null where no line did, as for the seed of gradients
 */
public record NonFinite(String operation, String result, String what, String operands, String place) {
    /** What is known of a value. */
    private record Look(boolean hasNaN, boolean hasInfinity) {
        static final Look FINE = new Look(false, false);
    }

    /**
     * Computes tensors operation by operation, until one makes a NaN.
     *
     * @param recording records them, anew: what it records is computed here and given back
     * @return null when all is finite, or infinite where that was filled in
     */
    public static NonFinite first(Supplier<List<Tensor>> recording) {
        List<Tensor> tensors = Origin.locating(recording);
        return new Search(Subgraph.of(tensors.stream().map(Tensor::node).toList())).run();
    }

    private static final class Search {
        private final List<Node> nodes;
        private final Map<Node, List<Node>> inputs = new IdentityHashMap<>();
        private final Map<Node, Op> ops = new IdentityHashMap<>();
        private final Map<Node, Look> looks = new IdentityHashMap<>();
        private final Map<Node, Integer> lastUses = new IdentityHashMap<>();

        Search(Subgraph graph) {
            nodes = graph.nodes();
            // Nodes forget what they were computed from once they are.
            for (Node node : nodes) {
                boolean given = Subgraph.isInMemory(node);
                ops.put(node, given ? new Op.Data() : node.op());
                inputs.put(node, given ? List.of() : node.inputs());
            }
            for (int at = nodes.size() - 1; at >= 0; at--) {
                Node node = nodes.get(at);
                // What is not computed now is computed with what uses it.
                int use = isLookedAt(node) ? at : lastUses.getOrDefault(node, at);
                for (Node input : inputs.get(node)) {
                    lastUses.merge(input, use, Math::max);
                }
            }
        }

        NonFinite run() {
            Node infinite = null;
            for (int at = 0; at < nodes.size(); at++) {
                Node node = nodes.get(at);
                Look given = given(node);
                boolean wasFinite = !given.hasInfinity;
                Look look = isLookedAt(node) ? look(node) : given;
                looks.put(node, look);
                if (look.hasNaN && !given.hasNaN) {
                    return found(node, "NaN");
                }
                if (look.hasInfinity && wasFinite && infinite == null && isLookedAt(node)) {
                    infinite = node;
                }
                giveBack(at);
            }
            return infinite == null ? null : found(infinite, "infinity");
        }

        private boolean isLookedAt(Node node) {
            boolean isView = switch (ops.get(node)) {
                case Op.Reshape _,
                        Op.Permute _,
                        Op.Expand _,
                        Op.Slice _,
                        Op.Unfold _,
                        Op.Barrier _,
                        Op.WithGradient _,
                        Op.Fill _,
                        Op.Parameter _ -> true;
                default -> false;
            };
            return !isView && node.results().size() == 1 && node.dtype().hasGradient();
        }

        /** What is known of what a node is computed from. */
        private Look given(Node node) {
            boolean nan = false;
            boolean infinity = ops.get(node) instanceof Op.Fill(Number value) && Double.isInfinite(value.doubleValue());
            for (Node input : inputs.get(node)) {
                Look look = looks.getOrDefault(input, Look.FINE);
                nan |= look.hasNaN;
                infinity |= look.hasInfinity;
            }
            return new Look(nan, infinity);
        }

        private static Look look(Node node) {
            Tensor value = new Tensor(node);
            Tensor isNaN = value.isNaN().any();
            Tensor isInfinite = value.isInfinite().any();
            Tensor.realise(value, isNaN, isInfinite);
            var look = new Look(isNaN.itemBoolean(), isInfinite.itemBoolean());
            isNaN.close();
            isInfinite.close();
            return look;
        }

        /** Only what was recorded for this is closed: others may hold what was there before. */
        private void giveBack(int at) {
            for (Node input : inputs.get(nodes.get(at))) {
                boolean isOwn = input.origin() != null && input.origin().whereAsked() != null;
                if (isOwn && lastUses.get(input) == at && input.storage() != null && isLookedAt(input)) {
                    input.storage().close();
                }
            }
        }

        private NonFinite found(Node node, String what) {
            Origin origin = node.origin();
            String operation = origin != null && origin.operation() != null ? origin.operation() : name(node);
            String operands = inputs.get(node).stream()
                    .filter(input -> looks.getOrDefault(input, Look.FINE).hasInfinity)
                    .map(input -> "an infinite " + input.dtype() + input.shape() + " of " + name(source(input)))
                    .collect(Collectors.joining(", "));
            return new NonFinite(
                    operation,
                    node.dtype() + "" + node.shape(),
                    what,
                    operands.isEmpty() ? null : operands,
                    origin == null ? null : origin.whereAsked());
        }

        /** Behind views and casts. */
        private Node source(Node node) {
            Node source = node;
            while (!inputs.get(source).isEmpty()
                    && (ops.get(source) instanceof Op.Cast || Autocast.name(ops.get(source)) == null)) {
                source = inputs.get(source).getFirst();
            }
            return source;
        }

        private String name(Node node) {
            String name = Autocast.name(ops.get(node));
            return name == null ? "a given value" : name;
        }
    }

    @Override
    public String toString() {
        return operation + " made " + what + ": " + result + (operands == null ? "" : ", from " + operands)
                + (place == null ? "" : ", at " + place);
    }
}
