package io.xianka.tensor.cpu;

import io.xianka.tensor.DType;
import io.xianka.tensor.fusion.Strided;
import java.util.List;

/** Attention of float64, row by row as its formula says. */
final class PreciseAttention {
    private final Workers workers;
    private final List<Strided> operands;
    private final long[] inputs;
    private final double scale;
    private final boolean causal;
    private final int heads;
    private final int groups;
    private final int length;
    private final int keys;
    private final int size;
    private final int batches;

    PreciseAttention(Workers workers, List<Strided> operands, long[] inputs, double scale, boolean causal) {
        this.workers = workers;
        this.operands = operands;
        this.inputs = inputs;
        this.scale = scale;
        this.causal = causal;
        this.batches = (int) operands.get(0).shape().size(0);
        this.heads = (int) operands.get(0).shape().size(1);
        this.length = (int) operands.get(0).shape().size(2);
        this.size = (int) operands.get(0).shape().size(3);
        this.groups = (int) operands.get(1).shape().size(1);
        this.keys = (int) operands.get(1).shape().size(2);
    }

    private double[] row(int operand, int batch, int head, int row) {
        Strided view = operands.get(operand);
        long at = view.offset() + batch * view.stride(0) + head * view.stride(1) + row * view.stride(2);
        double[] values = new double[size];
        for (int i = 0; i < size; i++) {
            values[i] = Scalar.real(DType.FLOAT64, inputs[operand] + 8 * (at + i));
        }
        return values;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static void write(double[] values, long address, long from) {
        for (int i = 0; i < values.length; i++) {
            Scalar.put(DType.FLOAT64, address + 8 * (from + i), values[i]);
        }
    }

    private int seen(int row) {
        return causal ? Math.min(keys, row + 1) : keys;
    }

    void forward(long[] results) {
        workers.run(batches * heads, number -> {
            int batch = number / heads;
            int group = number % heads / (heads / groups);
            for (int i = 0; i < length; i++) {
                double[] q = row(0, batch, number % heads, i);
                double[] scores = new double[seen(i)];
                double largest = Double.NEGATIVE_INFINITY;
                for (int j = 0; j < scores.length; j++) {
                    scores[j] = scale * dot(q, row(1, batch, group, j));
                    largest = Math.max(largest, scores[j]);
                }
                double sum = 0;
                double[] output = new double[size];
                for (int j = 0; j < scores.length; j++) {
                    double weight = Math.exp(scores[j] - largest);
                    double[] v = row(2, batch, group, j);
                    sum += weight;
                    for (int d = 0; d < size; d++) {
                        output[d] += weight * v[d];
                    }
                }
                for (int d = 0; d < size; d++) {
                    output[d] /= sum;
                }
                long at = (long) number * length + i;
                write(output, results[0], at * size);
                Scalar.put(DType.FLOAT64, results[1] + 8 * at, largest + Math.log(sum));
            }
        });
    }

    void backward(long[] results) {
        workers.run(batches * groups, number -> {
            int batch = number / groups;
            int group = number % groups;
            double[][] dk = new double[keys][size];
            double[][] dv = new double[keys][size];
            int shared = heads / groups;
            for (int head = group * shared; head < (group + 1) * shared; head++) {
                for (int i = 0; i < length; i++) {
                    backwardRow(batch, head, group, i, dk, dv, results[0]);
                }
            }
            for (int j = 0; j < keys; j++) {
                write(dk[j], results[1], ((long) number * keys + j) * size);
                write(dv[j], results[2], ((long) number * keys + j) * size);
            }
        });
    }

    private void backwardRow(int batch, int head, int group, int i, double[][] dk, double[][] dv, long dqAddress) {
        double[] q = row(0, batch, head, i);
        double[] gradient = row(5, batch, head, i);
        double drift = dot(row(3, batch, head, i), gradient);
        Strided view = operands.get(4);
        long at = view.offset() + batch * view.stride(0) + head * view.stride(1) + i * view.stride(2);
        double lse = Scalar.real(DType.FLOAT64, inputs[4] + 8 * at);
        double[] dq = new double[size];
        for (int j = 0; j < seen(i); j++) {
            double[] k = row(1, batch, group, j);
            double weight = Math.exp(scale * dot(q, k) - lse);
            double slope = weight * (dot(gradient, row(2, batch, group, j)) - drift) * scale;
            for (int d = 0; d < size; d++) {
                dv[j][d] += weight * gradient[d];
                dk[j][d] += slope * q[d];
                dq[d] += slope * k[d];
            }
        }
        write(dq, dqAddress, (((long) batch * heads + head) * length + i) * size);
    }
}
