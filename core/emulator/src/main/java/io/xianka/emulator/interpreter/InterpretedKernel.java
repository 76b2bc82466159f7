package io.xianka.emulator.interpreter;

import io.xianka.driver.Dim3;
import io.xianka.emulator.image.KernelImage;
import io.xianka.emulator.machine.BlockContext;
import io.xianka.emulator.machine.DeviceFault;
import io.xianka.emulator.machine.FaultKind;
import io.xianka.emulator.machine.FaultPlace;
import io.xianka.emulator.machine.KernelCode;
import io.xianka.emulator.machine.Warp;
import io.xianka.emulator.machine.WatchedCode;
import io.xianka.ptx.Instruction;
import java.util.Map;

/** A kernel, and the functions it calls, as a row of steps. */
public final class InterpretedKernel implements KernelCode {
    private static final int WARP_LANES = 32;

    /** Another warp may take its time to release the lanes that this one waits for; this long it will not. */
    private static final int MOST_FRUITLESS_TURNS = 1 << 20;

    /** In a checked launch, where it is said and the lanes go on. */
    private static final int MOST_FRUITLESS_WATCHED_TURNS = 1 << 10;

    private final KernelImage image;
    private final Step[] steps;
    private final long[] constants;
    private final FunctionCode entry;
    private final Map<Long, FunctionCode> functions;
    private final int localBytes;
    private final int accessSites;
    private final WatchedCode watched;

    InterpretedKernel(
            KernelImage image,
            Step[] steps,
            long[] constants,
            FunctionCode entry,
            Map<Long, FunctionCode> functions,
            int localBytes,
            int accessSites,
            WatchedCode watched) {
        this.image = image;
        this.steps = steps;
        this.constants = constants;
        this.entry = entry;
        this.functions = Map.copyOf(functions);
        this.localBytes = localBytes;
        this.accessSites = accessSites;
        this.watched = watched;
    }

    /**
     * Reads a kernel.
     *
     * @throws UnsupportedInstruction for the first instruction that this interpreter does not execute
     */
    public static InterpretedKernel of(KernelImage image) {
        return new ProgramBuilder(image).build();
    }

    /** The offset in a frame that a call's operand for a {@code .param} variable stands for. */
    static int frameOffset(int operand) {
        return operand;
    }

    long[] constants() {
        return constants;
    }

    FunctionCode entry() {
        return entry;
    }

    Step step(int pc) {
        return steps[pc];
    }

    FunctionCode functionAt(long address) {
        return functions.get(address);
    }

    @Override
    public String kernelName() {
        return image.name();
    }

    @Override
    public int localBytes() {
        return localBytes;
    }

    @Override
    public int lanesPerWarp(Dim3 block) {
        return WARP_LANES;
    }

    @Override
    public int accessSites() {
        return accessSites;
    }

    @Override
    public WatchedCode watched() {
        return watched;
    }

    @Override
    public Warp newWarp(BlockContext block, int firstThread, int lanes) {
        return new InterpretedWarp(this, block, firstThread, lanes);
    }

    @Override
    public void run(Warp anyWarp) {
        InterpretedWarp warp = (InterpretedWarp) anyWarp;
        Step step = null;
        try {
            int blocked = 0;
            boolean hasGoneOn = false;
            while (warp.running() > 0) {
                int count = warp.choose(blocked);
                if (count == 0) {
                    checkProgress(warp, hasGoneOn);
                    return;
                }
                int pc = warp.pc[warp.group[0]];
                step = steps[pc];
                if (step.isGuarded()) {
                    int admitted = applyGuard(warp, step, pc, count);
                    if (step instanceof Step.Branch && warp.block.watch != null) {
                        warp.block.watch.branches(1, admitted > 0 && admitted < count ? 1 : 0, step.point());
                    }
                    hasGoneOn |= admitted < count;
                    count = admitted;
                }
                if (count > 0 && step instanceof Step.Together together) {
                    int here = 0;
                    for (int i = 0; i < count; i++) {
                        here |= 1 << warp.group[i];
                    }
                    count = together.ready(warp, count);
                    if (count == 0) {
                        blocked |= here;
                        continue;
                    }
                }
                if (count > 0) {
                    step.run(warp, pc, count);
                    hasGoneOn = true;
                }
                blocked = 0;
                if (--warp.budget < 0) {
                    return;
                }
            }
        } catch (DeviceFault fault) {
            throw fault.at(place(step), warp.block.position(warp.thread(warp.lane)));
        }
    }

    /** Lanes whose guard is false go on; the others stay in the group. */
    private static int applyGuard(InterpretedWarp warp, Step step, int pc, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int lane = warp.group[i];
            if (step.admits(warp, lane)) {
                warp.group[kept++] = lane;
            } else {
                warp.pc[lane] = pc + 1;
            }
        }
        return kept;
    }

    private void checkProgress(InterpretedWarp warp, boolean hasGoneOn) {
        if (hasGoneOn) {
            warp.fruitlessTurns = 0;
            return;
        }
        boolean mayBeReleased = warp.running() < warp.alive();
        int most = warp.block.watch == null ? MOST_FRUITLESS_TURNS : MOST_FRUITLESS_WATCHED_TURNS;
        if (mayBeReleased && ++warp.fruitlessTurns < most) {
            return;
        }
        if (warp.block.watch != null) {
            // The watch says what is wrong as they go on.
            warp.fruitlessTurns = 0;
            warp.goesAlone = true;
            return;
        }
        for (int lane = 0; lane < warp.lanes; lane++) {
            if (Step.isRunning(warp, lane) && steps[warp.pc[lane]] instanceof Step.Together together) {
                warp.lane = lane;
                DeviceFault fault = DeviceFault.of(
                        FaultKind.BARRIER,
                        "lane %d waits for the lanes of mask 0x%08x, of which some never come here"
                                .formatted(lane, together.mask(warp, lane)));
                throw fault.at(place(together), warp.block.position(warp.thread(lane)));
            }
        }
    }

    private FaultPlace place(Step step) {
        FunctionCode function = step.function();
        Instruction instruction =
                step.instruction() < function.body().size() ? function.body().instruction(step.instruction()) : null;
        if (instruction == null) {
            return new FaultPlace(image.name(), 0, null, null);
        }
        return new FaultPlace(
                image.name(),
                instruction.line().number(),
                image.source(function.body().location(step.instruction())),
                instruction.toString());
    }
}
