package io.xianka.driver;

import io.xianka.driver.api.KernelNode;

/** A launch inside of a graph. */
public final class GraphKernelNode {
    private final Graph graph;
    private final long handle;
    private final KernelNode launch;

    GraphKernelNode(Graph graph, long handle, KernelNode launch) {
        this.graph = graph;
        this.handle = handle;
        this.launch = launch;
    }

    Graph graph() {
        return graph;
    }

    long handle() {
        return handle;
    }

    /** Whether it launches this kernel. */
    public boolean launches(Kernel kernel) {
        return kernel.handle() == launch.function();
    }

    /** Its grid. */
    public Dim3 grid() {
        return new Dim3(launch.gridX(), launch.gridY(), launch.gridZ());
    }

    /** Its block. */
    public Dim3 block() {
        return new Dim3(launch.blockX(), launch.blockY(), launch.blockZ());
    }
}
