package io.xianka.diagnosis.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.xianka.diagnosis.facts.FactsJson;
import io.xianka.diagnosis.facts.MachineFacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A report written by hand: a healthy machine of {@code healthy/} and what is different on a sick one. In {@code facts} an
 * object is merged into the base's, an object with the key {@code replace} or {@code unknown_because} and everything else
 * takes its place; against a list, a key is an index, or {@code *} for each element.
 *
 * @param name of the file
 * @param expected the findings, in any order
 * @param explained what must be there as their consequences; there may be more
 * @param report the whole report
 */
record FixtureReport(String name, List<String> expected, List<String> explained, ObjectNode report) {

    private static final ObjectMapper JSON = new ObjectMapper();

    MachineFacts facts() {
        return FactsJson.read(report.toString());
    }

    @Override
    public String toString() {
        return name;
    }

    static List<FixtureReport> healthy() {
        return files("healthy").stream()
                .map(file -> new FixtureReport(nameOf(file), List.of(), List.of(), (ObjectNode) read(file)))
                .toList();
    }

    static List<FixtureReport> sick() {
        return Sick.REPORTS;
    }

    /** Read once. */
    private static final class Sick {
        static final List<FixtureReport> REPORTS =
                files("reports").stream().map(FixtureReport::sick).toList();
    }

    static List<FixtureReport> all() {
        List<FixtureReport> all = new ArrayList<>(healthy());
        all.addAll(sick());
        return all;
    }

    private static FixtureReport sick(Path file) {
        JsonNode fixture = read(file);
        ObjectNode report = (ObjectNode)
                read(file.resolveSibling("../healthy/" + fixture.get("base").asText() + ".json"));
        merge(report, fixture.get("facts"));
        return new FixtureReport(
                nameOf(file), texts(fixture.get("expected")), texts(fixture.path("explained")), report);
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(each -> texts.add(each.asText()));
        return texts;
    }

    private static JsonNode merged(JsonNode base, JsonNode patch) {
        if (!patch.isObject() || patch.has("unknown_because")) {
            return patch;
        }
        if (patch.has("replace")) {
            return patch.get("replace");
        }
        switch (base) {
            case ObjectNode object
            when !object.has("unknown_because") -> {
                merge(object, patch);
                return object;
            }
            case ArrayNode array -> {
                patch.properties().forEach(entry -> {
                    for (int i = 0; i < array.size(); i++) {
                        if (entry.getKey().equals("*") || entry.getKey().equals(String.valueOf(i))) {
                            array.set(i, merged(array.get(i), entry.getValue().deepCopy()));
                        }
                    }
                });
                return array;
            }
            case null, default -> {
                return merged(JsonNodeFactory.instance.objectNode(), patch);
            }
        }
    }

    private static void merge(ObjectNode base, JsonNode patch) {
        patch.properties()
                .forEach(entry -> base.set(
                        entry.getKey(),
                        merged(base.get(entry.getKey()), entry.getValue().deepCopy())));
    }

    private static JsonNode read(Path file) {
        try {
            return JSON.readTree(file.toFile());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static List<Path> files(String folder) {
        try (var files = Files.list(Path.of(
                Objects.requireNonNull(FixtureReport.class.getResource(folder)).toURI()))) {
            return files.sorted().toList();
        } catch (IOException | URISyntaxException gone) {
            throw new IllegalStateException(gone);
        }
    }

    private static String nameOf(Path file) {
        return file.getFileName().toString().replace(".json", "");
    }
}
