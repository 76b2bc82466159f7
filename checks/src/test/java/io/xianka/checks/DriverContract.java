package io.xianka.checks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.xianka.driver.Arg;
import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.Dim3;
import io.xianka.driver.Event;
import io.xianka.driver.Graph;
import io.xianka.driver.GraphExec;
import io.xianka.driver.GraphKernelNode;
import io.xianka.driver.Kernel;
import io.xianka.driver.KernelModule;
import io.xianka.driver.Launch;
import io.xianka.driver.ManagedBuffer;
import io.xianka.driver.MemoryPool;
import io.xianka.driver.PinnedBuffer;
import io.xianka.driver.PreparedLaunch;
import io.xianka.driver.Stream;
import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import io.xianka.driver.api.DeviceAttribute;
import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.JitOptions;
import io.xianka.driver.api.MemoryAdvice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** What every driver does, whatever runs the kernels. Each driver has a subclass. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
abstract class DriverContract {
    record Affine(float scale, int count, double bias) {}

    private Device device;

    abstract Device open();

    @BeforeAll
    void openDevice() {
        device = open();
    }

    @AfterAll
    void closeDevice() {
        if (device != null) {
            device.close();
        }
    }

    Device device() {
        return device;
    }

    private Kernel kernel(String ptx, String name) {
        return device.load(ptx).kernel(name);
    }

    private static int[] ramp(int count) {
        int[] values = new int[count];
        for (int i = 0; i < count; i++) {
            values[i] = i;
        }
        return values;
    }

    private static float[] floats(int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = i;
        }
        return values;
    }

    // ------------------------------------------------------------------ devices

    @Test
    void describesTheDevice() {
        assertFalse(device.name().isBlank());
        assertTrue(device.computeCapability().major() >= 5);
        assertEquals(32, device.limits().warpThreads());
        assertEquals(1024, device.limits().blockThreads());
        assertTrue(device.limits().multiprocessors() >= 1);
        assertTrue(device.totalMemoryBytes() > 0);
        assertTrue(device.memory().freeBytes() <= device.memory().totalBytes());
        assertTrue(device.uuid().matches("GPU-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"), device::uuid);
        assertTrue(device.pciBusId().matches("[0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.[0-9]"));
        assertTrue(device.driverVersion().matches("\\d+\\.\\d+"));
        assertEquals(1024, device.attribute(DeviceAttribute.MAX_THREADS_PER_BLOCK));
        assertFalse(device.why().isBlank());
    }

    @Test
    void opensOneDeviceTwice() {
        try (Device second = open();
                DeviceBuffer buffer = device.copyOf(ramp(8));
                DeviceBuffer other = second.allocate(32)) {
            other.copyFrom(buffer);
            assertArrayEquals(ramp(8), other.toInts());
        }
        assertTrue(device.isOpen());
        device.allocate(16).close();
    }

    // ------------------------------------------------------------------ memory

    @Test
    void copiesArraysOfEachType() {
        try (DeviceBuffer buffer = device.allocate(64)) {
            byte[] bytes = {1, -2, 3};
            buffer.copyFrom(bytes);
            byte[] backBytes = new byte[3];
            buffer.copyTo(backBytes);
            assertArrayEquals(bytes, backBytes);
            short[] shorts = {1, -2, Short.MAX_VALUE};
            buffer.copyFrom(shorts);
            short[] backShorts = new short[3];
            buffer.copyTo(backShorts);
            assertArrayEquals(shorts, backShorts);
            long[] longs = {Long.MIN_VALUE, 5};
            buffer.copyFrom(longs);
            long[] backLongs = new long[2];
            buffer.copyTo(backLongs);
            assertArrayEquals(longs, backLongs);
            double[] doubles = {Math.PI, Double.NEGATIVE_INFINITY};
            buffer.copyFrom(doubles);
            double[] backDoubles = new double[2];
            buffer.copyTo(backDoubles);
            assertArrayEquals(doubles, backDoubles);
            float[] singles = {1.5f, Float.MIN_VALUE};
            buffer.copyFrom(singles);
            float[] backSingles = new float[2];
            buffer.copyTo(backSingles);
            assertArrayEquals(singles, backSingles);
        }
    }

    @Test
    void copiesLargeArraysAndSegments() {
        int[] values = ramp(5_000_001);
        try (DeviceBuffer buffer = device.copyOf(values);
                Arena arena = Arena.ofConfined()) {
            assertArrayEquals(values, buffer.toInts());
            MemorySegment host = arena.allocate(buffer.bytes(), 8);
            buffer.copyTo(host);
            assertEquals(5_000_000, host.getAtIndex(ValueLayout.JAVA_INT, 5_000_000));
            host.setAtIndex(ValueLayout.JAVA_INT, 17, -1);
            buffer.copyFrom(host);
            int[] back = new int[18];
            buffer.copyTo(back);
            assertEquals(-1, back[17]);
        }
    }

    /** What only this thread may reach, while another one is at the kernel. */
    @Test
    void copiesToAndFromAConfinedArenaBehindAKernel() {
        Kernel scale = kernel(ContractKernels.SCALE, "scale");
        float[] ones = new float[100_000];
        Arrays.fill(ones, 1);
        try (DeviceBuffer buffer = device.copyOf(ones);
                Arena arena = Arena.ofConfined()) {
            MemorySegment host = arena.allocate(buffer.bytes(), 8);
            for (int i = 0; i < 20; i++) {
                scale.launch(Launch.covering(ones.length, 256), buffer, 2f, 1, ones.length);
                buffer.copyTo(host);
                assertEquals(3f, host.getAtIndex(ValueLayout.JAVA_FLOAT, ones.length - 1));
                scale.launch(Launch.covering(ones.length, 256), buffer, 2f, 1, ones.length);
                host.setAtIndex(ValueLayout.JAVA_FLOAT, ones.length - 1, 1);
                host.setAtIndex(ValueLayout.JAVA_FLOAT, 0, 1);
                buffer.copyFrom(host);
                for (int at : new int[] {0, ones.length - 1}) {
                    assertEquals(1f, buffer.toFloats()[at]);
                }
                buffer.copyFrom(MemorySegment.ofArray(ones));
            }
        }
    }

    @Test
    void copiesInTheOrderOfAStream() {
        int[] values = ramp(100_000);
        try (Stream stream = device.stream();
                DeviceBuffer buffer = device.allocate(400_000)) {
            buffer.copyFrom(MemorySegment.ofArray(values), stream);
            int[] back = new int[100_000];
            buffer.copyTo(MemorySegment.ofArray(back), stream);
            assertArrayEquals(values, back);
        }
    }

    @Test
    void copiesSlicesAndBetweenBuffers() {
        try (DeviceBuffer from = device.copyOf(ramp(16));
                DeviceBuffer to = device.allocate(64)) {
            to.fill(0);
            to.slice(16, 16).copyFrom(from.slice(32, 16));
            int[] expected = new int[16];
            System.arraycopy(new int[] {8, 9, 10, 11}, 0, expected, 4, 4);
            assertArrayEquals(expected, to.toInts());
        }
    }

    @Test
    void fillsWithEachWidth() {
        try (DeviceBuffer buffer = device.allocate(16)) {
            buffer.fill((byte) 0x5a);
            assertArrayEquals(new int[] {0x5a5a5a5a, 0x5a5a5a5a, 0x5a5a5a5a, 0x5a5a5a5a}, buffer.toInts());
            buffer.fill((short) 0x1234, device.defaultStream());
            assertEquals(0x12341234, buffer.toInts()[3]);
            buffer.fill(0x12345678);
            assertEquals(0x12345678, buffer.toInts()[3]);
            buffer.fill(2.5f);
            assertArrayEquals(new float[] {2.5f, 2.5f, 2.5f, 2.5f}, buffer.toFloats());
            buffer.slice(4, 4).fill((byte) 0);
            assertArrayEquals(new float[] {2.5f, 0f, 2.5f, 2.5f}, buffer.toFloats());
        }
    }

    @Test
    void copiesAsynchronouslyFromPinnedMemory() {
        try (PinnedBuffer pinned = device.pinned(4096);
                PinnedBuffer back = device.pinned(4096);
                DeviceBuffer buffer = device.allocate(4096);
                Stream stream = device.stream()) {
            for (int i = 0; i < 1024; i++) {
                pinned.segment().setAtIndex(ValueLayout.JAVA_INT, i, i * 3);
            }
            buffer.copyFromAsync(pinned.segment(), stream);
            buffer.copyToAsync(back.segment(), stream);
            stream.synchronize();
            assertEquals(1023 * 3, back.segment().getAtIndex(ValueLayout.JAVA_INT, 1023));
        }
    }

    @Test
    void kernelsReachMappedMemory() {
        try (PinnedBuffer mapped = device.mapped(64)) {
            for (int i = 0; i < 16; i++) {
                mapped.segment().setAtIndex(ValueLayout.JAVA_FLOAT, i, i);
            }
            kernel(ContractKernels.SCALE, "scale").launch(Launch.of(1, 16), mapped, 2f, 1, 16);
            device.synchronize();
            assertEquals(31f, mapped.segment().getAtIndex(ValueLayout.JAVA_FLOAT, 15));
        }
    }

    @Test
    void kernelsReachRegisteredMemory() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(1 << 16, 4096);
            memory.setAtIndex(ValueLayout.JAVA_FLOAT, 3, 10f);
            try (PinnedBuffer registered = device.register(memory)) {
                kernel(ContractKernels.SCALE, "scale").launch(Launch.of(1, 16), registered, 2f, 1, 16);
                device.synchronize();
            }
            assertEquals(21f, memory.getAtIndex(ValueLayout.JAVA_FLOAT, 3));
        }
    }

    @Test
    void hostAndKernelsShareManagedMemory() {
        assumeTrue(device.attribute(DeviceAttribute.MANAGED_MEMORY) != 0, "the device has no managed memory");
        boolean moves = device.attribute(DeviceAttribute.CONCURRENT_MANAGED_ACCESS) != 0;
        try (ManagedBuffer managed = device.managed(64);
                Stream stream = device.stream()) {
            for (int i = 0; i < 16; i++) {
                managed.segment().setAtIndex(ValueLayout.JAVA_FLOAT, i, i);
            }
            if (moves) {
                managed.advise(MemoryAdvice.SET_PREFERRED_LOCATION).prefetch(stream);
            }
            kernel(ContractKernels.SCALE, "scale").launch(Launch.of(1, 16).on(stream), managed, 3f, 0, 16);
            if (moves) {
                managed.prefetchToHost(stream);
            }
            stream.synchronize();
            assertEquals(45f, managed.segment().getAtIndex(ValueLayout.JAVA_FLOAT, 15));
        }
    }

    @Test
    void allocatesInStreamOrder() {
        assumeTrue(device.attribute(DeviceAttribute.MEMORY_POOLS_SUPPORTED) != 0, "the device has no memory pools");
        MemoryPool pool = device.memoryPool();
        pool.keepBytes(1 << 22);
        try (Stream stream = device.stream()) {
            DeviceBuffer buffer = stream.allocate(1 << 20);
            buffer.fill(3, stream);
            assertTrue(pool.usedBytes() >= 1 << 20);
            int[] back = new int[4];
            buffer.copyTo(MemorySegment.ofArray(back), stream);
            assertArrayEquals(new int[] {3, 3, 3, 3}, back);
            buffer.close();
            stream.synchronize();
            assertTrue(pool.usedHighBytes() >= 1 << 20);
            pool.trimTo(0);
            assertTrue(pool.reservedBytes() >= 0);
        } finally {
            pool.keepBytes(0);
        }
    }

    @Test
    void saysWhenMemoryIsOut() {
        CudaException failure = assertThrows(CudaException.class, () -> device.allocate(1L << 50));
        assertTrue(failure.is(CudaStatus.CUDA_ERROR_OUT_OF_MEMORY), failure::getMessage);
        assertTrue(
                failure.getMessage()
                        .startsWith("cuMemAlloc(1125899906842624): CUDA_ERROR_OUT_OF_MEMORY (2): out of memory"),
                failure::getMessage);
        device.allocate(16).close();
    }

    // ------------------------------------------------------------------ launches

    @Test
    void multipliesTwoArrays() {
        float[] a = floats(400);
        float[] b = floats(400);
        float[] dest = new float[400];
        kernel(ContractKernels.MULTIPLY, "multiply_them")
                .launch(Launch.of(1, 400), Arg.out(dest), Arg.in(a), Arg.in(b));
        for (int i = 0; i < 400; i++) {
            assertEquals(a[i] * b[i], dest[i]);
        }
    }

    @Test
    void launchesOverLargeHostArrays() {
        float[] x = floats(1_000_003);
        kernel(ContractKernels.SCALE, "scale").launch(Launch.covering(x.length, 256), Arg.inOut(x), 0.5f, 3, x.length);
        for (int i = 0; i < x.length; i += 997) {
            assertEquals(Math.fma((float) i, 0.5f, 3f), x[i]);
        }
        assertEquals(Math.fma(1_000_002f, 0.5f, 3f), x[1_000_002]);
    }

    @Test
    void launchesInAStreamWithHostArrays() {
        float[] x = floats(64);
        try (Stream stream = device.stream()) {
            kernel(ContractKernels.SCALE, "scale").launch(Launch.of(1, 64).on(stream), Arg.inOut(x), 2f, 0, 64);
        }
        assertEquals(126f, x[63]);
    }

    @Test
    void passesRecordsAsStructs() {
        double[] out = new double[8];
        kernel(ContractKernels.STRUCT, "affine").launch(Launch.of(1, 8), Arg.out(out), new Affine(0.5f, 6, 100));
        assertArrayEquals(new double[] {100, 100.5, 101, 101.5, 102, 102.5, 0, 0}, out);
        assertThrows(
                IllegalArgumentException.class,
                () -> kernel(ContractKernels.STRUCT, "affine")
                        .launch(Launch.of(1, 8), Arg.out(out), new Dim3(1, 2, 3)));
    }

    @Test
    void preparesALaunchAndChangesItsArguments() {
        Kernel scale = kernel(ContractKernels.SCALE, "scale");
        try (DeviceBuffer x = device.copyOf(floats(16));
                DeviceBuffer y = device.copyOf(floats(16))) {
            PreparedLaunch prepared = scale.prepare(Launch.of(1, 16), x, 2f, 0, 16);
            prepared.launch();
            prepared.launch();
            prepared.set(0, y).set(1, 3f).set(2, 1).set(3, 8);
            prepared.launch();
            assertEquals(60f, x.toFloats()[15]);
            assertEquals(22f, y.toFloats()[7]);
            assertEquals(8f, y.toFloats()[8]);
        }
    }

    @Test
    void usesMoreDynamicSharedMemoryThanEveryKernelGets() {
        Kernel reverse = kernel(ContractKernels.REVERSE, "reverse");
        for (int bytes : new int[] {1024, 64 * 1024}) {
            assumeTrue(bytes <= device.limits().blockSharedOptInBytes(), "the device has less shared memory");
            int n = bytes / 4;
            int[] out = new int[n];
            reverse.launch(Launch.of(1, 128).withShared(bytes), Arg.out(out), n);
            for (int i = 0; i < n; i++) {
                assertEquals(n - 1 - i, out[i]);
            }
        }
        assertTrue(assertThrows(
                        IllegalArgumentException.class,
                        () -> reverse.prepare(Launch.of(1, 128).withShared(10_000_000)))
                .getMessage()
                .startsWith("reverse: 10000000 bytes of dynamic shared memory: "));
    }

    @Test
    void readsAndWritesGlobalAndConstantVariables() {
        try (KernelModule module = device.load(ContractKernels.GLOBALS)) {
            DeviceBuffer coefficients = module.global("coefficients");
            assertEquals(16, coefficients.bytes());
            coefficients.copyFrom(new float[] {10, 20, 30, 40});
            float[] out = new float[6];
            module.kernel("globals").launch(Launch.of(1, 6), Arg.out(out));
            assertArrayEquals(new float[] {10, 20, 30, 40, 10, 20}, out);
            assertArrayEquals(new int[] {13}, module.global("counter").toInts());
            assertThrows(IllegalArgumentException.class, () -> module.global("absent"));
        }
    }

    @Test
    void cooperativeBlocksMeet() {
        assumeTrue(device.limits().cooperativeLaunch(), "the device has no cooperative launch");
        Kernel meet = kernel(ContractKernels.MEET, "meet");
        int blocks = Math.min(8, meet.maxCooperativeBlocks(1, 0));
        int[] out = new int[blocks];
        meet.launch(Launch.of(blocks, 1).asCooperative(), Arg.inOut(new int[2]), Arg.out(out));
        int[] expected = new int[blocks];
        Arrays.fill(expected, blocks * (blocks + 1) / 2);
        assertArrayEquals(expected, out);
        int tooMany = meet.maxCooperativeBlocks(1, 0) + 1;
        assertThrows(
                IllegalArgumentException.class,
                () -> meet.prepare(Launch.of(tooMany, 1).asCooperative()));
    }

    @Test
    void launchesClusters() {
        assumeTrue(device.limits().clusterLaunch(), "the device has no clusters");
        int[] out = new int[8];
        kernel(ContractKernels.CLUSTER, "ranks").launch(Launch.of(8, 32).withCluster(Dim3.of(4)), Arg.out(out));
        assertArrayEquals(new int[] {400, 401, 402, 403, 400, 401, 402, 403}, out);
    }

    @Test
    void tellsAttributesAndOccupancy() {
        Kernel scale = kernel(ContractKernels.SCALE, "scale");
        assertTrue(scale.attributes().maxBlockThreads() >= 256);
        assertTrue(scale.attributes().registers() > 0);
        assertEquals(0, scale.attributes().staticSharedBytes());
        assertTrue(scale.activeBlocks(256, 0) >= 1);
        double occupancy = scale.occupancy(256, 0);
        assertTrue(occupancy > 0 && occupancy <= 1, () -> "occupancy " + occupancy);
        assertTrue(scale.suggestBlock(0).blockThreads() >= 32);
        assertTrue(scale.suggestBlock(0).minimumGridBlocks() >= 1);
    }

    @Test
    void refusesArgumentsThatDoNotFit() {
        Kernel scale = kernel(ContractKernels.SCALE, "scale");
        assertEquals(
                "scale: parameter 2 'factor' is .f32: got 2.0 of type double; pass a float, as in 1f",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> scale.launch(Launch.of(1, 4), Arg.inOut(new float[4]), 2.0, 0, 4))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> scale.launch(Launch.of(1, 4), Arg.inOut(new float[4])));
        assertThrows(IllegalArgumentException.class, () -> scale.prepare(Launch.of(1, 2048)));
        assertThrows(IllegalArgumentException.class, () -> scale.prepare(Launch.of(Dim3.of(1, 1 << 20), Dim3.of(1))));
    }

    // ------------------------------------------------------------------ modules

    @Test
    void listsTheKernelsOfAModule() {
        try (KernelModule module = device.load(ContractKernels.SCALE)) {
            assertEquals(List.of("scale"), module.kernelNames());
            assertTrue(assertThrows(IllegalArgumentException.class, () -> module.kernel("scales"))
                    .getMessage()
                    .endsWith("there is scale"));
            assertEquals(module.kernel("scale"), module.kernel("scale"));
        }
    }

    @Test
    void refusesPtxThatDoesNotAssemble() {
        CudaException failure = assertThrows(
                CudaException.class, () -> device.load(ContractKernels.SCALE.replace("%r6, %r3,", "%r6 %r3")));
        assertTrue(failure.is(CudaStatus.CUDA_ERROR_INVALID_PTX), failure::getMessage);
        assertFalse(failure.detail().isBlank());
        CudaException newer = assertThrows(
                CudaException.class, () -> device.load(ContractKernels.SCALE.replace(".version 8.0", ".version 99.0")));
        assertTrue(
                newer.is(CudaStatus.CUDA_ERROR_UNSUPPORTED_PTX_VERSION) || newer.is(CudaStatus.CUDA_ERROR_INVALID_PTX),
                newer::getMessage);
        assertThrows(
                CudaException.class,
                () -> device.load(new DeviceImage.Cubin(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}), JitOptions.DEFAULT));
    }

    @Test
    void loadsWithOptions() {
        device.load(
                        new DeviceImage.Ptx(ContractKernels.SCALE),
                        JitOptions.DEFAULT
                                .withMaxRegisters(32)
                                .withOptimizationLevel(1)
                                .withLineInfo(true))
                .close();
    }

    // ------------------------------------------------------------------ streams and events

    @Test
    void eventsMeasureTimeBetweenThem() {
        Kernel spin = kernel(ContractKernels.SPIN, "spin");
        try (Stream stream = device.stream();
                Event start = device.event();
                Event end = device.event();
                DeviceBuffer out = device.allocate(4)) {
            PreparedLaunch launch = spin.prepare(Launch.of(1, 1).on(stream), out, 100_000);
            start.record(stream);
            launch.launch();
            end.record(stream).synchronize();
            float millis = end.millisSince(start);
            assertTrue(millis > 0 && millis < 30_000, () -> millis + " ms");
            assertTrue(end.isDone());
            assertTrue(stream.synchronize().isIdle());
            int[] back = new int[1];
            out.copyTo(back);
            assertEquals(ContractKernels.spun(100_000), back[0]);
        }
    }

    @Test
    void oneStreamWaitsForAnother() {
        Kernel spin = kernel(ContractKernels.SPIN, "spin");
        Kernel scale = kernel(ContractKernels.SCALE, "scale");
        try (Stream first = device.stream();
                Stream second = device.stream(device.streamPriorities().greatest());
                Event done = device.eventWithoutClock();
                DeviceBuffer x = device.allocate(4)) {
            spin.launch(Launch.of(1, 1).on(first), x, 50_000);
            x.fill(5f, first);
            done.record(first);
            second.waitFor(done);
            scale.launch(Launch.of(1, 1).on(second), x, 2f, 1, 1);
            second.synchronize();
            assertArrayEquals(new float[] {11f}, x.toFloats());
            assertThrows(IllegalStateException.class, () -> done.millisSince(done));
        }
    }

    @Test
    void runsHostFunctionsInStreamOrder() {
        AtomicInteger seen = new AtomicInteger();
        try (Stream stream = device.stream()) {
            stream.run(() -> seen.compareAndSet(0, 1));
            stream.run(() -> seen.compareAndSet(1, 2));
            stream.synchronize();
        }
        assertEquals(2, seen.get());
    }

    // ------------------------------------------------------------------ graphs

    @Test
    void capturesInstantiatesLaunchesAndUpdatesAGraph() {
        Kernel scale = kernel(ContractKernels.SCALE, "scale");
        try (Stream stream = device.stream();
                DeviceBuffer x = device.allocate(16);
                DeviceBuffer y = device.allocate(16)) {
            PreparedLaunch doubling = scale.prepare(Launch.of(1, 4).on(stream), x, 2f, 0, 4);
            try (Graph graph = stream.capture(() -> {
                        assertTrue(stream.isCapturing());
                        doubling.launch();
                        doubling.launch();
                        y.copyFrom(x, stream);
                    });
                    GraphExec exec = graph.instantiate()) {
                assertFalse(stream.isCapturing());
                assertEquals(3, graph.nodeCount());
                x.fill(1f, stream);
                exec.launch(stream);
                stream.synchronize();
                assertArrayEquals(new float[] {4, 4, 4, 4}, y.toFloats());
                exec.launch(stream);
                stream.synchronize();
                assertArrayEquals(new float[] {16, 16, 16, 16}, y.toFloats());

                doubling.set(1, 3f);
                try (Graph changed = stream.capture(() -> {
                            doubling.launch();
                            doubling.launch();
                            y.copyFrom(x, stream);
                        });
                        Graph shorter = stream.capture(doubling::launch)) {
                    assertTrue(exec.update(changed));
                    x.fill(1f, stream);
                    exec.launch(stream);
                    stream.synchronize();
                    assertArrayEquals(new float[] {9, 9, 9, 9}, y.toFloats());
                    assertFalse(exec.update(shorter));
                }
            }
        }
    }

    @Test
    void changesOneLaunchOfAGraph() {
        Kernel scale = kernel(ContractKernels.SCALE, "scale");
        try (Stream stream = device.stream();
                DeviceBuffer x = device.allocate(16);
                Graph graph = stream.capture(() -> scale.launch(Launch.of(1, 4).on(stream), x, 2f, 0, 4));
                GraphExec exec = graph.instantiate()) {
            List<GraphKernelNode> nodes = graph.kernelNodes();
            assertEquals(1, nodes.size());
            assertEquals(Dim3.of(4), nodes.getFirst().block());
            exec.update(nodes.getFirst(), scale, Launch.of(1, 2), x, 10f, 1, 4);
            x.fill(1f, stream);
            exec.launch(stream);
            stream.synchronize();
            assertArrayEquals(new float[] {11, 11, 1, 1}, x.toFloats());
        }
    }

    @Test
    void aFailingCaptureLeavesTheStreamUsable() {
        try (Stream stream = device.stream();
                DeviceBuffer x = device.allocate(16)) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> stream.capture(() -> {
                        throw new IllegalArgumentException("on purpose");
                    }));
            assertFalse(stream.isCapturing());
            x.fill(1, stream);
            stream.synchronize();
        }
    }

    // ------------------------------------------------------------------ threads and lifetimes

    @Test
    void threadsShareTheDevice() throws Exception {
        Kernel scale = kernel(ContractKernels.SCALE, "scale");
        for (ExecutorService threads :
                List.of(Executors.newFixedThreadPool(4), Executors.newVirtualThreadPerTaskExecutor())) {
            try (threads) {
                List<Callable<Float>> tasks = new ArrayList<>();
                for (int i = 0; i < 24; i++) {
                    int number = i;
                    tasks.add(() -> {
                        try (Stream stream = device.stream();
                                DeviceBuffer x = device.copyOf(floats(32))) {
                            scale.launch(Launch.of(1, 32).on(stream), x, 2f, number, 32);
                            float[] back = new float[32];
                            x.copyTo(MemorySegment.ofArray(back), stream);
                            float[] y = floats(32);
                            scale.launch(Launch.of(1, 32), Arg.inOut(y), 1f, number, 32);
                            assertEquals(31f + number, y[31]);
                            return back[31];
                        }
                    });
                }
                List<Future<Float>> results = threads.invokeAll(tasks);
                for (int i = 0; i < results.size(); i++) {
                    assertEquals(62f + i, results.get(i).get());
                }
            }
        }
    }

    @Test
    void useAfterCloseNamesBoth() {
        Device other = open();
        DeviceBuffer buffer = other.allocate(16);
        Kernel scale = other.load(ContractKernels.SCALE).kernel("scale");
        other.close();
        assertTrue(assertThrows(IllegalStateException.class, buffer::toInts)
                .getMessage()
                .contains("buffer of 16 bytes on " + other.place() + " was closed, together with device "
                        + other.place()));
        assertThrows(IllegalStateException.class, () -> scale.launch(Launch.of(1, 1), buffer, 1f, 0, 1));
        other.close();
    }

    /** In a process of its own, as a GPU's context is lost with it. */
    @Test
    void anIllegalAccessIsAnException() throws Exception {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FaultingProgram.class.getName(),
                        device.isEmulated() ? "emulated" : "cuda")
                .redirectErrorStream(true)
                .start();
        String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(FaultingProgram.CAUGHT, program.waitFor(), said);
        assertTrue(said.contains("CUDA_ERROR_ILLEGAL_ADDRESS (700)"), said);
        // A GPU does not tell which kernel it was; the message says who does.
        assertTrue(said.contains(device.isEmulated() ? "kernel scale" : "run the kernel on the emulator"), said);
    }

    @Test
    void freesMemoryWhenBuffersClose() {
        long before = device.memory().freeBytes();
        for (int i = 0; i < 50; i++) {
            device.allocate(32 << 20).close();
        }
        long after = device.memory().freeBytes();
        assertTrue(before - after < 64 << 20, () -> "free memory went from " + before + " to " + after);
    }

    @Test
    void devicesOfDifferentHandlesHaveDifferentMemory() {
        try (DeviceBuffer a = device.allocate(256);
                DeviceBuffer b = device.allocate(256)) {
            assertNotEquals(a.pointer(), b.pointer());
            assertEquals(0, a.pointer() % 256);
        }
    }
}
