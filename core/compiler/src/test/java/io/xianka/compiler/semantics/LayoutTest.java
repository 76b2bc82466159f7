package io.xianka.compiler.semantics;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sizes, alignments and offsets; the numbers are GCC's and nvcc's on x86-64. */
class LayoutTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            struct S { char a; double b; char c; };                                    | 24 | 8
            struct S { char a; short b; int c; char d[3]; };                           | 12 | 4
            struct S { };                                                              | 1  | 1
            struct __align__(16) S { float x, y, z; };                                 | 16 | 16
            struct alignas(4) S { char x; };                                           | 4  | 4
            struct S { char a; alignas(8) char b; };                                   | 16 | 8
            union S { char a; double d; int i[3]; };                                   | 16 | 8
            struct S { unsigned a : 3; unsigned b : 7; unsigned c : 23; unsigned char d : 4; }; | 8 | 4
            struct S { int a : 20; int b : 13; };                                      | 8  | 4
            struct S { int a : 4; int : 0; int b : 4; };                               | 8  | 4
            struct S { char a; int b : 24; };                                          | 4  | 4
            struct S { long long a : 40; char b; };                                    | 8  | 8
            struct E { }; struct S : E { int x; };                                     | 4  | 4
            struct B { int a; char c; }; struct S : B { double d; };                   | 16 | 8
            struct S { int k; union { int i; float f; }; struct { short p, q; }; };    | 12 | 4
            struct S { float3 pos; float mass; float4 v; };                            | 32 | 16
            struct S { double2 a; char b; };                                           | 32 | 16
            struct S { char c; void *p; int (*f)(int); };                              | 24 | 8
            struct __attribute__((packed)) S { char a; int b; };                       | 5  | 1
            enum S { X };                                                              | 4  | 4
            enum S { X = 0x100000000 };                                                | 8  | 8
            enum class S : short { X };                                                | 2  | 2
            typedef float S[3][5];                                                     | 60 | 4
            """)
    void agreesWithGcc(String text, int bytes, int alignment) {
        SemanticsFixture.analyse(
                text + " static_assert(sizeof(S) == " + bytes + " && alignof(S) == " + alignment + ", \"layout\");");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            struct S { char a; short b; int c; char d[3]; };                  | d      | 8
            struct S { char a; struct { double x; int y[4]; } in; };          | in.y[2] | 24
            struct S { int k; union { int i; float f; }; struct { short p, q; }; }; | q | 10
            struct S { char a; float4 v; };                                   | v.z    | 24
            """)
    void offsetsFollow(String text, String member, int offset) {
        SemanticsFixture.analyse(
                text + " static_assert(__builtin_offsetof(S, " + member + ") == " + offset + ", \"offset\");");
    }

    @ParameterizedTest
    @CsvSource({
        "char1,1,1",
        "char2,2,2",
        "char3,3,1",
        "char4,4,4",
        "short3,6,2",
        "short4,8,8",
        "int2,8,8",
        "int3,12,4",
        "uint4,16,16",
        "long2,16,16",
        "longlong1,8,8",
        "float1,4,4",
        "float2,8,8",
        "float3,12,4",
        "float4,16,16",
        "double1,8,8",
        "double2,16,16",
        "double3,24,8",
        "double4,32,16",
        "dim3,12,4",
        "uint3,12,4"
    })
    void vectorTypesAreAlignedAsInCuda(String type, int bytes, int alignment) {
        SemanticsFixture.analyse("static_assert(sizeof(%1$s) == %2$d && alignof(%1$s) == %3$d, \"\");"
                .formatted(type, bytes, alignment));
    }
}
