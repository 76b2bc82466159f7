package io.xianka.compiler.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real kernels parse without a word; broken ones end in errors, never in a crash or a hang. */
class KernelCorpusTest {
    private static final int MUTANTS = 3000;

    static List<Path> kernels() {
        try (Stream<Path> files = Files.list(folder())) {
            return files.filter(file -> file.toString().endsWith(".cu"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path folder() {
        try {
            return Path.of(KernelCorpusTest.class.getResource("/kernels").toURI());
        } catch (java.net.URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void parsesWithoutAWord(Path file) throws IOException {
        ParserFixture fixture = new ParserFixture();
        TranslationUnit unit = fixture.parse(file.getFileName().toString(), Files.readString(file));
        assertEquals("", fixture.diagnostics.render());
        assertFalse(unit.declarations().isEmpty());
        assertFalse(TreeText.of(unit.declarations()).contains("Malformed"));
    }

    @Test
    void survivesBrokenKernels() throws IOException {
        long seed = Long.getLong("xianka.seed", System.nanoTime());
        Random random = new Random(seed);
        List<Path> files = kernels();
        for (int i = 0; i < MUTANTS; i++) {
            String text = mutate(Files.readString(files.get(random.nextInt(files.size()))), random);
            try {
                Assertions.assertTimeoutPreemptively(
                        Duration.ofSeconds(20), () -> new ParserFixture().parse("broken.cu", text));
            } catch (Throwable e) {
                fail("-Dxianka.seed=" + seed + ", mutant " + i + ":\n" + text, e);
            }
        }
    }

    private static final List<String> SNIPPETS = List.of(
            "(",
            ")",
            "{",
            "}",
            "<",
            ">",
            "[",
            "]",
            ";",
            ",",
            "::",
            "#",
            "##",
            "\\\n",
            "\"",
            "'",
            "/*",
            "template <",
            "struct ",
            "operator",
            "#if ",
            "#define f(x) x f(x)\n",
            "#include \"broken.cu\"\n",
            "__device__ ",
            "asm(",
            "[=]",
            "...",
            "typename ",
            "decltype(",
            "sizeof",
            "if (",
            "for (",
            "case ",
            "0x",
            "1e",
            "R\"(",
            "<<<",
            "\u663e",
            "\uD83D\uDE00",
            "~",
            "new ",
            "int ",
            "= {",
            "#pragma unroll ",
            "#endif\n",
            "#else\n",
            "enum ",
            "using ",
            "namespace a {");

    private static String mutate(String kernel, Random random) {
        StringBuilder text = new StringBuilder(kernel);
        int changes = 1 + random.nextInt(6);
        for (int i = 0; i < changes && text.length() > 10; i++) {
            int at = random.nextInt(text.length());
            int end = Math.min(text.length(), at + 1 + random.nextInt(random.nextInt(10) == 0 ? 200 : 8));
            switch (random.nextInt(4)) {
                case 0 -> text.delete(at, end);
                case 1 -> text.insert(at, SNIPPETS.get(random.nextInt(SNIPPETS.size())));
                case 2 -> text.insert(random.nextInt(text.length()), text.substring(at, end));
                default -> text.setCharAt(at, (char) (32 + random.nextInt(96)));
            }
        }
        return text.toString();
    }
}
