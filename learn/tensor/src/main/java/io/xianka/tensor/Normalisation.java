package io.xianka.tensor;

import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.GradientRule;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.ReduceOp;
import io.xianka.tensor.graph.Trace;
import io.xianka.tensor.graph.UnaryOp;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Values brought to a scale. */
sealed interface Normalisation permits Tensor {
    private Tensor self() {
        return (Tensor) this;
    }

    /** y (g - sum(y g)): one pass over the rows of the result. */
    record SoftmaxGradient(int axis) implements GradientRule {
        @Override
        public List<Node> gradients(Node y, Node g) {
            Node drift = Trace.reduce(ReduceOp.SUM, Trace.binary(BinaryOp.MUL, y, g), axis);
            return List.of(Trace.binary(BinaryOp.MUL, y, Trace.binary(BinaryOp.SUB, g, drift)));
        }
    }

    /** g - e^y sum(g). */
    record LogSoftmaxGradient(int axis) implements GradientRule {
        @Override
        public List<Node> gradients(Node y, Node g) {
            Node sum = Trace.reduce(ReduceOp.SUM, g, axis);
            Node share = Trace.binary(BinaryOp.MUL, Trace.unary(UnaryOp.EXP, y), sum);
            return List.of(Trace.binary(BinaryOp.SUB, g, share));
        }
    }

    /** {@return exponentials over their sum along an axis} */
    default Tensor softmax(int axis) {
        if (Autocast.isOn()) {
            return Autocast.wide("softmax", self(), x -> x.softmax(axis));
        }
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), x -> x.softmax(axis));
        }
        Tensor x = Promotion.floating("softmax", self());
        int place = x.shape().axis(axis);
        if (x.shape().size(place) == 0) {
            return x;
        }
        Tensor constant = x.detach();
        Tensor weights = constant.sub(constant.amax(place, true)).exp();
        Tensor value = weights.div(weights.sum(place, true));
        return new Tensor(Trace.withGradient(value.node(), List.of(x.node()), new SoftmaxGradient(place)));
    }

    /** {@return the logarithm of {@link #softmax}} */
    default Tensor logSoftmax(int axis) {
        if (Autocast.isOn()) {
            return Autocast.wide("logSoftmax", self(), x -> x.logSoftmax(axis));
        }
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), x -> x.logSoftmax(axis));
        }
        Tensor x = Promotion.floating("logSoftmax", self());
        int place = x.shape().axis(axis);
        if (x.shape().size(place) == 0) {
            return x;
        }
        Tensor constant = x.detach();
        Tensor shifted = constant.sub(constant.amax(place, true));
        Tensor value = shifted.sub(shifted.exp().sum(place, true).log());
        return new Tensor(Trace.withGradient(value.node(), List.of(x.node()), new LogSoftmaxGradient(place)));
    }

    /**
     * The last axes brought to mean 0 and variance 1, then scaled and shifted.
     *
     * @param weight of the shape of the last axes, or null
     * @param bias of the same shape, or null
     * @param eps added to the variance
     */
    default Tensor layerNorm(Shape normalised, Tensor weight, Tensor bias, double eps) {
        if (Autocast.isOn()) {
            return Autocast.wide(
                    "layerNorm",
                    Arrays.asList(self(), weight, bias),
                    all -> all.get(0).layerNorm(normalised, all.get(1), all.get(2), eps));
        }
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), weight, bias, x -> x.layerNorm(normalised, weight, bias, eps));
        }
        return affine(standardised(last("layerNorm", normalised), eps), weight, bias);
    }

    /** {@return the last axis brought to mean 0 and variance 1, times a weight, plus a bias; either may be null} */
    default Tensor layerNorm(Tensor weight, Tensor bias, double eps) {
        if (Autocast.isOn()) {
            return Autocast.wide(
                    "layerNorm",
                    Arrays.asList(self(), weight, bias),
                    all -> all.get(0).layerNorm(all.get(1), all.get(2), eps));
        }
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), weight, bias, x -> x.layerNorm(weight, bias, eps));
        }
        return affine(standardised(new int[] {-1}, eps), weight, bias);
    }

    /**
     * The last axis divided by the root of its mean square.
     *
     * @param weight {@code (size of the last axis,)}, or null
     * @param eps added to the mean square
     */
    default Tensor rmsNorm(Tensor weight, double eps) {
        return rmsNorm(
                self().shape()
                        .slice(
                                Math.max(0, self().shape().rank() - 1),
                                self().shape().rank()),
                weight,
                eps);
    }

    /** {@return the last axes divided by the root of their mean square, times a weight of their shape, which may be null} */
    default Tensor rmsNorm(Shape normalised, Tensor weight, double eps) {
        if (Autocast.isOn()) {
            // On no list; PyTorch's own computes in float32 and gives what it was given.
            return Autocast.wide(
                            "rmsNorm",
                            Arrays.asList(self(), weight),
                            all -> all.get(0).rmsNorm(normalised, all.get(1), eps))
                    .to(self().dtype());
        }
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), weight, null, x -> x.rmsNorm(normalised, weight, eps));
        }
        Tensor x = Promotion.floating("rmsNorm", self());
        Tensor scale =
                x.square().mean(last("rmsNorm", normalised), true).add(eps).rsqrt();
        return affine(x.mul(scale), weight, null);
    }

    private int[] last(String operation, Shape normalised) {
        Shape shape = self().shape();
        int rank = normalised.rank();
        if (rank == 0
                || rank > shape.rank()
                || !shape.slice(shape.rank() - rank, shape.rank()).equals(normalised)) {
            throw new ShapeMismatch(operation + ": " + normalised + " is not how shape " + shape + " ends");
        }
        return IntStream.range(shape.rank() - rank, shape.rank()).toArray();
    }

    private Tensor standardised(int[] axes, double eps) {
        Tensor x = Promotion.floating("normalisation", self());
        Tensor distance = x.sub(x.mean(axes, true));
        return distance.mul(distance.square().mean(axes, true).add(eps).rsqrt());
    }

    private static Tensor affine(Tensor x, Tensor weight, Tensor bias) {
        Tensor scaled = weight == null ? x : x.mul(weight);
        return bias == null ? scaled : scaled.add(bias);
    }

    /** A value for each channel, axis 1, beside a tensor of this rank. */
    private Tensor channels(Tensor values) {
        if (values == null) {
            return null;
        }
        long[] sizes = new long[self().shape().rank() - 1];
        Arrays.fill(sizes, 1);
        sizes[0] = values.shape().elements();
        return values.reshape(sizes);
    }

    /**
     * Groups of channels of {@code (batch, channels, ...)}, each brought to mean 0 and variance 1.
     *
     * @param weight {@code (channels,)}, or null
     * @param bias {@code (channels,)}, or null
     */
    default Tensor groupNorm(int groups, Tensor weight, Tensor bias, double eps) {
        if (Autocast.isOn()) {
            return Autocast.wide(
                    "groupNorm",
                    Arrays.asList(self(), weight, bias),
                    all -> all.get(0).groupNorm(groups, all.get(1), all.get(2), eps));
        }
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), weight, bias, x -> x.groupNorm(groups, weight, bias, eps));
        }
        Shape shape = self().shape();
        if (shape.rank() < 2 || groups < 1 || shape.size(1) % groups != 0) {
            throw new ShapeMismatch("groupNorm: " + groups + " groups of the channels of shape " + shape);
        }
        long members = shape.elements() / Math.max(1, shape.size(0) * groups);
        Tensor grouped = self().reshape(shape.size(0), groups, members);
        Tensor same =
                ((Normalisation) grouped).standardised(new int[] {-1}, eps).reshape(shape);
        return affine(same, channels(weight), channels(bias));
    }

    /** {@return each channel of {@code (batch, channels, ...)} of each sample brought to mean 0 and variance 1} */
    default Tensor instanceNorm(Tensor weight, Tensor bias, double eps) {
        return Autocast.alone(() -> groupNorm(Math.toIntExact(self().shape().size(1)), weight, bias, eps));
    }

    /**
     * Each channel of {@code (batch, channels, ...)} brought to mean 0 and variance 1 over the batch, as while training.
     *
     * @param weight {@code (channels,)}, or null
     * @param bias {@code (channels,)}, or null
     */
    default Tensor batchNorm(Tensor weight, Tensor bias, double eps) {
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), weight, bias, x -> x.batchNorm(weight, bias, eps));
        }
        int[] axes = IntStream.range(0, self().shape().rank())
                .filter(axis -> axis != 1)
                .toArray();
        return Autocast.alone(() -> affine(standardised(axes, eps), channels(weight), channels(bias)));
    }

    /** {@return each channel of {@code (batch, channels, ...)} brought to a scale by known means and variances, as after training} */
    default Tensor batchNorm(Tensor mean, Tensor variance, Tensor weight, Tensor bias, double eps) {
        Tensor centred = self().sub(channels(mean));
        return Autocast.alone(
                () -> affine(centred.mul(channels(variance).add(eps).rsqrt()), channels(weight), channels(bias)));
    }

    /** {@return an axis divided by its length, which counts as at least eps} */
    default Tensor normalize(double order, int axis, double eps) {
        if (Autocast.isOn()) {
            return Autocast.wide("normalize", self(), x -> x.normalize(order, axis, eps));
        }
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), x -> x.normalize(order, axis, eps));
        }
        return self().div(self().norm(order, new int[] {axis}, true).clampMin(eps));
    }

    /** {@return each element 0 with a probability, else divided by the probability to stay} */
    default Tensor dropout(double probability, Generator generator) {
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("dropout: probability " + probability + " is not from 0 to 1");
        }
        if (probability == 0) {
            return self();
        }
        Tensor stays = generator
                .uniform(self().shape(), DType.FLOAT32, self().device())
                .ge(probability);
        Tensor scaled = probability == 1 ? self().zerosLike() : self().mul(1 / (1 - probability));
        return Tensor.where(stays, scaled, self().zerosLike());
    }
}
