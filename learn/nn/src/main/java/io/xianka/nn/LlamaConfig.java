package io.xianka.nn;

/**
 * The size of a LLaMA.
 *
 * @param block the longest row of tokens
 * @param width of the stream between layers
 * @param inner width of the perceptron
 * @param heads of queries
 * @param groups heads of keys and values, of which {@code heads} is a multiple
 * @param headSize elements of a head, even
 * @param rotaryBase of the positions' frequencies
 * @param eps added to mean squares in norms
 * @param tied whether the head multiplies by the embedding's table instead of one of its own
 */
public record LlamaConfig(
        long vocabulary,
        long block,
        long width,
        long inner,
        int layers,
        long heads,
        long groups,
        long headSize,
        double rotaryBase,
        RotaryScaling scaling,
        double eps,
        boolean tied) {
    /** Checks the sizes. */
    public LlamaConfig {
        if (vocabulary < 1 || block < 1 || width < 1 || inner < 1 || layers < 1) {
            throw new IllegalArgumentException("LLaMA: vocabulary " + vocabulary + ", block " + block + ", width "
                    + width + ", inner width " + inner + ", layers " + layers + "; there is at least one of each");
        }
        if (heads < 1 || groups < 1 || heads % groups != 0 || headSize < 2 || headSize % 2 != 0) {
            throw new IllegalArgumentException("LLaMA: " + heads + " heads of queries, " + groups + " of keys, each of "
                    + headSize + "; queries' heads are a multiple of keys', sizes are even");
        }
        if (!(rotaryBase > 0 && eps >= 0)) {
            throw new IllegalArgumentException(
                    "LLaMA: rotary base " + rotaryBase + ", epsilon " + eps + "; the first is above 0, neither below");
        }
    }

    /**
     * LLaMA 2's proportions: heads share the width, each with keys of its own; the perceptron is 8/3 as wide, in multiples of 64; base
     * 10,000, epsilon 1e-5, a head of its own.
     */
    public static LlamaConfig of(long vocabulary, long block, long width, int layers, long heads) {
        if (heads < 1 || width % heads != 0) {
            throw new IllegalArgumentException(
                    "LLaMA: a width of " + width + " is no multiple of " + heads + " heads; each has an equal share");
        }
        long inner = Math.ceilDiv(width * 8, 3 * 64) * 64;
        return new LlamaConfig(
                vocabulary,
                block,
                width,
                inner,
                layers,
                heads,
                heads,
                width / heads,
                10_000,
                RotaryScaling.NONE,
                1e-5,
                false);
    }

    /** {@return with so many heads of keys and values} */
    public LlamaConfig withGroups(long groups) {
        return new LlamaConfig(
                vocabulary, block, width, inner, layers, heads, groups, headSize, rotaryBase, scaling, eps, tied);
    }

    /** {@return with a perceptron of this width} */
    public LlamaConfig withInner(long inner) {
        return new LlamaConfig(
                vocabulary, block, width, inner, layers, heads, groups, headSize, rotaryBase, scaling, eps, tied);
    }

    /** {@return with another base of the positions' frequencies} */
    public LlamaConfig withRotaryBase(double rotaryBase) {
        return new LlamaConfig(
                vocabulary, block, width, inner, layers, heads, groups, headSize, rotaryBase, scaling, eps, tied);
    }

    /** {@return with the embedding's table as the head, or a head of its own} */
    public LlamaConfig withTied(boolean tied) {
        return new LlamaConfig(
                vocabulary, block, width, inner, layers, heads, groups, headSize, rotaryBase, scaling, eps, tied);
    }
}
