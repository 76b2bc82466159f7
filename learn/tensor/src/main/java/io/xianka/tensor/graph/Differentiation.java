package io.xianka.tensor.graph;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The walk from results back to what they were computed from, which records gradients by the rules of {@link GradientRules}. What it
 * records can be differentiated again.
 */
public final class Differentiation {
    /** What the walk knows of a node. */
    private static final class Visit {
        private final boolean wanted;
        private boolean needed;
        private Node[] gradients;

        private Visit(boolean wanted) {
            this.wanted = wanted;
        }
    }

    private final Map<Node, Visit> visits = new IdentityHashMap<>();
    private final List<Node> order = new ArrayList<>();
    private final Map<Node, Boolean> wanted = new IdentityHashMap<>();
    private final boolean wantVariables;
    private final boolean stopAtWanted;

    private Differentiation(List<Node> wanted, boolean wantVariables, boolean stopAtWanted) {
        wanted.forEach(node -> this.wanted.put(node, true));
        this.wantVariables = wantVariables;
        this.stopAtWanted = stopAtWanted;
    }

    /**
     * The gradients of some nodes.
     *
     * @param outputs what is differentiated
     * @param gradients theirs, of their shapes; null for zero
     * @return as many as wanted; null for a node that no output is computed from
     */
    public static List<Node> of(List<Node> outputs, List<Node> gradients, List<Node> wanted) {
        return gradients(outputs, gradients, wanted, false);
    }

    /** As {@link #of}, where wanted nodes count as independent of each other. */
    static List<Node> between(List<Node> outputs, List<Node> gradients, List<Node> wanted) {
        return gradients(outputs, gradients, wanted, true);
    }

    /** {@return whether a node decides about outputs by a bool or an integer: they are constant almost everywhere in it} */
    public static boolean isChosenBy(Node node, List<Node> outputs) {
        var seen = new IdentityHashMap<Node, Boolean>();
        var stack = new ArrayList<>(outputs);
        while (!stack.isEmpty()) {
            Node next = stack.removeLast();
            if (next == node) {
                return true;
            }
            boolean isDetached = !next.isDifferentiable()
                    && next.dtype().hasGradient()
                    && next.inputs().stream().anyMatch(Node::isDifferentiable);
            if (seen.put(next, true) == null && !isDetached) {
                stack.addAll(next.inputs());
            }
        }
        return false;
    }

    private static List<Node> gradients(List<Node> outputs, List<Node> gradients, List<Node> wanted, boolean stop) {
        var walk = new Differentiation(wanted, false, stop);
        walk.run(outputs, gradients);
        var found = new ArrayList<Node>(wanted.size());
        for (Node node : wanted) {
            Visit visit = walk.visits.get(node);
            found.add(visit == null ? null : visit.gradients == null ? Formula.zeros(node) : visit.gradients[0]);
        }
        return found;
    }

    /**
     * Adds the gradient of each {@link Variable} that an output is computed from to it.
     *
     * @return whether there was one
     */
    public static boolean backward(Node output, Node gradient) {
        var walk = new Differentiation(List.of(), true, false);
        walk.run(List.of(output), List.of(gradient));
        boolean found = false;
        for (Node node : walk.order) {
            Visit visit = walk.visits.get(node);
            if (visit.wanted) {
                found = true;
                node.variable().add(visit.gradients == null ? Formula.zeros(node) : visit.gradients[0]);
            }
        }
        return found;
    }

    private void run(List<Node> outputs, List<Node> gradients) {
        for (int i = 0; i < outputs.size(); i++) {
            if (outputs.get(i) != null
                    && gradients.get(i) != null
                    && outputs.get(i).isDifferentiable()) {
                collect(outputs.get(i));
            }
        }
        for (Node node : order) {
            Visit visit = visits.get(node);
            visit.needed = visit.wanted;
            if (follows(node, visit)) {
                for (Node input : node.inputs()) {
                    Visit below = visits.get(input);
                    visit.needed |= below != null && below.needed;
                }
            }
        }
        for (int i = 0; i < outputs.size(); i++) {
            if (gradients.get(i) != null && outputs.get(i) != null) {
                give(outputs.get(i), 0, gradients.get(i));
            }
        }
        for (int i = order.size() - 1; i >= 0; i--) {
            pass(order.get(i));
        }
    }

    /** Depth first with a stack of its own: graphs can be deeper than a thread's stack. Operands come before what uses them. */
    private void collect(Node output) {
        var stack = new ArrayList<Node>();
        stack.add(output);
        var entered = new IdentityHashMap<Node, Boolean>();
        while (!stack.isEmpty()) {
            Node node = stack.getLast();
            if (visits.containsKey(node)) {
                stack.removeLast();
                continue;
            }
            boolean isWanted = wanted.containsKey(node) || (wantVariables && node.variable() != null);
            var visit = new Visit(isWanted);
            if (entered.put(node, true) == null && follows(node, visit)) {
                List<Node> inputs = node.inputs();
                for (int i = inputs.size() - 1; i >= 0; i--) {
                    if (inputs.get(i).isDifferentiable() && !visits.containsKey(inputs.get(i))) {
                        stack.add(inputs.get(i));
                    }
                }
            } else {
                stack.removeLast();
                visits.put(node, visit);
                order.add(node);
            }
        }
    }

    private boolean follows(Node node, Visit visit) {
        return node.variable() == null && !(stopAtWanted && visit.wanted);
    }

    private void give(Node node, int result, Node gradient) {
        Visit visit = visits.get(node);
        if (visit == null || !visit.needed || gradient == null) {
            return;
        }
        if (visit.gradients == null) {
            visit.gradients = new Node[node.results().size()];
        }
        Node known = visit.gradients[result];
        visit.gradients[result] = known == null ? gradient : Formula.sumOfGradients(known, gradient);
    }

    private void pass(Node node) {
        Visit visit = visits.get(node);
        if (!visit.needed || visit.gradients == null || !follows(node, visit)) {
            return;
        }
        List<Node> inputs = node.inputs();
        if (node.op() instanceof Op.Item(int index)) {
            give(inputs.getFirst(), index, visit.gradients[0]);
            return;
        }
        boolean[] wants = new boolean[inputs.size()];
        boolean any = false;
        for (int i = 0; i < wants.length; i++) {
            Visit below = visits.get(inputs.get(i));
            wants[i] = below != null && below.needed;
            any |= wants[i];
        }
        if (any) {
            Origin origin = node.origin();
            Node[] found = origin == null
                    ? GradientRules.of(node, visit.gradients, wants)
                    : origin.ofGradients().in(() -> GradientRules.of(node, visit.gradients, wants));
            for (int i = 0; i < wants.length; i++) {
                if (wants[i]) {
                    give(inputs.get(i), 0, found[i]);
                }
            }
        }
    }
}
