package io.xianka.driver.libcuda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.Dim3;
import io.xianka.driver.Kernel;
import io.xianka.driver.Launch;
import io.xianka.driver.PreparedLaunch;
import io.xianka.driver.api.CompiledSource;
import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.DriverApi;
import io.xianka.driver.api.JitOptions;
import io.xianka.driver.api.KernelParameter;
import io.xianka.driver.api.KernelSignature;
import io.xianka.driver.api.ParameterKind;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The native calls against libraries that gcc builds: broken drivers, and one whose device is host memory. */
class NativeDriverTest {
    /** Launches write their sizes and arguments where the test can read them: into the memory of parameter 0. */
    private static final String WORKING = """
            #include <stdlib.h>
            #include <string.h>
            #include <stdint.h>
            typedef unsigned long long u64;
            static __thread void *current;
            int cuInit(unsigned f) { return f; }
            int cuDriverGetVersion(int *v) { *v = 12020; return 0; }
            int cuDeviceGetCount(int *n) { *n = 1; return 0; }
            int cuDeviceGet(int *d, int i) { *d = i + 40; return 0; }
            int cuDeviceGetName(char *s, int n, int d) { strncpy(s, d == 40 ? "Fake 40" : "wrong", n); return 0; }
            int cuDeviceGetAttribute(int *v, int a, int d) {
              if (a > 130) return 1;
              switch (a) { case 1: *v = 1024; break; case 2: case 3: case 4: *v = 1024; break;
                case 5: *v = 2147483647; break; case 6: case 7: *v = 65535; break;
                case 8: *v = 49152; break; case 97: *v = 232448; break; case 120: *v = 1; break;
                case 115: *v = 0; break; default: *v = 9; }
              return 0; }
            int cuDevicePrimaryCtxRetain(void **c, int d) { *c = (void *)(u64)(0x1000 + d); return 0; }
            int cuDevicePrimaryCtxRelease_v2(int d) { return d == 40 ? 0 : 101; }
            int cuCtxSetCurrent(void *c) { current = c; return 0; }
            int cuMemAlloc_v2(u64 *p, size_t n) {
              if (current != (void *)0x1028) return 201;
              if (n > (1ull << 36)) return 2;
              *p = (u64)calloc(1, n); return 0; }
            int cuMemFree_v2(u64 p) { if (current != (void *)0x1028) return 201; free((void *)p); return 0; }
            int cuMemHostAlloc(void **p, size_t n, unsigned f) { *p = calloc(1, n); return f & 1 ? 0 : 1; }
            int cuMemFreeHost(void *p) { free(p); return 0; }
            int cuMemcpyHtoD_v2(u64 d, const void *s, size_t n) { memcpy((void *)d, s, n); return 0; }
            int cuMemcpyDtoH_v2(void *d, u64 s, size_t n) { memcpy(d, (void *)s, n); return 0; }
            int cuMemcpyHtoDAsync_v2(u64 d, const void *s, size_t n, void *q) { memcpy((void *)d, s, n); return 0; }
            int cuMemcpyDtoHAsync_v2(void *d, u64 s, size_t n, void *q) { memcpy(d, (void *)s, n); return 0; }
            int cuMemsetD8Async(u64 d, unsigned char v, size_t n, void *q) { memset((void *)d, v, n); return 0; }
            int cuStreamCreateWithPriority(void **q, unsigned f, int p) { *q = malloc(8); return p == -3 ? 0 : 1; }
            int cuStreamDestroy_v2(void *q) { free(q); return 0; }
            int cuStreamSynchronize(void *q) { return 0; }
            int cuStreamQuery(void *q) { return 600; }
            int cuLaunchHostFunc(void *q, void (*f)(void *), void *u) { f(u); return 0; }
            int cuModuleLoadDataEx(void **m, const void *image, unsigned n, int *options, void **values) {
              *m = (void *)0x77;
              if (strncmp(image, "bad", 3)) return 0;
              for (unsigned i = 0; i < n; i++)
                if (options[i] == 5) strcpy(values[i], "ptxas application ptx input, line 1; fatal : nonsense");
              return 218; }
            int cuModuleUnload(void *m) { return m == (void *)0x77 ? 0 : 400; }
            int cuModuleGetFunction(void **f, void *m, const char *name) {
              if (strcmp(name, "k")) return 500;
              *f = (void *)0x88; return 0; }
            int cuFuncGetAttribute(int *v, int a, void *f) { *v = a == 0 ? 1024 : 16; return 0; }
            int cuFuncSetAttribute(void *f, int a, int v) { return 0; }
            int cuLaunchKernel(void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                unsigned shared, void *q, void **params, void **extra) {
              if (extra) return 1;
              int *out = *(int **)params[0];
              int v[] = {gx, gy, gz, bx, by, bz, shared, *(int *)params[1], *(short *)params[2]};
              if (out) memcpy(out, v, sizeof v);
              return *(int *)params[1] == 666 ? 701 : 0; }
            struct config { unsigned gx, gy, gz, bx, by, bz, shared; void *q; void *attributes; unsigned count; };
            struct attribute { int id; char pad[4]; unsigned value[16]; };
            int cuLaunchKernelEx(const struct config *c, void *f, void **params, void **extra) {
              struct attribute *a = c->attributes;
              int v[] = {c->gx, c->bz, c->shared, c->count, a[0].id, a[0].value[0], a[0].value[2], a[1].id, a[1].value[0]};
              memcpy(*(int **)params[0], v, sizeof v);
              return 0; }
            """;

    private static final KernelSignature SIGNATURE = new KernelSignature(
            "k",
            List.of(
                    KernelParameter.pointer("out", "int *", ParameterKind.I32, 4),
                    KernelParameter.scalar("n", "int", ParameterKind.I32),
                    KernelParameter.scalar("s", "short", ParameterKind.I16)));

    @TempDir
    private static Path folder;

    private static Path working;

    @BeforeAll
    static void build() throws IOException, InterruptedException {
        working = FakeLibrary.build(folder, "libworking.so", WORKING);
    }

    private static Device device() {
        return Device.open(NativeDriver.open(working.toString()), 0);
    }

    private static Kernel kernel(Device device) {
        return device.load(new CompiledSource(
                        new DeviceImage.Ptx("good"),
                        List.of(SIGNATURE),
                        Map.of(),
                        List.of(),
                        CompiledSource.Origin.OWN,
                        false,
                        0))
                .kernel("k");
    }

    private static DriverApi returning(String name, int status) throws IOException, InterruptedException {
        Path library = FakeLibrary.build(folder, name, """
                int cuInit(unsigned f) { return %d; }
                int cuDriverGetVersion(int *v) { *v = 0; return 0; }
                int cuDeviceGetCount(int *n) { return %d; }
                int cuDeviceGet(int *d, int i) { return %d; }
                int cuCtxSetCurrent(void *c) { return %d; }
                int cuLaunchKernel(void) { return %d; }
                """.formatted(status, status, status, status, status));
        return NativeDriver.open(library.toString());
    }

    private static String initFailure(String name, int status) throws IOException, InterruptedException {
        DriverApi driver = returning(name, status);
        CudaException failure = assertThrows(CudaException.class, driver::init);
        assertEquals(status, failure.code());
        return failure.getMessage();
    }

    @Test
    void saysWhatABrokenDriverReturns() throws Exception {
        assertEquals(
                "cuInit(0): CUDA_ERROR_NO_DEVICE (100): no CUDA-capable device is detected; check that nvidia-smi lists"
                        + " a GPU and that CUDA_VISIBLE_DEVICES does not hide it",
                initFailure("lib100.so", 100));
        assertTrue(initFailure("lib34.so", 34).contains("lib34.so is the toolkit's library for linking, not a driver"));
        assertTrue(initFailure("lib803.so", 803).contains("reboot, or reload the kernel module"));
        assertTrue(initFailure("lib999.so", 999).contains("CUDA_ERROR_UNKNOWN (999)"));
    }

    @Test
    void refusesALibraryThatIsNoDriver() throws Exception {
        Path library = FakeLibrary.build(folder, "libempty.so", "int cuInit(unsigned f) { return 0; }");
        assertEquals(
                library + " is no CUDA driver: it lacks cuDriverGetVersion, cuDeviceGetCount, cuDeviceGet,"
                        + " cuCtxSetCurrent, cuLaunchKernel",
                assertThrows(NativeDriver.Unavailable.class, () -> NativeDriver.open(library.toString()))
                        .getMessage());
        Path text = Files.writeString(folder.resolve("libtext.so"), "no library");
        assertEquals(
                text + " is there but is no shared library",
                assertThrows(NativeDriver.Unavailable.class, () -> NativeDriver.open(text.toString()))
                        .getMessage());
        assertEquals(
                "/nowhere/libcuda.so.1 was not found",
                assertThrows(NativeDriver.Unavailable.class, () -> NativeDriver.open("/nowhere/libcuda.so.1"))
                        .getMessage());
    }

    @Test
    void refusesTheToolkitsStubByItsFolder() throws Exception {
        Path library = FakeLibrary.build(Files.createDirectories(folder.resolve("stubs")), "libcuda.so.1", WORKING);
        assertTrue(assertThrows(NativeDriver.Unavailable.class, () -> NativeDriver.open(library.toString()))
                .getMessage()
                .endsWith("is the toolkit's library for linking, not a driver; remove its folder from"
                        + " LD_LIBRARY_PATH"));
    }

    @Test
    void anOldDriverLacksOnlyWhatItLacks() {
        try (Device device = device()) {
            CudaException lacking =
                    assertThrows(CudaException.class, () -> device.managed(16).close());
            assertTrue(lacking.is(CudaStatus.CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER));
            assertTrue(
                    lacking.getMessage().endsWith("lacks it; it came with CUDA 6.0, so update the NVIDIA driver"),
                    lacking::getMessage);
            assertEquals("12.2", device.driverVersion());
            assertEquals("Fake 40", device.name());
        }
    }

    @Test
    void copiesArraysBothWaysAcrossPieces() {
        try (Device device = device()) {
            for (int count : new int[] {1, 1000, 16_384, 16_385, 5_000_000}) {
                int[] there = new int[count];
                for (int i = 0; i < count; i++) {
                    there[i] = i * 31;
                }
                try (DeviceBuffer buffer = device.copyOf(there)) {
                    assertArrayEquals(there, buffer.toInts());
                }
            }
        }
    }

    @Test
    void passesSizesAndArgumentsOfALaunch() {
        try (Device device = device();
                DeviceBuffer out = device.allocate(64)) {
            kernel(device).launch(Launch.of(Dim3.of(7, 6, 5), Dim3.of(4, 3, 2)).withShared(1000), out, -42, (short) -7);
            int[] seen = out.toInts();
            assertArrayEquals(new int[] {7, 6, 5, 4, 3, 2, 1000, -42, -7}, java.util.Arrays.copyOf(seen, 9));
        }
    }

    @Test
    void passesTheAttributesOfALaunch() {
        try (Device device = device();
                DeviceBuffer out = device.allocate(64)) {
            DriverApi driver = NativeDriver.open(working.toString());
            driver.launchKernelEx(
                    0x88,
                    8,
                    1,
                    1,
                    32,
                    1,
                    3,
                    77,
                    0,
                    new io.xianka.driver.api.LaunchAttributes(2, 1, 4, true),
                    parameters(out.pointer()));
            assertArrayEquals(new int[] {8, 3, 77, 2, 4, 2, 4, 2, 1}, java.util.Arrays.copyOf(out.toInts(), 9));
        }
    }

    private static io.xianka.driver.api.LaunchParameters parameters(long pointer) {
        var parameters = io.xianka.driver.api.LaunchParameters.of(java.lang.foreign.Arena.ofAuto(), SIGNATURE);
        parameters.values().set(java.lang.foreign.ValueLayout.JAVA_LONG, 0, pointer);
        return parameters;
    }

    @Test
    void saysWhatALaunchAskedForWhenItFails() {
        try (Device device = device();
                DeviceBuffer out = device.allocate(64)) {
            CudaException failure = assertThrows(
                    CudaException.class, () -> kernel(device).launch(Launch.of(2, 64), out, 666, (short) 0));
            assertTrue(
                    failure.getMessage()
                            .startsWith("cuLaunchKernel(0x88, grid 2 x 1 x 1, block 64 x 1 x 1, shared 0, stream 0x0):"
                                    + " CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES (701)"),
                    failure::getMessage);
        }
    }

    @Test
    void showsTheAssemblersLog() {
        try (Device device = device()) {
            CudaException failure = assertThrows(CudaException.class, () -> device.load("bad"));
            assertEquals(
                    "cuModuleLoadDataEx(PTX of 3 characters): CUDA_ERROR_INVALID_PTX (218): a PTX JIT compilation"
                            + " failed: \nptxas application ptx input, line 1; fatal : nonsense",
                    failure.getMessage());
            device.load(new DeviceImage.Ptx("good"), JitOptions.DEFAULT.withMaxRegisters(32))
                    .close();
        }
    }

    @Test
    void aPreparedLaunchAllocatesNothing() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Device device = device();
                DeviceBuffer out = device.allocate(64)) {
            PreparedLaunch prepared = kernel(device).prepare(Launch.of(1, 400), out, 0, (short) 1);
            for (int i = 0; i < 20_000; i++) {
                prepared.set(1, -i).launch();
            }
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 10_000; i++) {
                prepared.set(1, -i).launch();
            }
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertTrue(allocated < 10_000, () -> allocated + " bytes for 10000 launches: not even one each is allowed");
        }
    }

    @Test
    void callsBackFromTheDriver() throws Exception {
        try (Device device = device();
                var stream = device.stream(-3)) {
            CountDownLatch called = new CountDownLatch(1);
            stream.run(called::countDown);
            assertTrue(called.await(1, TimeUnit.SECONDS));
            assertFalse(stream.isIdle());
        }
    }

    @Test
    void setsTheContextOnEachThreadPlatformOrVirtual() throws Exception {
        try (Device device = device()) {
            for (Thread.Builder builder : List.of(Thread.ofPlatform(), Thread.ofVirtual())) {
                DeviceBuffer[] made = new DeviceBuffer[1];
                Thread thread = builder.start(() -> {
                    made[0] = device.copyOf(new int[] {1, 2, 3});
                    made[0].close();
                });
                thread.join();
                assertFalse(made[0].isOpen());
            }
        }
    }

    @Test
    void saysWhatWasAskedForWhenMemoryIsOut() {
        try (Device device = device()) {
            assertEquals(
                    "cuMemAlloc(1099511627776): CUDA_ERROR_OUT_OF_MEMORY (2): out of memory; free buffers, ask for less,"
                            + " or see which processes hold memory with nvidia-smi",
                    assertThrows(CudaException.class, () -> device.allocate(1L << 40))
                            .getMessage());
        }
    }
}
