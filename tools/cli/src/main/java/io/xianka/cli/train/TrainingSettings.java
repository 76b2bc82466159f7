package io.xianka.cli.train;

import io.xianka.nn.Checkpointing;
import io.xianka.nn.data.TokenFile;
import io.xianka.nn.training.Precision;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

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
    public static TrainingSettings of(Map<String, String> properties) {
        for (String name : usual(ModelSize.GPT_NANO).properties().keySet()) {
            if (!properties.containsKey(name)) {
                throw new IllegalArgumentException("the checkpoint does not say its " + name
                        + "; it was not written by xianka train, and Java goes on with it (docs/training.md)");
            }
        }
        return new TrainingSettings(
                path(properties.get("text")),
                path(properties.get("tokens")),
                TokenFile.Width.valueOf(properties.get("token_type")),
                Long.parseLong(properties.get("vocabulary")),
                ModelSize.of(properties.get("model")),
                Integer.parseInt(properties.get("block")),
                Integer.parseInt(properties.get("batch")),
                Integer.parseInt(properties.get("accumulate")),
                Precision.of(properties.get("precision")),
                Checkpointing.of(properties.get("checkpointing")),
                Long.parseLong(properties.get("steps")),
                Double.parseDouble(properties.get("learning_rate")),
                Long.parseLong(properties.get("seed")));
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
