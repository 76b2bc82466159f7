package io.xianka.diagnosis.facts;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Facts as JSON: what {@code doctor --save} writes and {@code --from} reads. Names are the records', in snake case; what is
 * known not to be there is null; what is unknown is {@code {"unknown_because": "reason"}}. In reading, a field that is
 * missing is unknown, a field that no record has is passed over, and a value of the wrong type is refused.
 */
public final class FactsJson {
    /** Which form of the report this Xianka writes, and the newest that it reads. */
    public static final int FORMAT = 1;

    /** The longest report that is read. */
    public static final int REPORT_BYTES_MAX = 8 << 20;

    private FactsJson() {}

    private static final String AGAIN =
            "; write one on that machine with xianka doctor --save FILE.json, and copy it whole";

    private static final class Lazy {
        static final ObjectMapper MAPPER = new ObjectMapper(JsonFactory.builder()
                        .streamReadConstraints(StreamReadConstraints.builder()
                                .maxNestingDepth(32)
                                .maxStringLength(RecordJson.TEXT_CHARACTERS_MAX)
                                .maxNameLength(1000)
                                .maxNumberLength(100)
                                .maxDocumentLength(REPORT_BYTES_MAX)
                                .build())
                        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                        .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                        .build())
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }

    /** The facts, or other records of facts, as a tree, which may be added to. */
    public static ObjectNode tree(Record facts) {
        return RecordJson.write(facts);
    }

    /** The facts as text. */
    public static String write(MachineFacts facts) {
        return tree(facts).toPrettyString() + "\n";
    }

    /**
     * Facts from text.
     *
     * @throws FactsFormatException when it is no report, or one from a newer Xianka
     */
    public static MachineFacts read(String json) {
        if (json.length() > REPORT_BYTES_MAX) {
            throw tooLong();
        }
        JsonNode tree;
        try {
            tree = Lazy.MAPPER.readTree(json);
        } catch (JsonProcessingException malformed) {
            var place = malformed.getLocation();
            boolean cut = malformed instanceof JsonEOFException || json.isBlank();
            throw new FactsFormatException((place == null ? "" : "line " + place.getLineNr() + ": ")
                    + (cut
                            ? "the report ends in the middle: it was not copied whole"
                            : RecordJson.printable(malformed
                                    .getOriginalMessage()
                                    .lines()
                                    .findFirst()
                                    .orElse("no JSON")))
                    + AGAIN);
        }
        if (!(tree instanceof ObjectNode report) || !report.has("format")) {
            throw new FactsFormatException("format: missing; this is no report of a machine" + AGAIN);
        }
        MachineFacts facts;
        try {
            facts = RecordJson.read(MachineFacts.class, report);
        } catch (FactsFormatException wrong) {
            throw new FactsFormatException(wrong.getMessage() + AGAIN);
        }
        if (facts.format() < 1 || facts.format() > FORMAT) {
            throw new FactsFormatException("format: " + facts.format() + ", but this Xianka reads 1 to " + FORMAT
                    + "; update it, or save the report again");
        }
        return facts;
    }

    /**
     * Facts from a file.
     *
     * @throws FactsFormatException when it is no report, or one from a newer Xianka
     * @throws IOException when the file cannot be read
     */
    public static MachineFacts read(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new FactsFormatException("a folder, no report of a machine" + AGAIN);
        }
        byte[] content;
        try (InputStream stream = Files.newInputStream(file)) {
            content = stream.readNBytes(REPORT_BYTES_MAX + 1);
        }
        if (content.length > REPORT_BYTES_MAX) {
            throw tooLong();
        }
        return read(new String(content, StandardCharsets.UTF_8));
    }

    private static FactsFormatException tooLong() {
        return new FactsFormatException("longer than " + (REPORT_BYTES_MAX >> 20) + " MiB, as no report is" + AGAIN);
    }
}
