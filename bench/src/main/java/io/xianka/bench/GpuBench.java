package io.xianka.bench;

import static io.xianka.driver.Arg.in;
import static io.xianka.driver.Arg.out;

import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.Event;
import io.xianka.driver.Kernel;
import io.xianka.driver.Launch;
import io.xianka.driver.Libraries;
import io.xianka.driver.PinnedBuffer;
import io.xianka.driver.PreparedLaunch;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.KernelCompiler;
import io.xianka.driver.api.SourceText;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.LongSupplier;

/**
 * Measures what a launch, a round trip, a large multiply and a compilation cost, and prints {@code name value} lines,
 * which {@code bench/gpu.sh} puts beside those of a C program and of the Python peers.
 *
 * <p>Arguments: {@code cuda} (the default) or {@code emulated}; {@code --ptx FILE} takes the kernel from a file
 * instead of compiling it; {@code --quick} measures little, to see that it runs; {@code --launches} measures only
 * what a launch costs.
 */
public final class GpuBench {
    private static final String SOURCE = """
            extern "C" __global__ void multiply_them(float *d, const float *a, const float *b, int n) {
                int i = blockIdx.x * blockDim.x + threadIdx.x;
                if (i < n) d[i] = a[i] * b[i];
            }
            """;

    private static final int ELEMENTS = 400;
    private static final int ROUNDS = 7;

    private final boolean quick;
    private final Device device;

    private GpuBench(Device device, boolean quick) {
        this.device = device;
        this.quick = quick;
    }

    /** Runs all measurements. */
    public static void main(String[] arguments) throws IOException {
        var given = Arrays.asList(arguments);
        boolean quick = given.contains("--quick");
        int ptx = given.indexOf("--ptx");
        Optional<Path> file = ptx < 0 ? Optional.empty() : Optional.of(Path.of(given.get(ptx + 1)));
        try (Device device = given.contains("emulated") ? Device.emulated() : Device.cuda(0)) {
            text("device", device.name());
            text("driver", device.driverVersion());
            text("java", Runtime.version().toString());
            GpuBench bench = new GpuBench(device, quick);
            boolean launchesOnly = given.contains("--launches");
            if (file.isEmpty() && !launchesOnly) {
                bench.compile();
            }
            Kernel kernel = file.isPresent()
                    ? device.load(Files.readString(file.get())).kernel("multiply_them")
                    : device.compile(SOURCE).kernel("multiply_them");
            bench.enqueue(kernel);
            if (launchesOnly) {
                return;
            }
            bench.roundTrip(kernel);
            bench.roundTripThroughMappedMemory(kernel);
            bench.bandwidth(kernel);
        }
    }

    private static void text(String name, String value) {
        System.out.println("xianka." + name + " " + value.replace(' ', '_'));
    }

    private static void number(String name, double value) {
        System.out.println("xianka." + name + " " + String.format(Locale.ROOT, "%.4f", value));
    }

    private static double median(LongSupplier nanos, int rounds) {
        double[] values = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            values[i] = nanos.getAsLong();
        }
        Arrays.sort(values);
        return values[rounds / 2];
    }

    // ------------------------------------------------------------------ compiling

    private void compile() {
        Optional<KernelCompiler> compiler =
                ServiceLoader.load(KernelCompiler.class).findFirst();
        if (compiler.isEmpty()) {
            return;
        }
        compile(compiler.get(), "own", CompileOptions.Compiler.OWN);
        if (Libraries.nvrtc().isPresent()) {
            compile(compiler.get(), "nvrtc", CompileOptions.Compiler.NVRTC);
        }
    }

    private void compile(KernelCompiler compiler, String name, CompileOptions.Compiler which) {
        CompileOptions options = CompileOptions.DEFAULT
                .withCompiler(which)
                .withArchitecture(device.computeCapability().architecture())
                .withCache(false);
        number("compile." + name + ".cold.ms", compileNanos(compiler, options) / 1e6);
        int rounds = which == CompileOptions.Compiler.OWN ? 200 : 7;
        for (int i = 0; i < rounds; i++) {
            compileNanos(compiler, options);
        }
        number("compile." + name + ".warm.ms", median(() -> compileNanos(compiler, options), 21) / 1e6);
        CompileOptions cached = options.withCache(true);
        compileNanos(compiler, cached);
        number("compile." + name + ".cached.ms", median(() -> compileNanos(compiler, cached), 21) / 1e6);
    }

    private static long compileNanos(KernelCompiler compiler, CompileOptions options) {
        long start = System.nanoTime();
        var unused = compiler.compile(SourceText.of("multiply_them.cu", SOURCE), options);
        long nanos = System.nanoTime() - start;
        if (unused.kernels().size() > 1) {
            throw new IllegalStateException("one kernel expected: " + unused.kernels());
        }
        return nanos;
    }

    // ------------------------------------------------------------------ launching

    private void enqueue(Kernel kernel) {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        int launches = quick ? 200 : 50_000;
        try (DeviceBuffer d = device.allocate(4L * ELEMENTS);
                DeviceBuffer a = device.copyOf(ramp(0.5f));
                DeviceBuffer b = device.copyOf(ramp(0.25f))) {
            PreparedLaunch prepared = kernel.prepare(Launch.of(1, ELEMENTS), d, a, b, ELEMENTS);
            Launch shape = Launch.of(1, ELEMENTS);
            for (int i = 0; i < 4; i++) {
                enqueueNanos(prepared, launches);
            }
            double[] total = new double[ROUNDS];
            double[] enqueue = new double[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                long start = System.nanoTime();
                enqueue[round] = enqueueNanos(prepared, launches) / (double) launches;
                total[round] = (System.nanoTime() - start) / (double) launches;
            }
            Arrays.sort(enqueue);
            Arrays.sort(total);
            number("enqueue.us", enqueue[ROUNDS / 2] / 1e3);
            number("launch.us", total[ROUNDS / 2] / 1e3);

            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < launches; i++) {
                prepared.launch();
            }
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            device.synchronize();
            number("enqueue.allocated.bytes", (double) allocated / launches);

            LongSupplier plain = () -> {
                device.synchronize();
                long start = System.nanoTime();
                for (int i = 0; i < launches; i++) {
                    kernel.launch(shape, d, a, b, ELEMENTS);
                }
                return System.nanoTime() - start;
            };
            median(plain, 1);
            number("enqueue.plain.us", median(plain, ROUNDS) / launches / 1e3);
            device.synchronize();
        }
    }

    private long enqueueNanos(PreparedLaunch prepared, int launches) {
        device.synchronize();
        long start = System.nanoTime();
        for (int i = 0; i < launches; i++) {
            prepared.launch();
        }
        long nanos = System.nanoTime() - start;
        device.synchronize();
        return nanos;
    }

    private static float[] ramp(float step) {
        float[] values = new float[ELEMENTS];
        for (int i = 0; i < ELEMENTS; i++) {
            values[i] = i * step;
        }
        return values;
    }

    private void roundTrip(Kernel kernel) {
        int trips = quick ? 50 : 3000;
        float[] a = ramp(0.5f);
        float[] b = ramp(0.25f);
        float[] dest = new float[ELEMENTS];
        Launch shape = Launch.of(1, ELEMENTS);
        LongSupplier round = () -> {
            long start = System.nanoTime();
            for (int i = 0; i < trips; i++) {
                kernel.launch(shape, out(dest), in(a), in(b), ELEMENTS);
            }
            return System.nanoTime() - start;
        };
        // The JIT compiler needs some 80,000 calls until all of the way of an argument is compiled.
        median(round, 30);
        number("roundtrip.us", median(round, ROUNDS) / trips / 1e3);
        for (int i = 0; i < ELEMENTS; i++) {
            if (dest[i] != a[i] * b[i]) {
                throw new IllegalStateException("element " + i + " is " + dest[i] + ", expected " + a[i] * b[i]);
            }
        }
    }

    /** The same, with a kernel that reads and writes host memory itself: no copies, but each access crosses the bus. */
    private void roundTripThroughMappedMemory(Kernel kernel) {
        int trips = quick ? 50 : 3000;
        long bytes = 4L * ELEMENTS;
        float[] a = ramp(0.5f);
        float[] b = ramp(0.25f);
        float[] dest = new float[ELEMENTS];
        try (PinnedBuffer mappedD = device.mapped(bytes);
                PinnedBuffer mappedA = device.mapped(bytes);
                PinnedBuffer mappedB = device.mapped(bytes)) {
            PreparedLaunch prepared = kernel.prepare(Launch.of(1, ELEMENTS), mappedD, mappedA, mappedB, ELEMENTS);
            LongSupplier round = () -> {
                long start = System.nanoTime();
                for (int i = 0; i < trips; i++) {
                    MemorySegment.copy(a, 0, mappedA.segment(), ValueLayout.JAVA_FLOAT, 0, ELEMENTS);
                    MemorySegment.copy(b, 0, mappedB.segment(), ValueLayout.JAVA_FLOAT, 0, ELEMENTS);
                    prepared.launch();
                    device.defaultStream().synchronize();
                    MemorySegment.copy(mappedD.segment(), ValueLayout.JAVA_FLOAT, 0, dest, 0, ELEMENTS);
                }
                return System.nanoTime() - start;
            };
            median(round, 30);
            number("roundtrip.mapped.us", median(round, ROUNDS) / trips / 1e3);
        }
        for (int i = 0; i < ELEMENTS; i++) {
            if (dest[i] != a[i] * b[i]) {
                throw new IllegalStateException("element " + i + " is " + dest[i] + ", expected " + a[i] * b[i]);
            }
        }
    }

    private void bandwidth(Kernel kernel) {
        int elements = quick ? 1 << 12 : 1 << 28;
        int repeats = quick ? 3 : 50;
        try (DeviceBuffer d = device.allocate(4L * elements);
                DeviceBuffer a = device.allocate(4L * elements).fill(1.5f);
                DeviceBuffer b = device.allocate(4L * elements).fill(2f);
                Event start = device.event();
                Event end = device.event()) {
            PreparedLaunch multiply = kernel.prepare(Launch.covering(elements, 256), d, a, b, elements);
            for (int i = 0; i < 10; i++) {
                multiply.launch();
            }
            device.synchronize();
            double[] millis = new double[repeats];
            for (int i = 0; i < repeats; i++) {
                start.record();
                multiply.launch();
                end.record().synchronize();
                millis[i] = end.millisSince(start);
            }
            Arrays.sort(millis);
            number("multiply.GBps", 12.0 * elements / millis[repeats / 2] / 1e6);
        }
    }
}
