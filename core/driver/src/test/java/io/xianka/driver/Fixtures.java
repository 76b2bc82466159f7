package io.xianka.driver;

import io.xianka.driver.api.CompiledSource;
import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.KernelParameter;
import io.xianka.driver.api.KernelSignature;
import io.xianka.driver.api.ParameterKind;
import java.util.List;
import java.util.Map;

/** Kernels that tests load into a fake driver. */
final class Fixtures {
    static final KernelSignature MULTIPLY = new KernelSignature(
            "multiply_them",
            List.of(
                    KernelParameter.pointer("dest", "float *", ParameterKind.F32, 4),
                    KernelParameter.pointer("a", "const float *", ParameterKind.F32, 4),
                    KernelParameter.pointer("b", "const float *", ParameterKind.F32, 4)));

    static final KernelSignature SCALE = new KernelSignature(
            "scale",
            List.of(
                    KernelParameter.pointer("x", "float *", ParameterKind.F32, 4),
                    KernelParameter.scalar("factor", "float", ParameterKind.F32),
                    KernelParameter.scalar("n", "int", ParameterKind.I32)));

    private Fixtures() {}

    static Kernel kernel(Device device, KernelSignature signature) {
        return device.load(new CompiledSource(
                        new DeviceImage.Ptx(""),
                        List.of(signature),
                        Map.of(),
                        List.of(),
                        CompiledSource.Origin.OWN,
                        false,
                        0))
                .kernel(signature.name());
    }

    static KernelSignature taking(KernelParameter... parameters) {
        return new KernelSignature("k", List.of(parameters));
    }
}
