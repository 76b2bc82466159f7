package io.xianka.checks;

import io.xianka.driver.Device;
import org.junit.jupiter.api.Tag;

/** The integer intrinsics of the device library on the first CUDA device. */
@Tag("gpu")
class IntegerIntrinsicsOnGpuTest extends IntegerIntrinsicsTest {
    @Override
    Device device() {
        return Device.cuda(0);
    }
}
