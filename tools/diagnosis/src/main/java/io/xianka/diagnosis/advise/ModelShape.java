package io.xianka.diagnosis.advise;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A transformer, by the numbers that memory and time depend on.
 *
 * @param parameters all weights
 * @param layers blocks of attention and MLP
 * @param hidden width of the residual stream
 * @param heads attention heads
 * @param keyHeads heads of keys and values: fewer than {@code heads} where they share
 * @param vocabulary tokens there are
 */
public record ModelShape(double parameters, int layers, int hidden, int heads, int keyHeads, int vocabulary) {

    /** GPT-2's 50,257 tokens rounded up to a multiple of 64. */
    public static final int USUAL_VOCABULARY = 50_304;

    /** One row of a paper: the size people name and the shape it has. */
    private record Published(double parameters, int layers, int hidden, int heads) {}

    /** Brown et al. 2020 (GPT-3), table 2.1; 33 and 65 billion from Touvron et al. 2023 (LLaMA), table 2. */
    private static final List<Published> PUBLISHED = List.of(
            new Published(125e6, 12, 768, 12),
            new Published(350e6, 24, 1024, 16),
            new Published(760e6, 24, 1536, 16),
            new Published(1.3e9, 24, 2048, 16),
            new Published(2.7e9, 32, 2560, 32),
            new Published(6.7e9, 32, 4096, 32),
            new Published(13e9, 40, 5120, 40),
            new Published(33e9, 60, 6656, 52),
            new Published(65e9, 80, 8192, 64),
            new Published(175e9, 96, 12288, 96));

    public ModelShape {
        if (!(parameters >= 1 && parameters <= 1e15)) {
            throw new IllegalArgumentException(parameters + " parameters: a model has from 1 to 1e15, such as 7e9");
        }
        check("layers", layers, 100_000);
        check("hidden", hidden, 10_000_000);
        check("heads", heads, hidden);
        check("keyHeads", keyHeads, heads);
        check("vocabulary", vocabulary, 100_000_000);
    }

    private static void check(String what, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(what + " " + value + ": write a number from 1 to " + most);
        }
    }

    /**
     * A shape of what is known of it. From layers and hidden size alone follow the weights, {@code 12·L·h² + V·h} (Kaplan
     * et al. 2020, with the embedding); from the weights alone, layers and hidden size as the published model nearest in
     * size has them.
     *
     * @throws IllegalArgumentException when neither the weights nor both of layers and hidden size are given
     */
    public static ModelShape of(
            OptionalDouble parameters,
            OptionalInt layers,
            OptionalInt hidden,
            OptionalInt heads,
            OptionalInt keyHeads,
            OptionalInt vocabulary) {
        int words = vocabulary.orElse(USUAL_VOCABULARY);
        if (parameters.isEmpty() && (layers.isEmpty() || hidden.isEmpty())) {
            throw new IllegalArgumentException(
                    "how large the model is is not said; write the parameters, such as 7B, or both layers and hidden size");
        }
        if (layers.isPresent() && hidden.isPresent()) {
            int usualHeads = Math.max(1, hidden.getAsInt() / (hidden.getAsInt() >= 2048 ? 128 : 64));
            return new ModelShape(
                    parameters.orElse(weights(layers.getAsInt(), hidden.getAsInt(), words)),
                    layers.getAsInt(),
                    hidden.getAsInt(),
                    heads.orElse(usualHeads),
                    keyHeads.orElse(heads.orElse(usualHeads)),
                    words);
        }
        var like = nearest(parameters.getAsDouble());
        int ownLayers = layers.orElse(like.layers());
        int ownHeads = heads.orElse(like.heads());
        return new ModelShape(
                parameters.getAsDouble(),
                ownLayers,
                hidden.orElse(like.hidden()),
                ownHeads,
                keyHeads.orElse(ownHeads),
                words);
    }

    /** A shape of this many weights, otherwise as usual. */
    public static ModelShape ofParameters(double parameters) {
        return of(
                OptionalDouble.of(parameters),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty());
    }

    /** A shape of this many layers of this width, otherwise as usual. */
    public static ModelShape ofLayers(int layers, int hidden) {
        return of(
                OptionalDouble.empty(),
                OptionalInt.of(layers),
                OptionalInt.of(hidden),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty());
    }

    private static double weights(int layers, int hidden, int vocabulary) {
        return 12.0 * layers * hidden * hidden + (double) vocabulary * hidden;
    }

    private static Published nearest(double parameters) {
        var best = PUBLISHED.getFirst();
        for (var model : PUBLISHED) {
            if (Math.abs(Math.log(model.parameters() / parameters))
                    < Math.abs(Math.log(best.parameters() / parameters))) {
                best = model;
            }
        }
        return best;
    }

    /** How many weights {@code layers} and {@code hidden} make: {@code 12·L·h² + V·h}. */
    public double parametersByShape() {
        return weights(layers, hidden, vocabulary);
    }
}
