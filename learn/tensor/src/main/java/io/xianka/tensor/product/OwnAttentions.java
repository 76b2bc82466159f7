package io.xianka.tensor.product;

import io.xianka.driver.Arg;
import io.xianka.driver.Device;
import io.xianka.driver.Kernel;
import io.xianka.driver.KernelModule;
import io.xianka.driver.Launch;
import io.xianka.driver.Stream;
import io.xianka.tensor.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * Attention by kernels made here: on tensor cores where the device has them, else by plain multiply-adds. A kernel is compiled
 * for a head size, an arithmetic and a tile; lengths and strides are its arguments.
 */
final class OwnAttentions implements Attentions {
    private static final int FIRST_WITH_TENSOR_CORES = 80; // mma.sync of bfloat16 and tf32, and cp.async

    private final Device device;
    private final BiFunction<Arithmetic, Integer, AttentionTile> tiles;
    private final boolean hasTensorCores;
    private final Map<Variant, Kernels> kernels = new ConcurrentHashMap<>();

    /** What kernels are compiled for. The piece is what copies to shared memory are aligned to. */
    private record Variant(
            Arithmetic arithmetic, int headSize, boolean causal, int pieceBytes, boolean wide, boolean byWarps) {}

    private record Step(Kernel kernel, int tile, int threads, int sharedBytes) {
        Launch over(long sequences, int length, Stream stream) {
            long blocks = sequences * Math.ceilDiv(length, tile);
            if (blocks > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("attention takes " + blocks + " blocks, more than the "
                        + Integer.MAX_VALUE + " of a launch; compute the batch in pieces");
            }
            return Launch.of((int) blocks, threads).withShared(sharedBytes).on(stream);
        }
    }

    /** Kernels for keys run one after the other, each with the gradients it makes. */
    private record Kernels(Step forward, Kernel delta, List<Step> keys, Step queries) {}

    OwnAttentions(Device device) {
        this(device, AttentionTile::of);
    }

    /** As for a device that has no tensor cores of use. */
    static OwnAttentions byThreads(Device device) {
        return new OwnAttentions(device, AttentionTile::of, false);
    }

    /** With a choice of tiles by arithmetic and head size, for measuring. */
    OwnAttentions(Device device, BiFunction<Arithmetic, Integer, AttentionTile> tiles) {
        this(device, tiles, device.computeCapability().major() * 10 >= FIRST_WITH_TENSOR_CORES);
    }

    private OwnAttentions(Device device, BiFunction<Arithmetic, Integer, AttentionTile> tiles, boolean hasTensorCores) {
        this.device = device;
        this.tiles = tiles;
        this.hasTensorCores = hasTensorCores;
    }

    @Override
    public String how() {
        return "own";
    }

    @Override
    public boolean supportsForward(Attention attention) {
        return true;
    }

    @Override
    public boolean supportsBackward(Attention attention) {
        return true;
    }

    @Override
    public long forwardWorkspaceBytes(Attention attention) {
        prepared(attention);
        return 0;
    }

    @Override
    public long backwardWorkspaceBytes(Attention attention) {
        prepared(attention);
        return attention.rows() * Float.BYTES;
    }

    @Override
    public void forward(
            Stream stream, Attention attention, long q, long k, long v, long o, long logSumExp, long workspace) {
        Step step = prepared(attention).forward;
        step.kernel.launch(
                step.over((long) attention.batch() * attention.heads(), attention.queries(), stream),
                arguments(attention, List.of(), q, k, v, o, logSumExp));
    }

    @Override
    public void backward(
            Stream stream,
            Attention attention,
            long q,
            long k,
            long v,
            long o,
            long logSumExp,
            long gradientOfO,
            long gradientOfQ,
            long gradientOfK,
            long gradientOfV,
            long workspace) {
        Kernels found = prepared(attention);
        found.delta.launch(
                Launch.covering(attention.rows() * 32, 256).on(stream),
                Arg.pointer(o),
                Arg.pointer(gradientOfO),
                Arg.pointer(workspace),
                attention.rows(),
                attention.heads(),
                attention.queries(),
                attention.o().batchStride(),
                attention.o().headStride(),
                attention.o().rowStride());
        for (Step step : found.keys) {
            step.kernel.launch(
                    step.over((long) attention.batch() * attention.keyHeads(), attention.keys(), stream),
                    arguments(
                            attention,
                            List.of(
                                    attention.gradients().k(),
                                    attention.gradients().v()),
                            q,
                            k,
                            v,
                            gradientOfO,
                            logSumExp,
                            workspace,
                            gradientOfK,
                            gradientOfV));
        }
        found.queries.kernel.launch(
                found.queries.over((long) attention.batch() * attention.heads(), attention.queries(), stream),
                arguments(
                        attention,
                        List.of(attention.gradients().q()),
                        q,
                        k,
                        v,
                        gradientOfO,
                        logSumExp,
                        workspace,
                        gradientOfQ));
    }

    /** Addresses first, then what all kernels take, where gradients lie among it. */
    private static Object[] arguments(Attention attention, List<Attention.Layout> gradients, long... addresses) {
        List<Object> arguments = new ArrayList<>(addresses.length + 23);
        for (long address : addresses) {
            arguments.add(Arg.pointer(address));
        }
        arguments.add(attention.heads());
        arguments.add(attention.heads() / attention.keyHeads());
        arguments.add(attention.queries());
        arguments.add(attention.keys());
        List<Attention.Layout> layouts =
                new ArrayList<>(List.of(attention.q(), attention.k(), attention.v(), attention.o()));
        layouts.addAll(gradients);
        for (Attention.Layout layout : layouts) {
            arguments.add(layout.batchStride());
            arguments.add(layout.headStride());
            arguments.add(layout.rowStride());
        }
        arguments.add((float) attention.scale());
        return arguments.toArray();
    }

    @Override
    public List<Kernel> kernels(Attention attention) {
        Kernels found = prepared(attention);
        List<Kernel> all = new ArrayList<>(List.of(found.forward.kernel));
        found.keys.forEach(step -> all.add(step.kernel));
        all.add(found.queries.kernel);
        return all;
    }

    private Kernels prepared(Attention attention) {
        int neighbours = attention.type() == DType.FLOAT32 ? 4 : 2; // of a row, which a lane writes
        Variant variant = new Variant(
                attention.arithmetic(),
                attention.headSize(),
                attention.causal(),
                hasTensorCores ? piece(attention) : 0,
                hasTensorCores && attention.headSize() % neighbours == 0 && attention.isMultipleOf(neighbours),
                hasTensorCores);
        Kernels known = kernels.get(variant);
        return known != null
                ? known
                : kernels.computeIfAbsent(variant, hasTensorCores ? this::byWarps : this::byThreads);
    }

    private static int piece(Attention attention) {
        int bytes = 16;
        while (bytes > attention.type().bytes()
                && !attention.isMultipleOf(bytes / attention.type().bytes())) {
            bytes /= 2;
        }
        return bytes;
    }

    private static Source source(Variant variant) {
        return new Source("attention.cu")
                .define("FACTOR", Source.type(variant.arithmetic.factors()))
                .define("D", variant.headSize)
                .define("CAUSAL", variant.causal)
                .append("numbers.cu");
    }

    private Kernels byThreads(Variant variant) {
        int tile = 32;
        while (tile > 8
                && backwardBytes(tile, variant.headSize) > device.limits().blockSharedOptInBytes()) {
            tile /= 2;
        }
        KernelModule module = source(variant)
                .define("T", tile)
                .append("attention_delta.cu")
                .append("attention_by_threads.cu")
                .compile(device);
        int bytes = backwardBytes(tile, variant.headSize);
        return new Kernels(
                new Step(module.kernel("attention_forward"), tile, 4 * tile, bytes),
                module.kernel("attention_delta"),
                List.of(new Step(module.kernel("attention_backward_keys"), tile, 4 * tile, bytes)),
                new Step(module.kernel("attention_backward_queries"), tile, 4 * tile, bytes));
    }

    /** Shared memory of the kernels by threads: four tiles of rows, and two of scores; the forward kernel wants less. */
    private static int backwardBytes(int tile, int headSize) {
        return (4 * tile * (headSize + 1) + 2 * tile * (tile + 1)) * Float.BYTES;
    }

    private Kernels byWarps(Variant variant) {
        AttentionTile tile = tiles.apply(variant.arithmetic, variant.headSize);
        int lineBytes = variant.arithmetic.factors().bytes() * paddedHeadSize(variant.headSize);
        AttentionTile.Block forward = tile.forward();
        AttentionTile.Block keys = tile.keys();
        AttentionTile.Block queries = tile.queries();
        List<Source> sources = new ArrayList<>();
        sources.add(warpSource(variant, forward)
                .define("BM", forward.rows())
                .define("BN", forward.passing())
                .append("attention_delta.cu")
                .append("warp_matrices.cu")
                .append("attention_rows.cu")
                .append("attention_forward.cu"));
        sources.add(warpSource(variant, queries)
                .define("BM", queries.rows())
                .define("BN", queries.passing())
                .define("STAGES", queries.stages())
                .append("warp_matrices.cu")
                .append("attention_rows.cu")
                .append("attention_backward_queries.cu"));
        for (boolean first : tile.together() ? new boolean[] {true} : new boolean[] {true, false}) {
            sources.add(warpSource(variant, keys)
                    .define("BN", keys.rows())
                    .define("BQ", keys.passing())
                    .define("STAGES", keys.stages())
                    .define("WANTS_K", tile.together() || first)
                    .define("WANTS_V", tile.together() || !first)
                    .append("warp_matrices.cu")
                    .append("attention_rows.cu")
                    .append("attention_backward_keys.cu"));
        }
        List<KernelModule> modules =
                sources.parallelStream().map(source -> source.compile(device)).toList();
        int forwardBytes = (forward.rows() + 2 * forward.passing()) * lineBytes;
        int queriesBytes = 2 * (queries.rows() + queries.stages() * queries.passing()) * lineBytes;
        int keysBytes = 2 * keys.rows() * lineBytes + 2 * keys.stages() * keys.passing() * (lineBytes + Float.BYTES);
        return new Kernels(
                step(modules.get(0).kernel("attention_forward"), forward, forwardBytes),
                modules.get(0).kernel("attention_delta"),
                modules.stream()
                        .skip(2)
                        .map(module -> step(module.kernel("attention_backward_keys"), keys, keysBytes))
                        .toList(),
                step(modules.get(1).kernel("attention_backward_queries"), queries, queriesBytes));
    }

    private static Step step(Kernel kernel, AttentionTile.Block cut, int sharedBytes) {
        return new Step(kernel, cut.rows(), cut.threads(), sharedBytes);
    }

    private static Source warpSource(Variant variant, AttentionTile.Block cut) {
        return source(variant)
                .define("KIND", Source.kind(variant.arithmetic.factors()))
                .define("PRECISE", variant.arithmetic == Arithmetic.FLOAT32)
                .define("SD", paddedHeadSize(variant.headSize))
                .define("DK", Math.ceilDiv(variant.headSize, 16) * 16)
                .define("THREADS", cut.threads())
                .define("PIECE", variant.pieceBytes)
                .define("WIDE", variant.wide);
    }

    /** A power of two, so that chunks of a line can be exchanged by exclusive or. */
    private static int paddedHeadSize(int headSize) {
        return headSize <= 16 ? 16 : Integer.highestOneBit(headSize - 1) << 1;
    }
}
