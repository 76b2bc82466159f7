package io.xianka.compiler.semantics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.compiler.library.DeviceLibrary;
import io.xianka.compiler.preprocessor.Preprocessor;
import io.xianka.compiler.preprocessor.PreprocessorOptions;
import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceFile;
import io.xianka.compiler.syntax.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which function of the device library a call means, and which calls are constants. */
class LibraryCallsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    sqrt(2)           | 8
                    sqrt(2.0f)        | 4
                    exp(1u)           | 8
                    atan2(1.0f, 2.0)  | 8
                    fmod(1.0f, 2.0f)  | 4
                    pow(2.0f, 3)      | 4
                    pow(2, 3)         | 8
                    max(1.0f, 2.0)    | 8
                    std::abs(-1.0f)   | 4
                    abs(-1LL)         | 8
                    """)
    void aTieBetweenFloatAndDoubleIsSettledAsCmathDoes(String call, int bytes) {
        assertEquals("", diagnose("static_assert(sizeof(%s) == %d, \"\");".formatted(call, bytes)));
    }

    @Test
    void aTieWithIntegersStaysAmbiguous() {
        String said = diagnose("__global__ void k(float *f) { f[0] = max(f[1], 0); }");
        assertTrue(said.contains("call to 'max' is ambiguous for arguments (float, int)"), said);
    }

    @Test
    void infinityServesAsAnInitialValue() {
        assertEquals("", diagnose("""
                #include <math.h>
                __device__ float least = -INFINITY;
                __constant__ double greatest = HUGE_VAL;
                constexpr int bits = __float_as_int(1.0f);
                static_assert(bits == 0x3f800000, "");
                """));
    }

    private static String diagnose(String text) {
        SourceFile file = SourceFile.of("test.cu", text);
        Diagnostics diagnostics = new Diagnostics();
        DeviceLibrary library = DeviceLibrary.standard();
        var tokens =
                Preprocessor.run(file, PreprocessorOptions.plain(), diagnostics).tokens();
        Semantics.analyse(Parser.parse(file, tokens, library, diagnostics), library, diagnostics);
        return diagnostics.render();
    }
}
