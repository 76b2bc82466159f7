package io.xianka.tensor.product;

import io.xianka.driver.Device;
import io.xianka.tensor.product.ProductTile.ByThreads;
import io.xianka.tensor.product.ProductTile.ByWarps;
import java.util.List;

/** Which tile a product gets on a device, and into how many parts of k it is split. Rules from measurements on an H200. */
class ProductTiles {
    private static final int FIRST_WITH_ALL_TYPES = 80; // mma.sync of bfloat16 and tf32, and cp.async: sm_80
    private static final int SHORTEST_PART = 256;
    private static final int MOST_PARTS = 16;

    private static final ProductTile THREADS_LARGE = new ByThreads(128, 128, 8);
    private static final ProductTile THREADS_SMALL = new ByThreads(64, 64, 8);

    /** From the largest on. */
    private static final List<ByWarps> HALVES = List.of(
            new ByWarps(128, 256, 64, 64, 64, 3),
            new ByWarps(128, 128, 32, 64, 64, 4),
            new ByWarps(64, 64, 64, 32, 32, 3),
            new ByWarps(16, 128, 64, 16, 32, 4));

    private static final List<ByWarps> TF32 = List.of(
            new ByWarps(128, 128, 32, 64, 32, 4),
            new ByWarps(64, 64, 32, 32, 32, 3),
            new ByWarps(16, 128, 32, 16, 32, 4));

    private final int multiprocessors;
    private final int blockSharedBytes;
    private final boolean hasTensorCores;

    ProductTiles(Device device) {
        this.multiprocessors = device.limits().multiprocessors();
        this.blockSharedBytes = device.limits().blockSharedOptInBytes();
        this.hasTensorCores = device.computeCapability().major() * 10 >= FIRST_WITH_ALL_TYPES;
    }

    /** The largest tile that still gives every multiprocessor a block, or else the one with the most blocks. */
    ProductTile tileOf(Product product) {
        List<? extends ProductTile> candidates = switch (product.arithmetic()) {
            case FLOAT64 -> List.of(THREADS_SMALL);
            case FLOAT32 -> List.of(THREADS_LARGE, THREADS_SMALL);
            case TF32 -> hasTensorCores ? TF32 : List.of(THREADS_LARGE, THREADS_SMALL);
            case FLOAT16, BFLOAT16 -> hasTensorCores ? HALVES : List.of(THREADS_LARGE, THREADS_SMALL);
        };
        ProductTile best = candidates.getLast();
        for (ProductTile tile : candidates) {
            if (tile.sharedBytes(product.arithmetic()) <= blockSharedBytes
                    && tile.m() < 2 * product.m()
                    && blocks(product, tile) >= multiprocessors) {
                return tile;
            }
        }
        for (ProductTile tile : candidates) {
            if (tile.sharedBytes(product.arithmetic()) <= blockSharedBytes
                    && tile.m() <= Math.max(candidates.getLast().m(), product.m())
                    && tile.n() <= 128) {
                // Too few blocks for any tile: not the smallest, which reads factors most often, but parts of k.
                return tile;
            }
        }
        return best;
    }

    /** Into how many parts k is split, so that every multiprocessor has work; 1 mostly. */
    int partsOf(Product product, ProductTile tile) {
        long blocks = blocks(product, tile);
        long wanted = Math.min(MOST_PARTS, multiprocessors / Math.max(1, blocks));
        long possible = Math.min(wanted, product.k() / SHORTEST_PART);
        if (possible <= 1) {
            return 1;
        }
        int length = partLength(product, tile, (int) possible);
        return Math.ceilDiv(product.k(), length);
    }

    /** How much of k a part takes: a multiple of the tile's. */
    static int partLength(Product product, ProductTile tile, int parts) {
        return parts == 1 ? product.k() : Math.ceilDiv(Math.ceilDiv(product.k(), parts), tile.k()) * tile.k();
    }

    static long blocks(Product product, ProductTile tile) {
        return (long) product.batch() * Math.ceilDiv(product.m(), tile.m()) * Math.ceilDiv(product.n(), tile.n());
    }
}
