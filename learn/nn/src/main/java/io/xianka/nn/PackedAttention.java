package io.xianka.nn;

import io.xianka.tensor.Tensor;
import java.util.List;

/** Causal attention as GPT-2's weights are published: one product gives queries, keys and values. */
final class PackedAttention extends SelfAttention {
    private final long heads;
    private final Projection in;
    private final Projection out;
    private final Dropout dropout;

    /** Of a GPT; {@code outDeviation} is how far the weights that end the branch spread. */
    PackedAttention(GptConfig config, double deviation, double outDeviation, Placement placement) {
        heads = config.heads();
        in = child("c_attn", new Projection(config.width(), 3 * config.width(), deviation, placement));
        out = child("c_proj", new Projection(config.width(), config.width(), outDeviation, placement));
        dropout = child("drop", new Dropout(config.dropout(), placement.generator()));
    }

    @Override
    Tensor forward(Tensor x, KeyValueCache.Part past) {
        List<Tensor> parts = in.forward(x).chunk(3, -1).stream()
                .map(part -> apart(part, heads))
                .toList();
        Tensor mixed = KeyValueCache.attend(past, parts.get(0), parts.get(1), parts.get(2));
        return dropout.forward(out.forward(together(mixed)));
    }
}
