package io.xianka.tensor;

import java.util.Arrays;

/** How far predictions are from targets. Reductions are means unless said otherwise. */
sealed interface Losses permits Tensor {
    private Tensor self() {
        return (Tensor) this;
    }

    private Tensor less(String operation, Tensor target) {
        if (!self().shape().equals(target.shape())) {
            throw new ShapeMismatch(operation + ": predictions " + self().shape() + " and targets " + target.shape()
                    + " differ; expand() one if that is meant");
        }
        return self().sub(target);
    }

    /**
     * The cross-entropy of scores and classes.
     *
     * @param target the classes, integers: of scores {@code (batch, classes, ...)} a {@code (batch, ...)}
     */
    default Tensor crossEntropy(Tensor target) {
        return crossEntropy(target, CrossEntropy.DEFAULT);
    }

    /** {@return the cross-entropy of scores {@code (batch, classes, ...)} and classes {@code (batch, ...)}} */
    default Tensor crossEntropy(Tensor target, CrossEntropy options) {
        return Autocast.isOn()
                ? Autocast.wide("crossEntropy", self(), x -> options.ofScores(x, target))
                : options.ofScores(self(), target);
    }

    /** {@return the negative log-likelihood of classes {@code (batch, ...)}, from {@link Tensor#logSoftmax} over axis 1} */
    default Tensor nllLoss(Tensor target, CrossEntropy options) {
        return Autocast.isOn()
                ? Autocast.wide("nllLoss", self(), x -> options.ofLogProbabilities(x, target))
                : options.ofLogProbabilities(self(), target);
    }

    /** {@return the mean square of differences} */
    default Tensor mseLoss(Tensor target) {
        return mseLoss(target, Reduction.MEAN);
    }

    /** {@return squares of differences} */
    default Tensor mseLoss(Tensor target, Reduction reduction) {
        if (Autocast.isOn()) {
            return Autocast.wide("mseLoss", self(), target, (x, to) -> x.mseLoss(to, reduction));
        }
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), target, null, x -> x.mseLoss(target, reduction));
        }
        return reduction.of(less("mseLoss", target).square());
    }

    /** {@return the mean size of differences} */
    default Tensor l1Loss(Tensor target) {
        return l1Loss(target, Reduction.MEAN);
    }

    /** {@return sizes of differences} */
    default Tensor l1Loss(Tensor target, Reduction reduction) {
        if (Autocast.isOn()) {
            return Autocast.wide("l1Loss", self(), target, (x, to) -> x.l1Loss(to, reduction));
        }
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), target, null, x -> x.l1Loss(target, reduction));
        }
        return reduction.of(less("l1Loss", target).abs());
    }

    /** {@return half the square of differences up to delta, beyond it straight on} */
    default Tensor huberLoss(Tensor target, double delta) {
        return huberLoss(target, delta, Reduction.MEAN);
    }

    /** {@return half the square of differences up to delta, beyond it straight on} */
    default Tensor huberLoss(Tensor target, double delta, Reduction reduction) {
        if (Autocast.isOn()) {
            return Autocast.wide("huberLoss", self(), target, (x, to) -> x.huberLoss(to, delta, reduction));
        }
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), target, null, x -> x.huberLoss(target, delta, reduction));
        }
        Tensor difference = less("huberLoss", target);
        Tensor size = difference.abs();
        Tensor square = difference.square().mul(0.5);
        return reduction.of(
                Tensor.where(size.le(delta), square, size.sub(0.5 * delta).mul(delta)));
    }

    /** {@return the Huber loss over beta} */
    default Tensor smoothL1Loss(Tensor target, double beta) {
        if (Autocast.isOn()) {
            return Autocast.wide("smoothL1Loss", self(), target, (x, to) -> x.smoothL1Loss(to, beta));
        }
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), target, null, x -> x.smoothL1Loss(target, beta));
        }
        return beta == 0 ? l1Loss(target) : huberLoss(target, beta).div(beta);
    }

    /** {@return the cross-entropy of scores of one class and its probabilities} */
    default Tensor bceWithLogits(Tensor target) {
        return bceWithLogits(target, Reduction.MEAN);
    }

    /** {@return the cross-entropy of scores of one class and its probabilities} */
    default Tensor bceWithLogits(Tensor target, Reduction reduction) {
        if (Autocast.isOn()) {
            return Autocast.wide("bceWithLogits", self(), target, (x, to) -> x.bceWithLogits(to, reduction));
        }
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), target, null, x -> x.bceWithLogits(target, reduction));
        }
        less("bceWithLogits", target);
        return reduction.of(self().softplus().sub(self().mul(target)));
    }

    /** {@return the mean cross-entropy of probabilities of one class and those that were meant} */
    default Tensor bce(Tensor target) {
        return bce(target, Reduction.MEAN);
    }

    /**
     * The cross-entropy of probabilities of one class and those that were meant; logarithms count as at least -100.
     *
     * @throws DTypeMismatch under {@link Autocast} to float16, where a probability near 1 is 1 and its gradient infinite
     */
    default Tensor bce(Tensor target, Reduction reduction) {
        if (Autocast.isOn()) {
            if (Autocast.type() == DType.FLOAT16) {
                throw new DTypeMismatch(
                        "bce: refused under autocast to float16, which cannot tell probabilities near 1 apart; use bceWithLogits() on scores, without sigmoid()");
            }
            return Autocast.wide("bce", self(), target, (x, to) -> x.bce(to, reduction));
        }
        less("bce", target);
        // The gradient of the logarithms would be infinity times 0 at probabilities of 0 and 1.
        return reduction.of(Gradients.define(
                inputs -> {
                    Tensor p = inputs.get(0);
                    Tensor t = inputs.get(1);
                    Tensor is = p.log().clampMin(-100);
                    Tensor isNot = p.rsub(1.0).log().clampMin(-100);
                    return t.mul(is).add(t.rsub(1.0).mul(isNot)).neg();
                },
                (inputs, _, g) -> {
                    Tensor p = inputs.get(0);
                    Tensor t = inputs.get(1);
                    Tensor odds = p.rsub(1.0).log().clampMin(-100).sub(p.log().clampMin(-100));
                    Tensor slope = p.sub(t).div(p.mul(p.rsub(1.0)).clampMin(1e-12));
                    return Arrays.asList(g.mul(slope), t.isDifferentiable() ? g.mul(odds) : null);
                },
                self(),
                target));
    }

    /** {@return the divergence of these log-probabilities from target probabilities, summed over all and divided by axis 0} */
    default Tensor klDiv(Tensor target) {
        if (Autocast.isOn()) {
            return Autocast.wide("klDiv", self(), target, (x, to) -> x.klDiv(to));
        }
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), target, null, x -> x.klDiv(target));
        }
        less("klDiv", target);
        Tensor zero = target.le(0);
        Tensor terms = target.mul(target.maskedFill(zero, 1).log().sub(self()));
        return terms.maskedFill(zero, 0).sum().div((double) self().shape().size(0));
    }

    /** {@return the cosine of the angle between both along an axis, lengths counting as at least eps} */
    default Tensor cosineSimilarity(Tensor other, int axis, double eps) {
        if (Autocast.isOn()) {
            return Autocast.wide("cosineSimilarity", self(), other, (x, y) -> x.cosineSimilarity(y, axis, eps));
        }
        if (Promotion.isNarrow(self())) {
            return Promotion.inFloat32(self(), other, null, x -> x.cosineSimilarity(other, axis, eps));
        }
        int[] axes = {axis};
        Tensor left = self().norm(2, axes, false).clampMin(eps);
        Tensor right = other.norm(2, axes, false).clampMin(eps);
        return self().mul(other).sum(axis).div(left.mul(right));
    }
}
