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

    private HostNumbers poisoned(Layout layout, int heads, int length) {
        return HostNumbers.poisoned(attention.type(), elements(layout, heads, length));
    }

    private static long at(Layout layout, int batch, int head, int row) {
        return batch * layout.batchStride() + head * layout.headStride() + row * layout.rowStride();
    }

    /** What is wrong with the results; empty when nothing is. */
    Optional<String> run(Attentions attentions, Device device, Stream stream) {
        HostNumbers o = HostNumbers.poisoned(attention.type(), gradient.count());
        HostNumbers dq = poisoned(attention.gradients().q(), attention.heads(), attention.queries());
        HostNumbers dk = poisoned(attention.gradients().k(), attention.keyHeads(), attention.keys());
        HostNumbers dv = poisoned(attention.gradients().v(), attention.keyHeads(), attention.keys());
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
        Expected expectedO = new Expected(o);
        Expected expectedL = new Expected(logSumExp);
        Expected expectedDq = new Expected(dq);
        Expected expectedDk = new Expected(dk);
        Expected expectedDv = new Expected(dv);
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
                    expectedDk.add(at(attention.gradients().k(), batch, head, key), k, 0, 0, 0);
                    expectedDv.add(at(attention.gradients().v(), batch, head, key), v, 0, 0, 0);
                }
            }
        }
        return difference("output", o, expectedO)
                .or(() -> difference("log-sum-exp", logSumExp, expectedL))
                .or(() -> difference("gradient of values", dv, expectedDv))
                .or(() -> difference("gradient of keys", dk, expectedDk))
                .or(() -> difference("gradient of queries", dq, expectedDq));
    }

    /** What elements should be, and the sum of the magnitudes that each was summed from; NaN is no element. */
    private final class Expected {
        private final double[] values;
        private final double[] sizes;

        private Expected(HostNumbers like) {
            values = new double[Math.toIntExact(like.count())];
            sizes = new double[values.length];
            Arrays.fill(values, Double.NaN);
        }

        private void set(long at, double value) {
            values[(int) at] = value;
            sizes[(int) at] = 1 + Math.abs(value);
        }

        /** Adds a multiple of a row to a row; the factor itself is summed from terms of this size. */
        private void add(long at, HostNumbers from, long fromAt, double factor, double factorSize) {
            for (int i = 0; i < attention.headSize(); i++) {
                int place = (int) at + i;
                double element = factorSize == 0 ? 0 : from.get(fromAt + i);
                values[place] = (Double.isNaN(values[place]) ? 0 : values[place]) + factor * element;
                sizes[place] += factorSize * Math.abs(element);
            }
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
            Expected o,
            Expected logSumExp,
            Expected dq,
            Expected dk,
            Expected dv) {
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
        logSumExp.set(((long) batch * attention.heads() + head) * attention.queries() + query, largest + Math.log(sum));
        double delta = 0;
        double deltaSize = 0;
        double[] dp = new double[seen];
        for (int key = 0; key < seen; key++) {
            p[key] /= sum;
            long atV = at(attention.v(), batch, keyHead, key);
            o.add(atO, v, atV, p[key], p[key]);
            dp[key] = dot(gradient, atO, v, atV);
            delta += p[key] * dp[key];
        }
        // As it is computed: from the output, whose elements are rounded.
        for (int i = 0; i < attention.headSize(); i++) {
            deltaSize += Math.abs(gradient.get(atO + i) * o.values[(int) atO + i]);
        }
        for (int key = 0; key < seen; key++) {
            double ds = attention.scale() * p[key] * (dp[key] - delta);
            double size = attention.scale() * p[key] * (Math.abs(dp[key]) + deltaSize);
            long atK = at(attention.k(), batch, keyHead, key);
            dq.add(at(attention.gradients().q(), batch, head, query), k, atK, ds, size);
            dk.add(at(attention.gradients().k(), batch, keyHead, key), q, atQ, ds, size);
            dv.add(at(attention.gradients().v(), batch, keyHead, key), gradient, atO, p[key], p[key]);
        }
    }

    /** Of factors; those of TF32 are rounded before the scores, too. */
    private double rounding() {
        return attention.arithmetic() == Arithmetic.TF32 ? 0x1p-10 : HostNumbers.rounding(attention.type());
    }

    /** Roundings of a few kinds go into each element: of probabilities, of outputs, of the element itself. */
    private Optional<String> difference(String what, HostNumbers actual, Expected expected) {
        double rounding = 2 * rounding() + 0x1p-16;
        double errors = 0;
        double squares = 0;
        double terms = 0;
        for (int i = 0; i < expected.values.length; i++) {
            double value = actual.get(i);
            double wanted = expected.values[i];
            if (Double.isNaN(wanted)) {
                if (!Double.isNaN(value)) {
                    return Optional.of(attention + ": " + what + " " + i + " was written, which is no element");
                }
                continue;
            }
            double limit = rounding * (expected.sizes[i] + Math.abs(wanted)) + 1e-7;
            if (!(Math.abs(value - wanted) <= limit)) {
                return Optional.of(attention + ": " + what + " " + i + " is " + value + ", expected " + wanted
                        + " within " + limit);
            }
            errors += (value - wanted) * (value - wanted);
            squares += wanted * wanted;
            terms += expected.sizes[i] * expected.sizes[i];
        }
        // Of a single key all gradients of scores cancel out: what is left is measured by what was added up.
        double relative = Math.sqrt(errors) / (Math.sqrt(squares) + 0x1p-8 * Math.sqrt(terms) + 1e-6);
        double most = 4 * rounding() + 0x1p-15;
        return relative <= most
                ? Optional.empty()
                : Optional.of(attention + ": " + what + " is off by " + relative + " of its size");
    }
}
