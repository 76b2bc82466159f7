package io.xianka.compiler.semantics;

import static io.xianka.compiler.semantics.SemanticsFixture.analyse;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.compiler.typed.Function;
import io.xianka.compiler.typed.Program;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Symbols as nvcc 13.0 writes them into PTX. */
class LinkNameTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            __global__ void multiply_them(float *d, const float *a, const float *b) { }       | _Z13multiply_themPfPKfS1_
            extern "C" __global__ void plain(int n) { }                                       | plain
            __global__ void none() { }                                                        | _Z4nonev
            __global__ void k(unsigned char a, signed char b, char c, bool d, short e, unsigned short f) { } | _Z1khacbst
            __global__ void k(long a, unsigned long b, long long c, unsigned long long d, double e) { }      | _Z1klmxyd
            __global__ void k(float4 v, const float4 *w, float4 *x) { }                       | _Z1k6float4PKS_PS_
            namespace a { namespace b { struct T { int v; }; __global__ void k(T t, T *u) { } } } | _ZN1a1b1kENS0_1TEPS1_
            namespace a { struct T { struct I { int v; }; }; } __global__ void k(a::T::I i, a::T *t) { } | _Z1kN1a1T1IEPS0_
            __global__ void k(int (*f)(int, float), void **p) { }                             | _Z1kPFiifEPPv
            __global__ void k(const volatile int *p, int *__restrict__ q) { }                 | _Z1kPVKiPi
            enum class E { A }; __global__ void k(E e) { }                                    | _Z1k1E
            static __global__ void k(int n) { }                                               | _Z1ki
            __global__ void k(int a[3], float (*b)[4]) { }                                    | _Z1kPiPA4_f
            """)
    void kernelsAreMangled(String text, String name) {
        assertEquals(name, analyse(text).kernels().getFirst().linkName());
    }

    /** nvcc 13.0.88 named them: {@code nvcc -ptx -arch=sm_90 -std=c++17}. */
    @Test
    void instancesOfKernelTemplatesAreNamedAsByNvcc() throws IOException {
        List<String> names = analyse(resource("kernels.cu")).kernels().stream()
                .map(Function::linkName)
                .sorted()
                .toList();
        assertEquals(resource("kernels.txt"), String.join("\n", names) + "\n");
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = LinkNameTest.class.getResourceAsStream("/names/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void variablesKeepTheirNamesAtGlobalScope() {
        Program program = analyse("""
                __constant__ float weights[3]; namespace n { __device__ int counter; }
                """);
        assertEquals("weights", SemanticsFixture.variable(program, "weights").linkName());
        assertEquals(
                "_ZN1n7counterE", SemanticsFixture.variable(program, "counter").linkName());
    }
}
