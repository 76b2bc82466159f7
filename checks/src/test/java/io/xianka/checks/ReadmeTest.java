package io.xianka.checks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the README shows is what is there. */
class ReadmeTest {

    private static final Path ROOT = root();

    @Test
    void bothReadmesShowTheExample() throws IOException {
        String example = Files.readString(ROOT.resolve("examples/MultiplyThem.java"));
        assertEquals(example, javaOf("README.md"));
        assertEquals(example, javaOf("README.zh-CN.md"));
    }

    @Test
    void theExampleRunsAndPrintsWhatItSays() throws IOException, InterruptedException {
        var program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ROOT.resolve("examples/MultiplyThem.java").toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, program.waitFor(), said);
        assertEquals("199.5", said.strip());
    }

    @Test
    void theTensorExampleFindsTheLine() throws IOException, InterruptedException {
        String example = Files.readString(ROOT.resolve("examples/FitALine.java"));
        for (String readme : new String[] {"README.md", "README.zh-CN.md"}) {
            assertTrue(Files.readString(ROOT.resolve(readme)).contains(example), readme);
        }
        var program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ROOT.resolve("examples/FitALine.java").toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, program.waitFor(), said);
        double[] found = Pattern.compile("-?\\d+\\.\\d*")
                .matcher(said)
                .results()
                .mapToDouble(number -> Double.parseDouble(number.group()))
                .toArray();
        assertArrayEquals(new double[] {1, -2, 0.5}, found, 1e-2, said);
    }

    @Test
    void theTourRunsTheKernelOfTheReadme() throws IOException {
        String kernel = Files.readString(ROOT.resolve("tools/cli/src/main/resources/io/xianka/cli/multiply_them.cu"));
        assertTrue(javaOf("README.md").contains(kernel.indent(12).stripTrailing()));
        assertEquals(kernel, Files.readString(ROOT.resolve("examples/multiply_them.cu")));
    }

    @Test
    void everyFileThatTheReadmesLinkToExists() throws IOException {
        for (String readme : new String[] {"README.md", "README.zh-CN.md"}) {
            var links = Pattern.compile("]\\((?!https?:)([^)#]+)").matcher(Files.readString(ROOT.resolve(readme)));
            while (links.find()) {
                assertTrue(Files.exists(ROOT.resolve(links.group(1))), readme + " links to " + links.group(1));
            }
        }
    }

    private static String javaOf(String readme) throws IOException {
        var block =
                Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(ROOT.resolve(readme)));
        assertTrue(block.find(), readme + " has no Java block");
        return block.group(1);
    }

    /** The checkout, whichever folder of it the tests were started in. */
    static Path root() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("README.zh-CN.md"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
