package io.xianka.tensor.execution;

import io.xianka.tensor.graph.Donation;
import io.xianka.tensor.graph.Storage;
import io.xianka.tensor.graph.Subgraph;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Computes graphs on one device. Several threads may use one. */
public interface Executor extends AutoCloseable {
    /**
     * Makes a program for a graph whose leaves hold no elements ({@link Subgraph#detached}).
     *
     * @param donation memory that the program may write results into; whoever runs it closes those leaves afterwards
     */
    Program compile(Subgraph graph, Donation donation);

    /** Makes a program that leaves its leaves as they are. */
    default Program compile(Subgraph graph) {
        return compile(graph, Donation.NONE);
    }

    /** Memory for a tensor; its elements are undefined. */
    Storage allocate(long bytes);

    /** Copies host memory into a storage of as many bytes; on return the host memory may be reused. */
    void upload(MemorySegment source, Storage target);

    /** Memory of the host from which the device is filled again and again. */
    @SuppressWarnings("MustBeClosedChecker") // what is returned closes it
    default HostMemory hostMemory(long bytes) {
        Arena arena = Arena.ofShared();
        MemorySegment memory = arena.allocate(bytes, 64);
        return new HostMemory() {
            @Override
            public MemorySegment segment() {
                return memory;
            }

            @Override
            public void upload(long from, Storage target) {
                Executor.this.upload(memory.asSlice(from, target.bytes()), target);
            }

            @Override
            public void close() {
                arena.close();
            }
        };
    }

    /** Copies a storage into host memory of as many bytes, after all work on it. */
    void download(Storage source, MemorySegment target);

    /** Begins to copy a storage to the host, after all work on it. The storage may be closed at once. */
    default HostCopy copyToHost(Storage source) {
        // As words, so that elements of each type are aligned.
        MemorySegment words = MemorySegment.ofArray(new long[Math.toIntExact((source.bytes() + 7) / 8)]);
        MemorySegment elements = words.asSlice(0, source.bytes());
        download(source, elements);
        return new HostCopy() {
            @Override
            public MemorySegment segment() {
                return elements;
            }

            @Override
            public void close() {}
        };
    }

    /** Waits for all work. */
    void synchronize();

    /** Told of each step that was run. */
    @FunctionalInterface
    interface StepListener {
        /**
         * A step is done.
         *
         * @param what it computes and into what
         * @param bytes it reads and writes when each of its buffers moves once
         */
        void took(String what, long bytes, double milliseconds);
    }

    /** Does some work, in which the steps of programs are run one after the other and each is timed. */
    default void time(StepListener listener, Runnable work) {
        throw new UnsupportedOperationException("steps are timed on CUDA devices and on the processor alone");
    }

    /** Does some work, in which each step of a program is asked for by itself where all of them could be asked for at once. */
    default void withoutGraphs(Runnable work) {
        work.run();
    }

    /** {@return how much memory the device has in all} */
    long capacityBytes();

    /** Lets the peak begin again at what is held now, where one is counted. */
    default void forgetPeak() {}

    /** {@return what the memory is used for} */
    MemoryUse memory();

    @Override
    void close();
}
