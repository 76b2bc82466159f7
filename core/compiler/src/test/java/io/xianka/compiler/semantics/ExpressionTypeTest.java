package io.xianka.compiler.semantics;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Types of expressions, as nvcc 13.0 has them under {@code decltype}. */
class ExpressionTypeTest {
    private static final String DECLARED = """
            template <typename A, typename B> struct same { static const bool value = false; };
            template <typename A> struct same<A, A> { static const bool value = true; };
            enum E { A, B = 5, C }; enum N { NEG = -1 }; enum Big { HUGE_ONE = 0x100000000 }; enum class F : unsigned char { X };
            struct S { int i; const float f; float a[3]; float get() const; int &ref(); };
            extern char c; extern signed char sc; extern unsigned char uc; extern short s; extern unsigned short us;
            extern int i; extern unsigned u; extern long l; extern unsigned long ul; extern long long ll;
            extern unsigned long long ull; extern float f; extern double d; extern bool b;
            extern int *p; extern const int *cp; extern void *vp; extern float m[2][3]; extern S o; extern const S co;
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            c + c              | int
            us + us            | int
            i + u              | unsigned
            u + l              | long
            l + ul             | unsigned long
            l + ll             | long long
            ul + ll            | unsigned long long
            i * ull            | unsigned long long
            f + i              | float
            f + ull            | float
            f * d              | double
            b + b              | int
            A + 1              | int
            NEG + 1u           | unsigned
            HUGE_ONE + 1       | unsigned long
            us << 1            | int
            u << 1L            | unsigned
            1 << ll            | int
            ll >> u            | long long
            -us                | int
            ~uc                | int
            +b                 | int
            -u                 | unsigned
            !f                 | bool
            u < l              | bool
            f == d             | bool
            i && f             | bool
            b ? 1 : 2.0f       | float
            b ? c : c          | char&
            b ? c : sc         | int
            b ? i : u          | unsigned
            b ? p : cp         | const int*
            b ? p : nullptr    | int*
            b ? vp : p         | void*
            c++                | char
            ++c                | char&
            c += 1             | char&
            i = 2              | int&
            i, f               | float&
            """)
    void operatorsConvertTheirOperands(String expression, String type) {
        hold(expression, type);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            2147483647            | int
            2147483648            | long
            0xffffffff            | unsigned
            0xffffffffff          | long
            0xffffffffffffffff    | unsigned long
            017777777777          | int
            037777777777          | unsigned
            1u                    | unsigned
            4294967296u           | unsigned long
            1l                    | long
            1ul                   | unsigned long
            1ll                   | long long
            1ull                  | unsigned long long
            1.0f                  | float
            1.0                   | double
            'a'                   | char
            u'a'                  | char16_t
            L'a'                  | wchar_t
            "ab"                  | const char (&)[3]
            true                  | bool
            nullptr               | decltype(nullptr)
            """)
    void literalsTakeTheFirstTypeThatHoldsThem(String expression, String type) {
        hold(expression, type);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            &i                 | int*
            *p                 | int&
            *cp                | const int&
            p + 1              | int*
            1 + p              | int*
            p - p              | long
            p[2]               | int&
            2[p]               | int&
            p++                | int*
            m[1]               | float (&)[3]
            m + 1              | float (*)[3]
            *m                 | float (&)[3]
            m[1][2]            | float&
            &m                 | float (*)[2][3]
            (o.i)              | int&
            (co.i)             | const int&
            (o.f)              | const float&
            co.a               | float[3]
            (co.a)             | const float (&)[3]
            co.a[1]            | const float&
            (&co)->a[1]        | const float&
            o.get()            | float
            o.ref()            | int&
            S()                | S
            """)
    void placesKeepTheirQualifiers(String expression, String type) {
        hold(expression, type);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            (char)300                  | char
            static_cast<float&>(f)     | float&
            (int&&)i                   | int&&
            float(i)                   | float
            reinterpret_cast<int&>(f)  | int&
            reinterpret_cast<long>(p)  | long
            const_cast<int*>(cp)       | int*
            (void)i                    | void
            sizeof i                   | unsigned long
            alignof(double)            | unsigned long
            F::X                       | F
            float4{1, 2, 3, 4}.z       | float
            threadIdx.x                | unsigned
            warpSize                   | int
            """)
    void castsAndBuiltinsHaveTheirTypes(String expression, String type) {
        hold(expression, type);
    }

    private static void hold(String expression, String type) {
        SemanticsFixture.analyse(DECLARED
                + "static_assert(same<decltype(" + expression + "), " + type + ">::value, \"not "
                + type.replace("\"", "")
                + "\");");
    }
}
