package io.xianka.checks;

import io.xianka.driver.Device;
import org.junit.jupiter.api.Tag;

/** Half precision and bfloat16 on the first CUDA device, by the own compiler and by NVRTC. */
@Tag("gpu")
class NarrowFloatsOnGpuTest extends NarrowFloatsTest {
    @Override
    Device device() {
        return Device.cuda(0);
    }
}
