package io.xianka.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Generator;
import io.xianka.tensor.Shape;
import io.xianka.tensor.ShapeMismatch;
import io.xianka.tensor.Tensor;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GptTest {
    private static final GptConfig SMALL = new GptConfig(50, 8, 16, 2, 3, 0);

    private final Placement placement = new Placement(Device.plain(), DType.FLOAT32, Generator.seeded(3));

    private Tensor tokens(long... numbers) {
        return Tensor.of(numbers, Shape.of(1, numbers.length), Device.plain());
    }

    @Test
    void theStateHasTheNamesAndShapesOfGpt2() {
        Map<String, Tensor> state = new Gpt(SMALL, placement).stateDict();
        assertEquals(2 + 3 * 12 + 2, state.size());
        assertEquals(Shape.of(50, 16), state.get("wte.weight").shape());
        assertEquals(Shape.of(8, 16), state.get("wpe.weight").shape());
        assertEquals(Shape.of(16, 48), state.get("h.2.attn.c_attn.weight").shape());
        assertEquals(Shape.of(16), state.get("h.0.attn.c_proj.bias").shape());
        assertEquals(Shape.of(16, 64), state.get("h.1.mlp.c_fc.weight").shape());
        assertEquals(Shape.of(64, 16), state.get("h.1.mlp.c_proj.weight").shape());
        assertEquals(Shape.of(16), state.get("ln_f.bias").shape());
    }

    @Test
    void startsKnowingNothing() {
        var gpt = new Gpt(SMALL, placement);
        double loss = gpt.loss(tokens(1, 2, 3, 4), tokens(2, 3, 4, 5)).item();
        assertEquals(Math.log(50), loss, 0.1);
        Map<String, Tensor> state = gpt.stateDict();
        assertEquals(0.02, state.get("h.0.mlp.c_fc.weight").std().item(), 0.002);
        assertEquals(
                0.02 / Math.sqrt(6), state.get("h.0.mlp.c_proj.weight").std().item(), 0.001);
        assertEquals(0, state.get("h.0.mlp.c_proj.bias").abs().max().item());
    }

    @Test
    void noTokenSeesALaterOne() {
        var gpt = new Gpt(SMALL, placement);
        float[] one = gpt.forward(tokens(1, 2, 3, 4)).narrow(1, 0, 3).toFloatArray();
        float[] other = gpt.forward(tokens(1, 2, 3, 40)).narrow(1, 0, 3).toFloatArray();
        assertArrayEquals(one, other, 1e-6f);
        float[] shorter = gpt.forward(tokens(1, 2, 3)).toFloatArray();
        assertArrayEquals(one, shorter, 1e-6f);
        assertTrue(!Arrays.equals(
                one, gpt.forward(tokens(9, 2, 3, 4)).narrow(1, 0, 3).toFloatArray()));
    }

    @Test
    void learnsToCount() {
        var gpt = new Gpt(SMALL, placement);
        var optimizer = new Optimizer(AdamW.DEFAULT, 1e-2, gpt.parameters());
        double last = Double.NaN;
        for (int step = 0; step < 30; step++) {
            optimizer.zeroGrad();
            Tensor loss = gpt.loss(tokens(1, 2, 3, 4, 5, 6, 7), tokens(2, 3, 4, 5, 6, 7, -100));
            loss.backward();
            optimizer.step(loss);
            last = loss.item();
        }
        assertTrue(last < 0.5, "loss " + last + " after 30 steps, ln 50 before");
    }

    @Test
    void refusesSequencesBeyondTheBlockAndHeadsThatDoNotShareTheWidth() {
        var gpt = new Gpt(SMALL, placement);
        assertEquals(
                "Gpt: tokens (1, 9) are not (batch, length) with a length from 1 to 8",
                assertThrows(ShapeMismatch.class, () -> gpt.forward(tokens(new long[9])))
                        .getMessage());
        assertEquals(
                "GPT: a width of 10 is no multiple of 3 heads; each has an equal share",
                assertThrows(IllegalArgumentException.class, () -> new GptConfig(50, 8, 10, 3, 1, 0))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> new GptConfig(50, 8, 10, 2, 0, 0));
    }
}
