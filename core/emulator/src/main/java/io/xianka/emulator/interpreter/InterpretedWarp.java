package io.xianka.emulator.interpreter;

import io.xianka.emulator.machine.BlockContext;
import io.xianka.emulator.machine.DeviceFault;
import io.xianka.emulator.machine.FaultKind;
import io.xianka.emulator.machine.RawMemory;
import io.xianka.emulator.machine.Warp;
import java.util.Arrays;

/** A warp with a stack of frames for each lane. An operand is a register of the top frame, or a constant where it is negative. */
final class InterpretedWarp extends Warp implements LaneState {
    /** The lanes that take the current step, in ascending order. */
    final int[] group;

    /** The lane that is at work, for faults. */
    int lane;

    private final int[] carry;

    /** Turns in a row in which no lane could go on. */
    int fruitlessTurns;

    private final InterpretedKernel kernel;
    private final long[] constants;
    private final long[][] registers;
    private final Frame[] frames;
    private final Frame[] bottom;
    private final long[] lastRun;
    private long clock;
    private long stretchEnd;
    private int favoured = -1;

    /**
     * So long the group that comes first runs before the one that waited longest gets a stretch, unless it seems to
     * spin. Long, because it costs lanes their meeting where branches join.
     */
    private static final int ORDERED_STEPS = 1 << 16;

    /** How long that stretch is. */
    private static final int FAVOURED_STEPS = 64;

    /** What one call of a function holds. */
    private static final class Frame {
        /** Null at the bottom. */
        final Frame caller;

        final FunctionCode code;

        /** Where the caller goes on, and the step that called. */
        final int returnTo;

        final Step.Call call;
        final int depth;
        final long[] registers;

        /** The frame's part of the thread's local memory. */
        final int localBase;

        final int localEnd;

        Frame(Frame caller, FunctionCode code, int returnTo, Step.Call call) {
            this.caller = caller;
            this.code = code;
            this.returnTo = returnTo;
            this.call = call;
            this.depth = caller == null ? 0 : caller.depth + 1;
            this.registers = new long[code.registers()];
            this.localBase = caller == null ? 0 : caller.localEnd;
            this.localEnd = localBase + code.frameBytes();
        }
    }

    InterpretedWarp(InterpretedKernel kernel, BlockContext block, int firstThread, int lanes) {
        super(block, firstThread, lanes);
        this.kernel = kernel;
        this.constants = kernel.constants();
        this.group = new int[lanes];
        this.carry = new int[lanes];
        this.registers = new long[lanes][];
        this.frames = new Frame[lanes];
        this.bottom = new Frame[lanes];
        this.lastRun = new long[lanes];
        FunctionCode entry = kernel.entry();
        for (int i = 0; i < lanes; i++) {
            bottom[i] = new Frame(null, entry, -1, null);
        }
        enterBottom();
    }

    @Override
    protected void restart() {
        super.restart();
        enterBottom();
    }

    private void enterBottom() {
        for (int i = 0; i < lanes; i++) {
            frames[i] = bottom[i];
            registers[i] = bottom[i].registers;
        }
        Arrays.fill(lastRun, 0);
        clock = 0;
        favoured = -1;
        stretchEnd = ORDERED_STEPS;
    }

    @Override
    public long get(int ofLane, int operand) {
        return operand >= 0 ? registers[ofLane][operand] : constants[~operand];
    }

    @Override
    public void set(int ofLane, int register, long value) {
        registers[ofLane][register] = value;
    }

    /** The offset in the thread's local memory where the frame of a lane begins. */
    @Override
    public int localBase(int ofLane) {
        return frames[ofLane].localBase;
    }

    @Override
    public int thread(int ofLane) {
        return firstThread + ofLane;
    }

    @Override
    public Warp warp() {
        return this;
    }

    @Override
    public BlockContext block() {
        return block;
    }

    @Override
    public int lanes() {
        return lanes;
    }

    @Override
    public int carry(int ofLane) {
        return carry[ofLane];
    }

    @Override
    public void carry(int ofLane, int value) {
        carry[ofLane] = value;
    }

    @Override
    public int site(int site) {
        return site;
    }

    FunctionCode functionAt(long address) {
        FunctionCode code = kernel.functionAt(address);
        if (code == null) {
            throw Faults.illegal("call through 0x%x, which is no function's address".formatted(address));
        }
        return code;
    }

    void call(int ofLane, FunctionCode callee, Step.Call call, int returnTo, int[] arguments) {
        Frame caller = frames[ofLane];
        long end = (long) caller.localEnd + callee.frameBytes();
        if (end > kernel.localBytes()) {
            throw DeviceFault.of(
                    FaultKind.OUT_OF_BOUNDS,
                    "call of %s at depth %d needs %d bytes of stack, but a thread has %d; recurse less deeply"
                            .formatted(callee.name(), caller.depth + 1, end, kernel.localBytes()));
        }
        Frame frame = new Frame(caller, callee, returnTo, call);
        for (int i = 0; i < arguments.length; i++) {
            FunctionCode.Formal formal = callee.formals().get(i);
            if (formal.inMemory()) {
                copyLocal(
                        ofLane,
                        caller.localBase + InterpretedKernel.frameOffset(arguments[i]),
                        frame.localBase + formal.place(),
                        formal.sizeBytes());
            } else {
                frame.registers[formal.place()] = get(ofLane, arguments[i]);
            }
        }
        frames[ofLane] = frame;
        registers[ofLane] = frame.registers;
        pc[ofLane] = callee.firstStep();
    }

    /** Answers false at the bottom of the stack. */
    boolean returnFrom(int ofLane) {
        Frame frame = frames[ofLane];
        if (frame.caller == null) {
            return false;
        }
        int[] targets = frame.call.resultOperands();
        for (int i = 0; i < targets.length; i++) {
            FunctionCode.Formal result = frame.code.results().get(i);
            if (result.inMemory()) {
                copyLocal(
                        ofLane,
                        frame.localBase + result.place(),
                        frame.caller.localBase + InterpretedKernel.frameOffset(targets[i]),
                        result.sizeBytes());
            } else {
                frame.caller.registers[targets[i]] = frame.registers[result.place()];
            }
        }
        frames[ofLane] = frame.caller;
        registers[ofLane] = frame.caller.registers;
        pc[ofLane] = frame.returnTo;
        return true;
    }

    private void copyLocal(int ofLane, int from, int to, int bytes) {
        long slot = localHost(ofLane);
        for (int i = 0; i < bytes; i++) {
            RawMemory.putByte(slot + to + i, RawMemory.getByte(slot + from + i));
        }
    }

    /** Where a thread's local memory begins in this process. */
    @Override
    public long localHost(int ofLane) {
        return block.local.host + (long) thread(ofLane) * block.localSlotBytes;
    }

    boolean anyAlive(int set) {
        for (int i = 0; i < lanes; i++) {
            if ((set >>> i & 1) != 0 && status[i] != EXITED) {
                return true;
            }
        }
        return false;
    }

    /** Whether all lanes of a set that have not ended are at an instruction where lanes meet anywhere. */
    boolean allMeet(int set) {
        for (int i = 0; i < lanes; i++) {
            if ((set >>> i & 1) != 0 && status[i] != EXITED) {
                boolean meets = status[i] == RUNNING
                        && kernel.step(pc[i]) instanceof Step.Together together
                        && together.meetsAnywhere()
                        && (!together.isGuarded() || together.admits(this, i));
                if (!meets) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Chooses the lanes that go on: {@code group[0..count)}.
     *
     * @param blocked lanes that cannot go on where they are, as a bit set
     * @return how many; 0 if there are none
     */
    int choose(int blocked) {
        clock++;
        if (clock >= stretchEnd) {
            favoured = favoured < 0 ? longestWaiting() : -1;
            stretchEnd = clock + (favoured < 0 ? ORDERED_STEPS : FAVOURED_STEPS);
        }
        int leader = -1;
        for (int i = 0; i < lanes; i++) {
            if (status[i] == RUNNING && (blocked >>> i & 1) == 0 && (leader < 0 || isBefore(i, leader))) {
                leader = i;
            }
        }
        if (leader < 0) {
            return 0;
        }
        if (favoured >= 0 && status[favoured] == RUNNING && (blocked >>> favoured & 1) == 0) {
            leader = favoured;
        }
        int count = 0;
        for (int i = 0; i < lanes; i++) {
            if (status[i] == RUNNING && pc[i] == pc[leader] && frames[i].depth == frames[leader].depth) {
                group[count++] = i;
                lastRun[i] = clock;
            }
        }
        return count;
    }

    /** A lane looked at what another may write, or found a lock taken: both other lanes and other warps get their turns sooner. */
    @Override
    public void seemsToSpin(int steps) {
        stretchEnd -= steps;
        budget -= steps;
    }

    private boolean isBefore(int a, int b) {
        return frames[a].depth != frames[b].depth ? frames[a].depth > frames[b].depth : pc[a] < pc[b];
    }

    private int longestWaiting() {
        int found = -1;
        for (int i = 0; i < lanes; i++) {
            if (status[i] == RUNNING && (found < 0 || lastRun[i] < lastRun[found])) {
                found = i;
            }
        }
        return found;
    }
}
