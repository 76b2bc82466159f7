package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class TensorTest {
    private final Device device = Device.plain();

    @Test
    void addsWithBroadcasting() {
        Tensor column = Tensor.of(device, new float[] {1, 2}, 2, 1);
        Tensor row = Tensor.of(device, new float[] {10, 20, 30});
        Tensor sum = column.add(row);
        assertEquals(Shape.of(2, 3), sum.shape());
        assertArrayEquals(new float[] {11, 21, 31, 12, 22, 32}, sum.toFloatArray());
    }

    @Test
    void namesTheAxisThatDiffers() {
        Tensor a = Tensor.of(device, new float[6], 2, 3);
        Tensor b = Tensor.of(device, new float[4]);
        var refused = assertThrows(ShapeMismatch.class, () -> a.add(b));
        assertEquals("add: (2, 3) and (4,): sizes 3 and 4 of axis -1 differ and neither is 1", refused.getMessage());
    }
}
