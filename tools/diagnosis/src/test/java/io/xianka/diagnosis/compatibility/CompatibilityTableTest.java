package io.xianka.diagnosis.compatibility;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.ComputeCapability;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

/** The figures are the product: each row is read, and what no table of NVIDIA could hold is refused. */
class CompatibilityTableTest {

    private final CompatibilityTable table = CompatibilityTable.get();

    @Test
    void everyRowHasASourceAndItsFiguresParse() {
        assertTrue(
                table.toolkits().size() >= 55, "toolkits: " + table.toolkits().size());
        for (var toolkit : table.toolkits()) {
            assertFalse(toolkit.source().isBlank(), toolkit.name());
            assertTrue(toolkit.version().major() >= 10 && toolkit.version().major() <= 20, toolkit.name());
            toolkit.linuxDriver()
                    .ifPresent(driver -> assertTrue(driver.branch() >= 400 && driver.branch() < 1000, toolkit.name()));
            assertTrue(
                    toolkit.linuxDriver().isPresent() || !toolkit.note().isEmpty(),
                    toolkit.name() + " has neither a driver nor a note why");
        }
        for (var architecture : table.architectures()) {
            assertFalse(architecture.source().isBlank(), architecture.name());
        }
        for (var framework : table.frameworks()) {
            assertFalse(framework.source().isBlank(), framework.name());
            for (var capability : framework.capabilities()) {
                assertTrue(table.architecture(capability).isPresent(), framework.name() + " has " + capability);
            }
        }
        assertFalse(table.forwardCompatibility().isBlank());
    }

    @Test
    void newerToolkitsNeedNewerDrivers() {
        DriverVersion last = DriverVersion.parse("100").orElseThrow();
        for (var toolkit : table.toolkits()) {
            if (toolkit.linuxDriver().isPresent()) {
                assertFalse(
                        toolkit.linuxDriver().get().isBefore(last),
                        toolkit.name() + " needs " + toolkit.linuxDriver().get() + ", an older one " + last);
                last = toolkit.linuxDriver().get();
            }
        }
    }

    @Test
    void noCapabilityBelongsToTwoGenerations() {
        var seen = new HashSet<ComputeCapability>();
        for (var architecture : table.architectures()) {
            for (var capability : architecture.capabilities()) {
                assertTrue(seen.add(capability), architecture.name() + " has " + capability + " again");
            }
        }
        assertEquals(
                "Hopper",
                table.architecture(new ComputeCapability(9, 0)).orElseThrow().name());
    }

    @Test
    void aReleaseIsFoundByEachWayOfWritingIt() {
        assertEquals(
                "12.8 Update 1", table.toolkit("12.8 Update 1").orElseThrow().name());
        assertEquals("12.8 Update 1", table.toolkit("12.8.1").orElseThrow().name());
        assertEquals("12.8 Update 1", table.toolkit("12.8u1").orElseThrow().name());
        assertEquals("12.8", table.toolkit("12.8").orElseThrow().name());
        assertEquals("12.8", table.toolkit("12.8.93").orElseThrow().name());
        assertEquals("11.0.2", table.toolkit("11.0").orElseThrow().name());
        assertEquals("13.0", table.toolkit("cu130").orElseThrow().name());
        assertTrue(table.toolkit("12.7").isEmpty());
        assertTrue(table.toolkit("twelve").isEmpty());
    }

    @Test
    void versionsCompareNumberByNumber() {
        var old = DriverVersion.parse("535.54.03").orElseThrow();
        var newer = DriverVersion.parse("535.104.05").orElseThrow();
        assertTrue(old.isBefore(newer));
        assertTrue(DriverVersion.parse("R580")
                .orElseThrow()
                .isBefore(DriverVersion.parse("580.65.06").orElseThrow()));
        assertEquals(
                DriverVersion.parse("455.32").orElseThrow(),
                DriverVersion.parse("455.32.00").orElseThrow());
        assertTrue(DriverVersion.parse("535.x").isEmpty());
        assertTrue(DriverVersion.parse("99999999999999").isEmpty());
    }

    @Test
    void theClassOfACardIsReadFromItsName() {
        assertEquals(CardClass.DATA_CENTRE, CardClass.of("NVIDIA A100-SXM4-80GB"));
        assertEquals(CardClass.DATA_CENTRE, CardClass.of("NVIDIA H100 PCIe"));
        assertEquals(CardClass.DATA_CENTRE, CardClass.of("Tesla V100-SXM2-32GB"));
        assertEquals(CardClass.DATA_CENTRE, CardClass.of("NVIDIA L40S"));
        assertEquals(CardClass.DATA_CENTRE, CardClass.of("NVIDIA H200"));
        assertEquals(CardClass.DATA_CENTRE, CardClass.of("NVIDIA A10G"));
        assertEquals(CardClass.WORKSTATION, CardClass.of("NVIDIA RTX A6000"));
        assertEquals(CardClass.WORKSTATION, CardClass.of("NVIDIA RTX 6000 Ada Generation"));
        assertEquals(CardClass.CONSUMER, CardClass.of("NVIDIA GeForce RTX 5090"));
        assertEquals(CardClass.CONSUMER, CardClass.of("RTX 4090"));
        assertEquals(CardClass.JETSON, CardClass.of("Jetson AGX Orin 64GB"));
        assertEquals(CardClass.UNKNOWN, CardClass.of("Graphics Device"));
    }
}
