package io.xianka.nn.training;

import io.xianka.nn.GradScaler;
import io.xianka.nn.Layer;
import io.xianka.nn.Optimizer;
import io.xianka.tensor.Generator;
import java.util.Map;
import java.util.Optional;

/**
 * What changes while a model is trained, and so what a checkpoint holds besides the step and the position in the data.
 *
 * @param scaler of the losses, where there is one
 * @param generators those that dropout and its like draw from, by names of your choice
 */
public record TrainingState(
        Layer model, Optimizer optimizer, Optional<GradScaler> scaler, Map<String, Generator> generators) {
    /** {@return the state of a step's training} */
    public static TrainingState of(Layer model, TrainingStep step, Map<String, Generator> generators) {
        return new TrainingState(model, step.optimizer(), Optional.ofNullable(step.scaler()), Map.copyOf(generators));
    }
}
