package io.xianka.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.SourceText;
import io.xianka.emulator.check.CheckSettings;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Small kernels with one defect each, and correct ones that look wrong: the sanitizer finds what is there and nothing else, in code of
 * the own compiler and of nvcc 13.0 ({@code kernel.nvcc.ptx}), interpreted and translated.
 */
class PlantedDefectsTest {
    private static final String EXECUTOR = "xianka.emulator.executor";

    private final String executorBefore = System.getProperty(EXECUTOR);

    @AfterEach
    void restoreTheExecutor() {
        if (executorBefore == null) {
            System.clearProperty(EXECUTOR);
        } else {
            System.setProperty(EXECUTOR, executorBefore);
        }
    }

    static List<Arguments> planted() throws IOException, URISyntaxException {
        return casesOf("planted");
    }

    static List<Arguments> kernels() throws IOException, URISyntaxException {
        return casesOf("kernels");
    }

    private static List<Arguments> casesOf(String folder) throws IOException, URISyntaxException {
        var all = new ArrayList<Arguments>();
        for (KernelCase kernel : KernelCase.readAll(
                Path.of(PlantedDefectsTest.class.getResource(folder).toURI()))) {
            for (String executor : List.of("interpreter", "translator")) {
                all.add(Arguments.of(kernel, executor));
            }
        }
        return all;
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("planted")
    void whatIsWrongIsFoundAndNothingElse(KernelCase kernel, String executor) throws IOException {
        System.setProperty(EXECUTOR, executor);

        assertEquals(List.of(), kernel.check(CompileOptions.Compiler.OWN));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("planted")
    void theSameIsFoundInCodeOfNvcc(KernelCase kernel, String executor) throws IOException {
        System.setProperty(EXECUTOR, executor);
        var ptx = SourceText.read(kernel.folder().resolve("kernel.nvcc.ptx"));

        assertEquals(List.of(), kernel.check(ptx, CompileOptions.Compiler.OWN));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("kernels")
    void correctKernelsGiveNoFinding(KernelCase kernel, String executor) throws IOException {
        assumeTrue(Files.exists(kernel.folder().resolve("kernel.cu")), "no CUDA C in " + kernel);
        System.setProperty(EXECUTOR, executor);
        var report = kernel.report(kernel.source(), CompileOptions.Compiler.OWN, CheckSettings.all());

        assertEquals(List.of(), report.findings());
    }
}
