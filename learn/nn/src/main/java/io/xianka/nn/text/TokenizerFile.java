package io.xianka.nn.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** A tokenizer in a file: {@code {"tokenizer": "characters", "alphabet": "..."}}, or {@code {"tokenizer": "gpt2"}}. */
final class TokenizerFile {
    static final String CHARACTERS = "characters";
    static final String GPT2 = "gpt2";

    private static final String KIND = "tokenizer";
    private static final String ALPHABET = "alphabet";
    // All of Unicode, escaped, is below this.
    private static final long MOST_BYTES = 16 << 20;

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            // Half a surrogate pair may be a character of an alphabet, and has no UTF-8.
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build();

    private TokenizerFile() {}

    static void write(Path file, String kind, String alphabet) {
        try (JsonGenerator json = JSON.createGenerator(Files.newBufferedWriter(file))) {
            json.writeStartObject();
            json.writeStringField(KIND, kind);
            if (alphabet != null) {
                json.writeStringField(ALPHABET, alphabet);
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": the tokenizer cannot be written: " + e.getMessage(), e);
        }
    }

    static Tokenizer read(Path file) {
        Map<String, String> fields;
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw wrong(file, "it has more than " + MOST_BYTES + " bytes");
            }
            fields = fields(file, Files.readString(file));
        } catch (java.nio.charset.CharacterCodingException e) {
            throw wrong(file, "it is no UTF-8");
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": the tokenizer cannot be read: " + e.getMessage(), e);
        }
        String kind = fields.get(KIND);
        if (kind == null) {
            throw wrong(file, "it names no " + KIND);
        }
        return switch (kind) {
            case GPT2 -> GptTokenizer.gpt2();
            case CHARACTERS -> characters(file, fields.get(ALPHABET));
            default -> throw wrong(file, "its kind is none of those known here, " + CHARACTERS + " and " + GPT2);
        };
    }

    private static Tokenizer characters(Path file, String alphabet) {
        if (alphabet == null) {
            throw wrong(file, "it has no " + ALPHABET);
        }
        try {
            return CharacterTokenizer.ofAlphabet(alphabet);
        } catch (IllegalArgumentException e) {
            throw wrong(file, e.getMessage());
        }
    }

    private static Map<String, String> fields(Path file, String text) throws IOException {
        Map<String, String> fields = new LinkedHashMap<>();
        try (JsonParser json = JSON.createParser(text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw wrong(file, "it is no JSON object");
            }
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String name = json.currentName();
                if (json.nextToken() != JsonToken.VALUE_STRING) {
                    throw wrong(file, "its values are not all strings");
                }
                fields.put(name, json.getText());
            }
            if (json.nextToken() != null) {
                throw wrong(file, "something follows the object");
            }
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw wrong(
                    file,
                    "it is no JSON: "
                            + (e instanceof JsonEOFException ? "it ends in the middle" : e.getOriginalMessage()));
        }
        return fields;
    }

    private static IllegalArgumentException wrong(Path file, String fact) {
        return new IllegalArgumentException(
                file + ": this is no tokenizer: " + fact + "; take the file that was saved beside the model");
    }
}
