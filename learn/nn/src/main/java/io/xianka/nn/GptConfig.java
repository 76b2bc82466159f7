package io.xianka.nn;

/**
 * The size of a GPT.
 *
 * @param vocabulary tokens
 * @param block the longest sequence
 * @param width of the stream between layers, a multiple of heads
 * @param dropout the share of elements dropped in training after the embedding and at the end of each branch; attention's own
 *     weights are not dropped
 * @param paddedVocabulary rows of the table, at least the vocabulary; a multiple of 64 suits the matrix units. No token is in those
 *     beyond the vocabulary, and files of weights have not got them
 */
public record GptConfig(
        long vocabulary, long block, long width, long heads, int layers, double dropout, long paddedVocabulary) {
    /** GPT-2 with 124 million parameters, without dropout; 50,257 tokens in a table of 50,304. */
    public static final GptConfig GPT2_124M = new GptConfig(50_257, 1_024, 768, 12, 12, 0).withPaddedVocabulary(50_304);

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
        if (paddedVocabulary < vocabulary) {
            throw new IllegalArgumentException(
                    "GPT: a vocabulary of " + vocabulary + " padded to " + paddedVocabulary + ", which is less");
        }
    }

    /** With a table that is not padded. */
    public GptConfig(long vocabulary, long block, long width, long heads, int layers, double dropout) {
        this(vocabulary, block, width, heads, layers, dropout, vocabulary);
    }

    /** {@return with this dropout} */
    public GptConfig withDropout(double dropout) {
        return new GptConfig(vocabulary, block, width, heads, layers, dropout, paddedVocabulary);
    }

    /** {@return with this vocabulary, not padded} */
    public GptConfig withVocabulary(long vocabulary) {
        return new GptConfig(vocabulary, block, width, heads, layers, dropout);
    }

    /** {@return with so many rows in the table} */
    public GptConfig withPaddedVocabulary(long paddedVocabulary) {
        return new GptConfig(vocabulary, block, width, heads, layers, dropout, paddedVocabulary);
    }

    /** {@return with this longest sequence} */
    public GptConfig withBlock(long block) {
        return new GptConfig(vocabulary, block, width, heads, layers, dropout, paddedVocabulary);
    }
}
