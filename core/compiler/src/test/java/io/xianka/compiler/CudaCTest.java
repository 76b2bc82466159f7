package io.xianka.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.compiler.cache.CompileCache;
import io.xianka.compiler.nvrtc.NvrtcCompiler;
import io.xianka.compiler.nvrtc.RecordedNvrtc;
import io.xianka.driver.api.CompilationException;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.CompiledSource;
import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.KernelCompiler;
import io.xianka.driver.api.Nvrtc;
import io.xianka.driver.api.SourceDiagnostic;
import io.xianka.driver.api.SourceText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CudaCTest {
    private static final String MULTIPLY = """
            #include <cuda_runtime.h>
            extern "C" __global__ void multiply_them(float *dest, const float *a, const float *b)
            {
                const int i = threadIdx.x;
                dest[i] = a[i] * b[i];
            }
            """;

    private static final String UNSUPPORTED = "__device__ int *f() { return new int; }\n__global__ void k() { f(); }";

    @TempDir
    Path folder;

    private final RecordedNvrtc nvrtc = new RecordedNvrtc();

    @Test
    void tellsWhereItKeepsWhatItCompiled() {
        assertEquals(CompileCache.here().map(CompileCache::folder), CudaC.cacheFolder());
    }

    private CudaC compiler() {
        return compiler(CompileCache.in(folder.resolve("cache"), 1 << 20));
    }

    private CudaC compiler(CompileCache cache) {
        return new CudaC(() -> Optional.of(cache), () -> Optional.of(new NvrtcCompiler(nvrtc)));
    }

    private static String ptx(CompiledSource code) {
        return assertInstanceOf(DeviceImage.Ptx.class, code.image()).text();
    }

    private static CompileOptions own() {
        return CompileOptions.DEFAULT.withCompiler(CompileOptions.Compiler.OWN);
    }

    @Test
    void isFoundAsTheKernelCompiler() {
        assertInstanceOf(
                CudaC.class,
                ServiceLoader.load(KernelCompiler.class).findFirst().orElseThrow());
    }

    @Test
    void compilesAKernelAndTellsItsSignature() {
        CompiledSource code = compiler().compile(SourceText.of(MULTIPLY), CompileOptions.DEFAULT);
        assertTrue(ptx(code).contains(".visible .entry multiply_them("), ptx(code));
        assertTrue(ptx(code).contains(".target sm_90"), ptx(code));
        assertEquals(
                "[multiply_them(float *dest, const float *a, const float *b)]",
                code.kernels().toString());
        assertEquals(CompiledSource.Origin.OWN, code.origin());
        assertFalse(code.cached());
    }

    @Test
    void findsTheCodeAgainUntilAnythingItDependsOnChanges() throws IOException {
        Path header = Files.writeString(folder.resolve("scale.h"), "#define SCALE 2.0f\n");
        Path file = Files.writeString(
                folder.resolve("k.cu"),
                "#include \"scale.h\"\nextern \"C\" __global__ void k(float *x) { x[threadIdx.x] *= SCALE; }\n");
        SourceText source = SourceText.read(file);
        assertFalse(compiler().compile(source, own()).cached());
        CompiledSource again = compiler().compile(source, own());
        assertTrue(again.cached());
        assertEquals("[k(float *x)]", again.kernels().toString());

        Files.writeString(header, "#define SCALE 4.0f\n");
        CompiledSource changed = compiler().compile(source, own());
        assertFalse(changed.cached());
        assertFalse(ptx(changed).equals(ptx(again)));

        assertFalse(compiler().compile(source, own().withArchitecture("sm_80")).cached());
        assertFalse(compiler().compile(source, own().withContraction(false)).cached());
        assertFalse(compiler().compile(source, own().withFastMath(true)).cached());
        assertFalse(compiler()
                .compile(source, own().withDefine("threadIdx", "blockIdx"))
                .cached());
        assertFalse(compiler().compile(source, own().withCache(false)).cached());
        assertTrue(compiler().compile(source, own()).cached());
    }

    @Test
    void compilesAgainWhereTheEntryIsCorrupt() throws IOException {
        SourceText source = SourceText.of(MULTIPLY);
        String first = ptx(compiler().compile(source, own()));
        try (Stream<Path> files = Files.list(folder.resolve("cache"))) {
            for (Path file : files.toList()) {
                Files.writeString(file, "garbage");
            }
        }
        CompiledSource again = compiler().compile(source, own());
        assertFalse(again.cached());
        assertEquals(first, ptx(again));
        assertTrue(compiler().compile(source, own()).cached());
    }

    @Test
    void saysOnceThatTheCacheCannotBeWritten() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        CudaC compiler = compiler(CompileCache.in(file, 1 << 20));
        List<SourceDiagnostic> warnings =
                compiler.compile(SourceText.of(MULTIPLY), own()).warnings();
        assertEquals(1, warnings.size());
        assertTrue(
                warnings.get(0).render().startsWith(file + ": warning: compiled code cannot be kept in " + file),
                warnings.get(0).render());
        assertEquals(List.of(), compiler.compile(SourceText.of(MULTIPLY), own()).warnings());
    }

    @Test
    void showsAllErrorsOfAFile() {
        CompilationException failure =
                assertThrows(CompilationException.class, () -> compiler().compile(SourceText.of("k.cu", """
                        __global__ void k(float *x) {
                            x[0] = y;
                            x[1] = 2 * ;
                        }
                        """), own()));
        assertEquals("""
                k.cu:2:12: error: 'y' is not declared
                        x[0] = y;
                               ^
                k.cu:3:16: error: expected an expression, found ';'
                        x[1] = 2 * ;
                                   ^""", failure.getMessage());
        assertEquals(2, failure.diagnostics().size());
    }

    @Test
    void tellsOfAMissingIncludeAlone() {
        CompilationException failure = assertThrows(
                CompilationException.class,
                () -> compiler()
                        .compile(
                                SourceText.of("k.cu", "#include <gone.h>\n__global__ void k(Gone *g) { g->x = 1; }\n"),
                                own()));
        assertEquals(
                1,
                failure.diagnostics().stream()
                        .filter(one -> one.severity() == SourceDiagnostic.Severity.ERROR)
                        .count());
        assertTrue(failure.getMessage().contains("cannot find include file 'gone.h'"), failure.getMessage());
    }

    @Test
    void givesWhatItDoesNotSupportToNvrtcAndSaysSo() {
        CompiledSource code = compiler().compile(SourceText.of("k.cu", UNSUPPORTED), CompileOptions.DEFAULT);
        assertEquals(CompiledSource.Origin.NVRTC, code.origin());
        String warning = code.warnings().getLast().render();
        assertTrue(warning.startsWith("k.cu: warning: compiled by NVRTC 13.0 (line 1: "), warning);
        assertTrue(warning.contains("not supported"), warning);
        assertThrows(CompilationException.class, () -> compiler().compile(SourceText.of(UNSUPPORTED), own()));
    }

    @Test
    void showsTheErrorsOfTheCompilerThatKnowsBest() {
        nvrtc.result = new Nvrtc.Result(Optional.empty(), "k.cu(1): error: no\n", Map.of());
        CompilationException nvrtcs = assertThrows(
                CompilationException.class,
                () -> compiler().compile(SourceText.of(UNSUPPORTED), CompileOptions.DEFAULT));
        assertTrue(nvrtcs.getMessage().startsWith("NVRTC 13.0 says"), nvrtcs.getMessage());
        SourceText both = SourceText.of(UNSUPPORTED + "\n__device__ void g() { y; }");
        CompilationException owns =
                assertThrows(CompilationException.class, () -> compiler().compile(both, CompileOptions.DEFAULT));
        assertTrue(owns.getMessage().contains("'y' is not declared"), owns.getMessage());
    }

    @Test
    void keepsAUsersErrorsFromNvrtc() {
        assertThrows(
                CompilationException.class,
                () -> compiler().compile(SourceText.of("__global__ void k() { y; }"), CompileOptions.DEFAULT));
        assertEquals(0, nvrtc.calls);
    }

    @Test
    void cachesNvrtcsResultsByTextAndOptions() {
        CompileOptions options = CompileOptions.DEFAULT.withCompiler(CompileOptions.Compiler.NVRTC);
        assertFalse(compiler().compile(SourceText.of(MULTIPLY), options).cached());
        assertTrue(compiler().compile(SourceText.of(MULTIPLY), options).cached());
        assertFalse(compiler()
                .compile(SourceText.of(MULTIPLY), options.withDefine("X", "1"))
                .cached());
        assertEquals(2, nvrtc.calls);
        SourceText including = SourceText.of("#include \"a.h\"\n");
        compiler().compile(including, options);
        assertFalse(compiler().compile(including, options).cached());
    }

    @Test
    void saysThatNvrtcIsMissing() {
        CudaC compiler = new CudaC(Optional::empty, Optional::empty);
        CompilationException failure = assertThrows(
                CompilationException.class,
                () -> compiler.compile(
                        SourceText.of(MULTIPLY), CompileOptions.DEFAULT.withCompiler(CompileOptions.Compiler.NVRTC)));
        assertTrue(failure.getMessage().startsWith("NVRTC was not found"), failure.getMessage());
    }

    @Test
    void showsNvrtcsErrors() {
        nvrtc.result = new Nvrtc.Result(Optional.empty(), "k.cu(1): error: no\n", Map.of());
        CompilationException failure = assertThrows(
                CompilationException.class,
                () -> compiler()
                        .compile(
                                SourceText.of(MULTIPLY),
                                CompileOptions.DEFAULT.withCompiler(CompileOptions.Compiler.NVRTC)));
        assertEquals("NVRTC 13.0 says:\nk.cu(1): error: no", failure.getMessage());
    }

    @Test
    void refusesAnArchitectureThatIsNone() {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> compiler().compile(SourceText.of(MULTIPLY), own().withArchitecture("hopper")));
        assertEquals(
                "architecture 'hopper' is unknown: write sm_ and a compute capability, such as sm_90",
                refused.getMessage());
    }

    @Test
    void writesAPtxVersionThatKnowsTheArchitecture() {
        assertTrue(ptx(compiler().compile(SourceText.of(MULTIPLY), own().withArchitecture("sm_120")))
                .startsWith(".version 8.7"));
        assertTrue(ptx(compiler().compile(SourceText.of(MULTIPLY), own().withArchitecture("compute_80")))
                .contains(".target sm_80"));
    }

    @Test
    void mapsKernelsThatNameExpressionsName() {
        CompiledSource code = compiler()
                .compile(
                        SourceText.of("__global__ void scale(float *x) { *x *= 2; }"),
                        own().withNameExpression("scale"));
        assertEquals(Map.of("scale", "_Z5scalePf"), code.loweredNames());
    }

    @Test
    void spellsOutLettersThatPtxLacks() {
        CompiledSource code = compiler()
                .compile(
                        SourceText.of(
                                "extern \"C\" __global__ void 乘(float *x) { __shared__ float 缓存[32]; 缓存[threadIdx.x] = *x;"
                                        + " __syncthreads(); *x = 缓存[0]; }"),
                        own());
        assertEquals(Map.of("乘", "$u4E58"), code.loweredNames());
        assertTrue(ptx(code).chars().allMatch(c -> c < 0x80), ptx(code));
    }

    @Test
    void reportsInlineAssemblyThatIsNoPtx() {
        CompilationException failure =
                assertThrows(CompilationException.class, () -> compiler().compile(SourceText.of("k.cu", """
                        __global__ void k(int *x) {
                            int y;
                            asm volatile("bogus.u32 %0, 3;" : "=r"(y));
                            x[0] = y;
                        }
                        """), own()));
        assertTrue(failure.getMessage().startsWith("k.cu:3:5: error: invalid PTX: bogus.u32"), failure.getMessage());
    }

    @Test
    void compilesATallExpressionWithoutOverflow() {
        String sum = "x[0]" + " + x[1]".repeat(1900);
        String text = "extern \"C\" __global__ void k(float *x) { x[2] = " + sum + "; }";
        assertTrue(ptx(compiler().compile(SourceText.of(text), own())).contains("add"));
        String nested = "(".repeat(240) + "x[0]" + ")".repeat(240);
        assertTrue(ptx(compiler()
                        .compile(
                                SourceText.of("extern \"C\" __global__ void k(float *x) { x[2] = " + nested + "; }"),
                                own()))
                .contains("st.global"));
    }

    @Test
    void compilesALongLadder() {
        StringBuilder ladder = new StringBuilder("if (n == 0) x[0] = 0;");
        for (int i = 1; i < 1500; i++) {
            ladder.append(" else if (n == ")
                    .append(i * i)
                    .append(") x[0] = ")
                    .append(i)
                    .append(";");
        }
        String text = "extern \"C\" __global__ void k(int *x, int n) { " + ladder + " }";
        assertTrue(ptx(compiler().compile(SourceText.of(text), own())).contains("st.global"));
    }

    @Test
    void readsASourceWithAByteOrderMark() {
        assertTrue(ptx(compiler().compile(SourceText.of("\uFEFF" + MULTIPLY), own()))
                .contains("multiply_them"));
    }

    @Test
    void compilesInManyThreadsAtOnce() {
        CudaC compiler = new CudaC(Optional::empty, Optional::empty);
        List<String> all = Stream.generate(() -> MULTIPLY)
                .limit(16)
                .parallel()
                .map(text -> ptx(compiler.compile(SourceText.of(text), own())))
                .distinct()
                .toList();
        assertEquals(1, all.size());
    }
}
