package io.xianka.compiler.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Golden texts of errors; {@code -Dxianka.golden.rewrite=true} writes them anew. */
class SyntaxDiagnosticsTest {

    @ParameterizedTest
    @ValueSource(strings = {"syntax", "macros"})
    void showsAllErrorsWithTheirLines(String name) throws IOException {
        ParserFixture fixture = new ParserFixture();
        fixture.parse(name + ".cu", resource(name + ".cu"));
        String found = fixture.diagnostics.render();
        if (Boolean.getBoolean("xianka.golden.rewrite")) {
            Files.writeString(Path.of("src/test/resources/diagnostics", name + ".txt"), found);
        } else {
            assertEquals(resource(name + ".txt"), found);
        }
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = SyntaxDiagnosticsTest.class.getResourceAsStream("/diagnostics/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void namesWhatIsNotSupported() {
        assertError("try { } catch (...) { }", "exceptions are not supported in device code: 'try'");
        assertError("asm goto (\"x\");", "'asm goto' is not supported");
        assertError("int a[3] = { [1] = 2 };", "array designators '[index] =' are C, not C++");
        assertError("void g() { }", "a function cannot be defined within a function; a lambda can");
    }

    private static void assertError(String statement, String message, boolean... whole) {
        String text = whole.length > 0 ? "__device__ " + statement : "__device__ void t() { " + statement + " }";
        String found = ParserFixture.errors(text);
        assertTrue(found.contains("error: " + message + "\n"), found);
    }

    @Test
    void keepsFiftyErrorsAndCountsTheRest() {
        String found = ParserFixture.errors("__device__ void f() {\n" + "x = ;\n".repeat(300) + "}");
        assertEquals(50, found.split("error:", -1).length - 1);
    }

    @Test
    void showsALongLineAroundItsCaret() {
        String found = ParserFixture.errors(
                "__device__ void f() { " + "x = 1; ".repeat(200) + "x = ; " + "x = 1; ".repeat(200) + "}");
        String[] lines = found.split("\n", -1);
        assertTrue(lines[1].length() <= 164, found);
        assertEquals(';', lines[1].charAt(lines[2].indexOf('^')));
    }

    @Test
    void doesNotLookIntoHostFunctions() {
        ParserFixture fixture = new ParserFixture();
        TranslationUnit unit = fixture.parse("t.cu", """
                #include <vector>
                __global__ void k(int *p) { *p = 1; }
                int main() {
                    std::vector<float> x(10);
                    try { k<<<1, 1>>>(nullptr); } catch (...) { }
                    return 0;
                }
                __device__ int after;
                """);
        assertEquals("", fixture.diagnostics.render());
        assertEquals(
                "Function(main, Function(int), SkippedHostCode())",
                TreeText.of(unit.declarations().get(1)).replace("ORDINARY, ", ""));
        assertEquals(3, unit.declarations().size());
    }
}
