package io.xianka.checks;

import static io.xianka.driver.Arg.inOut;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.driver.Device;
import io.xianka.driver.Launch;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.SourceText;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** {@code cuda::atomic} and {@code cuda::atomic_ref}: 4 blocks of 96 threads upon the same few words. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScopedAtomicsTest {
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

    private void run(String type, String declarations, String body, Object words) {
        String source = """
                #include <cuda/atomic>
                %s
                extern "C" __global__ void k(%s *w) {
                    const int i = blockIdx.x * blockDim.x + threadIdx.x;
                    %s
                }
                """.formatted(declarations, type, body);
        var options =
                CompileOptions.DEFAULT.withCompiler(CompileOptions.Compiler.OWN).withCache(false);
        try (var module = device.compile(SourceText.of("atomics.cu", source), options)) {
            var launch = Launch.of(BLOCKS, BLOCK_THREADS);
            switch (words) {
                case int[] ints -> module.kernel("k").launch(launch, inOut(ints));
                case long[] longs -> module.kernel("k").launch(launch, inOut(longs));
                case float[] floats -> module.kernel("k").launch(launch, inOut(floats));
                case double[] doubles -> module.kernel("k").launch(launch, inOut(doubles));
                case byte[] bytes -> module.kernel("k").launch(launch, inOut(bytes));
                case short[] shorts -> module.kernel("k").launch(launch, inOut(shorts));
                default -> throw new AssertionError(words);
            }
        }
    }

    private static final String REFERENCES = """
            template <typename T>
            using ref = cuda::atomic_ref<T, cuda::thread_scope_device>;
            """;

    @Test
    void integersOfThirtyTwoBits() {
        int[] words = {0, 0, 1000, -1, 0, 0, -1, 0, 5, 3, 0, 0};
        run("int", REFERENCES, """
                ref<int>(w[0]).fetch_add(i);
                ref<int>(w[1]) -= i;
                ref<int>(w[2]).fetch_min(500 - i, cuda::memory_order_relaxed);
                ref<int>(w[3]).fetch_max(i, cuda::std::memory_order_acq_rel);
                ref<int>(w[4]).fetch_or(1 << (i & 31));
                ref<int>(w[5]) ^= i;
                ref<int>(w[6]) &= ~(1 << (i & 15));
                ref<int> doubled(w[7]);
                int seen = doubled.load(cuda::memory_order_relaxed);
                while (!doubled.compare_exchange_weak(seen, seen + 2, cuda::memory_order_release, cuda::memory_order_relaxed)) {
                }
                if (i == 17)
                    w[9] = ref<int>(w[8]).exchange(42);
                ref<int>(w[10])++;
                --ref<int>(w[11]);
                """, words);

        int or = 0;
        int xor = 0;
        for (int i = 0; i < THREADS; i++) {
            or |= 1 << (i & 31);
            xor ^= i;
        }
        int[] expected = {
            SUM, -SUM, 501 - THREADS, THREADS - 1, or, xor, -1 << 16, 2 * THREADS, 42, 5, THREADS, -THREADS
        };
        assertArrayEquals(expected, words);
    }

    @Test
    void unsignedNumbersCompareAsSuch() {
        int[] words = {-5, 7};
        run("unsigned int", REFERENCES, """
                ref<unsigned int>(w[0]).fetch_min(0xfffffff0u + (i & 3));
                ref<unsigned int>(w[1]).fetch_max(0x80000000u + i);
                """, words);
        assertArrayEquals(new int[] {-16, Integer.MIN_VALUE + THREADS - 1}, words);
    }

    @Test
    void integersOfSixtyFourBits() {
        long[] words = {0, 1L << 60, -1, 0, 0, 0};
        run("long long", REFERENCES, """
                const long long far = (long long)i << 33;
                ref<long long>(w[0]) += far;
                ref<long long>(w[1]).fetch_min(-far);
                ref<long long>(w[2]).fetch_max(far);
                ref<long long>(w[3]).fetch_or(1LL << (i & 63));
                ref<unsigned long long> sum(*(unsigned long long *)&w[4]);
                unsigned long long seen = sum;
                while (!sum.compare_exchange_strong(seen, seen + i)) {
                }
                ref<long>(*(long *)&w[5]).fetch_sub(3);
                """, words);
        long far = (long) (THREADS - 1) << 33;
        assertArrayEquals(new long[] {(long) SUM << 33, -far, far, -1, SUM, -3 * THREADS}, words);
    }

    @Test
    void floatingPointNumbers() {
        float[] floats = {0, 100, -1};
        run("float", REFERENCES, """
                ref<float>(w[0]).fetch_add(0.5f);
                ref<float>(w[1]).fetch_min(50.0f - i);
                ref<float>(w[2]).fetch_max((float)i);
                """, floats);
        assertArrayEquals(new float[] {THREADS / 2f, 51 - THREADS, THREADS - 1}, floats);

        double[] doubles = {0};
        run("double", REFERENCES, "ref<double>(w[0]) += 0.25;", doubles);
        assertArrayEquals(new double[] {THREADS / 4.0}, doubles);
    }

    @Test
    void numbersSmallerThanTheHardwaresLeaveTheirNeighboursAlone() {
        byte[] bytes = new byte[8];
        Arrays.fill(bytes, (byte) 100);
        run("signed char", REFERENCES, """
                ref<signed char>(w[i & 3])++;
                if (i < 2)
                    ref<signed char>(w[4 + i]).store((signed char)(-7 - i));
                if (i == 2)
                    w[6] = ref<signed char>(w[7]).exchange(55);
                """, bytes);
        byte counted = (byte) (100 + THREADS / 4);
        assertArrayEquals(new byte[] {counted, counted, counted, counted, -7, -8, 100, 55}, bytes);

        short[] shorts = {1, -1, 0, 0};
        run("short", REFERENCES, """
                ref<short>(w[0]).fetch_add(300);
                ref<short>(w[1]).fetch_max((short)i);
                ref<short>(w[2]).fetch_or((short)(1 << (i & 7)));
                """, shorts);
        assertArrayEquals(new short[] {(short) (1 + 300 * THREADS), THREADS - 1, 255, 0}, shorts);
    }

    @Test
    void pointersAdvanceByElementsAndStructsAreExchangedWhole() {
        long[] words = {0, 0, 0};
        run("long long", REFERENCES + "struct pair { int count; float sum; };\n", """
                ref<double *>(*(double **)&w[0]).fetch_add(2);
                cuda::atomic_ref<pair, cuda::thread_scope_device> both(*(pair *)&w[1]);
                pair seen = both.load();
                while (!both.compare_exchange_weak(seen, pair{seen.count + 1, seen.sum + 0.5f})) {
                }
                if (i == 0)
                    w[2] = sizeof(cuda::atomic<pair>) * 100 + alignof(cuda::atomic<pair>) * 10 + sizeof(cuda::atomic<char>);
                """, words);
        assertEquals(16L * THREADS, words[0]);
        assertEquals(THREADS, (int) words[1]);
        assertEquals(THREADS / 2f, Float.intBitsToFloat((int) (words[1] >>> 32)));
        assertEquals(881, words[2]);
    }

    @Test
    void objectsInGlobalAndSharedMemory() {
        int[] words = new int[BLOCKS + 2];
        run(
                "int",
                "__device__ cuda::atomic<int, cuda::thread_scope_device> all{1000};",
                """
                __shared__ cuda::atomic<int, cuda::thread_scope_block> here;
                if (threadIdx.x == 0)
                    here = 0;
                __syncthreads();
                here.fetch_add(1, cuda::memory_order_relaxed);
                here += 2;
                __syncthreads();
                if (threadIdx.x == 0) {
                    w[blockIdx.x] = here;
                    if (all.fetch_add(here) + 3 * BLOCK == 1000 + 12 * BLOCK)
                        w[4] = all.load(cuda::memory_order_acquire);
                }
                cuda::std::atomic<int>& counter = *(cuda::std::atomic<int> *)&w[5];
                ++counter;
                """.replace("BLOCK", Integer.toString(BLOCK_THREADS)),
                words);
        int each = 3 * BLOCK_THREADS;
        assertArrayEquals(new int[] {each, each, each, each, 1000 + BLOCKS * each, THREADS}, words);
    }

    @Test
    void aFlagLocksAndAMessagePasses() {
        int[] words = new int[4];
        run(
                "int",
                REFERENCES + "__device__ cuda::atomic_flag lock;\n",
                """
                if (threadIdx.x == 0) {
                    while (lock.test_and_set(cuda::memory_order_acquire)) {
                    }
                    w[0] = w[0] + 1;
                    lock.clear(cuda::memory_order_release);
                }
                if (i == 0) {
                    w[1] = 77;
                    ref<int>(w[2]).store(1, cuda::memory_order_release);
                    ref<int>(w[2]).notify_all();
                }
                if (i == BLOCK) {
                    ref<int>(w[2]).wait(0, cuda::memory_order_acquire);
                    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
                    w[3] = w[1];
                }
                """.replace("BLOCK", Integer.toString(BLOCK_THREADS)),
                words);
        assertArrayEquals(new int[] {BLOCKS, 77, 1, 77}, words);
    }
}
