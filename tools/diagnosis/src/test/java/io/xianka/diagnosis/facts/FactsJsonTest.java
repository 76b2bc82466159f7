package io.xianka.diagnosis.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FactsJsonTest {
    private static final String REPORT = """
            {"format": 1,
             "platform": {"operating_system": "Linux", "container": null, "jetson": {"model": "NVIDIA Jetson Orin Nano"},
                          "wsl": {"unknown_because": "/proc/version: permission denied"}},
             "memory": {"limit_bytes": 1073741824, "locked_limit_bytes": null},
             "gpus": [{"index": 0, "name": "NVIDIA H200", "memory_total_bytes": 150754820096, "pcie_width_max": 16,
                       "power_draw_watts": 77.5, "compute_mode": "exclusive_process", "mig_devices": []}],
             "modules": {"loaded": {"nvidia": 3}, "flavour": "open"},
             "kernel_log": [{"text": "NVRM: Xid (PCI:0000:3b:00): 79", "xid": 79}],
             "a_field_of_tomorrow": [1, 2, 3]}
            """;

    @Test
    void readsWhatIsThereAndKnowsWhatIsNot() {
        MachineFacts facts = FactsJson.read(REPORT);
        assertTrue(facts.platform().operatingSystem().is("Linux"));
        assertTrue(facts.platform().container().is(Optional.empty()));
        assertEquals(
                Optional.of("/proc/version: permission denied"),
                facts.platform().wsl().whyUnknown());
        assertTrue(facts.platform()
                .jetson()
                .holds(jetson -> jetson.orElseThrow().model().equals("NVIDIA Jetson Orin Nano")));
        assertTrue(facts.memory().limitBytes().is(Optional.of(1L << 30)));
        assertTrue(facts.memory().lockedLimitBytes().is(Optional.empty()));
        assertFalse(facts.memory().totalBytes().isKnown());
        Gpu gpu = facts.gpus().known().orElseThrow().getFirst();
        assertTrue(gpu.memory().totalBytes().is(150754820096L));
        assertTrue(gpu.pcie().widthMax().is(16));
        assertTrue(gpu.power().drawWatts().is(77.5));
        assertTrue(gpu.computeMode().is(Gpu.ComputeMode.EXCLUSIVE_PROCESS));
        assertTrue(gpu.mig().devices().holds(java.util.List::isEmpty));
        assertEquals(Optional.of("not in this report"), gpu.uuid().whyUnknown());
        assertTrue(facts.modules().flavour().is(Optional.of(KernelModules.Flavour.OPEN)));
        assertTrue(facts.nvml().initStatus().whyUnknown().isPresent());
        assertEquals(
                Optional.of(79),
                facts.kernelLog().known().orElseThrow().getFirst().xid());
    }

    @Test
    void writesWhatItReads() {
        MachineFacts facts = FactsJson.read(REPORT);
        String written = FactsJson.write(facts);
        assertEquals(facts, FactsJson.read(written));
        assertTrue(written.contains("\"memory_total_bytes\" : 150754820096"), written);
        assertTrue(written.contains("\"pcie_generation_max\" : {"), written);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"format": "1"}                                   | format: expected a whole number below 2^31, found "1"
            {"format": 1, "gpus": {"index": 0}}               | gpus: expected a list, found {"index":0}
            {"format": 1, "gpus": [{"name": "x"}]}            | gpus[0].index: expected a whole number below 2^31, found nothing
            {"format": 1, "gpus": [{"index": 99999999999}]}   | gpus[0].index: expected a whole number below 2^31, found 99999999999
            {"format": 1, "gpus": [{"index": 0, "memory_total_bytes": 1e3}]} | gpus[0].memory_total_bytes: expected a whole number, found 1000.0
            {"format": 1, "gpus": [7]}                        | gpus[0]: expected an object, found 7
            {"format": 1, "platform": []}                     | platform: expected an object, found []
            {"format": 1, "platform": {"secure_boot": "yes"}} | platform.secure_boot: expected true or false, found "yes"
            {"format": 1, "environment": {"CUDA_HOME": 1}}    | environment.CUDA_HOME: expected a text, found 1
            {"format": 1, "pci_devices": [{"address": "0000:01:00.0", "vendor_id": "10de", "device_id": "1", "kind": "toaster"}]} | pci_devices[0].kind: expected one of gpu, nvswitch, other, found "toaster"
            {"format": 2}                                     | format: 2, but this Xianka reads 1 to 1; update it, or save the report again
            {}                                                | format: missing; this is no report of a machine
            []                                                | format: missing; this is no report of a machine
            """)
    void namesTheFieldThatIsWrong(String json, String message) {
        String refusal = assertThrows(FactsFormatException.class, () -> FactsJson.read(json))
                .getMessage();
        assertTrue(refusal.startsWith(message), refusal);
        assertTrue(
                refusal.matches(".*(xianka doctor --save FILE\\.json, and copy it whole|save the report again)"),
                refusal);
    }

    @Test
    void refusesWhatIsContradictoryDeepOrLong() {
        assertRefused("{\"format\": 1, \"format\": 1}");
        assertRefused("{\"format\": 1} {}");
        assertRefused("{\"format\": 1, \"x\": " + "[".repeat(40) + "]".repeat(40) + "}");
        assertRefused("{\"format\": 1, \"collected_at\": \"" + "x".repeat(30_000) + "\"}");
        assertRefused("{\"format\": 1, \"gpus\": [" + "{\"index\": 0},".repeat(10_000) + "{\"index\": 0}]}");
        assertRefused(" ".repeat(FactsJson.REPORT_BYTES_MAX + 1));
        assertRefused("");
    }

    @Test
    void aTruncatedOrGarbledReportIsAnErrorNeverACrash() {
        String written = FactsJson.write(FactsJson.read(REPORT));
        for (int end = 0; end < written.length() - 2; end += 7) {
            String cut = written.substring(0, end);
            String refusal = assertThrows(FactsFormatException.class, () -> FactsJson.read(cut))
                    .getMessage();
            assertTrue(
                    refusal.endsWith(
                            "write one on that machine with xianka doctor --save FILE.json, and copy it whole"),
                    refusal);
        }
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 2000; round++) {
            StringBuilder garbled = new StringBuilder(written);
            for (int i = 0; i < 3; i++) {
                garbled.setCharAt(random.nextInt(garbled.length()), "{}[]\",:0x\\\u001b".charAt(random.nextInt(11)));
            }
            try {
                FactsJson.read(garbled.toString());
            } catch (FactsFormatException refused) {
                assertFalse(refused.getMessage().contains("\n"), () -> "seed " + seed + ": " + refused.getMessage());
            }
        }
    }

    @Test
    void whatCouldSteerATerminalIsReplaced() {
        MachineFacts facts =
                FactsJson.read("{\"format\": 1, \"cpu\": {\"model\": \"a\\u001b[2Jb\\u202ec\\u009b31m\"}}");
        assertTrue(facts.cpu().model().is("a\uFFFD[2Jb\uFFFDc\uFFFD31m"));
    }

    @Test
    void aConstantOfTomorrowIsUnknown() {
        MachineFacts facts = FactsJson.read("{\"format\": 1, \"modules\": {\"flavour\": \"liquid\"}}");
        assertEquals(
                Optional.of("'liquid' is not known to this Xianka"),
                facts.modules().flavour().whyUnknown());
    }

    private static void assertRefused(String json) {
        FactsFormatException refused = assertThrows(FactsFormatException.class, () -> FactsJson.read(json));
        assertFalse(refused.getMessage().contains("\n"), refused.getMessage());
    }
}
