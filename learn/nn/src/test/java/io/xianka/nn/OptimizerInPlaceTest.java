package io.xianka.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Generator;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps that write new values over the old ones. */
class OptimizerInPlaceTest {
    private static final int ROWS = 64;

    private static Tensor weight(Device device) {
        return Generator.seeded(3)
                .normal(Shape.of(ROWS, ROWS), DType.FLOAT32, device)
                .realise()
                .requiresGrad();
    }

    private static Tensor step(Optimizer optimizer, Tensor weight) {
        optimizer.zeroGrad();
        Tensor loss = weight.matmul(weight).square().mean();
        loss.backward();
        optimizer.step(loss);
        return loss;
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated"})
    void areTheSameSteps(String name) {
        Device device = Device.of(name);
        Tensor kept = weight(device);
        Tensor changed = weight(device);
        var apart = new Optimizer(Adam.DEFAULT, 1e-2, List.of(kept));
        var over = new Optimizer(Adam.DEFAULT, 1e-2, List.of(changed)).inPlace(true);
        for (int i = 0; i < 3; i++) {
            assertEquals(step(apart, kept).item(), step(over, changed).item());
        }
        assertArrayEquals(kept.toFloatArray(), changed.toFloatArray());
    }

    /** Adam's first step goes by the rate against the gradient's sign; parameters of one shape are stepped by one launch. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void leaveTheStateOfNeighboursAlone(boolean inPlace) {
        Device device = Device.emulated();
        List<Tensor> weights = IntStream.range(0, 14)
                .mapToObj(i -> Generator.seeded(i)
                        .normal(Shape.of(ROWS), DType.FLOAT32, device)
                        .realise()
                        .requiresGrad())
                .toList();
        List<float[]> before = weights.stream().map(Tensor::toFloatArray).toList();
        weights.stream()
                .map(weight -> weight.mul(weight).sum())
                .reduce(Tensor::add)
                .orElseThrow()
                .backward();
        new Optimizer(Adam.DEFAULT, 1e-2, weights).inPlace(inPlace).step();
        for (int i = 0; i < weights.size(); i++) {
            float[] expected = before.get(i);
            for (int j = 0; j < expected.length; j++) {
                expected[j] -= 1e-2f * Math.signum(expected[j]);
            }
            assertArrayEquals(expected, weights.get(i).toFloatArray(), 1e-5f, "weight " + i);
        }
    }

    @Test
    void holdNoMoreThanParametersAndState() {
        Device device = Device.emulated();
        Tensor weight = weight(device);
        var optimizer = new Optimizer(Adam.DEFAULT, 1e-2, List.of(weight)).inPlace(true);
        step(optimizer, weight).close();
        long held = device.heldBytes();
        for (int i = 0; i < 3; i++) {
            step(optimizer, weight).close();
        }
        // Scalars of the clock and the loss are as small as they are.
        assertEquals((double) held, (double) device.heldBytes(), 256);
    }

    @Test
    void refuseWhatWasRecordedWithTheOldValues() {
        Device device = Device.cpu();
        Tensor weight = weight(device);
        var optimizer = new Optimizer(Sgd.DEFAULT, 1e-2, List.of(weight)).inPlace(true);
        Tensor later = weight.sum();
        step(optimizer, weight);
        assertThrows(IllegalStateException.class, later::item);
    }

    @Test
    void leaveAStateThatWasHandedOut() {
        Device device = Device.cpu();
        Tensor weight = weight(device);
        var optimizer = new Optimizer(Adam.DEFAULT, 1e-2, List.of(weight)).inPlace(true);
        step(optimizer, weight);
        Map<String, Tensor> state = optimizer.stateDict(Map.of("weight", weight));
        Tensor average = state.get("parameters.weight.exp_avg");
        float[] before = average.toFloatArray();
        step(optimizer, weight);
        assertArrayEquals(before, average.toFloatArray());
    }
}
