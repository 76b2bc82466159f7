package io.xianka.nn;

import io.xianka.tensor.Tensor;

/** Attention, then a perceptron, each after a norm and beside the stream of vectors: {@code (batch, length, width)} to the same. */
public final class TransformerBlock extends Layer {
    /** What its four layers are called in the state. */
    public record Names(String attentionNorm, String attention, String perceptronNorm, String perceptron) {
        /** GPT-2's. */
        public static final Names GPT2 = new Names("ln_1", "attn", "ln_2", "mlp");

        /** LLaMA's. */
        public static final Names LLAMA = new Names("input_layernorm", "self_attn", "post_attention_layernorm", "mlp");
    }

    private final Layer attentionNorm;
    private final SelfAttention attention;
    private final Layer perceptronNorm;
    private final Layer perceptron;

    /** Of these layers. */
    public TransformerBlock(
            Names names, Layer attentionNorm, SelfAttention attention, Layer perceptronNorm, Layer perceptron) {
        this.attentionNorm = child(names.attentionNorm(), attentionNorm);
        this.attention = child(names.attention(), attention);
        this.perceptronNorm = child(names.perceptronNorm(), perceptronNorm);
        this.perceptron = child(names.perceptron(), perceptron);
    }

    @Override
    public Tensor forward(Tensor x) {
        return forward(x, null);
    }

    /** As {@link #forward(Tensor)} after some past, or none where that is null. */
    Tensor forward(Tensor x, KeyValueCache.Part past) {
        Tensor seen = x.add(attention.forward(attentionNorm.forward(x), past));
        return seen.add(perceptron.forward(perceptronNorm.forward(seen)));
    }
}
