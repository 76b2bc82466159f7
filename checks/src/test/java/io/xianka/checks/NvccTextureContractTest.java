package io.xianka.checks;

import io.xianka.driver.Device;
import io.xianka.driver.KernelModule;
import java.io.IOException;

/** The emulator with the code that NVIDIA's compiler makes of the same kernels ({@code nvcc -ptx -arch=sm_90}). */
class NvccTextureContractTest extends TextureContract {
    @Override
    Device open() {
        return Device.emulated();
    }

    @Override
    KernelModule load(Device on) throws IOException {
        return on.load(text("textures.ptx"));
    }
}
