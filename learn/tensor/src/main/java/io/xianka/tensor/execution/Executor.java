package io.xianka.tensor.execution;

import io.xianka.tensor.graph.Storage;
import io.xianka.tensor.graph.Subgraph;
import java.lang.foreign.MemorySegment;

/** Computes graphs on one device. Several threads may use one. */
public interface Executor extends AutoCloseable {
    /** Makes a program for a graph whose leaves hold no elements ({@link Subgraph#detached}). */
    Program compile(Subgraph graph);

    /** Memory for a tensor; its elements are undefined. */
    Storage allocate(long bytes);

    /** Copies host memory into a storage of as many bytes; on return the host memory may be reused. */
    void upload(MemorySegment source, Storage target);

    /** Copies a storage into host memory of as many bytes, after all work on it. */
    void download(Storage source, MemorySegment target);

    /** Waits for all work. */
    void synchronize();

    /** {@return what the memory is used for} */
    MemoryUse memory();

    @Override
    void close();
}
