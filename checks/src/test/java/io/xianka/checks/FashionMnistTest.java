package io.xianka.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The example learns to tell clothes apart. Debian's dataset-fashion-mnist has the images; {@code -Dxianka.fashion-mnist=FOLDER} names
 * another folder. Run by {@code mvn -Pslow -pl checks -am test -Dtest=FashionMnistTest -Dsurefire.failIfNoSpecifiedTests=false}.
 */
@Tag("slow")
class FashionMnistTest {
    private static final double ACCURACY = 89;

    @Test
    void theConvolutionalNetworkReaches89PercentOnImagesThatItHasNotSeen() throws IOException, InterruptedException {
        Path folder = Path.of(System.getProperty("xianka.fashion-mnist", "/usr/share/datasets/fashion-mnist"));
        assumeTrue(
                Files.exists(folder.resolve("train-images-idx3-ubyte.gz")),
                folder + " has no Fashion-MNIST: apt-get install dataset-fashion-mnist");
        var program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "--add-modules",
                        "jdk.incubator.vector",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ReadmeTest.root().resolve("examples/FashionMnist.java").toString(),
                        folder.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, program.waitFor(), said);
        Matcher accuracy = Pattern.compile("test accuracy (\\d+\\.\\d+)%").matcher(said);
        assertTrue(accuracy.find(), said);
        assertTrue(Double.parseDouble(accuracy.group(1)) >= ACCURACY, said);
    }
}
