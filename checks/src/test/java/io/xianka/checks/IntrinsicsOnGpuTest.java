package io.xianka.checks;

import io.xianka.driver.Device;
import org.junit.jupiter.api.Tag;

/** Intrinsics on the first CUDA device, by the own compiler and by NVRTC. */
@Tag("gpu")
class IntrinsicsOnGpuTest extends IntrinsicsTest {
    @Override
    Device device() {
        return Device.cuda(0);
    }
}
