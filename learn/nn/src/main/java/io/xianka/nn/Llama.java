package io.xianka.nn;

import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * LLaMA: blocks of causal attention with rotary positions, heads of keys shared by groups of queries' heads, and of a gated perceptron,
 * each after an RMS norm and beside the stream. No product has a bias. Names and layout of the state are those of Hugging Face's weights
 * ({@code model.layers.0.self_attn.q_proj.weight}).
 */
public final class Llama extends LanguageModel {
    private static final double DEVIATION = 0.02;

    private final LlamaConfig config;
    private final Embedding tokens;
    private final List<TransformerBlock> blocks = new ArrayList<>();
    private final RmsNorm last;
    private final Linear head;

    /** On the current device. */
    public Llama(LlamaConfig config) {
        this(config, Placement.current());
    }

    /** Somewhere. */
    public Llama(LlamaConfig config, Placement placement) {
        this.config = config;
        tokens = child("model.embed_tokens", new Embedding(config.vocabulary(), config.width(), DEVIATION, placement));
        var rotary = new RotaryEmbedding(
                config.headSize(), config.block(), config.rotaryBase(), config.scaling(), placement.device());
        var attention = new MultiHeadAttention.Options(
                config.width(), config.heads(), config.groups(), config.headSize(), false, true, rotary);
        for (int i = 0; i < config.layers(); i++) {
            var block = new TransformerBlock(
                    TransformerBlock.Names.LLAMA,
                    new RmsNorm(config.width(), config.eps(), placement),
                    new MultiHeadAttention(attention, placement),
                    new RmsNorm(config.width(), config.eps(), placement),
                    new SwiGlu(config.width(), config.inner(), placement));
            blocks.add(child("model.layers." + i, block));
        }
        last = child("model.norm", new RmsNorm(config.width(), config.eps(), placement));
        head = config.tied()
                ? null
                : child("lm_head", new Linear(config.width(), config.vocabulary(), false, placement));
    }

    /** {@return its size} */
    public LlamaConfig config() {
        return config;
    }

    @Override
    public Llama checkpointing(Checkpointing checkpointing) {
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
        Tensor stream = tokens.forward(x);
        for (int i = 0; i < blocks.size(); i++) {
            stream = through(blocks.get(i), stream, past == null ? null : past.part(i));
        }
        return last.forward(stream);
    }

    @Override
    Tensor head(Tensor stream) {
        return head == null ? stream.matmul(tokens.weight().transpose()) : head.forward(stream);
    }

    @Override
    KeyValueCache newCache(long batch, long capacity) {
        Shape shape = Shape.of(batch, config.groups(), capacity, config.headSize());
        return new KeyValueCache(
                blocks.size(), shape, tokens.weight().dtype(), tokens.weight().device());
    }
}
