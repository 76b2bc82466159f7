package io.xianka.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.CrossEntropy;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Generator;
import io.xianka.tensor.Shape;
import io.xianka.tensor.ShapeMismatch;
import io.xianka.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Beside these, PretrainedTest holds whole models of these layers to PyTorch's scores. */
class TransformerLayersTest {
    private final Placement placement = new Placement(Device.plain(), DType.FLOAT32, Generator.seeded(6));

    private Tensor random(long... sizes) {
        return placement
                .generator()
                .normal(Shape.of(sizes), DType.FLOAT32, Device.plain())
                .realise();
    }

    @Test
    void aPairTurnsByItsPlaceTimesItsFrequency() {
        var rotary = new RotaryEmbedding(4, 8, 100, Device.plain());
        // Frequencies 1 and 100^-0.5; element 0 is paired with 2, 1 with 3.
        Tensor x = Tensor.of(new float[] {1, 1, 0, 0}, Shape.of(1, 4), Device.plain())
                .expand(8, 4);
        float[] turned = rotary.rotate(x).toFloatArray();
        for (int place = 0; place < 8; place++) {
            double slow = place * 0.1;
            float[] expected = {
                (float) Math.cos(place), (float) Math.cos(slow), (float) Math.sin(place), (float) Math.sin(slow)
            };
            assertArrayEquals(expected, Arrays.copyOfRange(turned, 4 * place, 4 * place + 4), 1e-6f);
        }
        Tensor places = Tensor.of(new long[] {5, 2}, Shape.of(2), Device.plain());
        Tensor two = rotary.rotate(x.narrow(0, 0, 2), places);
        assertArrayEquals(Arrays.copyOfRange(turned, 20, 24), two.get(0).toFloatArray());
        assertArrayEquals(Arrays.copyOfRange(turned, 8, 12), two.get(1).toFloatArray());
    }

    @Test
    void productsOfTurnedVectorsDependOnTheirDistance() {
        var rotary = new RotaryEmbedding(16, 64, 10_000, Device.plain());
        Tensor q = rotary.rotate(random(1, 16).expand(64, 16));
        Tensor k = rotary.rotate(random(1, 16).expand(64, 16));
        Tensor scores = q.matmul(k.transpose());
        for (int distance : new int[] {0, 1, 17}) {
            double first = scores.get(distance, 0).item();
            for (int place : new int[] {3, 20, 40}) {
                assertEquals(first, scores.get(distance + place, place).item(), 1e-4);
            }
        }
    }

    @Test
    void longWavesGrowAndShortOnesStay() {
        var scaling = new RotaryScaling(8, 1, 4, 1_000);
        // Wavelengths under 250 stay, over 1,000 grow eightfold, and between them by something between.
        float fast = (float) (2 * Math.PI / 200);
        float slow = (float) (2 * Math.PI / 1_100);
        float middle = (float) (2 * Math.PI / 500);
        assertEquals(fast, scaling.of(fast));
        assertEquals(slow / 8, scaling.of(slow), 1e-9f);
        // 1000 / 500 lies a third of the way from 1 to 4.
        assertEquals(middle * (2 / 3.0 / 8 + 1 / 3.0), scaling.of(middle), 1e-8);
        assertEquals(0.25f, RotaryScaling.linear(4).of(1));
        assertEquals(0.3f, RotaryScaling.NONE.of(0.3f));
        assertThrows(IllegalArgumentException.class, () -> new RotaryScaling(0.5, 1, 4, 100));
    }

    @Test
    void headsOfKeysServeGroupsOfHeadsOfQueries() {
        var grouped =
                new MultiHeadAttention(MultiHeadAttention.Options.of(12, 4).withGroups(2), placement);
        var full = new MultiHeadAttention(MultiHeadAttention.Options.of(12, 4), placement);
        Map<String, Tensor> few = grouped.stateDict();
        assertEquals(Shape.of(6, 12), few.get("k_proj.weight").shape());
        assertEquals(
                List.of("q_proj.weight", "k_proj.weight", "v_proj.weight", "o_proj.weight"), List.copyOf(few.keySet()));
        full.loadStateDict(Map.of(
                "q_proj.weight", few.get("q_proj.weight"),
                "k_proj.weight", doubled(few.get("k_proj.weight")),
                "v_proj.weight", doubled(few.get("v_proj.weight")),
                "o_proj.weight", few.get("o_proj.weight")));
        Tensor x = random(2, 5, 12);
        assertArrayEquals(full.forward(x).toFloatArray(), grouped.forward(x).toFloatArray(), 1e-6f);
    }

    /** Each head of 3 rows twice. */
    private static Tensor doubled(Tensor weight) {
        return weight.unflatten(0, 2, 3).repeatInterleave(2, 0).flatten(0, 1).detach();
    }

    @Test
    void onlyCausalAttentionIsBlindForWhatComes() {
        Tensor x = random(1, 4, 8);
        Tensor other = Tensor.cat(1, x.narrow(1, 0, 3), random(1, 1, 8));
        var causal = new MultiHeadAttention(MultiHeadAttention.Options.of(8, 2).withBias(true), placement);
        assertEquals(8, causal.stateDict().size());
        assertArrayEquals(
                causal.forward(x).narrow(1, 0, 3).toFloatArray(),
                causal.forward(other).narrow(1, 0, 3).toFloatArray());
        var both = new MultiHeadAttention(MultiHeadAttention.Options.of(8, 2).withCausal(false), placement);
        assertTrue(!Arrays.equals(
                both.forward(x).narrow(1, 0, 3).toFloatArray(),
                both.forward(other).narrow(1, 0, 3).toFloatArray()));
    }

    @Test
    void aGateOpensTheOtherHalfOfThePerceptron() {
        var gated = new SwiGlu(1, 2, placement);
        gated.loadStateDict(Map.of(
                "gate_proj.weight", Tensor.of(new float[] {1, -2}, Shape.of(2, 1), Device.plain()),
                "up_proj.weight", Tensor.of(new float[] {3, 5}, Shape.of(2, 1), Device.plain()),
                "down_proj.weight", Tensor.of(new float[] {1, 10}, Shape.of(1, 2), Device.plain())));
        double x = 0.7;
        double expected = silu(x) * 3 * x + 10 * silu(-2 * x) * 5 * x;
        Tensor y = gated.forward(Tensor.of(new float[] {(float) x}, Shape.of(1, 1), Device.plain()));
        assertEquals(expected, y.item(), 1e-6);
    }

    private static double silu(double x) {
        return x / (1 + Math.exp(-x));
    }

    @Test
    void aSmallLlamaLearnsToCount() {
        var llama = new Llama(LlamaConfig.of(50, 8, 16, 2, 4).withGroups(2).withTied(true), placement);
        assertTrue(!llama.stateDict().containsKey("lm_head.weight"));
        Tensor tokens = Tensor.of(new long[] {1, 2, 3, 4, 5, 6, 7}, Shape.of(1, 7), Device.plain());
        Tensor next = Tensor.of(new long[] {2, 3, 4, 5, 6, 7, -100}, Shape.of(1, 7), Device.plain());
        assertEquals(Math.log(50), llama.loss(tokens, next).item(), 0.2);
        var optimizer = new Optimizer(AdamW.DEFAULT, 1e-2, llama.parameters());
        for (int step = 0; step < 30; step++) {
            optimizer.zeroGrad();
            Tensor loss = llama.checkpointing(step % 2 == 0 ? Checkpointing.FULL : Checkpointing.NONE)
                    .loss(tokens, next);
            loss.backward();
            optimizer.step(loss);
        }
        assertTrue(llama.loss(tokens, next).item() < 0.5);
    }

    @Test
    void rowsThatOnlyFillUpTheTableCountInNoLoss() {
        var config = new GptConfig(50, 8, 16, 2, 1, 0);
        var plain = new Gpt(config, placement);
        var padded = new Gpt(config.withPaddedVocabulary(64), placement);
        Map<String, Tensor> state = new java.util.LinkedHashMap<>(plain.stateDict());
        // What the padding holds must not matter, so let it score higher than all.
        state.put(
                "wte.weight",
                Tensor.cat(0, state.get("wte.weight"), random(14, 16).mul(50.0)).detach());
        padded.loadStateDict(state);
        Tensor tokens = Tensor.of(new long[] {1, 2, 3, 49}, Shape.of(1, 4), Device.plain());
        Tensor next = Tensor.of(new long[] {2, 3, 49, -100}, Shape.of(1, 4), Device.plain());
        assertEquals(Shape.of(1, 4, 50), padded.forward(tokens).shape());
        for (CrossEntropy options : List.of(CrossEntropy.DEFAULT, CrossEntropy.DEFAULT.withLabelSmoothing(0.1))) {
            Tensor loss = padded.loss(tokens, next, options);
            assertEquals(plain.loss(tokens, next, options).item(), loss.item(), 1e-5);
            padded.zeroGrad();
            loss.backward();
            Tensor gradient = padded.stateDict().get("wte.weight").grad();
            assertEquals(0, gradient.narrow(0, 50, 14).abs().max().item());
            assertTrue(gradient.narrow(0, 0, 50).abs().max().item() > 0);
        }
    }

    @Test
    void refusesSizesThatDoNotGoTogether() {
        assertEquals(
                "attention: a width of 10 is no multiple of 3 heads",
                assertThrows(IllegalArgumentException.class, () -> MultiHeadAttention.Options.of(10, 3))
                        .getMessage());
        assertThrows(
                IllegalArgumentException.class,
                () -> MultiHeadAttention.Options.of(12, 4).withGroups(3));
        var rotary = new RotaryEmbedding(4, 8, 100, Device.plain());
        assertThrows(
                IllegalArgumentException.class,
                () -> MultiHeadAttention.Options.of(12, 4).withRotary(rotary));
        assertThrows(ShapeMismatch.class, () -> rotary.rotate(random(9, 4)));
        assertThrows(IllegalArgumentException.class, () -> new RotaryEmbedding(3, 8, 100, Device.plain()));
        assertThrows(IllegalArgumentException.class, () -> LlamaConfig.of(50, 8, 10, 1, 3));
        assertThrows(
                IllegalArgumentException.class,
                () -> LlamaConfig.of(50, 8, 12, 1, 4).withGroups(3));
        assertThrows(IllegalArgumentException.class, () -> new GptConfig(50, 8, 16, 2, 1, 0).withPaddedVocabulary(49));
    }
}
