package io.xianka.checks;

import static io.xianka.driver.Arg.inOut;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.xianka.driver.Device;
import io.xianka.driver.Launch;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.SourceText;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The atomics of the device library on the emulator: 4 blocks of 96 threads upon the same few words. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AtomicsTest {
    private static final int BLOCKS = 4;
    private static final int BLOCK_THREADS = 96;
    private static final int THREADS = BLOCKS * BLOCK_THREADS;
    private static final int SUM = THREADS * (THREADS - 1) / 2;

    private Device device;

    Device device() {
        return Device.emulated();
    }

    @BeforeAll
    void open() {
        device = device();
    }

    @AfterAll
    void close() {
        device.close();
    }

    @Test
    void integersOfThirtyTwoBits() {
        int[] words = {0, 0, 1000, -1, 0, 0, 7, -1, 0, 0, 0, 5};
        run("int", """
                atomicAdd(&w[0], i);
                atomicSub(&w[1], i);
                atomicMin(&w[2], 500 - i);
                atomicMax(&w[3], i);
                atomicOr(&w[4], 1 << (i & 31));
                atomicXor(&w[5], i);
                atomicAnd(&w[7], ~(1 << (i & 15)));
                atomicInc((unsigned int *)&w[8], 99u);
                atomicDec((unsigned int *)&w[9], 99u);
                int seen = w[10];
                for (;;) {
                    const int was = atomicCAS(&w[10], seen, seen + 2);
                    if (was == seen)
                        break;
                    seen = was;
                }
                if (i == 17)
                    w[6] = atomicExch(&w[11], 42);
                """, words);
        int[] expected = {
            SUM,
            -SUM,
            500 - (THREADS - 1),
            THREADS - 1,
            -1,
            xorBelow(THREADS),
            5,
            0xffff0000,
            THREADS % 100,
            (100 - THREADS % 100) % 100,
            2 * THREADS,
            42
        };
        assertArrayEquals(expected, words);
    }

    @Test
    void integersOfSixtyFourBits() {
        long[] words = {1L << 40, 1L << 40, -(1L << 40), 0, -1, 0};
        run("long long", """
                atomicAdd((unsigned long long *)&w[0], (unsigned long long)i << 20);
                atomicMin(&w[1], (long long)i - (1LL << 33));
                atomicMax(&w[2], (long long)i << 33);
                atomicOr((unsigned long long *)&w[3], 1ull << (i & 63));
                atomicMax((unsigned long long *)&w[4], (unsigned long long)i);
                atomicAdd_block((unsigned long long *)&w[5], 0ull);
                """, words);
        assertArrayEquals(
                new long[] {(1L << 40) + ((long) SUM << 20), -(1L << 33), (THREADS - 1L) << 33, -1, -1, 0}, words);
    }

    @Test
    void floatsAndDoubles() {
        float[] floats = {1, 0};
        run("float", "atomicAdd(&w[0], 0.5f); if (i == 3) w[1] = atomicExch(&w[1], 2.0f);", floats);
        assertArrayEquals(new float[] {1 + THREADS / 2, 0}, floats);
        double[] doubles = {0.25};
        run("double", "atomicAdd_system(&w[0], (double)i);", doubles);
        assertArrayEquals(new double[] {0.25 + SUM}, doubles);
    }

    @Test
    void wordsInSharedMemory() {
        int[] words = {0, 0, 0, 0};
        run("int", """
                __shared__ int count;
                __shared__ int last;
                if (threadIdx.x == 0) {
                    count = 0;
                    last = -1;
                }
                __syncthreads();
                atomicAdd(&count, 3);
                atomicMax_block(&last, (int)threadIdx.x);
                __syncthreads();
                if (threadIdx.x == 0)
                    w[blockIdx.x] = count * 1000 + last;
                """, words);
        int each = 3 * BLOCK_THREADS * 1000 + BLOCK_THREADS - 1;
        assertArrayEquals(new int[] {each, each, each, each}, words);
    }

    private static int xorBelow(int count) {
        int all = 0;
        for (int i = 0; i < count; i++) {
            all ^= i;
        }
        return all;
    }

    private void run(String type, String body, Object words) {
        String source = """
                extern "C" __global__ void work(%s *w)
                {
                    const int i = blockIdx.x * blockDim.x + threadIdx.x;
                    %s
                }
                """.formatted(type, body);
        var options =
                CompileOptions.DEFAULT.withCompiler(CompileOptions.Compiler.OWN).withCache(false);
        try (var module = device.compile(SourceText.of(source), options)) {
            module.kernel("work")
                    .launch(
                            Launch.of(BLOCKS, BLOCK_THREADS),
                            switch (words) {
                                case int[] all -> inOut(all);
                                case long[] all -> inOut(all);
                                case float[] all -> inOut(all);
                                case double[] all -> inOut(all);
                                default ->
                                    throw new IllegalArgumentException("no array of numbers: " + words.getClass());
                            });
        }
    }
}
