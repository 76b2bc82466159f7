package io.xianka.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Generator;
import io.xianka.tensor.Shape;
import io.xianka.tensor.ShapeMismatch;
import io.xianka.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchNorm2dTest {
    private static final float[] FIRST = {0, 0.65f, 4.3f, 4.95f, 2.6f, 3.25f, 6, 6.65f, 4.3f, 4.95f, 8.6f, 9.25f};
    private static final float[] SECOND = {0, -0.4f, 1.3f, 0, -3.4f, -4.7f, -3, -3.4f, -7.7f, -9, -6.4f, -7.7f};

    private static Placement on(Device device) {
        return new Placement(device, DType.FLOAT32, Generator.seeded(5));
    }

    private static Tensor images(Device device, float... values) {
        return Tensor.of(values, Shape.of(values.length / 4, 2, 1, 2), device);
    }

    private static BatchNorm2d norm(Device device) {
        var norm = new BatchNorm2d(2, 1e-5, 0.1, on(device));
        Map<String, Tensor> state = norm.stateDict();
        Tensor.noGrad(() -> {
            state.get("weight").assign(Tensor.of(new float[] {0.5f, 2}, Shape.of(2), device));
            state.get("bias").assign(Tensor.of(new float[] {0.25f, -1}, Shape.of(2), device));
        });
        return norm;
    }

    /** Two steps of torch.nn.BatchNorm2d (1.13) and SGD at 0.1 on the sum of cubes. */
    @Test
    void trainsAndRemembersAsPyTorch() {
        for (Device device : List.of(Device.plain(), Device.cpu())) {
            BatchNorm2d norm = norm(device);
            var optimizer = new Optimizer(Sgd.DEFAULT, 0.1, norm.parameters());
            Map<String, Tensor> state = norm.stateDict();
            for (float[] batch : new float[][] {FIRST, SECOND}) {
                optimizer.zeroGrad();
                Tensor y = norm.forward(images(device, batch));
                Tensor loss = y.mul(y).mul(y).sum();
                loss.backward();
                Tensor gradient = state.get("weight").grad();
                optimizer.step(y, loss, gradient);
                boolean first = batch == FIRST;
                float[] expected = first
                        ? new float[] {-0.4800345f, -0.2992641f, -3.586407f, -2.863326f}
                        : new float[] {-0.1171711f, -0.1357737f, 0.5658095f, -2.486528f};
                assertArrayEquals(expected, y.narrow(0, 0, 1).toFloatArray(), 1e-4f);
                assertArrayEquals(
                        first ? new float[] {3.431365f, -54.9018f} : new float[] {-1.811105f, -2696.456f},
                        gradient.toFloatArray(),
                        first ? 1e-4f : 2e-2f);
                assertArrayEquals(
                        first ? new float[] {0.2625f, 0.6625f} : new float[] {-0.18375f, 0.27625f},
                        state.get("running_mean").toFloatArray(),
                        1e-5f);
                assertArrayEquals(
                        first ? new float[] {1.287875f, 1.287875f} : new float[] {2.524287f, 2.380288f},
                        state.get("running_var").toFloatArray(),
                        1e-5f);
                assertEquals(first ? 1 : 2, state.get("num_batches_tracked").itemLong());
            }
            norm.train(false);
            assertArrayEquals(
                    new float[] {-0.4934817f, -0.5785706f, -107.0887f, -340.6066f},
                    norm.forward(images(device, SECOND)).narrow(0, 0, 1).toFloatArray(),
                    2e-2f);
            assertEquals(2, state.get("num_batches_tracked").itemLong());
        }
    }

    @Test
    void withoutAStepTheRunningValuesKeepNoGraph() {
        Device device = Device.cpu();
        BatchNorm2d norm = norm(device);
        Tensor x = images(device, FIRST);
        for (int i = 0; i < 3; i++) {
            norm.forward(x);
        }
        long plans = device.plans();
        for (int i = 0; i < 7; i++) {
            norm.forward(x);
        }
        // A graph that grew would have a plan of its own each time.
        assertEquals(plans, device.plans());
        assertEquals(10, norm.stateDict().get("num_batches_tracked").itemLong());
        double mean = 0;
        for (int i = 0; i < 10; i++) {
            mean = 0.9 * mean + 0.1 * 2.625;
        }
        assertEquals(mean, norm.stateDict().get("running_mean").get(0).item(), 1e-5);
        BufferUpdates.take();
    }

    @Test
    void refusesBatchesWithoutAVariance() {
        BatchNorm2d norm = norm(Device.plain());
        assertThrows(
                ShapeMismatch.class,
                () -> norm.forward(Tensor.ones(Shape.of(1, 2, 1, 1), DType.FLOAT32, Device.plain())));
        assertThrows(
                ShapeMismatch.class,
                () -> norm.forward(Tensor.ones(Shape.of(4, 3, 2, 2), DType.FLOAT32, Device.plain())));
        assertThrows(IllegalArgumentException.class, () -> new BatchNorm2d(2, 1e-5, 1.5, on(Device.plain())));
    }
}
