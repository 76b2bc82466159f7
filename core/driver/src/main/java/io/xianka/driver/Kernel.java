package io.xianka.driver;

import io.xianka.driver.api.BlockSizeSuggestion;
import io.xianka.driver.api.DriverApi;
import io.xianka.driver.api.FunctionAttribute;
import io.xianka.driver.api.KernelParameter;
import io.xianka.driver.api.KernelSignature;
import io.xianka.driver.api.LaunchParameters;
import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A kernel of a loaded module. It lives as long as the module. Any thread may launch it.
 *
 * <p>Arguments are given in the order of the kernel's parameters: {@code int}, {@code long}, {@code float}, {@code
 * double} and the other primitives by their Java type; a {@link DeviceMemory} or {@code Arg.in(array)}, {@code
 * Arg.out(array)}, {@code Arg.inOut(array)} for a pointer; a record for a struct by value. Count, kind and size are
 * checked, and the wrong parameter named.
 */
public final class Kernel {
    private static final int SHARED_WITHOUT_OPT_IN_BYTES = 48 * 1024;

    private final KernelModule module;
    private final long handle;
    private final String name;
    private final KernelSignature signature;
    private final KernelAttributes attributes;
    private final AtomicReference<LaunchParameters> spareParameters = new AtomicReference<>();
    private int dynamicSharedLimitBytes;

    Kernel(KernelModule module, long handle, String name, KernelSignature signature) {
        this.module = module;
        this.handle = handle;
        this.name = name;
        this.signature = signature;
        DriverApi api = module.bind("read kernel attributes");
        this.attributes = new KernelAttributes(
                api.funcGetAttribute(FunctionAttribute.MAX_THREADS_PER_BLOCK, handle),
                api.funcGetAttribute(FunctionAttribute.SHARED_SIZE_BYTES, handle),
                api.funcGetAttribute(FunctionAttribute.CONST_SIZE_BYTES, handle),
                api.funcGetAttribute(FunctionAttribute.LOCAL_SIZE_BYTES, handle),
                api.funcGetAttribute(FunctionAttribute.NUM_REGS, handle),
                api.funcGetAttribute(FunctionAttribute.PTX_VERSION, handle),
                api.funcGetAttribute(FunctionAttribute.BINARY_VERSION, handle));
        if (api.isChecking()) {
            api.describeKernel(
                    handle,
                    name,
                    signature.parameters().stream().map(KernelParameter::name).toList());
        }
        this.dynamicSharedLimitBytes = SHARED_WITHOUT_OPT_IN_BYTES - attributes.staticSharedBytes();
    }

    /** The name it was looked up by. */
    public String name() {
        return name;
    }

    /** Its parameters. */
    public KernelSignature signature() {
        return signature;
    }

    /** What it costs. */
    public KernelAttributes attributes() {
        return attributes;
    }

    /** The module it belongs to. */
    public KernelModule module() {
        return module;
    }

    /** How many blocks of this size a multiprocessor holds at once. */
    public int activeBlocks(int blockThreads, int sharedBytes) {
        allowShared(sharedBytes);
        return module.bind("read occupancy")
                .occupancyMaxActiveBlocksPerMultiprocessor(handle, blockThreads, sharedBytes);
    }

    /** Resident threads of a multiprocessor as a part of the most it can hold, 0 to 1. */
    public double occupancy(int blockThreads, int sharedBytes) {
        return (double) activeBlocks(blockThreads, sharedBytes)
                * blockThreads
                / module.device().limits().multiprocessorThreads();
    }

    /** The block size with the best occupancy. */
    public BlockSizeSuggestion suggestBlock(int sharedBytes) {
        allowShared(sharedBytes);
        return module.bind("read occupancy").occupancyMaxPotentialBlockSize(handle, sharedBytes, 0);
    }

    /** The largest grid of a cooperative launch. */
    public int maxCooperativeBlocks(int blockThreads, int sharedBytes) {
        return activeBlocks(blockThreads, sharedBytes)
                * module.device().limits().multiprocessors();
    }

    /**
     * Launches. With host arrays among the arguments this returns when results are back in them; else it returns at
     * once, and errors of the kernel appear when the stream is waited for.
     *
     * @throws IllegalArgumentException when sizes do not fit the device, or an argument not its parameter
     */
    public void launch(Launch launch, Object... arguments) {
        module.requireOpen("launch");
        ArgumentRules.check(name, signature, arguments, module.device());
        LaunchParameters spare = spareParameters.getAndSet(null);
        LaunchParameters parameters = spare == null ? newParameters() : spare;
        boolean transfers = false;
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof Arg.Host) {
                transfers = true;
            } else {
                ArgumentRules.write(arguments[i], parameters, i);
            }
        }
        PreparedLaunch call = new PreparedLaunch(this, launch, parameters);
        if (transfers) {
            HostTransfers.launch(call, arguments);
        } else {
            call.enqueue();
        }
        spareParameters.set(parameters);
    }

    /**
     * Checks a launch once and keeps it, so that launching it again and again costs little and allocates nothing.
     * Arguments may be left out and set later; host arrays are not possible, as they travel with each launch.
     */
    public PreparedLaunch prepare(Launch launch, Object... arguments) {
        PreparedLaunch prepared = new PreparedLaunch(this, launch, newParameters());
        if (arguments.length > 0) {
            ArgumentRules.checkCount(name, signature, arguments.length);
            for (int i = 0; i < arguments.length; i++) {
                prepared.set(i, arguments[i]);
            }
        }
        return prepared;
    }

    private LaunchParameters newParameters() {
        return LaunchParameters.of(Arena.ofAuto(), signature);
    }

    long handle() {
        return handle;
    }

    /** Opts in to dynamic shared memory beyond what every kernel gets, once for the largest that was asked for. */
    synchronized void allowShared(int sharedBytes) {
        if (sharedBytes <= dynamicSharedLimitBytes) {
            return;
        }
        int most = module.device().limits().blockSharedOptInBytes() - attributes.staticSharedBytes();
        if (sharedBytes > most) {
            throw new IllegalArgumentException(name + ": " + sharedBytes + " bytes of dynamic shared memory: "
                    + module.device().place() + " has " + most + " for a block of this kernel"
                    + (attributes.staticSharedBytes() > 0
                            ? ", after " + attributes.staticSharedBytes() + " that its code declares"
                            : "")
                    + "; use smaller tiles");
        }
        module.bind("set up shared memory")
                .funcSetAttribute(handle, FunctionAttribute.MAX_DYNAMIC_SHARED_SIZE_BYTES, sharedBytes);
        dynamicSharedLimitBytes = sharedBytes;
    }

    /** {@code multiply_them(float *dest, const float *a, const float *b)}. */
    @Override
    public String toString() {
        return signature.toString();
    }
}
