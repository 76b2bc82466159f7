package io.xianka.diagnosis.doctor;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.xianka.diagnosis.facts.FactsFormatException;
import io.xianka.diagnosis.facts.FactsJson;
import io.xianka.diagnosis.facts.MachineFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A report may come from anybody: whatever is in it is judged or refused, and nothing else happens. */
class HostileReportTest {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<JsonNode> VALUES = List.of(
            JSON.nullNode(),
            JSON.booleanNode(true),
            JSON.numberNode(-1),
            JSON.numberNode(Integer.MAX_VALUE),
            JSON.numberNode(Long.MIN_VALUE),
            JSON.numberNode(1e308),
            JSON.textNode(""),
            JSON.textNode("99999999999999999999.9"),
            JSON.textNode("sm_999999 compute_99a"),
            JSON.textNode("nvidia-nccl-cu99"),
            JSON.textNode("%s {0} \u001b[2J\n\u202e"),
            JSON.textNode("a100 sxm ".repeat(2000)),
            JSON.arrayNode(),
            JSON.arrayNode().add(JSON.objectNode()).add(JSON.nullNode()),
            JSON.objectNode());

    @Test
    void whateverIsInAReportIsJudgedOrRefused() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        var reports = FixtureReport.all();
        int judged = 0;
        for (int i = 0; i < 250; i++) {
            var fixture = reports.get(random.nextInt(reports.size()));
            ObjectNode report = fixture.report().deepCopy();
            List<Runnable> changes = new ArrayList<>();
            collect(report, random, changes);
            for (int change = random.nextInt(3); change >= 0; change--) {
                changes.get(random.nextInt(changes.size())).run();
            }
            MachineFacts facts;
            try {
                facts = FactsJson.read(report.toString());
            } catch (FactsFormatException refused) {
                assertFalse(refused.getMessage().contains("\n"), () -> "seed " + seed + ": " + refused.getMessage());
                continue;
            }
            try {
                Contradictions.of(facts);
                Doctor.judge(facts);
                judged++;
            } catch (RuntimeException crash) {
                fail(fixture.name() + ", seed " + seed, crash);
            }
        }
        assertFalse(judged == 0, "all were refused, so nothing was tried");
    }

    private static void collect(JsonNode node, Random random, List<Runnable> changes) {
        switch (node) {
            case ObjectNode object ->
                object.properties().forEach(entry -> {
                    changes.add(() -> object.set(entry.getKey(), value(random)));
                    collect(entry.getValue(), random, changes);
                });
            case ArrayNode array -> {
                for (int i = 0; i < array.size(); i++) {
                    int index = i;
                    changes.add(() -> array.set(index, value(random)));
                    collect(array.get(i), random, changes);
                }
            }
            default -> {
                // A value is changed in what holds it.
            }
        }
    }

    private static JsonNode value(Random random) {
        return VALUES.get(random.nextInt(VALUES.size())).deepCopy();
    }
}
