package io.xianka.bench;

import io.xianka.nn.Gpt;
import io.xianka.nn.GptConfig;
import io.xianka.nn.KeyValueCache;
import io.xianka.nn.Placement;
import io.xianka.nn.text.Generation;
import io.xianka.nn.text.GptTokenizer;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Generator;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How fast GPT-2 with 124 million random weights writes: milliseconds a token with the past kept in caches of two sizes, and tokens a
 * second of whole texts, choosing included.
 *
 * <p>Arguments: a device's name (default: the best here); {@code --quick} writes fewer tokens.
 */
public final class GenerationBench {
    private GenerationBench() {}

    /** Prints the table. */
    public static void main(String[] arguments) {
        List<String> given = Arrays.asList(arguments);
        Device device = given.stream()
                .filter(argument -> !argument.startsWith("--"))
                .findFirst()
                .map(Device::of)
                .orElseGet(Device::best);
        int tokens = given.contains("--quick") ? 24 : 200;
        System.out.println("GPT-2 124M on " + device);
        for (DType dtype : List.of(DType.FLOAT32, DType.BFLOAT16)) {
            var model = new Gpt(GptConfig.GPT2_124M, new Placement(device, dtype, Generator.seeded(1)));
            model.train(false);
            for (long capacity : new long[] {64, 1_024}) {
                print(dtype + ", cache of " + capacity, millisPerToken(model, capacity, tokens), "ms a token");
            }
            Generation generation =
                    Generation.of(model, GptTokenizer.gpt2()).withTopK(50).withSeed(1);
            generation.generate("The quick brown fox", tokens);
            long begin = System.nanoTime();
            int count = generation.generate(GptTokenizer.gpt2().encode("The quick brown fox"), tokens).length;
            print(dtype + ", texts of " + count, count / ((System.nanoTime() - begin) / 1e9), "tokens/s");
        }
    }

    private static void print(String what, double figure, String unit) {
        System.out.printf(Locale.ROOT, "%-32s %10.3f %s%n", what, figure, unit);
    }

    /** Of one token after another, from an empty cache on, the first ones left out. */
    private static double millisPerToken(Gpt model, long capacity, int tokens) {
        int left = 10;
        int counted = (int) Math.min(capacity, tokens) - left;
        try (KeyValueCache past = model.cache(1, capacity);
                Tensor token = Tensor.of(new long[] {464}, Shape.of(1, 1), model.device())) {
            long begin = 0;
            for (int i = 0; i < left + counted; i++) {
                begin = i == left ? System.nanoTime() : begin;
                try (Tensor scores = model.next(token, 1, past)) {
                    scores.argmax(1).toLongArray();
                }
            }
            return (System.nanoTime() - begin) / 1e6 / counted;
        }
    }
}
