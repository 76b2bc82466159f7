package io.xianka.emulator.image;

import io.xianka.emulator.machine.FaultPlace;
import io.xianka.emulator.machine.WatchPoint;
import io.xianka.emulator.machine.WatchPoint.Kind;
import io.xianka.emulator.machine.WatchPoint.Window;
import io.xianka.ptx.FlatBody;
import io.xianka.ptx.Function;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier.CacheOperator;
import io.xianka.ptx.Modifier.Combiner;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Modifier.MemoryOrder;
import io.xianka.ptx.Modifier.MemoryScope;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxModule;
import io.xianka.ptx.Register;
import io.xianka.ptx.SpecialRegister;
import io.xianka.ptx.StateSpace;
import io.xianka.ptx.Statement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The points of a function. Each instruction has two numbers, {@code 2 * index} and the next, of which the second is used by
 * instructions that both read and write memory.
 */
public final class WatchPoints {
    private static final List<String> LIBRARIES =
            List.of("/usr/local/cuda", "/usr/include/", "-linux/include/", "/usr/lib/", "<");

    private final KernelImage image;
    private final FlatBody body;
    private final String kernel;
    private final WatchPoint.FunctionFlow flow;
    private final Map<Integer, String> paths = new HashMap<>();
    private final Map<List<Integer>, Statement.Loc> inlined = new HashMap<>();
    private final Set<Operand> swapped = new HashSet<>();

    private WatchPoints(KernelImage image, Function function, FlatBody body) {
        this.image = image;
        this.body = body;
        this.kernel = image.name();
        this.flow = new BarrierFreePaths(body);
        for (PtxModule.Item item : image.module().items()) {
            if (item instanceof PtxModule.SourceFile file) {
                paths.put(file.number(), file.path());
            }
        }
        noteInlined(function.body());
        for (Instruction instruction : body.instructions()) {
            if (instruction.operation().combiner() == Combiner.CAS
                    && instruction.operands().size() > 1) {
                swapped.add(instruction.operand(1));
            }
        }
    }

    private void noteInlined(List<Statement> statements) {
        for (Statement statement : statements) {
            switch (statement) {
                case Statement.Loc loc
                when loc.inlinedAt() != null -> inlined.put(List.of(loc.file(), loc.line(), loc.column()), loc);
                case Statement.Scope scope -> noteInlined(scope.statements());
                default -> {}
            }
        }
    }

    /** The points of a function that the kernel calls, or of the kernel itself. */
    public static WatchPoint[] of(KernelImage image, Function function, FlatBody body) {
        WatchPoints reader = new WatchPoints(image, function, body);
        WatchPoint[] points = new WatchPoint[2 * body.size() + 2];
        for (int i = 0; i < body.size(); i++) {
            reader.read(i, points);
        }
        return points;
    }

    /** Whether no instruction takes or gives anything from block to block, other than by plain accesses, nor ends the launch. */
    static boolean areBlocksIndependent(FlatBody body) {
        Set<Register> used = new HashSet<>();
        for (Instruction instruction : body.instructions()) {
            if (instruction.guard() != null) {
                used.add(instruction.guard().predicate());
            }
            for (int i = instruction.opcode() == Opcode.ATOM ? 1 : 0;
                    i < instruction.operands().size();
                    i++) {
                collect(instruction.operand(i), used);
            }
        }
        return body.instructions().stream().noneMatch(instruction -> mayConcernOtherBlocks(instruction, used));
    }

    private static void collect(Operand operand, Set<Register> into) {
        switch (operand) {
            case Register register -> into.add(register);
            case Operand.Address address -> {
                if (address.base() instanceof Register register) {
                    into.add(register);
                }
            }
            case Operand.Vector vector -> vector.elements().forEach(element -> collect(element, into));
            case Operand.Pair pair -> {
                collect(pair.first(), into);
                collect(pair.second(), into);
            }
            case Operand.Negated negated -> into.add(negated.predicate());
            case Operand.Arguments arguments -> arguments.values().forEach(value -> collect(value, into));
            case Operand.CompoundAddress address -> address.parts().forEach(part -> collect(part, into));
            case Operand.Symbol _, Operand.LabelName _, Operand.Sink _, Operand.IntegerImmediate _ -> {}
            case Operand.FloatImmediate _, Operand.DoubleImmediate _, SpecialRegister _ -> {}
        }
    }

    /** Whether nobody asks what an atomic operation found, and all orders of such operations leave the same. */
    private static boolean isReduction(Instruction instruction, Set<Register> used) {
        boolean isUnused = !(instruction.operand(0) instanceof Register result) || !used.contains(result);
        return isUnused
                && switch (instruction.operation().combiner()) {
                    case ADD, AND, OR, XOR, MIN, MAX, INC, DEC -> true;
                    case EXCH, CAS, POPC -> false;
                    case null -> false;
                };
    }

    private static boolean mayConcernOtherBlocks(Instruction instruction, Set<Register> used) {
        Operation operation = instruction.operation();
        return switch (instruction.opcode()) {
            case CALL, TRAP, BRKPT -> true;
            case MEMBAR, FENCE -> isWide(operation.scope());
            case ATOM -> !operation.space().isShared() && !isReduction(instruction, used);
            case LD, ST ->
                operation.order() != null
                        && operation.order() != MemoryOrder.WEAK
                        && !operation.space().isShared();
            default -> false;
        };
    }

    private void read(int index, WatchPoint[] points) {
        Instruction instruction = body.instruction(index);
        Operation operation = instruction.operation();
        switch (instruction.opcode()) {
            case LD, LDU -> points[2 * index] = access(index, Kind.READ, operation.space());
            case ST -> points[2 * index] = access(index, Kind.WRITE, operation.space());
            case ATOM, RED -> points[2 * index] = access(index, Kind.ATOMIC, operation.space());
            case CP_ASYNC -> {
                points[2 * index] = copy(index, Kind.WRITE, Window.SHARED);
                points[2 * index + 1] = copy(index, Kind.READ, Window.DEVICE);
            }
            case MBARRIER_INIT, MBARRIER_INVAL -> points[2 * index] = meeting(index, Kind.WRITE);
            case MBARRIER_EXPECT_TX, MBARRIER_COMPLETE_TX, MBARRIER_ARRIVE, MBARRIER_ARRIVE_DROP ->
                points[2 * index] = meeting(index, Kind.MEETING);
            case MBARRIER_TEST_WAIT, MBARRIER_TRY_WAIT, CP_ASYNC_MBARRIER_ARRIVE ->
                points[2 * index] = meeting(index, Kind.MEETING);
            case MEMBAR, FENCE -> points[2 * index] = other(index, Kind.FENCE);
            case BAR_WARP_SYNC -> points[2 * index] = other(index, Kind.WARP_BARRIER);
            case SHFL, VOTE, MATCH, REDUX, ELECT, ACTIVEMASK -> points[2 * index] = other(index, Kind.EXCHANGE);
            case BAR_SYNC, BAR_ARRIVE, BAR_RED, BAR_CTA_SYNC, BAR_CTA_ARRIVE, BAR_CTA_RED ->
                points[2 * index] = other(index, Kind.BARRIER);
            case BARRIER_SYNC, BARRIER_ARRIVE, BARRIER_RED -> points[2 * index] = other(index, Kind.BARRIER);
            case BARRIER_CTA_SYNC, BARRIER_CTA_ARRIVE, BARRIER_CTA_RED, BARRIER_CLUSTER_WAIT ->
                points[2 * index] = other(index, Kind.BARRIER);
            case BRA -> {
                if (instruction.guard() != null) {
                    points[2 * index] = other(index, Kind.BRANCH);
                }
            }
            default -> {
                boolean isMemory = instruction.operands().stream().anyMatch(Operand.Address.class::isInstance);
                if (isMemory && operation.space() != StateSpace.TEX) {
                    // An access that a warp makes together, or a rarer one: plain, as far as the checks go.
                    boolean isWrite = instruction.operand(0) instanceof Operand.Address;
                    points[2 * index] = access(index, isWrite ? Kind.WRITE : Kind.READ, operation.space());
                    points[2 * index + 1] = access(index, Kind.READ, operation.space());
                } else {
                    points[2 * index] = other(index, Kind.OTHER);
                }
            }
        }
    }

    private WatchPoint copy(int index, Kind kind, Window window) {
        int bytes = body.instruction(index).operands().size() > 2
                        && body.instruction(index).operand(2) instanceof Operand.IntegerImmediate size
                ? (int) size.value()
                : 4;
        return new WatchPoint(
                kind, window, bytes, bytes, false, false, false, false, false, false, true, place(index), index, flow);
    }

    /** An operation on a barrier in memory: who waits there knows what those knew who arrived. */
    private WatchPoint meeting(int index, Kind kind) {
        StateSpace space = body.instruction(index).operation().space();
        return new WatchPoint(
                kind,
                space.isShared() ? Window.SHARED : Window.DEVICE,
                Long.BYTES,
                Long.BYTES,
                true,
                false,
                true,
                true,
                false,
                false,
                false,
                place(index),
                index,
                flow);
    }

    private WatchPoint other(int index, Kind kind) {
        Operation operation = body.instruction(index).operation();
        boolean isWide = kind == Kind.FENCE && isWide(operation.scope());
        return new WatchPoint(
                kind, Window.NONE, 0, 0, false, false, false, false, isWide, false, false, place(index), index, flow);
    }

    private static boolean isWide(MemoryScope scope) {
        return scope != MemoryScope.CTA;
    }

    private WatchPoint access(int index, Kind kind, StateSpace space) {
        Instruction instruction = body.instruction(index);
        Operation operation = instruction.operation();
        int element = operation.hasType() ? Math.max(1, operation.type().bytes()) : 4;
        MemoryOrder order = operation.order();
        boolean isVolatile = order == MemoryOrder.VOLATILE
                || operation.find(CacheOperator.class).orElse(null) == CacheOperator.CV;
        boolean isStrong = isVolatile
                || kind == Kind.ATOMIC
                || operation.has(Keyword.MMIO)
                || (order != null && order != MemoryOrder.WEAK);
        boolean isAtomic = kind == Kind.ATOMIC;
        Operand address = instruction.operands().size() > 1 ? instruction.operand(1) : null;
        return new WatchPoint(
                kind,
                space.isShared() ? Window.SHARED : space == StateSpace.LOCAL ? Window.LOCAL : Window.DEVICE,
                element * operation.vectorWidth(),
                element,
                isStrong,
                isVolatile,
                isAtomic || order == MemoryOrder.ACQUIRE || order == MemoryOrder.ACQ_REL || order == MemoryOrder.SC,
                order == MemoryOrder.RELEASE || order == MemoryOrder.ACQ_REL || order == MemoryOrder.SC,
                isWide(operation.scope()),
                kind == Kind.READ && !isStrong && swapped.contains(address),
                false,
                place(index),
                index,
                flow);
    }

    /** The innermost place that is not in a library's header. */
    private FaultPlace place(int index) {
        Instruction instruction = body.instruction(index);
        Statement.Loc location = body.location(index);
        for (int depth = 0; location != null && depth < 32; depth++) {
            Statement.InlinedAt caller = location.inlinedAt();
            if (caller == null || !isLibrary(location.file())) {
                break;
            }
            Statement.Loc outer = inlined.get(List.of(caller.file(), caller.line(), caller.column()));
            location = outer != null ? outer : new Statement.Loc(caller.file(), caller.line(), caller.column());
        }
        return new FaultPlace(kernel, instruction.line().number(), image.source(location), instruction.toString());
    }

    private boolean isLibrary(int file) {
        String path = paths.getOrDefault(file, "");
        return LIBRARIES.stream().anyMatch(path::contains);
    }
}
