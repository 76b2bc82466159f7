package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.graph.Recorded;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

class TensorTest {
    private final Device device = Device.plain();

    private Tensor floats(double... values) {
        return Tensor.of(values, Shape.of(values.length), device).to(DType.FLOAT32);
    }

    @Test
    void addsWithBroadcasting() {
        Tensor column = Tensor.of(new float[] {1, 2}, Shape.of(2, 1), device);
        Tensor row = Tensor.of(new float[] {10, 20, 30}, Shape.of(3), device);
        Tensor sum = column.add(row);
        assertEquals(Shape.of(2, 3), sum.shape());
        assertArrayEquals(new float[] {11, 21, 31, 12, 22, 32}, sum.toFloatArray());
    }

    @Test
    void comesFromNestedArraysOfEveryType() {
        assertEquals(
                DType.FLOAT64,
                Tensor.fromArrays(new double[][] {{1, 2}, {3, 4}}, device).dtype());
        assertEquals(
                Shape.of(2, 1, 3),
                Tensor.fromArrays(new int[][][] {{{1, 2, 3}}, {{4, 5, 6}}}, device)
                        .shape());
        assertEquals(DType.BOOL, Tensor.fromArrays(new boolean[] {true}, device).dtype());
        assertEquals(DType.INT8, Tensor.fromArrays(new byte[] {1}, device).dtype());
        assertEquals(DType.INT16, Tensor.fromArrays(new short[] {1}, device).dtype());
        assertEquals(DType.INT64, Tensor.fromArrays(new long[0][3], device).dtype());
        assertEquals(
                "fromArrays: one array of axis 1 has 1 elements, the first has 2",
                assertThrows(ShapeMismatch.class, () -> Tensor.fromArrays(new float[][] {{1, 2}, {3}}, device))
                        .getMessage());
        assertThrows(DTypeMismatch.class, () -> Tensor.fromArrays(new String[] {"1"}, device));
    }

    @Test
    void goesBackToNestedArrays() {
        float[][] rows = {{1, 2}, {3, 4}};
        assertArrayEquals(rows, (float[][]) Tensor.fromArrays(rows, device).toArrays());
        assertEquals(2.5, Tensor.full(2.5, Shape.SCALAR, DType.FLOAT64, device).toArrays());
    }

    @Test
    void comesFromAndGoesToMemory() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocateFrom(ValueLayout.JAVA_FLOAT, 1, 2, 3);
            Tensor x = Tensor.of(memory, Shape.of(3), DType.FLOAT32, device).mul(2);
            x.copyTo(memory);
            assertArrayEquals(new float[] {2, 4, 6}, memory.toArray(ValueLayout.JAVA_FLOAT));
            assertThrows(ShapeMismatch.class, () -> Tensor.of(memory, Shape.of(4), DType.FLOAT32, device));
            assertThrows(ShapeMismatch.class, () -> x.narrow(0, 0, 2).copyTo(memory));
        }
    }

    @Test
    void countsAndSpreadsNumbers() {
        Device before = Device.current();
        device.use();
        try {
            assertArrayEquals(new long[] {5, 3, 1}, Tensor.arange(5, 0, -2).toLongArray());
            assertArrayEquals(
                    new float[] {0, 0.25f, 0.5f, 0.75f},
                    Tensor.arange(0, 1, 0.25).toFloatArray());
            assertArrayEquals(new float[] {1, 1.5f, 2}, Tensor.linspace(1, 2, 3).toFloatArray());
            assertEquals(0.1f, Tensor.linspace(0, 0.1, 8).toFloatArray()[7]);
            assertArrayEquals(new float[] {1, 0, 0, 1}, Tensor.eye(2).toFloatArray());
            assertEquals(Shape.of(0), Tensor.arange(3, 3).shape());
            assertEquals(Shape.of(2, 3), Tensor.rand(2, 3).shape());
        } finally {
            before.use();
        }
    }

    @Test
    void assignChangesWhatIsReadFromNowOn() {
        Tensor w = floats(1, 2).requiresGrad();
        Tensor before = w.mul(10);
        w.assign(w.detach().add(1));
        assertArrayEquals(new float[] {2, 3}, w.toFloatArray());
        assertArrayEquals(new float[] {10, 20}, before.toFloatArray());
        w.square().sum().backward();
        assertArrayEquals(new float[] {4, 6}, w.grad().toFloatArray());
        assertEquals(
                "assign: float32(3,) to float32(2,); expand() or to() first",
                assertThrows(ShapeMismatch.class, () -> w.assign(floats(1, 2, 3)))
                        .getMessage());
    }

    @Test
    void anAssignedVariableIsComputedWithTheNextValueThatNeedsIt() {
        Tensor w = floats(1, 2).requiresGrad();
        for (int step = 0; step < 40; step++) {
            w.zeroGrad();
            Tensor loss = w.square().sum();
            loss.backward();
            loss.realise();
            assertTrue(w.node().storage() != null, "step " + step);
            w.assign(w.sub(w.grad().mul(0.1)));
        }
        assertEquals(Math.pow(0.8, 40), w.toDoubleArray()[0], 1e-6);
    }

    @Test
    void runtimeScalarsOfAnyValueHaveOnePlan() {
        Tensor x = floats(1, 2);
        Tensor half = x.mul(Tensor.runtimeScalar(0.5, DType.FLOAT32, device));
        Tensor tripled = x.mul(Tensor.runtimeScalar(3, DType.FLOAT32, device));
        assertEquals(
                Recorded.of(List.of(half.node())).structure(),
                Recorded.of(List.of(tripled.node())).structure());
        assertArrayEquals(new float[] {0.5f, 1}, half.toFloatArray());
        assertArrayEquals(new float[] {3, 6}, tripled.toFloatArray());
    }

    @Test
    void refusesUseAfterClose() {
        Tensor x = floats(1, 2).realise();
        Tensor later = x.add(1);
        x.close();
        x.close();
        assertEquals(
                "the tensor float32(2,) was closed before this use of it",
                assertThrows(IllegalStateException.class, x::toFloatArray).getMessage());
        assertEquals(
                "a tensor of shape (2,) was closed before this use of it",
                assertThrows(IllegalStateException.class, later::toFloatArray).getMessage());
    }

    @Test
    void movesBetweenDevices() {
        Tensor here = floats(1, 2).requiresGrad();
        Tensor there = here.to(Device.cpu()).mul(3);
        assertSame(Device.cpu(), there.device());
        there.sum().backward();
        assertSame(device, here.grad().device());
        assertArrayEquals(new float[] {3, 3}, here.grad().toFloatArray());
        assertThrows(IllegalArgumentException.class, () -> here.add(there));
    }

    /** From here to there and on or back, with or without gradients, what is there before or not. */
    @Test
    void computesOnSeveralDevicesInOneGraph() {
        Device[] devices = {Device.cpu(), Device.emulated(), Device.plain()};
        for (Device first : devices) {
            for (Device second : devices) {
                for (Device third : devices) {
                    Tensor x = Tensor.ones(Shape.of(3), DType.FLOAT32, first);
                    Tensor there = x.to(second).mul(3);
                    Tensor far = there.to(third).add(x.to(third));
                    Tensor back = far.to(first).mul(x);
                    Tensor.realise(back, far, there, there.sub(1));
                    assertArrayEquals(new float[] {4, 4, 4}, back.toFloatArray());
                    assertSame(first, back.device());
                    assertEquals(12, far.sum().item());

                    Tensor leaf = Tensor.ones(Shape.of(3), DType.FLOAT32, first).requiresGrad();
                    leaf.to(second).mul(3).to(third).square().sum().backward();
                    assertArrayEquals(new float[] {18, 18, 18}, leaf.grad().toFloatArray());
                    assertSame(first, leaf.grad().device());
                }
            }
        }
    }

    @Test
    void backwardAddsUpUntilItIsForgotten() {
        Tensor w = floats(3).requiresGrad();
        w.square().sum().backward();
        w.square().sum().backward();
        assertEquals(12, w.grad().item());
        w.zeroGrad();
        assertEquals(null, w.grad());
        w.square().backward(floats(2));
        assertEquals(12, w.grad().item());
    }

    @Test
    void gradientsStopAtDetachedValuesAndOutsideNoGrad() {
        Tensor w = floats(3).requiresGrad();
        w.mul(w.detach()).sum().backward();
        assertEquals(3, w.grad().item());
        Tensor constant = Tensor.noGrad(() -> w.mul(2).reshape(1));
        assertEquals(false, constant.isDifferentiable());
        assertEquals(true, w.mul(2).isDifferentiable());
        assertEquals(false, w.mul(2).detach().mul(w.detach()).isDifferentiable());
    }

    @Test
    void gradientsPassThroughValuesThatWereComputedBefore() {
        Tensor w = floats(1, 2).requiresGrad();
        Tensor y = w.exp().realise();
        y.mul(y).sum().backward();
        assertEquals(2 * Math.exp(4), w.grad().toDoubleArray()[1], 1e-4);
    }

    @Test
    void higherGradientsFollow() {
        Tensor x = floats(2).requiresGrad();
        Tensor first = Gradients.of(x.pow(4.0).sum(), x);
        Tensor second = Gradients.of(first.sum(), x);
        Tensor third = Gradients.of(second.sum(), x);
        assertEquals(32, first.item(), 1e-3);
        assertEquals(48, second.item(), 1e-3);
        assertEquals(48, third.item(), 1e-3);
    }

    /** As PyTorch, which gives 0 for the second derivative of a ReLU, and refuses what is not computed from the leaf at all. */
    @Test
    void whatALeafOnlyDecidesHasNoSlope() {
        Tensor x = floats(-1, 2, 3).requiresGrad();
        Tensor slope = Gradients.of(x.relu().sum(), x);
        assertArrayEquals(new float[3], Gradients.of(slope.square().sum(), x).toFloatArray());
        Tensor penalised = slope.square().sum().add(floats(1).sum());
        assertArrayEquals(new float[3], Gradients.of(penalised, x).toFloatArray());
        Tensor line = Gradients.of(x.mul(2).sum(), x);
        assertThrows(IllegalArgumentException.class, () -> Gradients.of(line.sum(), x));
        assertThrows(
                IllegalArgumentException.class,
                () -> Gradients.of(x.detach().square().sum(), x));
    }

    @Test
    void anOperationMayBringItsGradient() {
        Tensor x = floats(-1, 2).requiresGrad();
        Tensor y = Gradients.define(
                inputs -> inputs.getFirst().clampMin(0), (inputs, output, gradient) -> List.of(gradient.mul(10)), x);
        assertArrayEquals(new float[] {0, 2}, y.toFloatArray());
        assertArrayEquals(new float[] {10, 10}, Gradients.of(y.sum(), x).toFloatArray());
    }

    @Test
    void subgradientsAreThoseOfPyTorch() {
        Tensor x = floats(0, 0, -1, 1).requiresGrad();
        assertArrayEquals(
                new float[] {0, 0, -1, 1}, Gradients.of(x.abs().sum(), x).toFloatArray());
        assertArrayEquals(
                new float[] {0, 0, 0, 1}, Gradients.of(x.relu().sum(), x).toFloatArray());
        assertArrayEquals(
                new float[] {1, 1, 0, 1}, Gradients.of(x.clamp(0, 1).sum(), x).toFloatArray());
        assertArrayEquals(
                new float[] {0.5f, 0.5f, 0, 1},
                Gradients.of(x.maximum(0).sum(), x).toFloatArray());
        Tensor ties = floats(2, 2, 1).requiresGrad();
        assertArrayEquals(
                new float[] {0.5f, 0.5f, 0}, Gradients.of(ties.amax(), ties).toFloatArray());
        assertArrayEquals(
                new float[] {1, 0, 0}, Gradients.of(ties.max(0).values(), ties).toFloatArray());
        Tensor window = floats(2, 2, 2, 2).reshape(1, 1, 2, 2).requiresGrad();
        assertArrayEquals(
                new float[] {1, 0, 0, 0},
                Gradients.of(window.maxPool2d(2).sum(), window).toFloatArray());
        Tensor notANumber = floats(1, Float.NaN, 3, 2).reshape(1, 1, 2, 2).requiresGrad();
        assertArrayEquals(
                new float[] {0, 1, 0, 0},
                Gradients.of(notANumber.maxPool2d(2).sum(), notANumber).toFloatArray());
        Tensor zero = floats(0, 0).requiresGrad();
        assertArrayEquals(new float[] {0, 0}, Gradients.of(zero.norm(), zero).toFloatArray());
        Tensor factors = floats(0, 3, 4).requiresGrad();
        assertArrayEquals(
                new float[] {12, 0, 0}, Gradients.of(factors.prod(), factors).toFloatArray());
        Tensor running = floats(2, 0, 3, 0, 5).requiresGrad();
        assertArrayEquals(
                new float[] {1, 8, 0, 0, 0},
                Gradients.of(running.cumprod(0).sum(), running).toFloatArray());
    }

    @Test
    void emptyAxesFoldAsInNumPy() {
        Tensor x = Tensor.zeros(Shape.of(0, 2), DType.FLOAT32, device);
        assertArrayEquals(new float[] {0, 0}, x.sum(0).toFloatArray());
        assertArrayEquals(new float[] {1, 1}, x.prod(0).toFloatArray());
        assertTrue(x.mean(0).isNaN().all().itemBoolean());
        assertTrue(x.var(0).isNaN().all().itemBoolean());
        assertArrayEquals(new boolean[] {false, false}, x.any(0).toBooleanArray());
        assertArrayEquals(new boolean[] {true, true}, x.all(0).toBooleanArray());
        assertEquals(Double.NEGATIVE_INFINITY, x.logsumexp(0).toDoubleArray()[0]);
        assertEquals(Shape.of(0), x.sum(1).shape());
        assertEquals(
                Shape.of(3, 2),
                Tensor.cat(0, x, Tensor.ones(Shape.of(3, 2), DType.FLOAT32, device))
                        .shape());
        assertArrayEquals(
                new float[] {0, 0, 0, 0},
                Tensor.zeros(Shape.of(2, 0), DType.FLOAT32, device)
                        .matmul(Tensor.zeros(Shape.of(0, 2), DType.FLOAT32, device))
                        .toFloatArray());
    }

    @Test
    void crossEntropyOfNothingButIgnoredIsNaN() {
        Tensor scores = floats(1, 2, 3, 4).reshape(2, 2);
        Tensor ignored = Tensor.of(new long[] {-100, -100}, Shape.of(2), device);
        assertTrue(Double.isNaN(scores.crossEntropy(ignored).item()));
        assertEquals(
                0,
                scores.crossEntropy(ignored, CrossEntropy.DEFAULT.withReduction(Reduction.SUM))
                        .item());
    }

    @Test
    void runningSumsOfComplexValuesKeepBothParts() {
        Tensor z = floats(1, 2).complex(floats(10, 20)).cumsum(0);
        assertArrayEquals(new float[] {10, 30}, z.imag().toFloatArray());
        Tensor product = floats(0, 0).complex(floats(1, 1)).cumprod(0);
        assertArrayEquals(new float[] {0, -1}, product.real().toFloatArray());
    }
}
