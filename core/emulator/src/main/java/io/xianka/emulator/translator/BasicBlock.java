package io.xianka.emulator.translator;

import io.xianka.ptx.Register;
import java.util.List;

/**
 * Instructions that run one after the other for each lane, and what ends them.
 *
 * @param first index in the body of the first instruction
 * @param end index after the last one, the terminator's own instruction left out
 */
record BasicBlock(int index, int first, int end, Terminator terminator) {

    sealed interface Terminator {
        /** Goes on at another block. */
        record Jump(int next) implements Terminator {}

        /** Lanes whose predicate, perhaps negated, is true go to {@code taken}, others to {@code next}. */
        record Branch(Register predicate, boolean negated, int taken, int next) implements Terminator {}

        /** Each lane goes to the block its index selects ({@code brx.idx}). */
        record Switch(int instruction, List<Integer> targets) implements Terminator {}

        /** All lanes end. */
        record Exit() implements Terminator {}

        /** All lanes arrive at a barrier of the block; the instruction says at which. */
        record Barrier(int instruction, int next) implements Terminator {}

        /** The lanes that were released from a barrier read what it computed of all threads' predicates. */
        record BarrierResult(int instruction, int next) implements Terminator {}

        /** An instruction that looks at several lanes: shuffle, vote, match... */
        record Exchange(int instruction, int next) implements Terminator {}
    }

    List<Integer> successors() {
        return switch (terminator) {
            case Terminator.Jump jump -> List.of(jump.next());
            case Terminator.Branch branch ->
                branch.taken() == branch.next() ? List.of(branch.next()) : List.of(branch.next(), branch.taken());
            case Terminator.Switch select ->
                select.targets().stream().distinct().toList();
            case Terminator.Exit _ -> List.of();
            case Terminator.Barrier barrier -> List.of(barrier.next());
            case Terminator.BarrierResult result -> List.of(result.next());
            case Terminator.Exchange exchange -> List.of(exchange.next());
        };
    }

    /** Whether nothing happens here but that lanes end. */
    boolean isBareExit() {
        return first == end && terminator instanceof Terminator.Exit;
    }
}
