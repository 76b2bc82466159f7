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

    /** As {@code Plan} tells them, beside which library multiplies. */
    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated"})
    void tellsStepsBytesAndThePeak(String name) {
        Tensor x = Tensor.ones(Shape.of(32, 32), DType.FLOAT32, Device.of(name)).realise();
        Tensor y = x.add(1).matmul(x).softmax(-1).sum();
        String[] lines = y.explain().split("\n");
        String[] planned = Plan.of(y).explain().split("\n");
        assertEquals(planned.length, lines.length, y.explain());
        for (int i = 0; i < lines.length; i++) {
            assertEquals(withoutTheWay(planned[i]), withoutTheWay(lines[i]));
        }
        assertEquals(" reads 8192 B, writes 4096 B", lines[2].substring(lines[2].indexOf(" reads")));
    }

    private static String withoutTheWay(String line) {
        return line.replaceFirst("^( +[0-9]+) +\\S+ +", "$1 ");
    }
}
