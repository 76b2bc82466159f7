package io.xianka.emulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.api.CaptureMode;
import io.xianka.driver.api.DriverApi;
import io.xianka.driver.api.LaunchParameters;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many threads, streams and events over one device. */
@Timeout(60)
class SharedDeviceTest {
    /** {@code words[i] = words[i] * 3 + add} for 64 words. */
    private static final String STEP = """
            .version 8.3
            .target sm_90
            .address_size 64
            .visible .entry step(.param .u64 words, .param .u64 add)
            {
            .reg .b32 %r<5>;
            .reg .b64 %d<5>;
            ld.param.u64 %d1, [words];
            ld.param.u64 %d2, [add];
            mov.u32 %r1, %tid.x;
            mul.wide.u32 %d3, %r1, 4;
            add.s64 %d4, %d1, %d3;
            ld.global.u32 %r2, [%d4];
            cvt.u32.u64 %r3, %d2;
            mad.lo.u32 %r2, %r2, 3, %r3;
            st.global.u32 [%d4], %r2;
            ret;
            }
            """;

    private static final int WORDS = 64;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void threadsWithStreamsOfTheirOwnDoNotDisturbEachOther(boolean virtual) throws Exception {
        long seed = System.nanoTime();
        try (PtxLab lab = new PtxLab(EmulatorSettings.Executor.AUTO);
                ExecutorService threads =
                        virtual ? Executors.newVirtualThreadPerTaskExecutor() : Executors.newFixedThreadPool(6)) {
            DriverApi driver = lab.driver();
            long step = lab.load(STEP);
            long context = driver.devicePrimaryCtxRetain(0);
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                SplittableRandom random = new SplittableRandom(seed + i);
                tasks.add(() -> {
                    work(driver, context, step, random);
                    return null;
                });
            }
            for (Future<Void> task : threads.invokeAll(tasks)) {
                task.get();
            }
        } catch (java.util.concurrent.ExecutionException failure) {
            throw new AssertionError("seed " + seed, failure.getCause());
        }
    }

    private static void work(DriverApi driver, long context, long step, SplittableRandom random) {
        driver.ctxSetCurrent(context);
        try (Arena arena = Arena.ofConfined()) {
            LaunchParameters parameters = new LaunchParameters(arena, new int[] {8, 8}, new int[] {8, 8});
            long stream = driver.streamCreateWithPriority(random.nextBoolean(), 0);
            long words = driver.memAllocAsync(4 * WORDS, stream);
            parameters.values().set(ValueLayout.JAVA_LONG, 0, words);
            int expected = 1;
            driver.memsetD32Async(words, 1, WORDS, stream);
            for (int i = random.nextInt(5, 40); i > 0; i--) {
                int add = random.nextInt(100);
                parameters.values().set(ValueLayout.JAVA_LONG, 8, add);
                driver.launchKernel(step, 1, 1, 1, WORDS, 1, 1, 0, stream, parameters);
                expected = expected * 3 + add;
                if (random.nextInt(6) == 0) {
                    driver.streamSynchronize(stream);
                }
            }
            int[] back = new int[WORDS];
            driver.memcpyDtoH(MemorySegment.ofArray(back), words, stream);
            for (int value : back) {
                assertEquals(expected, value);
            }
            driver.memFreeAsync(words, stream);
            driver.streamDestroy(stream);
        }
    }

    @Test
    void theDefaultStreamAndBlockingStreamsWaitForEachOther() {
        try (PtxLab lab = new PtxLab(EmulatorSettings.Executor.AUTO)) {
            DriverApi driver = lab.driver();
            long blocking = driver.streamCreateWithPriority(false, 0);
            AtomicInteger order = new AtomicInteger();
            for (int round = 0; round < 50; round++) {
                int base = order.get();
                driver.launchHostFunc(blocking, () -> {
                    Thread.onSpinWait();
                    order.compareAndSet(base, base + 1);
                });
                driver.launchHostFunc(0, () -> order.compareAndSet(base + 1, base + 2));
                driver.launchHostFunc(blocking, () -> order.compareAndSet(base + 2, base + 3));
                driver.streamSynchronize(blocking);
                assertEquals(base + 3, order.get());
            }
        }
    }

    @Test
    void aCallReturnsBeforeItsWorkIsDone() {
        try (PtxLab lab = new PtxLab(EmulatorSettings.Executor.AUTO)) {
            DriverApi driver = lab.driver();
            long stream = driver.streamCreateWithPriority(true, 0);
            long start = driver.eventCreate(true, false);
            long end = driver.eventCreate(true, false);
            AtomicInteger gate = new AtomicInteger();
            driver.eventRecord(start, stream);
            driver.launchHostFunc(stream, () -> {
                while (gate.get() == 0) {
                    Thread.onSpinWait();
                }
            });
            driver.launchKernel(
                    lab.load(STEP), 1, 1, 1, 8, 1, 1, 0, stream, lab.pointers(driver.memAllocAsync(64, stream), 1));
            driver.eventRecord(end, stream);
            assertTrue(!driver.streamQuery(stream) && !driver.eventQuery(end));
            gate.set(1);
            driver.eventSynchronize(end);
            assertTrue(driver.eventElapsedTime(start, end) > 0);
        }
    }

    @Test
    void aGraphOfTwoStreamsRunsInTheOrderOfItsEvents() {
        try (PtxLab lab = new PtxLab(EmulatorSettings.Executor.AUTO)) {
            DriverApi driver = lab.driver();
            long step = lab.load(STEP);
            long first = driver.streamCreateWithPriority(true, 0);
            long second = driver.streamCreateWithPriority(true, 0);
            long words = driver.memAlloc(4 * WORDS);
            long fork = driver.eventCreate(false, false);
            long join = driver.eventCreate(false, false);
            driver.streamBeginCapture(first, CaptureMode.THREAD_LOCAL);
            driver.memsetD32Async(words, 2, WORDS, first);
            driver.eventRecord(fork, first);
            driver.streamWaitEvent(second, fork);
            driver.launchKernel(step, 1, 1, 1, WORDS, 1, 1, 0, second, lab.pointers(words, 5));
            driver.eventRecord(join, second);
            driver.streamWaitEvent(first, join);
            driver.launchKernel(step, 1, 1, 1, WORDS, 1, 1, 0, first, lab.pointers(words, 7));
            long graph = driver.streamEndCapture(first);
            assertEquals(3, driver.graphGetNodes(graph).size());
            long executable = driver.graphInstantiate(graph);
            for (int i = 0; i < 3; i++) {
                driver.graphLaunch(executable, first);
            }
            int[] back = new int[WORDS];
            driver.memcpyDtoH(MemorySegment.ofArray(back), words, first);
            assertEquals((2 * 3 + 5) * 3 + 7, back[WORDS - 1]);
        }
    }

    @Test
    void memoryOfManyThreadsIsCountedRight() throws Exception {
        try (PtxLab lab = new PtxLab(EmulatorSettings.Executor.AUTO);
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            DriverApi driver = lab.driver();
            long context = driver.devicePrimaryCtxRetain(0);
            long before = driver.memGetInfo().freeBytes();
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                int number = i;
                tasks.add(() -> {
                    driver.ctxSetCurrent(context);
                    for (int round = 0; round < 50; round++) {
                        long pointer = driver.memAlloc(1000 + number * 17L + round);
                        driver.memsetD8Async(pointer, (byte) number, 1000, 0);
                        byte[] back = new byte[1];
                        driver.memcpyDtoH(MemorySegment.ofArray(back), pointer + 999, 0);
                        assertEquals((byte) number, back[0]);
                        driver.memFree(pointer);
                    }
                    return null;
                });
            }
            for (Future<Void> task : threads.invokeAll(tasks)) {
                task.get();
            }
            assertEquals(before, driver.memGetInfo().freeBytes());
        }
    }
}
