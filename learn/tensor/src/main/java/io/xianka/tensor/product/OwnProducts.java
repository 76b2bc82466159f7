package io.xianka.tensor.product;

import io.xianka.driver.Arg;
import io.xianka.driver.Device;
import io.xianka.driver.Kernel;
import io.xianka.driver.KernelModule;
import io.xianka.driver.Launch;
import io.xianka.driver.Stream;
import io.xianka.tensor.DType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Products by kernels made here: on tensor cores where the device has them for the type, else by plain multiply-adds. A
 * kernel is compiled for a tile and for what the source takes as macros; sizes are its arguments, so that one kernel
 * serves many products.
 */
final class OwnProducts implements Products {
    private static final long MOST_BLOCKS = Integer.MAX_VALUE;

    private final Device device;
    private final ProductTiles tiles;
    private final Map<Variant, Kernels> kernels = new ConcurrentHashMap<>();
    private final Map<Product, Plan> plans = new ConcurrentHashMap<>();

    /** What a kernel is compiled for. Pieces are the bytes that copies to shared memory are aligned to. */
    private record Variant(
            ProductTile tile,
            Arithmetic arithmetic,
            DType result,
            boolean transposedA,
            boolean transposedB,
            boolean addend,
            boolean bias,
            Activation activation,
            boolean split,
            int pieceA,
            int pieceB,
            boolean pairs) {}

    private record Kernels(Kernel product, Kernel reduceParts) {}

    private record Plan(
            Kernels kernels, ProductTile tile, int blocks, int sharedBytes, int parts, int partLength, long bytes) {}

    OwnProducts(Device device) {
        this(device, new ProductTiles(device));
    }

    /** With a choice of tiles, for measuring. */
    OwnProducts(Device device, ProductTiles tiles) {
        this.device = device;
        this.tiles = tiles;
    }

    @Override
    public String how() {
        return "own";
    }

    @Override
    public boolean supports(Product product) {
        return true;
    }

    @Override
    public boolean applies(Activation activation, Arithmetic arithmetic) {
        return true;
    }

    @Override
    public long workspaceBytes(Product product) {
        return product.isEmpty() ? 0 : plan(product).bytes;
    }

    @Override
    public void enqueue(Stream stream, Product product, long a, long b, long c, long d, long bias, long workspace) {
        if (product.isEmpty()) {
            return;
        }
        Plan plan = plan(product);
        boolean isDouble = product.arithmetic() == Arithmetic.FLOAT64;
        Object alpha = isDouble ? (Object) product.alpha() : (Object) (float) product.alpha();
        Object beta = isDouble ? (Object) product.beta() : (Object) (float) product.beta();
        plan.kernels.product.launch(
                Launch.of(plan.blocks, plan.tile.threads())
                        .withShared(plan.sharedBytes)
                        .on(stream),
                Arg.pointer(a),
                Arg.pointer(b),
                Arg.pointer(c),
                Arg.pointer(d),
                Arg.pointer(bias),
                Arg.pointer(workspace),
                product.m(),
                product.n(),
                product.k(),
                plan.parts,
                plan.partLength,
                product.a().leading(),
                product.b().leading(),
                product.d().leading(),
                product.a().batchStride(),
                product.b().batchStride(),
                product.d().batchStride(),
                alpha,
                beta);
        if (plan.parts > 1) {
            long elements = (long) product.batch() * product.m() * product.n();
            plan.kernels.reduceParts.launch(
                    Launch.covering(elements, 256).on(stream),
                    Arg.pointer(workspace),
                    Arg.pointer(c),
                    Arg.pointer(d),
                    Arg.pointer(bias),
                    elements,
                    product.m(),
                    product.n(),
                    plan.parts,
                    product.d().leading(),
                    product.d().batchStride(),
                    alpha,
                    beta);
        }
    }

    /** The kernel that computes a product, for measuring. */
    Kernel kernelOf(Product product) {
        return plan(product).kernels.product;
    }

    private Plan plan(Product product) {
        Plan known = plans.get(product);
        return known != null ? known : plans.computeIfAbsent(product, this::prepare);
    }

    private Plan prepare(Product product) {
        ProductTiles.Choice choice = tiles.choose(product);
        ProductTile tile = choice.tile();
        int parts = choice.parts();
        long blocks = ProductTiles.blocks(product, tile) * parts;
        if (blocks > MOST_BLOCKS) {
            throw new IllegalArgumentException(product.batch() + " products of " + product.m() + " x " + product.n()
                    + " take " + blocks + " blocks, more than the " + MOST_BLOCKS
                    + " of a launch; compute the batch in pieces");
        }
        Variant variant = new Variant(
                tile,
                product.arithmetic(),
                product.result(),
                product.a().transposed(),
                product.b().transposed(),
                product.beta() != 0,
                product.bias(),
                product.activation(),
                parts > 1,
                piece(product, product.a()),
                piece(product, product.b()),
                isInPairs(product));
        return new Plan(
                kernels.computeIfAbsent(variant, this::compile),
                tile,
                (int) blocks,
                tile.sharedBytes(product.arithmetic()),
                parts,
                ProductTiles.partLength(product, tile, parts),
                parts == 1
                        ? 0
                        : (long) parts * product.batch() * product.m() * product.n() * sumBytes(product.arithmetic()));
    }

    private static int sumBytes(Arithmetic arithmetic) {
        return arithmetic == Arithmetic.FLOAT64 ? Double.BYTES : Float.BYTES;
    }

    /** The widest copy, up to 16 bytes, that every line of a factor begins aligned to. */
    private static int piece(Product product, Matrix matrix) {
        int bytes = product.arithmetic().factors().bytes();
        int piece = Math.min(16, product.alignmentBytes());
        while (piece > bytes && (matrix.leading() * bytes % piece != 0 || matrix.batchStride() * bytes % piece != 0)) {
            piece /= 2;
        }
        return piece;
    }

    private static boolean isInPairs(Product product) {
        return product.d().leading() % 2 == 0
                && product.d().batchStride() % 2 == 0
                && product.alignmentBytes() >= 2 * product.result().bytes();
    }

    private Kernels compile(Variant variant) {
        boolean byWarps = variant.tile instanceof ProductTile.ByWarps;
        Source source = new Source("product.cu")
                .define("FACTOR", Source.type(variant.arithmetic.factors()))
                .define("RESULT", Source.type(variant.result))
                .define("SUM", variant.arithmetic == Arithmetic.FLOAT64 ? "double" : "float")
                .define("TRANSPOSED_A", variant.transposedA)
                .define("TRANSPOSED_B", variant.transposedB)
                .define("ADDEND", variant.addend)
                .define("BIAS", variant.bias)
                .define("ACTIVATION", variant.activation.ordinal())
                .define("SPLIT", variant.split);
        variant.tile.macros().forEach(source::define);
        source.append("numbers.cu").append("epilogue.cu");
        if (byWarps) {
            source.define("KIND", Source.kind(variant.arithmetic.factors()))
                    .define("PIECE_A", variant.pieceA)
                    .define("PIECE_B", variant.pieceB)
                    .define("PAIRS", variant.pairs)
                    .append("warp_matrices.cu")
                    .append("product_by_warps.cu");
        } else {
            source.append("product_by_threads.cu");
        }
        KernelModule module = source.append("reduce_parts.cu").compile(device);
        return new Kernels(module.kernel("product"), module.kernel("reduce_parts"));
    }
}
