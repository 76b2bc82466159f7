package io.xianka.emulator.translator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Where lanes that part at a branch meet again at the latest. Lanes that end on the way need not be waited for, so ways that do
 * nothing but end do not count; except out of a loop that has no other way out, which ends where its lanes do.
 */
final class PostDominators {
    private final ControlFlow flow;
    private final BitSet[] sets;

    /** Blocks whose ways to a bare end count. */
    private final BitSet ending = new BitSet();

    PostDominators(ControlFlow flow) {
        this.flow = flow;
        int size = flow.size();
        findEnding();
        BitSet reaching = reachingAnEnd();
        sets = new BitSet[size];
        for (int b = 0; b < size; b++) {
            sets[b] = new BitSet(size);
            sets[b].set(0, size);
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int b = size - 1; b >= 0; b--) {
                BitSet set = null;
                for (int next : flow.block(b).successors()) {
                    if (!counts(b, next) || !reaching.get(next)) {
                        continue;
                    }
                    if (set == null) {
                        set = (BitSet) sets[next].clone();
                    } else {
                        set.and(sets[next]);
                    }
                }
                if (set == null) {
                    set = new BitSet(size);
                }
                set.set(b);
                if (!set.equals(sets[b])) {
                    sets[b] = set;
                    changed = true;
                }
            }
        }
    }

    private boolean counts(int from, int to) {
        return ending.get(from) || !flow.block(to).isBareExit();
    }

    private void findEnding() {
        BitSet reaching = reachingAnEnd();
        List<List<Integer>> predecessors = new ArrayList<>();
        for (int b = 0; b < flow.size(); b++) {
            predecessors.add(new ArrayList<>(2));
        }
        for (int b = 0; b < flow.size(); b++) {
            for (int next : flow.block(b).successors()) {
                if (counts(b, next)) {
                    predecessors.get(next).add(b);
                }
            }
        }
        BitSet found = new BitSet();
        for (int b = 0; b < flow.size(); b++) {
            boolean endsHere = flow.block(b).successors().stream()
                    .anyMatch(next -> flow.block(next).isBareExit());
            if (endsHere && !reaching.get(b)) {
                // Is everything that follows a way back here?
                BitSet behind = reach(
                        b,
                        at -> flow.block(at).successors().stream()
                                .filter(next -> counts(at, next))
                                .toList());
                behind.andNot(reach(b, predecessors::get));
                if (behind.isEmpty()) {
                    found.set(b);
                }
            }
        }
        ending.or(found);
    }

    private static BitSet reach(int from, IntFunction<List<Integer>> step) {
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(step.apply(from));
        while (!open.isEmpty()) {
            int at = open.poll();
            if (!seen.get(at)) {
                seen.set(at);
                open.addAll(step.apply(at));
            }
        }
        return seen;
    }

    /** Blocks from which ways that count lead to an end. */
    private BitSet reachingAnEnd() {
        BitSet reaching = new BitSet(flow.size());
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int b = flow.size() - 1; b >= 0; b--) {
                if (!reaching.get(b)) {
                    List<Integer> successors = flow.block(b).successors();
                    boolean reaches = true;
                    for (int next : successors) {
                        if (counts(b, next)) {
                            reaches = false;
                            break;
                        }
                    }
                    for (int next : successors) {
                        reaches |= counts(b, next) && reaching.get(next);
                    }
                    if (reaches) {
                        reaching.set(b);
                        changed = true;
                    }
                }
            }
        }
        return reaching;
    }

    /** The nearest block that every lane passes after this one; -1 if there is none. */
    int immediate(int block) {
        int nearest = -1;
        int most = -1;
        BitSet set = sets[block];
        for (int b = set.nextSetBit(0); b >= 0; b = set.nextSetBit(b + 1)) {
            if (b != block && sets[b].cardinality() > most) {
                most = sets[b].cardinality();
                nearest = b;
            }
        }
        return nearest;
    }
}
