package io.xianka.bench;

import io.xianka.driver.Dim3;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The kernels of the set in plain Java, as one would write them: the same arithmetic in loops over arrays, shared out to
 * threads by rows or ranges. They write into arrays of their own.
 */
final class JavaTwin implements AutoCloseable {
    private final int threads;
    private final ExecutorService pool;

    JavaTwin(int threads) {
        this.threads = threads;
        this.pool = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().daemon().name("twin-", 1).factory());
    }

    @Override
    public void close() {
        pool.shutdown();
    }

    @FunctionalInterface
    private interface Part {
        void run(int from, int to);
    }

    private void inParallel(int count, Part part) {
        Future<?>[] others = new Future<?>[threads - 1];
        for (int i = 1; i < threads; i++) {
            int from = (int) ((long) count * i / threads);
            int to = (int) ((long) count * (i + 1) / threads);
            others[i - 1] = pool.submit(() -> part.run(from, to));
        }
        part.run(0, (int) ((long) count / threads));
        for (Future<?> other : others) {
            try {
                other.get();
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
        }
    }

    /** A computation and what it writes, in the order of the workload's outputs. */
    record Run(Runnable work, List<Object> outputs) {}

    Run of(BenchKernel kernel, Workload workload) {
        List<Object> a = workload.arguments();
        return switch (kernel) {
            case SAXPY4 -> saxpy((float) a.get(1), floats(a, 2), floats(a, 3));
            case TRANSPOSE -> transpose(floats(a, 0), (int) a.get(2));
            case GATHER -> gather(floats(a, 0), (int[]) a.get(1), floats(a, 2));
            case PARTICLES ->
                particles((Workload.Particles) a.get(0), (float) a.get(1), (float) a.get(2), (float) a.get(3));
            case NBODY -> nbody(floats(a, 0), (int) a.get(2));
            case MANDELBROT ->
                mandelbrot((int) a.get(1), (int) a.get(2), (float) a.get(3), (float) a.get(4), (float) a.get(5), (int)
                        a.get(6));
            case SHA256 -> sha256((int[]) a.get(0), (int) a.get(2));
            case BLACK_SCHOLES ->
                blackScholes((double[]) a.get(0), (double[]) a.get(1), (double[]) a.get(2), (double) a.get(5), (double)
                        a.get(6));
            case MATMUL -> matmul(floats(a, 0), floats(a, 1), (int) a.get(3));
            case STENCIL ->
                stencil(floats(a, 0), (int) a.get(2), (int) a.get(3), (int) a.get(4), (float) a.get(5), (float)
                        a.get(6));
            case SOFTMAX -> softmax(floats(a, 0), (int) a.get(2));
            case HISTOGRAM -> histogram((int[]) a.get(0), workload.launch().grid());
        };
    }

    private static float[] floats(List<Object> arguments, int index) {
        return (float[]) arguments.get(index);
    }

    private Run saxpy(float a, float[] x, float[] y) {
        float[] out = new float[x.length];
        return new Run(
                () -> inParallel(x.length, (from, to) -> {
                    for (int i = from; i < to; i++) {
                        out[i] = a * x[i] + y[i];
                    }
                }),
                List.of(out));
    }

    private Run transpose(float[] in, int n) {
        float[] out = new float[n * n];
        int tile = 32;
        return new Run(
                () -> inParallel(n / tile, (from, to) -> {
                    for (int top = from * tile; top < to * tile; top += tile) {
                        for (int left = 0; left < n; left += tile) {
                            for (int row = top; row < top + tile; row++) {
                                for (int column = left; column < left + tile; column++) {
                                    out[row * n + column] = in[column * n + row];
                                }
                            }
                        }
                    }
                }),
                List.of(out));
    }

    private Run gather(float[] table, int[] index, float[] weight) {
        float[] out = new float[index.length];
        return new Run(
                () -> inParallel(index.length, (from, to) -> {
                    for (int i = from; i < to; i++) {
                        out[i] = table[index[i]] * weight[i];
                    }
                }),
                List.of(out));
    }

    private Run particles(Workload.Particles p, float size, float drag, float dt) {
        float[] xs = p.x().clone();
        float[] ys = p.y().clone();
        float[] zs = p.z().clone();
        float[] vxs = p.vx().clone();
        float[] vys = p.vy().clone();
        float[] vzs = p.vz().clone();
        return new Run(
                () -> inParallel(xs.length, (from, to) -> {
                    for (int i = from; i < to; i++) {
                        float vx = vxs[i];
                        float vy = vys[i];
                        float vz = vzs[i];
                        float speed = (float) Math.sqrt(vx * vx + vy * vy + vz * vz);
                        float slowed = 1 - drag * speed * dt;
                        vx *= slowed;
                        vy = vy * slowed - 9.81f * dt;
                        vz *= slowed;
                        bounce(xs, vxs, i, xs[i] + vx * dt, vx, size);
                        bounce(ys, vys, i, ys[i] + vy * dt, vy, size);
                        bounce(zs, vzs, i, zs[i] + vz * dt, vz, size);
                    }
                }),
                List.of(xs, ys, zs, vxs, vys, vzs));
    }

    private static void bounce(
            float[] positions, float[] velocities, int i, float position, float velocity, float size) {
        if (position < 0) {
            positions[i] = -position;
            velocities[i] = -velocity;
        } else if (position > size) {
            positions[i] = 2 * size - position;
            velocities[i] = -velocity;
        } else {
            positions[i] = position;
            velocities[i] = velocity;
        }
    }

    private Run nbody(float[] bodies, int n) {
        float[] pulls = new float[4 * n];
        return new Run(
                () -> inParallel(n, (from, to) -> {
                    for (int i = from; i < to; i++) {
                        float x = bodies[4 * i];
                        float y = bodies[4 * i + 1];
                        float z = bodies[4 * i + 2];
                        float sumX = 0;
                        float sumY = 0;
                        float sumZ = 0;
                        for (int j = 0; j < 4 * n; j += 4) {
                            float dx = bodies[j] - x;
                            float dy = bodies[j + 1] - y;
                            float dz = bodies[j + 2] - z;
                            float squared = dx * dx + dy * dy + dz * dz + 1e-3f;
                            float inverse = 1 / (float) Math.sqrt(squared);
                            float s = bodies[j + 3] * inverse * inverse * inverse;
                            sumX += dx * s;
                            sumY += dy * s;
                            sumZ += dz * s;
                        }
                        pulls[4 * i] = sumX;
                        pulls[4 * i + 1] = sumY;
                        pulls[4 * i + 2] = sumZ;
                    }
                }),
                List.of(pulls));
    }

    private Run mandelbrot(int width, int height, float left, float top, float step, int most) {
        int[] rounds = new int[width * height];
        // Rows take turns, because those in the middle take longer.
        return new Run(
                () -> inParallel(threads, (from, to) -> {
                    for (int row = from; row < height; row += threads) {
                        for (int column = 0; column < width; column++) {
                            float cx = left + column * step;
                            float cy = top - row * step;
                            float x = 0;
                            float y = 0;
                            int round = 0;
                            while (round < most && x * x + y * y <= 4) {
                                float next = x * x - y * y + cx;
                                y = 2 * x * y + cy;
                                x = next;
                                ++round;
                            }
                            rounds[row * width + column] = round;
                        }
                    }
                }),
                List.of(rounds));
    }

    private static final int[] K = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
    };

    private static final int[] H = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
    };

    private Run sha256(int[] messages, int n) {
        int[] digests = new int[8 * n];
        return new Run(
                () -> inParallel(n, (from, to) -> {
                    int[] w = new int[64];
                    for (int i = from; i < to; i++) {
                        digest(messages, digests, n, i, w);
                    }
                }),
                List.of(digests));
    }

    private static void digest(int[] messages, int[] digests, int n, int i, int[] w) {
        for (int j = 0; j < 16; j++) {
            w[j] = messages[j * n + i];
        }
        for (int j = 16; j < 64; j++) {
            int early = w[j - 15];
            int late = w[j - 2];
            int s0 = Integer.rotateRight(early, 7) ^ Integer.rotateRight(early, 18) ^ (early >>> 3);
            int s1 = Integer.rotateRight(late, 17) ^ Integer.rotateRight(late, 19) ^ (late >>> 10);
            w[j] = w[j - 16] + s0 + w[j - 7] + s1;
        }
        int a = H[0];
        int b = H[1];
        int c = H[2];
        int d = H[3];
        int e = H[4];
        int f = H[5];
        int g = H[6];
        int h = H[7];
        for (int j = 0; j < 64; j++) {
            int s1 = Integer.rotateRight(e, 6) ^ Integer.rotateRight(e, 11) ^ Integer.rotateRight(e, 25);
            int first = h + s1 + ((e & f) ^ (~e & g)) + K[j] + w[j];
            int s0 = Integer.rotateRight(a, 2) ^ Integer.rotateRight(a, 13) ^ Integer.rotateRight(a, 22);
            int second = s0 + ((a & b) ^ (a & c) ^ (b & c));
            h = g;
            g = f;
            f = e;
            e = d + first;
            d = c;
            c = b;
            b = a;
            a = first + second;
        }
        digests[i] = H[0] + a;
        digests[n + i] = H[1] + b;
        digests[2 * n + i] = H[2] + c;
        digests[3 * n + i] = H[3] + d;
        digests[4 * n + i] = H[4] + e;
        digests[5 * n + i] = H[5] + f;
        digests[6 * n + i] = H[6] + g;
        digests[7 * n + i] = H[7] + h;
    }

    private Run blackScholes(double[] price, double[] strike, double[] years, double rate, double volatility) {
        double[] call = new double[price.length];
        double[] put = new double[price.length];
        return new Run(
                () -> inParallel(price.length, (from, to) -> {
                    for (int i = from; i < to; i++) {
                        double s = price[i];
                        double x = strike[i];
                        double t = years[i];
                        double root = Math.sqrt(t);
                        double d1 =
                                (Math.log(s / x) + (rate + 0.5 * volatility * volatility) * t) / (volatility * root);
                        double d2 = d1 - volatility * root;
                        double n1 = cumulative(d1);
                        double n2 = cumulative(d2);
                        double discounted = x * Math.exp(-rate * t);
                        call[i] = s * n1 - discounted * n2;
                        put[i] = discounted * (1 - n2) - s * (1 - n1);
                    }
                }),
                List.of(call, put));
    }

    private static double cumulative(double d) {
        double k = 1 / (1 + 0.2316419 * Math.abs(d));
        double sum = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
        double tail = 0.3989422804014327 * Math.exp(-0.5 * d * d) * sum;
        return d > 0 ? 1 - tail : tail;
    }

    private Run matmul(float[] a, float[] b, int n) {
        float[] c = new float[n * n];
        return new Run(
                () -> inParallel(n, (from, to) -> {
                    for (int row = from; row < to; row++) {
                        for (int column = 0; column < n; column++) {
                            float sum = 0;
                            for (int k = 0; k < n; k++) {
                                sum += a[row * n + k] * b[k * n + column];
                            }
                            c[row * n + column] = sum;
                        }
                    }
                }),
                List.of(c));
    }

    private Run stencil(float[] in, int nx, int ny, int nz, float centre, float side) {
        float[] out = new float[in.length];
        int layer = nx * ny;
        return new Run(
                () -> inParallel(nz - 2, (from, to) -> {
                    for (int z = from + 1; z < to + 1; z++) {
                        for (int y = 1; y < ny - 1; y++) {
                            int row = z * layer + y * nx;
                            for (int at = row + 1; at < row + nx - 1; at++) {
                                out[at] = centre * in[at]
                                        + side
                                                * (in[at - 1]
                                                        + in[at + 1]
                                                        + in[at - nx]
                                                        + in[at + nx]
                                                        + in[at - layer]
                                                        + in[at + layer]);
                            }
                        }
                    }
                }),
                List.of(out));
    }

    private Run softmax(float[] in, int columns) {
        float[] out = new float[in.length];
        return new Run(
                () -> inParallel(in.length / columns, (from, to) -> {
                    for (int start = from * columns; start < to * columns; start += columns) {
                        float most = -Float.MAX_VALUE;
                        for (int i = start; i < start + columns; i++) {
                            most = Math.max(most, in[i]);
                        }
                        float sum = 0;
                        for (int i = start; i < start + columns; i++) {
                            sum += (float) Math.exp(in[i] - most);
                        }
                        for (int i = start; i < start + columns; i++) {
                            out[i] = (float) Math.exp(in[i] - most) / sum;
                        }
                    }
                }),
                List.of(out));
    }

    /** Counts of a thread are added up at its end, as the kernel's blocks do it. */
    private Run histogram(int[] words, Dim3 grid) {
        int[] counts = new int[256];
        int blocks = grid.x();
        return new Run(
                () -> {
                    Arrays.fill(counts, 0);
                    inParallel(blocks, (from, to) -> {
                        int[] own = new int[256];
                        int end = (int) ((long) words.length * to / blocks);
                        for (int i = (int) ((long) words.length * from / blocks); i < end; i++) {
                            int word = words[i];
                            own[word & 0xff]++;
                            own[word >>> 8 & 0xff]++;
                            own[word >>> 16 & 0xff]++;
                            own[word >>> 24]++;
                        }
                        synchronized (counts) {
                            for (int bin = 0; bin < 256; bin++) {
                                counts[bin] += own[bin];
                            }
                        }
                    });
                },
                List.of(counts));
    }
}
