package io.xianka.tensor.cpu;

import io.xianka.tensor.DType;
import io.xianka.tensor.fusion.Step;
import io.xianka.tensor.fusion.Strided;

/** Products of batches of matrices, of every type. */
final class Products {
    /** Up to this many multiplications batches are shared out, above it each product. */
    private static final double SMALL = 1 << 22;

    private final CpuExecutor executor;
    private final Strided left;
    private final Strided right;
    private final DType dtype;
    private final int m;
    private final int n;
    private final int k;
    private final int batches;

    Products(CpuExecutor executor, Step.Product product) {
        this.executor = executor;
        this.left = product.left();
        this.right = product.right();
        this.dtype = product.dot().dtype();
        this.m = size(product.dot().shape().size(-2), product);
        this.n = size(product.dot().shape().size(-1), product);
        this.k = size(left.shape().size(-1), product);
        long elements = product.dot().shape().elements();
        this.batches = elements == 0 ? 0 : size(elements / ((long) m * n), product);
    }

    private static int size(long size, Step.Product product) {
        if (size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    product.dot() + " on cpu: sizes are at most 2^31 - 1; cut the product along the axis of " + size);
        }
        return (int) size;
    }

    /** {@return how it is computed, for a reader} */
    String how() {
        return switch (dtype) {
            case FLOAT32, FLOAT64 -> executor.gemm().name();
            case FLOAT16, BFLOAT16 -> executor.gemm().name() + " in float32";
            case BOOL, UINT8, INT8, INT16, INT32, INT64, COMPLEX64 -> "Java";
        };
    }

    void run(long leftAddress, long rightAddress, long result) {
        if (batches == 0) {
            return;
        }
        if (k == 0) {
            Elements.MEMORY
                    .asSlice(result, (long) batches * m * n * dtype.bytes())
                    .fill((byte) 0);
            return;
        }
        switch (dtype) {
            case FLOAT32 ->
                each(batch -> executor.gemm()
                        .floats(
                                m,
                                n,
                                k,
                                1,
                                matrix(left, leftAddress, batch),
                                matrix(right, rightAddress, batch),
                                0,
                                result(result, batch)));
            case FLOAT64 ->
                each(batch -> executor.gemm()
                        .doubles(
                                m,
                                n,
                                k,
                                matrix(left, leftAddress, batch),
                                matrix(right, rightAddress, batch),
                                result(result, batch)));
            case FLOAT16, BFLOAT16 -> each(batch -> narrow(leftAddress, rightAddress, result, batch));
            case BOOL, UINT8, INT8, INT16, INT32, INT64 ->
                each(batch -> integers(leftAddress, rightAddress, result, batch));
            case COMPLEX64 -> each(batch -> complex(leftAddress, rightAddress, result, batch));
        }
    }

    private void each(java.util.function.IntConsumer batch) {
        if ((double) m * n * k <= SMALL && (double) batches * m * n * k > 1 << 14) {
            executor.workers().run(batches, batch);
        } else {
            for (int i = 0; i < batches; i++) {
                batch.accept(i);
            }
        }
    }

    private Gemm.Matrix matrix(Strided view, long address, int batch) {
        long offset = view.offset() + batch * view.batchStride();
        return new Gemm.Matrix(address + dtype.bytes() * offset, view.stride(-2), view.stride(-1));
    }

    private Gemm.Matrix result(long address, int batch) {
        return new Gemm.Matrix(address + dtype.bytes() * (long) batch * m * n, n, 1);
    }

    // ------------------------------------------------------------------ 16-bit floats: widened, multiplied, rounded

    private void narrow(long leftAddress, long rightAddress, long result, int batch) {
        CpuMemory.Block work = executor.pool().take(4L * ((long) m * k + (long) k * n + (long) m * n));
        try {
            long a = work.address();
            long b = a + 4L * m * k;
            long c = b + 4L * k * n;
            var narrow = new Narrow(executor);
            narrow.widen(dtype, matrix(left, leftAddress, batch), m, k, a);
            narrow.widen(dtype, matrix(right, rightAddress, batch), k, n, b);
            executor.gemm()
                    .floats(
                            m,
                            n,
                            k,
                            1,
                            new Gemm.Matrix(a, k, 1),
                            new Gemm.Matrix(b, n, 1),
                            0,
                            new Gemm.Matrix(c, n, 1));
            narrow.round(c, dtype, result(result, batch).address(), (long) m * n);
        } finally {
            executor.pool().giveBack(work);
        }
    }

    // ------------------------------------------------------------------ integers and complex values, as sums of rows

    private interface Row {
        void compute(int row);
    }

    private void rows(Row row) {
        executor.workers().run((m + 15) / 16, part -> {
            for (int i = part * 16; i < Math.min(m, part * 16 + 16); i++) {
                row.compute(i);
            }
        });
    }

    private void integers(long leftAddress, long rightAddress, long result, int batch) {
        long[] a = Scalar.integers(dtype, matrix(left, leftAddress, batch), m, k);
        long[] b = Scalar.integers(dtype, matrix(right, rightAddress, batch), k, n);
        Gemm.Matrix c = result(result, batch);
        rows(row -> {
            long[] sums = new long[n];
            for (int i = 0; i < k; i++) {
                long factor = a[row * k + i];
                for (int j = 0; j < n; j++) {
                    sums[j] += factor * b[i * n + j];
                }
            }
            for (int j = 0; j < n; j++) {
                Scalar.put(dtype, c.address() + dtype.bytes() * ((long) row * n + j), dtype.wrap(sums[j]));
            }
        });
    }

    private void complex(long leftAddress, long rightAddress, long result, int batch) {
        float[] a = Scalar.complex(matrix(left, leftAddress, batch), m, k);
        float[] b = Scalar.complex(matrix(right, rightAddress, batch), k, n);
        Gemm.Matrix c = result(result, batch);
        rows(row -> {
            double[] re = new double[n];
            double[] im = new double[n];
            for (int i = 0; i < k; i++) {
                double x = a[2 * (row * k + i)];
                double y = a[2 * (row * k + i) + 1];
                for (int j = 0; j < n; j++) {
                    double u = b[2 * (i * n + j)];
                    double v = b[2 * (i * n + j) + 1];
                    re[j] += x * u - y * v;
                    im[j] += x * v + y * u;
                }
            }
            for (int j = 0; j < n; j++) {
                long to = c.address() + 8 * ((long) row * n + j);
                Scalar.put(DType.FLOAT32, to, re[j]);
                Scalar.put(DType.FLOAT32, to + 4, im[j]);
            }
        });
    }
}
