package io.xianka.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.api.CompilationException;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.CompiledSource;
import io.xianka.driver.api.KernelSignature;
import io.xianka.driver.api.SourceText;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels asked for by the names that C++ gives them. */
class NameExpressionTest {
    private static final String SOURCE = """
            #define FOUR 4
            namespace image {
            struct Pixel { float r, g; };
            enum Edge { CLAMP, WRAP = 7 };
            enum class Mode : unsigned char { ADD, SUB };
            template <typename T, int N = 3> __global__ void blur(T *p) { p[0] = T(N); }
            template <> __global__ void blur<double, 5>(double *p) { p[0] = 55; }
            template <Edge E> __global__ void edge(int *p) { *p = E; }
            template <Mode M> __global__ void mode(int *p) { *p = (int)M; }
            template <typename T> __global__ void put(T *p, T q) { p[0] = q; }
            __global__ void rows(float *p) { *p = 1; }
            }
            template <bool B, typename... Ts> __global__ void flags(int *p, Ts... ts) { *p = B + sizeof...(Ts); }
            template <long long N> __global__ void wide(long long *p) { *p = N; }
            __device__ void helper() {}
            __global__ void over(int *p) { *p = 0; }
            __global__ void over(float *p) { *p = 0; }
            static __global__ void hidden(int *p) { *p = 1; }
            extern "C" __global__ void plain(int *p) { *p = 1; }
            """;

    private static CompiledSource compile(String source, String... expressions) {
        CompileOptions options = CompileOptions.DEFAULT.withCompiler(CompileOptions.Compiler.OWN);
        for (String expression : expressions) {
            options = options.withNameExpression(expression);
        }
        return new CudaC(Optional::empty, Optional::empty).compile(SourceText.of("k.cu", source), options);
    }

    private static String symbol(String expression) {
        CompiledSource code = compile(SOURCE, expression);
        String symbol = code.loweredNames().get(expression);
        assertTrue(
                code.kernels().stream().map(KernelSignature::name).toList().contains(symbol),
                symbol + " is no kernel of " + code.kernels());
        return symbol;
    }

    private static String refusal(String expression) {
        return assertThrows(CompilationException.class, () -> compile(SOURCE, expression))
                .getMessage()
                .lines()
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "image::blur<int> | int, 3",
                "image::blur< float ,FOUR > | float, 4",
                "&image::blur<unsigned int> | unsigned int, 3",
                "(image::blur<unsigned long long>) | unsigned long long, 3",
                "::image::blur<float*, -3> | float *, -3",
                "image::blur<const float *, 1 + 1> | const float *, 2",
                "image::blur<image::Pixel*,1> | image::Pixel *, 1",
                "image::blur<double,5> | double, 5"
            })
    void makesTheInstanceThatIsNamed(String expression, String arguments) {
        CompiledSource code = compile(SOURCE, expression);
        String symbol = code.loweredNames().get(expression);
        assertEquals(symbol, code.loweredNames().get("image::blur<" + arguments + ">"));
        assertTrue(symbol.startsWith("_ZN5image4blurI"), symbol);
    }

    @Test
    void takesEnumeratorsBooleansPacksAndNegativeNumbers() {
        assertTrue(symbol("image::edge<image::WRAP>").startsWith("_ZN5image4edgeILNS_4EdgeE7EEE"));
        assertTrue(symbol("image::mode<image::Mode::SUB>").startsWith("_ZN5image4modeILNS_4ModeE1EEE"));
        assertTrue(symbol("flags<true>").startsWith("_Z5flagsILb1E"));
        assertTrue(symbol("flags<false, int, float>").startsWith("_Z5flagsILb0EJifEE"));
        assertTrue(symbol("wide<-5>").startsWith("_Z4wideILxn5EE"));
        assertTrue(symbol("image::put<image::Pixel>").startsWith("_ZN5image3putINS_5PixelEE"));
    }

    @Test
    void takesKernelsThatAreNoTemplates() {
        assertEquals("_ZN5image4rowsEPf", symbol("image::rows"));
        assertEquals("_Z6hiddenPi", symbol("hidden"));
        assertEquals("plain", symbol("plain"));
        assertEquals("_Z4overPf", symbol("_Z4overPf"));
    }

    @Test
    void makesNoInstanceThatNobodyNamed() {
        assertEquals(
                List.of("_ZN5image4rowsEPf", "_Z4overPi", "_Z4overPf", "_Z6hiddenPi", "plain"),
                compile(SOURCE).kernels().stream()
                        .map(KernelSignature::name)
                        .filter(name -> !name.contains("blur"))
                        .toList());
    }

    @Test
    void makesOneInstanceOfTwoNamesForIt() {
        String source = "template <typename T> __global__ void k(T *p) { *p = 1; }";
        CompiledSource code = compile(source, "k<int>", "k< signed >");
        assertEquals(1, code.kernels().size());
        assertEquals(code.loweredNames().get("k<int>"), code.loweredNames().get("k< signed >"));
    }

    @Test
    void tellsTheSymbolsOfAllNamesThatAreUnique() {
        var names = compile(SOURCE).loweredNames();
        assertEquals("_ZN5image4rowsEPf", names.get("image::rows"));
        assertTrue(names.containsKey("image::blur<double, 5>"), names.toString());
        assertTrue(!names.containsKey("over"), names.toString());
    }

    @Test
    void listsTheKernelsThereAre() {
        assertEquals(
                "<name expression>:1:1: error: no kernel 'blurr' in this file: there are image::blur<double, 5>,"
                        + " image::rows, over, hidden, plain, image::blur<typename T, int N = 3>, image::edge<Edge E>,"
                        + " image::mode<Mode M>, image::put<typename T>, flags<bool B, typename... Ts>,"
                        + " wide<long long N>",
                refusal("blurr"));
        assertEquals(
                "<name expression>:1:1: error: no kernel 'k' in this file: there is none; a kernel is a __global__ function",
                assertThrows(CompilationException.class, () -> compile("int x;", "k"))
                        .getMessage()
                        .lines()
                        .findFirst()
                        .orElseThrow());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "over | there are 2 kernels 'over'; ask for one by its symbol, _Z4overPi or _Z4overPf:",
                "helper | 'helper' is no kernel; it is not __global__:",
                "image::blur | 'blur' is a template of kernels; give its arguments, as in 'image::blur<typename T, int N = 3>':",
                "image::blur<floot> | unknown type name 'floot'",
                "image::blur<> | template 'blur' needs an argument for 'T'",
                "image::blur<int, float> | template parameter 'N' wants a value here",
                "1 + 2 | '1 + 2' is no name of a kernel:"
            })
    void saysWhatIsWrongWithAName(String expression, String message) {
        assertTrue(refusal(expression).contains("error: " + message), refusal(expression));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "flags<3",
                "wide<1>); int x = (",
                "#include <none.h>",
                "flags<true> flags<false>",
                "{}",
                "a;b"
            })
    void refusesWhatIsNoExpression(String expression) {
        assertTrue(refusal(expression).startsWith("<name expression>:1:"), refusal(expression));
    }
}
