package io.xianka.cli.train;

import io.xianka.nn.Checkpointing;
import io.xianka.nn.data.TokenFile;
import io.xianka.nn.training.Precision;
import io.xianka.nn.training.TrainingCheckpoint;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * All that decides how a training goes, as a checkpoint remembers it: with the same settings, and the same data, a training that goes on
 * is the one that was not interrupted.
 *
 * @param text the file, if one was named
 * @param tokens the file, if one was named; where neither is, the example's text
 * @param vocabulary of a file of tokens
 * @param batch examples of a step
 * @param accumulate micro-batches that a step's examples are cut into
 */
public record TrainingSettings(
        Optional<Path> text,
        Optional<Path> tokens,
        TokenFile.Width width,
        long vocabulary,
        ModelSize model,
        int block,
        int batch,
        int accumulate,
        Precision precision,
        Checkpointing checkpointing,
        long steps,
        double learningRate,
        long seed) {
    /** Tokens of GPT-2, what nanoGPT's files hold. */
    private static final long GPT2_VOCABULARY = 50_257;

    private static final double WARM_UP_SHARE = 0.05;
    private static final long SHORTEST_WARM_UP = 100;
    private static final long LONGEST_WARM_UP = 2_000;

    /** What a model is trained with when nothing is said. */
    public static TrainingSettings usual(ModelSize model) {
        return new TrainingSettings(
                Optional.empty(),
                Optional.empty(),
                TokenFile.Width.UINT16,
                GPT2_VOCABULARY,
                model,
                model.block(),
                model.batch(),
                1,
                Precision.FP32,
                Checkpointing.NONE,
                model.steps(),
                model.learningRate(),
                1);
    }

    /** As a checkpoint keeps them. */
    public Map<String, String> properties() {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("text", text.map(Path::toString).orElse(""));
        properties.put("tokens", tokens.map(Path::toString).orElse(""));
        properties.put("token_type", width.name());
        properties.put("vocabulary", String.valueOf(vocabulary));
        properties.put("model", model.text());
        properties.put("block", String.valueOf(block));
        properties.put("batch", String.valueOf(batch));
        properties.put("accumulate", String.valueOf(accumulate));
        properties.put("precision", precision.text());
        properties.put("checkpointing", checkpointing.text());
        properties.put("steps", String.valueOf(steps));
        properties.put("learning_rate", String.valueOf(learningRate));
        properties.put("seed", String.valueOf(seed));
        return properties;
    }

    /** Those that a checkpoint kept; one that is missing or wrong throws. */
    public static TrainingSettings of(TrainingCheckpoint checkpoint) {
        var kept = new Kept(checkpoint);
        return new TrainingSettings(
                kept.as("text", TrainingSettings::path),
                kept.as("tokens", TrainingSettings::path),
                kept.as("token_type", TokenFile.Width::valueOf),
                kept.as("vocabulary", Long::valueOf),
                kept.as("model", ModelSize::of),
                kept.as("block", Integer::valueOf),
                kept.as("batch", Integer::valueOf),
                kept.as("accumulate", Integer::valueOf),
                kept.as("precision", Precision::of),
                kept.as("checkpointing", Checkpointing::of),
                kept.as("steps", Long::valueOf),
                kept.as("learning_rate", Double::valueOf),
                kept.as("seed", Long::valueOf));
    }

    private record Kept(TrainingCheckpoint checkpoint) {
        <T> T as(String name, Function<String, T> meaning) {
            String text = checkpoint.properties().get(name);
            if (text == null) {
                throw new IllegalArgumentException(checkpoint.folder() + ": the checkpoint does not say its " + name
                        + "; it was not written by xianka train, and Java goes on with it (docs/training.md)");
            }
            try {
                return meaning.apply(text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        checkpoint.folder() + ": the checkpoint's " + name + " is '" + text
                                + "', which this Xianka does not know; its training.json was changed, or is of a newer one",
                        e);
            }
        }
    }

    private static Optional<Path> path(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text));
    }

    /** With a step made in another way, which changes what it holds at once and not what it computes. */
    public TrainingSettings withStep(int accumulate, Checkpointing checkpointing) {
        return new TrainingSettings(
                text,
                tokens,
                width,
                vocabulary,
                model,
                block,
                batch,
                accumulate,
                precision,
                checkpointing,
                steps,
                learningRate,
                seed);
    }

    /** Steps in which the learning rate rises. */
    public long warmUpSteps() {
        long rising = Math.clamp((long) (WARM_UP_SHARE * steps), SHORTEST_WARM_UP, LONGEST_WARM_UP);
        return Math.clamp(rising, 1, Math.max(1, steps / 2));
    }
}
