package io.xianka.tensor.cpu;

import io.xianka.tensor.execution.Executor;
import io.xianka.tensor.execution.HostKernels;
import io.xianka.tensor.execution.Program;
import io.xianka.tensor.fusion.Buffer;
import io.xianka.tensor.fusion.Explanation;
import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.fusion.MemoryPlan;
import io.xianka.tensor.fusion.Parts;
import io.xianka.tensor.fusion.Schedule;
import io.xianka.tensor.fusion.Step;
import io.xianka.tensor.graph.CustomKernel;
import io.xianka.tensor.graph.Donation;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.graph.Storage;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A schedule whose steps are compiled for the processor. */
final class CpuProgram implements Program {
    /** A step, as what it does with the addresses of all the plan's buffers. */
    interface Launch {
        void run(long[] addresses, Number[] parameters);
    }

    private final CpuExecutor executor;
    private final Schedule schedule;
    private final MemoryPlan plan;
    private final Map<Buffer, Integer> slots = new HashMap<>();
    private final Map<Node, Integer> parameterPlaces = new IdentityHashMap<>();
    private final List<Launch> launches = new ArrayList<>();
    private final int[] leafSlots;
    private final int[] outputSlots;
    private final int[] ownSlots;
    private final int[] takenSlots;
    private final int[] takenLeaves;
    private int taken;
    private final long[] ownBytes;
    private final int[] arenaSlots;
    private final long[] arenaOffsets;

    CpuProgram(CpuExecutor executor, Schedule schedule, Donation donation) {
        this.executor = executor;
        this.schedule = schedule;
        this.plan = MemoryPlan.of(schedule, _ -> 0, donation);
        schedule.graph().parameters().forEach(node -> parameterPlaces.put(node, parameterPlaces.size()));
        this.leafSlots = schedule.graph().leaves().stream()
                .mapToInt(leaf -> slot(new Buffer(leaf, 0)))
                .toArray();
        this.outputSlots = schedule.graph().outputs().stream()
                .mapToInt(output -> slot(Schedule.buffer(output)))
                .toArray();
        List<Buffer> own = plan.outputs().stream()
                .filter(output -> !plan.taken().containsKey(output))
                .toList();
        this.takenSlots = new int[plan.taken().size()];
        this.takenLeaves = new int[takenSlots.length];
        plan.taken().forEach((output, leaf) -> {
            takenLeaves[taken] = leaf;
            takenSlots[taken++] = slot(output);
        });
        this.ownSlots = own.stream().mapToInt(this::slot).toArray();
        this.ownBytes = own.stream().mapToLong(Buffer::bytes).toArray();
        List<Buffer> inArena = List.copyOf(plan.offsets().keySet());
        this.arenaSlots = inArena.stream().mapToInt(this::slot).toArray();
        this.arenaOffsets = inArena.stream().mapToLong(plan.offsets()::get).toArray();
        for (Step step : schedule.steps()) {
            launches.add(launch(step));
        }
    }

    private int slot(Buffer buffer) {
        return slots.computeIfAbsent(buffer, _ -> slots.size());
    }

    private int slot(Node node) {
        return slot(Schedule.buffer(node));
    }

    private Launch launch(Step step) {
        return switch (step) {
            case Step.Fused(var kernel) -> fused(kernel);
            case Step.Product product -> {
                var products = new Products(executor, product);
                int left = slot(product.left().node());
                int right = slot(product.right().node());
                int result = slot(product.dot());
                yield (addresses, _) -> products.run(addresses[left], addresses[right], addresses[result]);
            }
            case Step.Attention attention -> attention(attention);
            case Step.Single(Node node, List<Node> operands) ->
                single(node, operands.stream().mapToInt(this::slot).toArray(), slot(node));
        };
    }

    private Launch attention(Step.Attention step) {
        var attentions = new Attentions(executor, step);
        int[] inputs = step.operands().stream()
                .mapToInt(operand -> slot(operand.node()))
                .toArray();
        int[] results = step.writtenBuffers().stream().mapToInt(this::slot).toArray();
        return (addresses, _) -> attentions.run(at(inputs, addresses), at(results, addresses));
    }

    private static long[] at(int[] slots, long[] addresses) {
        return Arrays.stream(slots).mapToLong(slot -> addresses[slot]).toArray();
    }

    private Launch single(Node node, int[] operands, int result) {
        return switch (node.op()) {
            case Op.ArgReduce _, Op.Scan _, Op.Argsort _ ->
                (addresses, _) ->
                        AxisOperations.run(executor.workers(), node, addresses[operands[0]], addresses[result]);
            case Op.TakeAdd _, Op.ScatterAdd _ ->
                (addresses, _) -> IndexOperations.run(
                        executor,
                        node,
                        addresses[operands[0]],
                        addresses[operands[1]],
                        addresses[operands[2]],
                        addresses[result]);
            case Op.Custom(CustomKernel kernel) -> custom(kernel, node, operands);
            default -> throw new IllegalStateException("no operation with a kernel of its own: " + node);
        };
    }

    private Launch custom(CustomKernel kernel, Node node, int[] operands) {
        long[] operandBytes = node.inputs().stream().mapToLong(Node::bytes).toArray();
        long[] resultBytes =
                node.results().stream().mapToLong(Node.Result::bytes).toArray();
        int[] results = new int[resultBytes.length];
        Arrays.setAll(results, i -> slot(new Buffer(node, i)));
        return (addresses, _) -> HostKernels.run(
                kernel, memory(operands, operandBytes, addresses), memory(results, resultBytes, addresses));
    }

    private static List<MemorySegment> memory(int[] slots, long[] bytes, long[] addresses) {
        return IntStream.range(0, slots.length)
                .mapToObj(i -> Elements.MEMORY.asSlice(addresses[slots[i]], bytes[i]))
                .toList();
    }

    private Launch fused(Kernel kernel) {
        List<Launch> parts = Parts.of(kernel).stream()
                .map(part -> loops(new LoopKernel(part, executor.vectors())))
                .toList();
        return parts.size() == 1
                ? parts.getFirst()
                : (addresses, parameters) -> parts.forEach(part -> part.run(addresses, parameters));
    }

    private Launch loops(LoopKernel kernel) {
        int[] tensors = kernel.tensors().stream().mapToInt(this::slot).toArray();
        int[] numbers =
                kernel.parameters().stream().mapToInt(parameterPlaces::get).toArray();
        return (addresses, parameters) -> {
            long[] pointers = new long[tensors.length];
            for (int i = 0; i < tensors.length; i++) {
                pointers[i] = addresses[tensors[i]];
            }
            var values = new Number[numbers.length];
            for (int i = 0; i < numbers.length; i++) {
                values[i] = parameters[numbers[i]];
            }
            kernel.run(pointers, values, executor.workers(), executor.frames());
        };
    }

    @Override
    public List<Storage> run(List<Storage> leaves, List<Number> parameters) {
        long[] addresses = new long[slots.size()];
        var storages = new Storage[slots.size()];
        for (int i = 0; i < leafSlots.length; i++) {
            var leaf = (CpuStorage) leaves.get(i);
            addresses[leafSlots[i]] = leaf.address();
            storages[leafSlots[i]] = leaf;
        }
        for (int i = 0; i < ownSlots.length; i++) {
            CpuStorage storage = executor.pool().allocate(ownBytes[i]);
            addresses[ownSlots[i]] = storage.address();
            storages[ownSlots[i]] = storage;
        }
        for (int i = 0; i < takenSlots.length; i++) {
            var leaf = (CpuStorage) leaves.get(takenLeaves[i]);
            addresses[takenSlots[i]] = leaf.address();
            storages[takenSlots[i]] = leaf.shared();
        }
        CpuMemory.Block arena = plan.arenaBytes() > 0 ? executor.pool().take(plan.arenaBytes()) : null;
        try {
            for (int i = 0; i < arenaSlots.length; i++) {
                addresses[arenaSlots[i]] = arena == null ? 0 : arena.address() + arenaOffsets[i];
            }
            Number[] values = parameters.toArray(Number[]::new);
            Executor.StepListener timing = executor.timing();
            for (int i = 0; i < launches.size(); i++) {
                long start = timing == null ? 0 : System.nanoTime();
                launches.get(i).run(addresses, values);
                if (timing != null) {
                    Step step = schedule.steps().get(i);
                    String what = Explanation.of(step, Explanation.THE_ONE_WAY);
                    timing.took(what, Explanation.bytes(step), (System.nanoTime() - start) / 1e6);
                }
            }
        } finally {
            if (arena != null) {
                executor.pool().giveBack(arena);
            }
            Reference.reachabilityFence(leaves);
        }
        return Arrays.stream(outputSlots).mapToObj(slot -> storages[slot]).toList();
    }

    @Override
    public String explain() {
        return Explanation.of(schedule, plan, this::how);
    }

    private String how(Step step) {
        boolean isByGemm =
                step instanceof Step.Product product && product.dot().dtype().isFloating();
        return isByGemm ? executor.gemm().name().replaceFirst(",.*", "") : "own";
    }

    @Override
    public long peakBytes() {
        return plan.peakBytes();
    }
}
