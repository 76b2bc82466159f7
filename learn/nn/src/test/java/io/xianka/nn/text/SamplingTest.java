package io.xianka.nn.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SamplingTest {
    // Probabilities 0.4, 0.1, 0.3, 0.2.
    private static final float[] SCORES = {
        (float) Math.log(0.4), (float) Math.log(0.1), (float) Math.log(0.3), (float) Math.log(0.2)
    };

    private static double[] shares(Sampling sampling, float[] scores) {
        var random = new Random(11);
        double[] shares = new double[scores.length];
        int draws = 20_000;
        for (int i = 0; i < draws; i++) {
            shares[sampling.choose(scores, random)] += 1.0 / draws;
        }
        return shares;
    }

    private static void assertShares(Sampling sampling, double... expected) {
        assertArrayEquals(expected, shares(sampling, SCORES), 0.012);
    }

    @Test
    void tokensAreAsLikelyAsTheirScoresSay() {
        assertShares(new Sampling(1, 0, 1), 0.4, 0.1, 0.3, 0.2);
        // Squares, for half the temperature: 16, 1, 9, 4 of 30.
        assertShares(new Sampling(0.5, 0, 1), 16 / 30.0, 1 / 30.0, 9 / 30.0, 4 / 30.0);
        assertShares(new Sampling(0, 0, 1), 1, 0, 0, 0);
    }

    @Test
    void onlyTheHighestAreChosenFrom() {
        assertShares(new Sampling(1, 1, 1), 1, 0, 0, 0);
        assertShares(new Sampling(1, 3, 1), 4 / 9.0, 0, 3 / 9.0, 2 / 9.0);
        assertShares(new Sampling(1, 100, 1), 0.4, 0.1, 0.3, 0.2);
    }

    @Test
    void theTokenThatReachesTheShareIsStillAmongThem() {
        assertShares(new Sampling(1, 0, 0.39), 1, 0, 0, 0);
        assertShares(new Sampling(1, 0, 0.6), 4 / 7.0, 0, 3 / 7.0, 0);
        assertShares(new Sampling(1, 0, 0.75), 4 / 9.0, 0, 3 / 9.0, 2 / 9.0);
        // Of the two highest, 4/7 and 3/7: the first alone reaches half.
        assertShares(new Sampling(1, 2, 0.5), 1, 0, 0, 0);
        assertShares(new Sampling(1, 2, 0.6), 4 / 7.0, 0, 3 / 7.0, 0);
    }

    @Test
    void scoresWithoutSenseAreNeverChosen() {
        float infinite = Float.NEGATIVE_INFINITY;
        double[] shares = shares(new Sampling(1, 0, 1), new float[] {infinite, Float.NaN, 1, 1, infinite});
        assertArrayEquals(new double[] {0, 0, 0.5, 0.5, 0}, shares, 0.012);
        shares = shares(new Sampling(1, 4, 0.9), new float[] {infinite, Float.NaN, 1, 1, infinite});
        assertArrayEquals(new double[] {0, 0, 0.5, 0.5, 0}, shares, 0.012);
        // The highest one has all the weight when it is infinite, or the temperature next to nothing.
        assertEquals(1, shares(new Sampling(1e-300, 0, 1), SCORES)[0], 1e-9);
        assertEquals(1, shares(new Sampling(1, 0, 1), new float[] {0, Float.POSITIVE_INFINITY})[1], 1e-9);
        assertThrows(
                ArithmeticException.class,
                () -> new Sampling(1, 0, 1).choose(new float[] {Float.NaN, Float.NaN}, new Random(1)));
    }

    @Test
    void equalScoresAreOrderedByTheirTokens() {
        assertEquals(1, Sampling.likeliest(new float[] {1, 3, 3}));
        double[] shares = shares(new Sampling(1, 2, 1), new float[] {0, 5, 5, 5, 5});
        assertTrue(shares[1] > 0.4 && shares[2] > 0.4, "only the first two");
    }

    @Test
    void refusesWhatNoChoiceMeans() {
        for (double temperature : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThrows(IllegalArgumentException.class, () -> new Sampling(temperature, 0, 1));
        }
        for (double topP : new double[] {0, -0.1, 1.1, Double.NaN}) {
            assertThrows(IllegalArgumentException.class, () -> new Sampling(1, 0, topP));
        }
        assertThrows(IllegalArgumentException.class, () -> new Sampling(1, -1, 1));
    }
}
