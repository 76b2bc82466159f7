package io.xianka.tensor.graph;

import java.util.List;

/**
 * A kernel of the user's in the graph. Executors launch {@link #source} on their device; equal kernels are compiled once, so
 * implementations are records.
 */
public interface CustomKernel {
    /** {@return CUDA C} */
    String source();

    /** {@return the kernel's name in the source} */
    String name();

    /** {@return shape and type of each result, which the kernel takes as pointers after those of the inputs} */
    List<Node.Result> results();

    /** {@return threads of the grid; the kernel's last parameter is this number as a long long} */
    long threads();
}
