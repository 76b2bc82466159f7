package io.xianka.tensor;

import io.xianka.tensor.fusion.Buffer;
import io.xianka.tensor.fusion.Explanation;
import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.fusion.MemoryPlan;
import io.xianka.tensor.fusion.Schedule;
import io.xianka.tensor.fusion.Step;
import io.xianka.tensor.graph.Donation;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.graph.Storage;
import io.xianka.tensor.graph.Subgraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How tensors that are recorded but not yet computed would be computed: which kernels, what each moves, where buffers lie, how much
 * memory it takes. Needs no device and runs nothing.
 *
 * {@snippet :
 * Tensor y = x.mul(w).add(b).softmax(-1);
 * System.out.println(Plan.of(y).explain());
 * }
 */
public final class Plan {
    private final Schedule schedule;
    private final MemoryPlan memory;
    private final long leafBytes;

    Plan(Schedule schedule, MemoryPlan memory) {
        this(schedule, memory, schedule.graph());
    }

    private Plan(Schedule schedule, MemoryPlan memory, Subgraph asked) {
        this.schedule = schedule;
        this.memory = memory;
        this.leafBytes = leafBytes(asked);
    }

    /** A variable and what was detached from it, or shares its memory, are two leaves that lie in one place. */
    private static long leafBytes(Subgraph graph) {
        long bytes = 0;
        List<Storage> counted = new ArrayList<>();
        for (Node leaf : graph.leaves()) {
            Storage storage = leaf.storage();
            if (storage == null || counted.stream().noneMatch(storage::isSameMemory)) {
                bytes += leaf.bytes();
            }
            if (storage != null) {
                counted.add(storage);
            }
        }
        return bytes;
    }

    /** The plan that computes these together. */
    public static Plan of(Tensor... tensors) {
        List<Node> nodes = new ArrayList<>();
        for (Tensor tensor : tensors) {
            nodes.add(tensor.node());
        }
        Subgraph graph = Subgraph.of(nodes);
        Schedule schedule = Schedule.of(graph.detached());
        return new Plan(schedule, MemoryPlan.of(schedule, _ -> 0), graph);
    }

    /** The plan by which {@link Tensor#realiseDonating} computes tensors: results that lie in the memory of donated ones are told. */
    public static Plan donating(List<Tensor> donated, Tensor... tensors) {
        List<Node> nodes = Arrays.stream(tensors).map(Tensor::node).toList();
        Subgraph graph = Subgraph.of(nodes);
        List<Storage> leaves = graph.leaves().stream().map(Node::storage).toList();
        List<Storage> given =
                donated.stream().map(tensor -> tensor.node().storage()).toList();
        Schedule schedule = Schedule.of(graph.detached());
        return new Plan(schedule, MemoryPlan.of(schedule, _ -> 0, Donation.of(given, leaves)), graph);
    }

    /** {@return the steps in lines: kernels, what was fused, bytes read and written, buffers, the peak} */
    public String explain() {
        return Explanation.of(schedule, memory, Explanation.THE_ONE_WAY);
    }

    /** {@return the number of kernels, products and other steps} */
    public int steps() {
        return schedule.steps().size();
    }

    /** {@return bytes moved between memory and chip when each step reads and writes each of its buffers once} */
    public long bytesMoved() {
        return schedule.steps().stream().mapToLong(Plan::bytes).sum();
    }

    /** {@return the most memory held at once, in bytes: leaves, outputs and what is needed between} */
    public long peakBytes() {
        return leafBytes + memory.peakBytes();
    }

    /** {@return the least time on a card, and whether its memory suffices} */
    public Estimate estimate(DeviceSpec device) {
        double seconds = 0;
        double flops = 0;
        for (Step step : schedule.steps()) {
            double operations = flops(step);
            boolean tensorCores = device.tensorFlopsPerSecond() > 0 && usesTensorCores(step);
            double rate = tensorCores ? device.tensorFlopsPerSecond() : device.float32FlopsPerSecond();
            seconds += Math.max(bytes(step) / device.bytesPerSecond(), operations / rate) + device.launchSeconds();
            flops += operations;
        }
        return new Estimate(device, seconds, bytesMoved(), flops, peakBytes());
    }

    private static long bytes(Step step) {
        long read = step.reads().stream()
                .map(Schedule::buffer)
                .distinct()
                .mapToLong(Buffer::bytes)
                .sum();
        return read + step.writtenBuffers().stream().mapToLong(Buffer::bytes).sum();
    }

    private static boolean usesTensorCores(Step step) {
        return switch (step) {
            case Step.Product product -> product.dot().dtype().bytes() == 2;
            case Step.Attention attention -> attention.node().input(0).dtype().bytes() == 2;
            case Step.Fused _, Step.Single _ -> false;
        };
    }

    /** Products as 2 m n k; attention as its two products, five backward; of other steps an operation a value. */
    private static double flops(Step step) {
        return switch (step) {
            case Step.Fused(Kernel kernel) ->
                (double) kernel.domain().rows()
                        * Math.max(1, kernel.domain().columns())
                        * kernel.values().size();
            case Step.Product product ->
                2.0 * product.dot().shape().elements() * product.left().shape().size(-1);
            case Step.Attention attention -> {
                Shape q = attention.node().input(0).shape();
                double product =
                        2.0 * q.elements() * attention.node().input(1).shape().size(2);
                boolean forward = attention.node().op() instanceof Op.Attention;
                boolean causal = forward
                        ? ((Op.Attention) attention.node().op()).causal()
                        : ((Op.AttentionGradient) attention.node().op()).causal();
                yield (forward ? 2 : 5) * product * (causal ? 0.5 : 1);
            }
            case Step.Single single -> single.node().shape().elements();
        };
    }

    @Override
    public String toString() {
        return explain();
    }
}
