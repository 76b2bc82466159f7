package io.xianka.tensor;

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
        return options.ofScores(self(), target);
    }

    /** {@return the negative log-likelihood of classes {@code (batch, ...)}, from {@link Tensor#logSoftmax} over axis 1} */
    default Tensor nllLoss(Tensor target, CrossEntropy options) {
        return options.ofLogProbabilities(self(), target);
    }

    /** {@return the mean square of differences} */
    default Tensor mseLoss(Tensor target) {
        return mseLoss(target, Reduction.MEAN);
    }

    /** {@return squares of differences} */
    default Tensor mseLoss(Tensor target, Reduction reduction) {
        return reduction.of(less("mseLoss", target).square());
    }

    /** {@return the mean size of differences} */
    default Tensor l1Loss(Tensor target) {
        return l1Loss(target, Reduction.MEAN);
    }

    /** {@return sizes of differences} */
    default Tensor l1Loss(Tensor target, Reduction reduction) {
        return reduction.of(less("l1Loss", target).abs());
    }

    /** {@return half the square of differences up to delta, beyond it straight on} */
    default Tensor huberLoss(Tensor target, double delta) {
        return huberLoss(target, delta, Reduction.MEAN);
    }

    /** {@return half the square of differences up to delta, beyond it straight on} */
    default Tensor huberLoss(Tensor target, double delta, Reduction reduction) {
        Tensor difference = less("huberLoss", target);
        Tensor size = difference.abs();
        Tensor square = difference.square().mul(0.5);
        return reduction.of(
                Tensor.where(size.le(delta), square, size.sub(0.5 * delta).mul(delta)));
    }

    /** {@return the Huber loss over beta} */
    default Tensor smoothL1Loss(Tensor target, double beta) {
        return beta == 0 ? l1Loss(target) : huberLoss(target, beta).div(beta);
    }

    /** {@return the cross-entropy of scores of one class and its probabilities} */
    default Tensor bceWithLogits(Tensor target) {
        return bceWithLogits(target, Reduction.MEAN);
    }

    /** {@return the cross-entropy of scores of one class and its probabilities} */
    default Tensor bceWithLogits(Tensor target, Reduction reduction) {
        less("bceWithLogits", target);
        return reduction.of(self().softplus().sub(self().mul(target)));
    }

    /** {@return the divergence of these log-probabilities from target probabilities, summed over all and divided by axis 0} */
    default Tensor klDiv(Tensor target) {
        less("klDiv", target);
        Tensor zero = target.le(0);
        Tensor terms = target.mul(target.maskedFill(zero, 1).log().sub(self()));
        return terms.maskedFill(zero, 0).sum().div((double) self().shape().size(0));
    }

    /** {@return the cosine of the angle between both along an axis, lengths counting as at least eps} */
    default Tensor cosineSimilarity(Tensor other, int axis, double eps) {
        int[] axes = {axis};
        Tensor left = self().norm(2, axes, false).clampMin(eps);
        Tensor right = other.norm(2, axes, false).clampMin(eps);
        return self().mul(other).sum(axis).div(left.mul(right));
    }
}
