package io.xianka.compiler;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Real kernels with a few characters changed, for tests that a compiler survives them. */
public final class BrokenSources {
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
            "显",
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
            "namespace a {",
            "float4 ",
            "const ",
            "*",
            "&",
            "__shared__ ",
            "1.0f",
            "void ",
            "return ",
            ".x",
            "->",
            "%",
            "<< 3",
            "threadIdx",
            "T ",
            "auto ",
            "static_cast<int>(",
            "unsigned ",
            "double ",
            " = 0",
            "this",
            "nullptr");

    private final List<String> kernels = new ArrayList<>();
    private final Random random;

    public BrokenSources(long seed) {
        random = new Random(seed);
        for (Path file : kernels()) {
            try {
                kernels.add(Files.readString(file));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** The kernels as they are. */
    public static List<Path> kernels() {
        try (Stream<Path> files =
                Files.list(Path.of(BrokenSources.class.getResource("/kernels").toURI()))) {
            return files.filter(file -> file.toString().endsWith(".cu"))
                    .sorted()
                    .toList();
        } catch (IOException | URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** The next broken source. */
    public String next() {
        StringBuilder text = new StringBuilder(kernels.get(random.nextInt(kernels.size())));
        // Half of them change little, and often still mean something.
        int changes = 1 + random.nextInt(random.nextBoolean() ? 1 : 5);
        for (int i = 0; i < changes && text.length() > 10; i++) {
            int at = random.nextInt(text.length());
            int end = Math.min(text.length(), at + 1 + random.nextInt(random.nextInt(10) == 0 ? 200 : 8));
            switch (random.nextInt(5)) {
                case 0 -> text.delete(at, end);
                case 1 -> text.insert(at, SNIPPETS.get(random.nextInt(SNIPPETS.size())));
                case 2 -> text.insert(random.nextInt(text.length()), text.substring(at, end));
                case 3 -> swapWords(text);
                default -> text.setCharAt(at, (char) (32 + random.nextInt(96)));
            }
        }
        return text.toString();
    }

    /** Puts one word of the text in another's place: what still parses, and means something else. */
    private void swapWords(StringBuilder text) {
        int[] from = word(text);
        String word = text.substring(from[0], from[1]);
        int[] to = word(text);
        text.replace(to[0], to[1], word);
    }

    private int[] word(StringBuilder text) {
        int at = random.nextInt(text.length());
        while (at < text.length() - 1 && !Character.isJavaIdentifierPart(text.charAt(at))) {
            at++;
        }
        int start = at;
        while (start > 0 && Character.isJavaIdentifierPart(text.charAt(start - 1))) {
            start--;
        }
        int end = at;
        while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
            end++;
        }
        return new int[] {start, Math.max(start, end)};
    }
}
