package io.xianka.nn;

import io.xianka.tensor.Tensor;
import java.util.List;
import java.util.Map;

/**
 * How an optimizer changes one parameter, given its gradient: a record of options, one for each of PyTorch's optimizers. Pure: it
 * records what the next value and state are and changes nothing.
 */
public sealed interface UpdateRule permits Sgd, Adam, AdamW, RmsProp, Adagrad {
    /** {@return the names of the tensors of a parameter's shape that are kept from step to step, as PyTorch names them} */
    List<String> state();

    /** {@return what a state tensor holds before the first step} */
    default double initially() {
        return 0;
    }

    /** {@return the numbers whose powers, by the count of steps, correct moving averages for their start at zero} */
    default List<Double> decays() {
        return List.of();
    }

    /** Where a parameter stands after a step: its value, and its state by name. */
    record Stepped(Tensor value, Map<String, Tensor> state) {}

    /**
     * The step.
     *
     * @param value the parameter
     * @param gradient of its shape and type
     * @param state by name
     * @param learningRate a scalar
     * @param clock the count of steps, this one included
     */
    Stepped step(Tensor value, Tensor gradient, Map<String, Tensor> state, Tensor learningRate, Clock clock);

    /** {@return the gradient with weight decay added to it, which L2 regularisation is} */
    static Tensor withDecay(Tensor gradient, Tensor value, double weightDecay) {
        return weightDecay == 0 ? gradient : gradient.add(value.mul(weightDecay));
    }

    /** {@return a moving average after one more value} */
    static Tensor average(Tensor old, Tensor next, double decay) {
        return old.mul(decay).add(next.mul(1 - decay));
    }

    /** Refuses options that no training means. */
    static double checked(String rule, String option, double value, double below) {
        if (!(value >= 0 && value < below)) {
            throw new IllegalArgumentException(
                    rule + ": " + option + " is " + value + ", not from 0 to below " + below);
        }
        return value;
    }
}
