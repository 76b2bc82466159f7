package io.xianka.tensor.product;

import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.Stream;
import io.xianka.tensor.DType;
import io.xianka.tensor.product.Attention.Layout;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;

/** One attention of random numbers on a device, forward and backward, compared with loops in double precision. */
final class AttentionCase {
    private final Attention attention;
    private final HostNumbers q;
    private final HostNumbers k;
    private final HostNumbers v;
    private final HostNumbers gradient;

    AttentionCase(Attention attention, long seed) {
        this.attention = attention;
        SplittableRandom random = new SplittableRandom(seed);
        this.q = HostNumbers.random(
                attention.type(), elements(attention.q(), attention.heads(), attention.queries()), random);
        this.k = HostNumbers.random(
                attention.type(), elements(attention.k(), attention.keyHeads(), attention.keys()), random);
        this.v = HostNumbers.random(
                attention.type(), elements(attention.v(), attention.keyHeads(), attention.keys()), random);
        this.gradient = HostNumbers.random(
                attention.type(), elements(attention.o(), attention.heads(), attention.queries()), random);
    }

    private long elements(Layout layout, int heads, int length) {
        return (attention.batch() - 1) * layout.batchStride()
                + (heads - 1) * layout.headStride()
                + (length - 1) * layout.rowStride()
                + attention.headSize();
    }

    private static long at(Layout layout, int batch, int head, int row) {
        return batch * layout.batchStride() + head * layout.headStride() + row * layout.rowStride();
    }

    /** What is wrong with the results; empty when nothing is. */
    Optional<String> run(Attentions attentions, Device device, Stream stream) {
        HostNumbers o = HostNumbers.poisoned(attention.type(), gradient.count());
        HostNumbers dq = HostNumbers.poisoned(attention.type(), q.count());
        HostNumbers dk = HostNumbers.poisoned(attention.type(), k.count());
        HostNumbers dv = HostNumbers.poisoned(attention.type(), v.count());
        HostNumbers logSumExp = HostNumbers.poisoned(DType.FLOAT32, attention.rows());
        long workspaceBytes =
                Math.max(attentions.forwardWorkspaceBytes(attention), attentions.backwardWorkspaceBytes(attention));
        try (DeviceBuffer deviceQ = device.copyOf(q.memory());
                DeviceBuffer deviceK = device.copyOf(k.memory());
                DeviceBuffer deviceV = device.copyOf(v.memory());
                DeviceBuffer deviceG = device.copyOf(gradient.memory());
                DeviceBuffer deviceO = device.copyOf(o.memory());
                DeviceBuffer deviceL = device.copyOf(logSumExp.memory());
                DeviceBuffer deviceDq = device.copyOf(dq.memory());
                DeviceBuffer deviceDk = device.copyOf(dk.memory());
                DeviceBuffer deviceDv = device.copyOf(dv.memory());
                DeviceBuffer workspace = device.allocate(Math.max(1, workspaceBytes))) {
            workspace.fill((byte) 0xff, stream);
            attentions.forward(
                    stream,
                    attention,
                    deviceQ.pointer(),
                    deviceK.pointer(),
                    deviceV.pointer(),
                    deviceO.pointer(),
                    deviceL.pointer(),
                    workspace.pointer());
            attentions.backward(
                    stream,
                    attention,
                    deviceQ.pointer(),
                    deviceK.pointer(),
                    deviceV.pointer(),
                    deviceO.pointer(),
                    deviceL.pointer(),
                    deviceG.pointer(),
                    deviceDq.pointer(),
                    deviceDk.pointer(),
                    deviceDv.pointer(),
                    workspace.pointer());
            stream.synchronize();
            deviceO.copyTo(o.memory());
            deviceL.copyTo(logSumExp.memory());
            deviceDq.copyTo(dq.memory());
            deviceDk.copyTo(dk.memory());
            deviceDv.copyTo(dv.memory());
        }
        return compare(o, logSumExp, dq, dk, dv);
    }

    private Optional<String> compare(
            HostNumbers o, HostNumbers logSumExp, HostNumbers dq, HostNumbers dk, HostNumbers dv) {
        double[] expectedO = nans(o);
        double[] expectedL = new double[(int) attention.rows()];
        double[] expectedDq = nans(dq);
        double[] expectedDk = nans(dk);
        double[] expectedDv = nans(dv);
        int group = attention.heads() / attention.keyHeads();
        for (int batch = 0; batch < attention.batch(); batch++) {
            for (int head = 0; head < attention.heads(); head++) {
                for (int query = 0; query < attention.queries(); query++) {
                    row(batch, head, head / group, query, expectedO, expectedL, expectedDq, expectedDk, expectedDv);
                }
            }
        }
        // A key that no query sees has gradients of zero.
        for (int batch = 0; batch < attention.batch(); batch++) {
            for (int head = 0; head < attention.keyHeads(); head++) {
                for (int key = 0; key < attention.keys(); key++) {
                    add(expectedDk, at(attention.k(), batch, head, key), k, 0, 0);
                    add(expectedDv, at(attention.v(), batch, head, key), v, 0, 0);
                }
            }
        }
        return difference("output", o, expectedO)
                .or(() -> difference("log-sum-exp", logSumExp, expectedL))
                .or(() -> difference("gradient of values", dv, expectedDv))
                .or(() -> difference("gradient of keys", dk, expectedDk))
                .or(() -> difference("gradient of queries", dq, expectedDq));
    }

    private static double[] nans(HostNumbers like) {
        double[] values = new double[Math.toIntExact(like.count())];
        Arrays.fill(values, Double.NaN);
        return values;
    }

    /** Adds a multiple of a row to a row, of which NaN means nothing yet. */
    private void add(double[] to, long at, HostNumbers from, long fromAt, double factor) {
        for (int i = 0; i < attention.headSize(); i++) {
            int place = (int) at + i;
            double term = factor == 0 ? 0 : factor * from.get(fromAt + i);
            to[place] = Double.isNaN(to[place]) ? term : to[place] + term;
        }
    }

    private double dot(HostNumbers x, long atX, HostNumbers y, long atY) {
        double sum = 0;
        for (int i = 0; i < attention.headSize(); i++) {
            sum += x.get(atX + i) * y.get(atY + i);
        }
        return sum;
    }

    private void row(
            int batch,
            int head,
            int keyHead,
            int query,
            double[] o,
            double[] logSumExp,
            double[] dq,
            double[] dk,
            double[] dv) {
        int seen = attention.causal() ? Math.min(attention.keys(), query + 1) : attention.keys();
        long atQ = at(attention.q(), batch, head, query);
        long atO = at(attention.o(), batch, head, query);
        double[] p = new double[seen];
        double largest = Double.NEGATIVE_INFINITY;
        for (int key = 0; key < seen; key++) {
            p[key] = attention.scale() * dot(q, atQ, k, at(attention.k(), batch, keyHead, key));
            largest = Math.max(largest, p[key]);
        }
        double sum = 0;
        for (int key = 0; key < seen; key++) {
            p[key] = Math.exp(p[key] - largest);
            sum += p[key];
        }
        logSumExp[(int) (((long) batch * attention.heads() + head) * attention.queries() + query)] =
                largest + Math.log(sum);
        double delta = 0;
        double[] dp = new double[seen];
        for (int key = 0; key < seen; key++) {
            p[key] /= sum;
            long atV = at(attention.v(), batch, keyHead, key);
            add(o, atO, v, atV, p[key]);
            dp[key] = dot(gradient, atO, v, atV);
            delta += p[key] * dp[key];
        }
        for (int key = 0; key < seen; key++) {
            double ds = attention.scale() * p[key] * (dp[key] - delta);
            long atK = at(attention.k(), batch, keyHead, key);
            add(dq, atQ, k, atK, ds);
            add(dk, atK, q, atQ, ds);
            add(dv, at(attention.v(), batch, keyHead, key), gradient, atO, p[key]);
        }
    }

    /** Compares by the size of the whole, as intermediate values are rounded to the type. */
    private Optional<String> difference(String what, HostNumbers actual, double[] expected) {
        double squares = 0;
        int count = 0;
        for (double value : expected) {
            if (!Double.isNaN(value)) {
                squares += value * value;
                count++;
            }
        }
        double typical = Math.sqrt(squares / count);
        // Half types round probabilities and outputs; a few roundings of one element, and of what it is summed from.
        double rounding = attention.type() == DType.FLOAT32 ? 0x1p-17 : 6 * HostNumbers.rounding(attention.type());
        double errors = 0;
        for (int i = 0; i < expected.length; i++) {
            double value = actual.get(i);
            if (Double.isNaN(expected[i])) {
                if (!Double.isNaN(value)) {
                    return Optional.of(attention + ": " + what + " " + i + " was written, which is no element");
                }
                continue;
            }
            double limit = rounding * (typical + Math.abs(expected[i])) + 1e-6;
            if (!(Math.abs(value - expected[i]) <= limit)) {
                return Optional.of(attention + ": " + what + " " + i + " is " + value + ", expected " + expected[i]
                        + " within " + limit);
            }
            errors += (value - expected[i]) * (value - expected[i]);
        }
        double relative = Math.sqrt(errors / count) / (typical + 1e-6);
        return relative <= rounding / 3
                ? Optional.empty()
                : Optional.of(attention + ": " + what + " is off by " + relative + " of its size");
    }
}
