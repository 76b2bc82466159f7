package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadbackTest {
    @ParameterizedTest
    @ValueSource(strings = {"cpu", "plain", "emulated"})
    void hasTheElementsOfWhenItWasAskedFor(String name) {
        Device device = Device.of(name);
        List<Readback> asked = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            // Each is given back at once, so that later ones lie in its memory.
            Tensor x = Tensor.arange(3, device).to(DType.FLOAT32).add(i).realise();
            asked.add(x.readBack());
            x.close();
        }
        for (int i = 39; i >= 0; i--) {
            assertArrayEquals(new float[] {i, i + 1, i + 2}, asked.get(i).toFloatArray());
            assertArrayEquals(new float[] {i, i + 1, i + 2}, asked.get(i).toFloatArray(), "read twice");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated"})
    void sizesFromNothingToMegabytes(String name) {
        Device device = Device.of(name);
        for (int size : new int[] {0, 1, 16, 17, 1 << 19}) {
            short[] elements = new short[size];
            for (int i = 0; i < size; i++) {
                elements[i] = (short) (i * 31);
            }
            short[] read = new short[size];
            Tensor.of(elements, Shape.of(size), device).readBack().copyTo(MemorySegment.ofArray(read));
            assertArrayEquals(elements, read);
        }
    }

    /** What is asked for and never read is given back with the object. */
    @Test
    void mayBeForgotten() {
        Device device = Device.emulated();
        Tensor x = Tensor.arange(5, device).to(DType.FLOAT32).realise();
        for (int i = 0; i < 100; i++) {
            x.readBack();
            if (i % 10 == 0) {
                System.gc();
            }
        }
        assertArrayEquals(new float[] {0, 1, 2, 3, 4}, x.readBack().toFloatArray());
    }

    @Test
    void tellsOfAnIndexThatWasOutOfRange() {
        Device device = Device.emulated();
        Tensor table = Tensor.arange(4, device).to(DType.FLOAT32).reshape(4, 1).realise();
        Tensor index = Tensor.of(new long[] {1, 9}, Shape.of(2), device).realise();
        Readback taken = table.embedding(index).readBack();
        assertThrows(IndexOutOfRange.class, taken::toFloatArray);
    }

    @Test
    void refusesOtherTypesAndSizes() {
        Readback integers = Tensor.arange(3, Device.cpu()).readBack();
        assertEquals(
                "toFloatArray: what was read back is int64; to(DType.FLOAT32) before readBack()",
                assertThrows(DTypeMismatch.class, integers::toFloatArray).getMessage());
        assertEquals(
                "copyTo: int64(3,) has 24 bytes, the memory has 8",
                assertThrows(ShapeMismatch.class, () -> integers.copyTo(MemorySegment.ofArray(new long[1])))
                        .getMessage());
    }

    @Test
    void ofADeviceWithoutElementsIsRefusedWhenItIsRead() {
        Readback none = Tensor.ones(Shape.of(3), DType.FLOAT32, Device.meta()).readBack();
        assertThrows(UnsupportedOperationException.class, none::toFloatArray);
    }
}
