package io.xianka.emulator.translator;

import static io.xianka.emulator.translator.Shape.Varying.VARYING;

import io.xianka.driver.Dim3;
import io.xianka.emulator.image.KernelImage;
import io.xianka.emulator.image.WatchPoints;
import io.xianka.emulator.interpreter.LaneFunction;
import io.xianka.emulator.machine.BlockContext;
import io.xianka.emulator.machine.FaultPlace;
import io.xianka.emulator.machine.KernelCode;
import io.xianka.emulator.machine.Warp;
import io.xianka.emulator.machine.WatchedCode;
import io.xianka.emulator.translator.BasicBlock.Terminator;
import io.xianka.ptx.Instruction;
import io.xianka.ptx.Opcode;
import io.xianka.ptx.Operand;
import io.xianka.ptx.Register;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** A kernel as generated code, for one way of cutting blocks into warps. */
final class TranslatedKernel implements KernelCode {
    static final byte JUMP = 0;
    static final byte BRANCH = 1;
    static final byte SWITCH = 2;
    static final byte EXIT = 3;
    static final byte BARRIER = 4;
    static final byte BARRIER_ARRIVE = 5;
    static final byte BARRIER_BY_LANE = 6;
    static final byte BARRIER_ARRIVE_BY_LANE = 7;

    /** What a lane's turn through a block that may wait for others counts, so that waiting soon ends the turn. */
    private static final int WAIT_COST = 256;

    /** What warps over several blocks may hold of registers and rows: they are passed over again and again. */
    private static final int CACHED_BYTES = 16 << 10;

    private final TranslationPlan plan;
    private final int blocksPerWarp;
    private final boolean partsIntoRows;
    private final BlockRunner runner;
    private final byte[] kinds;
    private final int[] nexts;
    private final int[] targets;
    private final LaneFunction[] functions;
    private final WatchedCode watched;
    private final int[] points;
    private final BitSet convergent = new BitSet();
    private final BitSet exchanges = new BitSet();
    private final SerialRegion[] regions;
    private final AtomicReferenceArray<RegionRunner> regionRunners;
    private volatile Costs costs = new Costs(0, null);

    private record Costs(int lanes, int[] ofBlock) {}

    TranslatedKernel(TranslationPlan plan, BlockRunner runner) {
        this.plan = plan;
        this.blocksPerWarp = blocksPerWarp(plan);
        this.partsIntoRows = plan.image().isWatchedClosely() && !plan.form().isNarrow();
        this.runner = runner;
        this.functions = plan.functions().toArray();
        ControlFlow flow = plan.flow();
        regions = new SerialRegion[flow.size()];
        regionRunners = new AtomicReferenceArray<>(flow.size());
        KernelImage image = plan.image();
        watched = image.isWatched() ? image.watched(WatchPoints.of(image, image.entry(), image.body())) : null;
        points = new int[flow.size()];
        kinds = new byte[flow.size()];
        nexts = new int[flow.size()];
        targets = new int[flow.size()];
        for (BasicBlock block : flow.blocks()) {
            int b = block.index();
            regions[b] = plan.shapes().region(b);
            points[b] = 2
                    * switch (block.terminator()) {
                        case Terminator.Barrier barrier -> barrier.instruction();
                        case Terminator.BarrierResult result -> result.instruction();
                        case Terminator.Exchange exchange -> exchange.instruction();
                        case Terminator.Switch select -> select.instruction();
                        case Terminator.Jump _, Terminator.Branch _, Terminator.Exit _ -> block.end();
                    };
            switch (block.terminator()) {
                case Terminator.Jump jump -> nexts[b] = jump.next();
                case Terminator.Branch branch -> {
                    kinds[b] = BRANCH;
                    nexts[b] = branch.next();
                    targets[b] = branch.taken();
                }
                case Terminator.Switch _ -> kinds[b] = SWITCH;
                case Terminator.Exit _ -> kinds[b] = EXIT;
                case Terminator.Barrier barrier -> {
                    Instruction instruction = flow.body().instruction(barrier.instruction());
                    boolean isByLane = Barriers.isPerLane(plan.shapes(), instruction);
                    kinds[b] = isArrive(instruction.opcode())
                            ? isByLane ? BARRIER_ARRIVE_BY_LANE : BARRIER_ARRIVE
                            : isByLane ? BARRIER_BY_LANE : BARRIER;
                    nexts[b] = barrier.next();
                }
                case Terminator.BarrierResult result -> nexts[b] = result.next();
                case Terminator.Exchange exchange -> {
                    nexts[b] = exchange.next();
                    Instruction instruction = flow.body().instruction(exchange.instruction());
                    if (ControlFlow.isExchange(instruction.opcode()) || Asides.isExchange(instruction)) {
                        exchanges.set(b);
                    }
                }
            }
            if (plan.shapes().hasPartings() && plan.shapes().isConvergent(b) && !block.isBareExit()) {
                convergent.set(b);
            }
        }
    }

    private static boolean isArrive(Opcode opcode) {
        return switch (opcode) {
            case BAR_ARRIVE, BAR_CTA_ARRIVE, BARRIER_ARRIVE, BARRIER_CTA_ARRIVE -> true;
            default -> false;
        };
    }

    @Override
    public String kernelName() {
        return plan.image().name();
    }

    @Override
    public int localBytes() {
        return plan.image().localBytes();
    }

    @Override
    public int lanesPerWarp(Dim3 block) {
        return plan.form().lanes(block);
    }

    @Override
    public int blocksPerWarp() {
        return blocksPerWarp;
    }

    private static int blocksPerWarp(TranslationPlan plan) {
        if (!plan.form().isOverBlocks()) {
            return 1;
        }
        int lanes = CACHED_BYTES / Math.max(1, plan.file().laneBytes() + rowBytes(plan));
        return Math.clamp(lanes / plan.form().blockLanes(), 1, plan.form().mostBlocks());
    }

    /** What a lane moves through arrays, at most, in a block; most loads are read where they are. */
    private static int rowBytes(TranslationPlan plan) {
        int most = 0;
        for (BasicBlock block : plan.flow().blocks()) {
            int bytes = 0;
            for (int i = block.first(); i < block.end(); i++) {
                Instruction instruction = plan.flow().body().instruction(i);
                if (instruction.opcode() == Opcode.ST && MemoryWriter.isRow(plan, instruction)) {
                    bytes += instruction.operation().type().bytes()
                            * instruction.operation().vectorWidth();
                }
            }
            most = Math.max(most, bytes);
        }
        return most;
    }

    @Override
    public int accessSites() {
        return plan.sites().count() + (plan.asides() == null ? 0 : plan.asides().accessSites());
    }

    @Override
    public WatchedCode watched() {
        return watched;
    }

    /** The number for checked launches of a block's last instruction, or of the one at its end. */
    int pointOf(int block) {
        return points[block];
    }

    int pointOfSite(int site) {
        return 2 * plan.sites().instruction(site);
    }

    /** Whether the lanes of a block's exchange may meet at another of its kind. */
    boolean isWarpBarrier(int block) {
        return exchangeAt(block).opcode() == Opcode.BAR_WARP_SYNC;
    }

    /** Whether a block's exchange is left to the interpreter. */
    boolean isAsideExchange(int block) {
        return Asides.isAside(exchangeAt(block));
    }

    private Instruction exchangeAt(int block) {
        return plan.flow()
                .body()
                .instruction(((Terminator.Exchange) plan.flow().block(block).terminator()).instruction());
    }

    @Override
    public Warp newWarp(BlockContext block, int firstThread, int lanes) {
        return new TranslatedWarp(this, block, firstThread, lanes);
    }

    @Override
    public void run(Warp warp) {
        ((TranslatedWarp) warp).run();
    }

    AsideLanes newAsideLanes(TranslatedWarp warp) {
        return new AsideLanes(warp, plan);
    }

    KernelImage image() {
        return plan.image();
    }

    LaneFunction function(int number) {
        return functions[number];
    }

    RegisterFile registerFile() {
        return plan.file();
    }

    BlockRunner runner() {
        return runner;
    }

    byte[] kinds() {
        return kinds;
    }

    int[] nexts() {
        return nexts;
    }

    int[] targets() {
        return targets;
    }

    /** What lanes do one after another when they part at the end of a block; null where they go on side by side. */
    SerialRegion region(int block) {
        return regions[block];
    }

    /** The code of a region, written when it is first needed: many branches never part the lanes. */
    RegionRunner runner(SerialRegion region) {
        RegionRunner found = regionRunners.get(region.branch());
        return found != null ? found : writeRegion(region);
    }

    private synchronized RegionRunner writeRegion(SerialRegion region) {
        RegionRunner found = regionRunners.get(region.branch());
        if (found == null) {
            found = KernelTranslator.define(RegionRunner.class, new ClassWriter(plan).writeRegion(region));
            regionRunners.set(region.branch(), found);
        }
        return found;
    }

    /** What each block takes of a warp's budget. */
    int[] costs(int lanes) {
        Costs known = costs;
        if (known.lanes == lanes) {
            return known.ofBlock;
        }
        int[] ofBlock = new int[kinds.length];
        for (BasicBlock block : plan.flow().blocks()) {
            ofBlock[block.index()] = cost(plan, block, lanes);
        }
        costs = new Costs(lanes, ofBlock);
        return ofBlock;
    }

    /** What a block takes of a warp's budget. */
    static int cost(TranslationPlan plan, BasicBlock block, int lanes) {
        int cost = 1 + (block.end() - block.first()) * lanes / 64;
        for (int i = block.first(); i < block.end(); i++) {
            if (ControlFlow.mayWait(plan.flow().body().instruction(i))) {
                cost += WAIT_COST;
            }
        }
        if (block.terminator() instanceof Terminator.Exchange exchange
                && Asides.mayWait(plan.flow().body().instruction(exchange.instruction()))) {
            cost += WAIT_COST;
        }
        return cost;
    }

    /** Whether lanes wait at a block until all have come. */
    boolean isConvergent(int block) {
        return convergent.get(block);
    }

    boolean isExchange(int block) {
        return exchanges.get(block);
    }

    /** Whether lanes that part are rows that go on one after another. */
    boolean partsIntoRows() {
        return partsIntoRows;
    }

    /** The lanes that an exchange names; those that execute it together where it names none. */
    int memberMask(int block, TranslatedWarp warp, int lane) {
        Instruction instruction = plan.flow()
                .body()
                .instruction(((Terminator.Exchange) plan.flow().block(block).terminator()).instruction());
        if (Asides.isExchange(instruction)) {
            return -1;
        }
        if (instruction.opcode() == Opcode.ACTIVEMASK
                || !instruction.operation().has(io.xianka.ptx.Modifier.Keyword.SYNC)
                        && instruction.opcode() != Opcode.BAR_WARP_SYNC) {
            return 0;
        }
        return switch (instruction.operands().getLast()) {
            case Operand.IntegerImmediate immediate -> (int) immediate.value();
            case Register register -> {
                int number = plan.registers().numberOf(register);
                int slot = plan.file().slot(number);
                yield plan.shapes().of(register) == VARYING ? warp.ints[slot][lane] : warp.scalarInts[slot];
            }
            default -> 0;
        };
    }

    FaultPlace faultPlace(int site) {
        return placeOf(plan.sites().instruction(site));
    }

    FaultPlace placeOf(int instruction) {
        return plan.image().faultPlace(instruction);
    }
}
