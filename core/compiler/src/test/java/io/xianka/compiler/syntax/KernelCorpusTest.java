package io.xianka.compiler.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import io.xianka.compiler.BrokenSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real kernels parse without a word; broken ones end in errors, never in a crash or a hang. */
class KernelCorpusTest {
    private static final int BROKEN = 2000;

    static List<Path> kernels() {
        return BrokenSources.kernels();
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
    void survivesBrokenKernels() {
        long seed = Long.getLong("xianka.seed", System.nanoTime());
        BrokenSources sources = new BrokenSources(seed);
        for (int i = 0; i < BROKEN; i++) {
            String text = sources.next();
            try {
                Assertions.assertTimeoutPreemptively(
                        Duration.ofSeconds(20), () -> new ParserFixture().parse("broken.cu", text));
            } catch (AssertionError | RuntimeException e) {
                fail("-Dxianka.seed=" + seed + ", source " + i + ":\n" + text, e);
            }
        }
    }
}
