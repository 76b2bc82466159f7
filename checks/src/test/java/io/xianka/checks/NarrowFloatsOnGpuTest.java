package io.xianka.checks;

import io.xianka.driver.Device;
import io.xianka.driver.KernelModule;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.SourceText;
import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** Half precision and bfloat16 on the first CUDA device, by the own compiler and by NVRTC. */
@Tag("gpu")
class NarrowFloatsOnGpuTest extends NarrowFloatsTest {
    @Override
    Device device() {
        return Device.cuda(0);
    }

    @Override
    KernelModule oracle(Device device, String file) throws IOException {
        var options = CompileOptions.DEFAULT
                .withCompiler(CompileOptions.Compiler.NVRTC)
                .withCache(false);
        return device.compile(SourceText.of(text(file + ".cu")), options);
    }
}
