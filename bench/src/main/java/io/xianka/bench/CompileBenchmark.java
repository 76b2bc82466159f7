package io.xianka.bench;

import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.CompiledSource;
import io.xianka.driver.api.KernelCompiler;
import io.xianka.driver.api.SourceText;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** How long the own compiler takes in a warm JVM, from source text to PTX text, without the cache. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CompileBenchmark {

    private static final String MULTIPLY_THEM = """
            __global__ void multiply_them(float *dest, const float *a, const float *b)
            {
                const int i = threadIdx.x;
                dest[i] = a[i] * b[i];
            }
            """;

    private static final String MATRIX_PRODUCT = """
            #define TILE 16
            extern "C" __global__ void product(const float *a, const float *b, float *c, int n)
            {
                __shared__ float as[TILE][TILE];
                __shared__ float bs[TILE][TILE];
                int row = blockIdx.y * TILE + threadIdx.y;
                int column = blockIdx.x * TILE + threadIdx.x;
                float sum = 0.0f;
                for (int k0 = 0; k0 < n; k0 += TILE) {
                    as[threadIdx.y][threadIdx.x] = a[row * n + k0 + threadIdx.x];
                    bs[threadIdx.y][threadIdx.x] = b[(k0 + threadIdx.y) * n + column];
                    __syncthreads();
                    #pragma unroll
                    for (int k = 0; k < TILE; ++k)
                        sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
                    __syncthreads();
                }
                c[row * n + column] = expf(sum);
            }
            """;

    /** Which kernel. */
    @Param({"multiply_them", "matrix_product"})
    public String kernel;

    private KernelCompiler compiler;
    private SourceText source;
    private CompileOptions options;

    /** Finds the compiler. */
    @Setup
    public void find() {
        compiler = ServiceLoader.load(KernelCompiler.class).findFirst().orElseThrow();
        source = SourceText.of(kernel.equals("multiply_them") ? MULTIPLY_THEM : MATRIX_PRODUCT);
        options = CompileOptions.DEFAULT
                .withCompiler(CompileOptions.Compiler.OWN)
                .withArchitecture("sm_90")
                .withCache(false);
    }

    /** Source text to PTX text. */
    @Benchmark
    public CompiledSource compile() {
        return compiler.compile(source, options);
    }
}
