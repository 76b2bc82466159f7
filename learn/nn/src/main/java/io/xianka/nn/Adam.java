package io.xianka.nn;

import io.xianka.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Adam, as torch.optim.Adam.
 *
 * @param beta1 what the average of gradients keeps at each step
 * @param beta2 what the average of their squares keeps at each step
 * @param eps added to the root of the second average
 * @param weightDecay L2 regularisation: this times the parameter joins its gradient; {@link AdamW} decays apart from it
 * @param amsgrad whether to divide by the largest second average so far
 */
public record Adam(double beta1, double beta2, double eps, double weightDecay, boolean amsgrad) implements UpdateRule {
    /** Betas 0.9 and 0.999, epsilon 1e-8, no weight decay. */
    public static final Adam DEFAULT = new Adam(0.9, 0.999, 1e-8, 0, false);

    private static final String MEAN = "exp_avg";
    private static final String SQUARES = "exp_avg_sq";
    private static final String LARGEST = "max_exp_avg_sq";

    /** Checks the options. */
    public Adam {
        UpdateRule.checked("Adam", "beta1", beta1, 1);
        UpdateRule.checked("Adam", "beta2", beta2, 1);
        UpdateRule.checked("Adam", "eps", eps, Double.POSITIVE_INFINITY);
        UpdateRule.checked("Adam", "weight decay", weightDecay, Double.POSITIVE_INFINITY);
    }

    /** {@return with these betas} */
    public Adam withBetas(double beta1, double beta2) {
        return new Adam(beta1, beta2, eps, weightDecay, amsgrad);
    }

    /** {@return with this epsilon} */
    public Adam withEps(double eps) {
        return new Adam(beta1, beta2, eps, weightDecay, amsgrad);
    }

    /** {@return with this weight decay} */
    public Adam withWeightDecay(double weightDecay) {
        return new Adam(beta1, beta2, eps, weightDecay, amsgrad);
    }

    /** {@return with the largest second average or with the last} */
    public Adam withAmsgrad(boolean amsgrad) {
        return new Adam(beta1, beta2, eps, weightDecay, amsgrad);
    }

    @Override
    public List<String> state() {
        return amsgrad ? List.of(MEAN, SQUARES, LARGEST) : List.of(MEAN, SQUARES);
    }

    @Override
    public List<Double> decays() {
        return List.of(beta1, beta2);
    }

    @Override
    public Stepped step(Tensor value, Tensor gradient, Map<String, Tensor> state, Tensor learningRate, Clock clock) {
        Tensor g = UpdateRule.withDecay(gradient, value, weightDecay);
        Tensor mean = UpdateRule.average(state.get(MEAN), g, beta1);
        Tensor squares = UpdateRule.average(state.get(SQUARES), g.square(), beta2);
        Map<String, Tensor> next = new LinkedHashMap<>();
        next.put(MEAN, mean);
        next.put(SQUARES, squares);
        Tensor second = squares;
        if (amsgrad) {
            second = state.get(LARGEST).maximum(squares);
            next.put(LARGEST, second);
        }
        Tensor divisor = second.sqrt().div(clock.correction(beta2).sqrt()).add(eps);
        Tensor rate = learningRate.div(clock.correction(beta1));
        return new Stepped(value.sub(mean.mul(rate).div(divisor)), next);
    }
}
