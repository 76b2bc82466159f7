package io.xianka.nn;

import io.xianka.tensor.Tensor;
import java.util.List;
import java.util.Map;

/**
 * Division by the root of the sum of all squared gradients, as torch.optim.Adagrad.
 *
 * @param learningRateDecay the learning rate of step t, from 0, is divided by 1 + t times this
 * @param weightDecay L2 regularisation: this times the parameter joins its gradient
 * @param initially where the sums begin
 * @param eps added to the root
 */
public record Adagrad(double learningRateDecay, double weightDecay, double initially, double eps)
        implements UpdateRule {
    /** Epsilon 1e-10, nothing else. PyTorch's learning rate for it is 0.01. */
    public static final Adagrad DEFAULT = new Adagrad(0, 0, 0, 1e-10);

    private static final String SUM = "sum";

    /** Checks the options. */
    public Adagrad {
        UpdateRule.checked("Adagrad", "learning rate decay", learningRateDecay, Double.POSITIVE_INFINITY);
        UpdateRule.checked("Adagrad", "weight decay", weightDecay, Double.POSITIVE_INFINITY);
        UpdateRule.checked("Adagrad", "initial sum", initially, Double.POSITIVE_INFINITY);
        UpdateRule.checked("Adagrad", "eps", eps, Double.POSITIVE_INFINITY);
    }

    /** {@return with this decay of the learning rate} */
    public Adagrad withLearningRateDecay(double learningRateDecay) {
        return new Adagrad(learningRateDecay, weightDecay, initially, eps);
    }

    /** {@return with this weight decay} */
    public Adagrad withWeightDecay(double weightDecay) {
        return new Adagrad(learningRateDecay, weightDecay, initially, eps);
    }

    /** {@return with sums that begin here} */
    public Adagrad withInitially(double initially) {
        return new Adagrad(learningRateDecay, weightDecay, initially, eps);
    }

    /** {@return with this epsilon} */
    public Adagrad withEps(double eps) {
        return new Adagrad(learningRateDecay, weightDecay, initially, eps);
    }

    @Override
    public List<String> state() {
        return List.of(SUM);
    }

    @Override
    public Stepped step(Tensor value, Tensor gradient, Map<String, Tensor> state, Tensor learningRate, Clock clock) {
        Tensor g = UpdateRule.withDecay(gradient, value, weightDecay);
        Tensor rate = learningRateDecay == 0
                ? learningRate
                : learningRate.div(clock.steps().sub(1.0).mul(learningRateDecay).add(1.0));
        Tensor sum = state.get(SUM).add(g.square());
        return new Stepped(value.sub(g.mul(rate).div(sum.sqrt().add(eps))), Map.of(SUM, sum));
    }
}
