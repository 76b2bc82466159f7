package io.xianka.checks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The recorded tensors of a reference folder, by name: float32 and int64. */
final class SafetensorsFile {
    private final byte[] bytes;
    private final JsonNode header;
    private final int start;

    private SafetensorsFile(byte[] bytes) throws IOException {
        int length = Math.toIntExact(
                ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong());
        this.bytes = bytes;
        this.header = new ObjectMapper().readTree(bytes, 8, length);
        this.start = 8 + length;
    }

    static SafetensorsFile read(Path path) throws IOException {
        return new SafetensorsFile(Files.readAllBytes(path));
    }

    Tensor tensor(String name, Device device) {
        JsonNode entry = header.get(name);
        if (entry == null) {
            throw new IllegalArgumentException("ops.safetensors has no tensor " + name);
        }
        List<Long> sizes = new ArrayList<>();
        entry.get("shape").forEach(size -> sizes.add(size.asLong()));
        int from = entry.get("data_offsets").get(0).asInt();
        int to = entry.get("data_offsets").get(1).asInt();
        MemorySegment elements = MemorySegment.ofArray(bytes).asSlice(start + (long) from, to - (long) from);
        DType dtype = switch (entry.get("dtype").asText()) {
            case "F32" -> DType.FLOAT32;
            case "I64" -> DType.INT64;
            default -> throw new IllegalArgumentException(name + " has type " + entry.get("dtype"));
        };
        return Tensor.of(elements, Shape.of(sizes), dtype, device);
    }
}
