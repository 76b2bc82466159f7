package io.xianka.driver;

import io.xianka.driver.api.ArrayShape;
import io.xianka.driver.api.ChannelFormat;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.CompiledSource;
import io.xianka.driver.api.DeviceAttribute;
import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.DriverApi;
import io.xianka.driver.api.JitOptions;
import io.xianka.driver.api.KernelCompiler;
import io.xianka.driver.api.KernelSignature;
import io.xianka.driver.api.LoadedImage;
import io.xianka.driver.api.MemoryInfo;
import io.xianka.driver.api.Sampler;
import io.xianka.driver.api.SourceText;
import io.xianka.driver.api.StreamPriorityRange;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;

/**
 * A GPU, or the emulator. Everything on it is made here and ends with it: closing the device closes its buffers,
 * streams, modules and the rest.
 *
 * <p>What is dropped without being closed is freed when the garbage collector finds it, or with its device. {@code
 * -Dxianka.leaks=report} says on standard error what was, with the line of Java that allocated it; {@code strict} makes
 * {@link #close} throw as well, after everything was freed. Modules live as long as their device and are no leak.
 *
 * <p>All threads, platform and virtual, share the device's primary context and may use one device at once. Closing an
 * object while another thread uses it is a mistake of the program.
 *
 * {@snippet :
 * try (var device = Device.best()) {
 *     Kernel multiply = device.compile(source).kernel("multiply_them");
 *     float[] dest = new float[400];
 *     multiply.launch(Launch.of(1, 400), out(dest), in(a), in(b));
 * }
 * }
 */
public final class Device extends Owned {
    private final DriverApi api;
    private final int ordinal;
    private final int handle;
    private final long context;
    private final String place;
    private final String name;
    private final ComputeCapability capability;
    private final DeviceLimits limits;
    private final boolean pooled;
    private final Stream defaultStream;
    private final StagingPool staging;
    private final String why;
    private final Set<Long> peers = ConcurrentHashMap.newKeySet();

    private record PrimaryContext(DriverApi api, int device, String describe) implements Lease.Resource {
        @Override
        public void release() {
            api.devicePrimaryCtxRelease(device);
        }
    }

    private Device(DriverApi api, int ordinal, int handle, long context, String place, String why) {
        super(Lease.root(new PrimaryContext(api, handle, "device " + place), LeakPolicy.current()));
        this.api = api;
        this.ordinal = ordinal;
        this.handle = handle;
        this.context = context;
        this.place = place;
        this.why = why;
        api.ctxSetCurrent(context);
        this.name = api.deviceGetName(handle);
        this.capability = new ComputeCapability(
                api.deviceGetAttribute(DeviceAttribute.COMPUTE_CAPABILITY_MAJOR, handle),
                api.deviceGetAttribute(DeviceAttribute.COMPUTE_CAPABILITY_MINOR, handle));
        this.limits = DeviceLimits.read(attribute -> api.deviceGetAttribute(attribute, handle));
        this.pooled = api.deviceGetAttribute(DeviceAttribute.MEMORY_POOLS_SUPPORTED, handle) != 0;
        this.defaultStream = Stream.defaultOf(this, api);
        this.staging = new StagingPool(this);
    }

    // ------------------------------------------------------------------ choosing one

    /** The first CUDA device where there is one, else the emulator; {@link #why} says which and why. */
    public static Device best() {
        return Drivers.best();
    }

    /**
     * The CUDA device with this number.
     *
     * @throws DeviceUnavailableException when there is no CUDA driver or no such device, saying what was looked for
     */
    public static Device cuda(int ordinal) {
        return Drivers.cuda(ordinal);
    }

    /**
     * The emulator.
     *
     * @throws DeviceUnavailableException when the module {@code io.xianka.emulator} is not there
     */
    public static Device emulated() {
        return Drivers.emulated();
    }

    /** All devices, CUDA first. Each is opened; close them all. */
    public static List<Device> all() {
        return Drivers.all();
    }

    /** A device of a given driver, such as one that records the calls of another. */
    public static Device open(DriverApi api, int ordinal) {
        return open(api, ordinal, "asked for " + api.name() + ":" + ordinal);
    }

    static Device open(DriverApi api, int ordinal, String why) {
        Objects.requireNonNull(api, "api");
        api.init();
        int count = api.deviceGetCount();
        if (ordinal < 0 || ordinal >= count) {
            throw new DeviceUnavailableException("no device " + api.name() + ":" + ordinal + ": there "
                    + (count == 1 ? "is 1 device, number 0" : "are " + count + " devices, numbered from 0"));
        }
        int handle = api.deviceGet(ordinal);
        long context = api.devicePrimaryCtxRetain(handle);
        try {
            return new Device(api, ordinal, handle, context, api.name() + ":" + ordinal, why);
        } catch (RuntimeException failure) {
            api.devicePrimaryCtxRelease(handle);
            throw failure;
        }
    }

    /** Closes all that was made on it, then the device. A second call does nothing. */
    @Override
    public void close() {
        if (isOpen()) {
            api.deviceClosing(handle);
        }
        super.close();
    }

    // ------------------------------------------------------------------ what it is

    /** Why this device was chosen, in one line. */
    public String why() {
        return why;
    }

    /** Its number among the devices of its driver. */
    public int ordinal() {
        return ordinal;
    }

    /** {@code cuda:0} or {@code emulated:0}. */
    public String place() {
        return place;
    }

    /** The maker's name: {@code NVIDIA H200}. */
    public String name() {
        return name;
    }

    /** Whether kernels run inside of the JVM. */
    public boolean isEmulated() {
        return api.name().equals(Drivers.EMULATED);
    }

    /** Its generation. */
    public ComputeCapability computeCapability() {
        return capability;
    }

    /** What a launch may ask for. */
    public DeviceLimits limits() {
        return limits;
    }

    /** Any attribute. */
    public int attribute(DeviceAttribute attribute) {
        return bind("read an attribute").deviceGetAttribute(attribute, handle);
    }

    /** Total memory. */
    public long totalMemoryBytes() {
        return bind("read the memory size").deviceTotalMem(handle);
    }

    /** Free and total memory now. */
    public MemoryInfo memory() {
        return bind("read the free memory").memGetInfo();
    }

    /** {@code GPU-} and the identifier that nvidia-smi shows too. */
    public String uuid() {
        String hex = HexFormat.of().formatHex(bind("read the uuid").deviceGetUuid(handle));
        return "GPU-" + hex.substring(0, 8) + "-" + hex.substring(8, 12) + "-" + hex.substring(12, 16) + "-"
                + hex.substring(16, 20) + "-" + hex.substring(20);
    }

    /** {@code domain:bus:device.function}. */
    public String pciBusId() {
        return bind("read the PCI bus id").deviceGetPCIBusId(handle);
    }

    /** The newest CUDA that the driver runs: {@code 13.0}. */
    public String driverVersion() {
        int version = api.driverGetVersion();
        return version / 1000 + "." + version % 1000 / 10;
    }

    /** The library behind it, or what emulates. */
    public String origin() {
        return api.origin();
    }

    // ------------------------------------------------------------------ memory

    /** Device memory of this size, with undefined contents. */
    public DeviceBuffer allocate(long bytes) {
        return DeviceBuffer.allocate(this, bytes);
    }

    /** Device memory that holds a copy of an array. */
    public DeviceBuffer copyOf(float[] source) {
        return copyOf(MemorySegment.ofArray(source));
    }

    /** Device memory that holds a copy of an array. */
    public DeviceBuffer copyOf(double[] source) {
        return copyOf(MemorySegment.ofArray(source));
    }

    /** Device memory that holds a copy of an array. */
    public DeviceBuffer copyOf(int[] source) {
        return copyOf(MemorySegment.ofArray(source));
    }

    /** Device memory that holds a copy of an array. */
    public DeviceBuffer copyOf(long[] source) {
        return copyOf(MemorySegment.ofArray(source));
    }

    /** Device memory that holds a copy of an array. */
    public DeviceBuffer copyOf(short[] source) {
        return copyOf(MemorySegment.ofArray(source));
    }

    /** Device memory that holds a copy of an array. */
    public DeviceBuffer copyOf(byte[] source) {
        return copyOf(MemorySegment.ofArray(source));
    }

    /** Device memory that holds a copy of host memory, heap or native. */
    public DeviceBuffer copyOf(MemorySegment source) {
        DeviceBuffer buffer = allocate(source.byteSize());
        try {
            return buffer.copyFrom(source);
        } catch (RuntimeException failure) {
            buffer.close();
            throw failure;
        }
    }

    /** Page-locked host memory, for fast and asynchronous copies. */
    public PinnedBuffer pinned(long bytes) {
        return PinnedBuffer.allocate(this, bytes, false, false);
    }

    /** Page-locked host memory that kernels can be given a pointer to. */
    public PinnedBuffer mapped(long bytes) {
        return PinnedBuffer.allocate(this, bytes, true, false);
    }

    /** Locks native memory that the program has, and maps it; it must outlive the result. */
    public PinnedBuffer register(MemorySegment memory) {
        return PinnedBuffer.register(this, memory, false);
    }

    /** Memory that host and device both reach. */
    public ManagedBuffer managed(long bytes) {
        return ManagedBuffer.allocate(this, bytes);
    }

    /** The pool behind {@link Stream#allocate}. */
    public MemoryPool memoryPool() {
        return new MemoryPool(this, bind("open the memory pool").deviceGetDefaultMemPool(handle));
    }

    // ------------------------------------------------------------------ arrays, textures, surfaces

    /** An array, the opaque memory of textures and surfaces, with undefined contents. */
    public DeviceArray array(ArrayShape shape) {
        return DeviceArray.create(this, shape);
    }

    /**
     * A texture of an array; it ends with the array.
     *
     * @throws IllegalArgumentException when the elements cannot be read so
     */
    public Texture texture(DeviceArray array, Sampler sampler) {
        return Texture.of(array, sampler);
    }

    /** A texture of all of a buffer as a row of elements, for {@code tex1Dfetch}; it ends with the buffer. */
    public Texture texture(DeviceBuffer memory, ChannelFormat format, int channels) {
        return Texture.of(memory, format, channels, Sampler.POINT);
    }

    /** A texture of all of a buffer as a row of elements, for {@code tex1Dfetch}; it ends with the buffer. */
    public Texture texture(DeviceBuffer memory, ChannelFormat format, int channels, Sampler sampler) {
        return Texture.of(memory, format, channels, sampler);
    }

    /**
     * A texture of rows of elements in a buffer; it ends with the buffer.
     *
     * @param pitchBytes from row to row, a multiple of 32
     */
    public Texture texture(
            DeviceBuffer memory,
            ChannelFormat format,
            int channels,
            int width,
            int height,
            long pitchBytes,
            Sampler sampler) {
        return Texture.of(memory, format, channels, width, height, pitchBytes, sampler);
    }

    /**
     * A surface of an array; it ends with the array.
     *
     * @throws IllegalArgumentException when the array's shape is not {@code withSurfaces()}
     */
    public Surface surface(DeviceArray array) {
        return Surface.of(array);
    }

    // ------------------------------------------------------------------ streams and events

    /** The stream of calls that name none. */
    public Stream defaultStream() {
        return defaultStream;
    }

    /** A new stream, which does not wait for the default stream. */
    public Stream stream() {
        return Stream.create(this, true, 0);
    }

    /** A new stream with a priority of {@link #streamPriorities}: lower is more urgent. */
    public Stream stream(int priority) {
        return Stream.create(this, true, priority);
    }

    /** A new stream that waits for the default stream, and that the default stream waits for. */
    public Stream blockingStream() {
        return Stream.create(this, false, 0);
    }

    /** Priorities that streams can have. */
    public StreamPriorityRange streamPriorities() {
        return bind("read stream priorities").ctxGetStreamPriorityRange();
    }

    /** A new event with a clock. */
    public Event event() {
        return Event.create(this, true);
    }

    /** A new event without a clock, which is cheaper. */
    public Event eventWithoutClock() {
        return Event.create(this, false);
    }

    /** Waits for all work on this device. Errors of kernels appear here. */
    public Device synchronize() {
        bind("synchronize").ctxSynchronize();
        return this;
    }

    // ------------------------------------------------------------------ code

    /** Compiles CUDA C for this device and loads it. */
    public KernelModule compile(String source) {
        return compile(SourceText.of(source), CompileOptions.DEFAULT);
    }

    /**
     * Compiles CUDA C and loads it. Options without an architecture take this device's.
     *
     * @throws io.xianka.driver.api.CompilationException when the source has errors, with all of them
     */
    public KernelModule compile(SourceText source, CompileOptions options) {
        requireOpen("compile");
        KernelCompiler compiler = Drivers.compiler();
        CompileOptions complete =
                options.architecture().isPresent() ? options : options.withArchitecture(capability.architecture());
        return load(compiler.compile(source, complete));
    }

    /** Loads what a compiler made. */
    public KernelModule load(CompiledSource compiled) {
        LoadedImage loaded = bind("load a module").moduleLoadDataEx(compiled.image(), JitOptions.DEFAULT);
        return KernelModule.of(
                this, loaded, compiled.image(), compiled.kernels(), compiled.loweredNames(), compiled.warnings());
    }

    /** Loads PTX text. */
    public KernelModule load(String ptx) {
        return load(new DeviceImage.Ptx(ptx), JitOptions.DEFAULT);
    }

    /** Loads PTX or a cubin. */
    public KernelModule load(DeviceImage image, JitOptions options) {
        LoadedImage loaded = bind("load a module").moduleLoadDataEx(image, options);
        List<KernelSignature> signatures = switch (image) {
            case DeviceImage.Ptx ptx -> PtxSignatures.read(ptx.text());
            case DeviceImage.Cubin cubin -> List.of();
        };
        return KernelModule.of(this, loaded, image, signatures, Map.of(), List.of());
    }

    /**
     * Runs what calls one of NVIDIA's other libraries, with this device's context current on the calling thread. The work
     * gets the CUcontext; it must not block.
     */
    public <T> T inContext(LongFunction<T> work) {
        Objects.requireNonNull(work, "work");
        bind("call a library");
        return work.apply(context);
    }

    // ------------------------------------------------------------------ peers

    /** Whether kernels of this device could use memory of the other. */
    public boolean canAccess(Device peer) {
        return sharesDriver(peer)
                && peer.context != context
                && bind("canAccess").deviceCanAccessPeer(handle, peer.handle);
    }

    /** Lets kernels of this device use memory of the other, until {@link #disablePeer} or the end of either. */
    public Device enablePeer(Device peer) {
        if (!sharesDriver(peer)) {
            throw new IllegalArgumentException(
                    "enablePeer: " + peer.place + " belongs to another driver than " + place);
        }
        peer.requireOpen("enablePeer");
        bind("enablePeer").ctxEnablePeerAccess(peer.context);
        peers.add(peer.context);
        return this;
    }

    /** Ends {@link #enablePeer}. */
    public Device disablePeer(Device peer) {
        peers.remove(peer.context);
        bind("disablePeer").ctxDisablePeerAccess(peer.context);
        return this;
    }

    /** Whether kernels of this device may be given pointers to this memory. */
    boolean reaches(DeviceMemory memory) {
        Device other = memory.device();
        return sharesContext(other) || (sharesDriver(other) && peers.contains(other.context));
    }

    // ------------------------------------------------------------------ for this room

    /** Whether handles of the other device mean the same here. */
    boolean sharesDriver(Device other) {
        return api.equals(other.api);
    }

    /** Whether the other stands for the same device. */
    boolean sharesContext(Device other) {
        return sharesDriver(other) && context == other.context;
    }

    /** Checks that this device is open and makes its context the calling thread's: what follows must not block before it calls the driver. */
    DriverApi bind(String use) {
        requireOpen(use);
        api.ctxSetCurrent(context);
        return api;
    }

    DriverApi api() {
        return api;
    }

    int handle() {
        return handle;
    }

    long context() {
        return context;
    }

    boolean hasMemoryPools() {
        return pooled;
    }

    StagingPool staging() {
        return staging;
    }

    /** Children that are open, for tests. */
    List<String> leaksSoFar() {
        return new ArrayList<>(lease.leaks());
    }

    /** {@code cuda:0 (NVIDIA H200, sm_90)}. */
    @Override
    public String toString() {
        return place + " (" + name + ", " + capability.architecture() + ")";
    }
}
