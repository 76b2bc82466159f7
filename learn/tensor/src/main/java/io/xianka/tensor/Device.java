package io.xianka.tensor;

import io.xianka.driver.DeviceUnavailableException;
import io.xianka.driver.api.CudaException;
import io.xianka.tensor.cpu.CpuExecutor;
import io.xianka.tensor.cuda.CudaExecutor;
import io.xianka.tensor.execution.Executor;
import io.xianka.tensor.execution.Realisation;
import io.xianka.tensor.graph.Place;
import io.xianka.tensor.meta.MetaExecutor;
import io.xianka.tensor.plain.PlainExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Where tensors live and are computed: {@code cpu}, {@code cuda:0}, {@code emulated:0}. One object a place in the process; threads
 * may share it.
 */
public final class Device implements Place {
    private static final Map<String, Device> OPEN = new ConcurrentHashMap<>();

    private static volatile Device used;

    private final String name;
    private final Realisation realisation;

    private Device(String name, Executor executor) {
        this.name = name;
        this.realisation = new Realisation(executor);
    }

    private static Device open(String name, Supplier<Executor> executor) {
        return OPEN.computeIfAbsent(name, _ -> new Device(name, executor.get()));
    }

    /** {@return the processor and its memory} */
    public static Device cpu() {
        return open("cpu", CpuExecutor::new);
    }

    /** {@return the emulator: the CUDA path without a GPU} */
    public static Device emulated() {
        return open("emulated:0", () -> new CudaExecutor(io.xianka.driver.Device.emulated(), false));
    }

    /** {@return a GPU} */
    public static Device cuda(int ordinal) {
        return open("cuda:" + ordinal, () -> new CudaExecutor(io.xianka.driver.Device.cuda(ordinal), true));
    }

    /** {@return the plain twin: each operation as its definition says, slowly; what the others are compared with} */
    public static Device plain() {
        return open("plain", PlainExecutor::new);
    }

    /**
     * {@return a device that plans and computes nothing: its tensors have shapes and types, but no elements and no memory; see {@link
     * Rehearsal}}
     */
    public static Device meta() {
        return open("meta", MetaExecutor::new);
    }

    /**
     * A device by its name: {@code cpu}, {@code cuda:0}, {@code emulated}, {@code plain}, {@code meta}.
     *
     * @throws IllegalArgumentException when there is none of this name
     * @throws io.xianka.driver.DeviceUnavailableException when it is not on this machine
     */
    public static Device of(String name) {
        return switch (name) {
            case "cpu" -> cpu();
            case "cuda" -> cuda(0);
            case "emulated", "emulated:0" -> emulated();
            case "plain" -> plain();
            case "meta" -> meta();
            default -> {
                if (!name.matches("cuda:\\d{1,4}")) {
                    throw new IllegalArgumentException("there is no device " + name
                            + "; there are cpu, cuda:0 and further, emulated, plain, meta");
                }
                yield cuda(Integer.parseInt(name.substring("cuda:".length())));
            }
        };
    }

    /** {@return {@code cuda:0} where there is one, else {@code cpu}} */
    public static Device best() {
        return Best.DEVICE;
    }

    /** Looked for once: a machine does not get a GPU while a program runs. */
    private static final class Best {
        private static final Device DEVICE = find();

        private static Device find() {
            try {
                return cuda(0);
            } catch (DeviceUnavailableException | CudaException none) {
                return cpu();
            }
        }
    }

    /** {@return where tensors are made when no device is named: the one set by {@link #use}, else {@link #best}} */
    public static Device current() {
        Device set = used;
        return set != null ? set : best();
    }

    /** Makes this the device of tensors made without naming one, in all threads. */
    public Device use() {
        used = this;
        return this;
    }

    @Override
    public String name() {
        return name;
    }

    /** Waits until all that was asked of this device is done. */
    public void synchronize() {
        realisation.executor().synchronize();
    }

    /** {@return what tensors and running plans hold here now, in bytes} */
    public long heldBytes() {
        return realisation.executor().memory().heldBytes();
    }

    /** {@return the most that was held at once, in bytes} */
    public long peakBytes() {
        return realisation.executor().memory().peakBytes();
    }

    /** {@return how many plans were compiled here: one for each structure of a graph that was computed} */
    public long plans() {
        return realisation.programs();
    }

    /**
     * {@return the device's memory in all, in bytes; of the processor what other processes leave to tensors now; of the
     * plain twin and of meta more than there is}
     */
    public long memoryBytes() {
        return realisation.executor().capacityBytes();
    }

    /** Lets {@link #peakBytes} begin again at what is held now. */
    public void forgetPeak() {
        realisation.executor().forgetPeak();
    }

    /**
     * A step of a plan, as it was run.
     *
     * @param what it computes, and into what
     * @param bytes that it reads and writes when each of its buffers moves once
     */
    public record StepTime(String what, long bytes, double milliseconds) {}

    /**
     * How long each step of the plans takes that some work runs here, in order. Steps do not overlap then, and graphs are not replayed.
     *
     * @throws UnsupportedOperationException on the plain twin and the device without memory
     */
    public List<StepTime> time(Runnable work) {
        List<StepTime> times = new ArrayList<>();
        realisation
                .executor()
                .time((what, bytes, milliseconds) -> times.add(new StepTime(what, bytes, milliseconds)), work);
        return times;
    }

    /**
     * Does some work here in which kernels are launched one by one. Otherwise plans whose memory comes again are launched as CUDA graphs;
     * this tells what that gives.
     */
    public void withoutGraphs(Runnable work) {
        realisation.executor().withoutGraphs(work);
    }

    Realisation realisation() {
        return realisation;
    }

    @Override
    public String toString() {
        return name;
    }
}
