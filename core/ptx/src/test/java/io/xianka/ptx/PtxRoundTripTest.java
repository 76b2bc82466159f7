package io.xianka.ptx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** jqwik prints the seed of a run that fails. */
class PtxRoundTripTest {
    private static final List<GoldenPtx> GOLDEN = GoldenPtx.all().stream()
            .filter(golden -> golden.text().length() < 16_000)
            .toList();
    private static final String TOKENS = "{}[]()<>;:,.@!|=+-%$_\"\\/*\n\t #é\u00000x0f0d";

    @Property(tries = 2000)
    void whatIsPrintedReadsBackEqual(@ForAll long seed) {
        PtxModule module = new RandomModules(seed).module();
        String text = PtxPrinter.print(module);
        assertEquals(module, PtxParser.parse(text), text);
        flattenAndVerify(module);
    }

    /** Neither may fail otherwise than by naming problems. */
    private static void flattenAndVerify(PtxModule module) {
        module.functions().filter(Function::isDefinition).forEach(function -> {
            FlatBody body = FlatBody.of(function);
            assertTrue(body.labels().values().stream().allMatch(index -> index >= 0 && index <= body.size()));
            assertTrue(body.registers().size() <= 20 * body.size());
        });
        for (PtxProblem problem : PtxVerifier.verify(module)) {
            assertFalse(problem.fact().isBlank());
        }
    }

    @Property(tries = 3000)
    void damagedTextIsReadOrRefused(@ForAll long seed) {
        var random = new SplittableRandom(seed);
        StringBuilder text =
                new StringBuilder(GOLDEN.get(random.nextInt(GOLDEN.size())).text());
        for (int i = random.nextInt(1, 6); i > 0 && !text.isEmpty(); i--) {
            damage(text, random);
        }
        String damaged = text.toString();
        assertTimeout(Duration.ofSeconds(5), () -> {
            PtxModule module;
            try {
                module = PtxParser.parse(damaged);
            } catch (PtxSyntaxException refused) {
                int lines = (int) damaged.chars().filter(c -> c == '\n').count() + 1;
                assertTrue(refused.line() >= 1 && refused.line() <= lines && refused.column() >= 1);
                return;
            }
            assertEquals(module, PtxParser.parse(PtxPrinter.print(module)));
            flattenAndVerify(module);
        });
    }

    private static void damage(StringBuilder text, SplittableRandom random) {
        int at = random.nextInt(text.length());
        int end = Math.min(text.length(), at + random.nextInt(1, 30));
        char token = TOKENS.charAt(random.nextInt(TOKENS.length()));
        switch (random.nextInt(5)) {
            case 0 -> text.delete(at, Math.min(end, Math.max(at + 1, text.length() - 1)));
            case 1 -> text.setCharAt(at, token);
            case 2 -> text.insert(at, token);
            case 3 -> text.insert(random.nextInt(text.length()), text.substring(at, end));
            default -> text.setLength(at + 1);
        }
    }
}
