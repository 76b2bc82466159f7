package io.xianka.tensor.file;

import static io.xianka.tensor.file.GoldenFiles.holdsOnly;
import static io.xianka.tensor.file.GoldenFiles.read;
import static io.xianka.tensor.file.GoldenFiles.refused;
import static io.xianka.tensor.file.GoldenFiles.write;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.DType;
import io.xianka.tensor.DTypeMismatch;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafetensorsTest {
    /** Read by the reference implementation. A name that stands twice is two answers to one question. */
    private static final Set<String> REFUSED_ONLY_HERE =
            Set.of("name twice", "key of metadata twice", "tensor is a list", "65 axes");

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("a.safetensors");
    }

    private static Tensor tensor(float... elements) {
        return Tensor.of(elements, Shape.of(elements.length), Device.plain());
    }

    /** A file of this header and these elements. */
    private static byte[] bytes(String header, byte... elements) {
        byte[] text = header.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + text.length + elements.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(text.length)
                .put(text)
                .put(elements)
                .array();
    }

    @Test
    void readsAndWritesAsTheReferenceImplementation() {
        for (String[] line : GoldenFiles.table("safetensors.tsv")) {
            byte[] golden = HexFormat.of().parseHex(line[1]);
            write(file, golden);
            Map<String, String> metadata;
            try (Safetensors open = Safetensors.open(file)) {
                metadata = open.metadata();
            }
            Safetensors.save(file, Safetensors.load(file, Device.plain()), metadata);
            assertArrayEquals(golden, read(file), line[0]);
        }
    }

    @Test
    void readsTheSameElementsAsNumpy() {
        write(file, GoldenFiles.bytes("safetensors.tsv", "all types"));
        Map<String, Tensor> tensors = Safetensors.load(file, Device.plain());
        int compared = 0;
        for (String[] line : GoldenFiles.table("npy.tsv")) {
            if (line[0].equals("save") && line[2].equals("(2, 3)")) {
                Tensor tensor = tensors.get(line[1] + "a");
                assertEquals(line[1], tensor.dtype().toString());
                assertEquals(line[2], tensor.shape().toString());
                assertEquals(line[3], HexFormat.of().formatHex(tensor.toRawBytes()), line[1]);
                compared++;
            }
        }
        assertEquals(DType.values().length, compared);
    }

    @Test
    void judgesFilesAsTheReferenceImplementation() {
        List<String> differing = new ArrayList<>();
        for (String[] line : GoldenFiles.table("verdicts.tsv")) {
            write(file, HexFormat.of().parseHex(line[2]));
            boolean expected = line[0].equals("reads") && !REFUSED_ONLY_HERE.contains(line[1]);
            String message = "";
            boolean reads = true;
            try {
                Safetensors.open(file).close();
            } catch (TensorFileException e) {
                reads = false;
                message = e.getMessage();
                refused(file, "", () -> Safetensors.open(file));
            }
            if (reads != expected) {
                differing.add(line[1] + (reads ? " is read" : " is refused: " + message));
            }
        }
        assertEquals(List.of(), differing);
    }

    @Test
    void saysWhatIsWrong() {
        Map<String, String> facts = Map.of(
                "header longer than the file", "claims a header of 3 bytes, 2 are there",
                "header of 2^64 - 1", "claims a header of 18446744073709551615 bytes, of at most 100000000",
                "overlap", "tensor \"b\" begins at byte 2, within the one before it, which ends at 4",
                "gap", "tensor \"b\" begins at byte 5, after a gap from 4",
                "truncated", "its tensors take 4 bytes, 3 are there",
                "shape that does not fit", "tensor \"a\": F32(2,) takes 64 bits, it has 4 bytes",
                "negative size", "-1 is not from 0 to 2^63 - 1",
                "unknown type", "no element type is called \"F31\"",
                "name twice", "Duplicate");
        for (String[] line : GoldenFiles.table("verdicts.tsv")) {
            if (facts.containsKey(line[1])) {
                write(file, HexFormat.of().parseHex(line[2]));
                refused(file, facts.get(line[1]), () -> Safetensors.open(file));
            }
        }
        write(file, "version https://git-lfs.github.com/spec/v1\n".getBytes(StandardCharsets.US_ASCII));
        refused(file, "git lfs pull", () -> Safetensors.open(file));
        refused(folder, "has neither model.safetensors nor", () -> Safetensors.open(folder));
        refused(folder.resolve("none"), "there is no such file", () -> Safetensors.open(folder.resolve("none")));
    }

    @Test
    void refusesTensorsOfTypesThatThereAreNot() {
        write(
                file,
                bytes(
                        "{\"a\":{\"dtype\":\"F8_E4M3\",\"shape\":[1],\"data_offsets\":[0,1]},"
                                + "\"b\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[1,2]}}",
                        (byte) 1,
                        (byte) 2));
        try (Safetensors open = Safetensors.open(file)) {
            assertEquals(2, open.tensor("b", Device.plain()).itemLong());
            assertEquals(Shape.of(1), open.shape("a"));
            String message = assertThrows(DTypeMismatch.class, () -> open.tensor("a", Device.plain()))
                    .getMessage();
            assertTrue(message.startsWith(file + ": tensor \"a\" is of type F8_E4M3, which tensors have not"), message);
        }
    }

    @Test
    void readsOneTensorByItsName() {
        Safetensors.save(file, Map.of("x", tensor(1, 2), "y", tensor(3)), Map.of("format", "pt"));
        try (Safetensors open = Safetensors.open(file)) {
            assertEquals(Set.of("x", "y"), open.names());
            assertEquals(Map.of("format", "pt"), open.metadata());
            assertEquals(Shape.of(2), open.shape("x"));
            assertEquals(DType.FLOAT32, open.dtype("x"));
            assertArrayEquals(
                    new float[] {1, 2}, open.tensor("x", Device.emulated()).toFloatArray());
            String message = assertThrows(IllegalArgumentException.class, () -> open.tensor("z"))
                    .getMessage();
            assertEquals(file + ": there is no tensor \"z\"; there are [x, y]", message);
        }
    }

    @Test
    void keepsTensorsButReadsNoneAfterClose() {
        Safetensors.save(file, Map.of("x", tensor(1, 2)));
        Safetensors open = Safetensors.open(file);
        Tensor x = open.tensor("x", Device.plain());
        open.close();
        open.close();
        assertArrayEquals(new float[] {1, 2}, x.toFloatArray());
        String message = assertThrows(IllegalStateException.class, () -> open.tensor("x"))
                .getMessage();
        assertEquals(file + " was closed before tensor \"x\" was asked for", message);
    }

    @Test
    void replacesAFileThatIsOpen() {
        Safetensors.save(file, Map.of("x", tensor(1, 2)));
        try (Safetensors open = Safetensors.open(file)) {
            Safetensors.save(file, Map.of("x", open.tensor("x", Device.plain()).mul(2)));
            assertArrayEquals(
                    new float[] {1, 2}, open.tensor("x", Device.plain()).toFloatArray());
        }
        assertArrayEquals(
                new float[] {2, 4},
                Safetensors.load(file, Device.plain()).get("x").toFloatArray());
        holdsOnly(folder, "a.safetensors");
    }

    @Test
    void saysThatTheFileBecameShorter() throws IOException {
        Tensor large = Tensor.zeros(Shape.of(1 << 20), DType.FLOAT32, Device.plain());
        Safetensors.save(file, Map.of("x", large));
        try (Safetensors open = Safetensors.open(file)) {
            try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(4096);
            }
            refused(file, "became shorter while it was read", () -> open.tensor("x", Device.plain()));
        }
    }

    @Test
    void refusesToWriteWhatTheFormatCannotHold() {
        Tensor x = tensor(1);
        assertThrows(IllegalArgumentException.class, () -> Safetensors.save(file, Map.of("__metadata__", x)));
        assertThrows(IllegalArgumentException.class, () -> Safetensors.save(file, Map.of("\ud800", x)));
        assertThrows(
                IllegalArgumentException.class, () -> Safetensors.save(file, Map.of("x", x), Map.of("\udc00", "")));
        holdsOnly(folder);
    }

    // ------------------------------------------------------------------ shards

    private static Map<String, Tensor> four() {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        tensors.put("a", tensor(1, 2));
        tensors.put("b", tensor(3));
        tensors.put("c", tensor(4, 5, 6));
        tensors.put("d", tensor(7));
        return tensors;
    }

    @Test
    void writesAndReadsShards() {
        Safetensors.saveSharded(folder, four(), Map.of("format", "pt"), 12);
        holdsOnly(
                folder,
                "model-00001-of-00003.safetensors",
                "model-00002-of-00003.safetensors",
                "model-00003-of-00003.safetensors",
                "model.safetensors.index.json");
        for (Path path : List.of(folder, folder.resolve("model.safetensors.index.json"))) {
            try (Safetensors model = Safetensors.open(path)) {
                assertEquals(List.of("a", "b", "c", "d"), List.copyOf(model.names()));
                assertEquals(Map.of("format", "pt"), model.metadata());
                assertArrayEquals(
                        new float[] {4, 5, 6}, model.tensor("c", Device.plain()).toFloatArray());
            }
        }
        refused(
                folder,
                "holds model.safetensors.index.json already",
                () -> Safetensors.saveSharded(folder, four(), Map.of(), 12));
    }

    @Test
    void writesOneFileWhereOneIsEnough() {
        Safetensors.saveSharded(folder, four(), Map.of(), 1 << 20);
        holdsOnly(folder, "model.safetensors");
        assertEquals(4, Safetensors.load(folder, Device.plain()).size());
    }

    private void refusedIndex(String fact, String index) {
        Path path = write(folder.resolve("model.safetensors.index.json"), index.getBytes(StandardCharsets.UTF_8));
        refused(path, fact, () -> Safetensors.open(path));
    }

    @Test
    void refusesAnIndexThatLeadsAstray() throws IOException {
        Safetensors.save(file, Map.of("x", tensor(1)));
        for (String shard :
                List.of("", "..", "../a.safetensors", "/etc/passwd", "b/a.safetensors", "b\\\\a", "C:a", "a\\u0000")) {
            refusedIndex("which is a path", "{\"weight_map\":{\"x\":\"" + shard + "\"}}");
        }
        refusedIndex("has no weight_map", "{}");
        refusedIndex("has no weight_map", "{\"weight_map\":{}}");
        refusedIndex("a string was expected", "{\"weight_map\":{\"x\":1}}");
        refusedIndex("an object was expected", "{\"weight_map\":[\"a.safetensors\"]}");
        refusedIndex("an object was expected", "[]");
        refusedIndex("an object was expected", "");
        refusedIndex("no valid JSON: it ends in the middle; the file is damaged", "{\"weight_map\":{\"x\":");
        refusedIndex("no valid JSON", "{\"weight_map\":{\"x\":\"a\",\"x\":\"a\"}}");
        refusedIndex(
                "tensor \"y\" is not in a.safetensors, where the index has it",
                "{\"metadata\":{\"total_size\":4},\"weight_map\":{\"y\":\"a.safetensors\"}}");
        Path index = Files.writeString(
                folder.resolve("model.safetensors.index.json"), "{\"weight_map\":{\"x\":\"none.safetensors\"}}");
        refused(folder.resolve("none.safetensors"), "there is no such file", () -> Safetensors.open(index));
    }
}
