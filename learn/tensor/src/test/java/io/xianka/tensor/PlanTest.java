package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanTest {
    private static final int ELEMENTS = 1 << 10;
    private static final long BYTES = ELEMENTS * 4L;

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated", "plain"})
    void whatLiesInOnePlaceIsCountedOnce(String name) {
        Tensor weights =
                Tensor.ones(Shape.of(ELEMENTS), DType.FLOAT32, Device.of(name)).realise();
        Tensor variable = weights.requiresGrad();
        assertEquals(2 * BYTES, Plan.of(variable.mul(2)).peakBytes());
        assertEquals(2 * BYTES, Plan.of(variable.mul(variable.detach())).peakBytes());
        assertEquals(
                2 * BYTES,
                Plan.of(variable.mul(variable.detach()).add(weights.shared())).peakBytes());
        Tensor other =
                Tensor.ones(Shape.of(ELEMENTS), DType.FLOAT32, Device.of(name)).realise();
        assertEquals(3 * BYTES, Plan.of(variable.mul(other)).peakBytes());
    }
}
