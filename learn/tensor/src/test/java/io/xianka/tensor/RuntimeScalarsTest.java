package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RuntimeScalarsTest {
    @Test
    void areReadByAStreamThatIsFarBehind() {
        Device device = Device.emulated();
        Tensor x = Tensor.ones(Shape.of(20_000), DType.FLOAT32, device).realise();
        double expected = 1;
        for (int step = 1; step <= 20; step++) {
            x = x.add(Tensor.runtimeScalar(step, DType.FLOAT32, device)).realise();
            expected += step;
        }
        assertEquals(expected, x.max().item());
        assertEquals(expected, x.min().item());
    }
}
