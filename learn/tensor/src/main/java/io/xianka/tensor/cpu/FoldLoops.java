package io.xianka.tensor.cpu;

import io.xianka.tensor.graph.ReduceOp;
import java.util.Arrays;

/**
 * Folds. Over a row, lane i is folded into partial result {@code i % 32}, and those 32 into one by halves: the same order whatever
 * a processor's vectors hold. Over columns each lane is a fold of its own.
 */
final class FoldLoops {
    /** Partial results of a row. */
    static final int PARTIALS = 32;

    private FoldLoops() {}

    /** Sets partial results to what changes nothing. */
    static void begin(ReduceOp op, Frame f, Operand.Register z, int n) {
        switch (z.kind()) {
            case FLOAT -> Arrays.fill(f.floats[z.number()], 0, n, (float) identity(op));
            case DOUBLE -> Arrays.fill(f.doubles[z.number()], 0, n, identity(op));
            case INT ->
                Arrays.fill(
                        f.ints[z.number()],
                        0,
                        n,
                        switch (op) {
                            case SUM -> 0;
                            case PROD -> 1;
                            case MAX -> Integer.MIN_VALUE;
                            case MIN -> Integer.MAX_VALUE;
                        });
            case LONG ->
                Arrays.fill(
                        f.longs[z.number()],
                        0,
                        n,
                        switch (op) {
                            case SUM -> 0;
                            case PROD -> 1;
                            case MAX -> Long.MIN_VALUE;
                            case MIN -> Long.MAX_VALUE;
                        });
            case COMPLEX -> {
                Arrays.fill(f.floats[z.number()], 0, n, (float) identity(op));
                Arrays.fill(f.floats[z.imaginary()], 0, n, 0);
            }
        }
    }

    /** {@return what changes nothing that it is folded into} */
    static double identity(ReduceOp op) {
        return switch (op) {
            case SUM -> 0;
            case PROD -> 1;
            case MAX -> Double.NEGATIVE_INFINITY;
            case MIN -> Double.POSITIVE_INFINITY;
        };
    }

    /** Folds n lanes into the partial results of a row, or each into its own. */
    static void step(ReduceOp op, Frame f, Operand.Register x, Operand.Register z, boolean row, int n) {
        for (int from = 0; from < n; from += row ? PARTIALS : n) {
            int count = row ? Math.min(PARTIALS, n - from) : n;
            merge(op, f, x, from, z, count);
        }
    }

    private static void merge(ReduceOp op, Frame f, Operand.Register x, int from, Operand.Register z, int n) {
        switch (z.kind()) {
            case FLOAT -> merge(op, f.floats[z.number()], f.floats[x.number()], from, n);
            case DOUBLE -> merge(op, f.doubles[z.number()], f.doubles[x.number()], from, n);
            case INT -> merge(op, f.ints[z.number()], f.ints[x.number()], from, n);
            case LONG -> merge(op, f.longs[z.number()], f.longs[x.number()], from, n);
            case COMPLEX -> {
                float[] re = f.floats[z.number()];
                float[] im = f.floats[z.imaginary()];
                float[] a = f.floats[x.number()];
                float[] b = f.floats[x.imaginary()];
                if (op == ReduceOp.SUM) {
                    merge(op, re, a, from, n);
                    merge(op, im, b, from, n);
                } else {
                    for (int i = 0; i < n; i++) {
                        float real = re[i] * a[from + i] - im[i] * b[from + i];
                        im[i] = re[i] * b[from + i] + im[i] * a[from + i];
                        re[i] = real;
                    }
                }
            }
        }
    }

    static void merge(ReduceOp op, float[] z, float[] x, int from, int n) {
        switch (op) {
            case SUM -> {
                for (int i = 0; i < n; i++) {
                    z[i] += x[from + i];
                }
            }
            case PROD -> {
                for (int i = 0; i < n; i++) {
                    z[i] *= x[from + i];
                }
            }
            case MAX -> {
                for (int i = 0; i < n; i++) {
                    z[i] = Math.max(z[i], x[from + i]);
                }
            }
            case MIN -> {
                for (int i = 0; i < n; i++) {
                    z[i] = Math.min(z[i], x[from + i]);
                }
            }
        }
    }

    static void merge(ReduceOp op, double[] z, double[] x, int from, int n) {
        switch (op) {
            case SUM -> {
                for (int i = 0; i < n; i++) {
                    z[i] += x[from + i];
                }
            }
            case PROD -> {
                for (int i = 0; i < n; i++) {
                    z[i] *= x[from + i];
                }
            }
            case MAX -> {
                for (int i = 0; i < n; i++) {
                    z[i] = Math.max(z[i], x[from + i]);
                }
            }
            case MIN -> {
                for (int i = 0; i < n; i++) {
                    z[i] = Math.min(z[i], x[from + i]);
                }
            }
        }
    }

    private static void merge(ReduceOp op, int[] z, int[] x, int from, int n) {
        for (int i = 0; i < n; i++) {
            int a = z[i];
            int b = x[from + i];
            z[i] = switch (op) {
                case SUM -> a + b;
                case PROD -> a * b;
                case MAX -> Math.max(a, b);
                case MIN -> Math.min(a, b);
            };
        }
    }

    private static void merge(ReduceOp op, long[] z, long[] x, int from, int n) {
        for (int i = 0; i < n; i++) {
            long a = z[i];
            long b = x[from + i];
            z[i] = switch (op) {
                case SUM -> a + b;
                case PROD -> a * b;
                case MAX -> Math.max(a, b);
                case MIN -> Math.min(a, b);
            };
        }
    }

    /** Folds the partial results of a row into lane 0. */
    static void end(ReduceOp op, Frame f, Operand.Register z) {
        for (int half = PARTIALS / 2; half > 0; half /= 2) {
            merge(op, f, z, half, z, half);
        }
    }

    /** {@return the partial results of a row, folded as {@link #end} does} */
    static float ended(ReduceOp op, float[] partials) {
        for (int half = PARTIALS / 2; half > 0; half /= 2) {
            merge(op, partials, partials, half, half);
        }
        return partials[0];
    }
}
