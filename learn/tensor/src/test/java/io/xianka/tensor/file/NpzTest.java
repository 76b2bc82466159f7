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
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NpzTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("a.npz");
    }

    @Test
    void readsWhatNumpyWrites() {
        for (String name : List.of("savez", "savez_compressed")) {
            write(file, GoldenFiles.bytes("npz.tsv", name));
            Map<String, Tensor> arrays = Npz.load(file, Device.plain());
            assertEquals(List.of("weight", "größe", "none"), List.copyOf(arrays.keySet()));
            assertArrayEquals(
                    new float[] {-5, -2, 1, 4, Float.POSITIVE_INFINITY, Float.NaN},
                    arrays.get("weight").toFloatArray());
            assertEquals(-5, arrays.get("größe").itemLong());
            assertEquals(Shape.of(0, 2), arrays.get("none").shape());
            assertEquals(DType.BOOL, arrays.get("none").dtype());
        }
    }

    @Test
    void readsOneArrayByItsName() {
        write(file, GoldenFiles.bytes("npz.tsv", "savez_compressed"));
        try (Npz archive = Npz.open(file)) {
            assertEquals(List.of("weight", "größe", "none"), List.copyOf(archive.names()));
            assertEquals(Shape.of(2, 3), archive.shape("weight"));
            assertEquals(DType.INT64, archive.dtype("größe"));
            assertEquals(-5, archive.tensor("größe", Device.plain()).itemLong());
            String message = assertThrows(IllegalArgumentException.class, () -> archive.tensor("weigth"))
                    .getMessage();
            assertEquals(file + ": there is no array \"weigth\"; there are [weight, größe, none]", message);
        }
    }

    @Test
    void refusesToReadAfterClose() {
        write(file, GoldenFiles.bytes("npz.tsv", "savez"));
        Npz archive = Npz.open(file);
        archive.close();
        String message = assertThrows(IllegalStateException.class, () -> archive.tensor("weight"))
                .getMessage();
        assertEquals(file + " was closed before its weight.npy was read", message);
    }

    @Test
    void readsBackWhatItWrites() {
        Tensor a = Tensor.of(new float[] {1, 2, 3}, Shape.of(3, 1), Device.plain());
        Tensor b = Tensor.zeros(Shape.of(1000), DType.INT64, Device.plain());
        Npz.save(file, Map.of("a", a));
        assertArrayEquals(
                a.toRawBytes(), Npz.load(file, Device.plain()).get("a").toRawBytes());
        Npz.save(file, a, b);
        assertEquals(
                List.of("arr_0", "arr_1"),
                List.copyOf(Npz.load(file, Device.plain()).keySet()));
        assertArrayEquals(
                b.toRawBytes(), Npz.load(file, Device.plain()).get("arr_1").toRawBytes());
        int stored = read(file).length;
        assertTrue(stored > 8000 + 128 + 12 + 128, stored + " bytes");
        Npz.saveCompressed(file, a, b);
        assertTrue(read(file).length < 1000, read(file).length + " bytes");
        assertArrayEquals(
                b.toRawBytes(), Npz.load(file, Device.plain()).get("arr_1").toRawBytes());
        byte[] once = read(file);
        Npz.saveCompressed(file, a, b);
        assertArrayEquals(once, read(file));
        holdsOnly(folder, "a.npz");
    }

    @Test
    void refusesToWriteNamesThatArePaths() {
        Tensor a = Tensor.of(new float[] {1}, Shape.of(1), Device.plain());
        for (String name : List.of("", "a/b", "../a", "..", "a\\b", "a\0")) {
            assertThrows(IllegalArgumentException.class, () -> Npz.save(file, Map.of(name, a)), name);
        }
        holdsOnly(folder);
    }

    // ------------------------------------------------------------------ refusals

    private static final byte[] ARRAY = GoldenFiles.bytes("npy.tsv", "save");

    /** An archive of members with these bytes. */
    private static byte[] archive(Map<String, byte[]> members) {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> member : members.entrySet()) {
                zip.putNextEntry(new ZipEntry(member.getKey()));
                zip.write(member.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private void refusedArchive(String fact, byte[] bytes) {
        write(file, bytes);
        refused(file, fact, () -> Npz.load(file, Device.plain()));
    }

    /** The place of a member's directory entry, counted from 0. */
    private static int directory(byte[] archive, int member) {
        int at = 0;
        for (int i = -1; i < member; at++) {
            if (archive[at] == 'P' && archive[at + 1] == 'K' && archive[at + 2] == 1 && archive[at + 3] == 2) {
                i++;
            }
        }
        return at - 1;
    }

    private static ByteBuffer numbers(byte[] archive) {
        return ByteBuffer.wrap(archive).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void refusesWhatIsNoArchive() {
        refused(folder, "is a folder", () -> Npz.open(folder));
        refused(folder.resolve("none.npz"), "there is no such file", () -> Npz.open(folder.resolve("none.npz")));
        refusedArchive("is no .npz archive", new byte[0]);
        refusedArchive("is no .npz archive", ARRAY);
        byte[] whole = GoldenFiles.bytes("npz.tsv", "savez");
        refusedArchive("is no .npz archive", Arrays.copyOf(whole, whole.length - 30));
    }

    @Test
    void refusesNamesThatArePaths() {
        for (String name : List.of("../a.npy", "..npy", "a/b.npy", "/a.npy", "a\\b.npy", "folder/", "...npy")) {
            refusedArchive("which is a path", archive(Map.of(name, ARRAY)));
        }
    }

    @Test
    void refusesTwoArraysOfOneName() {
        refusedArchive("two arrays have the name \"a\"", archive(Map.of("a", ARRAY, "a.npy", ARRAY)));
        byte[] archive = archive(Map.of("a.npy", ARRAY, "b.npy", ARRAY));
        byte[] twice = new String(archive, StandardCharsets.ISO_8859_1)
                .replace("b.npy", "a.npy")
                .getBytes(StandardCharsets.ISO_8859_1);
        refusedArchive("two arrays have the name \"a\"", twice);
    }

    @Test
    void refusesMembersThatAreNoArrays() {
        refusedArchive(
                "array \"readme.txt\": is no .npy file",
                archive(Map.of("readme.txt", new byte[] {'h', 'e', 'l', 'l', 'o'})));
        refusedArchive("bytes follow the", archive(Map.of("a.npy", Arrays.copyOf(ARRAY, ARRAY.length + 1))));
        refusedArchive("the file holds", archive(Map.of("a.npy", Arrays.copyOf(ARRAY, ARRAY.length - 1))));
    }

    @Test
    void refusesDamagedBytes() {
        byte[] stored = GoldenFiles.bytes("npz.tsv", "savez");
        String text = new String(stored, StandardCharsets.ISO_8859_1);
        int element = text.indexOf('\n', text.indexOf("'shape': (2, 3)")) + 1;
        stored[element] ^= 1;
        refusedArchive("array \"weight\": the checksum is that of other bytes", stored);
        byte[] deflated = GoldenFiles.bytes("npz.tsv", "savez_compressed");
        int data = 30 + deflated[26] + deflated[28];
        deflated[data] = (byte) 0xff;
        refusedArchive("is damaged", deflated);
    }

    @Test
    void refusesToInflateMoreThanIsAllowed() {
        byte[] zeros = NpyHeader.write(DType.UINT8, Shape.of(1 << 20));
        byte[] bytes = Arrays.copyOf(zeros, zeros.length + (1 << 20));
        write(file, archive(Map.of("a.npy", bytes)));
        refused(file, "would inflate to 1048704 bytes, allowed are 1000000", () -> Npz.open(file, 1_000_000));
        try (Npz archive = Npz.open(file)) {
            assertEquals(1 << 20, archive.tensor("a", Device.plain()).shape().elements());
        }
    }

    @Test
    void refusesSizesThatDeflateCannotReach() {
        byte[] archive = archive(Map.of("a.npy", ARRAY));
        numbers(archive).putInt(directory(archive, 0) + 24, Integer.MAX_VALUE);
        refusedArchive("claims that \"a\" has 2147483647 bytes", archive);
    }

    @Test
    void refusesBytesBeyondTheClaimedSize() {
        byte[] longer = Arrays.copyOf(ARRAY, ARRAY.length + 5000);
        byte[] archive = archive(Map.of("a.npy", longer));
        numbers(archive).putInt(directory(archive, 0) + 24, ARRAY.length);
        refusedArchive("array \"a\":", archive);
    }

    @Test
    void refusesArraysThatLieOverOneAnother() {
        byte[] large = new byte[1000];
        new SplittableRandom(1).nextBytes(large);
        byte[] archive = archive(Map.of("a.npy", large, "b.npy", new byte[1], "c.npy", new byte[1]));
        ByteBuffer numbers = numbers(archive);
        // Every member claims the bytes of the largest.
        int packed = 0;
        for (int member = 0; member < 3; member++) {
            packed = Math.max(packed, numbers.getInt(directory(archive, member) + 20));
        }
        for (int member = 0; member < 3; member++) {
            numbers.putInt(directory(archive, member) + 20, packed);
        }
        refusedArchive("lie over one another", archive);
    }
}
