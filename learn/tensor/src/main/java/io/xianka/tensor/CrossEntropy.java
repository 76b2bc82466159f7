package io.xianka.tensor;

import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.GradientRule;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Trace;
import java.util.Arrays;
import java.util.List;

/**
 * How cross-entropy is counted, as in PyTorch.
 *
 * @param weight of each class, {@code (classes,)}, or null
 * @param ignoreIndex targets of this class do not count
 * @param labelSmoothing the share of the target that is spread evenly over all classes, 0 to 1
 * @param reduction a mean is over what counts: by weights, without the ignored; NaN when nothing does
 */
public record CrossEntropy(Tensor weight, long ignoreIndex, double labelSmoothing, Reduction reduction) {
    /** Mean over all targets but those of class -100. */
    public static final CrossEntropy DEFAULT = new CrossEntropy(null, -100, 0, Reduction.MEAN);

    /** With a smoothing from 0 to 1. */
    public CrossEntropy {
        if (!(labelSmoothing >= 0 && labelSmoothing <= 1)) {
            throw new IllegalArgumentException(
                    "crossEntropy: label smoothing " + labelSmoothing + " is not from 0 to 1");
        }
    }

    /** {@return with a weight of each class} */
    public CrossEntropy withWeight(Tensor weight) {
        return new CrossEntropy(weight, ignoreIndex, labelSmoothing, reduction);
    }

    /** {@return with another class that does not count} */
    public CrossEntropy withIgnoreIndex(long ignoreIndex) {
        return new CrossEntropy(weight, ignoreIndex, labelSmoothing, reduction);
    }

    /** {@return with another share spread over all classes} */
    public CrossEntropy withLabelSmoothing(double labelSmoothing) {
        return new CrossEntropy(weight, ignoreIndex, labelSmoothing, reduction);
    }

    /** {@return with another reduction} */
    public CrossEntropy withReduction(Reduction reduction) {
        return new CrossEntropy(weight, ignoreIndex, labelSmoothing, reduction);
    }

    /**
     * The gradient of elements gathered by one place each along an axis: g at that place, 0 elsewhere. Written without scattering, so
     * that it joins what else is done to the row. Inputs: operand, index.
     */
    private record Picked(int axis) implements GradientRule {
        @Override
        public List<Node> gradients(Node node, Node g) {
            Node operand = node.input(1);
            Node place = Trace.iota(axis, operand.shape(), DType.INT64, operand.place());
            Node chosen = Trace.binary(BinaryOp.EQ, place, node.input(2));
            return Arrays.asList(Trace.where(chosen, g, Trace.fillLike(g, 0)), null);
        }
    }

    private static Tensor picked(Tensor scores, Tensor index) {
        Node places = index.node();
        Node value = Trace.gather(scores.detach().node(), places, 1);
        return new Tensor(Trace.withGradient(value, List.of(scores.node(), places), new Picked(1)));
    }

    /** From scores: the logarithm of their sum of exponentials less the target's. */
    Tensor ofScores(Tensor scores, Tensor target) {
        if (Promotion.isNarrow(scores)) {
            return Promotion.inFloat32(scores, wide -> ofScores(wide, target));
        }
        Tensor x = classesSecond(Promotion.floating("crossEntropy", scores));
        Tensor largest = x.detach().amax(1, true);
        Tensor shift = largest.maskedFill(largest.isInfinite(), 0);
        Tensor shifted = x.sub(shift);
        Tensor sum = shifted.exp().sum(1, true).log();
        // The target's score is read as it lies in memory, not as it is shifted: so it can be read before a gradient
        // takes its place.
        return counted(x, target, picks -> sum.sub(picks.of(x).sub(shift)), () -> sum.sub(shifted));
    }

    /** From logarithms of probabilities. */
    Tensor ofLogProbabilities(Tensor logs, Tensor target) {
        Tensor x = classesSecond(Promotion.floating("nllLoss", logs));
        return counted(x, target, picks -> picks.of(x).neg(), x::neg);
    }

    private interface Picks {
        Tensor of(Tensor tensor);
    }

    private interface AtTarget {
        Tensor loss(Picks picks);
    }

    private interface AtEach {
        Tensor losses();
    }

    private static Tensor classesSecond(Tensor scores) {
        if (scores.shape().rank() == 0) {
            throw new ShapeMismatch("crossEntropy: scores are (classes,) or (batch, classes, ...), not a scalar");
        }
        return scores.shape().rank() == 1 ? scores.unsqueeze(0) : scores;
    }

    private Tensor counted(Tensor x, Tensor target, AtTarget atTarget, AtEach atEach) {
        Shape expected = x.shape().remove(1);
        boolean single = target.shape().rank() == 0 && expected.equals(Shape.of(1));
        if (!single && !target.shape().equals(expected)) {
            throw new ShapeMismatch(
                    "crossEntropy: scores " + x.shape() + " want targets " + expected + ", not " + target.shape());
        }
        Tensor classes = new Tensor(Promotion.index("crossEntropy", target)).reshape(expected.insert(1, 1));
        Tensor counts = classes.ne(ignoreIndex);
        // Refused by its own name; the forward and the backward pass read the same one.
        Tensor safe = new Tensor(Promotion.places(
                "crossEntropy",
                Tensor.where(counts, classes, classes.zerosLike()),
                x.shape().size(1)));
        Tensor share = counts.to(x.dtype());
        Tensor weights = weight == null ? share : share.mul(weight.to(x.dtype()).take(0, safe));
        Tensor losses = atTarget.loss(tensor -> picked(tensor, safe));
        Tensor hard = Tensor.where(counts, weight == null ? losses : losses.mul(weights), losses.zerosLike());
        Tensor all = labelSmoothing == 0 ? hard : smoothed(hard, counts, atEach.losses());
        return switch (reduction) {
            case NONE -> all.reshape(target.shape());
            case SUM -> all.sum();
            case MEAN -> all.sum().div(weights.sum());
        };
    }

    private Tensor smoothed(Tensor hard, Tensor counts, Tensor each) {
        Tensor spread = each;
        if (weight != null) {
            long[] sizes = new long[each.shape().rank() - 1];
            Arrays.fill(sizes, 1);
            sizes[0] = each.shape().size(1);
            spread = each.mul(weight.to(each.dtype()).reshape(sizes));
        }
        Tensor soft = spread.sum(1, true).mul(labelSmoothing / each.shape().size(1));
        return hard.mul(1 - labelSmoothing).add(Tensor.where(counts, soft, soft.zerosLike()));
    }
}
