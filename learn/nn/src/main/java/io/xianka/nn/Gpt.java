package io.xianka.nn;

import io.xianka.tensor.Attention;
import io.xianka.tensor.Shape;
import io.xianka.tensor.ShapeMismatch;
import io.xianka.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * GPT-2: learned positions, blocks of causal attention and a perceptron of tanh-GELU, each after a layer norm and beside the stream;
 * the head multiplies by the embedding's table. Names and layout of the state are those of GPT-2's published weights ({@code wte.weight},
 * {@code h.0.attn.c_attn.weight} as {@code (in, out)}). Weights start normal with deviation 0.02, those that end a branch with 0.02
 * over the root of twice the layers, biases at 0; so the first loss is about the logarithm of the vocabulary.
 */
public final class Gpt extends Layer {
    private static final double DEVIATION = 0.02;
    private static final double EPS = 1e-5;

    private final GptConfig config;
    private final Embedding tokens;
    private final Embedding positions;
    private final Dropout dropout;
    private final List<Block> blocks = new ArrayList<>();
    private final LayerNorm last;
    private volatile Checkpointing checkpointing = Checkpointing.NONE;

    /** On the current device. */
    public Gpt(GptConfig config) {
        this(config, Placement.current());
    }

    /** Somewhere. */
    public Gpt(GptConfig config, Placement placement) {
        this.config = config;
        tokens = child("wte", new Embedding(config.vocabulary(), config.width(), DEVIATION, placement));
        positions = child("wpe", new Embedding(config.block(), config.width(), DEVIATION, placement));
        dropout = child("drop", new Dropout(config.dropout(), placement.generator()));
        for (int i = 0; i < config.layers(); i++) {
            blocks.add(child("h." + i, new Block(config, placement)));
        }
        last = child("ln_f", new LayerNorm(config.width(), EPS, placement));
    }

    /** {@return its size} */
    public GptConfig config() {
        return config;
    }

    /** Says what each block keeps for its backward pass, from the next forward pass on; {@return this} */
    public Gpt checkpointing(Checkpointing checkpointing) {
        this.checkpointing = checkpointing;
        return this;
    }

    /**
     * The scores of each next token.
     *
     * @param x token numbers {@code (batch, length)}, no longer than the block
     * @return {@code (batch, length, vocabulary)}
     */
    @Override
    public Tensor forward(Tensor x) {
        Shape shape = x.shape();
        if (shape.rank() != 2 || shape.size(1) > config.block()) {
            throw new ShapeMismatch("GPT: tokens " + shape
                    + " are not (batch, length) with a length up to the block of " + config.block());
        }
        Tensor stream = tokens.forward(x).add(positions.weight().narrow(0, 0, shape.size(1)));
        stream = dropout.forward(stream);
        for (Block block : blocks) {
            stream = checkpointing.apply(block::forward, stream);
        }
        return last.forward(stream).matmul(tokens.weight().transpose());
    }

    /**
     * The mean cross-entropy of the next tokens, in nats.
     *
     * @param x token numbers {@code (batch, length)}
     * @param next those one place further, of the same shape; -100 does not count
     */
    public Tensor loss(Tensor x, Tensor next) {
        return forward(x).flatten(0, 1).crossEntropy(next.flatten());
    }

    /** Attention, then the perceptron. */
    private static final class Block extends Layer {
        private final LayerNorm first;
        private final SelfAttention attention;
        private final LayerNorm second;
        private final Perceptron perceptron;

        Block(GptConfig config, Placement placement) {
            first = child("ln_1", new LayerNorm(config.width(), EPS, placement));
            attention = child("attn", new SelfAttention(config, placement));
            second = child("ln_2", new LayerNorm(config.width(), EPS, placement));
            perceptron = child("mlp", new Perceptron(config, placement));
        }

        @Override
        public Tensor forward(Tensor x) {
            Tensor seen = x.add(attention.forward(first.forward(x)));
            return seen.add(perceptron.forward(second.forward(seen)));
        }
    }

    /** How far the weights that end a branch spread: two branches a layer add up in the stream. */
    private static double residualDeviation(GptConfig config) {
        return DEVIATION / Math.sqrt(2.0 * config.layers());
    }

    /** Causal attention of a sequence to itself. */
    private static final class SelfAttention extends Layer {
        private final long heads;
        private final Projection in;
        private final Projection out;
        private final Dropout dropout;

        SelfAttention(GptConfig config, Placement placement) {
            heads = config.heads();
            in = child("c_attn", new Projection(config.width(), 3 * config.width(), DEVIATION, placement));
            out = child("c_proj", new Projection(config.width(), config.width(), residualDeviation(config), placement));
            dropout = child("drop", new Dropout(config.dropout(), placement.generator()));
        }

        @Override
        public Tensor forward(Tensor x) {
            long size = x.shape().size(-1) / heads;
            List<Tensor> parts = in.forward(x).chunk(3, -1).stream()
                    .map(part -> part.unflatten(-1, heads, size).transpose(1, 2))
                    .toList();
            Tensor mixed = Tensor.attention(parts.get(0), parts.get(1), parts.get(2), Attention.CAUSAL);
            return dropout.forward(out.forward(mixed.transpose(1, 2).flatten(2, 3)));
        }
    }

    /** Four times as wide inside. */
    private static final class Perceptron extends Layer {
        private final Projection in;
        private final Projection out;
        private final Dropout dropout;

        Perceptron(GptConfig config, Placement placement) {
            long wide = 4 * config.width();
            in = child("c_fc", new Projection(config.width(), wide, DEVIATION, placement));
            out = child("c_proj", new Projection(wide, config.width(), residualDeviation(config), placement));
            dropout = child("drop", new Dropout(config.dropout(), placement.generator()));
        }

        @Override
        public Tensor forward(Tensor x) {
            return dropout.forward(out.forward(in.forward(x).geluTanh()));
        }
    }
}
