package io.xianka.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.xianka.driver.Arg;
import io.xianka.driver.Launch;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.SourceText;
import io.xianka.emulator.check.CheckSettings;
import io.xianka.emulator.check.CheckedDevice;
import io.xianka.emulator.check.FindingKind;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Small kernels with one defect each, and correct ones that look wrong: the sanitizer finds what is there and nothing else, in code of
 * the own compiler and of nvcc 13.0 ({@code kernel.nvcc.ptx}), interpreted and translated.
 */
class PlantedDefectsTest {
    private static final String EXECUTOR = "xianka.emulator.executor";

    private static final String WORKERS = "xianka.emulator.workers";

    private final String executorBefore = System.getProperty(EXECUTOR);
    private final String workersBefore = System.getProperty(WORKERS);

    @AfterEach
    void restoreTheProperties() {
        restore(EXECUTOR, executorBefore);
        restore(WORKERS, workersBefore);
    }

    private static void restore(String property, String before) {
        if (before == null) {
            System.clearProperty(property);
        } else {
            System.setProperty(property, before);
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
    @MethodSource({"planted", "kernels"})
    void theReportIsTheSameForAnyNumberOfWorkers(KernelCase kernel, String executor) throws IOException {
        assumeTrue(Files.exists(kernel.folder().resolve("kernel.cu")), "no CUDA C in " + kernel);
        System.setProperty(EXECUTOR, executor);
        var reports = new ArrayList<List<?>>();
        for (int workers : new int[] {1, 4, 4}) {
            System.setProperty(WORKERS, Integer.toString(workers));
            var report = kernel.report(kernel.source(), CompileOptions.Compiler.OWN, CheckSettings.all());
            reports.add(List.of(report.findings(), report.hints()));
        }

        assertEquals(reports.get(0), reports.get(1));
        assertEquals(reports.get(0), reports.get(2));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("planted")
    void theSameIsFoundInCodeOfNvcc(KernelCase kernel, String executor) throws IOException {
        System.setProperty(EXECUTOR, executor);
        var ptx = SourceText.read(kernel.folder().resolve("kernel.nvcc.ptx"));

        assertEquals(List.of(), kernel.check(ptx, CompileOptions.Compiler.OWN));
    }

    @Test
    void anOverrunIntoTheNextLocalArrayIsFound() {
        String source = """
                extern "C" __global__ void pick(int *y, int at)
                {
                    int low[4], high[4];
                #pragma unroll 1
                    for (int i = 0; i < 4; ++i) {
                        low[i] = i;
                        high[i] = 10 * i;
                    }
                    y[0] = low[at & 7] + high[at & 3];
                }
                """;
        try (var checked = CheckedDevice.open(CheckSettings.all())) {
            try (var module = checked.device().compile(source)) {
                module.kernel("pick").launch(Launch.of(1, 1), Arg.out(new int[1]), 4);
            }
            var findings = checked.report().findings();
            assertEquals(1, findings.size(), findings::toString);
            assertEquals(FindingKind.OUT_OF_BOUNDS, findings.getFirst().kind());
            assertEquals(9, findings.getFirst().line());
            assertEquals("low", findings.getFirst().nearest().name());
            assertEquals(0, findings.getFirst().nearest().distanceBytes());
        }
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
