package io.xianka.nn.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.nn.Checkpointing;
import io.xianka.nn.Gpt;
import io.xianka.nn.GptConfig;
import io.xianka.nn.Optimizer;
import io.xianka.nn.Sgd;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FitTest {
    private static final GptConfig DEEP = new GptConfig(64, 64, 32, 2, 12, 0);

    private static Fit fit(GptConfig config) {
        return Fit.of(
                placement -> new Gpt(config, placement),
                model -> new Optimizer(Sgd.DEFAULT, 1e-3, model.parameters()),
                config.block());
    }

    @Test
    void deepModelsHoldLessTheMoreIsComputedAgain() {
        Map<Checkpointing, Long> peaks = new EnumMap<>(Checkpointing.class);
        for (Checkpointing way : Checkpointing.values()) {
            peaks.put(way, fit(DEEP).peakBytes(8, TrainingStep.Options.DEFAULT.withCheckpointing(way)));
        }
        long activation = 8L * 64 * 32 * Float.BYTES;
        long none = peaks.get(Checkpointing.NONE);
        // All but its input: what attention and the perceptron have inside, five times the width at least.
        assertTrue(peaks.get(Checkpointing.FULL) < none - 11 * 5 * activation, peaks.toString());
        assertTrue(peaks.get(Checkpointing.SELECTIVE) < none, peaks.toString());
        assertTrue(peaks.get(Checkpointing.FULL) < peaks.get(Checkpointing.SELECTIVE), peaks.toString());
    }

    @Test
    void choosesWhatComputesLeastAgainAndThenTheFewestMicroBatches() {
        var config = new GptConfig(64, 32, 32, 2, 3, 0);
        Fit fit = fit(config);
        var options = TrainingStep.Options.DEFAULT;
        long whole = fit.peakBytes(16, options);
        Fit.Choice roomy = fit.choose(16, options, 2 * whole);
        assertEquals(options, roomy.options());
        assertEquals(whole, roomy.peakBytes());
        assertEquals(16, roomy.microBatch());
        Fit.Choice tight = fit.choose(16, options, whole);
        assertEquals(Checkpointing.NONE, tight.options().checkpointing());
        assertEquals(2, tight.options().microBatches());
        assertTrue(tight.peakBytes() < whole);
        assertTrue(tight.toString().startsWith("2 micro-batches of 8, checkpointing none: "), tight.toString());

        var never = assertThrows(Fit.DoesNotFit.class, () -> fit.choose(16, options, 1 << 17));
        assertTrue(
                never.getMessage().startsWith("a batch of 16 does not fit into 0.1 MiB in any way: the least is "),
                never.getMessage());
        assertTrue(fit.choose(16, options, never.neededBytes()).peakBytes() < never.neededBytes());
    }

    @Test
    void manyMicroBatchesArePlannedLikeAFew() {
        var config = new GptConfig(64, 32, 32, 2, 3, 0);
        Fit fit = fit(config);
        for (Checkpointing way : Checkpointing.values()) {
            var options = TrainingStep.Options.DEFAULT.withCheckpointing(way);
            long eight = fit.peakBytes(16, options.withMicroBatches(8));
            Fit.Choice chosen = fit.choose(16, options.withMicroBatches(8), Long.MAX_VALUE);
            assertEquals(8, chosen.options().microBatches());
            assertEquals(eight, chosen.peakBytes(), way.text());
        }
        var never =
                assertThrows(Fit.DoesNotFit.class, () -> fit.choose(1 << 20, TrainingStep.Options.DEFAULT, 1 << 17));
        assertTrue(never.getMessage().contains("in 1048576 micro-batches of 1, checkpointing"), never.getMessage());
    }
}
