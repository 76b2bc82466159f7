package io.xianka.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.driver.Device;
import io.xianka.driver.api.CompileOptions;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels whose results a real H200 recorded: the own compiler and the emulator, and on a GPU both compilers. */
class KernelCasesTest {

    static List<KernelCase> cases() throws IOException, URISyntaxException {
        return KernelCase.readAll(
                Path.of(KernelCasesTest.class.getResource("kernels").toURI()));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theOwnCompilerOnTheEmulatorAgreesWithTheRecording(KernelCase kernel) throws IOException {
        try (var device = Device.emulated()) {
            agrees(kernel, device, CompileOptions.Compiler.OWN);
        }
    }

    @Tag("gpu")
    @ParameterizedTest
    @MethodSource("cases")
    void theOwnCompilerOnTheGpuAgreesWithTheRecording(KernelCase kernel) throws IOException {
        try (var device = Device.cuda(0)) {
            agrees(kernel, device, CompileOptions.Compiler.OWN);
        }
    }

    @Tag("gpu")
    @ParameterizedTest
    @MethodSource("cases")
    void nvrtcOnTheGpuAgreesWithTheRecording(KernelCase kernel) throws IOException {
        try (var device = Device.cuda(0)) {
            agrees(kernel, device, CompileOptions.Compiler.NVRTC);
        }
    }

    private static void agrees(KernelCase kernel, Device device, CompileOptions.Compiler compiler) throws IOException {
        try (var module = device.compile(kernel.source(), kernel.options(compiler))) {
            assertEquals(List.of(), kernel.run(device, module.kernel(kernel.kernelName())));
        }
    }
}
