package io.xianka.emulator.translator;

import java.util.BitSet;

/**
 * Where lanes that part at a branch meet again at the latest. Lanes that end on the way need not be waited for, so ways that do
 * nothing but end do not count.
 */
final class PostDominators {
    private final BitSet[] sets;

    PostDominators(ControlFlow flow) {
        int size = flow.size();
        sets = new BitSet[size];
        BitSet reaching = reachingAnEnd(flow);
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
                    if (flow.block(next).isBareExit() || !reaching.get(next)) {
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

    private static BitSet reachingAnEnd(ControlFlow flow) {
        BitSet reaching = new BitSet(flow.size());
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int b = flow.size() - 1; b >= 0; b--) {
                if (!reaching.get(b)) {
                    BasicBlock block = flow.block(b);
                    boolean reaches = block.successors().isEmpty();
                    for (int next : block.successors()) {
                        reaches |= reaching.get(next);
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
