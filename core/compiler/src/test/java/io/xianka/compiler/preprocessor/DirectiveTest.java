package io.xianka.compiler.preprocessor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectiveTest {
    private final Diagnostics diagnostics = new Diagnostics();

    @TempDir
    Path folder;

    private Preprocessed run(String text, PreprocessorOptions options) {
        return Preprocessor.run(SourceFile.of(folder.resolve("main.cu").toString(), text), options, diagnostics);
    }

    private String text(Preprocessed result) {
        return result.tokens().stream()
                .filter(token -> !token.is(TokenKind.END))
                .map(token -> token.text())
                .collect(Collectors.joining(" "));
    }

    private String text(String source) {
        return text(run(source, PreprocessorOptions.plain()));
    }

    private PreprocessorOptions including(Path... folders) {
        return new PreprocessorOptions(new Headers(List.of(folders), Map.of()), List.of(), List.of(), "sm_90");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "!0",
                "-1 > 0u",
                "1 ? 2 : (1/0)",
                "0 && 1/0 || 1",
                "1 || 1/0",
                "'\\377' < 0",
                "'a' == 97",
                "0x7fffffffffffffff + 1u > 0",
                "(2 || 3) != 2 && ~0 == -1",
                "1 << 63 < 0",
                "-8 >> 1 == -4",
                "18446744073709551615 == -1",
                "7 % 3 == 1 && 7 / 2 == 3",
                "1 == 1L",
                "true && !false",
                "undefined_name == 0",
                "__cplusplus == 201703L",
                "__CUDA_ARCH__ == 900",
                "__CUDACC_VER_MAJOR__ >= 12",
                "defined __CUDACC__",
                "defined(__CUDACC_RTC__) && !defined(NOPE)",
                "__has_include(<cuda_runtime.h>)",
                "!__has_include(\"no.h\")",
                "(1, 2) == 2",
                "1 ? 0 : 1 ? 2 : 3 || 1 || (1 ? 0 : 1 ? 2 : 3) == 0"
            })
    void findsTrueConditionsTrue(String condition) {
        // In the last one the outer conditional is 0, so the parts are told apart by their grouping.
        boolean holds = !condition.startsWith("1 ? 0");
        assertEquals(holds ? "yes" : "no", text("#if " + condition + "\nyes\n#else\nno\n#endif"));
        assertEquals("", diagnostics.render());
    }

    @Test
    void readsOnlyTheFirstGroupThatHolds() {
        assertEquals("b", text("""
                #if 0
                a
                #if 1
                x
                #else
                y
                #endif
                #elif 1
                b
                #elif 1/0
                c
                #else
                d
                #endif
                """));
        assertEquals("", diagnostics.render());
    }

    @Test
    void passesOverWhatIsNoCodeInGroupsNotRead() {
        assertEquals("ok", text("""
                #if 0
                don't "read
                #error this
                #unknown
                # define
                #else
                ok
                #endif
                """));
        assertEquals("", diagnostics.render());
    }

    @Test
    void answersDefinedFromAMacro() {
        assertEquals("yes", text("#define HAS defined(X)\n#define X\n#if HAS\nyes\n#endif"));
    }

    @Test
    void reportsAllThatIsWrong() {
        text("""
                #if 1/0
                #elif 2 % (1 - 1)
                #endif
                #if 1 ||
                #endif
                #if (1
                #endif
                #if f(3)
                #endif
                #if 1.5
                #endif
                #foo
                #define 3
                #define q(a,a)
                #define h(a) #b
                #define k ##
                #else
                #endif
                #error this don't work
                #warning careful
                #ifdef
                #endif
                #if 1
                #else
                #elif 1
                #endif
                #if 1
                """);
        String found = diagnostics.all().stream()
                .map(diagnostic -> diagnostic.span().line() + " " + diagnostic.message())
                .collect(Collectors.joining("\n"));
        assertEquals("""
                1 division by zero in #if
                2 division by zero in #if
                4 expected a value at the end of the expression
                6 expected ')'
                8 'f' is not a macro that takes arguments
                10 floating number 1.5 is not allowed in #if
                12 unknown directive #foo
                13 #define needs a macro's name
                14 macro parameter 'a' appears twice
                15 '#' needs a macro parameter behind it
                16 '##' needs a token on each side
                17 #else without #if
                18 #endif without #if
                19 #error this don't work
                20 #warning careful
                21 #ifdef needs a macro's name
                25 #elif after #else
                27 conditional is not closed: #endif is missing""", found);
    }

    @Test
    void refusesADeepCondition() {
        text("#if " + "(".repeat(100_000) + "1" + ")".repeat(100_000) + "\n#endif");
        assertTrue(diagnostics.render().contains("expression is nested more than 256 deep"));
        assertEquals(1, diagnostics.errorCount());
    }

    @Test
    void includesBesideTheFileAndFromFolders() throws IOException {
        Path inner = Files.createDirectories(folder.resolve("inner"));
        Path other = Files.createDirectories(folder.resolve("other"));
        Files.writeString(inner.resolve("a.h"), "a\n#include \"b.h\"\n");
        Files.writeString(inner.resolve("b.h"), "#pragma once\nb\n");
        Files.writeString(other.resolve("c.h"), "c __FILE__\n");
        Preprocessed result =
                run("#include \"inner/a.h\"\n#include \"inner/b.h\"\n#define C <c.h>\n#include C\n", including(other));
        assertEquals("a b c \"" + other.resolve("c.h") + "\"", text(result));
        assertEquals(4, result.files().size());
        assertFalse(result.incomplete());
    }

    @Test
    void takesOurOwnHeadersBeforeAToolkits() throws IOException {
        Files.writeString(folder.resolve("cuda_runtime.h"), "#error the toolkit's\n");
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        run("#include <cuda_runtime.h>\n", including(folder));
        assertEquals("", diagnostics.render());
        assertTrue(Files.isDirectory(elsewhere));
    }

    @Test
    void findsHeadersHeldInMemory() {
        PreprocessorOptions options = new PreprocessorOptions(
                new Headers(List.of(), Map.of("shapes.h", "circle")), List.of(), List.of(), "sm_90");
        assertEquals("circle", text(run("#include \"shapes.h\"", options)));
    }

    @Test
    void readsHostHeadersAsEmpty() {
        assertEquals("x", text("#include <vector>\n#include <iostream>\nx"));
        assertEquals("", diagnostics.render());
    }

    @Test
    void namesAMissingIncludeWithItsChain() throws IOException {
        Files.writeString(folder.resolve("a.h"), "\n#include <gone.h>\n");
        Preprocessed result = run("#include \"a.h\"\n", including(folder));
        result.missing().forEach(diagnostics::add);
        assertEquals("""
                in file included from DIR/main.cu:1:
                DIR/a.h:2:1: error: cannot find include file 'gone.h': it is not one of Xianka's own headers, and not in -I DIR
                    #include <gone.h>
                    ^~~~~~~~~~~~~~~~~
                """, diagnostics.render().replace(folder.toString(), "DIR"));
    }

    @Test
    void endsARecursiveInclude() throws IOException {
        Files.writeString(folder.resolve("a.h"), "#include \"b.h\"\n");
        Files.writeString(folder.resolve("b.h"), "#include \"a.h\"\n#include \"a.h\"\n");
        run("#include \"a.h\"\n", including());
        assertEquals(1, diagnostics.errorCount());
        String text = diagnostics.render();
        assertTrue(text.contains("includes are nested more than 200 deep"), text);
        assertTrue(text.contains("includes itself; add #pragma once to it"), text);
        assertTrue(text.contains("... and 194 more includes ..."), text);
    }

    @Test
    void endsAnIncludeBombOfManyFiles() throws IOException {
        Files.writeString(folder.resolve("0.h"), "");
        for (int i = 1; i < 40; i++) {
            String line = "#include \"" + (i - 1) + ".h\"\n";
            Files.writeString(folder.resolve(i + ".h"), line + line + line);
        }
        run("#include \"39.h\"\n", including());
        assertTrue(diagnostics.render().contains("more than 20000 files are included"));
    }

    @Test
    void refusesAnIncludeThatIsNotUtf8() throws IOException {
        Files.write(folder.resolve("a.h"), new byte[] {'i', 'n', 't', (byte) 0xE9, '\n'});
        run("#include \"a.h\"\n", including());
        assertTrue(diagnostics.render().contains("is not UTF-8: byte 0xe9 at offset 3"), diagnostics.render());
    }

    @Test
    void refusesAFolderAsAnInclude() {
        run("#include \"" + folder + "\"\n", including()).missing().forEach(diagnostics::add);
        assertTrue(diagnostics.render().contains("cannot find include file"), diagnostics.render());
    }

    @Test
    void obeysTheCommandLine() {
        PreprocessorOptions options = new PreprocessorOptions(
                Headers.none(), List.of("N=3", "F(x)=x+x", "E", "X=a\nb"), List.of("NULL"), "sm_100a");
        assertEquals(
                "3 q + q 1 a b NULL 1000 1",
                text(run("N F(q) E X NULL __CUDA_ARCH__ __CUDA_ARCH_FEAT_SM100_ALL", options)));
    }

    @Test
    void namesAWrongDefinitionOfTheCommandLine() {
        PreprocessorOptions options = new PreprocessorOptions(Headers.none(), List.of("3N=1"), List.of(), "sm_90");
        run("x", options);
        assertEquals("""
                <command line>:1:9: error: #define needs a macro's name
                    #define 3N 1
                            ^~
                """, diagnostics.render());
    }

    @Test
    void warnsOfADifferentRedefinition() {
        text("#define A 1\n#define A 1\n#define A 2\n");
        assertEquals(
                List.of("macro 'A' is redefined"),
                diagnostics.all().stream()
                        .map(diagnostic -> diagnostic.message())
                        .toList());
    }
}
