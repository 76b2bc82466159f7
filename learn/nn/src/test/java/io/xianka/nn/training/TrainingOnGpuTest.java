package io.xianka.nn.training;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.xianka.nn.AdamW;
import io.xianka.nn.Checkpointing;
import io.xianka.nn.Gpt;
import io.xianka.nn.GptConfig;
import io.xianka.nn.Optimizer;
import io.xianka.nn.Placement;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Generator;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole steps where products and attention are libraries', with tensor cores. */
@Tag("gpu")
class TrainingOnGpuTest {
    private static final GptConfig SMALL = new GptConfig(128, 64, 128, 2, 4, 0.1);

    /** Of the steps that were taken: a scaler first looks for a scale that float16 bears. */
    private static double[] losses(GptConfig config, TrainingStep.Options options, int steps) {
        return losses(config, options, 8, steps);
    }

    private static double[] losses(GptConfig config, TrainingStep.Options options, int batch, int steps) {
        Device device = Device.cuda(0);
        var gpt = new Gpt(config, new Placement(device, DType.FLOAT32, Generator.seeded(3)));
        var step = new TrainingStep(Objective.of(gpt), new Optimizer(AdamW.DEFAULT, 3e-3, gpt.parameters()), options);
        double[] losses = new double[steps];
        long[] tokens = new long[batch * 65];
        for (int i = 0; i < tokens.length; i++) {
            tokens[i] = i / 65 * 11L % 128 + i % 65 * 3L % 100;
        }
        Tensor rows =
                Tensor.of(tokens, Shape.of(batch, 65), device).remainder(128).realise();
        Tensor x = rows.narrow(1, 0, 64).realise();
        Tensor y = rows.narrow(1, 1, 64).realise();
        int taken = 0;
        for (int tried = 0; taken < steps; tried++) {
            assertTrue(tried < steps + 10, "more than 10 steps were skipped");
            TrainingStep.Outcome outcome = step.run(x, y);
            losses[taken] = outcome.loss();
            taken += outcome.isSkipped() ? 0 : 1;
        }
        return losses;
    }

    @ParameterizedTest
    @EnumSource(Precision.class)
    void checkpointingChangesNoBit(Precision precision) {
        var options = TrainingStep.Options.DEFAULT.withPrecision(precision);
        double[] plain = losses(SMALL, options, 5);
        assumeTrue(
                Arrays.equals(plain, losses(SMALL, options, 5)),
                "two plain runs differ: a library here adds in no fixed order");
        for (Checkpointing way : Checkpointing.values()) {
            assertArrayEquals(plain, losses(SMALL, options.withCheckpointing(way), 5), precision + " " + way);
        }
    }

    /** So many rows that kernels which fold along them fold down their columns as well, and not the same ones in each plan. */
    @ParameterizedTest
    @EnumSource(Checkpointing.class)
    void checkpointingChangesNoBitOfManyRows(Checkpointing way) {
        var options = TrainingStep.Options.DEFAULT.withPrecision(Precision.BF16);
        double[] plain = losses(SMALL, options, 160, 4);
        assumeTrue(
                Arrays.equals(plain, losses(SMALL, options, 160, 4)),
                "two plain runs differ: a library here adds in no fixed order");
        assertArrayEquals(plain, losses(SMALL, options.withCheckpointing(way), 160, 4));
    }

    @Test
    void everyPrecisionReachesTheLossOfFloat32() {
        GptConfig whole = SMALL.withDropout(0);
        double[] expected = losses(whole, TrainingStep.Options.DEFAULT, 40);
        assertTrue(expected[39] < 0.5 * expected[0], Arrays.toString(expected));
        for (Precision precision : Precision.values()) {
            double[] found = losses(whole, TrainingStep.Options.DEFAULT.withPrecision(precision), 40);
            assertEquals(expected[39], found[39], 0.01 * expected[39], precision + ": " + Arrays.toString(found));
        }
    }

    @Test
    void microBatchesGiveWhatOneBatchGives() {
        GptConfig whole = SMALL.withDropout(0);
        double[] one = losses(whole, TrainingStep.Options.DEFAULT, 10);
        double[] four = losses(whole, TrainingStep.Options.DEFAULT.withMicroBatches(4), 10);
        assertArrayEquals(one, four, 2e-4);
    }

    @Test
    void twoThousandStepsTakeNoMoreMemoryThanFiveHundred() {
        SteadyMemory.check(Device.cuda(0));
    }
}
