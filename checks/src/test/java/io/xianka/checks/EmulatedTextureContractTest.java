package io.xianka.checks;

import static io.xianka.driver.Arg.in;
import static io.xianka.driver.Arg.out;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.Device;
import io.xianka.driver.DeviceArray;
import io.xianka.driver.Launch;
import io.xianka.driver.Surface;
import io.xianka.driver.api.ArrayShape;
import io.xianka.driver.api.ChannelFormat;
import io.xianka.driver.api.CudaException;
import org.junit.jupiter.api.Test;

class EmulatedTextureContractTest extends TextureContract {
    @Override
    Device open() {
        return Device.emulated();
    }

    /** On a GPU this would end the context. */
    @Test
    void anAccessOutsideOfASurfaceStopsTheKernel() {
        try (DeviceArray small =
                        device().array(ArrayShape.of1D(1, ChannelFormat.I32, 1).withSurfaces());
                Surface surface = device().surface(small)) {
            String said = assertThrows(
                            CudaException.class,
                            () -> module().kernel("outside").launch(Launch.of(1, 1), surface, out(new int[7])))
                    .getMessage();
            assertTrue(said.contains("of row 0 of slice 0 of a surface of 1 of I32"), said);
        }
    }

    @Test
    void arraysCountAsMemory() {
        long before = device().memory().freeBytes();
        try (DeviceArray array = device().array(ArrayShape.of2D(1024, 1024, ChannelFormat.F32, 4))) {
            assertEquals(before - array.shape().bytes(), device().memory().freeBytes());
        }
        assertEquals(before, device().memory().freeBytes());
    }

    @Test
    void asksForATextureWhereTheKernelTakesOne() {
        float[] xs = {0};
        String said = assertThrows(
                        IllegalArgumentException.class,
                        () -> module().kernel("at1d").launch(Launch.of(1, 1), 1, in(xs), out(new float[1]), 1))
                .getMessage();
        assertTrue(said.contains("for a cudaTextureObject_t a Texture"), said);
    }
}
