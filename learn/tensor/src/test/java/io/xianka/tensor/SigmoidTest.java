package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sigmoid of float32 and what is made of it, against double precision. */
class SigmoidTest {
    private static final float INFINITY = Float.POSITIVE_INFINITY;

    private static float[] points() {
        float[] points = new float[4_001];
        for (int i = 0; i < points.length; i++) {
            points[i] = (i - 2_000) * 0.0436f;
        }
        return points;
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated"})
    void isAsNearAsItSays(String device) {
        float[] x = points();
        float[] found = Tensor.of(x).to(Device.of(device)).sigmoid().toFloatArray();
        for (int i = 0; i < x.length; i++) {
            double exact = 1 / (1 + Math.exp(-(double) x[i]));
            assertEquals(exact, found[i], exact * (5 + Math.abs(x[i])) * 1e-7, "sigmoid of " + x[i]);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated"})
    void hasItsLimitsAtTheEnds(String device) {
        Tensor x = Tensor.of(new float[] {-INFINITY, -200, 0, 200, INFINITY, Float.NaN})
                .to(Device.of(device));
        float[] found = x.sigmoid().toFloatArray();
        assertArrayEquals(new float[] {0, 0, 0.5f, 1, 1, Float.NaN}, found);
    }

    /** Where {@code 1 + tanh} has lost all digits, 1e-8 is left of it, and GELU's tail is told. */
    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated"})
    void geluKeepsItsDigitsWhereTheTangentIsNearMinusOne(String device) {
        float[] x = {-6, -5, -4, -2, -0.5f, 0, 0.5f, 2, 5};
        Tensor variable = Tensor.of(x).to(Device.of(device)).requiresGrad();
        Tensor value = variable.geluTanh();
        float[] found = value.toFloatArray();
        value.sum().backward();
        float[] slopes = variable.grad().toFloatArray();
        double linear = 2 * Math.sqrt(2 / Math.PI);
        double cubic = linear * 0.044715;
        for (int i = 0; i < x.length; i++) {
            double at = x[i];
            double share = 1 / (1 + Math.exp(-at * (linear + cubic * at * at)));
            double slope = share + at * share * (1 - share) * (linear + 3 * cubic * at * at);
            assertEquals(at * share, found[i], Math.abs(at * share) * 4e-6, "gelu of " + at);
            assertEquals(slope, slopes[i], Math.abs(slope) * 2e-5 + 1e-12, "gelu's slope at " + at);
        }
        assertTrue(found[0] < 0, "gelu of -6 is below 0: " + found[0]);
    }
}
