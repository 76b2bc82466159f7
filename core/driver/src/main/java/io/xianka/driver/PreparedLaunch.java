package io.xianka.driver;

import io.xianka.driver.api.DriverApi;
import io.xianka.driver.api.KernelParameter;
import io.xianka.driver.api.LaunchAttributes;
import io.xianka.driver.api.LaunchParameters;
import io.xianka.driver.api.ParameterKind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A launch that was checked once. {@link #launch} allocates nothing on the heap and is what to call in a loop;
 * arguments can be changed between launches. Parameters are numbered from 0.
 *
 * <p>One thread uses it at a time.
 */
public final class PreparedLaunch {
    private static final DeviceMemory[] NO_MEMORY = {};

    private final Kernel kernel;
    private final Launch launch;
    private final LaunchParameters parameters;
    private final MemorySegment values;
    private final BitSet missing = new BitSet();
    private final Stream stream;
    private final LaunchAttributes attributes;
    private final long function;
    private final int gridX;
    private final int gridY;
    private final int gridZ;
    private final int blockX;
    private final int blockY;
    private final int blockZ;
    private final int sharedBytes;
    /** Memory that the kernel gets pointers to, by parameter; null where a parameter is none or a record's are listed. */
    private DeviceMemory[] memory = NO_MEMORY;

    private boolean complete;

    PreparedLaunch(Kernel kernel, Launch launch, LaunchParameters parameters) {
        LaunchRules.check(kernel, launch);
        kernel.allowShared(launch.sharedBytes());
        this.kernel = kernel;
        this.launch = launch;
        this.parameters = parameters;
        this.values = parameters.values();
        this.stream = launch.stream().orElse(kernel.module().device().defaultStream());
        this.attributes = launch.cluster()
                .map(cluster -> new LaunchAttributes(cluster.x(), cluster.y(), cluster.z(), launch.cooperative()))
                .orElse(null);
        this.function = kernel.handle();
        this.gridX = launch.grid().x();
        this.gridY = launch.grid().y();
        this.gridZ = launch.grid().z();
        this.blockX = launch.block().x();
        this.blockY = launch.block().y();
        this.blockZ = launch.block().z();
        this.sharedBytes = launch.sharedBytes();
        missing.set(0, parameters.count());
        complete = parameters.count() == 0;
    }

    /** Sets an {@code int} parameter. */
    public PreparedLaunch set(int parameter, int value) {
        ParameterKind kind = parameter(parameter).kind();
        if (kind != ParameterKind.I32 && kind != ParameterKind.U32) {
            check(parameter, value);
        }
        given(parameter);
        values.set(ValueLayout.JAVA_INT, parameters.offsetBytes(parameter), value);
        return this;
    }

    /** Sets a {@code long long} parameter. */
    public PreparedLaunch set(int parameter, long value) {
        ParameterKind kind = parameter(parameter).kind();
        if (kind != ParameterKind.I64 && kind != ParameterKind.U64) {
            check(parameter, value);
        }
        given(parameter);
        values.set(ValueLayout.JAVA_LONG, parameters.offsetBytes(parameter), value);
        return this;
    }

    /** Sets a {@code float} parameter. */
    public PreparedLaunch set(int parameter, float value) {
        if (parameter(parameter).kind() != ParameterKind.F32) {
            check(parameter, value);
        }
        values.set(ValueLayout.JAVA_FLOAT, parameters.offsetBytes(parameter), value);
        given(parameter);
        return this;
    }

    /** Sets a {@code double} parameter. */
    public PreparedLaunch set(int parameter, double value) {
        if (parameter(parameter).kind() != ParameterKind.F64) {
            check(parameter, value);
        }
        values.set(ValueLayout.JAVA_DOUBLE, parameters.offsetBytes(parameter), value);
        given(parameter);
        return this;
    }

    /** Sets a pointer parameter. */
    public PreparedLaunch set(int parameter, DeviceMemory buffer) {
        check(parameter, buffer);
        values.set(ValueLayout.JAVA_LONG, parameters.offsetBytes(parameter), buffer.pointer());
        remember(parameter, List.of(buffer));
        given(parameter);
        return this;
    }

    /**
     * Sets a pointer parameter to a device address. That the memory lives until the launch is done, and that it is the device's, is
     * for the caller to see to; costs a few nanoseconds.
     */
    public PreparedLaunch setAddress(int parameter, long address) {
        if (parameter(parameter).kind() != ParameterKind.POINTER) {
            check(parameter, Arg.pointer(address));
        }
        values.set(ValueLayout.JAVA_LONG, parameters.offsetBytes(parameter), address);
        given(parameter);
        return this;
    }

    /** Sets a parameter of any type: another primitive, a record for a struct, {@code Arg.struct}, {@code Arg.pointer}. */
    public PreparedLaunch set(int parameter, Object value) {
        if (value instanceof Arg.Host host) {
            throw new IllegalArgumentException(kernel.name() + ": "
                    + ArgumentRules.describe(parameter, parameter(parameter)) + ": got " + host
                    + ": a prepared launch takes no host arrays, as they travel with each launch; pass a DeviceBuffer,"
                    + " or use Kernel.launch");
        }
        check(parameter, value);
        ArgumentRules.write(value, parameters, parameter);
        List<DeviceMemory> pointers = new ArrayList<>();
        if (value instanceof DeviceMemory buffer) {
            pointers.add(buffer);
        } else if (value instanceof Record struct && !(struct instanceof Arg)) {
            StructLayout.of(struct.getClass()).collectMemory(struct, pointers);
        }
        remember(parameter, pointers);
        given(parameter);
        return this;
    }

    private KernelParameter parameter(int index) {
        if (index < 0 || index >= parameters.count()) {
            throw new IndexOutOfBoundsException(
                    kernel.name() + ": no parameter " + index + ": it has " + parameters.count() + ", numbered from 0");
        }
        return kernel.signature().parameters().get(index);
    }

    private void check(int parameter, Object value) {
        ArgumentRules.check(
                kernel.name(),
                parameter,
                parameter(parameter),
                value,
                kernel.module().device());
    }

    private void given(int parameter) {
        if (!complete) {
            missing.clear(parameter);
            complete = missing.isEmpty();
        }
    }

    private final List<List<DeviceMemory>> memoryByParameter = new ArrayList<>();

    private void remember(int parameter, List<DeviceMemory> pointers) {
        while (memoryByParameter.size() <= parameter) {
            memoryByParameter.add(List.of());
        }
        memoryByParameter.set(parameter, List.copyOf(pointers));
        memory = memoryByParameter.stream().flatMap(List::stream).toArray(DeviceMemory[]::new);
    }

    /** Enqueues the launch in its stream. */
    public void launch() {
        if (!complete) {
            requireComplete();
        }
        for (DeviceMemory buffer : memory) {
            if (!buffer.isOpen()) {
                throw new IllegalStateException(
                        kernel.name() + ": cannot launch: " + buffer + " was closed; set another buffer");
            }
        }
        enqueue();
    }

    void requireComplete() {
        if (!missing.isEmpty()) {
            int first = missing.nextSetBit(0);
            throw new IllegalStateException(kernel.name() + ": " + ArgumentRules.describe(first, parameter(first))
                    + ": not set; call set(" + first + ", ...) before launch()");
        }
    }

    void enqueue() {
        kernel.module().requireOpen("launch a kernel");
        DriverApi api = stream.bind("launch");
        if (attributes != null) {
            api.launchKernelEx(
                    function,
                    gridX,
                    gridY,
                    gridZ,
                    blockX,
                    blockY,
                    blockZ,
                    sharedBytes,
                    stream.handle(),
                    attributes,
                    parameters);
        } else if (launch.cooperative()) {
            api.launchCooperativeKernel(
                    function, gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes, stream.handle(), parameters);
        } else {
            api.launchKernel(
                    function, gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes, stream.handle(), parameters);
        }
    }

    Kernel kernel() {
        return kernel;
    }

    Stream stream() {
        return stream;
    }

    LaunchParameters parameters() {
        return parameters;
    }

    /** What is launched, and how. */
    @Override
    public String toString() {
        return kernel + " with " + launch;
    }
}
