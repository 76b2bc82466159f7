package io.xianka.driver.libcuda;

import static io.xianka.driver.libcuda.Downcalls.call;

import io.xianka.driver.api.CublasLt;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** cuBLASLt by native calls, of cublasLt.h 12 and 13. */
public final class NativeCublasLt implements CublasLt {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

    private static final int NOT_SUPPORTED = 15;
    private static final Map<Integer, String> STATUSES = Map.of(
            1,
            "CUBLAS_STATUS_NOT_INITIALIZED",
            3,
            "CUBLAS_STATUS_ALLOC_FAILED",
            7,
            "CUBLAS_STATUS_INVALID_VALUE",
            8,
            "CUBLAS_STATUS_ARCH_MISMATCH",
            11,
            "CUBLAS_STATUS_MAPPING_ERROR",
            13,
            "CUBLAS_STATUS_EXECUTION_FAILED",
            14,
            "CUBLAS_STATUS_INTERNAL_ERROR",
            NOT_SUPPORTED,
            "CUBLAS_STATUS_NOT_SUPPORTED");

    // cublasLtMatmulDescAttributes_t, cublasLtMatrixLayoutAttribute_t, cublasLtMatmulPreferenceAttributes_t
    private static final int MATMUL_TRANSA = 3;
    private static final int MATMUL_TRANSB = 4;
    private static final int MATMUL_EPILOGUE = 7;
    private static final int MATMUL_BIAS_POINTER = 8;
    private static final int MATMUL_EPILOGUE_AUX_POINTER = 11;
    private static final int MATMUL_EPILOGUE_AUX_LD = 12;
    private static final int MATMUL_EPILOGUE_AUX_BATCH_STRIDE = 13;
    private static final int LAYOUT_BATCH_COUNT = 5;
    private static final int LAYOUT_STRIDED_BATCH_OFFSET = 6;
    private static final int PREFERENCE_MAX_WORKSPACE_BYTES = 1;
    private static final int PREFERENCE_REDUCTION_SCHEME_MASK = 3;
    private static final int PREFERENCE_MIN_ALIGNMENT_A_BYTES = 5; // B, C and D follow

    /** cublasLtReductionScheme_t: parts of a sum over k are kept in the type in which they are summed, not in the result's. */
    private static final int REDUCTION_SCHEME_COMPUTE_TYPE = 2;

    /** cublasLtMatmulHeuristicResult_t: the algorithm, then its workspace size, status and more. */
    private static final int ALGORITHM_BYTES = 64;

    private static final int RESULT_BYTES = 96;

    private final String origin;
    private final SymbolLookup symbols;
    private final String version;
    private final MemorySegment matmul;
    private final Map<Long, Long> handles = new ConcurrentHashMap<>();

    private NativeCublasLt(String origin, SymbolLookup symbols) {
        this.origin = origin;
        this.symbols = symbols;
        this.matmul = function("cublasLtMatmul");
        int number = call(function("cublasLtGetVersion"));
        // 120103 is 12.1.3, 130001 is 13.0.1.
        this.version = number / 10000 + "." + number / 100 % 100 + "." + number % 100;
    }

    /** The library at this path; empty when it does not load or is none. */
    public static Optional<CublasLt> open(Path library) {
        try {
            SymbolLookup symbols = SymbolLookup.libraryLookup(library, Arena.global());
            return Optional.of(new NativeCublasLt(library.toString(), symbols));
        } catch (IllegalArgumentException | IllegalStateException unusable) {
            return Optional.empty();
        }
    }

    private MemorySegment function(String name) {
        return symbols.find(name)
                .orElseThrow(() ->
                        new IllegalStateException(origin + " lacks " + name + "; install cuBLAS of CUDA 12 or 13"));
    }

    private void check(String function, int status) {
        if (status != 0) {
            String message =
                    function + " of " + origin + ": " + STATUSES.getOrDefault(status, "status") + " (" + status + ")";
            throw status == NOT_SUPPORTED
                    ? new UnsupportedOperationException(message)
                    : new IllegalStateException(message);
        }
    }

    @Override
    public String origin() {
        return origin;
    }

    @Override
    public String version() {
        return version;
    }

    private long handle(long context) {
        return handles.computeIfAbsent(
                context, current -> create("cublasLtCreate", out -> call(function("cublasLtCreate"), out)));
    }

    private interface Creation {
        int call(long out);
    }

    private long create(String name, Creation creation) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(LONG);
            check(name, creation.call(out.address()));
            return out.get(LONG, 0);
        }
    }

    private void set(String function, long descriptor, int attribute, int value) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment in = arena.allocateFrom(INT, value);
            check(function, call(function(function), descriptor, attribute, in.address(), Integer.BYTES));
        }
    }

    private void set(String function, long descriptor, int attribute, long value) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment in = arena.allocateFrom(LONG, value);
            check(function, call(function(function), descriptor, attribute, in.address(), Long.BYTES));
        }
    }

    private long layout(Layout layout, int batch) {
        long descriptor = create(
                "cublasLtMatrixLayoutCreate",
                out -> call(
                        function("cublasLtMatrixLayoutCreate"),
                        out,
                        type(layout.type()),
                        layout.rows(),
                        layout.columns(),
                        layout.leading()));
        if (batch > 1) {
            set("cublasLtMatrixLayoutSetAttribute", descriptor, LAYOUT_BATCH_COUNT, batch);
            set("cublasLtMatrixLayoutSetAttribute", descriptor, LAYOUT_STRIDED_BATCH_OFFSET, layout.batchStride());
        }
        return descriptor;
    }

    @Override
    public List<Plan> plans(long context, Matmul wanted, int most) {
        long handle = handle(context);
        var product = new Described(wanted, handle);
        long preference =
                create("cublasLtMatmulPreferenceCreate", out -> call(function("cublasLtMatmulPreferenceCreate"), out));
        set(
                "cublasLtMatmulPreferenceSetAttribute",
                preference,
                PREFERENCE_MAX_WORKSPACE_BYTES,
                wanted.mostWorkspaceBytes());
        set(
                "cublasLtMatmulPreferenceSetAttribute",
                preference,
                PREFERENCE_REDUCTION_SCHEME_MASK,
                REDUCTION_SCHEME_COMPUTE_TYPE);
        for (int operand = 0; operand < 4; operand++) {
            set(
                    "cublasLtMatmulPreferenceSetAttribute",
                    preference,
                    PREFERENCE_MIN_ALIGNMENT_A_BYTES + operand,
                    wanted.alignmentBytes());
        }
        // The plans keep slices of it.
        MemorySegment results = Arena.ofAuto().allocate((long) most * RESULT_BYTES, 16);
        int status;
        int found;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment count = arena.allocate(INT);
            status = call(
                    function("cublasLtMatmulAlgoGetHeuristic"),
                    handle,
                    product.operation,
                    product.a,
                    product.b,
                    product.d,
                    product.d,
                    preference,
                    most,
                    results.address(),
                    count.address());
            found = count.get(INT, 0);
        }
        check("cublasLtMatmulPreferenceDestroy", call(function("cublasLtMatmulPreferenceDestroy"), preference));
        if (status != 0 && status != NOT_SUPPORTED) {
            check("cublasLtMatmulAlgoGetHeuristic", status);
        }
        List<Plan> plans = new ArrayList<>();
        for (int i = 0; status == 0 && i < found; i++) {
            MemorySegment result = results.asSlice((long) i * RESULT_BYTES, RESULT_BYTES);
            if (result.get(INT, ALGORITHM_BYTES + 8) == 0) {
                plans.add(new Chosen(product, result));
            }
        }
        if (plans.isEmpty()) {
            product.destroy();
        }
        return List.copyOf(plans);
    }

    /** The descriptors of a product, which all of its plans share. */
    private final class Described {
        private final Matmul wanted;
        private final long handle;
        private final long operation;
        private final long a;
        private final long b;
        private final long d;
        private final MemorySegment setAttribute = function("cublasLtMatmulDescSetAttribute");
        /** alpha, beta, and the addresses of the bias and of what is kept for gradients. */
        private final MemorySegment values = Arena.ofAuto().allocate(32, 8);

        private Described(Matmul wanted, long handle) {
            this.wanted = wanted;
            this.handle = handle;
            operation = create(
                    "cublasLtMatmulDescCreate",
                    out -> call(
                            function("cublasLtMatmulDescCreate"),
                            out,
                            compute(wanted.compute()),
                            scale(wanted.compute())));
            set("cublasLtMatmulDescSetAttribute", operation, MATMUL_TRANSA, wanted.transposedA() ? 1 : 0);
            set("cublasLtMatmulDescSetAttribute", operation, MATMUL_TRANSB, wanted.transposedB() ? 1 : 0);
            set("cublasLtMatmulDescSetAttribute", operation, MATMUL_EPILOGUE, epilogue(wanted.epilogue()));
            if (wanted.epilogue().hasKept()) {
                Layout kept = wanted.d();
                set("cublasLtMatmulDescSetAttribute", operation, MATMUL_EPILOGUE_AUX_LD, kept.leading());
                if (wanted.batch() > 1) {
                    set(
                            "cublasLtMatmulDescSetAttribute",
                            operation,
                            MATMUL_EPILOGUE_AUX_BATCH_STRIDE,
                            kept.batchStride());
                }
            }
            a = layout(wanted.a(), wanted.batch());
            b = layout(wanted.b(), wanted.batch());
            d = layout(wanted.d(), wanted.batch());
        }

        private void destroy() {
            for (long layout : new long[] {a, b, d}) {
                check("cublasLtMatrixLayoutDestroy", call(function("cublasLtMatrixLayoutDestroy"), layout));
            }
            check("cublasLtMatmulDescDestroy", call(function("cublasLtMatmulDescDestroy"), operation));
        }

        private void setScales(double alpha, double beta) {
            if (wanted.compute() == Compute.FLOAT64) {
                values.set(ValueLayout.JAVA_DOUBLE, 0, alpha);
                values.set(ValueLayout.JAVA_DOUBLE, 8, beta);
            } else {
                values.set(ValueLayout.JAVA_FLOAT, 0, (float) alpha);
                values.set(ValueLayout.JAVA_FLOAT, 8, (float) beta);
            }
        }

        private void setAddress(int attribute, int place, long address) {
            if (values.get(LONG, place) != address) {
                values.set(LONG, place, address);
                check(
                        "cublasLtMatmulDescSetAttribute",
                        call(setAttribute, operation, attribute, values.address() + place, Long.BYTES));
            }
        }
    }

    private final class Chosen implements Plan {
        private final Described product;
        private final MemorySegment algorithm;
        private final long workspaceBytes;

        private Chosen(Described product, MemorySegment result) {
            this.product = product;
            this.algorithm = result;
            this.workspaceBytes = result.get(LONG, ALGORITHM_BYTES);
        }

        @Override
        public long workspaceBytes() {
            return workspaceBytes;
        }

        @Override
        public void enqueue(
                long stream,
                double alpha,
                long a,
                long b,
                double beta,
                long c,
                long d,
                long bias,
                long kept,
                long workspace) {
            // One at a time, as alpha, beta and addresses go through memory of the product.
            synchronized (product) {
                product.setScales(alpha, beta);
                if (product.wanted.epilogue().hasBias()) {
                    product.setAddress(MATMUL_BIAS_POINTER, 16, bias);
                }
                if (product.wanted.epilogue().hasKept()) {
                    product.setAddress(MATMUL_EPILOGUE_AUX_POINTER, 24, kept);
                }
                check(
                        "cublasLtMatmul",
                        call(
                                matmul,
                                product.handle,
                                product.operation,
                                product.values.address(),
                                a,
                                product.a,
                                b,
                                product.b,
                                product.values.address() + 8,
                                c,
                                product.d,
                                d,
                                product.d,
                                algorithm.address(),
                                workspace,
                                workspaceBytes,
                                stream));
            }
        }
    }

    /** cublasLtEpilogue_t. */
    private static int epilogue(Epilogue epilogue) {
        return switch (epilogue) {
            case NONE -> 1;
            case RELU -> 2;
            case BIAS -> 4;
            case RELU_BIAS -> 6;
            case GELU -> 32;
            case GELU_BIAS -> 36;
            case GELU_KEPT -> 160;
            case GELU_KEPT_BIAS -> 164;
            case GELU_GRADIENT -> 192;
            case GELU_GRADIENT_BIAS_GRADIENT -> 208;
            case BIAS_GRADIENT_OF_A -> 256;
        };
    }

    /** cudaDataType. */
    private static int type(Number type) {
        return switch (type) {
            case FLOAT32 -> 0;
            case FLOAT64 -> 1;
            case FLOAT16 -> 2;
            case BFLOAT16 -> 14;
        };
    }

    /** cublasComputeType_t. */
    private static int compute(Compute compute) {
        return switch (compute) {
            case FLOAT32 -> 68;
            case FLOAT64 -> 70;
            case TF32 -> 77;
        };
    }

    private static int scale(Compute compute) {
        return type(compute == Compute.FLOAT64 ? Number.FLOAT64 : Number.FLOAT32);
    }
}
