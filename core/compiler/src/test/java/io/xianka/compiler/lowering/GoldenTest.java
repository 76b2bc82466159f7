package io.xianka.compiler.lowering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.xianka.ptx.PtxModule;
import io.xianka.ptx.PtxParser;
import io.xianka.ptx.PtxPrinter;
import io.xianka.ptx.PtxVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sources beside the PTX that is made of them. {@code -Dxianka.golden.rewrite=true} writes what is made now into the
 * source tree; the difference is for review.
 */
class GoldenTest {
    private static final Path TREE = Path.of("src/test/resources/io/xianka/compiler/lowering");

    @ParameterizedTest
    @ValueSource(strings = {"elementwise", "tile", "structs", "calls", "control"})
    void writesTheExpectedPtx(String name) throws IOException {
        String made = PtxPrinter.print(Compiled.module(name + ".cu", Compiled.resource(name + ".cu")));
        if (Boolean.getBoolean("xianka.golden.rewrite")) {
            Files.writeString(TREE.resolve(name + ".ptx"), made);
        } else {
            assertEquals(Compiled.resource(name + ".ptx"), made);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"elementwise", "tile", "structs", "calls", "control"})
    void writesPtxThatReadsBackAndVerifies(String name) {
        PtxModule module = Compiled.module(name + ".cu", Compiled.resource(name + ".cu"));
        assertEquals(module, PtxParser.parse(PtxPrinter.print(module)));
        assertEquals(List.of(), PtxVerifier.verify(module));
    }

    @ParameterizedTest
    @ValueSource(strings = {"elementwise", "tile", "structs", "calls", "control"})
    void writesPtxThatPtxasTakes(String name, @TempDir Path folder) throws IOException, InterruptedException {
        Optional<Path> ptxas = ptxas();
        assumeTrue(ptxas.isPresent(), "ptxas of a CUDA toolkit, on the PATH or in /usr/local/cuda/bin");
        Path file = folder.resolve(name + ".ptx");
        Files.writeString(file, PtxPrinter.print(Compiled.module(name + ".cu", Compiled.resource(name + ".cu"))));
        Process process = new ProcessBuilder(
                        ptxas.get().toString(),
                        "-arch=sm_90",
                        file.toString(),
                        "-o",
                        folder.resolve("out").toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertTrue(process.waitFor() == 0, said);
    }

    private static Optional<Path> ptxas() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.concat(
                        Arrays.stream(path.split(java.io.File.pathSeparator)),
                        Stream.of("/usr/local/cuda/bin", "/usr/local/cuda-13.0/bin"))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, "ptxas"))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
