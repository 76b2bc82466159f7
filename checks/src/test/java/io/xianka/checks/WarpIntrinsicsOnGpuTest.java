package io.xianka.checks;

import io.xianka.driver.Device;
import org.junit.jupiter.api.Tag;

/** The warp intrinsics of the device library on the first CUDA device. */
@Tag("gpu")
class WarpIntrinsicsOnGpuTest extends WarpIntrinsicsTest {
    @Override
    Device device() {
        return Device.cuda(0);
    }
}
