package io.xianka.nn;

/**
 * The size of a GPT.
 *
 * @param vocabulary tokens; a multiple of 64 or more suits the matrix units
 * @param block the longest sequence
 * @param width of the stream between layers, a multiple of heads
 * @param dropout the share of elements dropped in training after the embedding and at the end of each branch; attention's own
 *     weights are not dropped
 */
public record GptConfig(long vocabulary, long block, long width, long heads, int layers, double dropout) {
    /** GPT-2 with 124 million parameters, without dropout. */
    public static final GptConfig GPT2_124M = new GptConfig(50_257, 1_024, 768, 12, 12, 0);

    /** Checks the sizes. */
    public GptConfig {
        if (vocabulary < 1 || block < 1 || width < 1 || heads < 1 || layers < 1) {
            throw new IllegalArgumentException("GPT: vocabulary " + vocabulary + ", block " + block + ", width " + width
                    + ", heads " + heads + ", layers " + layers + "; there is at least one of each");
        }
        if (width % heads != 0) {
            throw new IllegalArgumentException(
                    "GPT: a width of " + width + " is no multiple of " + heads + " heads; each has an equal share");
        }
    }

    /** {@return with this dropout} */
    public GptConfig withDropout(double dropout) {
        return new GptConfig(vocabulary, block, width, heads, layers, dropout);
    }

    /** {@return with this vocabulary} */
    public GptConfig withVocabulary(long vocabulary) {
        return new GptConfig(vocabulary, block, width, heads, layers, dropout);
    }

    /** {@return with this longest sequence} */
    public GptConfig withBlock(long block) {
        return new GptConfig(vocabulary, block, width, heads, layers, dropout);
    }
}
