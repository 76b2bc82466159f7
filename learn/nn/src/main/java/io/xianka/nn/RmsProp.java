package io.xianka.nn;

import io.xianka.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Division by a moving root mean square, as torch.optim.RMSprop.
 *
 * @param alpha what the average of squares keeps at each step
 * @param eps added to its root
 * @param weightDecay L2 regularisation: this times the parameter joins its gradient
 * @param momentum the share of the last change that is kept, 0 for none
 * @param centered whether to divide by the deviation from the moving mean instead
 */
public record RmsProp(double alpha, double eps, double weightDecay, double momentum, boolean centered)
        implements UpdateRule {
    /** Alpha 0.99, epsilon 1e-8, neither weight decay nor momentum. PyTorch's learning rate for it is 0.01. */
    public static final RmsProp DEFAULT = new RmsProp(0.99, 1e-8, 0, 0, false);

    private static final String SQUARES = "square_avg";
    private static final String MOMENTUM = "momentum_buffer";
    private static final String MEAN = "grad_avg";

    /** Checks the options. */
    public RmsProp {
        UpdateRule.checked("RMSprop", "alpha", alpha, Double.POSITIVE_INFINITY);
        UpdateRule.checked("RMSprop", "eps", eps, Double.POSITIVE_INFINITY);
        UpdateRule.checked("RMSprop", "weight decay", weightDecay, Double.POSITIVE_INFINITY);
        UpdateRule.checked("RMSprop", "momentum", momentum, Double.POSITIVE_INFINITY);
    }

    /** {@return with this alpha} */
    public RmsProp withAlpha(double alpha) {
        return new RmsProp(alpha, eps, weightDecay, momentum, centered);
    }

    /** {@return with this epsilon} */
    public RmsProp withEps(double eps) {
        return new RmsProp(alpha, eps, weightDecay, momentum, centered);
    }

    /** {@return with this weight decay} */
    public RmsProp withWeightDecay(double weightDecay) {
        return new RmsProp(alpha, eps, weightDecay, momentum, centered);
    }

    /** {@return with this momentum} */
    public RmsProp withMomentum(double momentum) {
        return new RmsProp(alpha, eps, weightDecay, momentum, centered);
    }

    /** {@return by the deviation from the moving mean, or by the root mean square} */
    public RmsProp withCentered(boolean centered) {
        return new RmsProp(alpha, eps, weightDecay, momentum, centered);
    }

    @Override
    public List<String> state() {
        return momentum == 0
                ? (centered ? List.of(SQUARES, MEAN) : List.of(SQUARES))
                : (centered ? List.of(SQUARES, MEAN, MOMENTUM) : List.of(SQUARES, MOMENTUM));
    }

    @Override
    public Stepped step(Tensor value, Tensor gradient, Map<String, Tensor> state, Tensor learningRate, Clock clock) {
        Tensor g = UpdateRule.withDecay(gradient, value, weightDecay);
        Map<String, Tensor> next = new LinkedHashMap<>();
        Tensor squares = UpdateRule.average(state.get(SQUARES), g.square(), alpha);
        next.put(SQUARES, squares);
        Tensor spread = squares;
        if (centered) {
            Tensor mean = UpdateRule.average(state.get(MEAN), g, alpha);
            next.put(MEAN, mean);
            spread = squares.sub(mean.square());
        }
        Tensor change = g.div(spread.sqrt().add(eps));
        if (momentum != 0) {
            change = state.get(MOMENTUM).mul(momentum).add(change);
            next.put(MOMENTUM, change);
        }
        return new Stepped(value.sub(change.mul(learningRate)), next);
    }
}
