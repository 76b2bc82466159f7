package io.xianka.checks;

import static io.xianka.driver.Arg.in;
import static io.xianka.driver.Arg.out;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.xianka.driver.Device;
import io.xianka.driver.Launch;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.SourceText;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each construct of the language, compiled, executed on the emulator and compared with the same in Java. */
class ConstructsTest {
    private static final int THREADS = 64;
    private static Device device;

    @BeforeAll
    static void open() {
        device = Device.emulated();
    }

    @AfterAll
    static void close() {
        device.close();
    }

    /** The body computes {@code r} from {@code x}, the thread's number of -20 to 43, and {@code t}, its index. */
    private static void check(String declarations, String body, IntUnaryOperator oracle) {
        String source = declarations
                + "\nextern \"C\" __global__ void test(const int *in, int *out) {\n"
                + "    const int t = threadIdx.x;\n    int x = in[t];\n    int r = 0;\n"
                + body
                + "\n    out[t] = r;\n}\n";
        int[] given = new int[THREADS];
        int[] expected = new int[THREADS];
        for (int i = 0; i < THREADS; i++) {
            given[i] = i - 20;
            expected[i] = oracle.applyAsInt(given[i]);
        }
        int[] got = new int[THREADS];
        CompileOptions options =
                CompileOptions.DEFAULT.withCompiler(CompileOptions.Compiler.OWN).withCache(false);
        device.compile(SourceText.of("construct.cu", source), options)
                .kernel("test")
                .launch(Launch.of(1, THREADS), in(given), out(got));
        assertArrayEquals(expected, got, source);
    }

    private static void check(String body, IntUnaryOperator oracle) {
        check("", body, oracle);
    }

    // Control flow.

    @Test
    void countsInLoopsWithBreakAndContinue() {
        check(
                """
                for (int i = 0; i < 100; i++) {
                    if (i % 3 == 0) continue;
                    if (i > x) break;
                    r += i;
                }
                """,
                x -> {
                    int r = 0;
                    for (int i = 0; i < 100; i++) {
                        if (i % 3 == 0) {
                            continue;
                        }
                        if (i > x) {
                            break;
                        }
                        r += i;
                    }
                    return r;
                });
    }

    @Test
    void testsAtTheEndOfDoLoops() {
        check("do { r += x; x -= 7; } while (x > 0);", x -> {
            int r = 0;
            int rest = x;
            do {
                r += rest;
                rest -= 7;
            } while (rest > 0);
            return r;
        });
    }

    @Test
    void goesToLabelsForwardAndBack() {
        check("""
                again:
                    r++;
                    x -= 3;
                    if (x > 0) goto again;
                    if (x == 0) goto end;
                    r += 100;
                end:
                    r *= 2;
                """, x -> {
            int r = 0;
            int rest = x;
            do {
                r++;
                rest -= 3;
            } while (rest > 0);
            return (rest == 0 ? r : r + 100) * 2;
        });
    }

    @Test
    @SuppressWarnings("fallthrough") // which is what is tested
    void fallsThroughTheCasesOfASwitch() {
        check("""
                switch (x & 7) {
                    case 0: r += 1;
                    case 1: r += 10; break;
                    case 5: r = 7;
                    default: r += 100;
                    case 2: r += 1000;
                }
                """, x -> {
            int r = 0;
            switch (x & 7) {
                case 0:
                    r += 1;
                case 1:
                    r += 10;
                    break;
                case 5:
                    r = 7;
                default:
                    r += 100;
                case 2:
                    r += 1000;
            }
            return r;
        });
    }

    @Test
    void jumpsThroughTheTableOfALargeSwitch() {
        check("""
                switch (x) {
                    case 0: r = 5; break; case 1: r = 4; break; case 2: r = 3; break; case 3: r = 2; break;
                    case 4: r = 1; break; case 6: r = 9; break; case 7: r = 8; break; case -1: r = 6; break;
                }
                """, x -> switch (x) {
            case 0 -> 5;
            case 1 -> 4;
            case 2 -> 3;
            case 3 -> 2;
            case 4 -> 1;
            case 6 -> 9;
            case 7 -> 8;
            case -1 -> 6;
            default -> 0;
        });
    }

    @Test
    void evaluatesTheRightSideOfLogicOnlyWhenNeeded() {
        check("", """
                int n = 0;
                if (x > 0 && ++n > 0) r += 1;
                if (x > 0 || ++n > 0) r += 2;
                bool b = x > 5 && (n += 10) > 10 || x < -5;
                r += 100 * n + (b ? 1000 : 0);
                """, x -> {
            int n = 0;
            int r = 0;
            if (x > 0 && ++n > 0) {
                r += 1;
            }
            if (x > 0 || ++n > 0) {
                r += 2;
            }
            boolean b = (x > 5 && (n += 10) > 10) || x < -5;
            return r + 100 * n + (b ? 1000 : 0);
        });
    }

    @Test
    void repeatsUnrolledLoopsAsOftenAsOthers() {
        check("""
                #pragma unroll
                for (int i = 0; i < 8; i++) { if (i == 6 && x > 10) break; r += i * x; }
                #pragma unroll 4
                for (int i = 0; i < x; i++) r ^= i;
                #pragma unroll 1
                for (int i = 3; i >= 0; --i) r = r * 3 + i;
                for (int m = 16; m > 0; m /= 2) r += m;
                """, x -> {
            int r = 0;
            for (int i = 0; i < 8; i++) {
                if (i == 6 && x > 10) {
                    break;
                }
                r += i * x;
            }
            for (int i = 0; i < x; i++) {
                r ^= i;
            }
            for (int i = 3; i >= 0; --i) {
                r = r * 3 + i;
            }
            return r + 31;
        });
    }

    @Test
    void swapsVariablesRoundALoop() {
        check(
                "int a = 0, b = 1, c = x; for (int i = 0; i < 10; i++) { int u = a; a = b; b = c; c = u + i; } r = a + 10 * b + 100 * c;",
                x -> {
                    int a = 0;
                    int b = 1;
                    int c = x;
                    for (int i = 0; i < 10; i++) {
                        int u = a;
                        a = b;
                        b = c;
                        c = u + i;
                    }
                    return a + 10 * b + 100 * c;
                });
    }

    @Test
    void skipsLoopsWhoseConditionIsFalseFromTheStart() {
        check("""
                const int none = 0;
                for (int i = 0; none; i++) { while (x > 3) x--; if (i == 2) break; r = 5; }
                while (none) { inside: r++; do { x--; } while (x > 3); }
                if (x == 7 && r == 0) goto inside;
                """, x -> x == 7 ? 1 : 0);
    }

    // Functions.

    @Test
    void callsFunctionsThatCallThemselves() {
        check(
                "__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }",
                "r = fibonacci(x & 7);",
                x -> new int[] {0, 1, 1, 2, 3, 5, 8, 13}[x & 7]);
    }

    @Test
    void callsFunctionsThatMustNotBeInlined() {
        check(
                """
                struct Pair { int a; short b; double c; };
                __device__ __noinline__ Pair make(int a, signed char b, bool c) { Pair p = {a, b, c ? 0.5 : 2.0}; return p; }
                __device__ __noinline__ int take(Pair p, int *extra) { *extra += 1; return p.a + p.b + (int)(p.c * 2); }
                """,
                "int extra = 5; r = take(make(x, (signed char)(x * 50), x > 3), &extra) + extra;",
                x -> x + (byte) (x * 50) + (x > 3 ? 1 : 4) + 6);
    }

    @Test
    void callsThroughPointersToFunctions() {
        check("""
                __device__ int twice(int v) { return v * 2; }
                __device__ int square(int v) { return v * v; }
                """, "int (*f)(int) = x > 0 ? twice : square; r = f(x);", x -> x > 0 ? x * 2 : x * x);
    }

    @Test
    void writesThroughReferencesAndPointers() {
        check(
                """
                __device__ void swap(int &a, int &b) { int t = a; a = b; b = t; }
                __device__ void add(int *p, int n) { *p += n; }
                __device__ const int &larger(const int &a, const int &b) { return a < b ? b : a; }
                """,
                "int a = x, b = 7; swap(a, b); add(&b, 3); r = a * 100 + b + larger(a, b);",
                x -> 700 + x + 3 + Math.max(7, x + 3));
    }

    @Test
    void returnsFromTheMiddleOfInlinedFunctions() {
        check("""
                __device__ int find(int n) {
                    for (int i = 0; i < 10; i++) {
                        if (i * i > n) return i;
                        if (n == 13) return -1;
                    }
                    return 99;
                }
                """, "r = find(x) * 1000 + find(x * 3);", x -> find(x) * 1000 + find(x * 3));
    }

    private static int find(int n) {
        for (int i = 0; i < 10; i++) {
            if (i * i > n) {
                return i;
            }
            if (n == 13) {
                return -1;
            }
        }
        return 99;
    }

    @Test
    void choosesAmongOverloadsAndFillsInDefaults() {
        check(
                """
                namespace shapes { __device__ int kind(int) { return 1; } __device__ int kind(float) { return 2; } }
                __device__ int kind(long long v, int more = 30) { return 3 + more; }
                """,
                "r = shapes::kind(x) + 10 * shapes::kind(1.0f) + 100 * kind((long long)x) + kind(2ll, 4);",
                x -> 1 + 20 + 3300 + 7);
    }

    // Objects.

    @Test
    void copiesStructsByValue() {
        check(
                "struct Inner { int a[3]; short s; }; struct Outer { Inner i, j; char c; };",
                """
                Outer o = {{{x, 2, 3}, 4}, {{5, 6, 7}, 8}, 'c'};
                Outer p = o;
                p.i.a[1] = x * 2; p.j = p.i; o.j.s = (short)(x << 12);
                r = o.i.a[1] + p.j.a[1] * 10 + o.j.s + p.c + p.i.s;
                """,
                x -> 2 + x * 20 + (short) (x << 12) + 'c' + 4);
    }

    @Test
    void indexesLocalArraysByVariables() {
        check(
                "int a[8] = {1, 2, 3}; a[x & 7] += 5; a[(x + 1) & 7] = x; for (int i = 0; i < 8; i++) r = r * 3 + a[(i + x) & 7];",
                x -> {
                    int[] a = {1, 2, 3, 0, 0, 0, 0, 0};
                    a[x & 7] += 5;
                    a[(x + 1) & 7] = x;
                    int r = 0;
                    for (int i = 0; i < 8; i++) {
                        r = r * 3 + a[(i + x) & 7];
                    }
                    return r;
                });
    }

    @Test
    void keepsArraysIndexedByConstants() {
        check(
                "int a[4][2]; for (int i = 0; i < 4; i++) for (int j = 0; j < 2; j++) a[i][j] = x * i + j; "
                        + "for (int i = 0; i < 4; i++) r += a[i][0] * (i + 1) - a[3 - i][1];",
                x -> {
                    int r = 0;
                    for (int i = 0; i < 4; i++) {
                        r += x * i * (i + 1) - (x * (3 - i) + 1);
                    }
                    return r;
                });
    }

    @Test
    void seesTheBitsOfUnions() {
        check(
                "union Bits { float f; unsigned int u; unsigned char b[4]; };",
                "Bits v; v.f = (float)x; r = (int)(v.u >> 16) + v.b[3] + v.b[2]; v.b[0] = 3; v.b[3] = 0; r += (int)v.u;",
                x -> {
                    int u = Float.floatToRawIntBits((float) x);
                    int r = (u >>> 16) + (u >>> 24) + (u >>> 16 & 0xFF);
                    return r + (u & 0x00FFFF00 | 3);
                });
    }

    @Test
    void packsBitFields() {
        check(
                "struct Fields { unsigned int a : 3; int b : 5; unsigned int c : 24; };",
                "Fields f = {}; f.a = x; f.b = x; f.c = x * 1000; f.b += 1; r = f.a + 100 * f.b + (int)f.c;",
                x -> {
                    int b = x << 27 >> 27;
                    b = b + 1 << 27 >> 27;
                    return (x & 7) + 100 * b + (x * 1000 & 0xFFFFFF);
                });
    }

    @Test
    void movesPointersOverArrays() {
        check(
                "int a[6] = {3, 1, 4, 1, 5, 9}; int *p = a + 1, *q = &a[5]; r = *p++ * 100 + *--q * 10 + (int)(q - p) "
                        + "+ p[1] + (p < q ? 1000 : 0) + *(q - 1);",
                x -> 100 + 50 + 2 + 1 + 1000 + 1);
    }

    @Test
    void assignsThroughChosenPlaces() {
        check(
                "int a = 1, b = 2; (x > 0 ? a : b) = x; (a = 5, b) += 3; r = a * 100 + b;",
                x -> 500 + (x > 0 ? 2 : x) + 3);
    }

    @Test
    void wrapsNarrowIntegers() {
        check(
                "signed char c = x * 9; unsigned char u = x; short s = x * 5000; unsigned short w = x; c += 100; u--; s *= 3; "
                        + "w >>= 2; c++; r = c + u * 2 + s * 3 + w;",
                x -> {
                    byte c = (byte) (x * 9);
                    c += 100;
                    c++;
                    int u = (x & 0xFF) - 1 & 0xFF;
                    short s = (short) (x * 5000);
                    s *= 3;
                    int w = (x & 0xFFFF) >> 2;
                    return c + u * 2 + s * 3 + w;
                });
    }

    @Test
    void countsWithBools() {
        check("bool a = x, b = x > 3; a |= b; int n = a + b + (a == b); b = !b; r = n * 10 + b + (a & b);", x -> {
            boolean a = x != 0;
            boolean b = x > 3;
            a |= b;
            int n = (a ? 1 : 0) + (b ? 1 : 0) + (a == b ? 1 : 0);
            b = !b;
            return n * 10 + (b ? 1 : 0) + (a & b ? 1 : 0);
        });
    }

    @Test
    void computesInSixtyFourBits() {
        check(
                "long long v = (long long)x * 123456789012ll; unsigned long long u = v; v /= 1000; u %= 1000003; "
                        + "r = (int)(v ^ v >> 32) + (int)u + (int)(v << 5 >> 40);",
                x -> {
                    long v = x * 123456789012L;
                    long u = Long.remainderUnsigned(v, 1000003);
                    v /= 1000;
                    return (int) (v ^ v >> 32) + (int) u + (int) (v << 5 >> 40);
                });
    }

    // Memory.

    @Test
    void sharesMemoryBetweenTheThreadsOfABlock() {
        check(
                "extern __shared__ int unused[]; __device__ int doubled(int *s, int i) { return s[i] * 2; }",
                "__shared__ int s[64]; __shared__ short h[2][32]; s[63 - t] = x; h[t / 32][t % 32] = x; __syncthreads(); "
                        + "r = doubled(s, t) + h[1][5] + h[0][t & 31];",
                x -> {
                    int t = x + 20;
                    return (63 - t - 20) * 2 + 17 + (t & 31) - 20;
                });
    }

    @Test
    void readsInitialValuesOfConstantAndGlobalVariables() {
        check(
                """
                __constant__ int table[5] = {10, 20, 30};
                __device__ struct { char c; double d; int *p; } complex = {'x', 1.5, 0};
                __device__ const float powers[] = {1, 2, 4, 8};
                __device__ int counter = 7;
                """,
                "r = table[x & 3] + (int)(complex.d * 2) + complex.c + (int)powers[3] + (int)powers[x & 3] + counter;",
                x -> new int[] {10, 20, 30, 0}[x & 3] + 3 + 'x' + 8 + (1 << (x & 3)) + 7);
    }

    @Test
    void loadsAndStoresVectors() {
        check(
                "__device__ float4 buffer[64]; __device__ uchar4 bytes[64];",
                "buffer[t] = make_float4(x, x + 1, 2, 3); float4 v = buffer[t]; v.w += v.y; buffer[t].x = v.w; "
                        + "bytes[t] = make_uchar4(x, 1, 2, 255); uchar4 b = bytes[t]; r = (int)(v.x + v.w + buffer[t].x) + b.x + b.w;",
                x -> x + 2 * (3 + x + 1) + (x & 0xFF) + 255);
    }

    @Test
    void addsAtomically() {
        check(
                "",
                "__shared__ int total; if (t == 0) total = 0; __syncthreads(); atomicAdd(&total, x); __syncthreads(); "
                        + "r = total; __syncthreads(); int old = atomicMax(&total, 5000 + t); r += old >= 0 ? 1 : 0;",
                x -> 64 * -20 + 63 * 32 + 1);
    }

    // Inline PTX.

    @Test
    void insertsInlinePtx() {
        check("", """
                int sum, carry;
                asm("add.cc.u32 %0, %2, %3;\\n\\taddc.u32 %1, 0, 0;" : "=r"(sum), "=r"(carry) : "r"(x), "r"(21));
                int bumped = x;
                asm volatile("{\\n\\t.reg .pred p;\\n\\tsetp.gt.s32 p, %0, 3;\\n\\t@p add.s32 %0, %0, %1;\\n\\t}"
                        : "+r"(bumped) : "n"(1000));
                unsigned short half;
                asm("cvt.u16.u32 %0, %1;" : "=h"(half) : "r"(x));
                r = sum + carry * 10000 + bumped + half;
                """, x -> {
            long sum = (x & 0xFFFFFFFFL) + 21;
            return (int) sum + (int) (sum >>> 32) * 10000 + (x > 3 ? x + 1000 : x) + (x & 0xFFFF);
        });
    }

    // Floats.

    @Test
    void convertsBetweenIntegersAndFloats() {
        check(
                "float f = x * 0.75f; double d = f; unsigned int u = (unsigned int)(d + 100.5); r = (int)f + (int)(d * d) + (int)u "
                        + "+ (int)(float)(long long)x + (f < 0);",
                x -> {
                    float f = x * 0.75f;
                    double d = f;
                    return (int) f + (int) (d * d) + (int) (d + 100.5) + x + (f < 0 ? 1 : 0);
                });
    }

    @Test
    void roundsAContractedProductOnce() {
        check("float a = 1.0f + x * 1.1920929e-7f; float p = a * a + -1.0f; r = __float_as_int(p);", x -> {
            float a = Math.fma((float) x, 1.1920929e-7f, 1.0f);
            return Float.floatToRawIntBits(Math.fma(a, a, -1.0f));
        });
    }
}
