package io.xianka.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.xianka.cli.npy.NpyFile;
import io.xianka.cli.npy.NpyHeader;
import io.xianka.cli.npy.NpyType;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RunCommandTest {

    private static final String SCALE = """
            extern "C" __global__ void scale(const float *x, float *y, float factor, int n)
            {
                int i = blockIdx.x * blockDim.x + threadIdx.x;
                if (i < n)
                    y[i] = factor * x[i];
            }
            """;

    @TempDir
    Path folder;

    private String in;
    private String out;

    @BeforeEach
    void writeInputs() throws IOException {
        Files.writeString(folder.resolve("scale.cu"), SCALE);
        NpyFile.write(
                folder.resolve("x.npy"),
                new NpyHeader(NpyType.named("float32"), List.of(5L)),
                MemorySegment.ofArray(new float[] {1, 2, 3, 4, 5}));
        in = "in:" + folder.resolve("x.npy");
        out = "out:" + folder.resolve("y.npy") + ":float32:5";
    }

    private CommandRun run(String file, String... rest) {
        var words = Stream.concat(
                Stream.of("run", folder.resolve(file).toString(), "--device", "emulated"), Arrays.stream(rest));
        return CommandRun.of(words.toArray(String[]::new));
    }

    private CommandRun scale(String... arguments) {
        return run(
                "scale.cu",
                Stream.concat(Stream.of("--grid", "2", "--block", "4"), Arrays.stream(arguments))
                        .toArray(String[]::new));
    }

    private float[] result() throws IOException {
        try (var arena = Arena.ofConfined()) {
            return NpyFile.read(folder.resolve("y.npy"), arena).data().toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
        }
    }

    @Test
    void runsAKernelOverNumPyFiles() throws IOException {
        var run = scale(in, out, "f32:2", "i32:5");
        assertEquals("", run.err());
        assertEquals(0, run.status());
        assertTrue(run.out().contains("y.npy: float32 (5,): min 2, max 10, mean 6"), run.out());
        assertArrayEquals(new float[] {2, 4, 6, 8, 10}, result());
    }

    @Test
    void repeatsOnFreshArrays() throws IOException {
        Files.writeString(
                folder.resolve("add.cu"), "extern \"C\" __global__ void add(float *x) { x[threadIdx.x] += 1.0f; }");
        var run = run(
                "add.cu",
                "--grid",
                "1",
                "--block",
                "5",
                "--repeat",
                "3",
                "inout:" + folder.resolve("x.npy") + ":" + folder.resolve("y.npy"));
        assertEquals(0, run.status(), run.err());
        assertArrayEquals(new float[] {2, 3, 4, 5, 6}, result());
    }

    @Test
    void runsThePtxThatCompileWrote() throws IOException {
        var compiled = CommandRun.of(
                "compile",
                folder.resolve("scale.cu").toString(),
                "-o",
                folder.resolve("scale.ptx").toString());
        assertEquals(0, compiled.status(), compiled.err());
        var run = run("scale.ptx", "--grid", "2", "--block", "4", in, out, "f32:3", "i32:5");
        assertEquals(0, run.status(), run.err());
        assertArrayEquals(new float[] {3, 6, 9, 12, 15}, result());
    }

    @Test
    void printsOneJsonObject() throws IOException {
        var run = scale(in, out, "f32:2", "i32:5", "--json");
        assertEquals(0, run.status(), run.err());
        var json = new ObjectMapper().readTree(run.out());
        assertEquals("scale", json.get("kernel").asText());
        assertEquals(2, json.get("grid").get(0).asInt());
        assertEquals(10.0, json.get("outputs").get(0).get("max").asDouble());
    }

    @Test
    void passesAStructByValueAndScratchMemory() throws IOException {
        Files.writeString(folder.resolve("s.cu"), """
                struct Step { float factor; int count; };
                extern "C" __global__ void walk(const float *x, float *y, Step step, float *tmp)
                {
                    int i = threadIdx.x;
                    if (i < step.count) {
                        tmp[i] = step.factor * x[i];
                        y[i] = tmp[i] + 1.0f;
                    }
                }
                """);
        var run = run("s.cu", "--grid", "1", "--block", "8", in, out, "struct:f32:2,i32:5", "scratch:float32:8");
        assertEquals(0, run.status(), run.err());
        assertArrayEquals(new float[] {3, 5, 7, 9, 11}, result());
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of(2, "takes 4 arguments, got 3", new String[] {"IN", "OUT", "f32:2"}),
                Arguments.of(1, "parameter 4 'n' is int", new String[] {"IN", "OUT", "f32:2", "f32:5"}),
                Arguments.of(1, "parameter 3 'factor' is float", new String[] {"IN", "OUT", "i32:2", "i32:5"}),
                Arguments.of(1, "parameter 4 'n' is int", new String[] {"IN", "OUT", "f32:2", "i64:5"}),
                Arguments.of(1, "parameter 3 'factor' is float", new String[] {"IN", "OUT", "IN", "i32:5"}),
                Arguments.of(1, "pass an array of float32", new String[] {"IN", "out:y.npy:int32:5", "f32:2", "i32:5"}),
                Arguments.of(
                        1, "does not exist", new String[] {"IN", "out:/nonexistent/y.npy:float32:5", "f32:2", "i32:5"}),
                Arguments.of(2, "more bytes than 64 bits", new String[] {
                    "IN", "out:y.npy:float32:4611686018427387904", "f32:2", "i32:5"
                }),
                Arguments.of(1, "CUDA_ERROR_OUT_OF_MEMORY", new String[] {
                    "IN", "out:y.npy:float32:1099511627776", "f32:2", "i32:5"
                }),
                Arguments.of(1, "no such file", new String[] {"in:missing.npy", "OUT", "f32:2", "i32:5"}),
                Arguments.of(2, "named twice", new String[] {"OUT", "OUT", "f32:2", "i32:5"}),
                Arguments.of(2, "--grid 0", new String[] {"--grid", "0", "IN", "OUT", "f32:2", "i32:5"}),
                Arguments.of(1, "2048", new String[] {"--block", "2048", "IN", "OUT", "f32:2", "i32:5"}),
                Arguments.of(1, "65536", new String[] {"--grid", "1,65536", "IN", "OUT", "f32:2", "i32:5"}),
                Arguments.of(1, "there is scale", new String[] {"--kernel", "skale", "IN", "OUT", "f32:2", "i32:5"}),
                Arguments.of(2, "--compiler gcc", new String[] {"--compiler", "gcc", "IN", "OUT", "f32:2", "i32:5"}),
                Arguments.of(2, "--device gpu", new String[] {"--device", "gpu", "IN", "OUT", "f32:2", "i32:5"}),
                Arguments.of(2, "--repeat 0", new String[] {"--repeat", "0", "IN", "OUT", "f32:2", "i32:5"}));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void explainsAMistakeInOneLineAndWritesNothing(int status, String reason, String[] arguments) throws IOException {
        var words = Stream.of(arguments)
                .map(word -> word.equals("IN") ? in : word.equals("OUT") ? out : word)
                .map(word -> word.replace("out:y.npy", "out:" + folder.resolve("y.npy")))
                .toList();
        // an option given twice is a mistake of its own, so the defaults stand only where the case has none
        var command = new java.util.ArrayList<>(
                List.of("run", folder.resolve("scale.cu").toString()));
        if (!words.contains("--device")) {
            command.addAll(List.of("--device", "emulated"));
        }
        if (!words.contains("--grid")) {
            command.addAll(List.of("--grid", "2"));
        }
        if (!words.contains("--block")) {
            command.addAll(List.of("--block", "4"));
        }
        command.addAll(words);
        var run = CommandRun.of(command.toArray(String[]::new));
        assertEquals(status, run.status(), run.err());
        assertTrue(run.err().contains(reason), run.err());
        assertEquals(1, run.err().strip().lines().count(), run.err());
        assertFalse(run.err().contains("defect"), run.err());
        try (var left = Files.list(folder)) {
            assertEquals(
                    List.of("scale.cu", "x.npy"),
                    left.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void namesTheLineOfAnAccessOutOfBounds() throws IOException {
        Files.writeString(folder.resolve("over.cu"), """
                extern "C" __global__ void over(const float *x, float *y)
                {
                    int i = threadIdx.x;
                    y[i] = x[i + 1];
                }
                """);
        var run = run("over.cu", "--grid", "1", "--block", "5", in, out);
        assertEquals(1, run.status());
        assertTrue(run.err().contains("over.cu:4") && run.err().contains("over"), run.err());
        assertFalse(Files.exists(folder.resolve("y.npy")));
    }

    @Test
    void showsEveryErrorOfASource() throws IOException {
        Files.writeString(folder.resolve("bad.cu"), """
                extern "C" __global__ void bad(float *x)
                {
                    x[0] = undeclared;
                    x[1] = 1.0f +;
                }
                """);
        var run = run("bad.cu", "--grid", "1", "--block", "5", in);
        assertEquals(1, run.status());
        assertTrue(run.err().contains("bad.cu:3:12: error: ") && run.err().contains("bad.cu:4:"), run.err());
    }

    @Test
    void refusesASourceThatIsNotUtf8() throws IOException {
        Files.write(folder.resolve("latin.cu"), new byte[] {'/', '/', (byte) 0xE4, '\n'});
        var run = run("latin.cu", "--grid", "1", "--block", "5");
        assertEquals(1, run.status());
        assertTrue(run.err().contains("not UTF-8 from byte 2"), run.err());
    }
}
