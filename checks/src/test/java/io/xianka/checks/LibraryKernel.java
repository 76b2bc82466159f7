package io.xianka.checks;

import static io.xianka.driver.Arg.in;
import static io.xianka.driver.Arg.out;

import io.xianka.driver.Device;
import io.xianka.driver.Launch;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.SourceText;

/**
 * Evaluates a CUDA C expression of {@code a} and {@code b} for each element of two arrays, one thread an element, with the
 * own compiler.
 */
record LibraryKernel(Device device, CompileOptions.Compiler compiler) {
    private static final int BLOCK_THREADS = 128;

    LibraryKernel(Device device) {
        this(device, CompileOptions.Compiler.OWN);
    }

    float[] floats(String expression, float[] a, float[] b) {
        float[] result = new float[a.length];
        run("float", "float", expression, a.length, out(result), in(a), in(b));
        return result;
    }

    double[] doubles(String expression, double[] a, double[] b) {
        double[] result = new double[a.length];
        run("double", "double", expression, a.length, out(result), in(a), in(b));
        return result;
    }

    int[] ints(String expression, int[] a, int[] b) {
        int[] result = new int[a.length];
        run("int", "int", expression, a.length, out(result), in(a), in(b));
        return result;
    }

    long[] longs(String expression, long[] a, long[] b) {
        long[] result = new long[a.length];
        run("long long", "long long", expression, a.length, out(result), in(a), in(b));
        return result;
    }

    private void run(String resultType, String type, String expression, int count, Object result, Object a, Object b) {
        String source = """
                extern "C" __global__ void each(%s *result, const %s *as, const %s *bs, int count)
                {
                    const int i = blockIdx.x * blockDim.x + threadIdx.x;
                    if (i >= count)
                        return;
                    const %s a = as[i];
                    const %s b = bs[i];
                    result[i] = %s;
                }
                """.formatted(resultType, type, type, type, type, expression);
        var options = CompileOptions.DEFAULT.withCompiler(compiler).withCache(false);
        try (var module = device.compile(SourceText.of(source), options)) {
            module.kernel("each").launch(Launch.covering(count, BLOCK_THREADS), result, a, b, count);
        }
    }
}
