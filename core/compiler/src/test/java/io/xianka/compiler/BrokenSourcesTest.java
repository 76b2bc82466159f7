package io.xianka.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.xianka.driver.api.CompilationException;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.CompiledSource;
import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.SourceText;
import io.xianka.ptx.PtxParser;
import io.xianka.ptx.PtxVerifier;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever a source says, the compiler ends with valid PTX or with errors of the source, never with its own. */
class BrokenSourcesTest {
    private static final CompileOptions OWN =
            CompileOptions.DEFAULT.withCompiler(CompileOptions.Compiler.OWN).withCache(false);

    @Test
    void endsWithPtxOrWithErrorsOfTheSource() {
        check(1500);
    }

    @Test
    @Tag("slow")
    void endsWithPtxOrWithErrorsOfTheSourceForLong() {
        check(200_000);
    }

    private static void check(int count) {
        long seed = Long.getLong("xianka.seed", System.nanoTime());
        BrokenSources sources = new BrokenSources(seed);
        CudaC compiler = new CudaC();
        for (int i = 0; i < count; i++) {
            String text = sources.next();
            String told = "-Dxianka.seed=" + seed + ", source " + i + ":\n" + text;
            CompiledSource compiled;
            try {
                compiled = compiler.compile(SourceText.of("broken.cu", text), OWN);
            } catch (CompilationException e) {
                if (e.getCause() != null) {
                    fail(told, e.getCause());
                }
                continue;
            }
            if (compiled.image() instanceof DeviceImage.Ptx ptx) {
                assertEquals(List.of(), PtxVerifier.verify(PtxParser.parse(ptx.text())), told);
            }
        }
    }
}
