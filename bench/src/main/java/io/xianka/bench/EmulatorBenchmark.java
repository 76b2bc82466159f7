package io.xianka.bench;

import static io.xianka.driver.Arg.in;
import static io.xianka.driver.Arg.out;

import com.sun.management.OperatingSystemMXBean;
import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.Dim3;
import io.xianka.driver.Kernel;
import io.xianka.driver.KernelModule;
import io.xianka.driver.Launch;
import io.xianka.driver.PreparedLaunch;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/**
 * Measures the emulator against the same computation in plain Java on as many threads, turn and turn about, so that a
 * busy machine slows both. Prints wall and processor time of each, and the ratios.
 *
 * <p>Arguments: {@code nvcc} (the default) takes kernels as NVIDIA's compiler made them, {@code own} compiles them
 * here; {@code --quick} measures little, to see that it runs.
 */
public final class EmulatorBenchmark {
    private static final int SAXPY_ELEMENTS = 1 << 24;
    private static final int MATRIX = 256;
    private static final int SMALL = 400;

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final int threads = Runtime.getRuntime().availableProcessors();
    private final int warmups;
    private final int rounds;

    private EmulatorBenchmark(boolean quick) {
        this.warmups = quick ? 3 : 30;
        this.rounds = quick ? 5 : 50;
    }

    /** Runs all measurements. */
    public static void main(String[] arguments) throws IOException {
        var given = Arrays.asList(arguments);
        EmulatorBenchmark bench = new EmulatorBenchmark(given.contains("--quick"));
        boolean own = given.contains("own");
        System.out.printf(
                Locale.ROOT,
                "java %s, %d threads, PTX of %s%n",
                Runtime.version(),
                bench.threads,
                own ? "Xianka's compiler" : "nvcc");
        try (Device device = Device.emulated()) {
            long begin = System.nanoTime();
            KernelModule module = own ? device.compile(resource("emulator.cu")) : device.load(resource("emulator.ptx"));
            System.out.printf(Locale.ROOT, "load, cold: %.1f ms%n", (System.nanoTime() - begin) / 1e6);
            bench.firstLaunch(device, own);
            bench.saxpy(device, module.kernel("saxpy"));
            bench.matmul(device, module.kernel("matmul"));
            bench.firstLaunch(device, own);
        }
    }

    private static String resource(String name) throws IOException {
        try (InputStream stream = EmulatorBenchmark.class.getResourceAsStream(name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** From PTX text to the result of 400 elements on the host, by a module that was never loaded before. */
    private void firstLaunch(Device device, boolean own) throws IOException {
        float[] a = new float[SMALL];
        Arrays.fill(a, 3);
        float[] dest = new float[SMALL];
        long begin = System.nanoTime();
        try (KernelModule fresh =
                own ? device.compile(resource("emulator.cu")) : device.load(resource("emulator.ptx"))) {
            long loaded = System.nanoTime();
            fresh.kernel("multiply_them").launch(Launch.of(1, SMALL), out(dest), in(a), in(a));
            long end = System.nanoTime();
            System.out.printf(
                    Locale.ROOT,
                    "multiply_them: load %.1f ms, first launch %.1f ms%n",
                    (loaded - begin) / 1e6,
                    (end - loaded) / 1e6);
        }
        if (dest[SMALL - 1] != 9) {
            throw new IllegalStateException("multiply_them gave " + dest[SMALL - 1]);
        }
    }

    private void saxpy(Device device, Kernel kernel) {
        int n = SAXPY_ELEMENTS;
        float[] x = new float[n];
        float[] y = new float[n];
        for (int i = 0; i < n; i++) {
            x[i] = i % 1000;
            y[i] = 1;
        }
        try (DeviceBuffer xs = device.copyOf(x);
                DeviceBuffer ys = device.copyOf(y)) {
            PreparedLaunch launch = kernel.prepare(Launch.covering(n, 256), n, 0.5f, xs, ys);
            compare(
                    "saxpy of 2^24",
                    () -> {
                        launch.launch();
                        device.synchronize();
                    },
                    () -> inParallel(n, (from, to) -> saxpy(0.5f, x, y, from, to)));
            float[] result = ys.toFloats();
            for (int i = 0; i < n; i++) {
                if (result[i] != y[i]) {
                    throw new IllegalStateException("saxpy: element " + i + " is " + result[i] + ", not " + y[i]);
                }
            }
        }
    }

    private static void saxpy(float a, float[] x, float[] y, int from, int to) {
        for (int i = from; i < to; i++) {
            y[i] = a * x[i] + y[i];
        }
    }

    private void matmul(Device device, Kernel kernel) {
        int n = MATRIX;
        Random random = new Random(1);
        float[] a = new float[n * n];
        float[] b = new float[n * n];
        for (int i = 0; i < n * n; i++) {
            a[i] = random.nextFloat();
            b[i] = random.nextFloat();
        }
        float[] c = new float[n * n];
        try (DeviceBuffer as = device.copyOf(a);
                DeviceBuffer bs = device.copyOf(b);
                DeviceBuffer cs = device.allocate(4L * n * n)) {
            PreparedLaunch launch = kernel.prepare(Launch.of(Dim3.of(n / 16, n / 16), Dim3.of(16, 16)), as, bs, cs, n);
            compare(
                    "tiled matrix product of 256",
                    () -> {
                        launch.launch();
                        device.synchronize();
                    },
                    () -> inParallel(n, (from, to) -> matmul(a, b, c, n, from, to)));
            float[] result = cs.toFloats();
            for (int i = 0; i < n * n; i++) {
                if (Math.abs(result[i] - c[i]) > 1e-3f) {
                    throw new IllegalStateException("matmul: element " + i + " is " + result[i] + ", not " + c[i]);
                }
            }
        }
    }

    private static void matmul(float[] a, float[] b, float[] c, int n, int from, int to) {
        for (int row = from; row < to; row++) {
            for (int column = 0; column < n; column++) {
                float sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += a[row * n + k] * b[k * n + column];
                }
                c[row * n + column] = sum;
            }
        }
    }

    @FunctionalInterface
    private interface Part {
        void run(int from, int to);
    }

    private void inParallel(int count, Part part) {
        Thread[] others = new Thread[threads - 1];
        int share = count / threads;
        for (int i = 0; i < others.length; i++) {
            int from = (i + 1) * share;
            int to = i + 2 == threads ? count : from + share;
            others[i] = Thread.ofPlatform().start(() -> part.run(from, to));
        }
        part.run(0, threads == 1 ? count : share);
        for (Thread other : others) {
            try {
                other.join();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }
    }

    /** Of one side: wall time of each round, processor time of all. */
    private static final class Times {
        final double[] wallMillis;
        double processorMillis;

        Times(int rounds) {
            wallMillis = new double[rounds];
        }

        void measure(int round, Runnable work) {
            long processor = SYSTEM.getProcessCpuTime();
            long wall = System.nanoTime();
            work.run();
            wallMillis[round] = (System.nanoTime() - wall) / 1e6;
            processorMillis += (SYSTEM.getProcessCpuTime() - processor) / 1e6;
        }

        /** The value below which this part of the rounds lies. */
        double wallMillis(double part) {
            return wallMillis[(int) (part * (wallMillis.length - 1))];
        }
    }

    private void compare(String what, Runnable emulated, Runnable plain) {
        for (int i = 0; i < warmups; i++) {
            emulated.run();
            plain.run();
        }
        Times ofEmulator = new Times(rounds);
        Times ofJava = new Times(rounds);
        for (int i = 0; i < rounds; i++) {
            ofEmulator.measure(i, emulated);
            ofJava.measure(i, plain);
        }
        System.out.println(what);
        print("emulator", ofEmulator);
        print("plain Java", ofJava);
        System.out.printf(
                Locale.ROOT,
                "  %-10s  min %7.2f     median %7.2f                   processor %9.2f%n",
                "ratio",
                ofEmulator.wallMillis(0) / ofJava.wallMillis(0),
                ofEmulator.wallMillis(0.5) / ofJava.wallMillis(0.5),
                ofEmulator.processorMillis / ofJava.processorMillis);
    }

    private static void print(String side, Times times) {
        Arrays.sort(times.wallMillis);
        System.out.printf(
                Locale.ROOT,
                "  %-10s  min %7.2f ms  median %7.2f ms  90%% %7.2f ms  processor, all rounds %9.0f ms%n",
                side,
                times.wallMillis(0),
                times.wallMillis(0.5),
                times.wallMillis(0.9),
                times.processorMillis);
    }
}
