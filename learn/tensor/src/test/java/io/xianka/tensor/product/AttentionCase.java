package io.xianka.tensor.product;

import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.Stream;
import io.xianka.tensor.DType;
import io.xianka.tensor.product.Attention.Layout;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** One attention of random numbers on a device, forward and backward, compared with loops in double precision. */
final class AttentionCase {
    private final Attention attention;
    private final HostNumbers q;
    private final HostNumbers k;
    private final HostNumbers v;
    private final HostNumbers gradient;
    private final Loops expected;

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
        this.expected = new Loops();
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

    private static int at(Layout layout, int batch, int head, int row) {
        return Math.toIntExact(batch * layout.batchStride() + head * layout.headStride() + row * layout.rowStride());
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
        return difference("output", o, expected.o)
                .or(() -> difference("log-sum-exp", logSumExp, expected.logSumExp))
                .or(() -> difference("gradient of values", dv, expected.dv))
                .or(() -> difference("gradient of keys", dk, expected.dk))
                .or(() -> difference("gradient of queries", dq, expected.dq));
    }

    /** What elements should be, and the sum of the magnitudes that each was summed from; NaN is no element. */
    private final class Expected {
        private final double[] values;
        private final double[] sizes;

        private Expected(long count) {
            values = new double[Math.toIntExact(count)];
            sizes = new double[values.length];
            Arrays.fill(values, Double.NaN);
        }

        private void set(long at, double value) {
            values[(int) at] = value;
            sizes[(int) at] = 1 + Math.abs(value);
        }

        /** Adds a multiple of a row to a row; the factor itself is summed from terms of this size. */
        private void add(int at, double[] from, int fromAt, double factor, double factorSize) {
            for (int i = 0; i < attention.headSize(); i++) {
                int place = at + i;
                double element = factorSize == 0 ? 0 : from[fromAt + i];
                values[place] = (Double.isNaN(values[place]) ? 0 : values[place]) + factor * element;
                sizes[place] += factorSize * Math.abs(element);
            }
        }
    }

    /** The loops, in double precision: the same whoever computes attention. */
    private final class Loops {
        private final double[] queries = q.toDoubles();
        private final double[] keys = k.toDoubles();
        private final double[] values = v.toDoubles();
        private final double[] gradients = gradient.toDoubles();
        private final Expected o = new Expected(gradient.count());
        private final Expected logSumExp = new Expected(attention.rows());
        private final Expected dq =
                new Expected(elements(attention.gradients().q(), attention.heads(), attention.queries()));
        private final Expected dk =
                new Expected(elements(attention.gradients().k(), attention.keyHeads(), attention.keys()));
        private final Expected dv =
                new Expected(elements(attention.gradients().v(), attention.keyHeads(), attention.keys()));

        Loops() {
            // Heads that share keys add to one gradient: those of different keys go apart.
            IntStream.range(0, attention.batch() * attention.keyHeads())
                    .parallel()
                    .forEach(i -> heads(i / attention.keyHeads(), i % attention.keyHeads()));
        }

        private void heads(int batch, int keyHead) {
            int group = attention.heads() / attention.keyHeads();
            for (int head = keyHead * group; head < (keyHead + 1) * group; head++) {
                for (int query = 0; query < attention.queries(); query++) {
                    row(batch, head, keyHead, query);
                }
            }
            // A key that no query sees has gradients of zero.
            for (int key = 0; key < attention.keys(); key++) {
                dk.add(at(attention.gradients().k(), batch, keyHead, key), keys, 0, 0, 0);
                dv.add(at(attention.gradients().v(), batch, keyHead, key), values, 0, 0, 0);
            }
        }

        private double dot(double[] x, int atX, double[] y, int atY) {
            double sum = 0;
            for (int i = 0; i < attention.headSize(); i++) {
                sum += x[atX + i] * y[atY + i];
            }
            return sum;
        }

        private void row(int batch, int head, int keyHead, int query) {
            int seen = attention.causal() ? Math.min(attention.keys(), query + 1) : attention.keys();
            int atQ = at(attention.q(), batch, head, query);
            int atO = at(attention.o(), batch, head, query);
            double[] p = new double[seen];
            double largest = Double.NEGATIVE_INFINITY;
            for (int key = 0; key < seen; key++) {
                p[key] = attention.scale() * dot(queries, atQ, keys, at(attention.k(), batch, keyHead, key));
                largest = Math.max(largest, p[key]);
            }
            double sum = 0;
            for (int key = 0; key < seen; key++) {
                p[key] = Math.exp(p[key] - largest);
                sum += p[key];
            }
            logSumExp.set(
                    ((long) batch * attention.heads() + head) * attention.queries() + query, largest + Math.log(sum));
            double delta = 0;
            double deltaSize = 0;
            double[] dp = new double[seen];
            for (int key = 0; key < seen; key++) {
                p[key] /= sum;
                int atV = at(attention.v(), batch, keyHead, key);
                o.add(atO, values, atV, p[key], p[key]);
                dp[key] = dot(gradients, atO, values, atV);
                delta += p[key] * dp[key];
            }
            // As it is computed: from the output, whose elements are rounded.
            for (int i = 0; i < attention.headSize(); i++) {
                deltaSize += Math.abs(gradients[atO + i] * o.values[atO + i]);
            }
            for (int key = 0; key < seen; key++) {
                double ds = attention.scale() * p[key] * (dp[key] - delta);
                double size = attention.scale() * p[key] * (Math.abs(dp[key]) + deltaSize);
                int atK = at(attention.k(), batch, keyHead, key);
                dq.add(at(attention.gradients().q(), batch, head, query), keys, atK, ds, size);
                dk.add(at(attention.gradients().k(), batch, keyHead, key), queries, atQ, ds, size);
                dv.add(at(attention.gradients().v(), batch, keyHead, key), gradients, atO, p[key], p[key]);
            }
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
