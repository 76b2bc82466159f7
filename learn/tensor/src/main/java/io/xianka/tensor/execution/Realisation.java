package io.xianka.tensor.execution;

import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.graph.Storage;
import io.xianka.tensor.graph.Subgraph;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Turns recorded nodes into elements in memory: finds or makes the program for their graph and runs it. */
public final class Realisation {
    private final Executor executor;
    private final Map<Subgraph.Key, Program> programs = new ConcurrentHashMap<>();

    /** Over one device. */
    public Realisation(Executor executor) {
        this.executor = executor;
    }

    /** {@return what computes} */
    public Executor executor() {
        return executor;
    }

    /** How a device is reached from a node's place. */
    public interface Lookup {
        /** {@return what realises nodes of this place} */
        Realisation at(Node node);
    }

    /** Computes all nodes that have no elements yet, each on its device. */
    public static void realise(List<Node> nodes, Lookup lookup) {
        Map<Realisation, List<Node>> groups = new LinkedHashMap<>();
        for (Node node : nodes) {
            if (node.storage() == null) {
                groups.computeIfAbsent(lookup.at(node), _ -> new ArrayList<>()).add(node);
            }
        }
        groups.forEach((realisation, group) -> realisation.realiseHere(group, lookup));
    }

    private void realiseHere(List<Node> asked, Lookup lookup) {
        List<Node> outputs = asked.stream().distinct().toList();
        Subgraph graph = Subgraph.of(outputs);
        List<Node> transfers = graph.nodes().stream()
                .filter(node -> node.op() instanceof Op.Transfer && node.storage() == null)
                .toList();
        if (!transfers.isEmpty()) {
            realise(transfers.stream().map(transfer -> transfer.input(0)).toList(), lookup);
            for (Node transfer : transfers) {
                if (transfer.storage() == null) {
                    transfer.realise(copy(transfer.input(0), lookup));
                }
            }
            realiseHere(outputs.stream().filter(node -> node.storage() == null).toList(), lookup);
            return;
        }
        if (outputs.isEmpty()) {
            return;
        }
        // A variable that was assigned is kept, or each later step would compute all steps before it again.
        List<Node> assigned = graph.nodes().stream()
                .filter(node -> node.variable() != null && node.storage() == null && !outputs.contains(node))
                .toList();
        if (!assigned.isEmpty()) {
            realiseHere(Stream.concat(outputs.stream(), assigned.stream()).toList(), lookup);
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
        List<Number> parameters =
                graph.parameters().stream().map(Node::parameter).toList();
        List<Storage> results = program(graph).run(leaves, parameters);
        Set<Storage> taken = Collections.newSetFromMap(new IdentityHashMap<>());
        taken.addAll(leaves);
        for (int i = 0; i < outputs.size(); i++) {
            // A view that only renames has its operand's memory; each tensor can be closed without harm to the other.
            Storage storage = results.get(i);
            outputs.get(i).realise(taken.add(storage) ? storage : storage.shared());
        }
    }

    /** {@return how nodes of one device would be computed together} */
    public static String explain(List<Node> nodes, Realisation realisation) {
        return realisation.program(Subgraph.of(nodes)).explain();
    }

    /** {@return the program for a graph, made on first use} */
    public Program program(Subgraph graph) {
        Subgraph.Key key = graph.key();
        Program known = programs.get(key);
        if (known == null) {
            known = executor.compile(graph.detached());
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
