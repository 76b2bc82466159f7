package io.xianka.tensor.cuda;

import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.graph.Node;
import java.util.List;
import java.util.Map;

/**
 * A fused kernel as CUDA C, with how it is launched.
 *
 * <p>Without folds a thread computes a few neighbouring points. With folds there are two ways to lie over the domain: when elements
 * of a row are neighbours in memory a warp or a block takes a row, and keeps it in registers when it is short enough, so that every
 * element is read once; when rows are neighbours instead, threads take a row each, and a few share it. Few long rows are cut into
 * parts, whose results a second kernel folds. Parts, and which elements a thread takes, depend on the shape alone, so that results do
 * not change from run to run, nor where a fold is computed again in another kernel.
 *
 * @param text the source, without the prelude
 * @param launches what is launched, in order
 * @param workspaceBytes memory wanted between the launches
 */
record FusedSource(String text, List<Part> launches, long workspaceBytes) {
    /** One launch of the kernel with this name; the last argument of each is the workspace if there is one. */
    record Part(String name, int gridX, int gridY, int blockX, int blockY, int sharedBytes) {
        Part(String name, int gridX, int gridY, int blockX, int blockY) {
            this(name, gridX, gridY, blockX, blockY, 0);
        }
    }

    /** Makes the source. The name is that of the first kernel and begins those of others. */
    static FusedSource of(Kernel kernel, String name, Map<Node, Integer> parameters) {
        return of(kernel, name, parameters, 0);
    }

    /**
     * Makes the source for a device whose blocks may have so much shared memory: long rows are kept there from one fold to the next.
     */
    static FusedSource of(Kernel kernel, String name, Map<Node, Integer> parameters, int sharedBytes) {
        return of(kernel, name, parameters, sharedBytes, false);
    }

    /**
     * Makes the source of a kernel that runs several times at once, on memory of its own each: instead of its pointers and its workspace
     * it takes a table of them, a line for each of the grid's layers.
     */
    static FusedSource ofLayers(Kernel kernel, String name, Map<Node, Integer> parameters) {
        return of(kernel, name, parameters, 0, true);
    }

    private static FusedSource of(
            Kernel kernel, String name, Map<Node, Integer> parameters, int sharedBytes, boolean hasLayers) {
        KernelMaker maker;
        if (!kernel.columnFolds().isEmpty()) {
            maker = new CrossMaker(kernel, name, parameters, sharedBytes, hasLayers);
        } else if (kernel.folds().isEmpty()) {
            maker = new LoopMaker(kernel, name, parameters, sharedBytes, hasLayers);
        } else if (kernel.domain().columns() > 0 && kernel.isColumnar()) {
            maker = new ColumnMaker(kernel, name, parameters, sharedBytes, hasLayers);
        } else {
            maker = new RowMaker(kernel, name, parameters, sharedBytes, hasLayers);
        }
        return maker.make();
    }
}
