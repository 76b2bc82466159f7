package io.xianka.checks;

import io.xianka.driver.Device;
import org.junit.jupiter.api.Tag;

/** The atomics of the device library on the first CUDA device. */
@Tag("gpu")
class AtomicsOnGpuTest extends AtomicsTest {
    @Override
    Device device() {
        return Device.cuda(0);
    }
}
