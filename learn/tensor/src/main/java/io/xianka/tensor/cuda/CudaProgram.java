package io.xianka.tensor.cuda;

import io.xianka.driver.Event;
import io.xianka.driver.Graph;
import io.xianka.driver.Kernel;
import io.xianka.tensor.DType;
import io.xianka.tensor.execution.Executor;
import io.xianka.tensor.execution.Program;
import io.xianka.tensor.fusion.Buffer;
import io.xianka.tensor.fusion.Explanation;
import io.xianka.tensor.fusion.Gathering;
import io.xianka.tensor.fusion.MemoryPlan;
import io.xianka.tensor.fusion.Schedule;
import io.xianka.tensor.fusion.Step;
import io.xianka.tensor.fusion.Strided;
import io.xianka.tensor.graph.Donation;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.graph.Storage;
import io.xianka.tensor.product.Attention;
import io.xianka.tensor.product.Attentions;
import io.xianka.tensor.product.Product;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A schedule compiled for one device. */
final class CudaProgram implements Program {
    /** From this on a program is captured as soon as its memory comes a second time. */
    private static final int MANY_LAUNCHES = 4;

    /**
     * A plain program of fewer is captured when its memory came so often. Launching one kernel as a graph and waiting for it takes 7.5 us
     * on an H200, by itself 10.3; what capturing costs comes back only over many runs.
     */
    private static final int OFTEN = 32;

    /** So much of ordinary memory the driver copies aside when it is asked; for more than 64 KiB it waits until the stream is there. */
    private static final long COPIED_ASIDE_BYTES = 32 << 10;

    private final CudaExecutor executor;
    private final Schedule schedule;
    private final MemoryPlan memory;
    private final Launcher[] launchers;
    private final List<List<Integer>> stepsOf;
    private final Map<Buffer, Integer> slots = new HashMap<>();
    private final int[] leafSlots;
    private final int[] outputSlots;
    /** Which leaf an output is, or -1 where it has memory of its own. */
    private final int[] outputLeaves;
    /** The donated leaf whose memory an output takes, or -1. */
    private final int[] takenLeaves;
    /** The first output that has the same memory. */
    private final int[] firstOf;

    private final Buffer[] outputs;
    /** Where the address of each buffer and workspace in the arena goes, and its place there. */
    private final int[] arenaSlots;

    private final long[] arenaOffsets;
    /** Of the run in progress, by slot. */
    private final long[] addresses;

    private final int parameterSlot;
    private final int faultSlot;
    private final int tableSlotBase;
    /** Of each launch of several steps the slots whose addresses go into its table; those of workspaces are less than zero. */
    private final int[][] tables;

    private final int tableWords;

    private final int workspaceSlotBase;
    private final Map<Node, Integer> parameters = new IdentityHashMap<>();
    /** Whether it launches generated kernels and nothing else. */
    private final boolean isPlain;

    private final Captures captures;

    CudaProgram(CudaExecutor executor, Schedule schedule, Donation donation) {
        this.executor = executor;
        captures = new Captures(executor);
        isPlain = schedule.steps().stream().allMatch(Step.Fused.class::isInstance);
        for (Node parameter : schedule.graph().parameters()) {
            parameters.put(parameter, parameters.size());
        }
        List<Node> leaves = schedule.graph().leaves();
        leafSlots = new int[leaves.size()];
        Arrays.setAll(leafSlots, i -> slot(new Buffer(leaves.get(i), 0)));
        var compiler = new Compilation(schedule);
        this.schedule = compiler.gathering.schedule();
        this.memory = MemoryPlan.of(compiler.gathering, compiler::workspaceBytes, donation);
        launchers = compiler.finish();
        stepsOf = compiler.stepsOf();
        tables = compiler.tables.toArray(int[][]::new);
        tableWords = compiler.tables.stream().mapToInt(table -> table.length).sum();
        List<Node> asked = schedule.graph().outputs();
        outputs = asked.stream().map(Schedule::buffer).toArray(Buffer[]::new);
        outputSlots = new int[outputs.length];
        Arrays.setAll(outputSlots, i -> slot(outputs[i]));
        outputLeaves = new int[outputs.length];
        Arrays.setAll(
                outputLeaves, i -> memory.outputs().contains(outputs[i]) ? -1 : leaves.indexOf(outputs[i].owner()));
        takenLeaves = new int[outputs.length];
        Arrays.setAll(takenLeaves, i -> memory.taken().getOrDefault(outputs[i], -1));
        firstOf = new int[outputs.length];
        Arrays.setAll(firstOf, i -> Arrays.asList(outputs).indexOf(outputs[i]));
        workspaceSlotBase = slots.size();
        parameterSlot = workspaceSlotBase + schedule.steps().size();
        faultSlot = parameterSlot + 1;
        tableSlotBase = faultSlot + 1;
        addresses = new long[tableSlotBase + tables.length];
        boolean checks = schedule.steps().stream()
                .anyMatch(step -> step instanceof Step.Fused(var kernel) && KernelText.hasChecks(kernel));
        addresses[faultSlot] = checks ? executor.faults().address() : 0;
        Map<Integer, Long> places = new TreeMap<>();
        memory.offsets().forEach((buffer, offset) -> {
            Integer slot = slots.get(buffer);
            if (slot != null) {
                places.put(slot, offset);
            }
        });
        memory.workspaces().forEach((step, offset) -> places.put(workspaceSlotBase + step, offset));
        arenaSlots = places.keySet().stream().mapToInt(Integer::intValue).toArray();
        arenaOffsets = places.values().stream().mapToLong(Long::longValue).toArray();
    }

    private int slot(Buffer buffer) {
        return slots.computeIfAbsent(buffer, _ -> slots.size());
    }

    // ------------------------------------------------------------------ compiling

    /** Compiles the steps: first all sources are made, since the memory plan wants their workspaces, then they are compiled together. */
    private final class Compilation {
        private final Map<Step, FusedSource> sources = new IdentityHashMap<>();
        private final Map<Step, SingleSteps.Prepared> singles = new IdentityHashMap<>();
        private final Map<Step, Product> products = new IdentityHashMap<>();
        private final Map<Step, Attention> attentions = new IdentityHashMap<>();
        private final List<List<Integer>> owners = new ArrayList<>();
        private final List<int[]> tables = new ArrayList<>();
        private final Gathering gathering;
        private final Modules.Batch batch = executor.modules().batch();
        private final Map<Step, String> names = new IdentityHashMap<>();
        private final SingleSteps single = new SingleSteps(executor.device(), executor.stream(), executor.modules());

        Compilation(Schedule asked) {
            for (Step step : asked.steps()) {
                switch (step) {
                    case Step.Fused(var kernel) ->
                        sources.put(
                                step,
                                FusedSource.of(
                                        kernel,
                                        Modules.NAME,
                                        parameters,
                                        executor.device().limits().blockSharedOptInBytes()));
                    case Step.Product product -> {
                        if (Descriptions.arithmetic(product.dot().dtype()) != null) {
                            products.put(step, Descriptions.product(product));
                        }
                    }
                    case Step.Attention attention -> {
                        Attention description =
                                Descriptions.isTiled(attention) ? Descriptions.attention(attention) : null;
                        if (description != null && executor.attentions().supports(description)) {
                            attentions.put(step, description);
                        } else {
                            singles.put(step, single.attention(attention));
                        }
                    }
                    case Step.Single of -> singles.put(step, single.prepare(of));
                }
            }
            gathering = Gathering.of(asked, this::kind);
            for (List<Integer> turn : gathering.turns()) {
                Step first = gathering.schedule().steps().get(turn.getFirst());
                if (turn.size() > 1 && first instanceof Step.Fused(var kernel)) {
                    sources.put(first, FusedSource.ofLayers(kernel, Modules.NAME, parameters));
                }
                if (first instanceof Step.Fused) {
                    names.put(first, batch.add(sources.get(first).text()));
                }
            }
        }

        /** Steps of one source, launched alike, can be launched as one. */
        private Object kind(Step step) {
            return step instanceof Step.Fused(var kernel) && kernel.domain().rows() > 0 && !KernelText.hasChecks(kernel)
                    ? sources.get(step)
                    : null;
        }

        long workspaceBytes(Step step) {
            return switch (step) {
                case Step.Fused _ -> sources.get(step).workspaceBytes();
                case Step.Product _ ->
                    products.containsKey(step) ? executor.products().workspaceBytes(products.get(step)) : 0;
                case Step.Attention attention -> {
                    Attention description = attentions.get(step);
                    if (description == null) {
                        yield singles.get(step).workspaceBytes();
                    }
                    Attentions by = executor.attentions();
                    yield attention.node().op() instanceof Op.Attention
                            ? by.forwardWorkspaceBytes(description)
                            : by.backwardWorkspaceBytes(description);
                }
                case Step.Single _ -> singles.get(step).workspaceBytes();
            };
        }

        Launcher[] finish() {
            List<Launcher> launchers = new ArrayList<>();
            batch.compile();
            List<Step> steps = schedule.steps();
            for (List<Integer> turn : gathering.turns()) {
                int index = turn.getFirst();
                Step step = steps.get(index);
                switch (step) {
                    case Step.Fused(var kernel) -> {
                        FusedSource source = sources.get(step);
                        int table = turn.size() > 1 ? table(turn, source) : -1;
                        for (FusedSource.Part part : source.launches()) {
                            String name = part.name().replace(Modules.NAME, names.get(step));
                            Kernel compiled = executor.modules().kernel(names.get(step), name);
                            launchers.add(
                                    table < 0
                                            ? fused(kernel, source, part, compiled, index)
                                            : layers(kernel, part, compiled, table, turn.size()));
                        }
                    }
                    case Step.Product product -> launchers.add(product(product, index));
                    case Step.Attention attention -> launchers.add(attention(attention, index));
                    case Step.Single of -> {
                        SingleSteps.Work work = singles.get(step).work();
                        int[] operands = slotsOf(of.operands());
                        int[] results = resultSlots(step);
                        launchers.add(addresses -> work.enqueue(
                                pick(addresses, operands),
                                pick(addresses, results),
                                addresses[workspaceSlotBase + index]));
                    }
                }
                while (owners.size() < launchers.size()) {
                    owners.add(turn);
                }
            }
            return launchers.toArray(Launcher[]::new);
        }

        /** Of each launch the steps that it belongs to. */
        List<List<Integer>> stepsOf() {
            return List.copyOf(owners);
        }

        /** The number of a new table of the slots of some steps. */
        private int table(List<Integer> turn, FusedSource source) {
            List<Integer> slots = new ArrayList<>();
            for (int at : turn) {
                var kernel = ((Step.Fused) schedule.steps().get(at)).kernel();
                for (int slot : slotsOf(nodes(kernel))) {
                    slots.add(slot);
                }
                if (source.workspaceBytes() > 0) {
                    slots.add(-1 - at);
                }
            }
            tables.add(slots.stream().mapToInt(Integer::intValue).toArray());
            return tables.size() - 1;
        }

        private static List<Node> nodes(io.xianka.tensor.fusion.Kernel kernel) {
            List<Node> nodes = new ArrayList<>(kernel.reads());
            kernel.stores().forEach(store -> nodes.add(store.node()));
            kernel.columnFolds().forEach(column -> nodes.add(column.node()));
            return nodes;
        }

        private Launcher layers(
                io.xianka.tensor.fusion.Kernel kernel, FusedSource.Part part, Kernel compiled, int table, int layers) {
            boolean hasParameters = KernelText.hasParameters(kernel);
            Launcher[] made = new Launcher[1];
            return addresses -> {
                if (made[0] == null) {
                    int[] all = hasParameters
                            ? new int[] {tableSlotBase + table, parameterSlot}
                            : new int[] {tableSlotBase + table};
                    made[0] = Launcher.pointers(compiled, part, layers, executor.stream(), all);
                }
                made[0].enqueue(addresses);
            };
        }

        private Launcher fused(
                io.xianka.tensor.fusion.Kernel kernel,
                FusedSource source,
                FusedSource.Part part,
                Kernel compiled,
                int index) {
            if (kernel.domain().rows() == 0 || compiled == null) {
                return _ -> {};
            }
            int[] own = slotsOf(nodes(kernel));
            boolean hasParameters = KernelText.hasParameters(kernel);
            boolean hasChecks = KernelText.hasChecks(kernel);
            boolean hasWorkspace = source.workspaceBytes() > 0;
            // Where the last two lie is known when the plan is laid out: they follow the slots of buffers.
            Launcher[] made = new Launcher[1];
            return addresses -> {
                if (made[0] == null) {
                    int[] all = Arrays.copyOf(
                            own, own.length + (hasParameters ? 1 : 0) + (hasChecks ? 1 : 0) + (hasWorkspace ? 1 : 0));
                    int at = own.length;
                    if (hasParameters) {
                        all[at++] = parameterSlot;
                    }
                    if (hasChecks) {
                        all[at++] = faultSlot;
                    }
                    if (hasWorkspace) {
                        all[at] = workspaceSlotBase + index;
                    }
                    made[0] = Launcher.pointers(compiled, part, 1, executor.stream(), all);
                }
                made[0].enqueue(addresses);
            };
        }

        private Launcher product(Step.Product step, int index) {
            int[] operands = slotsOf(step.reads());
            int[] results = resultSlots(step);
            Product product = products.get(step);
            boolean hasBias = step.epilogue() != null && step.epilogue().bias() != null;
            boolean hasAddend = step.epilogue() != null && step.epilogue().addend() != null;
            if (product == null) {
                SingleSteps.Work work = single.dot(step);
                return addresses -> work.enqueue(pick(addresses, operands), pick(addresses, results), 0);
            }
            long bytes = step.dot().dtype().bytes();
            long leftOffset = step.left().offset() * bytes;
            long rightOffset = step.right().offset() * bytes;
            return addresses -> executor.products()
                    .enqueue(
                            executor.stream(),
                            product,
                            addresses[operands[0]] + leftOffset,
                            addresses[operands[1]] + rightOffset,
                            hasAddend ? addresses[operands[operands.length - 1]] : addresses[results[0]],
                            addresses[results[0]],
                            hasBias ? addresses[operands[2]] : 0,
                            addresses[workspaceSlotBase + index]);
        }

        private Launcher attention(Step.Attention step, int index) {
            List<Strided> operands = step.operands();
            int[] from = slotsOf(operands.stream().map(Strided::node).toList());
            int[] results = resultSlots(step);
            long[] offsets = operands.stream()
                    .mapToLong(
                            operand -> operand.offset() * operand.node().dtype().bytes())
                    .toArray();
            Attention attention = attentions.get(step);
            if (attention == null) {
                SingleSteps.Work work = singles.get(step).work();
                return addresses -> work.enqueue(
                        pick(addresses, from), pick(addresses, results), addresses[workspaceSlotBase + index]);
            }
            Attentions by = executor.attentions();
            boolean forward = step.node().op() instanceof Op.Attention;
            boolean packed = results.length == 1;
            long apart = Descriptions.packedBytes(step);
            return addresses -> {
                long[] at = pick(addresses, from);
                for (int i = 0; i < at.length; i++) {
                    at[i] += offsets[i];
                }
                long[] to = pick(addresses, results);
                long workspace = addresses[workspaceSlotBase + index];
                if (forward) {
                    by.forward(executor.stream(), attention, at[0], at[1], at[2], to[0], to[1], workspace);
                } else {
                    by.backward(
                            executor.stream(),
                            attention,
                            at[0],
                            at[1],
                            at[2],
                            at[3],
                            at[4],
                            at[5],
                            to[0],
                            packed ? to[0] + apart : to[1],
                            packed ? to[0] + 2 * apart : to[2],
                            workspace);
                }
            };
        }
    }

    private int[] slotsOf(List<Node> nodes) {
        return nodes.stream().mapToInt(node -> slot(Schedule.buffer(node))).toArray();
    }

    private int[] resultSlots(Step step) {
        return step.writtenBuffers().stream().mapToInt(this::slot).toArray();
    }

    private static long[] pick(long[] addresses, int[] slots) {
        long[] picked = new long[slots.length];
        for (int i = 0; i < slots.length; i++) {
            picked[i] = addresses[slots[i]];
        }
        return picked;
    }

    // ------------------------------------------------------------------ running

    @Override
    public List<Storage> run(List<Storage> leaves, List<Number> values) {
        executor.lock().lock();
        try {
            return runLocked(leaves, values);
        } finally {
            executor.lock().unlock();
        }
    }

    private List<Storage> runLocked(List<Storage> leaves, List<Number> values) {
        for (int i = 0; i < leafSlots.length; i++) {
            addresses[leafSlots[i]] = ((DevicePool.Block) leaves.get(i)).address();
        }
        Storage[] results = new Storage[outputs.length];
        DevicePool.Chunk arena = null;
        DevicePool.Chunk numbers = null;
        try {
            for (int i = 0; i < results.length; i++) {
                if (outputLeaves[i] >= 0) {
                    results[i] = leaves.get(outputLeaves[i]);
                } else if (firstOf[i] < i) {
                    results[i] = results[firstOf[i]];
                } else {
                    var made = (DevicePool.Block)
                            (takenLeaves[i] >= 0
                                    ? leaves.get(takenLeaves[i]).shared()
                                    : executor.pool().allocate(outputs[i].bytes()));
                    results[i] = made;
                    addresses[outputSlots[i]] = made.address();
                }
            }
            if (memory.arenaBytes() > 0) {
                arena = executor.pool().take(memory.arenaBytes());
                for (int i = 0; i < arenaSlots.length; i++) {
                    addresses[arenaSlots[i]] = arena.address() + arenaOffsets[i];
                }
            }
            if (!values.isEmpty()) {
                numbers = executor.pool().take(8L * values.size());
                addresses[parameterSlot] = numbers.address();
                uploadNumbers(values, numbers);
            }
            enqueue();
        } catch (RuntimeException | Error failure) {
            for (int i = 0; i < results.length; i++) {
                if (results[i] != null && outputLeaves[i] < 0) {
                    results[i].close();
                }
            }
            throw failure;
        } finally {
            if (arena != null) {
                arena.giveBack();
            }
            if (numbers != null) {
                numbers.giveBack();
            }
        }
        return Arrays.asList(results);
    }

    private void uploadNumbers(List<Number> values, DevicePool.Chunk target) {
        MemorySegment bits = words(values.size());
        for (int i = 0; i < values.size(); i++) {
            DType dtype = schedule.graph().parameters().get(i).dtype();
            Number value = values.get(i);
            bits.setAtIndex(
                    ValueLayout.JAVA_LONG,
                    i,
                    dtype.isFloating() ? Double.doubleToRawLongBits(value.doubleValue()) : value.longValue());
        }
        upload(bits, target);
    }

    private void uploadTables(DevicePool.Chunk target) {
        MemorySegment bits = words(tableWords);
        int at = 0;
        for (int table = 0; table < tables.length; table++) {
            addresses[tableSlotBase + table] = target.address() + 8L * at;
            for (int slot : tables[table]) {
                bits.setAtIndex(ValueLayout.JAVA_LONG, at++, addresses[slot < 0 ? workspaceSlotBase - 1 - slot : slot]);
            }
        }
        upload(bits, target);
    }

    /** Not confined: a stream that is behind reads it later, and on the emulator from its own thread. */
    private static MemorySegment words(int count) {
        return Arena.ofAuto().allocate(ValueLayout.JAVA_LONG, count);
    }

    private void upload(MemorySegment bits, DevicePool.Chunk target) {
        for (long from = 0; from < bits.byteSize(); from += COPIED_ASIDE_BYTES) {
            long bytes = Math.min(COPIED_ASIDE_BYTES, bits.byteSize() - from);
            target.buffer().slice(from, bytes).copyFromAsync(bits.asSlice(from, bytes), executor.stream());
        }
    }

    private void enqueue() {
        Executor.StepListener timing = executor.timing();
        if (timing != null || launchers.length == 0 || !executor.capturesGraphs()) {
            launchOnce(timing);
            return;
        }
        // Where tables lie is no part of what tells a run from others: what is in them is.
        Arrays.fill(addresses, tableSlotBase, addresses.length, 0);
        Captures.Captured known = captures.find(addresses);
        if (known == null) {
            boolean isLong = launchers.length >= MANY_LAUNCHES;
            boolean isWorth = isLong || isPlain && !captures.isFull();
            if (!isWorth || !captures.cameOften(addresses, isLong ? 2 : OFTEN)) {
                launchOnce(null);
                return;
            }
            captures.makeRoom();
            long[] key = addresses.clone();
            known = capture();
            captures.keep(key, known);
        }
        known.graph().launch(executor.stream());
    }

    /** Launches in memory that may not come again. */
    private void launchOnce(Executor.StepListener timing) {
        DevicePool.Chunk chunk = tableWords == 0 ? null : executor.pool().take(8L * tableWords);
        try {
            if (chunk != null) {
                uploadTables(chunk);
            }
            if (timing != null) {
                launchTimed(timing);
            } else {
                launch();
            }
        } finally {
            if (chunk != null) {
                chunk.giveBack();
            }
        }
    }

    private Captures.Captured capture() {
        DevicePool.Chunk chunk = tableWords == 0 ? null : executor.pool().take(8L * tableWords);
        try {
            if (chunk != null) {
                uploadTables(chunk);
            }
            try (Graph graph = executor.capture(this::launch)) {
                return new Captures.Captured(graph.instantiate(), chunk);
            }
        } catch (RuntimeException | Error failure) {
            if (chunk != null) {
                chunk.giveBack();
            }
            throw failure;
        }
    }

    /** One after the other with events between, which tell how long each took. */
    private void launchTimed(Executor.StepListener listener) {
        List<Step> steps = schedule.steps();
        List<Event> events = new ArrayList<>();
        try {
            events.add(executor.device().event().record(executor.stream()));
            for (int i = 0; i < launchers.length; i++) {
                launchers[i].enqueue(addresses);
                events.add(executor.device().event().record(executor.stream()));
            }
            events.getLast().synchronize();
            double[] milliseconds = new double[steps.size()];
            for (int i = 0; i < launchers.length; i++) {
                double each = events.get(i + 1).millisSince(events.get(i))
                        / stepsOf.get(i).size();
                stepsOf.get(i).forEach(step -> milliseconds[step] += each);
            }
            for (int i = 0; i < milliseconds.length; i++) {
                Step step = steps.get(i);
                listener.took(Explanation.of(step, this::how), Explanation.bytes(step), milliseconds[i]);
            }
        } finally {
            events.forEach(Event::close);
        }
    }

    private void launch() {
        for (Launcher launcher : launchers) {
            launcher.enqueue(addresses);
        }
    }

    // ------------------------------------------------------------------ telling

    @Override
    public String explain() {
        return Explanation.of(schedule, memory, this::how);
    }

    private String how(Step step) {
        return switch (step) {
            case Step.Product product
            when Descriptions.arithmetic(product.dot().dtype()) != null ->
                executor.products().how(Descriptions.product(product));
            case Step.Attention attention
            when Descriptions.isTiled(attention) -> {
                Attention description = Descriptions.attention(attention);
                yield attention.node().op() instanceof Op.Attention
                        ? executor.attentions().howForward(description)
                        : executor.attentions().howBackward(description);
            }
            case Step.Fused _, Step.Product _, Step.Attention _, Step.Single _ -> "own";
        };
    }

    @Override
    public long peakBytes() {
        return memory.peakBytes();
    }
}
