package io.xianka.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

class GradientNormTest {
    private static Tensor withGradient(float... gradient) {
        Tensor parameter = Tensor.of(new float[gradient.length], Shape.of(gradient.length), Device.plain())
                .requiresGrad();
        parameter.grad(Tensor.of(gradient, Shape.of(gradient.length), Device.plain()));
        return parameter;
    }

    @Test
    void shortGradientsStayAsTheyAre() {
        Tensor parameter = withGradient(0.3f, 0.4f);
        assertEquals(0.5, GradientNorm.clip(List.of(parameter), 1).item(), 1e-6);
        assertArrayEquals(new float[] {0.3f, 0.4f}, parameter.grad().toFloatArray());
    }

    @Test
    void parametersWithoutGradientCountNothing() {
        Tensor without = Tensor.of(new float[] {1}, Shape.of(1), Device.plain()).requiresGrad();
        Tensor parameter = withGradient(30, 40);
        assertEquals(50, GradientNorm.clip(List.of(without, parameter), 5).item(), 1e-4);
        assertArrayEquals(new float[] {3, 4}, parameter.grad().toFloatArray(), 1e-5f);
        assertEquals(null, without.grad());
    }

    @Test
    void aNaNSpreadsToAllAndALengthOfNothingIsRefused() {
        Tensor parameter = withGradient(1, Float.NaN);
        assertTrue(Double.isNaN(GradientNorm.clip(List.of(parameter), 1).item()));
        assertTrue(Float.isNaN(parameter.grad().toFloatArray()[0]));
        assertThrows(IllegalArgumentException.class, () -> GradientNorm.clip(List.of(parameter), 0));
        assertThrows(IllegalArgumentException.class, () -> GradientNorm.of(List.of()));
    }
}
