package io.xianka.emulator.interpreter;

import io.xianka.emulator.machine.BlockWatch;
import io.xianka.emulator.machine.RawMemory;
import io.xianka.emulator.machine.Warp;
import io.xianka.emulator.semantics.MbarrierState;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import io.xianka.ptx.StateSpace;
import java.util.List;

/** Reads, for a {@link FunctionReader}, copies into shared memory and the barriers in memory that they arrive at. */
final class CopyReader {
    private final FunctionReader reader;

    CopyReader(FunctionReader reader) {
        this.reader = reader;
    }

    /** False for an instruction that is not of this family. */
    boolean read(Instruction instruction) {
        Operation operation = instruction.operation();
        switch (operation.opcode()) {
            case CP_ASYNC -> copyAsynchronously(instruction);
            case CP_ASYNC_COMMIT_GROUP -> told((watch, warp, lane) -> watch.groupsCopies(warp, lane));
            case CP_ASYNC_WAIT_ALL -> told((watch, warp, lane) -> watch.awaitsCopies(warp, lane, -1));
            case CP_ASYNC_WAIT_GROUP -> {
                int left = instruction.operand(0) instanceof Operand.IntegerImmediate groups ? (int) groups.value() : 0;
                told((watch, warp, lane) -> watch.awaitsCopies(warp, lane, left));
            }
            case CP_ASYNC_MBARRIER_ARRIVE ->
                reader.perLane(MbarrierInstructions.arriveAfterCopies(
                        operation, reader.place(instruction.operand(0), operation.space())));
            case MBARRIER_INIT ->
                reader.perLane(MbarrierInstructions.init(
                        reader.place(instruction.operand(0), operation.space()),
                        reader.source(instruction.operand(1), PtxType.U32)));
            case MBARRIER_INVAL ->
                reader.perLane(
                        MbarrierInstructions.invalidate(reader.place(instruction.operand(0), operation.space())));
            case MBARRIER_EXPECT_TX, MBARRIER_COMPLETE_TX ->
                reader.perLane(MbarrierInstructions.transact(
                        reader.place(instruction.operand(0), operation.space()),
                        reader.source(instruction.operand(1), PtxType.U32),
                        operation.opcode() == Opcode.MBARRIER_COMPLETE_TX));
            case MBARRIER_ARRIVE, MBARRIER_ARRIVE_DROP -> {
                // The token may be left out where the barrier is another block's.
                boolean hasToken = !(instruction.operand(0) instanceof Operand.Address);
                int at = hasToken ? 1 : 0;
                reader.perLane(MbarrierInstructions.arrive(
                        operation,
                        reader.place(instruction.operand(at), operation.space()),
                        hasToken ? reader.target(instruction.operand(0)) : Step.NONE,
                        instruction.operands().size() > at + 1
                                ? reader.source(instruction.operand(at + 1), PtxType.U32)
                                : reader.constant(1),
                        operation.opcode() == Opcode.MBARRIER_ARRIVE_DROP));
            }
            case MBARRIER_TEST_WAIT, MBARRIER_TRY_WAIT ->
                reader.perLane(MbarrierInstructions.test(
                        operation,
                        reader.place(instruction.operand(1), operation.space()),
                        reader.targetOrTemporary(instruction.operand(0)),
                        reader.source(instruction.operand(2), PtxType.B64)));
            case MBARRIER_PENDING_COUNT ->
                reader.computed(
                        (a, b, c) -> MbarrierState.pending(a),
                        reader.source(instruction.operand(1), PtxType.B64),
                        reader.none(),
                        reader.none());
            default -> {
                return false;
            }
        }
        return true;
    }

    /** What a watch is told by an instruction that does nothing else: copies are over at once. */
    private interface Telling {
        void tell(BlockWatch watch, Warp warp, int lane);
    }

    private void told(Telling telling) {
        reader.perLane((warp, lane) -> {
            BlockWatch watch = warp.block().watch;
            if (watch != null) {
                telling.tell(watch, warp.warp(), lane);
            }
        });
    }

    private void copyAsynchronously(Instruction current) {
        Operation operation = current.operation();
        List<Operand> operands = current.operands();
        // The last operand may be a cache policy; before it may stand how much is read, or whether nothing is.
        int count = operands.size() - (operation.has(Keyword.L2_CACHE_HINT) ? 1 : 0);
        if (count < 3 || count > 5 || !operation.space().isShared()) {
            throw reader.refuse("");
        }
        MemoryPlace to = reader.place(operands.get(0), StateSpace.SHARED);
        MemoryPlace from = reader.place(operands.get(1), StateSpace.GLOBAL, 1);
        int bytes = (int) ((Operand.IntegerImmediate) operands.get(2)).value();
        if (bytes != 4 && bytes != 8 && bytes != 16) {
            throw reader.refuse("it copies 4, 8 or 16 bytes");
        }
        boolean endsInPredicate = isPredicate(operands.get(count - 1));
        int wanted = count > (endsInPredicate ? 4 : 3)
                ? reader.source(operands.get(3), PtxType.U32)
                : reader.constant(bytes);
        int ignored = endsInPredicate ? reader.source(operands.get(count - 1), PtxType.PRED) : reader.none();
        reader.perLane((warp, lane) -> {
            long target = to.locate(warp, lane, bytes, true);
            int read = (warp.get(lane, ignored) & 1) != 0
                    ? 0
                    : Math.clamp(warp.get(lane, wanted) & 0xffff_ffffL, 0, bytes);
            long origin = locateStart(from, warp, lane, read);
            for (int i = 0; i < bytes; i += 4) {
                int word = 0;
                if (read >= i + 4) {
                    word = RawMemory.getInt(origin + i);
                } else {
                    for (int b = i; b < read; b++) {
                        word |= (RawMemory.getByte(origin + b) & 0xff) << (8 * (b - i));
                    }
                }
                RawMemory.putInt(target + i, word);
            }
        });
    }

    /** Where so many bytes are read, checked in aligned pieces: what a copy leaves out may lie outside of all memory. */
    private static long locateStart(MemoryPlace from, LaneState warp, int lane, int bytes) {
        long start = 0;
        int piece;
        for (int at = 0; at < bytes; at += piece) {
            piece = Integer.highestOneBit(bytes - at);
            long place = from.locate(warp, lane, at, piece, false);
            start = at == 0 ? place : start;
        }
        return start;
    }

    private static boolean isPredicate(Operand operand) {
        return operand instanceof Operand.Negated
                || (operand instanceof Register register && register.type() == PtxType.PRED);
    }
}
