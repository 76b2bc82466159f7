package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.xianka.driver.Launch;
import org.junit.jupiter.api.Test;

/** The emulator runs kernels over tensors in the processor's memory, too. */
class UserKernelsOnCpuTest extends UserKernelsTest {
    @Override
    Device device() {
        return Device.cpu();
    }

    @Test
    void writesWhatAViewOfTheSameMemoryReads() {
        var kernel = new RawKernel("""
                extern "C" __global__ void move(const float* from, float* to) { to[threadIdx.x] = from[2 - threadIdx.x]; }
                """, "move");
        Tensor x = Tensor.of(new float[] {1, 2, 3}, Shape.of(3), Device.cpu());
        Tensor row = x.reshape(1, 3).realise();
        kernel.launch(Launch.of(1, 1), x, row);
        assertArrayEquals(new float[] {3, 2, 3}, x.toFloatArray());
    }
}
