package io.xianka.tensor.cuda;

import io.xianka.driver.Device;
import io.xianka.driver.Graph;
import io.xianka.driver.Kernel;
import io.xianka.driver.Launch;
import io.xianka.driver.Stream;
import io.xianka.tensor.DType;
import io.xianka.tensor.execution.Executor;
import io.xianka.tensor.execution.HostCopy;
import io.xianka.tensor.execution.HostMemory;
import io.xianka.tensor.execution.MemoryUse;
import io.xianka.tensor.execution.Program;
import io.xianka.tensor.fusion.Crossing;
import io.xianka.tensor.fusion.Epilogues;
import io.xianka.tensor.fusion.Schedule;
import io.xianka.tensor.graph.AttentionResults;
import io.xianka.tensor.graph.Donation;
import io.xianka.tensor.graph.Storage;
import io.xianka.tensor.graph.Subgraph;
import io.xianka.tensor.product.Activation;
import io.xianka.tensor.product.Arithmetic;
import io.xianka.tensor.product.Attentions;
import io.xianka.tensor.product.Products;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Computes graphs on a CUDA device, or on the emulator: fused kernels from generated CUDA C, products and attention by NVIDIA's
 * libraries or by kernels made here. All work of a device runs in one stream.
 */
public final class CudaExecutor implements Executor {
    private final Device device;
    private final Stream stream;
    private final DevicePool pool;
    private final Modules modules;
    private final IndexFaults faults;
    private final HostCopies copies = new HostCopies(this);
    private final Products products;
    private final Attentions attentions;
    private final ReentrantLock lock = new ReentrantLock();
    private final ReadWriteLock capturing = new ReentrantReadWriteLock();
    private volatile StepListener timing;
    private volatile boolean captures;

    /**
     * Over a device, which is closed with this.
     *
     * @param libraries whether NVIDIA's libraries are used where they are found
     */
    public CudaExecutor(Device device, boolean libraries) {
        this.device = device;
        this.stream = device.stream();
        this.captures = !device.isEmulated();
        this.pool = new DevicePool(device);
        this.modules = new Modules(device);
        this.faults = new IndexFaults(device);
        this.products = libraries ? Products.of(device) : Products.own(device);
        this.attentions = libraries ? Attentions.of(device) : Attentions.own(device);
    }

    /** {@return the driver's device} */
    public Device device() {
        return device;
    }

    /** A program that runs each operation as a kernel of its own: what fused ones are compared with. */
    public Program compileUnfused(Subgraph graph) {
        lock.lock();
        try {
            return new CudaProgram(this, Schedule.unfused(graph), Donation.NONE);
        } finally {
            lock.unlock();
        }
    }

    /** A program that computes also small values twice where it holds less memory then. */
    public Program compileSparing(Subgraph graph) {
        return compile(Schedule.of(AttentionResults.asUsed(graph), 1), Donation.NONE);
    }

    /** A program that folds down columns where it has rows, also of matrices that are small for it. */
    public Program compileCrossing(Subgraph graph) {
        return compile(Crossing.of(Schedule.of(AttentionResults.asUsed(graph)), 1), Donation.NONE);
    }

    @Override
    public Program compile(Subgraph graph, Donation donation) {
        return compile(Crossing.of(Schedule.of(AttentionResults.asUsed(graph))), donation);
    }

    private boolean finishes(DType dtype, Activation activation) {
        Arithmetic arithmetic = Descriptions.arithmetic(dtype);
        return arithmetic != null && products.applies(activation, arithmetic);
    }

    private Program compile(Schedule schedule, Donation donation) {
        lock.lock();
        try {
            return new CudaProgram(this, Epilogues.fuse(schedule, this::finishes), donation);
        } finally {
            lock.unlock();
        }
    }

    /** Compiles a user's kernel. */
    public Kernel compile(String source, String name) {
        return modules.plainModule(source, name + ".cu").kernel(name);
    }

    /** Launches a user's kernel in the stream of the tensors. */
    public void launch(Kernel kernel, Launch launch, Object... arguments) {
        lock.lock();
        try {
            kernel.launch(launch.on(stream), arguments);
        } finally {
            lock.unlock();
        }
    }

    /** {@return the device address of a tensor's elements} */
    public long address(Storage storage) {
        return ((DevicePool.Block) storage).address();
    }

    Stream stream() {
        return stream;
    }

    /** Captures what is launched. Meanwhile other threads' copies and waits stay out: they would be captured, and happen later or never. */
    Graph capture(Runnable launch) {
        capturing.writeLock().lock();
        try {
            return stream.capture(launch);
        } finally {
            capturing.writeLock().unlock();
        }
    }

    /** Does what uses the stream outside of programs, while none is captured. */
    void besideCaptures(Runnable work) {
        capturing.readLock().lock();
        try {
            work.run();
        } finally {
            capturing.readLock().unlock();
        }
    }

    DevicePool pool() {
        return pool;
    }

    Modules modules() {
        return modules;
    }

    IndexFaults faults() {
        return faults;
    }

    Products products() {
        return products;
    }

    Attentions attentions() {
        return attentions;
    }

    ReentrantLock lock() {
        return lock;
    }

    @Override
    public Storage allocate(long bytes) {
        return pool.allocate(bytes);
    }

    @Override
    public void upload(MemorySegment source, Storage target) {
        if (source.byteSize() > 0) {
            besideCaptures(() -> ((DevicePool.Block) target).buffer().copyFrom(source, stream));
        }
    }

    @Override
    public HostMemory hostMemory(long bytes) {
        return new PinnedMemory(this, bytes);
    }

    @Override
    public void download(Storage source, MemorySegment target) {
        if (target.byteSize() > 0) {
            besideCaptures(() -> ((DevicePool.Block) source).buffer().copyTo(target, stream));
            faults.check();
        }
    }

    @Override
    public HostCopy copyToHost(Storage source) {
        return copies.begin(source);
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

    @Override
    public void withoutGraphs(Runnable work) {
        boolean before = captures;
        captures = false;
        try {
            work.run();
        } finally {
            captures = before;
        }
    }

    boolean capturesGraphs() {
        return captures;
    }

    /** {@return who wants to know how long each step takes, or null} */
    StepListener timing() {
        return timing;
    }

    @Override
    public void synchronize() {
        besideCaptures(stream::synchronize);
        faults.check();
    }

    @Override
    public void forgetPeak() {
        pool.forgetPeak();
    }

    @Override
    public long capacityBytes() {
        return device.totalMemoryBytes();
    }

    @Override
    public MemoryUse memory() {
        return pool.use();
    }

    @Override
    public void close() {
        device.close();
    }
}
