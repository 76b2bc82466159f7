package io.xianka.nn;

import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * GPT-2: learned positions, blocks of causal attention and a perceptron of tanh-GELU, each after a layer norm and beside the stream;
 * the head multiplies by the embedding's table. Names and layout of the state are those of GPT-2's published weights ({@code wte.weight},
 * {@code h.0.attn.c_attn.weight} as {@code (in, out)}). Weights start normal with deviation 0.02, those that end a branch with 0.02
 * over the root of twice the layers, biases at 0; so the first loss is about the logarithm of the vocabulary. Rows of the table beyond
 * the vocabulary only fill up its size: no score and no loss sees them.
 */
public final class Gpt extends LanguageModel {
    private static final double DEVIATION = 0.02;
    private static final double EPS = 1e-5;

    private final GptConfig config;
    private final Embedding tokens;
    private final Embedding positions;
    private final Dropout dropout;
    private final List<TransformerBlock> blocks = new ArrayList<>();
    private final LayerNorm last;

    /** On the current device. */
    public Gpt(GptConfig config) {
        this(config, Placement.current());
    }

    /** Somewhere. */
    public Gpt(GptConfig config, Placement placement) {
        this.config = config;
        tokens = child("wte", new Embedding(config.paddedVocabulary(), config.width(), DEVIATION, placement));
        positions = child("wpe", new Embedding(config.block(), config.width(), DEVIATION, placement));
        dropout = child("drop", new Dropout(config.dropout(), placement.generator()));
        // Two branches a layer add up in the stream.
        double outDeviation = DEVIATION / Math.sqrt(2.0 * config.layers());
        for (int i = 0; i < config.layers(); i++) {
            var block = new TransformerBlock(
                    TransformerBlock.Names.GPT2,
                    new LayerNorm(config.width(), EPS, placement),
                    new PackedAttention(config, DEVIATION, outDeviation, placement),
                    new LayerNorm(config.width(), EPS, placement),
                    new Perceptron(config, outDeviation, placement));
            blocks.add(child("h." + i, block));
        }
        last = child("ln_f", new LayerNorm(config.width(), EPS, placement));
    }

    /** {@return its size} */
    public GptConfig config() {
        return config;
    }

    @Override
    public Gpt checkpointing(Checkpointing checkpointing) {
        super.checkpointing(checkpointing);
        return this;
    }

    @Override
    public long vocabulary() {
        return config.vocabulary();
    }

    @Override
    public long block() {
        return config.block();
    }

    @Override
    Tensor stream(Tensor x, KeyValueCache past) {
        Tensor places = past == null
                ? positions.weight().narrow(0, 0, x.shape().size(1))
                : positions.forward(past.positions().minimum(config.block() - 1));
        Tensor stream = dropout.forward(tokens.forward(x).add(places));
        for (int i = 0; i < blocks.size(); i++) {
            stream = through(blocks.get(i), stream, past == null ? null : past.part(i));
        }
        return last.forward(stream);
    }

    @Override
    Tensor head(Tensor stream) {
        return stream.matmul(tokens.weight().transpose());
    }

    @Override
    KeyValueCache newCache(long batch, long capacity) {
        Shape shape = Shape.of(batch, config.heads(), capacity, config.width() / config.heads());
        return new KeyValueCache(
                blocks.size(), shape, tokens.weight().dtype(), tokens.weight().device());
    }

    /** Four times as wide inside. */
    private static final class Perceptron extends Layer {
        private final Projection in;
        private final Projection out;
        private final Dropout dropout;

        Perceptron(GptConfig config, double outDeviation, Placement placement) {
            long wide = 4 * config.width();
            in = child("c_fc", new Projection(config.width(), wide, DEVIATION, placement));
            out = child("c_proj", new Projection(wide, config.width(), outDeviation, placement));
            dropout = child("drop", new Dropout(config.dropout(), placement.generator()));
        }

        @Override
        public Tensor forward(Tensor x) {
            return dropout.forward(out.forward(in.forward(x).geluTanh()));
        }
    }
}
