package io.xianka.nn.text;

import java.util.random.RandomGenerator;

/**
 * How the next token is chosen from scores.
 *
 * @param temperature scores are divided by it; 0 chooses the highest always
 * @param topK only so many of the highest are chosen from, 0 for all
 * @param topP only the highest whose probabilities together first reach it are chosen from, 1 for all; counted among the topK
 */
record Sampling(double temperature, int topK, double topP) {
    Sampling {
        if (!(temperature >= 0 && temperature < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("temperature " + temperature + " is not from 0, which always chooses the"
                    + " likeliest token, to below infinity");
        }
        if (topK < 0) {
            throw new IllegalArgumentException("top-k " + topK + " is below 0; 0 chooses from all tokens");
        }
        if (!(topP > 0 && topP <= 1)) {
            throw new IllegalArgumentException("top-p " + topP + " is not above 0 to 1; 1 chooses from all tokens");
        }
    }

    /** {@return the token chosen; equal scores are ordered by their tokens} */
    int choose(float[] scores, RandomGenerator random) {
        int best = likeliest(scores);
        if (temperature == 0 || topK == 1) {
            return best;
        }
        double[] weights = new double[scores.length];
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            // The highest has weight 1, whatever the scores; what has no score is never chosen.
            weights[i] = scores[i] == scores[best] ? 1 : Math.exp((scores[i] - (double) scores[best]) / temperature);
            weights[i] = Double.isNaN(weights[i]) ? 0 : weights[i];
            sum += weights[i];
        }
        double drawn = random.nextDouble();
        boolean all = topP == 1 && (topK == 0 || topK >= scores.length);
        return all ? inOrderOfTokens(weights, drawn * sum) : amongHighest(weights, sum, drawn);
    }

    static int likeliest(float[] scores) {
        int best = -1;
        for (int i = 0; i < scores.length; i++) {
            if (!Float.isNaN(scores[i]) && (best < 0 || scores[i] > scores[best])) {
                best = i;
            }
        }
        if (best < 0) {
            throw new ArithmeticException("the scores of all next tokens are NaN; the model's weights are damaged, or"
                    + " its training went astray");
        }
        return best;
    }

    private static int inOrderOfTokens(double[] weights, double drawn) {
        double passed = 0;
        int last = -1;
        for (int i = 0; i < weights.length; i++) {
            passed += weights[i];
            if (weights[i] > 0) {
                last = i;
                if (drawn < passed) {
                    return i;
                }
            }
        }
        return last;
    }

    /** Takes the highest off a heap one by one, so that a vocabulary need not be sorted for the few that count. */
    private int amongHighest(double[] weights, double sum, double drawn) {
        var heap = new Heap(weights);
        int most = topK == 0 ? weights.length : Math.min(topK, weights.length);
        int[] highest = new int[most];
        int taken = 0;
        double whole = sum;
        if (topK != 0) {
            whole = 0;
            while (taken < most) {
                highest[taken] = heap.take();
                whole += weights[highest[taken++]];
            }
        }
        int count = 0;
        double reached = 0;
        while (count < most && (count == 0 || reached < topP * whole)) {
            if (count == taken) {
                highest[taken++] = heap.take();
            }
            reached += weights[highest[count++]];
        }
        double passed = 0;
        for (int i = 0; i < count; i++) {
            passed += weights[highest[i]];
            if (drawn * reached < passed) {
                return highest[i];
            }
        }
        return highest[0];
    }

    /** Tokens, the one of the highest weight first, and of equal ones the lowest. */
    private static final class Heap {
        private final double[] weights;
        private final int[] tokens;
        private int size;

        Heap(double[] weights) {
            this.weights = weights;
            tokens = new int[weights.length];
            size = tokens.length;
            for (int i = 0; i < size; i++) {
                tokens[i] = i;
            }
            for (int i = size / 2 - 1; i >= 0; i--) {
                sink(i);
            }
        }

        int take() {
            int first = tokens[0];
            tokens[0] = tokens[--size];
            sink(0);
            return first;
        }

        private boolean isBefore(int left, int right) {
            int order = Double.compare(weights[left], weights[right]);
            return order > 0 || (order == 0 && left < right);
        }

        private void sink(int from) {
            int token = tokens[from];
            int place = from;
            while (2 * place + 1 < size) {
                int below = 2 * place + 1;
                if (below + 1 < size && isBefore(tokens[below + 1], tokens[below])) {
                    below++;
                }
                if (!isBefore(tokens[below], token)) {
                    break;
                }
                tokens[place] = tokens[below];
                place = below;
            }
            tokens[place] = token;
        }
    }
}
