package io.xianka.nn.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdxFileTest {
    private static final String IMAGES = "00000803 00000002 00000001 00000003 000102 fdfeff";
    private static final String LABELS = "00000801 00000002 0907";

    @TempDir
    Path folder;

    private Path file(String name, String hex) throws IOException {
        return Files.write(folder.resolve(name), HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    private static String refusal(Path file) {
        return assertThrows(DataException.class, () -> IdxFile.read(file)).getMessage();
    }

    @Test
    void readsBytes() throws IOException {
        IdxFile images = IdxFile.read(file("images", IMAGES));
        assertEquals(Shape.of(2, 1, 3), images.shape());
        assertEquals(DType.UINT8, images.dtype());
        assertArrayEquals(
                new int[] {0, 1, 2, 253, 254, 255}, images.tensor(Device.cpu()).toIntArray());
    }

    @Test
    void readsBigEndianNumbersOfEveryType() throws IOException {
        assertArrayEquals(
                new int[] {-2},
                IdxFile.read(file("a", "00000901 00000001 fe"))
                        .tensor(Device.cpu())
                        .toIntArray());
        assertArrayEquals(
                new int[] {258, -1},
                IdxFile.read(file("a", "00000B01 00000002 0102 ffff"))
                        .tensor(Device.cpu())
                        .toIntArray());
        assertArrayEquals(
                new int[] {0x01020304},
                IdxFile.read(file("a", "00000C01 00000001 01020304"))
                        .tensor(Device.cpu())
                        .toIntArray());
        assertArrayEquals(
                new float[] {1.5f},
                IdxFile.read(file("a", "00000D01 00000001 3fc00000"))
                        .tensor(Device.cpu())
                        .toFloatArray());
        assertArrayEquals(
                new double[] {-2.5},
                IdxFile.read(file("a", "00000E01 00000001 c004000000000000"))
                        .tensor(Device.cpu())
                        .toDoubleArray());
    }

    @Test
    void readsWhatGzipCompressed() throws IOException {
        Path packed = folder.resolve("images.gz");
        try (var out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(Files.readAllBytes(file("images", IMAGES)));
        }
        assertEquals(Shape.of(2, 1, 3), IdxFile.read(packed).shape());
        byte[] bytes = Files.readAllBytes(packed);
        Files.write(packed, Arrays.copyOf(bytes, bytes.length - 9));
        assertTrue(refusal(packed).contains("is cut off or damaged"), refusal(packed));
    }

    @Test
    void refusesWhatIsNoWholeFile() throws IOException {
        assertTrue(refusal(file("a", "1234567890")).contains("is no IDX file"));
        assertTrue(refusal(file("a", "00000701 00000001 00")).contains("there is no type of number 7"));
        assertTrue(refusal(file("a", "00000803 00000002")).contains("is cut off"));
        assertTrue(refusal(file("a", IMAGES.substring(0, IMAGES.length() - 2)))
                .contains("is cut off: shape (2, 1, 3) needs 6 bytes, there are 5"));
        assertTrue(refusal(file("a", IMAGES + "00")).contains("goes on after the 6 bytes"));
        assertTrue(refusal(file("a", "00000803 7fffffff 7fffffff 7fffffff")).contains("larger than 2 GB"));
    }

    @Test
    void imagesAndLabelsGoTogether() throws IOException {
        var data = LabelledImages.read(file("images", IMAGES), file("labels", LABELS));
        try (var batches = Batches.once(data, 2, Device.cpu());
                Batch batch = batches.next()) {
            assertEquals(Shape.of(2, 1, 3), batch.part(0).shape());
            assertArrayEquals(new int[] {253, 254, 255}, batch.part(0).get(1).toIntArray());
            assertArrayEquals(new int[] {9, 7}, batch.part(1).toIntArray());
        }
        Path one = file("one", "00000801 00000001 09");
        assertTrue(assertThrows(DataException.class, () -> LabelledImages.read(folder.resolve("images"), one))
                .getMessage()
                .startsWith(one + ": has 1 labels, and " + folder.resolve("images") + " has 2 images"));
        assertThrows(DataException.class, () -> LabelledImages.read(one, folder.resolve("images")));
    }
}
