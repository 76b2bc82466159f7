package io.xianka.diagnosis.doctor;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.xianka.diagnosis.facts.FactsFormatException;
import io.xianka.diagnosis.facts.FactsJson;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

/** What could not be read accuses nobody: a fact less is never a finding more. */
class MissingFactsTest {

    private static final List<FixtureReport> REPORTS = FixtureReport.all();

    @Provide
    Arbitrary<FixtureReport> reports() {
        return Arbitraries.of(REPORTS);
    }

    /** Each report, with a field left out. */
    @Property(tries = 500)
    void leavingOutOneFactInventsNoFinding(@ForAll("reports") FixtureReport fixture, @ForAll @IntRange int which) {
        List<Field> fields = fields(fixture.report());
        leaveOut(fixture, rules(fixture.report()), fields.get(which % fields.size()));
    }

    /** Each report, with each of its fields left out alone. */
    @Property(tries = 150, generation = GenerationMode.EXHAUSTIVE)
    @Tag("slow")
    void leavingOutAnyOneFactInventsNoFinding(@ForAll("reports") FixtureReport fixture) {
        Set<String> before = rules(fixture.report());
        fields(fixture.report()).forEach(field -> leaveOut(fixture, before, field));
    }

    private static void leaveOut(FixtureReport fixture, Set<String> before, Field field) {
        JsonNode value = field.parent.remove(field.name);
        try {
            assertSubset(before, fixture.report(), fixture.name() + " without " + field.path);
        } finally {
            field.parent.set(field.name, value);
        }
    }

    @Property(tries = 150)
    void leavingOutManyFactsInventsNoFinding(@ForAll("reports") FixtureReport fixture, @ForAll long seed) {
        Set<String> before = rules(fixture.report());
        ObjectNode report = fixture.report().deepCopy();
        var random = new Random(seed);
        int share = 2 + random.nextInt(20);
        for (Field field : fields(report)) {
            if (random.nextInt(share) == 0) {
                field.parent.remove(field.name);
            }
        }
        assertSubset(before, report, fixture.name() + ", seed " + seed);
    }

    private static void assertSubset(Set<String> before, ObjectNode report, String what) {
        Set<String> after;
        try {
            after = rules(report);
        } catch (FactsFormatException needed) {
            return; // a field that tells one element from another, such as a path, must be there
        }
        Set<String> invented = new TreeSet<>(after);
        invented.removeAll(before);
        assertTrue(invented.isEmpty(), () -> what + ": " + invented + " invented");
    }

    /** All that is found, consequences too: without its root cause a consequence stands for itself. */
    private static Set<String> rules(ObjectNode report) {
        var diagnosis = Doctor.judge(FactsJson.read(report.toString()));
        Set<String> all = new HashSet<>();
        diagnosis.findings().forEach(finding -> all.add(finding.rule()));
        diagnosis
                .consequences()
                .forEach(consequence -> all.add(consequence.finding().rule()));
        return all;
    }

    private record Field(ObjectNode parent, String name, String path) {}

    private static List<Field> fields(ObjectNode report) {
        List<Field> found = new ArrayList<>();
        collect(report, "", found);
        return found;
    }

    private static void collect(JsonNode node, String path, List<Field> found) {
        switch (node) {
            case ObjectNode object ->
                object.properties().forEach(entry -> {
                    String name = path + "/" + entry.getKey();
                    // Variables and modules are entries of one fact: without one it would say that it is not set.
                    if (!path.equals("/environment")
                            && !path.equals("/modules/loaded")
                            && !path.equals("/modules/parameters")) {
                        found.add(new Field(object, entry.getKey(), name));
                    }
                    collect(entry.getValue(), name, found);
                });
            case ArrayNode array -> {
                // Elements of a list are alike: the first two stand for the others.
                for (int i = 0; i < Math.min(2, array.size()); i++) {
                    collect(array.get(i), path + "/" + i, found);
                }
            }
            default -> {
                // A value is left out with its field.
            }
        }
    }
}
