package io.xianka.tensor.product;

import io.xianka.driver.Device;
import io.xianka.tensor.product.ProductTile.ByThreads;
import io.xianka.tensor.product.ProductTile.ByWarps;
import java.util.List;

/**
 * Which tile a product gets on a device, and into how many parts of k it is split: those for which an estimate of the time is
 * least. Rates of tiles were measured on an H200; what counts is how they compare.
 */
class ProductTiles {
    private static final int FIRST_WITH_ALL_TYPES = 80; // mma.sync of bfloat16 and tf32, and cp.async: sm_80
    private static final int SHORTEST_PART = 256;
    private static final int MOST_PARTS = 16;

    /** Seconds that a launch takes beside its work, and bytes a second of memory, for the sums of parts. */
    private static final double LAUNCH_SECONDS = 4e-6;

    private static final double BYTES_PER_SECOND = 3e12;

    /**
     * A tile and how fast it is.
     *
     * @param teraflops of a product that fills the device
     * @param together blocks that a multiprocessor runs at once
     */
    private record Candidate(ProductTile tile, double teraflops, int together) {}

    /** A choice for one product. */
    record Choice(ProductTile tile, int parts) {}

    private static final List<Candidate> HALVES = List.of(
            new Candidate(new ByWarps(128, 256, 64, 64, 64, 3), 455, 1),
            new Candidate(new ByWarps(128, 128, 64, 64, 64, 3), 449, 2),
            new Candidate(new ByWarps(64, 128, 64, 32, 64, 3), 380, 3),
            new Candidate(new ByWarps(64, 64, 64, 32, 32, 3), 320, 4),
            new Candidate(new ByWarps(16, 128, 64, 16, 32, 4), 120, 3));

    private static final List<Candidate> TF32 = List.of(
            new Candidate(new ByWarps(128, 256, 32, 64, 64, 3), 170, 1),
            new Candidate(new ByWarps(128, 128, 32, 64, 32, 4), 148, 1),
            new Candidate(new ByWarps(64, 64, 32, 32, 32, 3), 110, 4),
            new Candidate(new ByWarps(16, 128, 32, 16, 32, 4), 50, 3));

    private static final List<Candidate> FLOATS =
            List.of(new Candidate(new ByThreads(128, 128, 8), 32, 2), new Candidate(new ByThreads(64, 64, 8), 22, 2));

    private static final List<Candidate> DOUBLES = List.of(new Candidate(new ByThreads(64, 64, 8), 10, 2));

    private final int multiprocessors;
    private final int blockSharedBytes;
    private final boolean hasTensorCores;

    ProductTiles(Device device) {
        this.multiprocessors = device.limits().multiprocessors();
        this.blockSharedBytes = device.limits().blockSharedOptInBytes();
        this.hasTensorCores = device.computeCapability().major() * 10 >= FIRST_WITH_ALL_TYPES;
    }

    /** All tiles that a product could get. */
    List<ProductTile> tiles(Arithmetic arithmetic) {
        return candidates(arithmetic).stream().map(Candidate::tile).toList();
    }

    Choice choose(Product product) {
        Choice best = null;
        double least = Double.POSITIVE_INFINITY;
        for (Candidate candidate : candidates(product.arithmetic())) {
            if (candidate.tile.sharedBytes(product.arithmetic()) > blockSharedBytes) {
                continue;
            }
            long mostParts = Math.clamp(product.k() / SHORTEST_PART, 1, MOST_PARTS);
            for (int wanted = 1; wanted <= mostParts; wanted++) {
                int parts = wanted == 1 ? 1 : Math.ceilDiv(product.k(), partLength(product, candidate.tile, wanted));
                double seconds = seconds(product, candidate, parts);
                if (seconds < least) {
                    least = seconds;
                    best = new Choice(candidate.tile, parts);
                }
            }
        }
        if (best == null) {
            throw new UnsupportedOperationException("no tile for " + product + " fits into the " + blockSharedBytes
                    + " bytes of shared memory of a block");
        }
        return best;
    }

    private List<Candidate> candidates(Arithmetic arithmetic) {
        return switch (arithmetic) {
            case FLOAT64 -> DOUBLES;
            case FLOAT32 -> FLOATS;
            case TF32 -> hasTensorCores ? TF32 : FLOATS;
            case FLOAT16, BFLOAT16 -> hasTensorCores ? HALVES : FLOATS;
        };
    }

    /** Of the busiest multiprocessor: it is slower with fewer blocks than it could run at once. */
    private double seconds(Product product, Candidate candidate, int parts) {
        ProductTile tile = candidate.tile;
        long blocksEach = Math.ceilDiv(blocks(product, tile) * parts, (long) multiprocessors);
        double filled = Math.min(1, 0.4 + 0.6 * blocksEach / candidate.together);
        double flops = 2.0 * tile.m() * tile.n() * partLength(product, tile, parts) * blocksEach;
        double seconds = flops / (candidate.teraflops * 1e12 / multiprocessors * filled);
        if (parts > 1) {
            double elements = (double) product.batch() * product.m() * product.n();
            seconds += LAUNCH_SECONDS + 2 * parts * elements * Float.BYTES / BYTES_PER_SECOND;
        }
        return seconds;
    }

    /** How much of k a part takes: a multiple of the tile's. */
    static int partLength(Product product, ProductTile tile, int parts) {
        return parts == 1 ? product.k() : Math.ceilDiv(Math.ceilDiv(product.k(), parts), tile.k()) * tile.k();
    }

    static long blocks(Product product, ProductTile tile) {
        return (long) product.batch() * Math.ceilDiv(product.m(), tile.m()) * Math.ceilDiv(product.n(), tile.n());
    }
}
