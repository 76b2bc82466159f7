package io.xianka.tensor.fusion;

import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.graph.Subgraph;
import io.xianka.tensor.graph.UnaryOp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Cuts a graph into steps. First it is decided what is kept in memory: what is asked for, what operations with kernels of their own
 * take, folds, and what would cost more to compute again than to store. Everything else is computed where it is used. Then what is
 * kept is put together into kernels that read it once, as long as {@link Lowering} finds one domain for all.
 */
final class Fuser {
    /** More tensors read for one value would make kernels with too many pointers. */
    private static final int MOST_READS = 12;

    /** More operations for one value would make kernels too long. */
    private static final int MOST_OPERATIONS = 200;

    private static final int COSTLY = 8;

    private static final long LARGE_BYTES = 1 << 20;
    private static final long PICKED_SHARE = 64;

    private final Subgraph graph;
    private final boolean fuses;
    private final Map<Node, Integer> positions = new IdentityHashMap<>();
    private final Set<Node> kept = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Node> alone = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Pair> unfit = new HashSet<>();
    private final Map<Node, List<Node>> users = new IdentityHashMap<>();
    private final Map<Node, List<Node>> waiting = new IdentityHashMap<>();
    private final Map<Node, Strided> views = new IdentityHashMap<>();
    private final Map<Node, Step> makers = new IdentityHashMap<>();

    /** Two that no kernel can compute together; by identity. */
    private record Pair(Group producer, Group user) {}

    Fuser(Subgraph graph, boolean fuses) {
        this.graph = graph;
        this.fuses = fuses;
        for (Node node : graph.nodes()) {
            positions.put(node, positions.size());
            users.put(node, new ArrayList<>());
            waiting.put(node, new ArrayList<>());
            for (Node input : operandsOf(node)) {
                users.get(input).add(node);
            }
            for (Node before : waitsFor(node)) {
                waiting.get(before).add(node);
            }
        }
    }

    Schedule schedule() {
        keepWhatMustBe();
        if (fuses) {
            keepWhatIsCostly();
            keepBiases();
        } else {
            keepAll();
        }
        Map<Node, Group> groups = groups();
        if (fuses) {
            join(groups);
        }
        List<Step> steps = steps(groups);
        return new Schedule(graph, Order.of(graph, steps, positions, barred()));
    }

    // ------------------------------------------------------------------ what an operation is

    private static boolean isLeaf(Node node) {
        return node.op() instanceof Op.Data;
    }

    /** What a node's value is computed from. */
    private static List<Node> operandsOf(Node node) {
        return node.op() instanceof Op.Barrier ? node.inputs().subList(0, 1) : node.inputs();
    }

    /** What is to be computed before anything is computed from a node. */
    private static List<Node> waitsFor(Node node) {
        return node.op() instanceof Op.Barrier
                ? node.inputs().subList(1, node.inputs().size())
                : List.of();
    }

    private static boolean isFusible(Node node) {
        return switch (node.op()) {
            case Op.Fill _,
                    Op.Parameter _,
                    Op.Iota _,
                    Op.RandomBits _,
                    Op.Unary _,
                    Op.Binary _,
                    Op.Where _,
                    Op.Cast _,
                    Op.InRange _,
                    Op.Reshape _,
                    Op.Permute _,
                    Op.Expand _,
                    Op.Slice _,
                    Op.Pad _,
                    Op.Unfold _,
                    Op.Reduce _,
                    Op.Take _,
                    Op.Gather _,
                    Op.Barrier _,
                    Op.WithGradient _ -> true;
            case Op.Data _,
                    Op.ArgReduce _,
                    Op.Scan _,
                    Op.Argsort _,
                    Op.TakeAdd _,
                    Op.ScatterAdd _,
                    Op.Dot _,
                    Op.Attention _,
                    Op.AttentionGradient _,
                    Op.Item _,
                    Op.Transfer _,
                    Op.Custom _ -> false;
        };
    }

    private static boolean isView(Node node) {
        return switch (node.op()) {
            case Op.Reshape _, Op.Permute _, Op.Expand _, Op.Slice _, Op.Unfold _, Op.Barrier _, Op.WithGradient _ ->
                true;
            case Op.Fill _,
                    Op.Parameter _,
                    Op.Iota _,
                    Op.RandomBits _,
                    Op.Unary _,
                    Op.Binary _,
                    Op.Where _,
                    Op.Cast _,
                    Op.InRange _,
                    Op.Pad _,
                    Op.Reduce _,
                    Op.Take _,
                    Op.Gather _,
                    Op.Data _,
                    Op.ArgReduce _,
                    Op.Scan _,
                    Op.Argsort _,
                    Op.TakeAdd _,
                    Op.ScatterAdd _,
                    Op.Dot _,
                    Op.Attention _,
                    Op.AttentionGradient _,
                    Op.Item _,
                    Op.Transfer _,
                    Op.Custom _ -> false;
        };
    }

    private static int cost(Node node) {
        return switch (node.op()) {
            case Op.Unary(UnaryOp op) ->
                switch (op) {
                    case NEG,
                            ABS,
                            SIGN,
                            FLOOR,
                            CEIL,
                            ROUND,
                            TRUNC,
                            NOT,
                            IS_NAN,
                            IS_INFINITE,
                            REAL,
                            IMAGINARY,
                            CONJUGATE -> 1;
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
                            ERF -> COSTLY;
                };
            case Op.Binary(BinaryOp op) ->
                switch (op) {
                    case DIV, FLOOR_DIV, MOD, POW, ATAN2 -> COSTLY;
                    case ADD,
                            SUB,
                            MUL,
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
                            COMPLEX -> 1;
                };
            case Op.RandomBits _ -> 4 * COSTLY;
            case Op.Where _, Op.Cast _, Op.InRange _, Op.Pad _, Op.Take _, Op.Gather _ -> 1;
            case Op.Fill _,
                    Op.Parameter _,
                    Op.Iota _,
                    Op.Reshape _,
                    Op.Permute _,
                    Op.Expand _,
                    Op.Slice _,
                    Op.Unfold _,
                    Op.Reduce _,
                    Op.Data _,
                    Op.ArgReduce _,
                    Op.Scan _,
                    Op.Argsort _,
                    Op.TakeAdd _,
                    Op.ScatterAdd _,
                    Op.Dot _,
                    Op.Attention _,
                    Op.AttentionGradient _,
                    Op.Item _,
                    Op.Transfer _,
                    Op.Barrier _,
                    Op.WithGradient _,
                    Op.Custom _ -> 0;
        };
    }

    // ------------------------------------------------------------------ what is kept

    /** The node that owns the memory when this one is kept. */
    private static Node base(Node node) {
        Node owner = node;
        while (owner.op() instanceof Op.Reshape
                || owner.op() instanceof Op.WithGradient
                || owner.op() instanceof Op.Barrier) {
            owner = owner.input(0);
        }
        return owner;
    }

    private void keep(Node node) {
        Node owner = base(node);
        if (!isLeaf(owner)) {
            kept.add(owner);
        }
    }

    private boolean isInMemory(Node node) {
        return isLeaf(node) || kept.contains(node) || node.op() instanceof Op.Item;
    }

    private void keepWhatMustBe() {
        graph.outputs().forEach(this::keep);
        for (Node node : graph.nodes()) {
            switch (node.op()) {
                case Op.Dot _ -> {
                    kept.add(node);
                    node.inputs().forEach(operand -> keepView(operand, true));
                }
                case Op.Attention _ -> {
                    kept.add(node);
                    node.inputs().forEach(operand -> keepView(operand, false));
                }
                case Op.AttentionGradient _ -> {
                    kept.add(node);
                    node.inputs().subList(0, 3).forEach(operand -> keepView(operand, false));
                    keepWhole(node.input(4));
                    keepAlike(node.input(3), node.input(5));
                }
                case Op.ArgReduce _, Op.Scan _, Op.Argsort _, Op.TakeAdd _, Op.ScatterAdd _, Op.Custom _ -> {
                    kept.add(node);
                    node.inputs().forEach(this::keep);
                }
                case Op.Barrier _ -> keep(node);
                case Op.Reduce _ -> kept.add(node);
                case Op.Data _,
                        Op.Parameter _,
                        Op.Fill _,
                        Op.Iota _,
                        Op.RandomBits _,
                        Op.Unary _,
                        Op.Binary _,
                        Op.Where _,
                        Op.Cast _,
                        Op.InRange _,
                        Op.Reshape _,
                        Op.Permute _,
                        Op.Expand _,
                        Op.Slice _,
                        Op.Pad _,
                        Op.Unfold _,
                        Op.Take _,
                        Op.Gather _,
                        Op.Item _,
                        Op.Transfer _,
                        Op.WithGradient _ -> {}
            }
        }
    }

    /**
     * Products and attention read many views as they lie: then what is viewed is kept, the deepest that fits, else the view itself. What
     * other steps take as it is, a copy in another order, is not copied once more from what it was made of.
     */
    private void keepView(Node operand, boolean matrix) {
        Strided found = view(operand, matrix);
        if (found == null) {
            keepWhole(operand);
        } else {
            keepView(operand, found);
        }
    }

    private void keepView(Node operand, Strided view) {
        keep(view.node());
        views.put(operand, view);
    }

    private void keepWhole(Node operand) {
        keep(operand);
        views.put(operand, Strided.whole(operand, base(operand)));
    }

    /** Two operands of attention's gradient that lie the same way: where their views do not, both as they are. */
    private void keepAlike(Node output, Node gradient) {
        Strided first = view(output, false);
        Strided second = view(gradient, false);
        if (first != null && second != null && first.liesAs(second)) {
            keepView(output, first);
            keepView(gradient, second);
        } else {
            keepWhole(output);
            keepWhole(gradient);
        }
    }

    /** The deepest view of what is in memory that can be read as it lies, or null. */
    private Strided view(Node operand, boolean matrix) {
        Strided found = null;
        Node viewed = operand;
        while (isView(viewed) && !(viewed.op() instanceof Op.Unfold)) {
            viewed = viewed.input(0);
            Node source = viewed.op() instanceof Op.Barrier ? base(viewed) : viewed;
            Strided view = Strided.of(operand, source);
            if (view != null && (matrix ? view.isMatrix() : view.isRows())) {
                found = view;
            }
        }
        return found;
    }

    private void keepAll() {
        for (Node node : graph.nodes()) {
            boolean isNumber = node.op() instanceof Op.Fill || node.op() instanceof Op.Parameter;
            if (isFusible(node) && !isView(node) && !isNumber) {
                kept.add(node);
            }
        }
    }

    /** What a value is computed from when it is not kept. */
    private record Cone(Set<Node> reads, int operations, int cost) {}

    private void keepWhatIsCostly() {
        Map<Node, Cone> cones = new IdentityHashMap<>();
        Map<Node, Integer> kernels = kernelsOf();
        for (Node node : graph.nodes()) {
            cones.put(node, cone(node, cones));
            if (!isFusible(node) || isView(node) || kept.contains(node)) {
                continue;
            }
            Cone cone = cones.get(node);
            boolean tooMuch = cone.reads.size() > MOST_READS || cone.operations > MOST_OPERATIONS;
            if (isPicked(node, cone)) {
                kept.add(node);
                alone.add(node);
                // Nor may where they lie be told by a kernel that writes over them.
                standAlone(node.input(1), cones);
                cones.put(node, new Cone(Set.of(node), 0, 0));
            } else if (cone.cost > 0
                    && (tooMuch || isStretched(node, cone) || isCheaperKept(node, cone, kernels.get(node)))) {
                kept.add(node);
                cones.put(node, new Cone(Set.of(node), 0, 0));
            }
        }
    }

    /** The narrow copy of a bias that is added to a product, and to nothing before: the product can add it while it stores. */
    private void keepBiases() {
        for (Node node : List.copyOf(kept)) {
            if (!(node.op() instanceof Op.Binary(BinaryOp op)) || op != BinaryOp.ADD) {
                continue;
            }
            for (int side = 0; side < 2; side++) {
                Node bias = node.input(1 - side);
                while (bias.op() instanceof Op.Expand || bias.op() instanceof Op.Reshape) {
                    bias = bias.input(0);
                }
                boolean isBias = base(node.input(side)).op() instanceof Op.Dot
                        && bias.op() instanceof Op.Cast
                        && isInMemory(base(bias.input(0)))
                        && bias.shape().elements() == node.shape().size(-1);
                if (isBias) {
                    kept.add(bias);
                }
            }
        }
    }

    private void standAlone(Node node, Map<Node, Cone> cones) {
        for (Node read : cones.get(node).reads) {
            if (!isLeaf(read) && isFusible(read) && alone.add(read)) {
                read.inputs().forEach(input -> standAlone(input, cones));
            }
        }
    }

    /** A few elements of a large tensor are read out of it at once, on their own, so that nobody holds it, or writes it anew, for them. */
    private boolean isPicked(Node node, Cone cone) {
        return (node.op() instanceof Op.Gather || node.op() instanceof Op.Take)
                && cone.reads.stream()
                        .anyMatch(read -> !isLeaf(read)
                                && read.bytes() >= LARGE_BYTES
                                && read.bytes() / PICKED_SHARE >= node.bytes());
    }

    private Cone cone(Node node, Map<Node, Cone> cones) {
        if (isInMemory(node) || !isFusible(node)) {
            return new Cone(Set.of(node), 0, 0);
        }
        Set<Node> reads = new HashSet<>();
        int operations = 1;
        int cost = cost(node);
        for (Node input : operandsOf(node)) {
            Cone of = cones.get(input);
            reads.addAll(of.reads);
            operations = Math.min(1 << 20, operations + of.operations);
            cost = Math.min(1 << 20, cost + of.cost);
        }
        return new Cone(reads, operations, cost);
    }

    /** Whether it would be computed again for each of many elements it is stretched over. */
    private boolean isStretched(Node node, Cone cone) {
        if (cone.cost < COSTLY && cone.reads.size() < 2) {
            return false;
        }
        for (Node user : users.get(node)) {
            Node view = user;
            while (isView(view)) {
                if (view.op() instanceof Op.Expand
                        && view.shape().elements() >= 8 * node.shape().elements()) {
                    return true;
                }
                List<Node> next = users.get(view);
                if (next.size() != 1) {
                    break;
                }
                view = next.getFirst();
            }
        }
        return false;
    }

    /** Whether storing it once and reading it moves fewer bytes than reading what it is made from in every kernel. */
    private static boolean isCheaperKept(Node node, Cone cone, int kernels) {
        if (kernels < 2) {
            return false;
        }
        double own = node.bytes();
        double reads = cone.reads.stream().mapToDouble(Node::bytes).sum() + own * cone.cost / 32;
        return kernels * reads > reads + own + kernels * own;
    }

    /** In how many kernels each node's value would be computed, before kernels are put together. */
    private Map<Node, Integer> kernelsOf() {
        Map<Node, Set<Node>> kernels = new IdentityHashMap<>();
        Map<Node, Integer> counts = new IdentityHashMap<>();
        for (Node node : graph.nodes().reversed()) {
            Set<Node> of = new HashSet<>();
            for (Node user : users.get(node)) {
                if (kept.contains(user) || !isFusible(user)) {
                    of.add(user);
                } else if (of.size() <= 8) {
                    of.addAll(kernels.get(user));
                }
            }
            kernels.put(node, of);
            counts.put(node, of.size());
        }
        return counts;
    }

    // ------------------------------------------------------------------ kernels

    private Map<Node, Group> groups() {
        Map<Node, Group> groups = new IdentityHashMap<>();
        var waiting = new ArrayDeque<Node>();
        kept.stream().filter(Fuser::isFusible).forEach(waiting::add);
        while (!waiting.isEmpty()) {
            Node root = waiting.remove();
            var group = new Group(positions.get(root), root);
            try {
                group.reads(this::isInMemory);
                groups.put(root, group);
            } catch (Lowering.Unfit tooLarge) {
                int before = kept.size();
                for (Node input : operands(root)) {
                    if (!isInMemory(input) && isFusible(input)) {
                        kept.add(input);
                        waiting.add(input);
                    }
                }
                if (kept.size() == before) {
                    throw new IllegalArgumentException("no plan for one device: " + tooLarge.getMessage()
                            + "; realise() what comes from another device first");
                }
                waiting.add(root);
            }
        }
        return groups;
    }

    private static List<Node> operands(Node node) {
        return node.inputs().stream().map(Fuser::base).toList();
    }

    private void join(Map<Node, Group> groups) {
        List<Node> roots = groups.keySet().stream()
                .sorted(Comparator.comparingInt(positions::get))
                .toList();
        for (Node root : roots) {
            boolean joined = true;
            while (joined) {
                joined = false;
                for (Node read : List.copyOf(readsOf(groups.get(root)))) {
                    Group producer = groups.get(read);
                    if (producer != null && tryJoin(groups, producer, groups.get(root))) {
                        joined = true;
                        break;
                    }
                }
            }
        }
        joinReadersOfOne(groups, roots);
    }

    /** Kernels over one domain that read the same tensor read it once together. */
    private void joinReadersOfOne(Map<Node, Group> groups, List<Node> roots) {
        Map<Node, List<Node>> readers = new IdentityHashMap<>();
        for (Node root : roots) {
            for (Node read : readsOf(groups.get(root))) {
                readers.computeIfAbsent(read, _ -> new ArrayList<>()).add(root);
            }
        }
        // Two that read several tensors together are tried once.
        Map<Group, Set<Group>> refused = new IdentityHashMap<>();
        for (Node root : roots) {
            for (Node read : List.copyOf(readsOf(groups.get(root)))) {
                for (Node other : readers.getOrDefault(read, List.of())) {
                    Group a = groups.get(root);
                    Group b = groups.get(other);
                    if (a != b && a.liesAs(b) && read.shape().elements() >= a.points()) {
                        Group first = a.firstPosition() < b.firstPosition() ? a : b;
                        Group second = first == a ? b : a;
                        Set<Group> others =
                                refused.computeIfAbsent(first, _ -> Collections.newSetFromMap(new IdentityHashMap<>()));
                        if (!others.contains(second) && !tryJoin(groups, first, second)) {
                            others.add(second);
                        }
                    }
                }
            }
        }
    }

    private Set<Node> readsOf(Group group) {
        return group.reads(this::isInMemory);
    }

    private boolean tryJoin(Map<Node, Group> groups, Group producer, Group user) {
        if (producer == user || isAlone(producer) || isAlone(user)) {
            return false;
        }
        var both = new Pair(producer, user);
        if (unfit.contains(both)) {
            return false;
        }
        Group merged = producer.with(user, this::isInMemory);
        if (merged == null) {
            unfit.add(both);
        }
        // Asked last: it walks the graph.
        if (merged == null
                || leadsThroughOthers(groups, producer, user)
                || leadsThroughOthers(groups, user, producer)) {
            return false;
        }
        merged.members().forEach(member -> groups.put(member, merged));
        return true;
    }

    private boolean isAlone(Group group) {
        return group.members().size() == 1
                && alone.contains(group.members().iterator().next());
    }

    /** What is computed from a node or waits for it. */
    private List<Node> after(Node node) {
        List<Node> direct = users.get(node);
        List<Node> barred = waiting.get(node);
        if (barred.isEmpty()) {
            return direct;
        }
        List<Node> all = new ArrayList<>(direct);
        all.addAll(barred);
        return all;
    }

    /** Whether something computed from one group, in another kernel, is needed by the second. */
    private boolean leadsThroughOthers(Map<Node, Group> groups, Group from, Group to) {
        Set<Node> toMembers = Collections.newSetFromMap(new IdentityHashMap<>());
        toMembers.addAll(to.members());
        Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        // What is reached from a member is either still being computed towards a kernel, or lies behind another one.
        var inside = new ArrayDeque<Node>(from.members());
        var behind = new ArrayDeque<Node>();
        Set<Node> seenInside = Collections.newSetFromMap(new IdentityHashMap<>());
        while (!inside.isEmpty()) {
            for (Node user : after(inside.remove())) {
                if (groups.get(user) == from || groups.get(user) == to) {
                    continue;
                }
                boolean leaves = isInMemory(user) || !isFusible(user);
                if (leaves ? seen.add(user) : seenInside.add(user)) {
                    (leaves ? behind : inside).add(user);
                }
            }
        }
        int last = to.lastPosition();
        while (!behind.isEmpty()) {
            Node node = behind.remove();
            Group group = groups.get(node);
            if (group != null) {
                // A kernel computes all of its members at once.
                for (Node member : group.members()) {
                    if (seen.add(member)) {
                        behind.add(member);
                    }
                }
            }
            for (Node user : after(node)) {
                if (toMembers.contains(user)) {
                    return true;
                }
                if (groups.get(user) == from) {
                    return true;
                }
                if (positions.get(user) <= last && seen.add(user)) {
                    behind.add(user);
                }
            }
        }
        return false;
    }

    // ------------------------------------------------------------------ steps

    private List<Step> steps(Map<Node, Group> groups) {
        Set<Node> outputs = new HashSet<>();
        graph.outputs().forEach(output -> outputs.add(base(output)));
        List<Step> steps = new ArrayList<>();
        Set<Group> done = Collections.newSetFromMap(new IdentityHashMap<>());
        Map<Node, Set<Group>> readers = new HashMap<>();
        Set<Group> all = Collections.newSetFromMap(new IdentityHashMap<>());
        all.addAll(groups.values());
        for (Group group : all) {
            for (Node read : readsOf(group)) {
                readers.computeIfAbsent(read, _ -> new HashSet<>()).add(group);
            }
        }
        Set<Node> takenByOthers = new HashSet<>();
        for (Node node : graph.nodes()) {
            switch (node.op()) {
                case Op.Dot _ -> steps.add(product(node, takenByOthers));
                case Op.Attention _, Op.AttentionGradient _ -> steps.add(attention(node, takenByOthers));
                case Op.ArgReduce _, Op.Scan _, Op.Argsort _, Op.TakeAdd _, Op.ScatterAdd _, Op.Custom _ -> {
                    List<Node> operands = operands(node);
                    takenByOthers.addAll(operands);
                    steps.add(new Step.Single(node, operands));
                }
                case Op.Data _,
                        Op.Parameter _,
                        Op.Fill _,
                        Op.Iota _,
                        Op.RandomBits _,
                        Op.Unary _,
                        Op.Binary _,
                        Op.Where _,
                        Op.Cast _,
                        Op.InRange _,
                        Op.Reshape _,
                        Op.Permute _,
                        Op.Expand _,
                        Op.Slice _,
                        Op.Pad _,
                        Op.Unfold _,
                        Op.Reduce _,
                        Op.Take _,
                        Op.Gather _,
                        Op.Item _,
                        Op.Transfer _,
                        Op.Barrier _,
                        Op.WithGradient _ -> {}
            }
        }
        for (Group group : all) {
            if (done.add(group)) {
                Kernel kernel = group.kernel(
                        member -> outputs.contains(member)
                                || takenByOthers.contains(member)
                                || readers.getOrDefault(member, Set.of()).stream()
                                        .anyMatch(reader -> reader != group),
                        this::isInMemory);
                var step = new Step.Fused(kernel);
                group.members().forEach(member -> makers.put(member, step));
                steps.add(step);
            }
        }
        for (Step step : steps) {
            step.writes().forEach(written -> makers.put(written, step));
        }
        return steps;
    }

    private Step product(Node dot, Set<Node> taken) {
        Strided left = views.get(dot.input(0));
        Strided right = views.get(dot.input(1));
        taken.add(left.node());
        taken.add(right.node());
        return new Step.Product(dot, left, right);
    }

    private Step attention(Node node, Set<Node> taken) {
        List<Strided> operands = node.inputs().stream().map(views::get).toList();
        operands.forEach(operand -> taken.add(operand.node()));
        return new Step.Attention(node, operands);
    }

    /** Steps that a step waits for although it reads none of their results: those behind the barriers that its operands come through. */
    private Map<Step, Set<Step>> barred() {
        Map<Step, Set<Step>> barred = new IdentityHashMap<>();
        if (waiting.values().stream().allMatch(List::isEmpty)) {
            return barred;
        }
        makers.forEach((node, step) -> {
            for (Node passed : computedOnTheWay(operandsOf(node))) {
                for (Node before : waitsFor(passed)) {
                    Set<Step> steps =
                            barred.computeIfAbsent(step, _ -> Collections.newSetFromMap(new IdentityHashMap<>()));
                    steps.addAll(makersOf(before));
                    steps.remove(step);
                }
            }
        });
        return barred;
    }

    /** Nodes without memory of their own that lie between some nodes, these included, and memory. */
    private Set<Node> computedOnTheWay(List<Node> nodes) {
        Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        var open = new ArrayDeque<Node>(nodes);
        while (!open.isEmpty()) {
            Node node = open.remove();
            if (!isInMemory(node) && seen.add(node)) {
                open.addAll(operandsOf(node));
            }
        }
        return seen;
    }

    /** The steps that compute a node, or what it is computed from where it has no memory of its own. */
    private Set<Step> makersOf(Node node) {
        Set<Node> sources = new HashSet<>(List.of(node));
        for (Node passed : computedOnTheWay(List.of(node))) {
            sources.addAll(operandsOf(passed));
        }
        Set<Step> steps = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Node source : sources) {
            Step maker = makers.get(Schedule.buffer(source).owner());
            if (maker != null) {
                steps.add(maker);
            }
        }
        return steps;
    }
}
