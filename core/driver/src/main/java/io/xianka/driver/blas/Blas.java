package io.xianka.driver.blas;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A loaded CBLAS, such as OpenBLAS 0.3 ({@code cblas.h}, sizes of 32 bits). Several threads may call it; it uses threads of its own.
 */
public final class Blas {
    private static final int ROW_MAJOR = 101;
    private static final int AS_IT_LIES = 111;
    private static final int TRANSPOSED = 112;

    private final String origin;
    private final MethodHandle sgemm;
    private final MethodHandle dgemm;
    private final Optional<MethodHandle> setThreads;

    private Blas(String origin, SymbolLookup symbols) {
        Linker linker = Linker.nativeLinker();
        this.origin = origin;
        this.sgemm = linker.downcallHandle(symbols.findOrThrow("cblas_sgemm"), gemm(JAVA_FLOAT));
        this.dgemm = linker.downcallHandle(symbols.findOrThrow("cblas_dgemm"), gemm(JAVA_DOUBLE));
        this.setThreads = symbols.find("openblas_set_num_threads")
                .map(symbol -> linker.downcallHandle(symbol, FunctionDescriptor.ofVoid(JAVA_INT)));
    }

    private static FunctionDescriptor gemm(MemoryLayout number) {
        return FunctionDescriptor.ofVoid(
                JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, number, JAVA_LONG, JAVA_INT, JAVA_LONG,
                JAVA_INT, number, JAVA_LONG, JAVA_INT);
    }

    /**
     * The library in a file.
     *
     * @throws IllegalArgumentException when it does not load or has no {@code cblas_sgemm}
     */
    public static Blas load(Path library) {
        if (!Files.isRegularFile(library)) {
            throw new IllegalArgumentException(library + " is no file");
        }
        SymbolLookup symbols = SymbolLookup.libraryLookup(library, Arena.global());
        if (symbols.find("cblas_sgemm").isEmpty() || symbols.find("cblas_dgemm").isEmpty()) {
            throw new IllegalArgumentException(library + " has no cblas_sgemm");
        }
        return new Blas(library.toString(), symbols);
    }

    /** {@return the file it came from} */
    public String origin() {
        return origin;
    }

    /** Lets it use so many threads from now on, where it can be told. */
    public void useThreads(int count) {
        setThreads.ifPresent(handle -> {
            try {
                handle.invokeExact(count);
            } catch (Throwable unexpected) {
                throw new AssertionError(unexpected);
            }
        });
    }

    /**
     * A matrix in memory.
     *
     * @param address of its first element
     * @param lineElements the step from line to line, in elements: rows, or columns where it is transposed
     * @param transposed whether lines are columns
     */
    public record Matrix(long address, int lineElements, boolean transposed) {
        /** {@return a matrix whose elements lie in a segment outside of the heap} */
        public static Matrix of(MemorySegment elements, int lineElements, boolean transposed) {
            return new Matrix(elements.address(), lineElements, transposed);
        }

        private int order() {
            return transposed ? TRANSPOSED : AS_IT_LIES;
        }
    }

    /** {@code c = scale * a b + keep * c} of float32, c row-major of m rows and n columns. */
    public void multiply(int m, int n, int k, float scale, Matrix a, Matrix b, float keep, Matrix c) {
        try {
            sgemm.invokeExact(
                    ROW_MAJOR,
                    a.order(),
                    b.order(),
                    m,
                    n,
                    k,
                    scale,
                    a.address,
                    a.lineElements,
                    b.address,
                    b.lineElements,
                    keep,
                    c.address,
                    c.lineElements);
        } catch (Throwable unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    /** {@code c = scale * a b + keep * c} of float64, c row-major of m rows and n columns. */
    public void multiply(int m, int n, int k, double scale, Matrix a, Matrix b, double keep, Matrix c) {
        try {
            dgemm.invokeExact(
                    ROW_MAJOR,
                    a.order(),
                    b.order(),
                    m,
                    n,
                    k,
                    scale,
                    a.address,
                    a.lineElements,
                    b.address,
                    b.lineElements,
                    keep,
                    c.address,
                    c.lineElements);
        } catch (Throwable unexpected) {
            throw new AssertionError(unexpected);
        }
    }
}
