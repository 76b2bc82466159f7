package io.xianka.compiler.semantics;

import static io.xianka.compiler.semantics.SemanticsFixture.diagnose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.compiler.syntax.Parser;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What users read when a program is wrong. */
class DiagnosticsTest {
    private static final String DECLARED = """
            struct S { int a; const int c; }; struct Inc; enum class M { A }; int hostvar; void hostf();
            __device__ int f2(int a, float b); __constant__ int con[3] = {1, 2, 3}; namespace ns { __device__ int q; }
            template <typename T> __device__ T tmax(T a, T b) { return a > b ? a : b; }
            struct Number { __device__ Number(int); };
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            out[0] = thradIdx.x;            | 'thradIdx' is not declared; did you mean 'threadIdx'?
            out[0] = undefinedName;         | 'undefinedName' is not declared
            out[0] = sqrtff(2.f);           | 'sqrtff' is not declared; did you mean 'sqrtf'?
            in[0] = 1.0f;                   | '=' cannot change a const object
            con[0] = 3;                     | '=' cannot change 'con', which is __constant__
            s.c = 5;                        | '=' cannot change 'c', which is const
            int j = "abc";                  | cannot convert 'const char[4]' to 'int' in the initialisation of 'j'
            float *w = in;                  | cannot convert 'const float *' to 'float *' in the initialisation of 'w': that would drop const or volatile
            float *w = out;                 | cannot convert 'int *' to 'float *' in the initialisation of 'w'
            void *v = out; int *w = v;      | cannot convert 'void *' to 'int *' in the initialisation of 'w'; static_cast can
            n = M::A;                       | cannot convert 'M' to 'int' in this assignment; static_cast can
            int &r = 5;                     | cannot bind 'int &' to a temporary value of type 'int' in the initialisation of 'r'
            f2(1);                          | 'f2' takes 2 arguments, 1 is given
            f2("x", 2.f);                   | cannot convert 'const char[2]' to 'int' in argument 1 of 'f2'
            out[0] = tmax(1, 2.5f);         | call to 'tmax' has no match for arguments (int, float)
            out.x = 3;                      | 'int *' has no members, so no 'x'
            S *p = &s; p.a = 3;             | 'S *' has no members, so no 'a'; it is a pointer, so use '->'
            s.b = 4;                        | 'S' has no member 'b'
            n->a = 1;                       | 'int' is not a pointer
            out[0] = *n;                    | 'int' is not a pointer
            out[0] = ns::p;                 | 'ns' has no member 'p'
            out[0] = nx::q;                 | 'nx' is not declared
            out[0] = n % 2.5f;              | operator '%' does not apply to 'int' and 'float'
            out[0] = threadIdx + 1;         | operator '+' does not apply to 'uint3' and 'int'
            5 = n;                          | '=' needs a variable on its left
            &3;                             | the address of a temporary value cannot be taken
            n(3);                           | 'int' is not a function, so it cannot be called
            if (s) n = 1;                   | a value of type 'S' is no condition
            Inc inc;                        | 'Inc' is declared but not defined
            Foo bar;                        | unknown type name 'Foo'
            flaot4 v;                       | unknown type name 'flaot4'; did you mean 'float4'?
            const int z;                    | constant 'z' needs an initialiser
            int n2 = 1; float n2 = 2;       | 'n2' is declared already in this block
            int arr[n];                     | the size of an array must be a constant; kernels have no arrays of variable length
            int arr[-1];                    | the size of an array is negative: -1
            int m[2] = {1, 2, 3};           | too many values for 'int[2]': 3, of which 2 fit
            int q{2.5};                     | 'double' is not converted to 'int' in a list in braces; a cast would
            unsigned char c{300};           | the constant does not fit 'unsigned char' in a list in braces; a cast would cut it
            __shared__ int sh = 3;          | a __shared__ variable takes no initialiser
            __shared__ int sh[];            | array 'sh' needs a size, or extern before __shared__
            break;                          | 'break' stands only in a loop or switch
            continue;                       | 'continue' stands only in a loop
            case 3: ;                       | 'case' stands only in a switch
            switch (n) { case 1: case 1: ; }| case 1 stands twice in this switch
            switch (n) { case n: ; }        | the value of a case must be a constant: it depends on 'n'
            switch (1.5) { }                | a switch chooses by an integer or enum, not by 'double'
            goto nowhere;                   | label 'nowhere' is not defined
            return 3;                       | this function returns void, so 'return' takes no value
            hostf();                        | 'hostf' is a host function; add __device__ to call it from the device
            out[0] = hostvar;               | 'hostvar' is a variable of the host; add __device__ or __constant__ to have it here
            static_assert(sizeof(int) == 8, "wide"); | static assertion failed: wide
            auto lam = [](int a) { return a + n; };  | 'n' is not captured; name it between the lambda's brackets
            asm("mov.u32 %0, 1;" : "=r"(out));       | constraint "=r" wants an integer or pointer of 32 bits, not 'int *'
            asm("mov.u32 %0, 1;" : "=z"(n));         | unknown constraint "=z"; there are h r l f d n C
            void *v = out; v + 1;           | no arithmetic on a pointer to void; cast it first
            int x = 1 / 0;                  | division by zero
            int x = 1 << 40;                | shift by 40 of a 'int', which has 32 bits
            con[5];                         | index 5 is outside the array of 3 elements
            new int;                        | not supported yet: new; --compiler nvrtc can compile this
            typeid(int);                    | not supported yet: typeid; --compiler nvrtc can compile this
            dynamic_cast<S *>(&s);          | not supported yet: dynamic_cast; --compiler nvrtc can compile this
            reinterpret_cast<float>(n);     | reinterpret_cast cannot turn 'int' into 'float'
            static_cast<float *>(out);      | static_cast cannot turn 'int *' into 'float *'; reinterpret_cast can
            out[0] = INT32_MAX;             | 'INT32_MAX' is not declared; #include <stdint.h> has it
            in[FLT_MAX];                    | 'FLT_MAX' is not declared; #include <float.h> has it
            __half h;                       | unknown type name '__half'; #include <cuda_fp16.h> has it
            out[0] = __hgt(n, n);           | '__hgt' is not declared; #include <cuda_fp16.h> has it
            __nv_bfloat162 b;               | unknown type name '__nv_bfloat162'; #include <cuda_bf16.h> has it
            Number num;                     | 'Number::Number' takes 1 argument, 0 are given
            """)
    void oneMistakeMakesOneMessage(String statement, String message) {
        String said =
                diagnose(DECLARED + "__global__ void k(int *out, const float *in, S s, int n) { " + statement + " }");
        String first = said.lines().findFirst().orElse("");
        assertTrue(first.endsWith(": " + message), said);
        assertEquals(
                1,
                said.lines()
                        .filter(line -> line.matches("test.cu.*: (error|warning): .*"))
                        .count(),
                said);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            __global__ int k(int *p) { return 1; }                    | a __global__ function returns void
            __global__ void k(int &r) { }                             | a kernel takes no references: 'int &' would point into the host's memory
            struct V { virtual void f(); }; __device__ V v;             | 'V' is left out, since its declaration has an error: not supported yet: virtual functions; --compiler nvrtc can compile this
            struct X { X x; };                                        | class 'X' cannot contain itself
            struct Y { int i; int i; };                               | member 'i' is declared twice
            enum E { A, A };                                          | 'A' is declared already
            typedef int I; typedef float I;                           | 'I' is declared already, as 'int'
            __device__ int f() { return 1; } __device__ int f() { return 2; } | function 'f' is defined twice
            __device__ int f(); __device__ float f();                 | 'f' is declared again with another result type, 'float'
            __constant__ float d = "x";                               | cannot convert 'const char[2]' to 'float' in the initialisation of 'd'
            __device__ int g(); __device__ int c = g();               | 'c' lives on the device, so its initialiser must be a constant: 'g' is no constexpr function
            class Z : Nope { }; __device__ Z z;                       | 'Z' is left out, since its declaration has an error: unknown type name 'Nope'
            __device__ nope::T t;                                     | 'nope' is not declared
            __device__ int f(); __global__ void k(int *p) { *p = f(); } | 'f' is called but never defined
            template <int N> struct R { static const int v = R<N + 1>::v; }; static_assert(R<0>::v, ""); | templates are instantiated more than 200 deep, at class R<200>, used here
            __device__ auto f() { return f(); }                       | the result type of 'f' is not deduced yet here
            __device__ void f(int a, int a) { }                       | parameter 'a' is declared twice
            """)
    void declarationsAreCheckedToo(String text, String message) {
        String said = diagnose(text);
        String first = said.lines()
                .filter(line -> line.contains(": error: "))
                .findFirst()
                .orElse("");
        assertTrue(first.endsWith(": error: " + message), said);
    }

    @Test
    void showsTheCandidates() {
        assertEquals("""
                test.cu:2:29: error: call to 'f' has no match for arguments (float *)
                    __global__ void k(float *p) { f(p); }
                                                  ^~~~
                test.cu:1:17: note: candidate: void f(int)
                    __device__ void f(int); __device__ void f(const char *);
                                    ^
                test.cu:1:41: note: candidate: void f(const char *)
                    __device__ void f(int); __device__ void f(const char *);
                                                            ^
                """.replace("2:29", "2:31"), diagnose("""
                __device__ void f(int); __device__ void f(const char *);
                __global__ void k(float *p) { f(p); }
                """));
    }

    @Test
    void anErrorInATemplateSaysForWhichArguments() {
        assertEquals("""
                test.cu:1:56: error: 'int' has no members, so no 'nope'
                    template <typename T> __device__ T bad(T t) { return t.nope; }
                                                                           ^~~~
                test.cu:2:29: note: in 'bad<int>', used here
                    __global__ void k(int *p) { bad(1); }
                                                ^~~~~~
                """, diagnose("""
                template <typename T> __device__ T bad(T t) { return t.nope; }
                __global__ void k(int *p) { bad(1); }
                """));
    }

    @Test
    void anUndeclaredNameIsReportedOnceAFunction() {
        String said = diagnose("""
                __global__ void k(int *p) { zz = 1; p[zz] = zz + 1; auto q = zz; q = q + 1; int r = q; p[0] = r; }
                __global__ void l(int *p) { *p = zz; }
                """);
        assertEquals(
                2,
                said.lines()
                        .filter(line -> line.contains("'zz' is not declared"))
                        .count(),
                said);
        assertEquals(2, said.lines().filter(line -> line.contains("error:")).count(), said);
    }

    @Test
    void hostFunctionsAreNotLookedInto() {
        String said = diagnose("void host() { int x = unknown_host_thing(); } __global__ void k() { }");
        assertEquals(
                "test.cu:1:6: note: host code is left out: 'host'",
                said.lines().findFirst().orElse(""));
        assertFalse(said.contains("error"), said);
    }

    @Test
    void deepExpressionsAreAnalysedWhereTheParserLetsThemPass() throws Exception {
        String sum = "1" + " + n".repeat(Parser.TALLEST - 10);
        String nested = "(".repeat(Parser.DEEPEST - 20) + "n" + ")".repeat(Parser.DEEPEST - 20);
        String[] said = new String[1];
        Thread thread = new Thread(
                null,
                () -> said[0] = diagnose("__global__ void k(int *p, int n) { *p = " + sum + "; *p = " + nested + "; }"),
                "deep",
                256 << 20);
        thread.start();
        thread.join();
        assertEquals("", said[0]);
    }

    @Test
    void instructionsThatNeedMoreOfTheCompilerAreRefusedByName() {
        for (String instruction : List.of("wgmma", "tcgen05", "cp.async.bulk")) {
            String said = diagnose("__global__ void k() { asm volatile(\"" + instruction + ".fence;\"); }");
            assertTrue(
                    said.contains("not supported yet: the instruction " + instruction
                            + " in asm; --compiler nvrtc can compile this"),
                    said);
        }
    }

    @Test
    void whatAKnownLibraryHasAndThisOneLacksIsNamedWithTheWayOut() {
        String said = diagnose("__global__ void k(int *p) { thrust::sort_quickly_and_well(p, p + 3); }");
        assertTrue(
                said.contains(
                        "not supported yet: template libraries ('thrust::sort_quickly_and_well'); --compiler nvrtc"),
                said);
    }

    @Test
    void endlessRecursionOfConstantsIsStopped() {
        String said = diagnose("constexpr int f(int n) { return f(n + 1); } static_assert(f(0), \"\");");
        assertTrue(said.contains("its calls nest deeper than 256"), said);
    }
}
