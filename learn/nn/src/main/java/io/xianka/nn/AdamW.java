package io.xianka.nn;

import io.xianka.tensor.Tensor;
import java.util.List;
import java.util.Map;

/**
 * Adam with weight decay apart from the gradient, as torch.optim.AdamW: the parameter is first multiplied by 1 - learning rate x
 * weight decay.
 *
 * @param beta1 what the average of gradients keeps at each step
 * @param beta2 what the average of their squares keeps at each step
 * @param eps added to the root of the second average
 * @param weightDecay the share of the parameter that decays, times the learning rate
 * @param amsgrad whether to divide by the largest second average so far
 */
public record AdamW(double beta1, double beta2, double eps, double weightDecay, boolean amsgrad) implements UpdateRule {
    /** Betas 0.9 and 0.999, epsilon 1e-8, weight decay 0.01. */
    public static final AdamW DEFAULT = new AdamW(0.9, 0.999, 1e-8, 0.01, false);

    /** Checks the options. */
    public AdamW {
        UpdateRule.checked("AdamW", "beta1", beta1, 1);
        UpdateRule.checked("AdamW", "beta2", beta2, 1);
        UpdateRule.checked("AdamW", "eps", eps, Double.POSITIVE_INFINITY);
        UpdateRule.checked("AdamW", "weight decay", weightDecay, Double.POSITIVE_INFINITY);
    }

    /** {@return with these betas} */
    public AdamW withBetas(double beta1, double beta2) {
        return new AdamW(beta1, beta2, eps, weightDecay, amsgrad);
    }

    /** {@return with this epsilon} */
    public AdamW withEps(double eps) {
        return new AdamW(beta1, beta2, eps, weightDecay, amsgrad);
    }

    /** {@return with this weight decay} */
    public AdamW withWeightDecay(double weightDecay) {
        return new AdamW(beta1, beta2, eps, weightDecay, amsgrad);
    }

    /** {@return with the largest second average or with the last} */
    public AdamW withAmsgrad(boolean amsgrad) {
        return new AdamW(beta1, beta2, eps, weightDecay, amsgrad);
    }

    private Adam adam() {
        return new Adam(beta1, beta2, eps, 0, amsgrad);
    }

    @Override
    public List<String> state() {
        return adam().state();
    }

    @Override
    public List<Double> decays() {
        return adam().decays();
    }

    @Override
    public Stepped step(Tensor value, Tensor gradient, Map<String, Tensor> state, Tensor learningRate, Clock clock) {
        Tensor decayed = value.mul(learningRate.mul(-weightDecay).add(1));
        return adam().step(decayed, gradient, state, learningRate, clock);
    }
}
