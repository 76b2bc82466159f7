package io.xianka.nn.text;

import io.xianka.nn.KeyValueCache;
import io.xianka.nn.LanguageModel;
import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Text that a model writes, token by token: scores of the next token, one chosen by chance, and so on.
 *
 * {@snippet :
 * Generation generation = Generation.of(model, tokenizer).withTemperature(0.8).withTopK(50).withSeed(7);
 * String text = generation.generate("In the beginning", 200, System.out::print);
 * }
 *
 * <p>The model's past is kept in a {@link KeyValueCache}, so a token costs one token's work, and two plans serve all: one reads the
 * prompt, one each token after it. When a row outgrows the model's block, the model goes on from its last half.
 *
 * <p>Scores differ by rounding from device to device; chances do not: the same seed gives the same text unless two tokens are as likely
 * as that. Threads may share one of a model in evaluation; one in training is set to evaluation meanwhile, which is for one thread.
 */
public final class Generation {
    // Lengths that have plans of their own are powers of two from here.
    private static final int LEAST_LENGTH = 16;
    private static final int LEAST_CAPACITY = 64;

    private final LanguageModel model;
    private final Tokenizer tokenizer;
    private final Sampling sampling;
    private final long seed;

    private Generation(LanguageModel model, Tokenizer tokenizer, Sampling sampling, long seed) {
        this.model = model;
        this.tokenizer = tokenizer;
        this.sampling = sampling;
        this.seed = seed;
    }

    /**
     * At temperature 1, from all tokens, with seed 0.
     *
     * @throws IllegalArgumentException when the tokenizer has tokens that the model has not
     */
    public static Generation of(LanguageModel model, Tokenizer tokenizer) {
        if (tokenizer.vocabularySize() > model.vocabulary()) {
            throw new IllegalArgumentException("generation: the tokenizer has " + tokenizer.vocabularySize()
                    + " tokens, the model scores " + model.vocabulary()
                    + "; take the tokenizer that the model was trained with");
        }
        return new Generation(model, tokenizer, new Sampling(1, 0, 1), 0);
    }

    /** {@return at this temperature: under 1 likely tokens become likelier; 0 takes the likeliest always} */
    public Generation withTemperature(double temperature) {
        return new Generation(model, tokenizer, new Sampling(temperature, sampling.topK(), sampling.topP()), seed);
    }

    /** {@return choosing from so many of the likeliest tokens; 0 for all} */
    public Generation withTopK(int topK) {
        return new Generation(model, tokenizer, new Sampling(sampling.temperature(), topK, sampling.topP()), seed);
    }

    /** {@return choosing from the likeliest tokens whose probabilities, among the top k, together reach this; 1 for all} */
    public Generation withTopP(double topP) {
        return new Generation(model, tokenizer, new Sampling(sampling.temperature(), sampling.topK(), topP), seed);
    }

    /** {@return with chances from this seed} */
    public Generation withSeed(long seed) {
        return new Generation(model, tokenizer, sampling, seed);
    }

    /** {@return what comes after a prompt: so many tokens, or fewer when the model ends the text} */
    public String generate(String prompt, int tokens) {
        return generate(prompt, tokens, _ -> {});
    }

    /**
     * Goes on from a prompt.
     *
     * @param prompt what comes before; where it is empty and the tokenizer has a token that parts documents, that is
     * @param tokens how many to write at most; {@linkplain Tokenizer#endOfText the end of a text} ends it before
     * @param sink gets the text as it is written, in whole characters
     * @return all that was written, without the prompt
     * @throws IllegalArgumentException for an empty prompt of a tokenizer without such a token, or a negative count
     */
    public String generate(String prompt, int tokens, Consumer<String> sink) {
        int[] before = tokenizer.encode(prompt);
        OptionalInt end = tokenizer.endOfText();
        if (before.length == 0 && end.isPresent()) {
            before = new int[] {end.getAsInt()};
        }
        var text = new StringBuilder();
        var stream = new TextStream();
        Consumer<String> both = piece -> {
            if (!piece.isEmpty()) {
                text.append(piece);
                sink.accept(piece);
            }
        };
        generate(before, tokens, token -> both.accept(stream.add(tokenizer.bytes(token))));
        both.accept(stream.end());
        return text.toString();
    }

    /** {@return the tokens that come after others, as many as asked for, or fewer when the model ends the text} */
    public int[] generate(int[] prompt, int tokens) {
        var written = new ArrayList<Integer>();
        generate(prompt, tokens, written::add);
        return written.stream().mapToInt(Integer::intValue).toArray();
    }

    private void generate(int[] prompt, int tokens, IntConsumer sink) {
        if (prompt.length == 0) {
            throw new IllegalArgumentException("generation: the prompt is empty; give it a character to go on from");
        }
        if (tokens < 0) {
            throw new IllegalArgumentException("generation: " + tokens + " tokens; 0 or more");
        }
        for (int token : prompt) {
            if (token < 0 || token >= model.vocabulary()) {
                throw new IllegalArgumentException("generation: the prompt has token " + token
                        + "; the model's are 0 to " + (model.vocabulary() - 1));
            }
        }
        boolean wasTraining = model.isTraining();
        model.train(false);
        try (var row = new Row(prompt, tokens)) {
            var random = new Random(seed);
            for (int i = 0; i < tokens; i++) {
                int token = sampling.choose(row.scores(), random);
                if (tokenizer.endOfText().equals(OptionalInt.of(token))) {
                    return;
                }
                sink.accept(token);
                row.add(token);
            }
        } finally {
            model.train(wasTraining);
        }
    }

    /** All tokens so far, and which of them the model has read. */
    private final class Row implements AutoCloseable {
        private int[] tokens;
        private int count;
        private int read;
        private final KeyValueCache past;

        Row(int[] prompt, int more) {
            tokens = Arrays.copyOf(prompt, Math.addExact(prompt.length, more));
            count = prompt.length;
            long capacity = Math.min(model.block(), powerOfTwo(tokens.length, LEAST_CAPACITY));
            past = model.cache(1, capacity);
        }

        private static long powerOfTwo(long atLeast, long least) {
            return Math.max(least, Long.highestOneBit(Math.max(1, atLeast - 1)) << 1);
        }

        void add(int token) {
            tokens[count++] = token;
        }

        /** The scores of the next token, of those that the tokenizer knows. */
        float[] scores() {
            int room = Math.toIntExact(past.capacity() - past.length());
            if (count - read > room) {
                past.truncate(0);
                read = count - (int) Math.max(1, past.capacity() / 2);
            }
            int fresh = count - read;
            int length = fresh == 1 ? 1 : Math.toIntExact(Math.min(past.capacity(), powerOfTwo(fresh, LEAST_LENGTH)));
            long[] numbers = new long[length];
            for (int i = 0; i < fresh; i++) {
                numbers[i] = tokens[read + i];
            }
            Tensor scores;
            try (Tensor input = Tensor.of(numbers, Shape.of(1, length), model.device())) {
                scores = model.next(input, fresh, past);
            }
            read = count;
            try (scores) {
                float[] all = scores.to(DType.FLOAT32).toFloatArray();
                return Arrays.copyOf(all, Math.min(all.length, tokenizer.vocabularySize()));
            }
        }

        @Override
        public void close() {
            past.close();
        }
    }
}
