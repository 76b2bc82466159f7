package io.xianka.tensor.execution;

import io.xianka.tensor.graph.Donation;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.graph.Recorded;
import io.xianka.tensor.graph.SmallGraph;
import io.xianka.tensor.graph.Storage;
import io.xianka.tensor.graph.Subgraph;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Turns recorded nodes into elements in memory: finds or makes the program for their graph and runs it. */
public final class Realisation {
    private final Executor executor;
    private final Map<Wanted, Program> programs = new ConcurrentHashMap<>();

    /** What a program is kept by. */
    private record Wanted(Recorded.Structure structure, Donation donation) {}

    /** By their hashes; a later one takes an earlier one's place. Entries never change, so that threads may race for a place. */
    private final Seen[] seen = new Seen[512];

    /** A program of a small graph, found without a key. */
    private record Seen(SmallGraph.Structure structure, Program program) {}

    /** Over one device. */
    public Realisation(Executor executor) {
        this.executor = executor;
    }

    /** {@return what computes} */
    public Executor executor() {
        return executor;
    }

    /** {@return how many programs were made} */
    public long programs() {
        return programs.size();
    }

    /** How a device is reached from a node's place. */
    public interface Lookup {
        /** {@return what realises nodes of this place} */
        Realisation at(Node node);
    }

    /** Computes all nodes that have no elements yet, each on its device. */
    public static void realise(List<Node> nodes, Lookup lookup) {
        realise(nodes, List.of(), lookup);
    }

    /**
     * Computes all nodes that have no elements yet, each on its device.
     *
     * @param donated memory that nobody reads afterwards; results may be written into what is read by one program alone. The caller
     *     closes it
     */
    public static void realise(List<Node> nodes, List<Storage> donated, Lookup lookup) {
        if (nodes.size() == 1) {
            Node node = nodes.getFirst();
            if (node.storage() == null) {
                lookup.at(node).realiseHere(nodes, donated, lookup);
            }
            return;
        }
        Map<Realisation, Set<Node>> groups = new LinkedHashMap<>();
        for (Node node : nodes) {
            if (node.storage() == null) {
                groups.computeIfAbsent(lookup.at(node), _ -> new LinkedHashSet<>())
                        .add(node);
            }
        }
        List<Storage> given = groups.size() == 1 ? donated : List.of();
        groups.forEach((realisation, group) -> realisation.realiseHere(List.copyOf(group), given, lookup));
    }

    /** Nodes are distinct and have no elements. This is what small calls pay for, so it is written without streams. */
    private void realiseHere(List<Node> outputs, List<Storage> donated, Lookup lookup) {
        if (outputs.isEmpty()) {
            return;
        }
        SmallGraph small = donated.isEmpty() ? SmallGraph.of(outputs) : null;
        if (small != null) {
            Seen known = seen[small.hash() & seen.length - 1];
            if (known != null && known.structure.isOf(small)) {
                take(outputs, small.leaves(), known.program.run(small.leaves(), small.parameters()));
                return;
            }
        }
        Recorded recorded = Recorded.of(outputs);
        Subgraph graph = recorded.graph();
        List<Node> assigned = null;
        for (int i = 0; i < graph.nodes().size(); i++) {
            if (recorded.isInMemory(i)) {
                continue;
            }
            Node node = graph.nodes().get(i);
            if (node.op() instanceof Op.Transfer) {
                bringOver(graph, lookup);
                realiseHere(
                        outputs.stream()
                                .filter(output -> output.storage() == null)
                                .toList(),
                        donated,
                        lookup);
                return;
            }
            if (node.variable() != null && !recorded.isOutput(i)) {
                assigned = assigned == null ? new ArrayList<>(outputs) : assigned;
                assigned.add(node);
            }
        }
        if (assigned != null) {
            // A variable that was assigned is kept, or each later step would compute all steps before it again.
            realiseHere(assigned, donated, lookup);
            return;
        }
        List<Storage> leaves = new ArrayList<>(graph.leaves().size());
        for (Node leaf : graph.leaves()) {
            Storage storage = leaf.storage();
            if (!storage.isOpen()) {
                throw new IllegalStateException(
                        "a tensor of shape " + leaf.shape() + " was closed before this use of it");
            }
            leaves.add(storage);
        }
        List<Number> parameters = new ArrayList<>(graph.parameters().size());
        for (Node parameter : graph.parameters()) {
            parameters.add(parameter.parameter());
        }
        Program program = program(recorded, Donation.of(donated, leaves));
        take(outputs, leaves, program.run(leaves, parameters));
        if (small != null) {
            seen[small.hash() & seen.length - 1] = new Seen(small.structure(), program);
        }
    }

    private static void take(List<Node> outputs, List<Storage> leaves, List<Storage> results) {
        if (results.size() == 1) {
            boolean isLeaf = false;
            for (int i = 0; i < leaves.size(); i++) {
                isLeaf |= leaves.get(i) == results.getFirst();
            }
            outputs.getFirst().realise(own(results.getFirst(), isLeaf));
            return;
        }
        Map<Storage, Boolean> taken = new IdentityHashMap<>(leaves.size() + results.size());
        for (int i = 0; i < leaves.size(); i++) {
            taken.put(leaves.get(i), true);
        }
        for (int i = 0; i < outputs.size(); i++) {
            Storage storage = results.get(i);
            outputs.get(i).realise(own(storage, taken.put(storage, true) != null));
        }
    }

    /** A view that only renames has its operand's memory; each tensor can be closed without harm to the other. */
    private static Storage own(Storage storage, boolean isTaken) {
        return isTaken ? storage.shared() : storage;
    }

    /** Computes what other devices have to give, and copies it here. */
    private void bringOver(Subgraph graph, Lookup lookup) {
        // What is computed forgets its operands, and a source may have others of these transfers behind it: on its own
        // device.
        Map<Node, Node> sources = new LinkedHashMap<>();
        for (Node node : graph.nodes()) {
            if (node.op() instanceof Op.Transfer && node.storage() == null && lookup.at(node) == this) {
                sources.put(node, node.input(0));
            }
        }
        realise(List.copyOf(sources.values()), lookup);
        sources.forEach((transfer, source) -> {
            if (transfer.storage() == null) {
                transfer.realise(copy(source, lookup));
            }
        });
    }

    /** {@return how nodes of one device would be computed together} */
    public static String explain(List<Node> nodes, Realisation realisation) {
        return realisation.program(nodes).explain();
    }

    /** {@return the program that computes nodes, made on first use} */
    public Program program(List<Node> outputs) {
        return program(Recorded.of(outputs), Donation.NONE);
    }

    private Program program(Recorded recorded, Donation donation) {
        var key = new Wanted(recorded.structure(), donation);
        Program known = programs.get(key);
        if (known == null) {
            known = executor.compile(recorded.graph().detached(), donation);
            Program other = programs.putIfAbsent(key, known);
            known = other != null ? other : known;
        }
        return known;
    }

    /** By way of the host. */
    private Storage copy(Node source, Lookup lookup) {
        Storage target = executor.allocate(source.bytes());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment host = arena.allocate(Math.max(1, source.bytes()), 64).asSlice(0, source.bytes());
            lookup.at(source).executor.download(source.storage(), host);
            executor.upload(host, target);
        }
        return target;
    }
}
