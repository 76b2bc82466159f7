package io.xianka.diagnosis.compatibility;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.diagnosis.compatibility.Verdict.Answer;
import io.xianka.driver.ComputeCapability;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers that are known from NVIDIA's documents and from public failure reports. */
class CompatibilityTest {

    private static final Card RTX_5090 = Card.of("GeForce RTX 5090", Optional.of(new ComputeCapability(12, 0)));
    private static final Card GTX_1080 = Card.of("GeForce GTX 1080 Ti", Optional.of(new ComputeCapability(6, 1)));

    private static Verdict ask(String toolkit, String driver, Card card) {
        return Compatibility.of(new Question(
                Optional.ofNullable(toolkit)
                        .map(name -> CompatibilityTable.get().toolkit(name).orElseThrow()),
                Optional.ofNullable(driver)
                        .map(text -> DriverVersion.parse(text).orElseThrow()),
                Optional.ofNullable(card),
                false));
    }

    private static String text(Verdict verdict) {
        return verdict.reasons().stream().map(Verdict.Reason::text).collect(Collectors.joining("\n")) + "\n"
                + String.join("\n", verdict.steps());
    }

    @Test
    void aDriverOlderThanTheCardCannotWork() {
        var verdict = ask("12.8", "535.104.05", RTX_5090);
        assertEquals(Optional.of(Answer.CANNOT), verdict.answer());
        assertTrue(text(verdict).contains("R570 is the first branch"), text(verdict));
        assertEquals(
                List.of("install driver 570.26 or later, with the open kernel modules, which Blackwell cards need"),
                verdict.steps());
    }

    @ParameterizedTest
    @CsvSource({
        // toolkit, driver, capability, name, answer
        "12.8, 570.124.06, 12.0, GeForce RTX 5090, WORKS",
        "12.4, 535.104.05, 8.0, A100 PCIe 40GB, WORKS_WITH_LIMITS",
        "12.2 Update 2, 535.104.05, 8.0, A100 PCIe 40GB, WORKS",
        "12.4, 470.82.01, 8.0, A100 PCIe 40GB, WORKS_WITH_LIMITS",
        "12.4, 470.82.01, 8.6, GeForce RTX 3090, CANNOT",
        "13.0, 580.65.06, 7.0, Tesla V100 PCIe 32GB, CANNOT",
        "12.9, 580.65.06, 7.0, Tesla V100 PCIe 32GB, WORKS",
        "12.9, 590.48.01, 7.0, Tesla V100 PCIe 32GB, CANNOT",
        "11.4, 535.104.05, 8.9, GeForce RTX 4090, WORKS_WITH_LIMITS",
        "10.1, 410.48, 7.5, GeForce RTX 2080 Ti, CANNOT",
        "10.1, 410.48, 7.5, Tesla T4, WORKS_WITH_LIMITS",
        "13.5, 610.43.02, 9.0, H100 SXM5 80GB, WORKS_WITH_LIMITS",
        "9.1.0, 390.48, 2.1, GeForce GT 540M, UNKNOWN_RELEASE",
        "12.4, 550.54.14, 99.0, Some new card, CANNOT_TELL",
        "12.4, 540.4.0, 8.7, Jetson AGX Orin 64GB, CANNOT_TELL",
    })
    void knownAnswers(String toolkit, String driver, String capability, String name, String expected) {
        if (expected.equals("UNKNOWN_RELEASE")) {
            assertTrue(CompatibilityTable.get().toolkit(toolkit).isEmpty());
            return;
        }
        var parts = capability.split("\\.");
        var card = Card.of(
                name, Optional.of(new ComputeCapability(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]))));
        var verdict = ask(toolkit, driver, card);
        assertEquals(Optional.of(Answer.valueOf(expected)), verdict.answer(), text(verdict));
        assertTrue(
                verdict.reasons().stream()
                        .filter(reason -> reason.answer() == Answer.CANNOT)
                        .noneMatch(reason -> reason.source().isEmpty()),
                "a refusal has a source");
    }

    @Test
    void minorVersionsLimitPtx() {
        var verdict = ask("12.4", "535.104.05", null);
        assertEquals(Optional.of(Answer.WORKS_WITH_LIMITS), verdict.answer());
        assertTrue(text(verdict).contains("222"), text(verdict));
        assertEquals(List.of("install driver 550.54.14 or later"), verdict.steps());
    }

    @Test
    void aCardAloneNamesItsToolkits() {
        var verdict = ask(null, null, GTX_1080);
        assertEquals(Optional.empty(), verdict.answer());
        assertTrue(text(verdict).contains("CUDA 8.0 to 12.9 generate code"), text(verdict));
    }

    @Test
    void aDriverAloneNamesWhatItRuns() {
        var verdict = ask(null, "535.104.05", null);
        assertEquals(Optional.empty(), verdict.answer());
        assertTrue(text(verdict).contains("all of CUDA 12.2 Update 2"), text(verdict));
        assertTrue(text(verdict).contains("CUDA 13 needs 580 or later"), text(verdict));
    }

    @Test
    void aToolkitAloneNamesItsDriverAndCards() {
        var verdict = ask("13.0", null, null);
        assertTrue(text(verdict).contains("came with driver 580.65.06"), text(verdict));
        assertTrue(text(verdict).contains("Turing") && !text(verdict).contains("Volta"), text(verdict));
    }

    @Test
    void forwardCompatibilityIsForDataCentreCardsOnly() {
        var a100 = Card.of("A100 PCIe 40GB", Optional.of(new ComputeCapability(8, 0)));
        assertTrue(text(ask("12.4", "470.82.01", a100)).contains("install cuda-compat-12-4"));
        var rtx = Card.of("GeForce RTX 3090", Optional.of(new ComputeCapability(8, 6)));
        assertTrue(text(ask("12.4", "470.82.01", rtx)).contains("804"));
    }
}
