package io.xianka.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.driver.Device;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Shuffles, votes, matches and reductions of the device library on the emulator, against loops over 32 lanes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WarpIntrinsicsTest {
    private static final int LANES = 32;

    private Device device;
    private int[] a;
    private int[] b;

    /** What a lane should get, given the values of its warp. */
    private interface Lanes {
        long of(int lane, int[] a, int[] b);
    }

    Device device() {
        return Device.emulated();
    }

    @BeforeAll
    void open() {
        device = device();
        long seed = new Random().nextLong();
        System.out.println("WarpIntrinsicsTest seed " + seed);
        Random random = new Random(seed);
        a = random.ints(8 * LANES).toArray();
        b = random.ints(8 * LANES, 0, 6).toArray();
    }

    @AfterAll
    void close() {
        device.close();
    }

    @Test
    void shufflesWithinSegments() {
        for (int width = 2; width <= LANES; width *= 2) {
            int w = width;
            same("__shfl_sync(~0u, a, b, " + w + ")", (lane, x, y) -> x[lane / w * w + y[lane] % w]);
            same("__shfl_up_sync(~0u, a, 3, " + w + ")", (lane, x, y) -> x[lane % w < 3 ? lane : lane - 3]);
            same("__shfl_down_sync(~0u, a, 3, " + w + ")", (lane, x, y) -> x[lane % w + 3 < w ? lane + 3 : lane]);
            same("__shfl_xor_sync(~0u, a, 1, " + w + ")", (lane, x, y) -> x[lane ^ 1]);
        }
        same("__shfl_sync(~0u, a, 37)", (lane, x, y) -> x[5]);
        same("__shfl_xor_sync(~0u, a, 21)", (lane, x, y) -> x[lane ^ 21]);
    }

    @Test
    void shufflesSixtyFourBitsAsTwoHalves() {
        same("(int)(__shfl_down_sync(~0u, (long long)a << 20, 1) >> 20)", (lane, x, y) -> x[Math.min(lane + 1, 31)]);
        same("(int)__shfl_up_sync(~0u, (double)a, 2)", (lane, x, y) -> x[lane < 2 ? lane : lane - 2]);
        same("__float_as_int(__shfl_sync(~0u, __int_as_float(a & 0x7fffff), 9))", (lane, x, y) -> x[9] & 0x7fffff);
        same("(int)(__shfl_xor_sync(~0u, (unsigned long)a << 32, 16) >> 32)", (lane, x, y) -> x[lane ^ 16]);
    }

    @Test
    void votes() {
        same("(int)__ballot_sync(~0u, b > 2)", (lane, x, y) -> mask(y, v -> v > 2));
        same("__all_sync(~0u, b < 6)", (lane, x, y) -> 1);
        same("__all_sync(~0u, b < 5)", (lane, x, y) -> mask(y, v -> v < 5) == -1 ? 1 : 0);
        same("__any_sync(~0u, b == 5)", (lane, x, y) -> mask(y, v -> v == 5) != 0 ? 1 : 0);
        same("__any_sync(~0u, b > 5)", (lane, x, y) -> 0);
        same("(int)__activemask()", (lane, x, y) -> -1);
    }

    @Test
    void matchesEqualValues() {
        same("(int)__match_any_sync(~0u, b)", (lane, x, y) -> mask(y, v -> v == y[lane]));
        same("(int)__match_any_sync(~0u, (double)b)", (lane, x, y) -> mask(y, v -> v == y[lane]));
    }

    @Test
    void reducesIntegers() {
        same("__reduce_add_sync(~0u, a)", (lane, x, y) -> Arrays.stream(x).sum());
        same("__reduce_min_sync(~0u, a)", (lane, x, y) -> Arrays.stream(x).min().orElseThrow());
        same("__reduce_max_sync(~0u, a)", (lane, x, y) -> Arrays.stream(x).max().orElseThrow());
        same(
                "(int)__reduce_xor_sync(~0u, (unsigned int)a)",
                (lane, x, y) -> Arrays.stream(x).reduce(0, (p, q) -> p ^ q));
        same(
                "(int)__reduce_and_sync(~0u, (unsigned int)b | 8u)",
                (lane, x, y) -> Arrays.stream(y).map(v -> v | 8).reduce(-1, (p, q) -> p & q));
    }

    private interface Chosen {
        boolean test(int value);
    }

    private static int mask(int[] values, Chosen chosen) {
        int mask = 0;
        for (int lane = 0; lane < LANES; lane++) {
            if (chosen.test(values[lane])) {
                mask |= 1 << lane;
            }
        }
        return mask;
    }

    private void same(String expression, Lanes expected) {
        int[] got = new LibraryKernel(device).ints(expression, a, b);
        for (int i = 0; i < got.length; i++) {
            int lane = i % LANES;
            int first = i - lane;
            int[] x = Arrays.copyOfRange(a, first, first + LANES);
            int[] y = Arrays.copyOfRange(b, first, first + LANES);
            assertEquals((int) expected.of(lane, x, y), got[i], () -> expression + " in lane " + lane);
        }
    }
}
