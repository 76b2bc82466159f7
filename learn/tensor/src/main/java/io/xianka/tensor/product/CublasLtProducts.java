package io.xianka.tensor.product;

import io.xianka.driver.Device;
import io.xianka.driver.Stream;
import io.xianka.driver.api.CublasLt;
import io.xianka.driver.api.CublasLt.Compute;
import io.xianka.driver.api.CublasLt.Epilogue;
import io.xianka.driver.api.CublasLt.Layout;
import io.xianka.driver.api.CublasLt.Matmul;
import io.xianka.driver.api.CublasLt.Plan;
import io.xianka.tensor.DType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Products by cuBLASLt. Its matrices are column-major, so that what lies row by row here is a transpose there: it is asked
 * for {@code d^T = b^T a^T}, and takes each factor as it lies.
 */
final class CublasLtProducts implements Products {
    private static final long MOST_WORKSPACE_BYTES = 32L << 20; // as NVIDIA advises for Hopper

    private final Device device;
    private final CublasLt library;
    private final Optional<AlgorithmTrials> trials;
    private final Map<Product, Optional<Plan>> plans = new ConcurrentHashMap<>();

    /**
     * By a library.
     *
     * @param memory the folder where the choice of an algorithm is remembered; without one the library's heuristics choose
     */
    CublasLtProducts(Device device, CublasLt library, Optional<Path> memory) {
        this.device = device;
        this.library = library;
        String name = "products-" + library.version() + "-" + device.name().replaceAll("\\W+", "-") + ".txt";
        this.trials = memory.map(folder -> new AlgorithmTrials(device, Choices.in(folder.resolve(name))));
    }

    @Override
    public String how() {
        return "cuBLASLt " + library.version();
    }

    @Override
    public boolean supports(Product product) {
        return product.isEmpty() || find(product).isPresent();
    }

    /** Its hyperbolic tangent is the hardware's, good enough for types of 16 bits; it has no error function. */
    @Override
    public boolean applies(Activation activation, Arithmetic arithmetic) {
        return switch (activation) {
            case NONE, RELU -> true;
            case GELU_TANH -> arithmetic.factors().bytes() == 2;
            case GELU_ERF -> false;
        };
    }

    @Override
    public long workspaceBytes(Product product) {
        return product.isEmpty() ? 0 : plan(product).workspaceBytes();
    }

    @Override
    public void enqueue(Stream stream, Product product, long a, long b, long c, long d, long bias, long workspace) {
        if (product.isEmpty()) {
            return;
        }
        Plan plan = plan(product);
        long addend = product.beta() == 0 ? d : c;
        stream.enqueue(
                handle -> plan.enqueue(handle, product.alpha(), b, a, product.beta(), addend, d, bias, 0, workspace));
    }

    private Plan plan(Product product) {
        return find(product)
                .orElseThrow(() -> new UnsupportedOperationException(
                        how() + " has no algorithm for " + product + "; Products.own(device) computes it"));
    }

    private Optional<Plan> find(Product product) {
        Optional<Plan> known = plans.get(product);
        return known != null ? known : plans.computeIfAbsent(product, this::prepare);
    }

    private Optional<Plan> prepare(Product product) {
        // A sum of nothing is no product for the library; it knows GELU by tanh alone, and computes it in float.
        boolean floatOnly = product.activation() == Activation.GELU_TANH && product.arithmetic() == Arithmetic.FLOAT64;
        if (product.k() == 0 || product.activation() == Activation.GELU_ERF || floatOnly) {
            return Optional.empty();
        }
        Matmul matmul = new Matmul(
                switch (product.arithmetic()) {
                    case FLOAT64 -> Compute.FLOAT64;
                    case TF32 -> Compute.TF32;
                    case FLOAT32, FLOAT16, BFLOAT16 -> Compute.FLOAT32;
                },
                product.batch(),
                product.b().transposed(),
                product.a().transposed(),
                layout(product.arithmetic().factors(), product.b(), product.k(), product.n()),
                layout(product.arithmetic().factors(), product.a(), product.m(), product.k()),
                layout(product.result(), product.d(), product.m(), product.n()),
                epilogue(product),
                product.alignmentBytes(),
                MOST_WORKSPACE_BYTES);
        int most = trials.isPresent() ? AlgorithmTrials.MOST_ALGORITHMS : 1;
        List<Plan> plans = device.inContext(context -> library.plans(context, matmul, most));
        return plans.isEmpty()
                ? Optional.empty()
                : Optional.of(trials.map(all -> all.fastest(product, plans)).orElse(plans.getFirst()));
    }

    /** What lies row by row, read column by column. */
    private static Layout layout(DType type, Matrix matrix, int rows, int columns) {
        int length = matrix.transposed() ? rows : columns;
        int lines = matrix.transposed() ? columns : rows;
        return new Layout(number(type), length, lines, Math.max(matrix.leading(), length), matrix.batchStride());
    }

    private static CublasLt.Number number(DType type) {
        return switch (type) {
            case FLOAT64 -> CublasLt.Number.FLOAT64;
            case FLOAT32 -> CublasLt.Number.FLOAT32;
            case FLOAT16 -> CublasLt.Number.FLOAT16;
            case BFLOAT16 -> CublasLt.Number.BFLOAT16;
            case BOOL, UINT8, INT8, INT16, INT32, INT64, COMPLEX64 ->
                throw new IllegalArgumentException("no product of " + type);
        };
    }

    private static Epilogue epilogue(Product product) {
        return switch (product.activation()) {
            case NONE -> product.bias() ? Epilogue.BIAS : Epilogue.NONE;
            case RELU -> product.bias() ? Epilogue.RELU_BIAS : Epilogue.RELU;
            case GELU_TANH -> product.bias() ? Epilogue.GELU_BIAS : Epilogue.GELU;
            case GELU_ERF -> throw new IllegalArgumentException("cuBLASLt has no GELU by erf");
        };
    }
}
