package io.xianka.tensor.file;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The beginning of a safetensors file: which tensors follow, where. Layout: the length of the text in 8 bytes, the text, an object of
 * JSON that names each tensor's type, shape and place and may hold strings under {@code __metadata__}, padded with spaces to a multiple of
 * 8. The tensors that follow touch each other and the end of the file.
 *
 * @param metadata strings that the writer added
 * @param entries of the tensors by name, in the file's order
 * @param length of this header, in bytes
 */
record SafetensorsHeader(Map<String, String> metadata, Map<String, Entry> entries, long length) {
    private static final String METADATA = "__metadata__";
    private static final int ALIGNMENT = 8;

    /** Where a tensor lies, in bytes after the header. */
    record Entry(SafetensorsType type, Shape shape, long from, long to) {}

    // ------------------------------------------------------------------ reading

    static SafetensorsHeader read(InputFile file) {
        if (file.size() < Long.BYTES) {
            throw new TensorFileException(
                    file.path(),
                    "has " + file.size() + " bytes, which is too short for a safetensors file; get it again");
        }
        byte[] start = file.read(0, Long.BYTES);
        long length = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN).getLong();
        if (length < 0 || length > StrictJson.MAX_BYTES) {
            throw new TensorFileException(
                    file.path(),
                    "claims a header of " + Long.toUnsignedString(length) + " bytes, of at most " + StrictJson.MAX_BYTES
                            + "; " + guess(start));
        }
        if (length > file.size() - Long.BYTES) {
            throw new TensorFileException(
                    file.path(),
                    "claims a header of " + length + " bytes, " + (file.size() - Long.BYTES)
                            + " are there; get it again");
        }
        var parts = new Parts(file.path());
        StrictJson.readObject(file.path(), file.read(Long.BYTES, (int) length), parts);
        Map<String, Entry> inOrder = ordered(parts.entries);
        long end = check(file, inOrder);
        long present = file.size() - Long.BYTES - length;
        if (end != present) {
            throw new TensorFileException(
                    file.path(),
                    "its tensors take " + end + " bytes, " + present + " are there; "
                            + (present < end
                                    ? "the download may not have ended: get it again"
                                    : "the file is damaged"));
        }
        return new SafetensorsHeader(Map.copyOf(parts.metadata), inOrder, Long.BYTES + length);
    }

    private static String guess(byte[] start) {
        String text = new String(start, StandardCharsets.ISO_8859_1);
        if (text.startsWith("version ")) {
            return "it is Git LFS's note in place of the file: git lfs pull";
        }
        if (text.startsWith("PK") || text.charAt(0) == 0x80) {
            return "it is a checkpoint of torch.save, which can run code: convert it by safetensors.torch.save_file";
        }
        return "it is no safetensors file";
    }

    /** What the JSON says, each statement right by itself. */
    private static final class Parts implements StrictJson.Field {
        private final Object where;
        private final Map<String, String> metadata = new LinkedHashMap<>();
        private final Map<String, Entry> entries = new LinkedHashMap<>();

        Parts(Object where) {
            this.where = where;
        }

        @Override
        public void read(StrictJson json, String name) throws IOException {
            if (!name.equals(METADATA)) {
                entries.put(name, entry(json, name));
            } else if (!json.isNull()) {
                json.object(METADATA, (inner, key) -> metadata.put(key, inner.string(key)));
            }
        }

        private Entry entry(StrictJson json, String name) throws IOException {
            Map<String, Object> found = new HashMap<>();
            json.object(name, (inner, key) -> {
                switch (key) {
                    case "dtype" -> found.put(key, type(inner, name));
                    case "shape" -> found.put(key, inner.counts(name, NpyHeader.MOST_AXES));
                    case "data_offsets" -> found.put(key, inner.counts(name, 2));
                    default -> inner.skip();
                }
            });
            if (!(found.get("dtype") instanceof SafetensorsType type)
                    || !(found.get("shape") instanceof long[] sizes)
                    || !(found.get("data_offsets") instanceof long[] offsets)
                    || offsets.length != 2) {
                throw json.wrong(name, "dtype, shape and two data_offsets were expected");
            }
            return checked(name, type, sizes, offsets[0], offsets[1]);
        }

        private static SafetensorsType type(StrictJson json, String name) throws IOException {
            String text = json.string(name);
            SafetensorsType type = SafetensorsType.named(text);
            if (type == null) {
                throw json.wrong(name, "no element type is called " + TensorFileException.quote(text));
            }
            return type;
        }

        /** Multiplies in the order of the axes, as the reference implementation does: after an overflow no 0 helps. */
        private Entry checked(String name, SafetensorsType type, long[] sizes, long from, long to) {
            long bits = type.bits();
            try {
                long elements = 1;
                for (long size : sizes) {
                    elements = Math.multiplyExact(elements, size);
                }
                bits = Math.multiplyExact(elements, bits);
            } catch (ArithmeticException e) {
                throw wrong(name, type + " of sizes " + Arrays.toString(sizes) + " is over 2^63 - 1 bits", e);
            }
            if (from > to) {
                throw wrong(name, "it ends at " + to + ", before its beginning at " + from, null);
            }
            Shape shape = Shape.of(sizes);
            if (bits % Byte.SIZE != 0 || bits / Byte.SIZE != to - from) {
                throw wrong(
                        name, type + "" + shape + " takes " + bits + " bits, it has " + (to - from) + " bytes", null);
            }
            return new Entry(type, shape, from, to);
        }

        private TensorFileException wrong(String name, String fact, Throwable cause) {
            return new TensorFileException(
                    where, "tensor " + TensorFileException.quote(name) + ": " + fact + "; the file is damaged", cause);
        }
    }

    private static Map<String, Entry> ordered(Map<String, Entry> entries) {
        List<Map.Entry<String, Entry>> sorted = new ArrayList<>(entries.entrySet());
        sorted.sort(
                Map.Entry.comparingByValue(Comparator.comparingLong(Entry::from).thenComparingLong(Entry::to)));
        Map<String, Entry> ordered = new LinkedHashMap<>();
        sorted.forEach(entry -> ordered.put(entry.getKey(), entry.getValue()));
        return ordered;
    }

    /** {@return the end of the last tensor; each begins where the one before it ends} */
    private static long check(InputFile file, Map<String, Entry> inOrder) {
        long end = 0;
        for (Map.Entry<String, Entry> named : inOrder.entrySet()) {
            Entry entry = named.getValue();
            if (entry.from() != end) {
                throw new TensorFileException(
                        file.path(),
                        "tensor " + TensorFileException.quote(named.getKey()) + " begins at byte " + entry.from()
                                + (entry.from() < end
                                        ? ", within the one before it, which ends at "
                                        : ", after a gap from ")
                                + end + "; the file is damaged");
            }
            end = entry.to();
        }
        return end;
    }

    // ------------------------------------------------------------------ writing

    /** {@return the tensors in the order of a file: wider elements first, then by name} */
    static Map<String, Tensor> ordered(Iterable<Map.Entry<String, Tensor>> tensors) {
        List<Map.Entry<String, Tensor>> sorted = new ArrayList<>();
        tensors.forEach(sorted::add);
        sorted.sort(Comparator.<Map.Entry<String, Tensor>, SafetensorsType>comparing(
                        named -> SafetensorsType.of(named.getValue().dtype()))
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()));
        Map<String, Tensor> ordered = new LinkedHashMap<>();
        sorted.forEach(named -> ordered.put(named.getKey(), named.getValue()));
        return ordered;
    }

    /**
     * The header of tensors that follow in this order.
     *
     * @throws IllegalArgumentException for a name or a string that the format cannot hold
     */
    static byte[] write(Map<String, Tensor> ordered, Map<String, String> metadata) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        text.writeBytes(new byte[Long.BYTES]);
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            if (!metadata.isEmpty()) {
                json.writeObjectFieldStart(METADATA);
                for (Map.Entry<String, String> entry : new TreeMap<>(metadata).entrySet()) {
                    json.writeStringField(wellFormed(entry.getKey()), wellFormed(entry.getValue()));
                }
                json.writeEndObject();
            }
            long from = 0;
            for (Map.Entry<String, Tensor> named : ordered.entrySet()) {
                Tensor tensor = named.getValue();
                long to = Math.addExact(from, bytes(tensor));
                json.writeObjectFieldStart(checkedName(named.getKey()));
                json.writeStringField(
                        "dtype", SafetensorsType.of(tensor.dtype()).name());
                json.writeFieldName("shape");
                json.writeArray(tensor.shape().sizes(), 0, tensor.shape().rank());
                json.writeFieldName("data_offsets");
                json.writeArray(new long[] {from, to}, 0, 2);
                json.writeEndObject();
                from = to;
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        text.writeBytes(" ".repeat(Math.floorMod(-text.size(), ALIGNMENT)).getBytes(StandardCharsets.US_ASCII));
        byte[] header = text.toByteArray();
        if (header.length - Long.BYTES > StrictJson.MAX_BYTES) {
            throw new IllegalArgumentException("save: names and metadata make a header of " + header.length
                    + " bytes, of at most " + StrictJson.MAX_BYTES + "; shorten the metadata");
        }
        ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).putLong(0, header.length - (long) Long.BYTES);
        return header;
    }

    /** {@return the size of a tensor's elements, in bytes} */
    static long bytes(Tensor tensor) {
        return Math.multiplyExact(
                tensor.shape().elements(), (long) tensor.dtype().bytes());
    }

    private static String checkedName(String name) {
        if (name.equals(METADATA)) {
            throw new IllegalArgumentException(
                    "save: a tensor cannot be called " + METADATA + ", where the format keeps metadata; rename it");
        }
        return wellFormed(name);
    }

    private static String wellFormed(String text) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException("save: " + TensorFileException.quote(text)
                    + " holds half a surrogate pair, which UTF-8 has not; rename it");
        }
        return text;
    }
}
