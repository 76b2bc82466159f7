package io.xianka.bench;

import io.xianka.driver.Dim3;
import io.xianka.driver.Launch;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What a kernel of the set is launched with.
 *
 * @param arguments in the kernel's order: Java arrays, which lie on the device, numbers, and one record of arrays
 * @param outputs the arrays among them that the kernel writes
 * @param tolerance by which an element of two results may differ, relative to the larger one or to 1; 0 for integers
 * @param outliers the share of elements that may differ by more
 */
record Workload(Launch launch, List<Object> arguments, List<Object> outputs, double tolerance, double outliers) {
    Workload(Launch launch, List<Object> arguments, List<Object> outputs, double tolerance) {
        this(launch, arguments, outputs, tolerance, 0);
    }

    /** How much there is to do. */
    enum Size {
        /** Milliseconds on an emulator: to see that it works. */
        SMALL,
        /** Milliseconds on a few cores. */
        MEDIUM,
        /** From 50 microseconds to a few milliseconds on an H200. */
        LARGE;

        private int of(int small, int medium, int large) {
            return switch (this) {
                case SMALL -> small;
                case MEDIUM -> medium;
                case LARGE -> large;
            };
        }
    }

    /** The argument of the kernel {@code particles}: positions and velocities. */
    record Particles(float[] x, float[] y, float[] z, float[] vx, float[] vy, float[] vz) {}

    private static final double SINGLE = 1e-5;
    private static final double DOUBLE = 1e-12;

    /** The same arrays each time. */
    static Workload of(BenchKernel kernel, Size size) {
        return switch (kernel) {
            case SAXPY4 -> saxpy4(size.of(1000, 1 << 20, 1 << 23));
            case TRANSPOSE -> transpose(size.of(96, 1024, 8192));
            case GATHER -> gather(size.of(5000, 1 << 21, 1 << 24), size.of(4, 256, 2112));
            case PARTICLES -> particles(size.of(1000, 1 << 20, 1 << 23));
            case NBODY -> nbody(size.of(256, 2048, 1 << 15));
            case MANDELBROT -> mandelbrot(size.of(64, 512, 4096), size.of(48, 384, 4096));
            case SHA256 -> sha256(size.of(200, 1 << 14, 1 << 20));
            case BLACK_SCHOLES -> blackScholes(size.of(500, 1 << 17, 1 << 22), size.of(2, 256, 2112));
            case MATMUL -> matmul(size.of(64, 256, 2048));
            case STENCIL -> stencil(size.of(1, 4, 16), size.of(2, 16, 64), size.of(5, 64, 256));
            case SOFTMAX -> softmax(size.of(6, 512, 16384), size.of(200, 1024, 2048));
            case HISTOGRAM -> histogram(size.of(3000, 1 << 19, 1 << 25), size.of(2, 64, 1056));
        };
    }

    private static Workload saxpy4(int n) {
        float[] out = new float[4 * n];
        return new Workload(
                Launch.covering(n, 256),
                List.of(n, 0.5f, floats(4 * n, 1, -1, 1), floats(4 * n, 2, -1, 1), out),
                List.of(out),
                SINGLE);
    }

    private static Workload transpose(int n) {
        float[] out = new float[n * n];
        return new Workload(
                Launch.of(Dim3.of(n / 32, n / 32), Dim3.of(32, 8)),
                List.of(floats(n * n, 3, 0, 1), out, n),
                List.of(out),
                0);
    }

    private static Workload gather(int n, int blocks) {
        float[] out = new float[n];
        return new Workload(
                Launch.of(blocks, 256),
                List.of(floats(n, 4, 0, 1), ints(n, 5, n), floats(n, 6, 0, 1), out, n),
                List.of(out),
                SINGLE);
    }

    private static Workload particles(int n) {
        Particles all = new Particles(
                floats(n, 7, 0, 10),
                floats(n, 8, 0, 10),
                floats(n, 9, 0, 10),
                floats(n, 10, -30, 30),
                floats(n, 11, -30, 30),
                floats(n, 12, -30, 30));
        return new Workload(
                Launch.covering(n, 256),
                List.of(all, 10f, 0.01f, 0.05f, n),
                List.of(all.x, all.y, all.z, all.vx, all.vy, all.vz),
                SINGLE);
    }

    private static Workload nbody(int n) {
        float[] pulls = new float[4 * n];
        // Sums of numbers that mostly cancel: the order of rounding shows.
        return new Workload(Launch.of(n / 128, 128), List.of(floats(4 * n, 13, 0, 1), pulls, n), List.of(pulls), 1e-3);
    }

    private static Workload mandelbrot(int width, int height) {
        int[] rounds = new int[width * height];
        float step = 3f / width;
        return new Workload(
                Launch.of(Dim3.of((width + 31) / 32, (height + 7) / 8), Dim3.of(32, 8)),
                List.of(rounds, width, height, -2f, 1.2f, step, 256),
                List.of(rounds),
                0,
                // Whether products are fused into sums decides about points near the edge.
                0.05);
    }

    private static Workload sha256(int n) {
        int[] digests = new int[8 * n];
        return new Workload(Launch.covering(n, 256), List.of(ints(16 * n, 14, 0), digests, n), List.of(digests), 0);
    }

    private static Workload blackScholes(int n, int blocks) {
        double[] call = new double[n];
        double[] put = new double[n];
        return new Workload(
                Launch.of(blocks, 128),
                List.of(
                        doubles(n, 15, 5, 30),
                        doubles(n, 16, 1, 100),
                        doubles(n, 17, 0.25, 10),
                        call,
                        put,
                        0.02,
                        0.3,
                        n),
                List.of(call, put),
                DOUBLE);
    }

    private static Workload matmul(int n) {
        float[] c = new float[n * n];
        return new Workload(
                Launch.of(Dim3.of(n / 64, n / 64), Dim3.of(256)),
                List.of(floats(n * n, 18, -1, 1), floats(n * n, 19, -1, 1), c, n),
                List.of(c),
                1e-4);
    }

    private static Workload stencil(int blocksX, int blocksY, int nz) {
        int nx = 32 * blocksX + 2;
        int ny = 8 * blocksY + 2;
        float[] out = new float[nx * ny * nz];
        return new Workload(
                Launch.of(Dim3.of(blocksX, blocksY), Dim3.of(32, 8)),
                List.of(floats(nx * ny * nz, 20, 0, 1), out, nx, ny, nz, 0.4f, 0.1f),
                List.of(out),
                SINGLE);
    }

    private static Workload softmax(int rows, int columns) {
        float[] out = new float[rows * columns];
        return new Workload(
                Launch.of(rows, 256), List.of(floats(rows * columns, 21, -10, 10), out, columns), List.of(out), SINGLE);
    }

    private static Workload histogram(int n, int blocks) {
        int[] counts = new int[256];
        return new Workload(Launch.of(blocks, 256), List.of(ints(n, 22, 0), counts, n), List.of(counts), 0);
    }

    private static float[] floats(int count, long seed, float from, float to) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = from + (to - from) * ((random.nextInt() >>> 8) * 0x1p-24f);
        }
        return values;
    }

    private static double[] doubles(int count, long seed, double from, double to) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = from + (to - from) * random.nextDouble();
        }
        return values;
    }

    /** @param bound all bits are random where it is 0 */
    private static int[] ints(int count, long seed, int bound) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] values = new int[count];
        for (int i = 0; i < count; i++) {
            values[i] = bound == 0 ? random.nextInt() : random.nextInt(bound);
        }
        return values;
    }
}
