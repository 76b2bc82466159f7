package io.xianka.cli.train;

import io.xianka.nn.data.Tokens;
import java.lang.foreign.MemorySegment;
import java.util.OptionalDouble;

/**
 * The model that knows of a token only the one before it: how often each pair came. Its loss is what a model has to beat that claims to
 * look further back.
 */
public final class Bigrams {
    private static final long MOST_TOKENS = 2_048;
    private static final int CHUNK = 1 << 16;

    private final int vocabulary;
    private final long[][] counts;
    private final long[] sums;

    private Bigrams(int vocabulary) {
        this.vocabulary = vocabulary;
        counts = new long[vocabulary][vocabulary];
        sums = new long[vocabulary];
    }

    /**
     * The mean loss of the pairs of some tokens, in nats, by a model that counted the pairs of others, each once more than it came.
     * Nothing when there are so many different tokens that most pairs never come.
     */
    public static OptionalDouble loss(Tokens.Split split, long vocabulary) {
        if (vocabulary > MOST_TOKENS || split.validation().count() < 2) {
            return OptionalDouble.empty();
        }
        var model = new Bigrams((int) vocabulary);
        forEachPair(split.training(), model::count);
        double[] sum = new double[1];
        forEachPair(split.validation(), (first, second) -> sum[0] -= Math.log(model.probability(first, second)));
        return OptionalDouble.of(sum[0] / (split.validation().count() - 1));
    }

    private interface Pairs {
        void pair(int first, int second);
    }

    private static void forEachPair(Tokens tokens, Pairs pairs) {
        int[] chunk = new int[CHUNK];
        for (long from = 0; from < tokens.count() - 1; from += CHUNK - 1) {
            int length = (int) Math.min(CHUNK, tokens.count() - from);
            tokens.copy(from, MemorySegment.ofArray(chunk).asSlice(0, (long) length * Integer.BYTES));
            for (int i = 1; i < length; i++) {
                pairs.pair(chunk[i - 1], chunk[i]);
            }
        }
    }

    private void count(int first, int second) {
        counts[first][second]++;
        sums[first]++;
    }

    private double probability(int first, int second) {
        return (counts[first][second] + 1.0) / (sums[first] + vocabulary);
    }
}
