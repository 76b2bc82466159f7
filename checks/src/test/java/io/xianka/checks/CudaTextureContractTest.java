package io.xianka.checks;

import io.xianka.driver.Device;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
class CudaTextureContractTest extends TextureContract {
    @Override
    Device open() {
        return Device.cuda(0);
    }
}
