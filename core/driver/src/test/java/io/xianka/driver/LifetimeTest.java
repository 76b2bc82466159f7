package io.xianka.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.api.CudaStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LifetimeTest {
    private final FakeDriver fake = new FakeDriver();

    @AfterEach
    void resetPolicy() {
        System.clearProperty(LeakPolicy.PROPERTY);
    }

    private long count(String call) {
        return fake.calls.stream().filter(call::equals).count();
    }

    @Test
    void useAfterCloseNamesTheObjectAndItsDevice() {
        Device device = Device.open(fake.api, 0);
        DeviceBuffer buffer = device.allocate(1600);
        buffer.close();
        assertEquals(
                "cannot copyFrom: buffer of 1600 bytes on fake:0 was closed; use it inside of the scope that opened it",
                assertThrows(IllegalStateException.class, () -> buffer.copyFrom(new float[400]))
                        .getMessage());
        device.close();
    }

    @Test
    void closingTheDeviceClosesEverythingOnIt() {
        Device device = Device.open(fake.api, 0);
        DeviceBuffer buffer = device.allocate(16);
        Stream stream = device.stream();
        Event event = device.event();
        Kernel kernel = Fixtures.kernel(device, Fixtures.MULTIPLY);
        PinnedBuffer pinned = device.pinned(64);
        ManagedBuffer managed = device.managed(64);
        device.close();
        assertEquals(
                "cannot copyFrom: buffer of 16 bytes on fake:0 was closed, together with device fake:0; use it inside"
                        + " of the scope that opened it",
                assertThrows(IllegalStateException.class, () -> buffer.copyFrom(new float[4]))
                        .getMessage());
        assertThrows(IllegalStateException.class, stream::synchronize);
        assertThrows(IllegalStateException.class, event::synchronize);
        assertThrows(IllegalStateException.class, pinned::segment);
        assertThrows(IllegalStateException.class, managed::segment);
        assertThrows(IllegalStateException.class, () -> kernel.launch(Launch.of(1, 1)));
        assertThrows(IllegalStateException.class, () -> device.allocate(4));
        assertTrue(fake.handles.isEmpty(), () -> "left: " + fake.handles);
        assertEquals(1, count("devicePrimaryCtxRelease"));
    }

    @Test
    void closingTwiceFreesOnce() {
        try (Device device = Device.open(fake.api, 0)) {
            DeviceBuffer buffer = device.allocate(16);
            buffer.close();
            buffer.close();
            assertEquals(1, count("memFree"));
            assertFalse(buffer.isOpen());
        }
    }

    @Test
    void aSliceEndsWithItsBufferAndFreesNothing() {
        try (Device device = Device.open(fake.api, 0)) {
            DeviceBuffer buffer = device.allocate(64);
            DeviceBuffer slice = buffer.slice(16, 16);
            assertEquals(buffer.pointer() + 16, slice.pointer());
            slice.close();
            DeviceBuffer second = buffer.slice(32, 32);
            buffer.close();
            assertThrows(IllegalStateException.class, () -> second.fill(0));
            assertEquals(1, count("memFree"));
        }
    }

    @Test
    void viewsOfPinnedMemoryEndWithIt() {
        try (Device device = Device.open(fake.api, 0)) {
            PinnedBuffer pinned = device.pinned(64);
            var view = pinned.segment();
            pinned.close();
            assertThrows(IllegalStateException.class, () -> view.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 0));
        }
    }

    @Test
    void twoThreadsClosingAtOnceFreeOnce() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int round = 0; round < 300; round++) {
                Device device = Device.open(fake.api, 0);
                List<DeviceBuffer> buffers = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    buffers.add(device.allocate(16));
                }
                CyclicBarrier start = new CyclicBarrier(4);
                List<Future<?>> running = new ArrayList<>();
                for (int thread = 0; thread < 4; thread++) {
                    boolean all = thread == 0;
                    running.add(threads.submit(() -> {
                        start.await();
                        if (all) {
                            device.close();
                        } else {
                            buffers.forEach(DeviceBuffer::close);
                        }
                        return null;
                    }));
                }
                for (Future<?> one : running) {
                    one.get();
                }
                assertFalse(buffers.getFirst().isOpen());
            }
        }
        assertTrue(fake.handles.isEmpty(), () -> "left: " + fake.handles);
        assertEquals(1200, count("memFree"));
    }

    @Test
    void allocatingWhileTheDeviceClosesLeaksNothing() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            for (int round = 0; round < 300; round++) {
                Device device = Device.open(fake.api, 0);
                int spins = random.nextInt(200);
                Future<?> allocating = threads.submit(() -> {
                    try {
                        while (true) {
                            var _ = device.allocate(16);
                        }
                    } catch (IllegalStateException closed) {
                        assertTrue(closed.getMessage().contains("device fake:0 was closed"), closed::getMessage);
                    }
                });
                for (int i = 0; i < spins; i++) {
                    Thread.onSpinWait();
                }
                device.close();
                allocating.get();
            }
        }
        assertTrue(fake.handles.isEmpty(), () -> "seed " + seed + " left: " + fake.handles);
    }

    @Test
    void whatWasDroppedIsFreedByTheCollector() throws Exception {
        try (Device device = Device.open(fake.api, 0)) {
            drop(device);
            for (int i = 0; i < 100 && count("memFree") < 10; i++) {
                System.gc();
                Thread.sleep(20);
            }
            assertEquals(10, count("memFree"));
        }
    }

    private static void drop(Device device) {
        for (int i = 0; i < 10; i++) {
            var _ = device.allocate(16);
        }
    }

    @Test
    void theLeakReportNamesTheLineThatAllocated() {
        System.setProperty(LeakPolicy.PROPERTY, "strict");
        Device device = Device.open(fake.api, 0);
        var _ = device.allocate(4096);
        device.allocate(16).close();
        Fixtures.kernel(device, Fixtures.MULTIPLY);
        String message =
                assertThrows(IllegalStateException.class, device::close).getMessage();
        assertTrue(
                message.startsWith("device fake:0 was closed with 1 leak:\nleak: buffer of 4096 bytes on fake:0,"
                        + " allocated at "),
                message);
        assertTrue(message.contains("LifetimeTest.java:"), message);
        assertTrue(message.endsWith("was still open when device fake:0 was closed"), message);
        assertTrue(fake.handles.isEmpty());
    }

    @Test
    void anUnknownLeakPolicyIsRefused() {
        System.setProperty(LeakPolicy.PROPERTY, "loud");
        assertEquals(
                "-Dxianka.leaks=loud is unknown; use off, report or strict",
                assertThrows(IllegalArgumentException.class, () -> Device.open(fake.api, 0))
                        .getMessage());
    }

    @Test
    void oneFailureWhileClosingDoesNotKeepTheRest() {
        Device device = Device.open(fake.api, 0);
        var buffer = device.allocate(16);
        var event = device.event();
        fake.failures.put("memFree", CudaStatus.CUDA_ERROR_ILLEGAL_ADDRESS);
        assertThrows(RuntimeException.class, device::close);
        assertFalse(buffer.isOpen());
        assertFalse(event.isOpen());
        assertEquals(1, count("eventDestroy"));
        assertEquals(1, count("devicePrimaryCtxRelease"));
    }

    @Test
    void refusesADeviceThatIsNotThere() {
        assertEquals(
                "no device fake:5: there are 2 devices, numbered from 0",
                assertThrows(DeviceUnavailableException.class, () -> Device.open(fake.api, 5))
                        .getMessage());
    }
}
