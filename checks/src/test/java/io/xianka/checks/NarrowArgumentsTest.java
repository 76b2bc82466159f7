package io.xianka.checks;

import static io.xianka.driver.Arg.in;
import static io.xianka.driver.Arg.out;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.Device;
import io.xianka.driver.KernelModule;
import io.xianka.driver.Launch;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.SourceText;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Java's arrays and numbers as arguments of half precision and bfloat16: shorts with their bits. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NarrowArgumentsTest {
    private static final String SOURCE = """
            #include <cuda_fp16.h>
            #include <cuda_bf16.h>

            extern "C" __global__ void scaled(__half *out, const __half *in, __half factor)
            {
                out[threadIdx.x] = in[threadIdx.x] * factor;
            }

            extern "C" __global__ void swapped(half2 *out, const half2 *in)
            {
                out[threadIdx.x] = __lowhigh2highlow(in[threadIdx.x]);
            }

            extern "C" __global__ void narrowed(__nv_bfloat16 *out, const float *in, __nv_bfloat16 more)
            {
                out[threadIdx.x] = __float2bfloat16(in[threadIdx.x]) + more;
            }
            """;

    private Device device;
    private KernelModule module;

    Device device() {
        return Device.emulated();
    }

    @BeforeAll
    void open() {
        device = device();
        module = device.compile(
                SourceText.of(SOURCE),
                CompileOptions.DEFAULT.withCompiler(CompileOptions.Compiler.OWN).withCache(false));
    }

    @AfterAll
    void close() {
        module.close();
        device.close();
    }

    @Test
    void shortsAreHalves() {
        short[] results = new short[3];
        short[] numbers = {half(1), half(-2.5f), half(1000)};
        module.kernel("scaled").launch(Launch.of(1, 3), out(results), in(numbers), half(2));
        assertArrayEquals(new short[] {half(2), half(-5), half(2000)}, results);
    }

    @Test
    void twoShortsAreAPair() {
        short[] results = new short[4];
        module.kernel("swapped").launch(Launch.of(1, 2), out(results), in(new short[] {1, 2, 3, 4}));
        assertArrayEquals(new short[] {2, 1, 4, 3}, results);
    }

    @Test
    void shortsAreBfloats() {
        short[] results = new short[2];
        module.kernel("narrowed").launch(Launch.of(1, 2), out(results), in(new float[] {1, -2}), bfloat(0.5f));
        assertArrayEquals(new short[] {bfloat(1.5f), bfloat(-1.5f)}, results);
    }

    @Test
    void floatsAreRefusedWithTheWayOut() {
        var pairs = assertThrows(
                IllegalArgumentException.class,
                () -> module.kernel("swapped").launch(Launch.of(1, 1), out(new short[2]), in(new float[1])));
        assertTrue(
                pairs.getMessage().contains("got float[]; pass in(...), out(...) or inOut(...) of a short[]"),
                pairs.getMessage());
        var number = assertThrows(
                IllegalArgumentException.class,
                () -> module.kernel("scaled").launch(Launch.of(1, 1), out(new short[1]), in(new short[1]), 2f));
        assertTrue(number.getMessage().contains("Float.floatToFloat16"), number.getMessage());
    }

    private static short half(float number) {
        return Float.floatToFloat16(number);
    }

    private static short bfloat(float exact) {
        return (short) (Float.floatToRawIntBits(exact) >>> 16);
    }
}
