package io.xianka.compiler.semantics;

import static io.xianka.compiler.semantics.SemanticsFixture.analyse;
import static io.xianka.compiler.semantics.SemanticsFixture.diagnose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Functions with names that only some declarations may have. */
class FunctionNamesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            __global__ void ~f(int *p) {}                   | '~f' is a destructor's name, and a destructor is a member of its class
            template <class X> __global__ void ~g(X) {}     | '~g' is a destructor's name, and a destructor is a member of its class
            struct T { __device__ ~S(); };                  | the destructor of 'T' is named '~T'
            struct T { ~T(int); };                          | a destructor takes no parameters
            __device__ operator int() { return 1; }         | a conversion is a non-static member of a class, as 'operator int' is not
            struct T { __global__ void f(); };              | a __global__ function cannot be a member of a class, as 'f' would be
            struct T { static __global__ void f() {} };     | a __global__ function cannot be a member of a class, as 'f' would be
            __global__ void operator+(S a, S b) {}          | a __global__ function cannot be an operator, as 'operator+' is
            __device__ int operator+(int a, int b);         | 'operator+' outside a class needs a parameter of a class or an enum
            __device__ int operator=(S a, S b);             | 'operator=' must be a member of a class
            __device__ int operator[](S a, int b);          | 'operator[]' must be a member of a class
            __device__ int operator+(S a, S b, S c);        | 'operator+' has 1 or 2 operands, not 3
            __device__ int operator!(S a, S b);             | 'operator!' has 1 operand, not 2
            __device__ int operator/(S a);                  | 'operator/' has 2 operands, not 1
            struct T { __device__ int operator+(T, T); };   | 'operator+' has 1 or 2 operands, not 3 (the object is the first)
            struct T { static int operator+(T); };          | 'operator+' cannot be a static member
            __device__ int operator++(S &, float);          | the parameter that tells postfix 'operator++' has the type int
            """)
    void refusesNamesThatDoNotFitTheDeclaration(String declaration, String message) {
        String told = diagnose("struct S { int a; };\n" + declaration);
        assertTrue(told.contains("error: " + message + "\n"), told);
    }

    @Test
    void marksTheName() {
        assertEquals("""
                test.cu:1:17: error: '~block_max' is a destructor's name, and a destructor is a member of its class
                    __global__ void ~block_max(const float *in) {}
                                    ^~~~~~~~~~
                """, diagnose("__global__ void ~block_max(const float *in) {}\n"));
    }

    @Test
    void takesOperatorsWithTheirOperands() {
        analyse("""
                enum E { A };
                template <typename T> struct Q {
                    T v;
                    __device__ ~Q() {}
                    __device__ Q &operator++() { return *this; }
                    __device__ Q operator++(int) { return *this; }
                    __device__ operator T() const { return v; }
                    __device__ T operator()(int, int, int) const { return v; }
                    __device__ T operator-() const { return v; }
                    __device__ friend T operator-(Q a, T b) { return a.v - b; }
                };
                __device__ int operator|(E a, int b);
                template <typename T> __device__ T operator+(T a, Q<T> b) { return a + b.v; }
                template <typename... T> __device__ int operator*(T... all);
                """);
    }
}
