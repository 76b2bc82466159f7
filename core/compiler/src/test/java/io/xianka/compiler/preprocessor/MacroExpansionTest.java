package io.xianka.compiler.preprocessor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The expected texts are what {@code gcc -E} (13, gnu++17) makes of the same input, spaces aside. */
class MacroExpansionTest {
    private final Diagnostics diagnostics = new Diagnostics();

    private String expand(String text) {
        SourceFile file = SourceFile.of("t.cu", text);
        List<Token> tokens =
                Preprocessor.run(file, PreprocessorOptions.plain(), diagnostics).tokens();
        StringBuilder out = new StringBuilder();
        for (Token token : tokens) {
            if (!token.is(TokenKind.END)) {
                out.append(out.isEmpty() || !(token.spaceBefore() || token.startsLine()) ? "" : " ")
                        .append(token.text());
            }
        }
        return out.toString();
    }

    private void expands(String expected, String text) {
        assertEquals(expected.replaceAll("\\s+", ""), expand(text).replaceAll("\\s+", ""));
        assertEquals("", diagnostics.render());
    }

    private static final String STANDARD = """
            #define x 3
            #define f(a) f(x * (a))
            #undef x
            #define x 2
            #define g f
            #define z z[0]
            #define h g(~
            #define m(a) a(w)
            #define w 0,1
            #define t(a) a
            #define p() int
            #define q(x) x
            #define r(x,y) x ## y
            #define str(x) # x
            """;

    @Test
    void followsTheStandardsExampleOfRescanning() {
        expands("""
                f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1);
                f(2 * (2+(3,4)-0,1)) | f(2 * (~ 5)) & f(2 * (0,1))^m(0,1);
                int i[] = { 1, 23, 4, 5, }; char c[2][6] = { "hello", "" };
                """, STANDARD + """
                        f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
                        g(x+(3,4)-w) | h 5) & m
                        (f)^m(m);
                        p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };
                        char c[2][6] = { str(hello), str() };
                        """);
    }

    @Test
    void followsTheStandardsExampleOfStringsAndPasting() {
        expands("""
                printf("x" "1" "= %d, x" "2" "= %s", x1, x2);
                fputs("strncmp(\\"abc\\\\0d\\", \\"abc\\", '\\\\4') == 0" ": @\\n", s);
                "vers2.h" "hello"; "hello" ", world"
                """, """
                #define str(s) # s
                #define xstr(s) str(s)
                #define debug(s, t) printf("x" # s "= %d, x" # t "= %s", \\
                 x ## s, x ## t)
                #define INCFILE(n) vers ## n
                #define glue(a, b) a ## b
                #define xglue(a, b) glue(a, b)
                #define HIGHLOW "hello"
                #define LOW LOW ", world"
                debug(1, 2);
                fputs(str(strncmp("abc\\0d", "abc", '\\4') // this goes away
                 == 0) str(: @\\n), s);
                xstr(INCFILE(2).h)
                glue(HIGH, LOW);
                xglue(HIGH, LOW)
                """);
    }

    @Test
    void pastesThroughPlacemarkers() {
        expands("int j[] = { 123, 45, 67, 89, 10, 11, 12, }; char p[] = \"x ## y\";", """
                #define t(x,y,z) x ## y ## z
                #define hash_hash # ## #
                #define mkstr(a) # a
                #define in_between(a) mkstr(a)
                #define join(c, d) in_between(c hash_hash d)
                int j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,) };
                char p[] = join(x, y);
                """);
    }

    @Test
    void neverExpandsAPaintedNameAgain() {
        expands("foo a foo b foo a bar b", """
                #define foo foo a bar
                #define bar foo b
                foo bar
                """);
        expands("AA BB", "#define AA BB\n#define BB AA\nAA BB");
        expands("42", """
                #define NIL(xxx) xxx
                #define G_0(arg) NIL(G_1)(arg)
                #define G_1(arg) NIL(arg)
                G_0(42)
                """);
    }

    @Test
    void endsAnExpansionWhenTheTextBehindItIsRead() {
        expands("2*9*g", "#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)");
        expands("f1 f1(2) 1 f1(2 f1)", "#define f1(x) x f1\nf1(f1)(2) f1(1)(f1(2))");
    }

    @Test
    void takesVariadicArgumentsLikeGcc() {
        expands("""
                printf("a"); printf("a",); printf("a",1,2); printf("b",5);
                f0(1) f0(1,2) f0(1) S foo1; S bar1 = { 1, 2 }; "a , b , \\"c\\\\n\\" 'x' '\\"'" FF,(,'a',)
                """, """
                #define ev(fmt, ...) printf(fmt, ## __VA_ARGS__)
                #define ev3(fmt, args...) printf(fmt, ## args)
                ev("a"); ev("a",); ev("a",1,2); ev3("b", 5);
                #define OPT(a, ...) f0(a __VA_OPT__(,) __VA_ARGS__)
                OPT(1) OPT(1,2) OPT(1,)
                #define SDEF(sname, ...) S sname __VA_OPT__(= { __VA_ARGS__ })
                SDEF(foo1); SDEF(bar1, 1, 2);
                #define str2(...) #__VA_ARGS__
                str2( a ,  b , "c\\n" 'x' '"' )
                #define LPAREN (
                #define RPAREN )
                #define FF(x, y) x + y
                #define ELLIP(...) __VA_ARGS__
                ELLIP(FF,LPAREN,'a',RPAREN)
                """);
    }

    @Test
    void makesUpPlacesAndCounters() {
        expands("1 0 1 \"t.cu\" 0", "__LINE__ __COUNTER__ __COUNTER__ __FILE__ __INCLUDE_LEVEL__");
        expands("101 \"foo.c\"", "#line 100 \"foo.c\"\n\n__LINE__ __FILE__");
        expands("4", "#define L(x) __LINE__\n\n\nL(\n)");
        assertTrue(expand("__DATE__ __TIME__").matches("\"[A-Z][a-z]{2} [ \\d]\\d \\d{4}\" \"\\d\\d:\\d\\d:\\d\\d\""));
    }

    @Test
    void splitsShiftsForTemplateArguments() {
        expands("a<b<c> > x> >= 3", "a<b<c>> x >>= 3");
    }

    @Test
    void turnsPragmasIntoTokensForTheParser() {
        String expected = "#pragma unroll 4 for";
        expands(expected, "#define N 4\n#pragma unroll N\nfor");
        expands(expected, "#define UNROLL(n) _Pragma(\"unroll 4\")\nUNROLL(4) for");
        expands("#pragma pack(push,1)", "#pragma pack(push, 1)");
        expands("", "#pragma once\n#pragma nv_diag_suppress 177");
    }

    @Test
    void savesAndRestoresMacros() {
        expands("2 1 A", """
                #pragma push_macro("A")
                #define A 1
                #pragma push_macro("A")
                #undef A
                #define A 2
                A
                #pragma pop_macro("A")
                A
                #pragma pop_macro("A")
                A
                """);
    }

    @Test
    void keepsAnArgumentsOwnPlace() {
        SourceFile file = SourceFile.of("t.cu", "#define ID(x) 1 + x\n  ID(abc)\n");
        List<Token> tokens =
                Preprocessor.run(file, PreprocessorOptions.plain(), diagnostics).tokens();
        assertEquals("t.cu:2:3", tokens.get(0).span().toString());
        assertEquals("t.cu:1:15", tokens.get(0).span().expansion().spelledAt().toString());
        assertEquals("t.cu:2:6", tokens.get(2).span().toString());
    }

    @Test
    void reportsCallsThatDoNotFit() {
        expand("#define f(a,b) a\nf(1) f(1,2,3)\nf(1");
        assertEquals("""
                t.cu:2:1: error: macro 'f' takes 2 arguments, 1 given
                    f(1) f(1,2,3)
                    ^
                t.cu:1:9: note: defined here
                    #define f(a,b) a
                            ^
                t.cu:2:6: error: macro 'f' takes 2 arguments, 3 given
                    f(1) f(1,2,3)
                         ^
                t.cu:1:9: note: defined here
                    #define f(a,b) a
                            ^
                t.cu:3:1: error: call of macro 'f' is not closed: ')' is missing
                    f(1
                    ^
                """, diagnostics.render());
    }

    @Test
    void reportsPastingThatMakesNoToken() {
        assertEquals("a +", expand("#define cat(a,b) a##b\ncat(a,+)").replace("a+", "a +"));
        assertEquals("""
                t.cu:2:1: error: pasting 'a' and '+' does not make one token
                    cat(a,+)
                    ^~~~~~~~
                t.cu:1:21: note: in the expansion of macro 'cat'
                    #define cat(a,b) a##b
                                        ^
                """, diagnostics.render());
    }

    @Test
    void stopsAnExpansionThatGrowsWithoutEnd() {
        expand("""
                #define A(x) x x x x x x x x
                #define B(x) A(A(A(A(A(A(A(A(x))))))))
                B(B(1))
                """);
        assertTrue(diagnostics.render().contains("macros make more than 4000000 tokens"), diagnostics.render());
        assertEquals(1, diagnostics.errorCount());
    }

    @Test
    void stopsArgumentsNestedTooDeep() {
        expand("#define f(x) x\n" + "f(".repeat(5000) + "1" + ")".repeat(5000));
        assertTrue(diagnostics.render().contains("nested more than 300 deep in arguments"), diagnostics.render());
    }

    @Test
    void followsALongChainOfMacros() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            text.append("#define C").append(i).append(" C").append(i + 1).append('\n');
        }
        expands("C20000", text + "C0");
    }
}
