package io.xianka.tensor.file;

import static io.xianka.tensor.file.GoldenFiles.holdsOnly;
import static io.xianka.tensor.file.GoldenFiles.read;
import static io.xianka.tensor.file.GoldenFiles.refused;
import static io.xianka.tensor.file.GoldenFiles.write;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NpyTest {
    @TempDir
    Path folder;

    private static Tensor load(Path file) {
        return Npy.load(file, Device.plain());
    }

    @Test
    void readsWhatNumpyWrites() {
        for (String[] line : GoldenFiles.table("npy.tsv")) {
            Path file = write(folder.resolve("a.npy"), HexFormat.of().parseHex(line[4]));
            Tensor tensor = load(file);
            assertEquals(line[1], tensor.dtype().toString(), line[0]);
            assertEquals(line[2], tensor.shape().toString(), line[0]);
            assertEquals(line[3], HexFormat.of().formatHex(tensor.toRawBytes()), line[0] + " " + line[1] + line[2]);
        }
    }

    @Test
    void writesTheBytesThatNumpyWrites() {
        int compared = 0;
        for (String[] line : GoldenFiles.table("npy.tsv")) {
            if (line[0].equals("save")) {
                byte[] expected = HexFormat.of().parseHex(line[4]);
                Tensor tensor = load(write(folder.resolve("a.npy"), expected));
                Npy.save(folder.resolve("b.npy"), tensor);
                assertArrayEquals(expected, read(folder.resolve("b.npy")), line[1] + line[2]);
                compared++;
            }
        }
        assertEquals(18, compared);
    }

    @Test
    void writesWhatIsOnlyRecorded() {
        Path file = folder.resolve("a.npy");
        Tensor rows = Tensor.of(new long[] {0, 1, 2, 3, 4, 5}, Shape.of(2, 3), Device.plain());
        Npy.save(file, rows.transpose().mul(10));
        assertArrayEquals(new long[] {0, 30, 10, 40, 20, 50}, load(file).toLongArray());
    }

    @Test
    void readsOntoTheEmulator() {
        byte[] fortran = GoldenFiles.bytes("npy.tsv", "Fortran's order");
        Tensor tensor = Npy.load(write(folder.resolve("a.npy"), fortran), Device.emulated());
        assertArrayEquals(new int[] {-5, -2, 1, 4, 7, 10}, tensor.toIntArray());
    }

    @Test
    void takesAnyByteButZeroForTrue() {
        Path file = write(folder.resolve("a.npy"), file("|b1", "(3,)", new byte[] {0, 2, -1}));
        assertArrayEquals(new byte[] {0, 1, 1}, load(file).toRawBytes());
    }

    @Test
    void readsTheLongNumbersOfPython2() {
        byte[] bytes = file("{'descr': '|u1', 'fortran_order': False, 'shape': (2L, 1L)}", new byte[] {1, 2});
        assertEquals(Shape.of(2, 1), load(write(folder.resolve("a.npy"), bytes)).shape());
    }

    @Test
    void replacesAFileOnlyByAWholeOne() {
        Path file = folder.resolve("a.npy");
        Npy.save(file, Tensor.zeros(Shape.of(2), DType.INT8, Device.plain()));
        byte[] before = read(file);
        Tensor closed = Tensor.of(new float[] {1}, Shape.of(1), Device.plain());
        closed.close();
        assertThrows(IllegalStateException.class, () -> Npy.save(file, closed));
        assertArrayEquals(before, read(file));
        holdsOnly(folder, "a.npy");
    }

    // ------------------------------------------------------------------ refusals

    /** With a header of version 1 and this text. */
    private static byte[] file(String header, byte[] elements) {
        byte[] text = header.getBytes(StandardCharsets.ISO_8859_1);
        return ByteBuffer.allocate(10 + text.length + elements.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0})
                .putShort((short) text.length)
                .put(text)
                .put(elements)
                .array();
    }

    private static byte[] file(String descr, String shape, byte[] elements) {
        return file("{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }\n", elements);
    }

    private void refusedFile(String fact, byte[] bytes) {
        Path file = write(folder.resolve("bad.npy"), bytes);
        refused(file, fact, () -> load(file));
    }

    private void refusedHeader(String fact, String header) {
        refusedFile(fact, file(header, new byte[4]));
    }

    @Test
    void refusesWhatIsNoFile() {
        refused(folder, "is a folder", () -> load(folder));
        refused(folder.resolve("none.npy"), "there is no such file", () -> load(folder.resolve("none.npy")));
        refused(Path.of("/dev/zero"), "is a pipe or a device", () -> load(Path.of("/dev/zero")));
    }

    @Test
    void refusesWhatIsNoNpyFile() {
        refusedFile("is empty", new byte[0]);
        refusedFile("is no .npy file: it begins with the bytes 93 4e", new byte[] {(byte) 0x93, 'N'});
        refusedFile(
                "is no .npy file: it begins with the bytes 68 65", "hello, world".getBytes(StandardCharsets.US_ASCII));
        refusedFile("Npz.load reads it", GoldenFiles.bytes("npz.tsv", "savez"));
        refusedFile("is a Python pickle", new byte[] {(byte) 0x80, 4, 'K', 1, '.'});
        byte[] version4 = file("|u1", "(4,)", new byte[4]);
        version4[6] = 4;
        refusedFile("has version 4.0", version4);
        byte[] minor = file("|u1", "(4,)", new byte[4]);
        minor[7] = 1;
        refusedFile("has version 1.1", minor);
    }

    @Test
    void refusesAHeaderThatIsLongerThanTheFile() {
        byte[] bytes = file("|u1", "(4,)", new byte[4]);
        bytes[9] = 8;
        refusedFile("ends within its header", bytes);
        bytes[9] = -1;
        refusedFile("claims a header of 653", bytes);
        byte[] version2 = ByteBuffer.allocate(12)
                .put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0})
                .putInt(-1)
                .array();
        refusedFile("claims a header of 4294967295 bytes", version2);
        refusedFile("ends within its header", Arrays.copyOf(version2, 9));
    }

    @Test
    void refusesElementsThatDoNotFillTheFile() {
        refusedFile("float32(2, 3) has 24 bytes, the file holds 23", file("<f4", "(2, 3)", new byte[23]));
        refusedFile("float32(2, 3) has 24 bytes, the file holds 0", file("<f4", "(2, 3)", new byte[0]));
        refusedFile("1 bytes follow the 24 of float32(2, 3)", file("<f4", "(2, 3)", new byte[25]));
        refusedFile("1 bytes follow the 0 of", file("<f4", "(0, 9223372036854775807)", new byte[1]));
        refusedFile(
                "has 4611686018427387904 bytes, the file holds 4", file("<f4", "(1152921504606846976,)", new byte[4]));
        refusedFile("over 2^63 - 1 bytes", file("<f8", "(1152921504606846976,)", new byte[4]));
        refusedFile("over 2^63 - 1 bytes", file("<f4", "(4294967296, 4294967296, 4294967296)", new byte[4]));
        refusedFile("size 99999999999999999999 is over 2^63 - 1", file("<f4", "(99999999999999999999,)", new byte[4]));
    }

    @Test
    void refusesTypesThatTensorsHaveNot() {
        refusedFile("type \"<u2\", which tensors have not; save a.astype('int32')", file("<u2", "(2,)", new byte[4]));
        refusedFile("save a.astype('int64')", file("<u8", "(1,)", new byte[8]));
        refusedFile("save a.astype('float64')", file("<f16", "(1,)", new byte[16]));
        refusedFile("save a.astype('complex64')", file("<c16", "(1,)", new byte[16]));
        refusedFile("Python objects are pickled", file("|O", "(1,)", new byte[4]));
        refusedFile("save numbers or bool", file("<U4", "(1,)", new byte[16]));
        refusedFile("save a.astype('int64')", file("<M8[ns]", "(1,)", new byte[8]));
        refusedFile("a.view(ml_dtypes.bfloat16)", file("|V2", "(2,)", new byte[4]));
        refusedFile("save numbers or bool", file("", "(1,)", new byte[4]));
        refusedHeader(
                "holds records of several fields",
                "{'descr': [('a', '<f4'), ('b', '<i4')], 'fortran_order': False, 'shape': (1,), }");
    }

    @Test
    void refusesOtherPythonThanTheExpectedDict() {
        List<String> headers = new ArrayList<>(List.of(
                "",
                "{}",
                "{",
                "[]",
                "None",
                "{'descr': '<f4'}",
                "{'descr': '<f4', 'fortran_order': False}",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'more': 1}",
                "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1,)}",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} + {}",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}{}",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), **{}}",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)",
                "{'descr': '<f4' 'fortran_order': False, 'shape': (1,)}",
                "{'descr': '<f4', 'fortran_order': False, 'shape': 1}",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (1)}",
                "{'descr': '<f4', 'fortran_order': False, 'shape': [1]}",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (,)}",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (1,,)}",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (01,)}",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (0x1,)}",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (1.0,)}",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (True,)}",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (1 + 0,)}",
                "{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}",
                "{'descr': '<f4', 'fortran_order': false, 'shape': (1,)}",
                "{'descr': '<f4', 'fortran_order': __import__('os').system('true'), 'shape': (1,)}",
                "__import__('os').system('true')",
                "{'descr': __import__('os'), 'fortran_order': False, 'shape': (1,)}",
                "{'descr': '<f\\x34', 'fortran_order': False, 'shape': (1,)}",
                "{'descr': '<f4, 'fortran_order': False, 'shape': (1,)}",
                "{'descr: <f4",
                "{descr: '<f4', fortran_order: False, shape: (1,)}",
                "{1: '<f4', 'fortran_order': False, 'shape': (1,)}"));
        headers.add("{".repeat(5000));
        headers.add("(".repeat(5000));
        for (String header : headers) {
            refusedHeader("is not what numpy.save writes", header);
        }
        refusedHeader("has 65 axes", "{'descr': '<f4', 'fortran_order': False, 'shape': (" + "1,".repeat(65) + ")}");
    }

    @Test
    void refusesAHeaderThatIsNoUtf8() {
        byte[] bytes = GoldenFiles.bytes("npy.tsv", "version (3, 0)");
        bytes[14] = (byte) 0xff;
        refusedFile("is no UTF-8", bytes);
    }

    @Test
    void saysInOneLineWhatAFileWithLineBreaksHolds() {
        refusedHeader("\\u000a", "{'de\nscr': '<f4\u001b[2J', 'fortran_order': False, 'shape': (1,), }");
    }
}
