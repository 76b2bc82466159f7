package io.xianka.cli.npy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NpyFileTest {

    @TempDir
    Path folder;

    @Test
    void writesTheBytesThatNumPyWrites() throws IOException {
        var file = folder.resolve("a.npy");
        NpyFile.write(
                file, new NpyHeader(new NpyType('f', 4), List.of(2L, 1L)), MemorySegment.ofArray(new float[] {1, 2}));
        byte[] written = Files.readAllBytes(file);
        // numpy.save of numpy.array([[1], [2]], 'f4'), NumPy 2.4
        String header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1), }";
        assertEquals(128 + 8, written.length);
        assertArrayEquals(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 118, 0}, head(written, 10));
        assertEquals(
                header + " ".repeat(117 - header.length()) + "\n",
                new String(written, 10, 118, StandardCharsets.ISO_8859_1));
        assertEquals(1f, MemorySegment.ofArray(written).get(ValueLayout.JAVA_FLOAT_UNALIGNED, 128));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<f4|(3,)|12|float32|3",
                "<u2|(2, 3)|12|uint16|6",
                "<i8|(0, 7)|0|int64|0",
            })
    void readsWhatNumPyWrites(String descriptor, String shape, int bytes, String type, long elements)
            throws IOException {
        readsBack(
                "{'descr': '" + descriptor + "', 'fortran_order': False, 'shape': " + shape + ", }",
                bytes,
                type,
                elements);
    }

    @Test
    void readsRawBytes() throws IOException {
        readsBack("{'descr': '|V12', 'fortran_order': False, 'shape': (5,), }", 60, "V12", 5);
        readsBack("{'descr': '|b1', 'fortran_order': False, 'shape': (), }", 1, "bool", 1);
    }

    private void readsBack(String header, int bytes, String type, long elements) throws IOException {
        var file = file(header, bytes);
        try (var arena = Arena.ofConfined()) {
            var array = NpyFile.read(file, arena);
            assertEquals(type, array.header().type().displayName());
            assertEquals(elements, array.header().elements());
            assertEquals(bytes, array.data().byteSize());
        }
    }

    @Test
    void refusesWhatAKernelCannotRead() throws IOException {
        refused("{'descr': '>f4', 'fortran_order': False, 'shape': (3,), }", 12, "is big endian");
        refused("{'descr': '<f4', 'fortran_order': True, 'shape': (3, 2), }", 24, "is in Fortran order");
        refused("{'descr': '|O', 'fortran_order': False, 'shape': (3,), }", 24, "holds Python objects");
        refused("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (3,), }", 12, "holds a structured array");
        refused("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", 11, "is truncated");
        refused("{'descr': '<f4', 'fortran_order': False, 'shape': (1099511627776,), }", 64, "is truncated");
        refused(
                "{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 2), }",
                64,
                "more bytes than 64 bits");
        refused("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }", 64, "malformed header");
        refused("{'descr': '<f4', 'fortran_order': False, 'shape': (3", 64, "malformed header");
        refused("", 64, "malformed header");
        refused("{'descr': '<M8', 'fortran_order': False, 'shape': (3,), }", 64, "no counterpart in CUDA C");
    }

    @Test
    void refusesAFileWithoutTheMagic() throws IOException {
        var file = Files.writeString(folder.resolve("x.npy"), "not an array at all");
        assertTrue(refusal(file).contains("does not start with"));
    }

    @Test
    void refusesAFileThatEndsInItsHeader() throws IOException {
        var file =
                Files.write(folder.resolve("x.npy"), new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 118, 0});
        assertTrue(refusal(file).contains("ends inside its header"));
    }

    @Test
    void leavesNothingWhenTheFolderIsMissing() {
        var file = folder.resolve("missing").resolve("a.npy");
        assertThrows(
                IOException.class,
                () -> NpyFile.write(
                        file, new NpyHeader(new NpyType('i', 1), List.of(1L)), MemorySegment.ofArray(new byte[1])));
        assertTrue(Files.notExists(file.getParent()));
    }

    private void refused(String header, int bytes, String reason) throws IOException {
        String message = refusal(file(header, bytes));
        assertTrue(message.contains(reason), message);
    }

    private static String refusal(Path file) {
        try (var arena = Arena.ofConfined()) {
            return assertThrows(NpyException.class, () -> NpyFile.read(file, arena))
                    .getMessage();
        }
    }

    private Path file(String header, int dataBytes) throws IOException {
        byte[] text = header.getBytes(StandardCharsets.ISO_8859_1);
        byte[] whole = new byte[10 + text.length + dataBytes];
        System.arraycopy(NpyFile.MAGIC, 0, whole, 0, 6);
        whole[6] = 1;
        whole[8] = (byte) text.length;
        whole[9] = (byte) (text.length >> 8);
        System.arraycopy(text, 0, whole, 10, text.length);
        return Files.write(folder.resolve("x.npy"), whole);
    }

    private static byte[] head(byte[] bytes, int count) {
        return java.util.Arrays.copyOf(bytes, count);
    }
}
