package io.xianka.emulator.interpreter;

import io.xianka.emulator.machine.Warp;

/** One thing that a group of lanes at the same place does. Without state of its own. */
abstract class Step {
    /** No guard, or an operand that is not there. */
    static final int NONE = Integer.MIN_VALUE;

    /** The predicate that decides whether a lane takes part, as an operand; {@link #NONE} for all lanes. */
    private int guard = NONE;

    private boolean negated;
    private FunctionCode function;
    private int instruction;
    private int point;

    final void place(FunctionCode inFunction, int atInstruction, int atPoint) {
        function = inFunction;
        instruction = atInstruction;
        point = atPoint;
    }

    /** The number of the instruction for checked launches. */
    final int point() {
        return point;
    }

    final void guardBy(int predicate, boolean isNegated) {
        guard = predicate;
        negated = isNegated;
    }

    final boolean isGuarded() {
        return guard != NONE;
    }

    final boolean admits(InterpretedWarp warp, int lane) {
        return ((warp.get(lane, guard) & 1) != 0) != negated;
    }

    FunctionCode function() {
        return function;
    }

    int instruction() {
        return instruction;
    }

    /**
     * Lets lanes {@code warp.group[0..count)} take the step and sets where each goes on.
     *
     * @param pc this step's index
     */
    abstract void run(InterpretedWarp warp, int pc, int count);

    /** What the step does for one lane, without going on; only of steps that a lane takes on its own. */
    void apply(LaneState warp, int lane) {
        throw new IllegalStateException(getClass().getSimpleName() + " is no step of a single lane");
    }

    /** What one lane does on its own before it goes on to the next step. */
    @FunctionalInterface
    interface LaneAction {
        void apply(LaneState warp, int lane);
    }

    /** A lane function of up to three operands. */
    static final class Compute extends Step {
        private final LaneFunction function;
        private final int target;
        private final int a;
        private final int b;
        private final int c;

        Compute(LaneFunction function, int target, int a, int b, int c) {
            this.function = function;
            this.target = target;
            this.a = a;
            this.b = b;
            this.c = c;
        }

        @Override
        void run(InterpretedWarp warp, int pc, int count) {
            for (int i = 0; i < count; i++) {
                int lane = warp.group[i];
                if (warp.block.watch != null) {
                    watch(warp, lane);
                }
                warp.set(lane, target, function.apply(warp.get(lane, a), warp.get(lane, b), warp.get(lane, c)));
                warp.pc[lane] = pc + 1;
            }
        }

        private void watch(InterpretedWarp warp, int lane) {
            long x = warp.get(lane, a);
            long y = warp.get(lane, b);
            long z = warp.get(lane, c);
            warp.block.watch.computed(warp, lane, function.apply(x, y, z), x, y, z, point());
        }

        @Override
        void apply(LaneState warp, int lane) {
            warp.set(lane, target, function.apply(warp.get(lane, a), warp.get(lane, b), warp.get(lane, c)));
        }
    }

    /** An action, lane by lane. */
    static final class PerLane extends Step {
        private final LaneAction action;

        PerLane(LaneAction action) {
            this.action = action;
        }

        @Override
        void run(InterpretedWarp warp, int pc, int count) {
            for (int i = 0; i < count; i++) {
                int lane = warp.group[i];
                warp.lane = lane;
                action.apply(warp, lane);
                warp.pc[lane] = pc + 1;
            }
        }

        @Override
        void apply(LaneState warp, int lane) {
            action.apply(warp, lane);
        }
    }

    /** {@code bra}; the target is known when the whole function is read. */
    static final class Branch extends Step {
        private int target;

        void to(int step) {
            target = step;
        }

        @Override
        void run(InterpretedWarp warp, int pc, int count) {
            for (int i = 0; i < count; i++) {
                warp.pc[warp.group[i]] = target;
            }
        }
    }

    /** {@code brx.idx}; an index beyond the list is undefined in PTX, here a fault. */
    static final class IndexedBranch extends Step {
        private final int index;
        private int[] targets;

        IndexedBranch(int index) {
            this.index = index;
        }

        void to(int[] steps) {
            targets = steps;
        }

        @Override
        void run(InterpretedWarp warp, int pc, int count) {
            for (int i = 0; i < count; i++) {
                int lane = warp.group[i];
                warp.lane = lane;
                long chosen = warp.get(lane, index) & 0xffff_ffffL;
                if (chosen >= targets.length) {
                    throw Faults.illegal("brx.idx of " + chosen + " where there are " + targets.length + " targets");
                }
                warp.pc[lane] = targets[(int) chosen];
            }
        }
    }

    /** {@code call}: directly, or through a register that holds a function's address. */
    static final class Call extends Step {
        private final FunctionCode direct;
        private final int address;
        private final int[] argumentOperands;
        private final int[] resultOperands;

        /** Operands of {@code .param} variables are their offsets in the frame, as {@link FunctionCode} tells. */
        Call(FunctionCode direct, int address, int[] argumentOperands, int[] resultOperands) {
            this.direct = direct;
            this.address = address;
            this.argumentOperands = argumentOperands;
            this.resultOperands = resultOperands;
        }

        int[] resultOperands() {
            return resultOperands;
        }

        @Override
        void run(InterpretedWarp warp, int pc, int count) {
            for (int i = 0; i < count; i++) {
                int lane = warp.group[i];
                warp.lane = lane;
                FunctionCode callee = direct != null ? direct : warp.functionAt(warp.get(lane, address));
                if (callee.formals().size() != argumentOperands.length
                        || callee.results().size() != resultOperands.length) {
                    throw Faults.illegal("call of " + callee.name() + " with " + argumentOperands.length
                            + " arguments, but it has " + callee.formals().size());
                }
                warp.call(lane, callee, this, pc + 1, argumentOperands);
            }
        }
    }

    /** {@code ret}: back to the caller, or the end of the thread. */
    static final class Return extends Step {
        @Override
        void run(InterpretedWarp warp, int pc, int count) {
            for (int i = 0; i < count; i++) {
                int lane = warp.group[i];
                warp.lane = lane;
                if (!warp.returnFrom(lane)) {
                    warp.exit(lane);
                }
            }
        }
    }

    /** {@code exit}. */
    static final class Exit extends Step {
        @Override
        void run(InterpretedWarp warp, int pc, int count) {
            for (int i = 0; i < count; i++) {
                warp.exit(warp.group[i]);
            }
        }
    }

    /** {@code bar} and {@code barrier}: arrives, and waits unless it is {@code arrive}. */
    static final class Barrier extends Step {
        private static final int BARRIERS = 16;

        private final int barrier;
        private final int threads;
        private final int predicate;
        private final boolean waits;

        Barrier(int barrier, int threads, int predicate, boolean waits) {
            this.barrier = barrier;
            this.threads = threads;
            this.predicate = predicate;
            this.waits = waits;
        }

        @Override
        void run(InterpretedWarp warp, int pc, int count) {
            for (int i = 0; i < count; i++) {
                warp.pc[warp.group[i]] = pc + 1;
            }
            for (int i = 0; i < count; i++) {
                int lane = warp.group[i];
                warp.lane = lane;
                long id = warp.get(lane, barrier) & 0xffff_ffffL;
                if (id >= BARRIERS) {
                    throw Faults.illegal("barrier " + id + ", but there are barriers 0 to 15");
                }
                int expected = threads == NONE ? 0 : (int) warp.get(lane, threads);
                if (predicate != NONE) {
                    warp.block.contribute((int) id, (warp.get(lane, predicate) & 1) != 0);
                }
                if (warp.block().watch != null) {
                    warp.block().watch.arrives(warp, lane, (int) id, expected, point());
                }
                if (waits) {
                    warp.arrive(lane, (int) id, expected);
                } else {
                    warp.block.arriveOnly((int) id, 1, expected);
                }
            }
        }
    }

    /** Ends the warp's turn, for a lane that sleeps waits for somebody else. */
    static final class Sleep extends Step {
        @Override
        void run(InterpretedWarp warp, int pc, int count) {
            for (int i = 0; i < count; i++) {
                warp.pc[warp.group[i]] = pc + 1;
            }
            warp.budget = Math.min(warp.budget, 0);
        }
    }

    /**
     * An instruction that lanes execute together: it waits until all lanes of each one's mask that have not ended are here.
     * Lanes with different masks are executed apart.
     */
    static final class Together extends Step {
        private final WarpFunction function;
        private final int mask;
        private final boolean meetsAnywhere;

        /**
         * For lanes that exchange values.
         *
         * @param meetsAnywhere lanes may meet at different instructions of this kind, as for {@code bar.warp.sync}
         */
        Together(WarpFunction function, int mask, boolean meetsAnywhere) {
            this.function = function;
            this.mask = mask;
            this.meetsAnywhere = meetsAnywhere;
        }

        /** What the lanes of a mask do together. */
        @FunctionalInterface
        interface WarpFunction {
            /** Does it for the lanes of a bit set, those that take part. */
            void apply(LaneState warp, int lanes);
        }

        boolean meetsAnywhere() {
            return meetsAnywhere;
        }

        int mask(LaneState warp, int lane) {
            return (int) warp.get(lane, mask) | 1 << lane;
        }

        /** Keeps in the group the lanes whose partners are here; answers how many. */
        int ready(InterpretedWarp warp, int count) {
            int here = 0;
            for (int i = 0; i < count; i++) {
                here |= 1 << warp.group[i];
            }
            int kept = 0;
            for (int i = 0; i < count; i++) {
                int lane = warp.group[i];
                int awaited = mask(warp, lane) & ~here;
                if (awaited == 0
                        || warp.goesAlone
                        || !warp.anyAlive(awaited)
                        || (meetsAnywhere && warp.allMeet(awaited))) {
                    warp.group[kept++] = lane;
                }
            }
            return kept;
        }

        @Override
        void run(InterpretedWarp warp, int pc, int count) {
            int present = 0;
            for (int i = 0; i < count; i++) {
                present |= 1 << warp.group[i];
                warp.pc[warp.group[i]] = pc + 1;
            }
            warp.lane = Integer.numberOfTrailingZeros(present);
            exchange(warp, present);
            warp.goesAlone = false;
        }

        /** Executes it for the lanes of a bit set, those of each mask apart. */
        void exchange(LaneState warp, int present) {
            int left = present;
            while (left != 0) {
                int together = mask(warp, Integer.numberOfTrailingZeros(left)) & left;
                if (warp.block().watch != null) {
                    watch(warp, together);
                }
                function.apply(warp, together);
                left &= ~together;
            }
        }

        private void watch(LaneState lanes, int together) {
            Warp warp = lanes.warp();
            int here = together;
            for (int left = together; left != 0; left &= left - 1) {
                int lane = Integer.numberOfTrailingZeros(left);
                int named = (int) lanes.get(lane, mask);
                if (meetsAnywhere && !warp.goesAlone) {
                    here |= named & warp.aliveLanes();
                }
                warp.block.watch.meets(warp, lane, named, here, point());
            }
            warp.block.watch.met(warp, here);
        }

        static boolean isIn(int lanes, int lane) {
            return (lanes >>> lane & 1) != 0;
        }
    }

    /** What a waiting lane's status must be for this interpreter to run it. */
    static boolean isRunning(Warp warp, int lane) {
        return warp.status[lane] == Warp.RUNNING;
    }
}
