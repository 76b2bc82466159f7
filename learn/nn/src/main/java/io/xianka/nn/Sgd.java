package io.xianka.nn;

import io.xianka.tensor.Tensor;
import java.util.List;
import java.util.Map;

/**
 * Stochastic gradient descent, as torch.optim.SGD.
 *
 * @param momentum the share of the last change that is kept, 0 for none
 * @param dampening how much less than whole a gradient joins the momentum, but for the first
 * @param nesterov whether to look ahead by the momentum; needs some, and no dampening
 * @param weightDecay L2 regularisation: this times the parameter joins its gradient
 */
public record Sgd(double momentum, double dampening, boolean nesterov, double weightDecay) implements UpdateRule {
    /** Without momentum and weight decay. */
    public static final Sgd DEFAULT = new Sgd(0, 0, false, 0);

    private static final String MOMENTUM = "momentum_buffer";

    /** Checks the options. */
    public Sgd {
        UpdateRule.checked("SGD", "momentum", momentum, Double.POSITIVE_INFINITY);
        UpdateRule.checked("SGD", "weight decay", weightDecay, Double.POSITIVE_INFINITY);
        if (nesterov && (momentum == 0 || dampening != 0)) {
            throw new IllegalArgumentException("SGD: Nesterov's step needs momentum and no dampening, not momentum "
                    + momentum + " and dampening " + dampening);
        }
    }

    /** {@return with this momentum} */
    public Sgd withMomentum(double momentum) {
        return new Sgd(momentum, dampening, nesterov, weightDecay);
    }

    /** {@return with this dampening} */
    public Sgd withDampening(double dampening) {
        return new Sgd(momentum, dampening, nesterov, weightDecay);
    }

    /** {@return with Nesterov's step or without} */
    public Sgd withNesterov(boolean nesterov) {
        return new Sgd(momentum, dampening, nesterov, weightDecay);
    }

    /** {@return with this weight decay} */
    public Sgd withWeightDecay(double weightDecay) {
        return new Sgd(momentum, dampening, nesterov, weightDecay);
    }

    @Override
    public List<String> state() {
        return momentum == 0 ? List.of() : List.of(MOMENTUM);
    }

    @Override
    public Stepped step(Tensor value, Tensor gradient, Map<String, Tensor> state, Tensor learningRate, Clock clock) {
        Tensor g = UpdateRule.withDecay(gradient, value, weightDecay);
        if (momentum == 0) {
            return new Stepped(value.sub(g.mul(learningRate)), Map.of());
        }
        Tensor joining = g;
        if (dampening != 0) {
            joining = Tensor.where(clock.steps().eq(1.0), g, g.mul(1 - dampening));
        }
        Tensor moving = state.get(MOMENTUM).mul(momentum).add(joining);
        Tensor change = nesterov ? g.add(moving.mul(momentum)) : moving;
        return new Stepped(value.sub(change.mul(learningRate)), Map.of(MOMENTUM, moving));
    }
}
