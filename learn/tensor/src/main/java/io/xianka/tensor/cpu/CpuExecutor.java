package io.xianka.tensor.cpu;

import io.xianka.driver.blas.Blas;
import io.xianka.tensor.execution.Executor;
import io.xianka.tensor.execution.MemoryUse;
import io.xianka.tensor.execution.Program;
import io.xianka.tensor.fusion.Schedule;
import io.xianka.tensor.graph.Donation;
import io.xianka.tensor.graph.Storage;
import io.xianka.tensor.graph.Subgraph;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Optional;

/** Computes on the processor, with all its cores. Everything is done when a call returns. */
public final class CpuExecutor implements Executor {
    private final CpuMemory memory = new CpuMemory();
    private final Frames frames = new Frames();
    private final Workers workers;
    private volatile StepListener timing;
    private final Gemm gemm;
    private final VectorLoops.Use vectors;

    /** On all cores. */
    public CpuExecutor() {
        this(Runtime.getRuntime().availableProcessors());
    }

    /** With so many threads, the calling one among them. Results do not depend on the number. */
    public CpuExecutor(int threads) {
        this(threads, OpenBlas.find(), VectorLoops.Use.WHEN_FAST);
    }

    /** With products by a BLAS, or in Java where there is none. */
    CpuExecutor(int threads, Optional<Blas> blas, VectorLoops.Use vectors) {
        this.vectors = vectors;
        this.workers = new Workers(threads);
        this.gemm = blas.<Gemm>map(library -> new BlasGemm(library, workers)).orElseGet(() -> new JavaGemm(workers));
    }

    VectorLoops.Use vectors() {
        return vectors;
    }

    Gemm gemm() {
        return gemm;
    }

    CpuMemory pool() {
        return memory;
    }

    Frames frames() {
        return frames;
    }

    Workers workers() {
        return workers;
    }

    /** Copies between places that do not overlap. */
    void copy(long from, long to, long bytes) {
        long part = 1L << 20;
        int parts = Math.toIntExact((bytes + part - 1) / part);
        workers.run(parts, i -> {
            long at = i * part;
            MemorySegment.copy(Elements.MEMORY, from + at, Elements.MEMORY, to + at, Math.min(part, bytes - at));
        });
    }

    @Override
    public Program compile(Subgraph graph, Donation donation) {
        return new CpuProgram(this, Schedule.of(graph), donation);
    }

    @Override
    public Storage allocate(long bytes) {
        return memory.allocate(bytes);
    }

    @Override
    public void upload(MemorySegment source, Storage target) {
        try {
            ((CpuStorage) target).elements().copyFrom(source);
        } finally {
            Reference.reachabilityFence(target);
        }
    }

    @Override
    public void download(Storage source, MemorySegment target) {
        try {
            target.copyFrom(((CpuStorage) source).elements());
        } finally {
            Reference.reachabilityFence(source);
        }
    }

    @Override
    public void time(StepListener listener, Runnable work) {
        StepListener before = timing;
        timing = listener;
        try {
            work.run();
        } finally {
            timing = before;
        }
    }

    /** {@return who wants to know how long each step takes, or null} */
    StepListener timing() {
        return timing;
    }

    @Override
    public void synchronize() {}

    @Override
    public long capacityBytes() {
        return memory.capacityBytes();
    }

    @Override
    public MemoryUse memory() {
        return memory.use();
    }

    @Override
    public void close() {
        workers.close();
        memory.free(0);
    }
}
