package io.xianka.tensor.file;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Which file of a folder holds which tensor: {@code model.safetensors.index.json}, as Hugging Face writes it. */
final class ShardIndex {
    /** The name in a folder. */
    static final String FILE = "model.safetensors.index.json";

    private static final String SHARDS = "weight_map";

    private ShardIndex() {}

    /** {@return the shards' file names by tensors' names} */
    static Map<String, String> read(InputFile file) {
        if (file.size() > StrictJson.MAX_BYTES) {
            throw new TensorFileException(
                    file.path(),
                    "has " + file.size() + " bytes, an index at most " + StrictJson.MAX_BYTES + "; get it again");
        }
        Map<String, String> shards = new LinkedHashMap<>();
        StrictJson.readObject(file.path(), file.read(0, (int) file.size()), (json, key) -> {
            if (key.equals(SHARDS)) {
                json.object(key, (inner, name) -> shards.put(name, inner.string(name)));
            } else {
                json.skip();
            }
        });
        if (shards.isEmpty()) {
            throw new TensorFileException(file.path(), "has no weight_map that names a tensor; get it again");
        }
        for (String shard : shards.values()) {
            // A colon parts a drive from a path on Windows.
            if (!Npz.isPlain(shard) || shard.indexOf(':') >= 0) {
                throw new TensorFileException(
                        file.path(),
                        "names the shard " + TensorFileException.quote(shard)
                                + ", which is a path; shards lie beside their index");
            }
        }
        return shards;
    }

    static byte[] write(Map<String, String> shards, long totalBytes) {
        var text = new ByteArrayOutputStream();
        try (JsonGenerator json = new JsonFactory().createGenerator(text).useDefaultPrettyPrinter()) {
            json.writeStartObject();
            json.writeObjectFieldStart("metadata");
            json.writeNumberField("total_size", totalBytes);
            json.writeEndObject();
            json.writeObjectFieldStart(SHARDS);
            for (Map.Entry<String, String> entry : new TreeMap<>(shards).entrySet()) {
                json.writeStringField(entry.getKey(), entry.getValue());
            }
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toByteArray();
    }
}
