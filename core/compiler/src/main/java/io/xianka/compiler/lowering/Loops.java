package io.xianka.compiler.lowering;

import io.xianka.compiler.typed.Statement;
import io.xianka.compiler.typed.Value;
import java.util.List;

/**
 * Lowers loops. One that counts to a number known here is repeated instead of looped, when asked or when small. Others
 * test before the first round and at the end of each, which saves a jump a round.
 */
final class Loops {
    private static final int MOST_ROUNDS_ASKED = 1024;
    private static final int MOST_ROUNDS_UNASKED = 64;
    private static final long MOST_COST_ASKED = 200_000;
    private static final long MOST_COST_UNASKED = 1200;
    /** When it turns array elements into registers. */
    private static final long MOST_COST_FOR_ARRAYS = 4096;

    /** Rounds at once of a short loop, so that their loads are under way together. */
    private static final int FACTOR = 4;

    private static final int MOST_FACTOR_ASKED = 64;
    private static final long MOST_COST_PARTLY = 200;
    private static final int MOST_COST_TWICE = 200;
    /** Loops inside a repeated one are looped once it has grown so far, unless the source asks. */
    private static final int MOST_GROWTH = 20_000;
    /** No loop is repeated once the function is this large. */
    private static final int MOST_NODES = 300_000;

    private final FunctionLowering lowering;
    private final Builder builder;
    /** How often what is lowered now is repeated, by the loops around it that are. */
    private long copies = 1;

    /** How large the function was before the outermost of them. */
    private int nodesOutside;

    Loops(FunctionLowering lowering) {
        this.lowering = lowering;
        this.builder = lowering.builder;
    }

    void lower(Statement.For loop) {
        lowering.at(loop.span());
        for (int i = 0; i < loop.init().size(); i++) {
            lowering.statements.lower(loop.init().get(i));
        }
        int rounds = rounds(loop);
        if (rounds >= 0) {
            repeat(loop, rounds);
            return;
        }
        CountedLoop counted = unrollsPartly(loop) ? CountedLoop.of(loop, lowering) : null;
        int factor = counted == null ? 1 : factor(loop);
        if (factor > 1) {
            unroll(loop, counted, factor);
        } else {
            loop(loop);
        }
    }

    private boolean unrollsPartly(Statement.For loop) {
        return loop.unroll().factor() != 1 && lowering.graph.nodeCount() <= MOST_NODES;
    }

    /** How many rounds at once. */
    private int factor(Statement.For loop) {
        long cost = Math.max(1, Cost.of(loop.body()));
        int asked = loop.unroll().factor();
        if (asked != 0 && asked != Statement.Unroll.EVERY) {
            return (int) Math.min(asked, Math.min(MOST_FACTOR_ASKED, MOST_COST_ASKED / cost / copies));
        }
        return cost * copies * FACTOR <= MOST_COST_PARTLY ? FACTOR : 1;
    }

    /** Several rounds at once while there are as many, then one by one. */
    private void unroll(Statement.For loop, CountedLoop counted, int factor) {
        long rounds = counted.rounds(lowering);
        boolean asked = loop.unroll().factor() > 1 && loop.unroll().factor() != Statement.Unroll.EVERY;
        if (rounds >= 0 && (rounds < factor || !asked)) {
            // A known number of rounds ptxas divides better, as it sees how many registers are left.
            loop(loop);
            return;
        }
        Frame frame = lowering.frame;
        Block outerContinue = frame.continueTarget;
        Block many = builder.newBlock();
        Block rest = builder.newBlock();
        builder.branch(counted.surelyGoesOn(lowering, factor), many, rest);
        builder.start(many);
        for (int i = 0; i < factor; i++) {
            Block next = builder.newBlock();
            frame.continueTarget = next;
            lowering.statements.lower(loop.body());
            builder.jump(next);
            builder.seal(next);
            builder.start(next);
            lowering.at(loop.step().span());
            lowering.values.effects(loop.step());
        }
        frame.continueTarget = outerContinue;
        builder.branch(counted.surelyGoesOn(lowering, factor), many, rest);
        builder.seal(many);
        builder.seal(rest);
        builder.start(rest);
        if (rounds < 0 || rounds % factor != 0) {
            loop(new Statement.For(
                    loop.span(), List.of(), loop.condition(), loop.step(), loop.body(), new Statement.Unroll(1)));
        }
    }

    private int rounds(Statement.For loop) {
        int factor = loop.unroll().factor();
        if (factor == 1 || loop.condition() == null || loop.step() == null || lowering.graph.nodeCount() > MOST_NODES) {
            return -1;
        }
        boolean asked = factor != 0;
        TripCount count = TripCount.of(loop, lowering, asked ? MOST_ROUNDS_ASKED : MOST_ROUNDS_UNASKED);
        if (count == null || (asked && factor < count.rounds())) {
            return -1;
        }
        if (Cost.hasOwnMarks(loop.body())) {
            return -1;
        }
        if (asked) {
            return Cost.of(loop.body()) * count.rounds() * copies <= MOST_COST_ASKED ? count.rounds() : -1;
        }
        boolean splitsArrays = Cost.indexesLocalArray(loop.body(), count.variable(), lowering.frame);
        long cost = Cost.repeated(loop.body()) * count.rounds();
        long growth = copies == 1 ? 0 : lowering.graph.nodeCount() - nodesOutside;
        return cost <= (splitsArrays ? MOST_COST_FOR_ARRAYS : MOST_COST_UNASKED) && growth <= MOST_GROWTH
                ? count.rounds()
                : -1;
    }

    private void repeat(Statement.For loop, int rounds) {
        Frame frame = lowering.frame;
        Block outerBreak = frame.breakTarget;
        Block outerContinue = frame.continueTarget;
        Block after = builder.newBlock();
        frame.breakTarget = after;
        long outerCopies = copies;
        if (copies == 1) {
            nodesOutside = lowering.graph.nodeCount();
        }
        copies *= rounds;
        for (int i = 0; i < rounds && builder.isReachable(); i++) {
            Block next = builder.newBlock();
            frame.continueTarget = next;
            lowering.statements.lower(loop.body());
            builder.jump(next);
            builder.seal(next);
            builder.start(next);
            if (builder.isReachable()) {
                lowering.at(loop.step().span());
                lowering.values.effects(loop.step());
            }
        }
        copies = outerCopies;
        frame.breakTarget = outerBreak;
        frame.continueTarget = outerContinue;
        builder.jump(after);
        builder.seal(after);
        builder.start(after);
    }

    private void loop(Statement.For loop) {
        Frame frame = lowering.frame;
        Block outerBreak = frame.breakTarget;
        Block outerContinue = frame.continueTarget;
        Block body = builder.newBlock();
        Block next = builder.newBlock();
        Block after = builder.newBlock();
        frame.breakTarget = after;
        frame.continueTarget = next;
        Value condition = loop.condition();
        boolean twice = condition != null && Cost.of(condition) <= MOST_COST_TWICE;
        Block test = null;
        if (twice) {
            test(condition, body, after);
        } else if (condition != null) {
            test = builder.newBlock();
            builder.jump(test);
            builder.start(test);
            test(condition, body, after);
            builder.seal(body);
        } else {
            builder.jump(body);
        }
        if (body.predecessors.isEmpty() && !Cost.hasMarks(loop.body())) {
            // The condition is false from the start.
            frame.breakTarget = outerBreak;
            frame.continueTarget = outerContinue;
            if (test != null) {
                builder.seal(test);
            }
            builder.seal(after);
            builder.start(after);
            return;
        }
        (test == null ? body : test).noUnroll = loop.unroll().factor() == 1;
        builder.start(body);
        lowering.statements.lower(loop.body());
        builder.jump(next);
        builder.seal(next);
        builder.start(next);
        if (builder.isReachable()) {
            if (loop.step() != null) {
                lowering.at(loop.step().span());
                lowering.values.effects(loop.step());
            }
            if (test != null) {
                builder.jump(test);
            } else if (twice) {
                test(condition, body, after);
            } else {
                builder.jump(body);
            }
        }
        if (test != null) {
            builder.seal(test);
        }
        builder.seal(body);
        builder.seal(after);
        frame.breakTarget = outerBreak;
        frame.continueTarget = outerContinue;
        builder.start(after);
    }

    private void test(Value condition, Block body, Block after) {
        lowering.at(condition.span());
        lowering.values.condition(condition, body, after);
    }

    void lower(Statement.DoWhile loop) {
        Frame frame = lowering.frame;
        Block outerBreak = frame.breakTarget;
        Block outerContinue = frame.continueTarget;
        Block body = builder.newBlock();
        Block next = builder.newBlock();
        Block after = builder.newBlock();
        frame.breakTarget = after;
        frame.continueTarget = next;
        builder.jump(body);
        body.noUnroll = loop.unroll().factor() == 1;
        builder.start(body);
        lowering.statements.lower(loop.body());
        builder.jump(next);
        builder.seal(next);
        builder.start(next);
        if (builder.isReachable()) {
            test(loop.condition(), body, after);
        }
        builder.seal(body);
        builder.seal(after);
        frame.breakTarget = outerBreak;
        frame.continueTarget = outerContinue;
        builder.start(after);
    }
}
