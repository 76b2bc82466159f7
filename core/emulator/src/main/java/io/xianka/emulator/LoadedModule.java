package io.xianka.emulator;

import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.GlobalSymbol;
import io.xianka.emulator.image.KernelImage;
import io.xianka.emulator.interpreter.FunctionAddresses;
import io.xianka.emulator.interpreter.UnsupportedInstruction;
import io.xianka.emulator.machine.DeviceMemory;
import io.xianka.emulator.machine.MemoryRegion;
import io.xianka.ptx.Function;
import io.xianka.ptx.Linkage;
import io.xianka.ptx.PtxModule;
import io.xianka.ptx.PtxParser;
import io.xianka.ptx.PtxProblem;
import io.xianka.ptx.PtxSyntaxException;
import io.xianka.ptx.PtxVerifier;
import io.xianka.ptx.StateSpace;
import io.xianka.ptx.Variable;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A module in a device's memory: variables placed and initialised, kernels read. */
final class LoadedModule {
    private static final String CALL = "cuModuleLoadDataEx";
    private static final PtxModule.Version NEWEST = new PtxModule.Version(9, 0);
    private static final Pattern VERSION = Pattern.compile("(?m)^\\s*\\.version\\s+(\\d{1,4})\\.(\\d{1,4})");
    private static final int CAPABILITY = 90;

    private final EmulatedDevice device;
    private final PtxModule module;
    private final Map<String, MemoryRegion> variables = new LinkedHashMap<>();
    private final Map<String, LoadedFunction> kernels = new LinkedHashMap<>();

    /** Kernels that use what the emulator does not execute. */
    private final Map<String, UnsupportedInstruction> refused = new LinkedHashMap<>();

    private int constantBytes;

    private LoadedModule(EmulatedDevice device, PtxModule module) {
        this.device = device;
        this.module = module;
    }

    /** @throws CudaException when this is no PTX for this device, with the reason and the line */
    static LoadedModule load(EmulatedDevice device, DeviceImage image) {
        return switch (image) {
            case DeviceImage.Cubin cubin ->
                throw Statuses.with(
                        CudaStatus.CUDA_ERROR_NO_BINARY_FOR_GPU,
                        "the emulator runs PTX, not machine code; load the PTX of the module,"
                                + " or compile with --arch compute_90 instead of sm_90",
                        CALL,
                        cubin);
            case DeviceImage.Ptx ptx -> load(device, parse(ptx.text()));
        };
    }

    private static PtxModule parse(String text) {
        PtxModule module;
        try {
            module = PtxParser.parse(text);
        } catch (PtxSyntaxException malformed) {
            CudaStatus status = isOfNewerVersion(text)
                    ? CudaStatus.CUDA_ERROR_UNSUPPORTED_PTX_VERSION
                    : CudaStatus.CUDA_ERROR_INVALID_PTX;
            CudaException exception = Statuses.with(status, malformed.getMessage(), CALL, "PTX");
            exception.initCause(malformed);
            throw exception;
        }
        if (module.target().computeCapability() > CAPABILITY) {
            throw Statuses.with(
                    CudaStatus.CUDA_ERROR_NO_BINARY_FOR_GPU,
                    "the text is for " + module.target().architecture() + ", the emulator is an sm_" + CAPABILITY
                            + "; compile for sm_" + CAPABILITY + " or older",
                    CALL,
                    "PTX");
        }
        if (module.addressBits() == 32) {
            throw invalid("the text has .address_size 32, a device has 64-bit addresses");
        }
        List<PtxProblem> problems = PtxVerifier.verify(module);
        if (!problems.isEmpty()) {
            throw invalid("PTX " + problems.getFirst()
                    + (problems.size() > 1 ? " (and " + (problems.size() - 1) + " more)" : ""));
        }
        return module;
    }

    /** The parser refuses newer versions, since it cannot know what they mean; so does libcuda, by a status of its own. */
    private static boolean isOfNewerVersion(String text) {
        Matcher version = VERSION.matcher(text);
        return version.find()
                && new PtxModule.Version(Integer.parseInt(version.group(1)), Integer.parseInt(version.group(2)))
                                .compareTo(NEWEST)
                        > 0;
    }

    private static CudaException invalid(String why) {
        return Statuses.with(CudaStatus.CUDA_ERROR_INVALID_PTX, why, CALL, "PTX");
    }

    private static LoadedModule load(EmulatedDevice device, PtxModule module) {
        LoadedModule loaded = new LoadedModule(device, module);
        try {
            loaded.placeVariables();
            loaded.readKernels();
            return loaded;
        } catch (CudaException refused) {
            loaded.unload();
            throw refused;
        } catch (UnsupportedInstruction unsupported) {
            loaded.unload();
            CudaStatus status =
                    unsupported.isUnknown() ? CudaStatus.CUDA_ERROR_INVALID_PTX : CudaStatus.CUDA_ERROR_NOT_SUPPORTED;
            CudaException exception = Statuses.with(status, unsupported.getMessage(), CALL, "PTX");
            exception.initCause(unsupported);
            throw exception;
        } catch (ArithmeticException tooLarge) {
            loaded.unload();
            throw invalid("a variable or parameter is larger than any memory");
        } catch (IllegalArgumentException malformed) {
            loaded.unload();
            throw invalid(String.valueOf(malformed.getMessage()));
        }
    }

    private void placeVariables() {
        Map<String, Variable> placed = new LinkedHashMap<>();
        for (Variable variable : (Iterable<Variable>) module.variables()::iterator) {
            boolean isInMemory = variable.space() == StateSpace.GLOBAL || variable.space() == StateSpace.CONST;
            if (isInMemory && (variable.linkage() != Linkage.EXTERN || variable.sizeBytes() == 0)) {
                placed.put(variable.name(), variable);
            } else if (isInMemory) {
                placed.putIfAbsent(variable.name(), variable);
            }
        }
        for (Variable variable : placed.values()) {
            if (variable.linkage() == Linkage.EXTERN) {
                throw invalid("variable '" + variable.name() + "' is declared .extern and defined nowhere (PTX line "
                        + variable.line().number() + ")");
            }
            place(variable);
        }
        Map<String, Long> addresses = symbolAddresses();
        addresses.putAll(FunctionAddresses.of(module));
        for (Variable variable : placed.values()) {
            if (variable.initializer() != null) {
                new VariableInitializer(variable, variables.get(variable.name()).segment(), addresses).write();
            }
        }
    }

    private void place(Variable variable) {
        long bytes = Math.max(1, variable.sizeBytes());
        boolean isConstant = variable.space() == StateSpace.CONST;
        DeviceMemory memory = device.memory();
        if (isConstant) {
            if (constantBytes + bytes > EmulatedDevice.MAX_CONSTANT_BYTES) {
                throw invalid("constant variables of " + (constantBytes + bytes) + " bytes with '" + variable.name()
                        + "', but there are " + EmulatedDevice.MAX_CONSTANT_BYTES);
            }
            constantBytes += (int) bytes;
        }
        MemoryRegion region = isConstant ? memory.allocateConstant(bytes) : memory.allocate(bytes);
        if (region == null) {
            throw Statuses.with(
                    CudaStatus.CUDA_ERROR_OUT_OF_MEMORY,
                    "variable '" + variable.name() + "' needs " + bytes + " bytes, "
                            + (memory.capacityBytes() - memory.usedBytes()) + " are free",
                    CALL,
                    "PTX");
        }
        variables.put(variable.name(), region);
        if (device.watch() != null) {
            device.watch().isVariable(region, variable.name());
        }
    }

    private Map<String, Long> symbolAddresses() {
        Map<String, Long> addresses = new HashMap<>();
        variables.forEach((name, region) -> addresses.put(name, region.base));
        return addresses;
    }

    private void readKernels() {
        Map<String, Long> addresses = symbolAddresses();
        for (Function entry : module.entries()) {
            KernelImage image = device.watch() == null
                    ? KernelImage.of(module, entry, addresses)
                    : KernelImage.watched(
                            module, entry, addresses, device.watch().isClose());
            if (image.staticSharedBytes() > EmulatedDevice.MAX_SHARED_BYTES) {
                throw invalid("kernel '" + entry.name() + "' has " + image.staticSharedBytes()
                        + " bytes of static shared memory, but there are " + EmulatedDevice.MAX_SHARED_BYTES
                        + "; take the rest dynamically");
            }
            try {
                kernels.put(entry.name(), new LoadedFunction(this, image, device.executor()));
            } catch (UnsupportedInstruction unsupported) {
                if (unsupported.isUnknown()) {
                    throw unsupported;
                }
                refused.put(entry.name(), unsupported);
            }
        }
        // One kernel in a file of many may need what is not there; a module of nothing else is of no use.
        if (kernels.isEmpty() && !refused.isEmpty()) {
            throw refused.values().iterator().next();
        }
    }

    EmulatedDevice device() {
        return device;
    }

    int constantBytes() {
        return constantBytes;
    }

    /** 90 for sm_90. */
    int architecture() {
        int capability = module.target().computeCapability();
        return capability == 0 ? CAPABILITY : capability;
    }

    /**
     * Null if there is none of this name.
     *
     * @throws CudaException if the kernel has an instruction that the emulator does not execute
     */
    LoadedFunction kernel(String name, String call) {
        UnsupportedInstruction unsupported = refused.get(name);
        if (unsupported != null) {
            CudaException exception =
                    Statuses.with(CudaStatus.CUDA_ERROR_NOT_SUPPORTED, unsupported.getMessage(), call, name);
            exception.initCause(unsupported);
            throw exception;
        }
        return kernels.get(name);
    }

    List<LoadedFunction> kernels() {
        return List.copyOf(kernels.values());
    }

    List<String> kernelNames() {
        return module.entries().stream().map(Function::name).toList();
    }

    /** Null if there is none of this name. */
    GlobalSymbol variable(String name) {
        MemoryRegion region = variables.get(name);
        return region == null ? null : new GlobalSymbol(region.base, region.bytes);
    }

    List<String> variableNames() {
        return List.copyOf(variables.keySet());
    }

    void unload() {
        variables.values().forEach(region -> device.memory().free(region.base));
        variables.clear();
    }
}
