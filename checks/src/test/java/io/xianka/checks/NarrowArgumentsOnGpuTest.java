package io.xianka.checks;

import io.xianka.driver.Device;
import org.junit.jupiter.api.Tag;

/** Java's shorts as arguments of half precision and bfloat16 on the first CUDA device. */
@Tag("gpu")
class NarrowArgumentsOnGpuTest extends NarrowArgumentsTest {
    @Override
    Device device() {
        return Device.cuda(0);
    }
}
