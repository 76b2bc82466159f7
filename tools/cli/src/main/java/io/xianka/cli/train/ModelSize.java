package io.xianka.cli.train;

import io.xianka.nn.GptConfig;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Models to train, by name, each with what suits it when nothing else is said. */
public enum ModelSize {
    /** For a text by characters on a processor: two minutes. */
    GPT_NANO("gpt-nano", 64, 96, 3, 3, 12, 700, 3e-3),
    /** For a text by characters on a GPU, or half an hour on a processor. */
    GPT_MINI("gpt-mini", 256, 384, 6, 6, 64, 5_000, 1e-3),
    /** GPT-2 with 124 million parameters. */
    GPT2_124M("gpt2-124m", 1_024, 768, 12, 12, 32, 10_000, 6e-4),
    /** GPT-2 with 355 million parameters. */
    GPT2_355M("gpt2-355m", 1_024, 1_024, 16, 24, 32, 10_000, 3e-4),
    /** GPT-2 with 774 million parameters. */
    GPT2_774M("gpt2-774m", 1_024, 1_280, 20, 36, 32, 10_000, 2.5e-4),
    /** GPT-2 with 1,558 million parameters. */
    GPT2_1558M("gpt2-1558m", 1_024, 1_600, 25, 48, 32, 10_000, 2e-4);

    private final String text;
    private final int block;
    private final int width;
    private final int heads;
    private final int layers;
    private final int batch;
    private final long steps;
    private final double learningRate;

    ModelSize(String text, int block, int width, int heads, int layers, int batch, long steps, double learningRate) {
        this.text = text;
        this.block = block;
        this.width = width;
        this.heads = heads;
        this.layers = layers;
        this.batch = batch;
        this.steps = steps;
        this.learningRate = learningRate;
    }

    /** The model of a name such as {@code gpt-nano}; one that is not there throws, naming all. */
    public static ModelSize of(String text) {
        return Arrays.stream(values())
                .filter(size -> size.text.equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no model " + text + "; there are "
                        + Arrays.stream(values()).map(size -> size.text).collect(Collectors.joining(", "))));
    }

    /** Such as {@code gpt-nano}. */
    public String text() {
        return text;
    }

    /** The model for so many tokens, whose table is a multiple of 64 rows where that is not many times more. */
    public GptConfig config(long vocabulary, long block) {
        long padded = vocabulary < 1_024 ? vocabulary : (vocabulary + 63) / 64 * 64;
        return new GptConfig(vocabulary, block, width, heads, layers, 0).withPaddedVocabulary(padded);
    }

    /** Whether it learns tokens of GPT-2 rather than characters. */
    public boolean isGpt2() {
        return text.startsWith("gpt2-");
    }

    /** The usual block. */
    public int block() {
        return block;
    }

    /** The usual examples of a step. */
    public int batch() {
        return batch;
    }

    /** The usual number of steps. */
    public long steps() {
        return steps;
    }

    /** The usual learning rate after warm-up. */
    public double learningRate() {
        return learningRate;
    }
}
