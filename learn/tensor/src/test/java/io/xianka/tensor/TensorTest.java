package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class TensorTest {
    private final Device device = Device.plain();

    @Test
    void addsWithBroadcasting() {
        Tensor column = Tensor.of(new float[] {1, 2}, Shape.of(2, 1), device);
        Tensor row = Tensor.of(new float[] {10, 20, 30}, Shape.of(3), device);
        Tensor sum = column.add(row);
        assertEquals(Shape.of(2, 3), sum.shape());
        assertArrayEquals(new float[] {11, 21, 31, 12, 22, 32}, sum.toFloatArray());
    }

    @Test
    void namesTheAxisThatDiffers() {
        Tensor a = Tensor.of(new float[6], Shape.of(2, 3), device);
        Tensor b = Tensor.of(new float[4], Shape.of(4), device);
        var refused = assertThrows(ShapeMismatch.class, () -> a.add(b));
        assertEquals("add: (2, 3) and (4,): sizes 3 and 4 of axis -1 differ and neither is 1", refused.getMessage());
    }
}
