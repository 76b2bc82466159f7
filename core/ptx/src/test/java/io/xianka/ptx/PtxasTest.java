package io.xianka.ptx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** NVIDIA's assembler takes what the printer writes. */
class PtxasTest {
    private static Optional<Path> ptxas() {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.concat(
                        Stream.of(path.split(java.io.File.pathSeparator, -1)),
                        Stream.of("/usr/local/cuda/bin", "/usr/local/cuda-13.0/bin"))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, "ptxas"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @ParameterizedTest
    @CsvSource({
        "08-half-bf16.ptx, sm_90",
        "11-cg-tile-reduce.ptx, sm_90",
        "03-block-sum.sm_100.ptx, sm_100",
        "hopper.ptx, sm_90a",
        "features.ptx, sm_90"
    })
    void takesWhatIsPrinted(String name, String architecture, @TempDir Path folder)
            throws IOException, InterruptedException {
        Optional<Path> ptxas = ptxas();
        assumeTrue(ptxas.isPresent(), "ptxas of a CUDA toolkit, on the PATH or in /usr/local/cuda/bin");
        Path file = folder.resolve("printed.ptx");
        Files.writeString(
                file, PtxPrinter.print(PtxParser.parse(GoldenPtx.named(name).text())));
        Process process = new ProcessBuilder(
                        ptxas.get().toString(),
                        "-arch=" + architecture,
                        file.toString(),
                        "-o",
                        folder.resolve("out.cubin").toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
    }
}
