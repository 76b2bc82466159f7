package io.xianka.compiler.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hostile nesting ends in one clear error: no overflow of the stack, no long wait. */
class NestingTest {
    private static final int DEPTH = 100_000;

    static Stream<Arguments> deepTexts() {
        return Stream.of(
                deep("x = ", "(", "1", ")", ";"),
                deep("x = ", "-", "1", "", ";"),
                deep("x = ", "(int)", "1", "", ";"),
                deep("x = ", "(int(", "1", "))", ";"),
                deep("x = ", "a?1:", "1", "", ";"),
                deep("x = ", "x=", "1", "", ";"),
                deep("x = ", "f(", "1", ")", ";"),
                deep("x = ", "sizeof ", "x", "", ";"),
                deep("int q[] = ", "{", "1", "}", ";"),
                deep("", "{", "", "}", ""),
                deep("", "if (a) ", ";", "", ""),
                deep("", "a:", ";", "", ""),
                deep("", "A<", "int", ">", " x;"),
                deep("x = ", "A<a<", "1", "", ";"),
                deep("int ", "(", "q", ")", ";"),
                deep("int q", "(int", "", ")", ";"),
                deep("auto l = ", "[] { return ", "1", "; }", ";"),
                deep("", "struct S {", "", "}", ";"),
                deep("", "({", "1;", "})", ";"),
                deep("} ", "namespace a {", "", "}", "void g() {"),
                deep("", "decltype(", "x", ")", " q;"),
                deep("", "new (", "x", ")", " int;"));
    }

    private static Arguments deep(String before, String open, String middle, String close, String after) {
        return Arguments.of(open, before + open.repeat(DEPTH) + middle + close.repeat(DEPTH) + after);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("deepTexts")
    @Timeout(20)
    void refusesDeepNesting(String name, String text) {
        String found = ParserFixture.errors("typedef int T; __device__ void f() { int x, a; " + text + " }");
        assertEquals(1, found.split("error:", -1).length - 1, found);
        assertTrue(found.contains("nested more than 256 deep") || found.contains("too many possible readings"), found);
    }

    @ParameterizedTest
    @ValueSource(strings = {"+a", "<a", ",a", ".a", "[1]", "()", "->a"})
    @Timeout(20)
    void refusesALongChain(String link) {
        String found = ParserFixture.errors("__device__ void f(int a) { a" + link.repeat(DEPTH) + "; }");
        assertTrue(found.contains("expression has more than 2000 operators on top of each other"), found);
        assertEquals(1, found.split("error:", -1).length - 1, found);
    }

    @ParameterizedTest
    @ValueSource(strings = {"if (a) ; %else if (a) ;%", "switch (a) { %case 1:%; }"})
    @Timeout(20)
    void refusesALongLadder(String text) {
        String[] parts = text.split("%", -1);
        String found = ParserFixture.errors(
                "__device__ void f(int a) { " + parts[0] + parts[1].repeat(DEPTH) + parts[2] + " }");
        assertTrue(found.contains("error: more than 2000 times "), found);
        assertEquals(1, found.split("error:", -1).length - 1, found);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "[1]"})
    @Timeout(20)
    void refusesATallType(String link) {
        String declarator = link.equals("*") ? link.repeat(DEPTH) + "q" : "q" + link.repeat(DEPTH);
        String found = ParserFixture.errors("__device__ int " + declarator + ";");
        assertTrue(found.contains("type has more than 256 pointers, arrays and functions"), found);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 1500})
    void readsWhatGeneratorsWrite(int terms) {
        String sum = "a" + " + a".repeat(terms);
        assertEquals("", ParserFixture.errors("__device__ int f(int a) { return " + sum + "; }"));
        String ladder = "if (a == 1) a = 2; " + "else if (a == 3) a = 4; ".repeat(terms);
        assertEquals("", ParserFixture.errors("__device__ void f(int a) { " + ladder + " }"));
        String labels = "case 1: ".repeat(terms);
        assertEquals("", ParserFixture.errors("__device__ void f(int a) { switch (a) { " + labels + " ; } }"));
        String list = "1, ".repeat(terms * 10);
        assertEquals("", ParserFixture.errors("__device__ int t[] = { " + list + "};"));
        String cases = "case 1: a++; break; ".repeat(terms);
        assertEquals("", ParserFixture.errors("__device__ void f(int a) { switch (a) { " + cases + " } }"));
    }
}
