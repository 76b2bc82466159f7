package io.xianka.bench;

import io.xianka.tensor.product.Attention;
import java.util.Locale;

/** A head of causal attention and its gradients by loops in double precision; rows are one after the other. */
record HeadInDouble(double[] output, double[] gradientOfQ, double[] gradientOfK, double[] gradientOfV) {

    static HeadInDouble of(Attention attention, float[] q, float[] k, float[] v, float[] gradient) {
        int width = attention.headSize();
        var head = new HeadInDouble(
                new double[q.length], new double[q.length], new double[k.length], new double[v.length]);
        for (int row = 0; row < attention.queries(); row++) {
            head.addRow(row * width, width, attention.scale(), q, k, v, gradient);
        }
        return head;
    }

    private void addRow(int at, int width, double scale, float[] q, float[] k, float[] v, float[] gradient) {
        int seen = at / width + 1;
        double[] weights = new double[seen];
        double sum = 0;
        for (int key = 0; key < seen; key++) {
            weights[key] = Math.exp(scale * dot(q, at, k, key * width, width));
            sum += weights[key];
        }
        double[] byWeight = new double[seen];
        double mean = 0;
        for (int key = 0; key < seen; key++) {
            weights[key] /= sum;
            byWeight[key] = dot(gradient, at, v, key * width, width);
            mean += weights[key] * byWeight[key];
            add(output, at, weights[key], v, key * width, width);
            add(gradientOfV, key * width, weights[key], gradient, at, width);
        }
        for (int key = 0; key < seen; key++) {
            double ofScore = scale * weights[key] * (byWeight[key] - mean);
            add(gradientOfQ, at, ofScore, k, key * width, width);
            add(gradientOfK, key * width, ofScore, q, at, width);
        }
    }

    private static double dot(float[] x, int atX, float[] y, int atY, int width) {
        double sum = 0;
        for (int i = 0; i < width; i++) {
            sum += (double) x[atX + i] * y[atY + i];
        }
        return sum;
    }

    private static void add(double[] to, int at, double factor, float[] from, int fromAt, int width) {
        for (int i = 0; i < width; i++) {
            to[at + i] += factor * from[fromAt + i];
        }
    }

    /** {@return the root mean square of what differs, as a part of that of what is expected} */
    static String error(double[] expected, float[] actual) {
        double errors = 0;
        double squares = 0;
        for (int i = 0; i < expected.length; i++) {
            errors += (actual[i] - expected[i]) * (actual[i] - expected[i]);
            squares += expected[i] * expected[i];
        }
        return String.format(Locale.ROOT, "%.1e", Math.sqrt(errors / squares));
    }
}
