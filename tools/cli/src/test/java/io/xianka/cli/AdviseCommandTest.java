package io.xianka.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdviseCommandTest {

    @TempDir
    Path folder;

    private static CommandRun advise(String line) {
        return CommandRun.of(
                Stream.concat(Stream.of("advise"), Arrays.stream(line.isEmpty() ? new String[0] : line.split(" ")))
                        .map(word -> word.replace('_', ' '))
                        .toArray(String[]::new));
    }

    private static JsonNode json(String line) throws IOException {
        var run = advise(line + " --json");
        assertEquals(0, run.status(), run.err());
        return new ObjectMapper().readTree(run.out());
    }

    private static void assertFits80Columns(String text) {
        for (String line : text.split("\n")) {
            assertTrue(TextLayout.width(line) <= TextLayout.COLUMNS, line);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--for learn --budget 3000 --currency cny",
                "--for train --model-params 124M --batch 16 --sequence 1024",
                "--for train --layers 24 --hidden 10240 --batch 8 --top 99",
                "--for train --model-params 70B --rent --top 99",
                "--for train --model-params 1T",
                "--for infer --model-params 7B --precision int4 --batch 16 --top 99",
                "--for infer --model-params 7B --rent --budget 2",
                "--for render --resolution 4k --ray-tracing --top 99",
                "--compare RTX_4090 A100_SXM4_80GB",
                "--compare 4060_ti B200 GH200 AGX_Orin --currency cny",
                "--list",
            })
    void answersFitEightyColumnsInBothLanguages(String line) {
        var before = Locale.getDefault();
        try {
            for (var language : new Locale[] {Locale.ENGLISH, Locale.SIMPLIFIED_CHINESE}) {
                Locale.setDefault(language);
                ResourceBundle.clearCache();
                var run = advise(line);
                assertEquals(0, run.status(), run.err());
                assertEquals("", run.err());
                assertFits80Columns(run.out());
            }
        } finally {
            Locale.setDefault(before);
            ResourceBundle.clearCache();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--for train",
                "--for cook",
                "--for train --list",
                "--for train --model-params -3",
                "--for train --model-params 0",
                "--for train --model-params 1e99",
                "--for train --model-params 7Q",
                "--for train --model-params 7B --batch 0",
                "--for train --model-params 7B --batch -1",
                "--for train --model-params 7B --sequence 0",
                "--for train --model-params 7B --budget NaN",
                "--for train --model-params 7B --budget 0",
                "--for train --model-params 7B --budget 1e308",
                "--for train --model-params 7B --budget 0x10",
                "--for train --model-params 7B --currency eur",
                "--for train --model-params 7B --rate 0",
                "--for train --model-params 7B --precision int4",
                "--for train --model-params 7B --optimizer magic",
                "--for train --model-params 7B --efficiency 2",
                "--for train --model-params 7B --top 0",
                "--for train --model-params 7B --card nothing",
                "--for train --model-params 7B --ray-tracing",
                "--for train --layers 12",
                "--for infer --model-params 7B --optimizer sgd",
                "--for infer --model-params 7B --heads 5000",
                "--for infer --model-params 7B --chart a.svg",
                "--for render --model-params 7B",
                "--for render --resolution 0x0",
                "--for render --scene-gb NaN",
                "--compare 4090",
                "--compare 4090 4090",
                "--compare 4090 A100",
                "--compare 4090 L4 --chart a.gif",
                "--compare 4090 L4 --rent",
                "--compare 4090 L4 T4 A10 A30",
                "--list --batch 3",
            })
    void nonsenseIsOneLineAndStatusTwo(String line) {
        var run = advise(line);
        assertEquals(2, run.status(), run.out());
        assertEquals("", run.out());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().startsWith("xianka: "), run.err());
    }

    @Test
    void anUnknownNameIsAnsweredWithTheNearest() {
        var run = advise("--compare RTX_5099 L4");
        assertEquals(2, run.status());
        assertTrue(run.err().contains("nearest: GeForce RTX 5090"), run.err());
    }

    @Test
    void jsonHasEveryTermAndItsSum() throws IOException {
        var answer = json("--for train --model-params 124M --batch 16 --sequence 1024");
        var memory = answer.get("memory_bytes");
        double sum = 0;
        for (var term : memory.properties()) {
            sum += term.getKey().equals("total") ? 0 : term.getValue().asDouble();
        }
        assertEquals(memory.get("total").asDouble(), sum, 8);
        assertEquals(124e6 * 8, memory.get("optimizer").asDouble(), 1);
        var first = answer.get("ranked").get(0);
        assertTrue(first.get("time").get("seconds").asDouble() > 0);
        assertFalse(first.get("card").get("sources").isEmpty());
    }

    @Test
    void jsonLeavesOutWhatIsUnknown() throws IOException {
        var card = json("--compare GH200 H200").get("cards").get(0);
        assertTrue(card.has("memory_gb"));
        assertFalse(card.has("memory_bandwidth_gbs"));
        assertFalse(card.has("launch_price_usd"));
    }

    @Test
    void theGivenRateConvertsTheBudget() throws IOException {
        var request = json("--for infer --model-params 1B --budget 800 --currency cny --rate 8")
                .get("request");
        assertEquals(100, request.get("budget_usd").asDouble(), 1e-9);
        assertFalse(request.has("cny_per_usd_as_of"));
        var usual = json("--for infer --model-params 1B --budget 800 --currency cny")
                .get("request");
        assertEquals("2025-01-14", usual.get("cny_per_usd_as_of").asText());
    }

    @Test
    void pricesWithoutADateAreCalledOld() {
        var run = advise("--for infer --model-params 7B --rent");
        String text = run.out().replaceAll("\\s+", " ");
        assertTrue(text.contains("UNDATED (skypilot-org/skypilot-catalog"), text);
        assertTrue(text.contains("a current list of your own: --prices FILE"), text);
        assertTrue(text.contains(", undated: look it up"), text);
    }

    @Test
    void theUsersOwnTablesAreUsed() throws IOException {
        var cards = Files.writeString(folder.resolve("cards.csv"), """
                name,source,memory_gb,memory_bandwidth_gbs,fp32_tflops,tensor_fp16_bf16_fp32acc_dense_tflops,launch_price_usd
                Dream,me,1000,10000,100,1000,1
                """);
        var answer = json("--for train --model-params 7B --catalogue " + cards);
        assertEquals(
                "Dream", answer.get("ranked").get(0).get("card").get("name").asText());
        var prices = Files.writeString(folder.resolve("prices.csv"), """
                provider,instance_type,gpu,gpu_count,on_demand_usd_per_hour,as_of_date
                Mine,one,Dream,1,2,2020-01-02
                """);
        var rented = advise("--for train --model-params 7B --rent --catalogue " + cards + " --prices " + prices);
        assertEquals(0, rented.status(), rented.err());
        assertTrue(rented.out().contains("Mine one, of 2020-01-02: OLD"), rented.out());
    }

    @Test
    void aMalformedTableIsOneLineWithRowAndColumn() throws IOException {
        var cards = Files.writeString(folder.resolve("cards.csv"), "name,source,memory_gb\nA,s,lots\n");
        var run = advise("--list --catalogue " + cards);
        assertEquals(1, run.status());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().contains("row 2, column memory_gb: 'lots' is no number"), run.err());
        var prices = Files.writeString(
                folder.resolve("prices.csv"),
                "provider,instance_type,gpu,gpu_count,on_demand_usd_per_hour\nP,i,L4,one,1\n");
        var rented = advise("--for infer --model-params 7B --rent --prices " + prices);
        assertEquals(1, rented.status());
        assertTrue(rented.err().contains("row 2, column gpu_count: 'one' is no number"), rented.err());
        assertEquals(
                1, advise("--list --catalogue " + folder.resolve("none.csv")).status());
        var directory = advise("--list --catalogue " + folder);
        assertTrue(directory.err().contains("a folder, no table"), directory.err());
        if (Files.exists(Path.of("/dev/zero"))) {
            var endless = advise("--list --catalogue /dev/zero");
            assertEquals(1, endless.status());
            assertTrue(endless.err().contains("more than 16 MiB are no table"), endless.err());
        }
    }

    @Test
    void drawsWhatItCompares() throws IOException {
        for (String name : new String[] {"cards.svg", "cards.png"}) {
            var file = folder.resolve(name);
            var run = CommandRun.of("advise", "--compare", "RTX 4090", "A100 SXM4 80GB", "--chart", file.toString());
            assertEquals(0, run.status(), run.err());
            assertTrue(Files.size(file) > 1000);
        }
        assertTrue(Files.readString(folder.resolve("cards.svg")).contains("A100 SXM4 80GB"));
        assertTrue(ImageIO.read(folder.resolve("cards.png").toFile()).getWidth() > 900);
        var nowhere = CommandRun.of("advise", "--compare", "L4", "T4", "--chart", folder + "/no/cards.svg");
        assertEquals(1, nowhere.status());
        assertEquals("", nowhere.out());
    }

    @Test
    void listsThirtySixCards() throws IOException {
        assertEquals(36, json("--list").get("cards").size());
    }
}
