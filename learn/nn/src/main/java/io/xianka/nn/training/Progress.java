package io.xianka.nn.training;

import java.util.OptionalDouble;

/**
 * What is known of one step of training.
 *
 * @param step how many steps were made, this one included
 * @param steps how many there will be
 * @param loss the mean over the batch, before the step
 * @param gradientNorm before clipping
 * @param tokensPerSecond or examples, of this step and the time since the one before
 * @param memoryBytes the most that the device has held at once so far
 * @param utilisation the share of the device's rate that the model's operations took, where both are known
 * @param validationLoss measured after the step, where it was
 * @param skipped whether parameters were left as they are, because scaled gradients were too large for float16
 */
public record Progress(
        long step,
        long steps,
        double loss,
        double learningRate,
        double gradientNorm,
        double tokensPerSecond,
        long memoryBytes,
        OptionalDouble utilisation,
        OptionalDouble validationLoss,
        boolean skipped) {

    /** Hears of each step, in the thread that trains. */
    @FunctionalInterface
    public interface Listener {
        /** A step was made. */
        void stepped(Progress progress);
    }
}
