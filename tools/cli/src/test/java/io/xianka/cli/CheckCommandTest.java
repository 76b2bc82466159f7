package io.xianka.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.cli.npy.NpyFile;
import io.xianka.cli.npy.NpyHeader;
import io.xianka.cli.npy.NpyType;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {

    private static final String SOURCE = """
            __constant__ float factors[4] = {1, 2, 3, 4};
            extern "C" __global__ void scale(float *x, const float *by, int n)
            {
                int i = threadIdx.x;
                if (i < n)
                    x[i] *= by ? by[i] : factors[i & 3];
            }
            """;

    @TempDir
    Path folder;

    private String x;

    @BeforeEach
    void writeInputs() throws IOException {
        Files.writeString(folder.resolve("scale.cu"), SOURCE);
        NpyFile.write(
                folder.resolve("x.npy"),
                new NpyHeader(NpyType.named("float32"), List.of(5L)),
                MemorySegment.ofArray(new float[] {1, 2, 3, 4, 5}));
        x = folder.resolve("x.npy").toString();
    }

    private CommandRun command(String command, String... rest) {
        var words = Stream.concat(
                Stream.of(command, folder.resolve("scale.cu").toString(), "--grid", "1", "--block", "8"),
                Stream.of(rest));
        return CommandRun.of(words.toArray(String[]::new));
    }

    @Test
    void anArrayThatIsChangedNeedsNoFileForTheResult() throws IOException {
        byte[] before = Files.readAllBytes(Path.of(x));

        var run = command("check", "inout:" + x, "in:" + x, "i32:5");

        assertEquals("", run.err());
        assertEquals(0, run.status(), run::out);
        assertEquals(List.of("scale.cu", "x.npy"), names());
        assertArrayEquals(before, Files.readAllBytes(Path.of(x)));
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void butARunDoes() {
        var run = command("run", "--device", "emulated", "inout:" + x, "in:" + x, "i32:5");

        assertEquals(2, run.status());
        assertTrue(run.err().contains("write inout:" + x + ":RESULT.npy"), run.err());
    }

    @Test
    void aPointerMayBeNull() {
        var run = command("check", "inout:" + x, "null", "i32:5");

        assertEquals("", run.err());
        assertEquals(0, run.status(), run::out);
    }

    @Test
    void aNullPointerThatIsFollowedIsCalledOne() {
        var run = command("check", "null", "in:" + x, "i32:5");

        assertEquals(1, run.status());
        assertTrue(run.out().contains("Invalid __global__ read of size 4 bytes"), run.out());
        assertTrue(run.out().contains("Access to 0x0 is by a null pointer"), run.out());
    }

    @Test
    void aNumberMayNotBeNull() {
        var run = command("check", "inout:" + x, "null", "null");

        assertEquals(1, run.status());
        assertTrue(run.err().contains("only a pointer can be"), run.err());
    }

    @Test
    void aToleranceWithoutAComparisonIsRefused() {
        var run = command("check", "--ulps", "2", "inout:" + x, "null", "i32:5");

        assertEquals(2, run.status());
        assertTrue(run.err().contains("add --against cuda"), run.err());
    }
}
