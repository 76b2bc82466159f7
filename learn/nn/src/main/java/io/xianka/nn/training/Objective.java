package io.xianka.nn.training;

import io.xianka.nn.Checkpointing;
import io.xianka.nn.LanguageModel;
import io.xianka.nn.Layer;
import io.xianka.tensor.CrossEntropy;
import io.xianka.tensor.Reduction;
import io.xianka.tensor.Tensor;

/** What training makes smaller: a model and its loss. */
@FunctionalInterface
public interface Objective {
    /**
     * The sum, not the mean, of the losses of all targets that count, so that micro-batches add up.
     *
     * @param input of one micro-batch, {@code (batch, ...)}
     * @param target of one micro-batch
     * @param checkpointing for models that know of it
     * @return a scalar
     */
    Tensor losses(Tensor input, Tensor target, Checkpointing checkpointing);

    /** {@return the cross-entropy of a language model's next tokens; those of number -100 do not count} */
    static Objective of(LanguageModel model) {
        CrossEntropy sum = CrossEntropy.DEFAULT.withReduction(Reduction.SUM);
        return (tokens, next, checkpointing) ->
                model.checkpointing(checkpointing).loss(tokens, next, sum);
    }

    /**
     * {@return the cross-entropy of a model's scores, whose last axis is the classes, and classes of the other axes; those of number -100
     * do not count} The model computes nothing again but what it says itself.
     */
    static Objective crossEntropy(Layer model) {
        CrossEntropy sum = CrossEntropy.DEFAULT.withReduction(Reduction.SUM);
        return (input, target, _) -> {
            Tensor scores = model.forward(input);
            long classes = scores.shape().size(-1);
            return scores.reshape(scores.shape().elements() / classes, classes).crossEntropy(target.flatten(), sum);
        };
    }
}
