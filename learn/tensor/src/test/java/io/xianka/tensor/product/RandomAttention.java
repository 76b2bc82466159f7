package io.xianka.tensor.product;

import io.xianka.tensor.product.Attention.Layout;
import java.util.List;
import java.util.SplittableRandom;

/** Attentions of every kind, by a seed. */
final class RandomAttention {
    private RandomAttention() {}

    static Attention of(Arithmetic arithmetic, long seed, int mostLength, List<Integer> headSizes) {
        SplittableRandom random = new SplittableRandom(seed);
        int keyHeads = 1 + random.nextInt(2);
        int heads = keyHeads * (1 + random.nextInt(2));
        int queries = 1 + random.nextInt(mostLength);
        int keys = random.nextBoolean() ? queries : 1 + random.nextInt(mostLength);
        int headSize = headSizes.get(random.nextInt(headSizes.size()));
        return new Attention(
                1 + random.nextInt(2),
                heads,
                keyHeads,
                queries,
                keys,
                headSize,
                arithmetic,
                random.nextBoolean() ? 1 / Math.sqrt(headSize) : random.nextDouble() / Math.sqrt(headSize),
                random.nextBoolean(),
                layout(random, heads, queries, headSize),
                layout(random, keyHeads, keys, headSize),
                layout(random, keyHeads, keys, headSize),
                layout(random, heads, queries, headSize),
                new Attention.Gradients(
                        layout(random, heads, queries, headSize),
                        layout(random, keyHeads, keys, headSize),
                        layout(random, keyHeads, keys, headSize)));
    }

    private static Layout layout(SplittableRandom random, int heads, int length, int headSize) {
        return switch (random.nextInt(3)) {
            case 0 -> Layout.dense(heads, length, headSize);
            case 1 -> Layout.byPosition(heads, length, headSize);
            default -> {
                // Gaps, as between queries, keys and values of one product.
                long row = (long) heads * headSize + 8L * random.nextInt(3);
                yield new Layout(length * row + 16, headSize, row);
            }
        };
    }
}
