package io.xianka.checks;

import io.xianka.driver.Device;
import org.junit.jupiter.api.Tag;

/** {@code cuda::atomic} and {@code cuda::atomic_ref} on the first CUDA device. */
@Tag("gpu")
class ScopedAtomicsOnGpuTest extends ScopedAtomicsTest {
    @Override
    Device device() {
        return Device.cuda(0);
    }
}
