package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

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
}
