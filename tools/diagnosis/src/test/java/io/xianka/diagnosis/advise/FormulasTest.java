package io.xianka.diagnosis.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormulasTest {

    /** GPT-2 124M with the vocabulary padded to 50,304. */
    private static final ModelShape GPT2 = new ModelShape(124.5e6, 12, 768, 12, 12, 50_304);

    private static Workload.Training gpt2(Precision precision, int batch) {
        return new Workload.Training(GPT2, precision, Optimizer.ADAMW, batch, 1024, true);
    }

    /**
     * Peak of PyTorch 2.11's allocator on an H200, 1024 tokens, AdamW, fused attention, no compilation; the CUDA context is
     * not in it.
     */
    @ParameterizedTest
    @CsvSource({
        "FP32, 16, false, 19.78",
        "TF32, 16, false, 19.78",
        "FP16, 16, false, 14.52",
        "BF16, 16, false, 14.52",
        "BF16, 32, false, 27.34",
        "BF16, 32, true,  18.15",
        "TF32, 16, true,  11.33",
    })
    void memoryOfGpt2IsWithinFivePercentOfWhatPyTorchHeld(
            Precision precision, int batch, boolean checkpointed, double measuredGib) {
        var need = Formulas.training(gpt2(precision, batch), checkpointed);
        double gib = need.gib() - need.bytes(MemoryTerm.OVERHEAD) / 0x1p30;
        assertEquals(1, gib / measuredGib, 0.05, gib + " GiB");
    }

    @Test
    void inSixteenBitsALayerKeepsWhatKorthikantiCounts() {
        var gpt3 = new ModelShape(175e9, 96, 12288, 96, 96, 51_200);
        double sbh = 2048.0 * 12288;
        assertEquals(
                sbh * (34 + 5.0 * 96 * 2048 / 12288),
                Formulas.layerActivationBytes(gpt3, Precision.BF16, 1, 2048, false),
                1);
        assertEquals(sbh * 34, Formulas.layerActivationBytes(gpt3, Precision.BF16, 1, 2048, true), 1);
    }

    @Test
    void trainingStateWithAdamIsSixteenBytesAWeight() {
        double bytes = Formulas.masterWeightBytes(GPT2)
                + Formulas.gradientBytes(GPT2)
                + Formulas.optimizerBytes(GPT2, Optimizer.ADAMW);
        assertEquals(16 * 124.5e6, bytes, 1);
    }

    @Test
    void checkpointingNeverNeedsMore() {
        for (int batch : new int[] {1, 8, 64}) {
            for (boolean fused : new boolean[] {true, false}) {
                var work = new Workload.Training(GPT2, Precision.BF16, Optimizer.SGD, batch, 1024, fused);
                assertTrue(Formulas.training(work, true).bytes()
                        < Formulas.training(work, false).bytes());
                assertTrue(Formulas.trainingFlops(work, true) > Formulas.trainingFlops(work, false));
            }
        }
    }

    @Test
    void aStepOfGpt2CostsWhatTheMeasuringScriptCounts() {
        double tokens = 16 * 1024;
        assertEquals(
                6 * 124.5e6 * tokens + 12.0 * 12 * 768 * 1024 * tokens,
                Formulas.trainingFlops(gpt2(Precision.BF16, 16), false),
                1e6);
    }

    @Test
    void keysAndValuesOfLlama7bAreHalfAMebibyteAToken() {
        var llama = new ModelShape(6.74e9, 32, 4096, 32, 32, 32_000);
        var one = new Workload.Inference(llama, Precision.FP16, 1, 1);
        assertEquals(0.5 * 0x1p20, Formulas.cacheBytes(one), 1);
        var grouped = new ModelShape(8.03e9, 32, 4096, 32, 8, 128_256);
        assertEquals(0.125 * 0x1p20, Formulas.cacheBytes(new Workload.Inference(grouped, Precision.BF16, 1, 1)), 1);
    }

    /** 7e9 times 2 bytes and 4.25 bits. */
    @ParameterizedTest
    @CsvSource({"FP16, 13.04", "INT8, 6.52", "INT4, 3.46"})
    void weightsOfSevenBillionAreKnown(Precision precision, double gib) {
        var need = Formulas.inference(new Workload.Inference(ModelShape.ofParameters(7e9), precision, 1, 2048));
        assertEquals(gib, need.bytes(MemoryTerm.WEIGHTS) / 0x1p30, 0.01);
    }

    @ParameterizedTest
    @CsvSource({
        "124e6, 12, 768, 12",
        "355e6, 24, 1024, 16",
        "1.5e9, 24, 2048, 16",
        "7e9,   32, 4096, 32",
        "70e9,  80, 8192, 64",
        "175e9, 96, 12288, 96",
        "1e12,  96, 12288, 96",
    })
    void aModelOfAKnownSizeHasThePublishedShape(double parameters, int layers, int hidden, int heads) {
        var shape = ModelShape.ofParameters(parameters);
        assertEquals(layers, shape.layers());
        assertEquals(hidden, shape.hidden());
        assertEquals(heads, shape.heads());
    }

    @Test
    void layersAndWidthMakeTheWeights() {
        assertEquals(30.7e9, ModelShape.ofLayers(24, 10240).parameters(), 0.05e9);
        assertEquals(124.5e6, ModelShape.ofLayers(12, 768).parameters(), 1e6);
        assertThrows(
                IllegalArgumentException.class,
                () -> ModelShape.of(
                        OptionalDouble.empty(),
                        OptionalInt.of(12),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        OptionalInt.empty()));
    }

    @Test
    void nonsenseIsRefusedWhereItIsMade() {
        assertThrows(IllegalArgumentException.class, () -> ModelShape.ofParameters(-3));
        assertThrows(IllegalArgumentException.class, () -> ModelShape.ofParameters(Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> ModelShape.ofLayers(0, 768));
        assertThrows(IllegalArgumentException.class, () -> gpt2(Precision.BF16, 0));
        assertThrows(IllegalArgumentException.class, () -> gpt2(Precision.INT4, 1));
        assertThrows(IllegalArgumentException.class, () -> new Workload.Inference(GPT2, Precision.INT4, 1, 0));
        assertThrows(IllegalArgumentException.class, () -> new Workload.Rendering(0, 1080, false, 0));
        assertThrows(IllegalArgumentException.class, () -> new Workload.Rendering(1, 1, false, Double.NaN));
    }
}
