package io.xianka.compiler.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceFile;
import io.xianka.compiler.syntax.Parser;
import io.xianka.ptx.Operand;
import io.xianka.ptx.PtxParser;
import io.xianka.ptx.PtxType;
import io.xianka.ptx.Register;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the files of the device library to the conventions of their README, which the index relies on. */
class LibraryTextTest {
    private static final Pattern TYPE = Pattern.compile(
            "(?m)^(?:struct (?:alignas\\(\\d+\\) )?(\\w+)(?:<.*>)? \\{|enum \\w+ \\{|typedef .*?(\\w+);)");
    private static final Pattern FUNCTION = Pattern.compile(
            "(?s)(?:template <[^>]*> )?__device__ (?:__forceinline__|__noinline__) .*?(operator\\S+|\\w+)\\(([^)]*)\\) \\{.*\\}");
    private static final Pattern SYSTEM_CALL = Pattern.compile("extern \"C\" __device__ [^;]*\\);");
    private static final Pattern TABLE =
            Pattern.compile("(?s)__device__ const [a-z ]+ __xk_\\w+\\[\\d+\\] = \\{.*\\};");

    private static final Pattern TEMPLATE = Pattern.compile("^template <.*>\\n");
    private static final Pattern NAMESPACE = Pattern.compile("(?s)namespace \\w+ \\{.*\\}");
    private static final Pattern ASSEMBLY = Pattern.compile("asm(?: volatile)?\\(\"([^\"]*)\"(.*)\\);");
    private static final Pattern OPERAND = Pattern.compile("\"=?([hrlfd])\"\\(");

    private record Part(String file, SourceFile source, int start, int end) {
        String text() {
            return source.text().substring(start, end);
        }

        String code() {
            return text().lines()
                    .filter(line -> !line.startsWith("//"))
                    .reduce("", (all, line) -> all + line + "\n")
                    .strip();
        }
    }

    @Test
    void theListNamesEveryFile() throws Exception {
        List<String> listed = Files.readAllLines(files().getFirst().resolveSibling("files.txt")).stream()
                .map(line -> line.split(" ", 2)[0])
                .toList();
        assertEquals(
                files().stream().map(file -> String.valueOf(file.getFileName())).toList(), listed);
    }

    @Test
    void everyFileSaysFirstWhatItHolds() throws Exception {
        for (Path file : files()) {
            assertTrue(Files.readString(file).startsWith("// "), file + " has no header comment");
        }
    }

    @Test
    void everyDeclarationHasOneOfTheAgreedForms() throws Exception {
        for (Part part : parts()) {
            String code = TEMPLATE.matcher(part.code()).replaceFirst("");
            if (NAMESPACE.matcher(code).matches()) {
                continue;
            }
            assertTrue(
                    FUNCTION.matcher(code).matches()
                            || TABLE.matcher(code).matches()
                            || SYSTEM_CALL.matcher(code).matches()
                            || TYPE.matcher(code).lookingAt(),
                    () -> part.file() + ": neither a function, a table nor a type:\n" + code);
            List<String> lines = code.lines().toList();
            for (String line : lines.subList(1, lines.size())) {
                assertTrue(
                        line.startsWith("    ") || line.startsWith("}"),
                        () -> part.file() + ": an inner line in the first column:\n" + line);
            }
        }
    }

    @Test
    void everyDeclarationParsesByItself() throws Exception {
        DeviceLibrary names = DeviceLibrary.standard();
        for (Part part : parts()) {
            Diagnostics diagnostics = new Diagnostics();
            int declarations = Parser.parsePart(part.source(), part.start(), part.end(), names, diagnostics)
                    .size();
            assertEquals("", diagnostics.render());
            assertTrue(declarations == 1, () -> part.file() + ": not one declaration:\n" + part.text());
        }
    }

    @Test
    void noFunctionIsDeclaredTwice() throws Exception {
        Set<String> seen = new HashSet<>();
        for (Part part : parts()) {
            Matcher function = FUNCTION.matcher(part.code());
            if (function.matches()) {
                List<String> types = new ArrayList<>();
                for (String parameter : function.group(2).split(",", -1)) {
                    types.add(parameter
                            .replaceFirst("=.*", "")
                            .strip()
                            .replaceFirst("\\b\\w+$", "")
                            .strip());
                }
                // Some files stand in the place of others.
                String where = part.file().matches("(fast_replacements|bfloat16_ampere).cuh") ? "instead " : "";
                String signature = where + function.group(1) + types;
                assertTrue(seen.add(signature), () -> part.file() + ": a second " + signature);
            }
        }
    }

    @Test
    void everyInlineAssemblyReads() throws Exception {
        int found = 0;
        for (Part part : parts()) {
            Matcher assembly = ASSEMBLY.matcher(part.code());
            while (assembly.find()) {
                if (assembly.group(2).contains("\"C\"(")) {
                    // Its text is whole only where its template is used.
                    continue;
                }
                found++;
                List<Operand> operands = new ArrayList<>();
                Matcher operand = OPERAND.matcher(assembly.group(2));
                while (operand.find()) {
                    operands.add(new Register("%op" + operands.size(), typeOf(operand.group(1))));
                }
                String text = assembly.group(1).translateEscapes();
                assertFalse(
                        PtxParser.parseAssembly(text, i -> i < operands.size() ? operands.get(i) : null)
                                .isEmpty(),
                        text);
            }
        }
        assertTrue(found > 500, "only " + found + " assembly statements found");
    }

    private static PtxType typeOf(String constraint) {
        return switch (constraint) {
            case "h" -> PtxType.B16;
            case "r" -> PtxType.B32;
            case "l" -> PtxType.B64;
            case "f" -> PtxType.F32;
            default -> PtxType.F64;
        };
    }

    private static List<Part> parts() throws Exception {
        List<Part> parts = new ArrayList<>();
        for (Path file : files()) {
            String name = String.valueOf(file.getFileName());
            SourceFile source = SourceFile.of(name, Files.readString(file));
            String text = source.text();
            int start = 0;
            while (start < text.length()) {
                int blank = text.indexOf("\n\n", start);
                int end = blank < 0 ? text.length() : blank + 1;
                Part part = new Part(name, source, start, end);
                if (!part.code().isEmpty()) {
                    parts.add(part);
                }
                start = blank < 0 ? end : blank + 2;
            }
        }
        assertTrue(parts.size() > 1000, "only " + parts.size() + " declarations found");
        return parts;
    }

    private static List<Path> files() throws IOException, URISyntaxException {
        URL readme = Objects.requireNonNull(
                LibraryTextTest.class.getResource("/io/xianka/compiler/library/README.md"), "library/README.md");
        try (Stream<Path> all =
                Files.list(Objects.requireNonNull(Path.of(readme.toURI()).getParent()))) {
            return all.filter(file -> file.toString().endsWith(".cuh")).sorted().toList();
        }
    }
}
