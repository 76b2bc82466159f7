package io.xianka.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.driver.Arg;
import io.xianka.driver.Launch;
import io.xianka.emulator.check.CheckSettings;
import io.xianka.emulator.check.CheckTool;
import io.xianka.emulator.check.CheckedDevice;
import io.xianka.emulator.check.Finding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Defects that a simulation of memory alone does not show, each beside a twin without it: lines that end in {@code // defect} are
 * only in the one, lines that end in {@code // twin} only in the other.
 */
class SubtleDefectsTest {
    private static final String EXECUTOR = "xianka.emulator.executor";
    private static final int THREADS = 128;

    private static final String WORKERS = "xianka.emulator.workers";

    private final String executorBefore = System.getProperty(EXECUTOR);
    private final String workersBefore = System.getProperty(WORKERS);

    @AfterEach
    void restoreTheProperties() {
        restore(EXECUTOR, executorBefore);
        restore(WORKERS, workersBefore);
    }

    private static void restore(String property, String before) {
        if (before == null) {
            System.clearProperty(property);
        } else {
            System.setProperty(property, before);
        }
    }

    record Pair(String name, String finding, Set<CheckTool> tools, String source) {
        @Override
        public String toString() {
            return name;
        }

        String with(String kept, String dropped) {
            return String.join(
                    "\n",
                    source.lines()
                            .filter(line -> !line.endsWith("// " + dropped))
                            .map(line -> line.replace("// " + kept, ""))
                            .toList());
        }
    }

    private static final Set<CheckTool> ALL = EnumSet.allOf(CheckTool.class);

    /** For kernels that, as a consequence, also read what was not written yet. */
    private static final Set<CheckTool> WITHOUT_INITIALISATION = EnumSet.of(CheckTool.MEMCHECK, CheckTool.RACECHECK);

    private static final Set<CheckTool> MEMORY = EnumSet.of(CheckTool.MEMCHECK);

    private static final List<Pair> PAIRS = List.of(
            new Pair("a barrier object that is not awaited a second time", "race", ALL, """
                    #include <cuda/barrier>
                    extern "C" __global__ void k(const int *x, int *y) {
                        __shared__ int tile[128];
                        __shared__ cuda::barrier<cuda::thread_scope_block> bar;
                        int t = threadIdx.x, sum = 0;
                        if (t == 0)
                            init(&bar, blockDim.x);
                        __syncthreads();
                        for (int k = 0; k < 3; k++) {
                            tile[t] = x[t] + k;
                            bar.arrive_and_wait();
                            sum += tile[127 - t];
                            bar.arrive_and_wait(); // twin
                        }
                        y[t] = sum;
                    }
                    """),
            new Pair("a barrier object at which threads arrive and do not wait", "race", ALL, """
                    #include <cuda/barrier>
                    extern "C" __global__ void k(const int *x, int *y) {
                        __shared__ int tile[128];
                        __shared__ cuda::barrier<cuda::thread_scope_block> full, empty;
                        int t = threadIdx.x, sum = 0;
                        if (t == 0) {
                            init(&full, blockDim.x);
                            init(&empty, blockDim.x);
                        }
                        __syncthreads();
                        for (int k = 0; k < 3; k++) {
                            tile[t] = x[t] + k;
                            full.arrive_and_wait();
                            sum += tile[127 - t];
                            (void)empty.arrive(); // defect
                            empty.wait(empty.arrive()); // twin
                        }
                        y[t] = sum;
                    }
                    """),
            new Pair("a message behind a flag that orders nothing", "race", ALL, """
                    #include <cuda/atomic>
                    extern "C" __global__ void k(const int *x, int *y) {
                        cuda::atomic_ref<int, cuda::thread_scope_device> ready(y[100]);
                        if (threadIdx.x != 0)
                            return;
                        if (blockIdx.x == 0) {
                            y[0] = x[5];
                            ready.store(1, cuda::memory_order_relaxed); // defect
                            ready.store(1, cuda::memory_order_release); // twin
                        } else {
                            while (ready.load(cuda::memory_order_acquire) == 0) {
                            }
                            y[1] = y[0];
                        }
                    }
                    """),
            new Pair("a counter of the block's scope that blocks share", "race", ALL, """
                    #include <cuda/atomic>
                    extern "C" __global__ void k(const int *x, int *y) {
                        cuda::atomic_ref<int, cuda::thread_scope_block> sum(y[0]); // defect
                        cuda::atomic_ref<int, cuda::thread_scope_device> sum(y[0]); // twin
                        sum.fetch_add(x[threadIdx.x] + blockIdx.x, cuda::memory_order_relaxed);
                    }
                    """),
            new Pair("an asynchronous copy that is read by others before it is awaited", "race", ALL, """
                    #include <cuda_pipeline.h>
                    extern "C" __global__ void k(const int *x, int *y) {
                        __shared__ int tile[128];
                        int t = threadIdx.x;
                        __pipeline_memcpy_async(&tile[t], &x[t], 4);
                        __pipeline_commit();
                        __pipeline_wait_prior(0); // twin
                        __syncthreads();
                        y[t] = tile[127 - t];
                    }
                    """),
            new Pair("an asynchronous copy that its own thread reads before it awaits it", "race", ALL, """
                    #include <cuda_pipeline.h>
                    extern "C" __global__ void k(const int *x, int *y) {
                        __shared__ int tile[128];
                        int t = threadIdx.x;
                        __pipeline_memcpy_async(&tile[t], &x[t], 4);
                        __pipeline_commit();
                        __pipeline_wait_prior(0); // twin
                        y[t] = tile[t];
                    }
                    """),
            new Pair(
                    "an asynchronous copy that is awaited, without a barrier behind",
                    "race",
                    WITHOUT_INITIALISATION,
                    """
                    #include <cuda_pipeline.h>
                    extern "C" __global__ void k(const int *x, int *y) {
                        __shared__ int tile[128];
                        int t = threadIdx.x;
                        __pipeline_memcpy_async(&tile[t], &x[t], 4);
                        __pipeline_commit();
                        __pipeline_wait_prior(0);
                        __syncthreads(); // twin
                        y[t] = tile[127 - t];
                    }
                    """),
            new Pair("two buffers of which the wrong one is awaited", "race", ALL, """
                    #include <cuda_pipeline.h>
                    extern "C" __global__ void k(const int *x, int *y) {
                        __shared__ int tile[2][128];
                        int t = threadIdx.x, sum = 0;
                        __pipeline_memcpy_async(&tile[0][t], &x[t], 4);
                        __pipeline_commit();
                        for (int k = 0; k < 4; k++) {
                            __pipeline_memcpy_async(&tile[(k + 1) & 1][t], &x[t], 4);
                            __pipeline_commit();
                            __pipeline_wait_prior(1); // twin
                            __pipeline_wait_prior(2); // defect
                            __syncthreads();
                            sum += tile[k & 1][127 - t];
                            __syncthreads();
                        }
                        __pipeline_wait_prior(0);
                        y[t] = sum;
                    }
                    """),
            new Pair("the source of an asynchronous copy, overwritten before it is over", "race", ALL, """
                    #include <cuda_pipeline.h>
                    extern "C" __global__ void k(int *x, int *y) {
                        __shared__ int tile[128];
                        int t = threadIdx.x;
                        __pipeline_memcpy_async(&tile[t], &x[t], 4);
                        __pipeline_commit();
                        __pipeline_wait_prior(0); // twin
                        x[t] = 0;
                        __pipeline_wait_prior(0);
                        y[t] = tile[t];
                    }
                    """),
            new Pair("copies that a barrier object stands for, read without waiting there", "race", ALL, """
                    #include <cuda/barrier>
                    extern "C" __global__ void k(const int *x, int *y) {
                        __shared__ int tile[128];
                        __shared__ cuda::barrier<cuda::thread_scope_block> bar;
                        int t = threadIdx.x;
                        if (t == 0)
                            init(&bar, blockDim.x);
                        __syncthreads();
                        cuda::memcpy_async(&tile[t], &x[t], sizeof(int), bar);
                        bar.arrive_and_wait(); // twin
                        __syncthreads(); // defect
                        y[t] = tile[127 - t];
                    }
                    """),
            new Pair("a shared array that its neighbour's size misaligns", "misaligned", WITHOUT_INITIALISATION, """
                    extern "C" __global__ void k(const int *x, int *y) {
                        __shared__ int odd[3];
                        __shared__ int tile[512]; // defect
                        __shared__ __align__(16) int tile[512]; // twin
                        int t = threadIdx.x;
                        if (t < 3)
                            odd[t] = x[t];
                        reinterpret_cast<int4 *>(tile)[t] = make_int4(t, t, t, t);
                        __syncthreads();
                        y[t] = tile[4 * t] + odd[t % 3];
                    }
                    """),
            new Pair("the same, by memory checks alone", "misaligned", MEMORY, """
                    extern "C" __global__ void k(const int *x, int *y) {
                        __shared__ int odd[3];
                        __shared__ int tile[512]; // defect
                        __shared__ __align__(16) int tile[512]; // twin
                        int t = threadIdx.x;
                        if (t < 3)
                            odd[t] = x[t];
                        reinterpret_cast<int4 *>(tile)[t] = make_int4(t, t, t, t);
                        __syncthreads();
                        y[t] = tile[4 * t] + odd[t % 3];
                    }
                    """),
            new Pair("atomics of the block's scope, between blocks", "race", ALL, """
                    extern "C" __global__ void k(const int *x, int *y) {
                        atomicAdd_block(&y[threadIdx.x], x[threadIdx.x]); // defect
                        atomicAdd(&y[threadIdx.x], x[threadIdx.x]); // twin
                    }
                    """),
            new Pair("atomics of the block's scope, within a block", "race", ALL, """
                    extern "C" __global__ void k(const int *x, int *y) {
                        atomicAdd_block(&y[blockIdx.x], x[threadIdx.x]); // twin
                        atomicAdd_block(&y[0], x[threadIdx.x]); // defect
                    }
                    """),
            new Pair("free of memory that malloc did not give", "invalid-free", ALL, """
                    extern "C" __global__ void k(const int *x, int *y) {
                        if (threadIdx.x == 0 && blockIdx.x == 0) {
                            int *own = (int *)malloc(16);
                            free(y); // defect
                            free(own);
                        }
                    }
                    """),
            new Pair("free of a place inside of what malloc gave", "invalid-free", ALL, """
                    extern "C" __global__ void k(const int *x, int *y) {
                        if (threadIdx.x == 0 && blockIdx.x == 0) {
                            int *own = (int *)malloc(16);
                            free(own + 1); // defect
                            free(own);
                        }
                    }
                    """));

    static List<Arguments> pairs() {
        var all = new ArrayList<Arguments>();
        for (Pair pair : PAIRS) {
            all.add(Arguments.of(pair, "interpreter"));
            all.add(Arguments.of(pair, "translator"));
        }
        return all;
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("pairs")
    void theDefectIsFoundAndTheTwinIsClean(Pair pair, String executor) {
        System.setProperty(EXECUTOR, executor);

        List<Finding> found = findings(pair.tools, pair.with("defect", "twin"));
        assertEquals(
                Set.of(pair.finding),
                Set.copyOf(found.stream().map(finding -> finding.kind().json()).toList()),
                found::toString);

        assertEquals(List.of(), findings(pair.tools, pair.with("twin", "defect")));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("pairs")
    void whatIsFoundIsTheSameForAnyNumberOfWorkers(Pair pair, String executor) {
        System.setProperty(EXECUTOR, executor);
        String source = pair.with("defect", "twin");
        System.setProperty(WORKERS, "1");
        List<Finding> byOne = findings(pair.tools, source);
        System.setProperty(WORKERS, "4");

        assertEquals(byOne, findings(pair.tools, source));
    }

    private static List<Finding> findings(Set<CheckTool> tools, String source) {
        int blocks = source.contains("blockIdx") || source.contains("atomic") ? 2 : 1;
        var x = new int[THREADS];
        Arrays.setAll(x, i -> i);
        try (var checked = CheckedDevice.open(CheckSettings.all().withTools(tools))) {
            try (var module = checked.device().compile(source)) {
                module.kernel("k").launch(Launch.of(blocks, THREADS), Arg.inOut(x), Arg.inOut(new int[THREADS]));
            }
            return checked.report().findings();
        }
    }
}
