package io.xianka.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoctorCommandTest {

    private static final String SICK = """
            {"format": 1,
             "platform": {"distribution": {"id": "ubuntu", "like": ["debian"], "version": "24.04", "name": "Ubuntu"},
                          "wsl": null, "jetson": null, "container": null},
             "pci_devices": [{"address": "0000:01:00.0", "vendor_id": "10de", "device_id": "2684", "kind": "gpu",
                              "driver": "nouveau"}],
             "modules": {"loaded": {"nouveau": 4}}}
            """;

    @TempDir
    Path folder;

    private String report(String text) throws IOException {
        return Files.writeString(folder.resolve("report.json"), text).toString();
    }

    @Test
    void judgesAReportFromAnotherMachine() throws IOException {
        var run = CommandRun.of("doctor", "--from", report(SICK));
        assertEquals(1, run.status(), run.err());
        assertTrue(
                run.out().contains("PROBLEM: the open-source driver nouveau holds the GPU  [nouveau-loaded]"),
                run.out());
        assertTrue(run.out().contains("sudo update-initramfs -u"), run.out());
        assertTrue(run.out().contains("hence   NVIDIA's module is not loaded"), run.out());
        var json = new ObjectMapper()
                .readTree(CommandRun.of("doctor", "--json", "--from", report(SICK))
                        .out());
        assertFalse(json.get("healthy").asBoolean());
        assertEquals("nouveau-loaded", json.get("findings").get(0).get("rule").asText());
        assertEquals(
                "nouveau-loaded",
                json.get("consequences").get(0).get("explained_by").asText());
    }

    @Test
    void aReportWithoutProblemsIsHealthy() throws IOException {
        var run = CommandRun.of("doctor", "--from", report("{\"format\": 1}"));
        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().contains("Nothing is wrong."), run.out());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "nothing",
                "{\"format\": 99}",
                "{\"format\": \"one\"}",
                "{\"format\": 1, \"gpus\": 7}",
                "{\"format\": 1, \"gpus\": [{\"index\": 0}, {\"index\": 0}]}",
                "{\"format\": 1, \"gpus\": [{\"index\": 0, \"memory_total_bytes\": 5, \"memory_free_bytes\": 6}]}",
                "{\"format\": 1, \"driver\": {\"device_count\": -3}}",
                "{\"format\": 1, \"driver\": {\"init_status\": 99999999999}}",
                "{\"format\": 1, \"driver\": {\"init_status\": 0, \"load_error\": \"none\"}}",
                "{\"format\": 1, \"format\": 1}",
            })
    void aReportThatCannotBeTrueIsRefusedInOneLine(String text) throws IOException {
        var run = CommandRun.of("doctor", "--from", report(text));
        assertEquals(1, run.status(), run.out());
        assertTrue(run.err().startsWith("xianka: ") && run.err().contains("report.json: "), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
        assertEquals("", run.out());
    }

    @Test
    void hostileReportsAreBoundedAndCannotSteerTheTerminal() throws IOException {
        var deep = CommandRun.of("doctor", "--from", report("{\"a\":".repeat(100_000)));
        assertEquals(1, deep.status());
        assertEquals(1, deep.err().lines().count(), deep.err());
        var escape = CommandRun.of(
                "doctor", "--from", report(SICK.replace("\"name\": \"Ubuntu\"", "\"name\": \"\\u001b[31mred\"")));
        assertEquals(1, escape.status());
        assertFalse(escape.out().contains("\u001b"), escape.out());
        var directory = CommandRun.of("doctor", "--from", folder.toString());
        assertEquals(1, directory.status());
        assertTrue(directory.err().contains("a folder, no report of a machine; write one"), directory.err());
        var missing =
                CommandRun.of("doctor", "--from", folder.resolve("absent.json").toString());
        assertEquals(1, missing.status());
        assertTrue(missing.err().contains("absent.json"), missing.err());
    }

    @Test
    void savesWhatItSeesForSomebodyElse() throws IOException {
        var file = folder.resolve("here.json");
        var saved = CommandRun.of("doctor", "--save", file.toString());
        assertEquals(0, saved.status(), saved.err());
        String text = Files.readString(file);
        assertFalse(text.contains("/home/"), "no folder of a user");
        String home = System.getProperty("user.home");
        assertTrue(home.length() < 2 || !text.contains("\"" + home + "/"), "no home folder");
        var judged = CommandRun.of("doctor", "--from", file.toString());
        assertTrue(judged.status() == 0 || judged.status() == 1, judged.err());
        assertEquals("", judged.err());
        try (var left = Files.list(folder)) {
            assertEquals(1, left.count(), "no other file is left");
        }
    }

    @Test
    void explainsAnErrorByItsTextOrNumber() {
        var run = CommandRun.of(
                "doctor", "--error", "CUDA error: no kernel image is available for execution on the device");
        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().startsWith("CUDA_ERROR_NO_BINARY_FOR_GPU (209)"), run.out());
        var number = CommandRun.of("doctor", "--error", "Error code 100");
        assertTrue(number.out().startsWith("CUDA_ERROR_NO_DEVICE (100)"), number.out());
        var general = CommandRun.of("doctor", "--error", "700");
        assertTrue(general.out().contains("the advice is general practice, without a cited source"), general.out());
        var unknown = CommandRun.of("doctor", "--error", "Segmentation fault");
        assertEquals(1, unknown.status());
        assertEquals(1, unknown.err().lines().count(), unknown.err());
    }

    @Test
    void readsALogFromStandardInput() {
        var in = System.in;
        System.setIn(new ByteArrayInputStream(
                "step 1\nNVRM: Xid (PCI:0000:3b:00): 48, pid=1, DBE\nRuntimeError: CUDA out of memory.\n"
                        .getBytes(StandardCharsets.UTF_8)));
        try {
            var run = CommandRun.of("doctor", "--error", "-");
            assertEquals(0, run.status(), run.err());
            assertTrue(run.out().contains("Xid 48") && run.out().contains("CUDA_ERROR_OUT_OF_MEMORY (2)"), run.out());
        } finally {
            System.setIn(in);
        }
    }

    @Test
    void saysWhatGoesTogether() throws IOException {
        var run = CommandRun.of("doctor", "--toolkit", "12.8", "--driver", "535.104.05", "--device", "RTX 5090");
        assertEquals(1, run.status());
        assertTrue(run.out().startsWith("It cannot work."), run.out());
        assertTrue(run.out().contains("install driver 570.26 or later"), run.out());
        assertEquals(
                0,
                CommandRun.of("doctor", "--toolkit", "12.8", "--driver", "570.124.06", "--device", "12.0")
                        .status());
        var json = new ObjectMapper()
                .readTree(CommandRun.of("doctor", "--json", "--toolkit", "12.4", "--driver", "535.104.05")
                        .out());
        assertEquals("works_with_limits", json.get("answer").asText());
        var card = CommandRun.of("doctor", "--device", "V100");
        assertEquals(0, card.status());
        assertTrue(card.out().contains("CUDA 9.0 to 12.9"), card.out());
    }

    @Test
    void wrongUsageIsSaidInOneLine() {
        for (String[] arguments : new String[][] {
            {"doctor", "--toolkit", "12.75"},
            {"doctor", "--driver", "new"},
            {"doctor", "--device", "RTX 9999"},
            {"doctor", "--error", ""},
            {"doctor", "--error", "1", "--toolkit", "12.8"},
            {"doctor", "--windows"},
            {"doctor", "--frameworks", "--error", "1"},
        }) {
            var run = CommandRun.of(arguments);
            assertEquals(2, run.status(), String.join(" ", arguments));
            assertEquals(1, run.err().lines().count(), run.err());
        }
    }
}
