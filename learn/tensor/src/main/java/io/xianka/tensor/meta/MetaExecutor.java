package io.xianka.tensor.meta;

import io.xianka.tensor.DType;
import io.xianka.tensor.execution.Executor;
import io.xianka.tensor.execution.HostCopy;
import io.xianka.tensor.execution.MemoryUse;
import io.xianka.tensor.execution.Program;
import io.xianka.tensor.fusion.Buffer;
import io.xianka.tensor.fusion.Crossing;
import io.xianka.tensor.fusion.Epilogues;
import io.xianka.tensor.fusion.Explanation;
import io.xianka.tensor.fusion.MemoryPlan;
import io.xianka.tensor.fusion.Schedule;
import io.xianka.tensor.fusion.Step;
import io.xianka.tensor.graph.AttentionResults;
import io.xianka.tensor.graph.Donation;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.graph.Storage;
import io.xianka.tensor.graph.Subgraph;
import io.xianka.tensor.product.Activation;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Plans graphs as the CUDA executor does, and computes nothing: its tensors have shapes and types, but no elements. What a thread
 * does here can be {@linkplain #listen listened to}.
 */
public final class MetaExecutor implements Executor {
    @SuppressWarnings("ThreadLocalUsage") // each device is listened to on its own
    private final ThreadLocal<Consumer<Run>> listener = new ThreadLocal<>();

    /**
     * A plan that a device would have run.
     *
     * @param read memory of its leaves, by identity
     * @param made memory of its outputs that is not among its leaves'
     */
    public record Run(Schedule schedule, MemoryPlan memory, List<Memory> read, List<Memory> made) {}

    /** Memory that a device would have given; compared by identity. */
    public static final class Memory {
        private final long bytes;
        private int handles;

        private Memory(long bytes) {
            this.bytes = bytes;
        }

        /** {@return the size, in bytes} */
        public long bytes() {
            return bytes;
        }
    }

    /** A tensor's handle on memory. */
    private static final class Handle implements Storage {
        private final Memory memory;
        private volatile boolean open = true;

        Handle(Memory memory) {
            this.memory = memory;
            memory.handles++;
        }

        @Override
        public long bytes() {
            return memory.bytes;
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public Storage shared() {
            return new Handle(memory);
        }

        @Override
        public boolean isSameMemory(Storage other) {
            return other instanceof Handle handle && handle.memory == memory;
        }

        @Override
        public boolean isSole() {
            return memory.handles == 1;
        }

        @Override
        public void close() {
            memory.handles -= open ? 1 : 0;
            open = false;
        }
    }

    /** Does some work in this thread and tells of each plan that it runs here, in order. */
    public void listen(Consumer<Run> to, Runnable work) {
        Consumer<Run> before = listener.get();
        listener.set(to);
        try {
            work.run();
        } finally {
            listener.set(before);
        }
    }

    @Override
    public Program compile(Subgraph graph, Donation donation) {
        Schedule fused = Crossing.of(Schedule.of(AttentionResults.asUsed(graph)));
        Schedule schedule = Epilogues.fuse(fused, MetaExecutor::finishes);
        return new Planned(schedule, MemoryPlan.of(schedule, MetaExecutor::workspaceBytes, donation));
    }

    /** As cuBLASLt does. */
    private static boolean finishes(DType dtype, Activation activation) {
        return switch (activation) {
            case NONE, RELU -> dtype.isFloating();
            case GELU_TANH -> dtype.isFloating() && dtype.bytes() == 2;
            case GELU_ERF -> false;
        };
    }

    /** Attention's backward pass keeps a float for each row beside its operands; what libraries want is not known without them. */
    private static long workspaceBytes(Step step) {
        return step instanceof Step.Attention attention && attention.node().op() instanceof Op.AttentionGradient
                ? attention.node().input(0).shape().elements()
                        / Math.max(1, attention.node().input(0).shape().size(-1))
                        * Float.BYTES
                : 0;
    }

    private final class Planned implements Program {
        private final Schedule schedule;
        private final MemoryPlan memory;

        Planned(Schedule schedule, MemoryPlan memory) {
            this.schedule = schedule;
            this.memory = memory;
        }

        @Override
        public List<Storage> run(List<Storage> leaves, List<Number> parameters) {
            List<Storage> results = new ArrayList<>();
            Map<Buffer, Memory> made = new HashMap<>();
            for (var output : schedule.graph().outputs()) {
                Buffer buffer = Schedule.buffer(output);
                Integer taken = memory.taken().get(buffer);
                if (taken != null) {
                    results.add(leaves.get(taken).shared());
                    continue;
                }
                results.add(
                        memory.outputs().contains(buffer)
                                ? new Handle(made.computeIfAbsent(buffer, one -> new Memory(one.bytes())))
                                : leaves.get(schedule.graph().leaves().indexOf(buffer.owner())));
            }
            Consumer<Run> to = listener.get();
            if (to != null) {
                to.accept(new Run(
                        schedule,
                        memory,
                        leaves.stream().map(leaf -> ((Handle) leaf).memory).toList(),
                        List.copyOf(made.values())));
            }
            return results;
        }

        @Override
        public String explain() {
            return Explanation.of(schedule, memory, Explanation.THE_ONE_WAY);
        }

        @Override
        public long peakBytes() {
            return memory.peakBytes();
        }
    }

    @Override
    public Storage allocate(long bytes) {
        return new Handle(new Memory(bytes));
    }

    /** Keeps nothing of it. */
    @Override
    public void upload(MemorySegment source, Storage target) {}

    @Override
    public void download(Storage source, MemorySegment target) {
        throw withoutElements();
    }

    /** Nothing is copied until somebody asks for the elements, which are refused. */
    @Override
    public HostCopy copyToHost(Storage source) {
        return new HostCopy() {
            @Override
            public MemorySegment segment() {
                throw withoutElements();
            }

            @Override
            public void close() {}
        };
    }

    private static UnsupportedOperationException withoutElements() {
        return new UnsupportedOperationException(
                "the device meta computes nothing, so there are no elements to read; use Device.best() to have some");
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
