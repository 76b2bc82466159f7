import static io.xianka.driver.Arg.*;

import io.xianka.driver.*;

void main() {
    String source = """
            __global__ void multiply_them(float *dest, const float *a, const float *b)
            {
                const int i = threadIdx.x;
                dest[i] = a[i] * b[i];
            }
            """;
    float[] a = new float[400], b = new float[400], dest = new float[400];
    for (int i = 0; i < 400; i++) {
        a[i] = i;
        b[i] = 0.5f;
    }

    try (var device = Device.best()) {
        Kernel multiply = device.compile(source).kernel("multiply_them");
        multiply.launch(Launch.of(1, 400), out(dest), in(a), in(b));
    }
    IO.println(dest[399]); // 199.5
}
