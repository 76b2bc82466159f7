package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Folds of integers by a warp, whose lanes must exchange all together whatever they hold. */
class EmulatedFoldTest {
    @Test
    void lanesThatHoldDifferentIntegersFindTheirExtremes() {
        Tensor here = Generator.seeded(11).integers(-90, 90, Shape.of(3, 25), DType.INT32, Device.plain());
        Tensor there = here.to(Device.emulated());
        assertArrayEquals(here.amax(1).toLongArray(), there.amax(1).toLongArray());
        assertArrayEquals(here.amin(1).toLongArray(), there.amin(1).toLongArray());
        Tensor bytes = there.abs().to(DType.UINT8);
        assertArrayEquals(here.abs().amax(1).toLongArray(), bytes.amax(1).toLongArray());
    }

    /** What a bias's gradient is made with: an activation's gradient is stored while its columns are added up, a part of them in each block. */
    @Test
    void storesWhatItFoldsDownColumnsInParts() {
        Tensor here = Generator.seeded(12).normal(Shape.of(4_100, 50), DType.FLOAT32, Device.plain());
        Tensor bias = Generator.seeded(13).normal(Shape.of(50), DType.FLOAT32, Device.plain());
        Tensor there = here.to(Device.emulated()).realise();
        Tensor expected = here.add(bias).tanh();
        Tensor actual = there.add(bias.to(Device.emulated()).realise()).tanh();
        Tensor sum = actual.sum(0);
        assertTrue(
                Plan.of(actual, sum).explain().contains("\n1 steps;"),
                Plan.of(actual, sum).explain());
        Tensor.realise(actual, sum);
        assertArrayEquals(expected.toFloatArray(), actual.toFloatArray(), 1e-6f);
        assertArrayEquals(expected.sum(0).toFloatArray(), sum.toFloatArray(), 1e-3f);
    }
}
