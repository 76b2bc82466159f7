package io.xianka.tensor.file;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * JSON of a stranger, read piece by piece: true UTF-8, no key twice in an object, not deep, one object and nothing behind it. The methods
 * that read expect the parser at the first token of the value, and leave it at the last.
 */
final class StrictJson {
    /** What the reference implementation of safetensors allows. */
    static final int MAX_BYTES = 100_000_000;

    private static final int DEEPEST = 100;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxNameLength(MAX_BYTES)
                    .maxStringLength(MAX_BYTES)
                    .build())
            .build();

    /** Reads the value of one key of an object. */
    interface Field {
        void read(StrictJson json, String key) throws IOException;
    }

    private final Object where;
    private final JsonParser parser;

    private StrictJson(Object where, JsonParser parser) {
        this.where = where;
        this.parser = parser;
    }

    /** Reads the object that the text is. */
    static void readObject(Object where, byte[] text, Field field) {
        try (JsonParser parser = FACTORY.createParser(decode(where, text))) {
            var json = new StrictJson(where, parser);
            parser.nextToken();
            json.object("", field);
            if (parser.nextToken() != null) {
                throw json.wrong("", "something follows it");
            }
        } catch (JsonProcessingException e) {
            throw new TensorFileException(
                    where,
                    "the header is no valid JSON: "
                            + (e instanceof JsonEOFException ? "it ends in the middle" : e.getOriginalMessage())
                            + "; the file is damaged",
                    e);
        } catch (IOException e) {
            throw new TensorFileException(where, "the header cannot be read: " + e.getMessage() + "; get it again", e);
        }
    }

    private static String decode(Object where, byte[] text) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new TensorFileException(where, "the header is no UTF-8; the file is damaged", e);
        }
    }

    void object(String key, Field field) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw wrong(key, "an object was expected");
        }
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String inner = wellFormed(parser.currentName());
            parser.nextToken();
            field.read(this, inner);
        }
    }

    /** {@return whether the value is null} */
    boolean isNull() {
        return parser.currentToken() == JsonToken.VALUE_NULL;
    }

    void skip() throws IOException {
        parser.skipChildren();
    }

    String string(String key) throws IOException {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw wrong(key, "a string was expected");
        }
        return wellFormed(parser.getText());
    }

    /** Numbers from 0 to 2^63 - 1. */
    long[] counts(String key, int most) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw wrong(key, "a list of numbers was expected");
        }
        List<Long> counts = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
                throw wrong(key, "a whole number was expected");
            }
            // Negative ones and those over 2^63 - 1 alike have no place in a file.
            if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER || parser.getLongValue() < 0) {
                throw wrong(key, parser.getText() + " is not from 0 to 2^63 - 1");
            }
            if (counts.size() == most) {
                throw wrong(key, "there are more than " + most + " numbers");
            }
            counts.add(parser.getLongValue());
        }
        return counts.stream().mapToLong(Long::longValue).toArray();
    }

    private String wellFormed(String text) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw wrong("", "a string holds half a character");
        }
        return text;
    }

    TensorFileException wrong(String key, String fact) {
        return new TensorFileException(
                where,
                "the header" + (key.isEmpty() ? "" : ", at " + TensorFileException.quote(key) + ",") + " is wrong: "
                        + fact + "; the file is damaged");
    }
}
