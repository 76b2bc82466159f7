package io.xianka.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The set of kernels that compilers and engines are compared by. Each is {@code kernels/NAME.cu} with one kernel of that
 * name; beside it lies what nvcc made of it. {@link Workload} says what each is launched with.
 */
enum BenchKernel {
    SAXPY4(Limit.MEMORY),
    TRANSPOSE(Limit.MEMORY),
    GATHER(Limit.MEMORY),
    PARTICLES(Limit.MEMORY),
    NBODY(Limit.ARITHMETIC),
    MANDELBROT(Limit.ARITHMETIC),
    SHA256(Limit.ARITHMETIC),
    BLACK_SCHOLES(Limit.ARITHMETIC),
    MATMUL(Limit.SHARED_MEMORY),
    STENCIL(Limit.SHARED_MEMORY),
    SOFTMAX(Limit.SHUFFLES),
    HISTOGRAM(Limit.ATOMICS);

    /** What mostly holds a kernel up. */
    enum Limit {
        MEMORY,
        ARITHMETIC,
        SHARED_MEMORY,
        SHUFFLES,
        ATOMICS
    }

    private final Limit limit;

    BenchKernel(Limit limit) {
        this.limit = limit;
    }

    Limit limit() {
        return limit;
    }

    /** The kernel's name, which is also its files'. */
    String kernelName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** CUDA C. */
    String source() {
        return text(".cu");
    }

    /** PTX by nvcc, which the file's head names. */
    String referencePtx() {
        return text(".ptx");
    }

    private String text(String ending) {
        try (InputStream stream = BenchKernel.class.getResourceAsStream("kernels/" + kernelName() + ending)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
