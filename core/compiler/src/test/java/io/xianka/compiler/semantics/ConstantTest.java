package io.xianka.compiler.semantics;

import static io.xianka.compiler.semantics.SemanticsFixture.analyse;
import static io.xianka.compiler.semantics.SemanticsFixture.diagnose;
import static io.xianka.compiler.semantics.SemanticsFixture.variable;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.compiler.typed.Program;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Constant evaluation, and the bytes that variables start with. */
class ConstantTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(unsigned char)300 == 44",
                "-1 > 0u",
                "(-7) / 2 == -3 && (-7) % 2 == -1",
                "(-8 >> 1) == -4",
                "(1u << 31) == 2147483648u",
                "0x7fffffff + 1u == 0x80000000u",
                "(int)3.99 == 3 && (int)-3.99 == -3",
                "'\\xff' == -1",
                "(short)0x18000 == -32768",
                "5 / 2.0f == 2.5f",
                "16777217 == (int)16777217.0 && 16777216 == (int)(float)16777217",
                "(float)0xffffffffffffffffull == 18446744073709551616.0f",
                "(unsigned long long)1e19 == 10000000000000000000ull",
                "0.1f + 0.2f != 0.1 + 0.2",
                "(true ? 1 : 2.5) == 1",
                "(bool)0.5f && !(bool)0.0",
                "sizeof(\"abc\") == 4 && \"abc\"[1] == 'b'",
                "__builtin_offsetof(float4, w) == 12"
            })
    void foldsAsCDoes(String condition) {
        analyse("static_assert(" + condition + ", \"folding\");");
    }

    @Test
    void runsConstexprFunctions() {
        analyse("""
                constexpr int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
                static_assert(fact(10) == 3628800, "");
                constexpr unsigned gcd(unsigned a, unsigned b) { while (b) { unsigned t = a % b; a = b; b = t; } return a; }
                static_assert(gcd(48, 36) == 12, "");
                constexpr int choose(int k) { switch (k) { case 1: return 10; case 2: case 3: return 20; default: return 30; } }
                static_assert(choose(1) == 10 && choose(3) == 20 && choose(9) == 30, "");
                constexpr int swapped(int a, int b) { int *p = &a, *q = &b; int t = *p; *p = *q; *q = t; return a * 10 + b; }
                static_assert(swapped(1, 2) == 21, "");
                struct Table { int v[8]; constexpr Table() : v() { for (int i = 0; i < 8; ++i) v[i] = i * i; } };
                constexpr Table squares; static_assert(squares.v[7] == 49, "");
                struct Vec { int x, y; constexpr Vec operator+(Vec o) const { return {x + o.x, y + o.y}; } };
                constexpr Vec sum = Vec{1, 2} + Vec{3, 4}; static_assert(sum.x == 4 && sum.y == 6, "");
                constexpr int length(const char *s) { int n = 0; while (*s++) ++n; return n; }
                static_assert(length("hello") == 5, "");
                """);
    }

    @Test
    void saysWhySomethingIsNotConstant() {
        String said = diagnose("""
                constexpr int endless(int n) { while (true) ++n; return n; }
                constexpr int a = endless(1);
                constexpr int outside(int i) { int v[3] = {1, 2, 3}; return v[i]; }
                constexpr int b = outside(3);
                __device__ void f(int n) { constexpr int c = n; }
                """);
        assertTrue(said.contains("constexpr 'a' is not a constant: its evaluation takes more than"), said);
        assertTrue(said.contains("constexpr 'b' is not a constant: index 3 is outside the array"), said);
        assertTrue(said.contains("constexpr 'c' is not a constant: it depends on 'n'"), said);
    }

    @Test
    void initialBytesFollowTheLayout() {
        Program program = analyse("""
                struct P { char c; int i; float f[2]; unsigned lo : 4, hi : 12; };
                __constant__ P p = {'a', -2, {1.5f}, 5, 0xabc};
                __device__ double zeros[3];
                __constant__ char text[] = "hey";
                """);
        ByteBuffer bytes =
                ByteBuffer.wrap(variable(program, "p").image().bytes()).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals('a', bytes.get(0));
        assertEquals(-2, bytes.getInt(4));
        assertEquals(1.5f, bytes.getFloat(8));
        assertEquals(0f, bytes.getFloat(12));
        assertEquals(0xabc5, bytes.getInt(16));
        assertNull(variable(program, "zeros").image());
        assertArrayEquals(
                new byte[] {'h', 'e', 'y', 0}, variable(program, "text").image().bytes());
    }

    @Test
    void addressesBecomeRelocations() {
        Program program = analyse("""
                struct Node { Node *next; int v; };
                __device__ float data[4];
                __device__ Node last = {nullptr, 2};
                __device__ Node first = {&last, 1};
                __device__ int *inner = &first.v;
                __device__ float *third = data + 2;
                __device__ void inc(int *p) { ++*p; }
                __device__ void (*handler)(int *) = inc;
                """);
        var next = variable(program, "first").image().relocations().getFirst();
        assertSame(variable(program, "last"), next.target());
        assertEquals(0, next.offsetBytes());
        assertEquals(
                8, variable(program, "inner").image().relocations().getFirst().addend());
        assertEquals(
                8, variable(program, "third").image().relocations().getFirst().addend());
        assertEquals(
                "_Z3incPi",
                variable(program, "handler")
                        .image()
                        .relocations()
                        .getFirst()
                        .target()
                        .linkName());
        assertTrue(program.variables().indexOf(variable(program, "last"))
                < program.variables().indexOf(variable(program, "first")));
    }

    @Test
    void randomExpressionsFoldAsJavaComputesThem() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            if (random.nextBoolean()) {
                Folded<Integer> e = ints(random, 4);
                text.append("static_assert((")
                        .append(e.text)
                        .append(") == ")
                        .append(spell(e.value))
                        .append(", \"\");\n");
            } else {
                Folded<Long> e = longs(random, 4);
                text.append("static_assert((")
                        .append(e.text)
                        .append(") == ")
                        .append(spell(e.value))
                        .append(", \"\");\n");
            }
        }
        assertEquals("", diagnose(text.toString()), "seed " + seed);
    }

    private record Folded<T>(String text, T value) {}

    private static String spell(int value) {
        return value == Integer.MIN_VALUE ? "(-2147483647 - 1)" : "(" + value + ")";
    }

    private static String spell(long value) {
        return value == Long.MIN_VALUE ? "(-9223372036854775807ll - 1)" : "(" + value + "ll)";
    }

    /** Signed overflow is undefined in C and wraps here, so sums go through unsigned. */
    private static Folded<Integer> ints(Random random, int depth) {
        if (depth == 0) {
            int value = random.nextInt() >> random.nextInt(31);
            return new Folded<>(spell(value), value);
        }
        Folded<Integer> a = ints(random, depth - 1);
        Folded<Integer> b = ints(random, random.nextInt(depth));
        return switch (random.nextInt(9)) {
            case 0 -> new Folded<>("(int)((unsigned)" + a.text + " + (unsigned)" + b.text + ")", a.value + b.value);
            case 1 -> new Folded<>("(int)((unsigned)" + a.text + " - " + b.text + ")", a.value - b.value);
            case 2 -> new Folded<>("(int)((unsigned)" + a.text + " * " + b.text + ")", a.value * b.value);
            case 3 -> new Folded<>("(" + a.text + " ^ " + b.text + ")", a.value ^ b.value);
            case 4 -> new Folded<>("(" + a.text + " >> (" + b.text + " & 31))", a.value >> (b.value & 31));
            case 5 ->
                new Folded<>("(int)((unsigned)" + a.text + " >> (" + b.text + " & 31))", a.value >>> (b.value & 31));
            case 6 ->
                new Folded<>(
                        "(" + a.text + " < " + b.text + " ? " + a.text + " : ~" + b.text + ")",
                        a.value < b.value ? a.value : ~b.value);
            case 7 -> new Folded<>("(short)" + a.text, (int) a.value.shortValue());
            default -> new Folded<>("(" + a.text + " / (" + b.text + " & 0xff | 1))", a.value / (b.value & 0xff | 1));
        };
    }

    private static Folded<Long> longs(Random random, int depth) {
        if (depth == 0) {
            long value = random.nextLong() >> random.nextInt(63);
            return new Folded<>(spell(value), value);
        }
        Folded<Long> a = longs(random, depth - 1);
        Folded<Integer> b = ints(random, random.nextInt(depth));
        return switch (random.nextInt(6)) {
            case 0 ->
                new Folded<>("(long long)((unsigned long long)" + a.text + " + " + b.text + ")", a.value + b.value);
            case 1 ->
                new Folded<>("(long long)((unsigned long long)" + a.text + " * " + b.text + ")", a.value * b.value);
            case 2 -> new Folded<>("(" + a.text + " | " + b.text + ")", a.value | b.value);
            case 3 -> new Folded<>("(" + a.text + " >> (" + b.text + " & 63))", a.value >> (b.value & 63));
            case 4 -> new Folded<>("(" + a.text + " % (" + b.text + " & 0xff | 1))", a.value % (b.value & 0xff | 1));
            default -> new Folded<>("(long long)(" + a.text + " > " + b.text + ")", a.value > b.value ? 1L : 0L);
        };
    }
}
