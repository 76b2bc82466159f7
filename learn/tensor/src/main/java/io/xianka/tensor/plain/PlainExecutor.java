package io.xianka.tensor.plain;

import io.xianka.tensor.execution.Executor;
import io.xianka.tensor.execution.MemoryUse;
import io.xianka.tensor.execution.Program;
import io.xianka.tensor.graph.Donation;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Storage;
import io.xianka.tensor.graph.Subgraph;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes every node on its own, one element after the other, in double precision rounded to the node's type: slow, and what the
 * others are compared with.
 */
public final class PlainExecutor implements Executor {
    @Override
    public Program compile(Subgraph graph, Donation donation) {
        return new Program() {
            @Override
            public List<Storage> run(List<Storage> leaves, List<Number> parameters) {
                var evaluation = new Evaluation();
                for (int i = 0; i < leaves.size(); i++) {
                    Node leaf = graph.leaves().get(i);
                    evaluation.set(leaf, Elements.read(leaf.dtype(), ((HostStorage) leaves.get(i)).elements()));
                }
                for (int i = 0; i < parameters.size(); i++) {
                    Node parameter = graph.parameters().get(i);
                    var value = new Elements(parameter.dtype(), 1);
                    value.put(0, parameters.get(i));
                    evaluation.set(parameter, value);
                }
                graph.nodes().forEach(evaluation::compute);
                List<Storage> results = new ArrayList<>();
                for (Node output : graph.outputs()) {
                    Storage storage = allocate(output.bytes());
                    evaluation.of(output).write(((HostStorage) storage).elements());
                    results.add(storage);
                }
                return results;
            }

            @Override
            public String explain() {
                var lines = new StringBuilder();
                graph.nodes().forEach(node -> lines.append(node).append('\n'));
                return lines.toString();
            }

            @Override
            public long peakBytes() {
                return graph.nodes().stream().mapToLong(Node::bytes).sum();
            }
        };
    }

    @Override
    public Storage allocate(long bytes) {
        return new HostStorage(MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]));
    }

    @Override
    public void upload(MemorySegment source, Storage target) {
        ((HostStorage) target).elements().copyFrom(source);
    }

    @Override
    public void download(Storage source, MemorySegment target) {
        target.copyFrom(((HostStorage) source).elements());
    }

    @Override
    public void synchronize() {}

    @Override
    public long capacityBytes() {
        return Long.MAX_VALUE;
    }

    @Override
    public MemoryUse memory() {
        return new MemoryUse(0, 0);
    }

    @Override
    public void close() {}
}
