package io.xianka.compiler.nvrtc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.api.CompilationException;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.CompiledSource;
import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.SourceDiagnostic;
import io.xianka.driver.api.SourceText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NvrtcCompilerTest {
    @TempDir
    Path folder;

    private final RecordedNvrtc nvrtc = new RecordedNvrtc();

    private List<String> options(SourceText source, CompileOptions wanted, String architecture) {
        return new NvrtcCompiler(nvrtc).options(source, wanted, architecture);
    }

    @Test
    void saysToNvrtcWhatIsAsked() {
        CompileOptions wanted = CompileOptions.DEFAULT
                .withContraction(false)
                .withFastMath(true)
                .withDefine("N", "3")
                .withDefine("FLAG", "")
                .withIncludeFolder(Path.of("/inc"))
                .withNvrtcOption("--maxrregcount=32");
        assertEquals(
                List.of(
                        "--gpu-architecture=compute_90",
                        "--std=c++17",
                        "--fmad=false",
                        "--use_fast_math",
                        "--generate-line-info",
                        "--no-cache",
                        "-DN=3",
                        "-DFLAG",
                        "-I/src",
                        "-I/inc",
                        "--maxrregcount=32"),
                options(new SourceText("k.cu", "", Optional.of(Path.of("/src/k.cu"))), wanted, "sm_90"));
    }

    @Test
    void takesTheNewestArchitectureThatNvrtcKnows() {
        SourceText source = SourceText.of("");
        assertEquals(
                "--gpu-architecture=compute_100",
                options(source, CompileOptions.DEFAULT, "sm_120").get(0));
        assertEquals(
                "--gpu-architecture=compute_90a",
                options(source, CompileOptions.DEFAULT, "sm_90a").get(0));
    }

    @Test
    void showsNvrtcsOwnWords() {
        nvrtc.result = new io.xianka.driver.api.Nvrtc.Result(Optional.empty(), """
                k.cu(3): error: identifier "foo" is undefined
                      foo = 1;
                      ^

                k.cu(7): warning #177-D: variable "x" was declared but never referenced

                1 error detected in the compilation of "k.cu".
                """, Map.of());
        CompilationException failure = assertThrows(
                CompilationException.class,
                () -> new NvrtcCompiler(nvrtc).compile(SourceText.of("k.cu", ""), CompileOptions.DEFAULT, "sm_90"));
        assertTrue(failure.getMessage().startsWith("NVRTC 13.0 says:\nk.cu(3): error: identifier"));
        assertEquals(
                List.of(
                        new SourceDiagnostic(
                                SourceDiagnostic.Severity.ERROR,
                                "k.cu",
                                3,
                                1,
                                "identifier \"foo\" is undefined",
                                "foo = 1;"),
                        new SourceDiagnostic(
                                SourceDiagnostic.Severity.WARNING,
                                "k.cu",
                                7,
                                0,
                                "variable \"x\" was declared but never referenced",
                                "")),
                failure.diagnostics());
    }

    @Test
    void givesWhatNvrtcMade() {
        CompiledSource compiled = new NvrtcCompiler(nvrtc)
                .compile(SourceText.of("k.cu", "text"), CompileOptions.DEFAULT.withNameExpression("f<int>"), "sm_90");
        assertEquals(new DeviceImage.Ptx("ptx"), compiled.image());
        assertEquals(CompiledSource.Origin.NVRTC, compiled.origin());
        assertEquals(List.of("f<int>"), nvrtc.expressions);
        assertTrue(nvrtc.headers.get("stdint.h").contains("uint64_t"));
        assertTrue(nvrtc.headers.get("climits").contains("INT_MAX"));
        assertTrue(nvrtc.headers.containsKey("cuda_runtime.h"));
    }

    @Test
    void usesTheToolkitsHeadersWhereTheyLieBesideTheLibrary() throws IOException {
        Path include = Files.createDirectories(folder.resolve("include"));
        Files.createDirectories(include.resolve("cccl"));
        Files.writeString(include.resolve("cuda_fp16.h"), "");
        Files.writeString(include.resolve("cuda_runtime.h"), "");
        nvrtc.origin = Files.createDirectories(folder.resolve("lib64"))
                .resolve("libnvrtc.so.13")
                .toString();
        List<String> options = options(SourceText.of(""), CompileOptions.DEFAULT, "sm_90");
        assertEquals(
                List.of("-I" + include, "-I" + include.resolve("cccl")),
                options.subList(5, 7).stream()
                        .filter(option -> option.startsWith("-I"))
                        .toList());
        new NvrtcCompiler(nvrtc).compile(SourceText.of(""), CompileOptions.DEFAULT, "sm_90");
        assertFalse(nvrtc.headers.containsKey("cuda_runtime.h"));
        assertTrue(nvrtc.headers.containsKey("stdint.h"));
    }

    @Test
    void knowsWhenAResultDependsOnOtherFiles() {
        NvrtcCompiler compiler = new NvrtcCompiler(nvrtc);
        assertTrue(compiler.standsAlone(SourceText.of("#include <stdint.h>\n"), CompileOptions.DEFAULT));
        assertFalse(compiler.standsAlone(SourceText.of("int x;\n # include \"a.h\"\n"), CompileOptions.DEFAULT));
        assertFalse(compiler.standsAlone(SourceText.of("#include HEADER\n"), CompileOptions.DEFAULT));
        assertFalse(compiler.standsAlone(SourceText.of(""), CompileOptions.DEFAULT.withIncludeFolder(folder)));
    }
}
