package io.xianka.tensor.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A segment of the graph whose inner values are not kept for its gradients. Its value is a {@link Op.WithGradient} of what was recorded
 * between its entries and its end; the rule records all of that once more, from entries that are {@linkplain Op.Barrier barred} until
 * the gradient of the end has arrived. So the second recording is no common subexpression of the first, and no schedule can move it
 * before the backward pass; what no gradient asks for is never computed.
 *
 * <p>The rule knows nothing but the node it belongs to, so a segment inside a segment is recorded again like anything else.
 *
 * @param entries how many of the inputs that the rule speaks of are entries; the others are what the segment uses from outside
 * @param keepsProducts whether products and attention keep their results
 */
public record Recomputation(int entries, boolean keepsProducts) implements GradientRule {
    /** A segment's way in: the operand under an identity of its own. */
    public static Node entry(Node operand) {
        return Trace.barrier(operand);
    }

    /** The end of a segment that was recorded from these entries. */
    public static Node segment(Node end, List<Node> entries, boolean keepsProducts) {
        if (!end.isDifferentiable()) {
            return end;
        }
        List<Node> arguments = new ArrayList<>(entries);
        arguments.addAll(Segment.between(entries, end).fromOutside());
        return Trace.withGradient(end, arguments, new Recomputation(entries.size(), keepsProducts));
    }

    @Override
    public List<Node> gradients(Node node, Node gradient) {
        List<Node> arguments = node.inputs().subList(1, node.inputs().size());
        List<Node> entries = arguments.subList(0, this.entries);
        var again = new Copy(gradient);
        entries.forEach(again::enter);
        Segment.between(entries, node.input(0)).inside().forEach(again::record);
        List<Node> wanted = new ArrayList<>();
        for (Node argument : arguments) {
            if (argument.isDifferentiable()) {
                wanted.add(again.of(argument));
            }
        }
        List<Node> found = Differentiation.between(List.of(again.of(node.input(0))), List.of(gradient), wanted);
        Node[] gradients = new Node[arguments.size()];
        int next = 0;
        for (int i = 0; i < gradients.length; i++) {
            gradients[i] = arguments.get(i).isDifferentiable() ? found.get(next++) : null;
        }
        return Arrays.asList(gradients);
    }

    /** What lies between entries and an end: the nodes computed from an entry, and the differentiable ones that those use besides. */
    private record Segment(List<Node> inside, List<Node> fromOutside) {
        /** Depth first with a stack of its own: graphs can be deeper than a thread's stack. */
        static Segment between(List<Node> entries, Node end) {
            Map<Node, Boolean> isInside = new IdentityHashMap<>();
            entries.forEach(entry -> isInside.put(entry, true));
            List<Node> inside = new ArrayList<>();
            var stack = new ArrayList<Node>();
            Set<Node> entered = Collections.newSetFromMap(new IdentityHashMap<>());
            stack.add(end);
            while (!stack.isEmpty()) {
                Node node = stack.getLast();
                if (isInside.containsKey(node)) {
                    stack.removeLast();
                } else if (node.variable() != null) {
                    stack.removeLast();
                    isInside.put(node, false);
                } else if (entered.add(node)) {
                    stack.addAll(node.inputs());
                } else {
                    stack.removeLast();
                    boolean uses = node.inputs().stream().anyMatch(isInside::get);
                    isInside.put(node, uses);
                    if (uses) {
                        inside.add(node);
                    }
                }
            }
            Set<Node> fromOutside = Collections.newSetFromMap(new IdentityHashMap<>());
            List<Node> ordered = new ArrayList<>();
            for (Node node : inside) {
                for (Node input : node.inputs()) {
                    if (!isInside.get(input) && input.isDifferentiable() && fromOutside.add(input)) {
                        ordered.add(input);
                    }
                }
            }
            return new Segment(inside, ordered);
        }
    }

    /** The second recording. */
    private final class Copy {
        private final Map<Node, Node> copies = new IdentityHashMap<>();
        private final Node gradient;

        Copy(Node gradient) {
            this.gradient = gradient;
        }

        Node of(Node node) {
            return copies.getOrDefault(node, node);
        }

        void enter(Node entry) {
            copies.put(entry, barred(entry));
        }

        /** Operands were recorded before. */
        void record(Node node) {
            List<Node> inputs = node.inputs().stream().map(this::of).toList();
            copies.put(node, keepsProducts ? kept(node, inputs) : node(node.op(), inputs, node));
        }

        private Node kept(Node node, List<Node> inputs) {
            if (isProductAndBias(node)) {
                List<Node> arguments = List.of(barred(node), inputs.get(0), inputs.get(1));
                return node(new Op.WithGradient((_, g) -> List.of(g, g)), arguments, node);
            }
            if (node.op() instanceof Op.Dot dot) {
                List<Node> arguments = List.of(barred(node), inputs.get(0), inputs.get(1));
                GradientRule rule = (itself, g) -> ofProduct(dot, itself, g);
                return node(new Op.WithGradient(rule), arguments, node);
            }
            if (node.op() instanceof Op.Item(int index)
                    && index == 0
                    && node.input(0).op() instanceof Op.Attention attention) {
                Node again = inputs.getFirst();
                List<Node> arguments = List.of(
                        barred(node),
                        again.input(0),
                        again.input(1),
                        again.input(2),
                        node,
                        Trace.item(node.input(0), 1));
                GradientRule rule = (itself, g) -> ofAttention(attention, itself, g);
                return node(new Op.WithGradient(rule), arguments, node);
            }
            return node(node.op(), inputs, node);
        }

        /** A linear layer's result: a product adds a bias while it stores, and is not stored without. */
        private boolean isProductAndBias(Node node) {
            if (!(node.op() instanceof Op.Binary(BinaryOp op)) || op != BinaryOp.ADD) {
                return false;
            }
            Node product = node.input(0);
            while (product.op() instanceof Op.Reshape) {
                product = product.input(0);
            }
            return product.op() instanceof Op.Dot && !copies.containsKey(node.input(1));
        }

        private Node barred(Node node) {
            return node(new Op.Barrier(), List.of(node, gradient), node);
        }

        private static Node node(Op op, List<Node> inputs, Node like) {
            return new Node(op, inputs, like.results(), like.place(), like.isDifferentiable(), null);
        }
    }

    /** Inputs: the kept product, both operands. */
    private static List<Node> ofProduct(Op.Dot op, Node itself, Node g) {
        Node product = new Node(op, itself.inputs().subList(1, 3), itself.results(), itself.place(), true, null);
        return Arrays.asList(GradientRules.of(product, new Node[] {g}, new boolean[] {true, true}));
    }

    /** Inputs: the kept output, q, k, v, the output and the rows' log-sum-exp. */
    private static List<Node> ofAttention(Op.Attention op, Node itself, Node g) {
        Node all = Trace.attentionGradient(
                op, itself.input(1), itself.input(2), itself.input(3), itself.input(4), itself.input(5), g);
        return Arrays.asList(Trace.item(all, 0), Trace.item(all, 1), Trace.item(all, 2), null, null);
    }
}
