package io.xianka.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandsTest {

    @TempDir
    Path folder;

    @Test
    void theTourComparesWithTheCpu() {
        var run = CommandRun.of("tour", "--device", "emulated");
        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().contains("maximum difference from the CPU over 400 elements: 0\n"), run.out());
    }

    @Test
    void infoListsTheEmulator() throws IOException {
        var run = CommandRun.of("info", "--json");
        assertEquals(0, run.status(), run.err());
        var devices = new ObjectMapper().readTree(run.out()).get("devices");
        var last = devices.get(devices.size() - 1);
        assertEquals("emulated:0", last.get("place").asText());
        assertTrue(last.get("memory_total_bytes").asLong() > 1 << 20);
    }

    @Test
    void infoTellsTheMachineAndTheReasonsOfWhatIsUnknown() throws IOException {
        var machine = new ObjectMapper()
                .readTree(CommandRun.of("info", "--json").out())
                .get("machine");
        assertTrue(machine.at("/jvm/heap_max_bytes").asLong() > 0, machine::toString);
        assertTrue(machine.at("/driver/init_status").isInt()
                || machine.at("/driver/init_status/unknown_because").isTextual());
    }

    @Test
    void topShowsOneMomentWithoutATerminal() throws IOException {
        var run = CommandRun.of("top", "--once", "--json");
        assertEquals(0, run.status(), run.err());
        var sample = new ObjectMapper().readTree(run.out());
        assertTrue(sample.at("/host/memory_total_bytes").asLong() > 1 << 20, run.out());
        assertTrue(sample.at("/emulated_devices/0").asText().startsWith("emulated:0"), run.out());
        var text = CommandRun.of("top", "--once");
        assertEquals(0, text.status(), text.err());
        assertTrue(text.out().startsWith("xianka top"), text.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--json", "--interval=0", "--interval=nan", "--prometheus=70000", "--sort=colour"})
    void topRefusesWhatItCannotDo(String option) {
        assertEquals(2, CommandRun.of("top", option).status());
    }

    @ParameterizedTest
    @ValueSource(strings = {"tour", "info", "doctor", "top", "run", "compile", "exec", "advise", "train", "generate"})
    void everyCommandHasHelpWithExamples(String command) {
        var run = CommandRun.of(command, "--help");
        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().contains("Examples:\n  xianka " + command), run.out());
    }

    @Test
    void anUnknownCommandIsWrongUsage() {
        var run = CommandRun.of("rum");
        assertEquals(2, run.status());
        assertTrue(run.err().contains("rum") && run.err().contains("--help"), run.err());
    }

    @Test
    void compileSaysWhereTheErrorsAreAndWritesNothing() throws IOException {
        var source = Files.writeString(folder.resolve("k.cu"), "__global__ void k(int *x) { *x = y; }\n");
        var run = CommandRun.of(
                "compile", source.toString(), "-o", folder.resolve("k.ptx").toString());
        assertEquals(1, run.status());
        assertTrue(run.err().contains("k.cu:1:34: error: 'y' is not declared"), run.err());
        assertTrue(Files.notExists(folder.resolve("k.ptx")));
    }

    @Test
    void compileKeepsLinksAndRefusesItsSourceAsOutput() throws IOException {
        var source = Files.writeString(folder.resolve("k.cu"), "__global__ void k() {}\n");
        assertEquals(
                2,
                CommandRun.of("compile", source.toString(), "-o", source.toString())
                        .status());
        assertEquals("__global__ void k() {}\n", Files.readString(source));
        var real = Files.writeString(folder.resolve("real.ptx"), "old");
        var link = Files.createSymbolicLink(folder.resolve("link.ptx"), real);
        assertEquals(
                0,
                CommandRun.of("compile", source.toString(), "-o", link.toString())
                        .status());
        assertTrue(Files.isSymbolicLink(link));
        assertTrue(Files.readString(real).contains(".entry"));
    }

    @Test
    void execPassesItsProgramTheOptions() throws IOException {
        var program = Files.writeString(
                folder.resolve("Count.java"), "void main(String[] words) { System.exit(words.length); }\n");
        assertEquals(
                2, CommandRun.of("exec", program.toString(), "--help", "-x").status());
    }

    @Test
    void compileRefusesAnArchitectureThatIsNone() throws IOException {
        var source = Files.writeString(folder.resolve("k.cu"), "__global__ void k() {}\n");
        var run = CommandRun.of("compile", source.toString(), "--arch", "hopper");
        assertEquals(2, run.status());
        assertTrue(run.err().contains("sm_90"), run.err());
    }

    @Test
    void execGivesTheProgramsStatus() throws IOException {
        var program = Files.writeString(folder.resolve("Seven.java"), """
                import io.xianka.driver.*;

                void main() {
                    try (var device = Device.emulated()) {
                        System.exit(device.isEmulated() ? 7 : 1);
                    }
                }
                """);
        assertEquals(7, CommandRun.of("exec", program.toString()).status());
    }
}
