package io.xianka.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import io.xianka.driver.api.DeviceAttribute;
import io.xianka.driver.api.KernelParameter;
import io.xianka.driver.api.ParameterExtent;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LaunchTest {
    private final FakeDriver fake = new FakeDriver();
    private final Device device = Device.open(fake.api, 0);
    private final Kernel multiply = Fixtures.kernel(device, Fixtures.MULTIPLY);

    @AfterEach
    void close() {
        device.close();
    }

    private static void multiply(FakeDriver.Invocation invocation, int count) {
        for (int i = 0; i < count; i++) {
            invocation
                    .memory(0)
                    .setAtIndex(
                            ValueLayout.JAVA_FLOAT_UNALIGNED,
                            i,
                            invocation.memory(1).getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, i)
                                    * invocation.memory(2).getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, i));
        }
    }

    private static float[] ramp(int count, float step) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = i * step;
        }
        return values;
    }

    private String refusal(Launch launch) {
        return assertThrows(IllegalArgumentException.class, () -> multiply.prepare(launch))
                .getMessage();
    }

    @Test
    void smallArraysTravelTogetherInOneCopyEachWay() {
        fake.kernel = invocation -> multiply(invocation, 400);
        float[] a = ramp(400, 0.5f);
        float[] b = ramp(400, 2f);
        float[] dest = new float[400];
        multiply.launch(Launch.of(1, 400), Arg.out(dest), Arg.in(a), Arg.in(b));
        fake.takeCalls();
        multiply.launch(Launch.of(1, 400), Arg.out(dest), Arg.in(a), Arg.in(b));
        assertEquals(
                List.of("memcpyHtoDAsync", "launchKernel", "memcpyDtoHAsync", "streamSynchronize"), fake.takeCalls());
        for (int i = 0; i < 400; i++) {
            assertEquals(a[i] * b[i], dest[i]);
        }
    }

    @Test
    void outputsStartAsZerosInBothWays() {
        for (int count : new int[] {8, 100_000}) {
            fake.kernel = invocation -> {};
            float[] dest = ramp(count, 1f);
            multiply.launch(Launch.of(1, 8), Arg.out(dest), Arg.in(ramp(count, 1f)), Arg.in(ramp(count, 1f)));
            assertArrayEquals(new float[count], dest);
        }
    }

    @Test
    void largeArraysAreCopiedFromWhereTheyLie() {
        fake.kernel = invocation -> multiply(invocation, 20_000);
        float[] a = ramp(20_000, 0.25f);
        float[] dest = new float[20_000];
        fake.takeCalls();
        multiply.launch(Launch.covering(20_000, 256), Arg.out(dest), Arg.in(a), Arg.in(a));
        assertEquals(
                List.of(
                        "memAlloc",
                        "memsetD8Async",
                        "memcpyHtoD",
                        "memcpyHtoD",
                        "launchKernel",
                        "streamSynchronize",
                        "memcpyDtoH",
                        "memFree"),
                fake.takeCalls());
        assertEquals(a[19_999] * a[19_999], dest[19_999]);
    }

    @Test
    void largeArraysAreFreedWhenTheLaunchFails() {
        fake.failures.put("launchKernel", CudaStatus.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
        float[] large = new float[50_000];
        assertThrows(
                CudaException.class,
                () -> multiply.launch(Launch.of(1, 8), Arg.out(large), Arg.in(large), Arg.in(large)));
        assertTrue(fake.takeCalls().contains("memFree"));
    }

    @Test
    void inOutTravelsBothWays() {
        Kernel scale = Fixtures.kernel(device, Fixtures.SCALE);
        fake.kernel = invocation -> {
            for (int i = 0; i < invocation.intValue(2); i++) {
                float old = invocation.memory(0).getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, i);
                invocation.memory(0).setAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, i, old * 3);
            }
        };
        float[] x = {1, 2, 3, 4};
        scale.launch(Launch.of(1, 4), Arg.inOut(x), 3f, 4);
        assertArrayEquals(new float[] {3, 6, 9, 12}, x);
    }

    @Test
    void takesEmptyArrays() {
        multiply.launch(Launch.of(1, 1), Arg.out(new float[0]), Arg.in(new float[0]), Arg.in(new float[0]));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(16);
            multiply.launch(Launch.of(1, 1), Arg.out(memory), Arg.in(new float[4]), Arg.in(memory));
        }
    }

    @Test
    void failuresNameTheKernel() {
        fake.failures.put("streamSynchronize", CudaStatus.CUDA_ERROR_ILLEGAL_ADDRESS);
        CudaException failure = assertThrows(
                CudaException.class,
                () -> multiply.launch(
                        Launch.of(1, 4), Arg.out(new float[4]), Arg.in(new float[4]), Arg.in(new float[4])));
        assertTrue(
                failure.getMessage()
                        .startsWith("multiply_them: streamSynchronize(0): CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal"
                                + " memory access was encountered; run the kernel on the emulator"),
                failure::getMessage);
        fake.failures.clear();
    }

    @Test
    void refusesABlockLargerThanTheDeviceAllows() {
        assertEquals(
                "multiply_them: block 2048 has 2048 threads: fake:0 allows 1024 threads and at most 1024 x 1024 x 64 in"
                        + " each direction; use smaller blocks and more of them",
                refusal(Launch.of(1, 2048)));
        refusal(Launch.of(Dim3.of(1), Dim3.of(1, 1, 65)));
    }

    @Test
    void refusesABlockLargerThanTheKernelAllows() {
        assertEquals(
                "multiply_them: block 1024 has 1024 threads: this kernel allows 512, as it takes 32 registers a thread"
                        + " or is bounded in its source; use smaller blocks, or __launch_bounds__(1024)",
                refusal(Launch.of(1, 1024)));
    }

    @Test
    void refusesALaunchWithAnEmptyBlock() {
        assertThrows(IllegalArgumentException.class, () -> Launch.of(1, 0));
        assertThrows(IllegalArgumentException.class, () -> Launch.of(0, 1));
        assertThrows(IllegalArgumentException.class, () -> Launch.of(1, 1).withShared(-1));
        assertThrows(IllegalArgumentException.class, () -> Launch.covering(0, 256));
    }

    @Test
    void refusesAGridLargerThanTheDeviceAllows() {
        assertEquals(
                "multiply_them: grid 1 x 70000: fake:0 allows at most 2147483647 x 65535 x 65535 blocks in each"
                        + " direction; let each thread take several elements",
                refusal(Launch.of(Dim3.of(1, 70000), Dim3.of(1))));
    }

    @Test
    void coversElementsWithTheLastBlockPartlyUsed() {
        assertEquals(Dim3.of(4), Launch.covering(1000, 256).grid());
        assertEquals(Dim3.of(4), Launch.covering(1024, 256).grid());
    }

    @Test
    void optsInToLargeSharedMemoryOnce() {
        multiply.prepare(Launch.of(1, 32).withShared(40_000));
        assertFalse(fake.takeCalls().contains("funcSetAttribute"));
        multiply.prepare(Launch.of(1, 32).withShared(100_000));
        assertTrue(fake.takeCalls().contains("funcSetAttribute"));
        multiply.prepare(Launch.of(1, 32).withShared(90_000));
        assertFalse(fake.takeCalls().contains("funcSetAttribute"));
        assertEquals(
                "multiply_them: 300000 bytes of dynamic shared memory: fake:0 has 232416 for a block of this kernel,"
                        + " after 32 that its code declares; use smaller tiles",
                refusal(Launch.of(1, 32).withShared(300_000)));
    }

    @Test
    void refusesACooperativeLaunchThatIsNotResident() {
        assertEquals(
                "multiply_them: a cooperative launch of 9 blocks: fake:0 holds 8 of them at once; use at most 8 blocks"
                        + " and let each take several parts",
                refusal(Launch.of(9, 32).asCooperative()));
        multiply.prepare(Launch.of(8, 32).asCooperative(), device.allocate(4), device.allocate(4), device.allocate(4))
                .launch();
        assertTrue(fake.takeCalls().contains("launchCooperativeKernel"));
    }

    @Test
    void refusesClustersThatDoNotDivideTheGrid() {
        assertEquals(
                "multiply_them: clusters of 2: they do not divide the grid 3; make the grid a multiple of the cluster",
                refusal(Launch.of(3, 32).withCluster(Dim3.of(2))));
        FakeDriver old = new FakeDriver("old");
        old.attributes.put(DeviceAttribute.CLUSTER_LAUNCH, 0);
        try (Device before = Device.open(old.api, 0)) {
            Kernel kernel = Fixtures.kernel(before, Fixtures.MULTIPLY);
            assertThrows(
                    IllegalArgumentException.class,
                    () -> kernel.prepare(Launch.of(4, 32).withCluster(Dim3.of(2))));
        }
    }

    @Test
    void launchesClustersThroughTheExtendedCall() {
        DeviceBuffer x = device.allocate(16);
        multiply.launch(Launch.of(4, 32).withCluster(Dim3.of(2)), x, x, x);
        assertTrue(fake.takeCalls().contains("launchKernelEx"));
    }

    @Test
    void aPreparedLaunchTakesNewArguments() {
        Kernel scale = Fixtures.kernel(device, Fixtures.SCALE);
        int[] seen = new int[1];
        fake.kernel = invocation -> seen[0] = invocation.intValue(2);
        DeviceBuffer x = device.allocate(16);
        PreparedLaunch prepared = scale.prepare(Launch.of(1, 4), x, 2f, 4);
        prepared.launch();
        assertEquals(4, seen[0]);
        prepared.set(2, 3).launch();
        assertEquals(3, seen[0]);
        assertEquals(
                "scale: parameter 3 'n' is int: got 5 of type long; pass an int, as in 1",
                assertThrows(IllegalArgumentException.class, () -> prepared.set(2, 5L))
                        .getMessage());
        assertThrows(IndexOutOfBoundsException.class, () -> prepared.set(3, 5));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> prepared.set(0, (Object) Arg.in(new float[4])))
                .getMessage()
                .contains("takes no host arrays"));
    }

    @Test
    void aPreparedLaunchSaysWhatIsNotSet() {
        PreparedLaunch prepared =
                Fixtures.kernel(device, Fixtures.SCALE).prepare(Launch.of(1, 4)).set(1, 2f);
        assertEquals(
                "scale: parameter 1 'x' is float *: not set; call set(0, ...) before launch()",
                assertThrows(IllegalStateException.class, prepared::launch).getMessage());
    }

    @Test
    void aPreparedLaunchRefusesABufferClosedMeanwhile() {
        DeviceBuffer x = device.allocate(16);
        PreparedLaunch prepared = Fixtures.kernel(device, Fixtures.SCALE).prepare(Launch.of(1, 4), x, 2f, 4);
        x.close();
        assertEquals(
                "scale: cannot launch: buffer of 16 bytes on fake:0 was closed; set another buffer",
                assertThrows(IllegalStateException.class, prepared::launch).getMessage());
    }

    @Test
    void refusesHostArraysInACapture() {
        Stream stream = device.stream();
        IllegalStateException refused = assertThrows(
                IllegalStateException.class,
                () -> stream.capture(() -> multiply.launch(
                        Launch.of(1, 4).on(stream),
                        Arg.out(new float[4]),
                        Arg.in(new float[4]),
                        Arg.in(new float[4]))));
        assertTrue(refused.getMessage().contains("host arrays cannot be captured"), refused::getMessage);
        assertFalse(fake.capturing);
        assertThrows(IllegalStateException.class, () -> device.defaultStream().capture(() -> {}));
    }

    @Test
    void listsTheKernelsThereAreWhenOneIsMissing() {
        assertEquals(
                "no kernel 'missing' in this module: there is multiply_them",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> multiply.module().kernel("missing"))
                        .getMessage());
    }

    @Test
    void noticesASignatureThatDisagreesWithTheDriver() {
        fake.extents.put("kernel", List.of(new ParameterExtent(0, 8), new ParameterExtent(8, 4)));
        assertTrue(assertThrows(IllegalStateException.class, () -> Fixtures.kernel(device, Fixtures.MULTIPLY))
                .getMessage()
                .contains("declares parameters of [8, 8, 8] bytes, the driver found [8, 4]"));
        Kernel loaded = device.load(
                        new io.xianka.driver.api.DeviceImage.Cubin(new byte[4]),
                        io.xianka.driver.api.JitOptions.DEFAULT)
                .kernel("anything");
        assertEquals(
                List.of(KernelParameter.opaque(8, 8), KernelParameter.opaque(4, 4)),
                loaded.signature().parameters());
    }

    @Test
    void copiesStayInsideOfTheirBuffer() {
        DeviceBuffer buffer = device.allocate(16);
        assertEquals(
                "copyFrom: 20 bytes at 0 do not fit into the 16 bytes of buffer of 16 bytes on fake:0",
                assertThrows(IndexOutOfBoundsException.class, () -> buffer.copyFrom(new int[5]))
                        .getMessage());
        assertThrows(IndexOutOfBoundsException.class, () -> buffer.slice(8, 9));
        assertThrows(IndexOutOfBoundsException.class, () -> buffer.slice(-1, 4));
        assertThrows(
                IllegalArgumentException.class,
                () -> buffer.copyFromAsync(MemorySegment.ofArray(new byte[4]), device.defaultStream()));
        buffer.copyFrom(new int[] {1, 2, 3, 4});
        assertArrayEquals(new int[] {1, 2, 3, 4}, buffer.toInts());
        assertArrayEquals(new int[] {7, 7, 7, 7}, buffer.fill(7).toInts());
        assertThrows(IllegalArgumentException.class, () -> device.allocate(0));
    }

    @Test
    void statusesBecomeMessagesWithCallArgumentsAndNextStep() {
        assertEquals(
                "cuMemAlloc(2199023255552): CUDA_ERROR_OUT_OF_MEMORY (2): out of memory; free buffers, ask for less, or"
                        + " see which processes hold memory with nvidia-smi",
                assertThrows(CudaException.class, () -> device.allocate(1L << 41))
                        .getMessage());
        assertEquals(
                "cuNew(): status 12345 (newer than this version of Xianka)",
                new CudaException("cuNew", 12345).getMessage());
    }

    @Test
    void virtualThreadsShareTheDevice() throws Exception {
        fake.kernel = invocation -> multiply(invocation, 16);
        try (var threads = java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()) {
            List<java.util.concurrent.Future<float[]>> results = new java.util.ArrayList<>();
            for (int i = 0; i < 200; i++) {
                float[] a = ramp(16, i);
                results.add(threads.submit(() -> {
                    float[] dest = new float[16];
                    multiply.launch(Launch.of(1, 16), Arg.out(dest), Arg.in(a), Arg.in(a));
                    return dest;
                }));
            }
            for (int i = 0; i < 200; i++) {
                assertEquals(15f * i * 15f * i, results.get(i).get()[15]);
            }
        }
    }
}
