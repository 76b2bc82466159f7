package io.xianka.driver.libcuda;

import static io.xianka.driver.libcuda.Downcalls.call;

import io.xianka.driver.api.Cudnn;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** cuDNN by native calls, of cudnn_graph.h 9. */
public final class NativeCudnn implements Cudnn {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final int MOST_CONFIGURATIONS = 16;
    private static final int MESSAGE_BYTES = 2048;

    private final String origin;
    private final SymbolLookup symbols;
    private final String version;
    private final CudnnDescriptors descriptors;
    private final Map<Long, Handle> handles = new ConcurrentHashMap<>();

    /** A cudnnHandle_t, whose stream is set before each use; the lock is this object's. */
    private record Handle(long address) {}

    private NativeCudnn(String origin, SymbolLookup symbols) {
        this.origin = origin;
        this.symbols = symbols;
        int number = call(function("cudnnGetVersion"));
        // 91900 is 9.19.0; before 9 it was 8907 for 8.9.7.
        this.version = number / 10000 + "." + number / 100 % 100 + "." + number % 100;
        if (number < 90000) {
            throw new IllegalStateException(origin + " is cuDNN before 9; install cuDNN 9");
        }
        this.descriptors = new CudnnDescriptors(this::function, this::check);
    }

    /** The library at this path; empty when it does not load or is none. */
    public static Optional<Cudnn> open(Path library) {
        try {
            SymbolLookup symbols = SymbolLookup.libraryLookup(library, Arena.global());
            return Optional.of(new NativeCudnn(library.toString(), symbols));
        } catch (IllegalArgumentException | IllegalStateException unusable) {
            return Optional.empty();
        }
    }

    private MemorySegment function(String name) {
        return symbols.find(name)
                .orElseThrow(() -> new IllegalStateException(origin + " lacks " + name + "; install cuDNN 9"));
    }

    private void check(String what, int status) {
        if (status != 0) {
            throw new UnsupportedOperationException(what + " of " + origin + ": status " + status + ": " + lastError());
        }
    }

    /** The library's words for what went wrong last on this thread. */
    private String lastError() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment message = arena.allocate(MESSAGE_BYTES);
            call(function("cudnnGetLastErrorString"), message.address(), MESSAGE_BYTES);
            return message.getString(0).strip();
        }
    }

    @Override
    public String origin() {
        return origin;
    }

    @Override
    public String version() {
        return version;
    }

    private Handle handle(long context) {
        return handles.computeIfAbsent(context, current -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment out = arena.allocate(LONG);
                check("cudnnCreate", call(function("cudnnCreate"), out.address()));
                return new Handle(out.get(LONG, 0));
            }
        });
    }

    @Override
    public Plan plan(long context, List<Operation> operations, List<Tensor> inMemory) {
        Handle handle = handle(context);
        Map<Tensor, Long> tensors = new LinkedHashMap<>();
        long[] made = operations.stream()
                .mapToLong(operation -> descriptors.operation(operation, tensors))
                .toArray();
        long graph = descriptors.create(CudnnDescriptors.OPERATIONGRAPH);
        descriptors.setDescriptors(graph, CudnnDescriptors.OPERATIONGRAPH_OPS, made);
        descriptors.setHandle(graph, CudnnDescriptors.OPERATIONGRAPH_HANDLE, handle.address);
        descriptors.finish(graph);
        List<Tensor> constants = tensors.keySet().stream()
                .filter(tensor -> tensor.residence() == Residence.CONSTANT)
                .toList();
        long plan = firstThatFinishes(handle, graph);
        return new Chosen(handle, plan, inMemory, constants);
    }

    private long firstThatFinishes(Handle handle, long graph) {
        UnsupportedOperationException last =
                new UnsupportedOperationException(origin + " has no engine for this graph");
        for (int mode : new int[] {CudnnDescriptors.HEUR_MODE_A, CudnnDescriptors.HEUR_MODE_FALLBACK}) {
            try {
                long heuristics = descriptors.create(CudnnDescriptors.ENGINEHEUR);
                descriptors.setDescriptors(heuristics, CudnnDescriptors.ENGINEHEUR_OPERATION_GRAPH, graph);
                descriptors.setInt(heuristics, CudnnDescriptors.ENGINEHEUR_MODE, CudnnDescriptors.TYPE_HEUR_MODE, mode);
                descriptors.finish(heuristics);
                for (long configuration : descriptors.results(heuristics, MOST_CONFIGURATIONS)) {
                    try {
                        long plan = descriptors.create(CudnnDescriptors.EXECUTION_PLAN);
                        descriptors.setHandle(plan, CudnnDescriptors.EXECUTION_PLAN_HANDLE, handle.address);
                        descriptors.setDescriptors(plan, CudnnDescriptors.EXECUTION_PLAN_ENGINE_CONFIG, configuration);
                        descriptors.finish(plan);
                        return plan;
                    } catch (UnsupportedOperationException refused) {
                        last = refused;
                    }
                }
            } catch (UnsupportedOperationException refused) {
                last = refused;
            }
        }
        throw last;
    }

    private final class Chosen implements Plan {
        private final Handle handle;
        private final long plan;
        private final long workspaceBytes;
        private final int count;
        private final MemorySegment ids;
        private final MemorySegment pointers;
        private final MemorySegment workspacePointer;
        private long lastPack;
        private final MemorySegment setStream = function("cudnnSetStream");
        private final MemorySegment execute = function("cudnnBackendExecute");

        private Chosen(Handle handle, long plan, List<Tensor> inMemory, List<Tensor> constants) {
            this.handle = handle;
            this.plan = plan;
            this.workspaceBytes = descriptors.getLong(plan, CudnnDescriptors.EXECUTION_PLAN_WORKSPACE_SIZE);
            this.count = inMemory.size();
            int all = count + constants.size();
            Arena arena = Arena.ofAuto();
            // One segment, as it keeps the arena alive: identifiers, pointers, numbers, the workspace's address.
            MemorySegment memory = arena.allocate(24L * all + 8, 8);
            this.ids = memory.asSlice(0, 8L * all);
            this.pointers = memory.asSlice(8L * all, 8L * all);
            MemorySegment numbers = memory.asSlice(16L * all, 8L * all);
            this.workspacePointer = memory.asSlice(24L * all, 8);
            for (int i = 0; i < count; i++) {
                ids.setAtIndex(LONG, i, inMemory.get(i).id());
            }
            for (int i = 0; i < constants.size(); i++) {
                ids.setAtIndex(LONG, count + i, constants.get(i).id());
                numbers.set(ValueLayout.JAVA_FLOAT, 8L * i, constants.get(i).constant());
                pointers.setAtIndex(LONG, count + i, numbers.address() + 8L * i);
            }
        }

        @Override
        public long workspaceBytes() {
            return workspaceBytes;
        }

        @Override
        public void enqueue(long stream, long[] addresses, long workspace) {
            if (addresses.length != count) {
                throw new IllegalArgumentException(addresses.length + " addresses for " + count + " tensors in memory");
            }
            // One at a time, as the stream is the handle's and the pointers are the plan's.
            synchronized (handle) {
                long pack = pack(addresses, workspace);
                check("cudnnSetStream", call(setStream, handle.address, stream));
                check("cudnnBackendExecute", call(execute, handle.address, plan, pack));
            }
        }

        /** The descriptor of these addresses; the last one is kept, as plans mostly run on the same memory again. */
        private long pack(long[] addresses, long workspace) {
            if (lastPack != 0 && workspacePointer.get(LONG, 0) == workspace && isLast(addresses)) {
                return lastPack;
            }
            if (lastPack != 0) {
                descriptors.destroy(lastPack);
                lastPack = 0;
            }
            MemorySegment.copy(addresses, 0, pointers, LONG, 0, count);
            workspacePointer.set(LONG, 0, workspace);
            long pack = descriptors.create(CudnnDescriptors.VARIANT_PACK);
            descriptors.set(pack, CudnnDescriptors.VARIANT_PACK_UNIQUE_IDS, CudnnDescriptors.TYPE_INT64, ids, 8);
            descriptors.set(
                    pack, CudnnDescriptors.VARIANT_PACK_DATA_POINTERS, CudnnDescriptors.TYPE_VOID_PTR, pointers, 8);
            descriptors.set(
                    pack, CudnnDescriptors.VARIANT_PACK_WORKSPACE, CudnnDescriptors.TYPE_VOID_PTR, workspacePointer, 8);
            descriptors.finish(pack);
            lastPack = pack;
            return pack;
        }

        private boolean isLast(long[] addresses) {
            for (int i = 0; i < count; i++) {
                if (pointers.getAtIndex(LONG, i) != addresses[i]) {
                    return false;
                }
            }
            return true;
        }
    }
}
