package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values at the edges as NumPy 2.4 gives them, on every device that needs no GPU. */
class AsInNumPyTest {
    private static final float INFINITY = Float.POSITIVE_INFINITY;

    static Stream<Device> devices() {
        return Stream.of(Device.plain(), Device.cpu(), Device.emulated());
    }

    private static Tensor floats(Device device, double... values) {
        return doubles(device, values).to(DType.FLOAT32);
    }

    private static Tensor doubles(Device device, double... values) {
        return Tensor.of(values, Shape.of(values.length), device);
    }

    private static Tensor complex(Device device, double... parts) {
        Tensor pairs = floats(device, parts).reshape(-1, 2);
        return pairs.slice(":, 0").complex(pairs.slice(":, 1"));
    }

    private static void assertClose(double[] expected, Tensor got) {
        double[] values = got.toDoubleArray();
        assertEquals(expected.length, values.length);
        for (int i = 0; i < values.length; i++) {
            double allowed = Double.isFinite(expected[i]) ? 2e-6 * (Math.abs(expected[i]) + 1e-6) : 0;
            assertEquals(expected[i], values[i], allowed, "place " + i + " on " + got.device());
        }
    }

    private static void assertClose(double[] real, double[] imaginary, Tensor got) {
        assertClose(real, got.real());
        assertClose(imaginary, got.imag());
    }

    @ParameterizedTest
    @MethodSource("devices")
    void inverseHyperbolicFunctionsOfLargeValuesNeitherOverflowNorCancel(Device device) {
        Tensor x = floats(device, 1e20, -3e38, 0.5, INFINITY, -1e-3, 1e10);
        assertClose(new double[] {46.74485, -89.28999, 0.48121181, INFINITY, -0.001, 23.718998}, x.asinh());
        Tensor y = floats(device, 1, 1e20, 3e38, -1e18, 0.5, INFINITY, 3);
        assertClose(new double[] {0, 46.74485, 89.28999, Double.NaN, Double.NaN, INFINITY, 1.7627472}, y.acosh());
        Tensor leaf = floats(device, 1e20, 0.5, 1e10).requiresGrad();
        assertClose(
                new double[] {1e-20, 0.8944272, 1e-10},
                Gradients.of(leaf.asinh().sum(), leaf));
    }

    @ParameterizedTest
    @MethodSource("devices")
    void floorsTheExactQuotient(Device device) {
        double[] quotients = {9, -10, Double.NaN, 0, -1, INFINITY, -INFINITY, Double.NaN, -4};
        double[] left = {1, -1, INFINITY, 5, -5, 1, -1, 0, 7};
        double[] right = {0.1, 0.1, 1, INFINITY, INFINITY, 0, 0, 0, -2};
        assertClose(quotients, doubles(device, left).floorDiv(doubles(device, right)));
        assertClose(quotients, floats(device, left).floorDiv(floats(device, right)));
    }

    @ParameterizedTest
    @MethodSource("devices")
    void oneToAnyPowerIsOne(Device device) {
        Tensor base = floats(device, 1, 1, -1, -1, Double.NaN, 2);
        Tensor exponent = floats(device, Double.NaN, INFINITY, INFINITY, -INFINITY, 0, Double.NaN);
        assertClose(new double[] {1, 1, 1, 1, 1, Double.NaN}, base.pow(exponent));
    }

    @ParameterizedTest
    @MethodSource("devices")
    void complexValuesHavePowers(Device device) {
        Tensor base = complex(device, 1, 2, 0, 0, 0, 0, 0, 0, -1.5, 0.5);
        Tensor exponent = complex(device, 0.5, -1, 0, 0, 2, 0, -1, 0, 2, 0);
        assertClose(
                new double[] {4.382565, 1, 0, Double.NaN, 2},
                new double[] {-1.1243975, 0, 0, Double.NaN, -1.5},
                base.pow(exponent));
        Tensor z = complex(device, 1, 2, -1.5, 0.5);
        assertClose(new double[] {-11, -2.25}, new double[] {-2, 3.25}, z.pow(3));
        assertClose(new double[] {-0.12, 0.32}, new double[] {-0.16, 0.24}, z.pow(-2));
        assertClose(new double[] {1.2720196, 0.20141850}, new double[] {0.78615141, 1.2411968}, z.pow(0.5));
        assertEquals(DType.COMPLEX64, Tensor.arange(3, device).pow(z.sum()).dtype());
    }

    @ParameterizedTest
    @MethodSource("devices")
    void complexFunctionsKeepTheirSmallPart(Device device) {
        Tensor z = complex(device, 1, 1e-3, -1, 1e-5, -4, -0.0, 0, 0, 1e-4, 0, 100, 1);
        assertClose(
                new double[] {1.0000001, 5e-6, 0, 0, 0.01, 10.000125},
                new double[] {5e-4, 1, -2, 0, 0, 0.049999375},
                z.sqrt());
        assertClose(
                new double[] {1.1752006, -1.1752012, -27.289917, 0, 1e-4},
                new double[] {0.0015430804, 1.5430806e-5, 0, 0, 0},
                z.slice(":5").sinh());
        assertClose(
                new double[] {0.76159420, 1},
                new double[] {4.1997432e-4, 0},
                z.slice("::5").tanh());
    }

    @ParameterizedTest
    @MethodSource("devices")
    void runningFoldsOfComplexValues(Device device) {
        Tensor z = complex(device, 1, 10, 2, 20, 0, -1);
        assertClose(new double[] {1, 3, 3}, new double[] {10, 30, 29}, z.cumsum(0));
        assertClose(new double[] {1, -198, 40}, new double[] {10, 40, 198}, z.cumprod(0));
    }

    @Test
    void integersAreSpreadByRoundingDown() {
        Tensor spread = Tensor.linspace(-2, 2, 6, DType.INT64, Device.plain());
        assertArrayEquals(new long[] {-2, -2, -1, 0, 1, 2}, spread.toLongArray());
    }

    @Test
    void twoTypesMeetBeforeAnAngleIsTaken() {
        Tensor half = Tensor.ones(Shape.of(2), DType.FLOAT16, Device.plain());
        Tensor bytes = Tensor.ones(Shape.of(2), DType.INT8, Device.plain());
        assertEquals(DType.FLOAT16, bytes.atan2(half).dtype());
        assertEquals(DType.FLOAT32, bytes.atan2(bytes).dtype());
    }

    @Test
    void whatHasNoOrderAndNoSignIsRefusedOnBothSides() {
        Tensor real = Tensor.ones(Shape.of(2), DType.FLOAT32, Device.plain());
        Tensor complex = real.complex(real);
        for (var operation : List.<java.util.function.Supplier<Tensor>>of(
                () -> real.maximum(complex),
                () -> real.minimum(complex),
                () -> real.floorDiv(complex),
                () -> real.remainder(complex))) {
            String message = assertThrows(DTypeMismatch.class, operation::get).getMessage();
            assertTrue(message.endsWith("complex values have no order; take real(), imag() or abs() first"), message);
        }
        Tensor bool = real.to(DType.BOOL);
        assertEquals(
                "sub: two bools have no difference; logicalXor() says where they differ",
                assertThrows(DTypeMismatch.class, () -> bool.sub(bool)).getMessage());
    }
}
