package io.xianka.emulator.translator;

import io.xianka.ptx.Modifier.ShuffleMode;
import java.util.Arrays;

/**
 * As {@link Exchanges}, where all lanes name the same lanes and distances: most shuffles of a whole warp are then copies of
 * arrays.
 */
final class EvenExchanges {
    private static final int LANES = WarpForm.NARROW_LANES;
    private static final int UP = ShuffleMode.UP.ordinal();
    private static final int DOWN = ShuffleMode.DOWN.ordinal();
    private static final int IDX = ShuffleMode.IDX.ordinal();

    private EvenExchanges() {}

    /** Whether each lane may read from any other. */
    private static boolean isWhole(int[] list, int from, int to, int mode, int clamp, int mask) {
        return list == null && from == 0 && to == LANES && mask == -1 && (clamp & 0x1f1f) == (mode == UP ? 0 : 31);
    }

    private static void markRange(boolean[] inRange, int mode, int distance) {
        if (inRange != null) {
            Arrays.fill(inRange, 0, LANES, true);
            if (mode == UP) {
                Arrays.fill(inRange, 0, distance, false);
            } else if (mode == DOWN) {
                Arrays.fill(inRange, LANES - distance, LANES, false);
            }
        }
    }

    static void shuffle(
            TranslatedWarp warp,
            int[] list,
            int from,
            int to,
            int mode,
            int[] target,
            boolean[] inRange,
            int[] value,
            int offset,
            int clamp,
            int mask) {
        int[] read = warp.exchangedInts();
        System.arraycopy(value, 0, read, 0, value.length);
        if (isWhole(list, from, to, mode, clamp, mask)) {
            int distance = offset & 31;
            markRange(inRange, mode, distance);
            if (target == null) {
                return;
            }
            if (mode == UP) {
                System.arraycopy(read, 0, target, 0, distance);
                System.arraycopy(read, 0, target, distance, LANES - distance);
            } else if (mode == DOWN) {
                System.arraycopy(read, distance, target, 0, LANES - distance);
                System.arraycopy(read, LANES - distance, target, LANES - distance, distance);
            } else if (mode == IDX) {
                Arrays.fill(target, 0, LANES, read[distance]);
            } else {
                for (int lane = 0; lane < LANES; lane++) {
                    target[lane] = read[lane ^ distance];
                }
            }
            return;
        }
        int active = Exchanges.active(list, from, to) & mask;
        for (int i = from; i < to; i++) {
            int lane = list == null ? i : list[i];
            int source = Exchanges.source(mode, lane, offset, clamp);
            boolean takes = source >= 0 && (active & 1 << source) != 0;
            if (target != null) {
                target[lane] = read[takes ? source : lane];
            }
            if (inRange != null) {
                inRange[lane] = source >= 0;
            }
        }
    }

    static void shuffle(
            TranslatedWarp warp,
            int[] list,
            int from,
            int to,
            int mode,
            float[] target,
            boolean[] inRange,
            float[] value,
            int offset,
            int clamp,
            int mask) {
        float[] read = warp.exchangedFloats();
        System.arraycopy(value, 0, read, 0, value.length);
        if (isWhole(list, from, to, mode, clamp, mask)) {
            int distance = offset & 31;
            markRange(inRange, mode, distance);
            if (target == null) {
                return;
            }
            if (mode == UP) {
                System.arraycopy(read, 0, target, 0, distance);
                System.arraycopy(read, 0, target, distance, LANES - distance);
            } else if (mode == DOWN) {
                System.arraycopy(read, distance, target, 0, LANES - distance);
                System.arraycopy(read, LANES - distance, target, LANES - distance, distance);
            } else if (mode == IDX) {
                Arrays.fill(target, 0, LANES, read[distance]);
            } else {
                for (int lane = 0; lane < LANES; lane++) {
                    target[lane] = read[lane ^ distance];
                }
            }
            return;
        }
        int active = Exchanges.active(list, from, to) & mask;
        for (int i = from; i < to; i++) {
            int lane = list == null ? i : list[i];
            int source = Exchanges.source(mode, lane, offset, clamp);
            boolean takes = source >= 0 && (active & 1 << source) != 0;
            if (target != null) {
                target[lane] = read[takes ? source : lane];
            }
            if (inRange != null) {
                inRange[lane] = source >= 0;
            }
        }
    }
}
