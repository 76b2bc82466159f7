package io.xianka.emulator;

import io.xianka.emulator.machine.Cancellation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A graph of work. Nodes stand in an order in which they can run, which is the order of capture. */
final class EmulatedGraph {
    /** {@code CU_GRAPH_NODE_TYPE_MEMCPY}, and so on. */
    enum Kind {
        KERNEL(0),
        MEMCPY(1),
        MEMSET(2),
        HOST(3),
        EMPTY(5);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    /**
     * A piece of work.
     *
     * @param launch null but for kernels
     * @param work null for kernels
     */
    record Node(
            long handle, EmulatedGraph graph, Kind kind, List<Node> after, KernelLaunch launch, StreamTask.Work work) {
        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(handle);
        }

        @Override
        public String toString() {
            return "graph node " + handle;
        }
    }

    /** A graph ready to run, as it was when it was made. */
    static final class Executable {
        private final List<Node> nodes;
        private final Map<Node, KernelLaunch> launches = new HashMap<>();

        Executable(EmulatedGraph graph) {
            this.nodes = graph.nodes();
            nodes.stream().filter(node -> node.launch() != null).forEach(node -> launches.put(node, node.launch()));
        }

        /** Answers false for a node that is none of this graph's kernels. */
        synchronized boolean set(Node node, KernelLaunch launch) {
            return launches.replace(node, launch) != null;
        }

        synchronized KernelLaunch launch(Node node) {
            return launches.get(node);
        }

        /** Takes over the kernels of an equally shaped graph; answers false, and changes nothing, for another shape. */
        synchronized boolean update(EmulatedGraph other) {
            List<Node> others = other.nodes();
            if (others.size() != nodes.size()) {
                return false;
            }
            for (int i = 0; i < nodes.size(); i++) {
                Node mine = nodes.get(i);
                Node its = others.get(i);
                if (mine.kind() != its.kind() || !positions(nodes, mine).equals(positions(others, its))) {
                    return false;
                }
            }
            for (int i = 0; i < nodes.size(); i++) {
                if (nodes.get(i).launch() != null) {
                    launches.put(nodes.get(i), others.get(i).launch());
                } else {
                    replaced.put(nodes.get(i), others.get(i).work());
                }
            }
            return true;
        }

        private final Map<Node, StreamTask.Work> replaced = new HashMap<>();

        private static List<Integer> positions(List<Node> all, Node node) {
            return node.after().stream().map(all::indexOf).sorted().toList();
        }

        /** The work of one launch, with the parameters as they are now. */
        synchronized StreamTask.Work work(EmulatedDevice device) {
            List<StreamTask.Work> works = new ArrayList<>(nodes.size());
            for (Node node : nodes) {
                KernelLaunch launch = launches.get(node);
                works.add(
                        launch == null
                                ? replaced.getOrDefault(node, node.work())
                                : cancellation -> device.engine().run(launch.request(device, cancellation)));
            }
            return (Cancellation cancellation) -> works.forEach(work -> work.run(cancellation));
        }
    }

    private final List<Node> nodes = new ArrayList<>();

    synchronized void add(Node node) {
        nodes.add(node);
    }

    synchronized List<Node> nodes() {
        return List.copyOf(nodes);
    }
}
