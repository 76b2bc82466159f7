package io.xianka.driver;

import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.DriverApi;
import io.xianka.driver.api.GlobalSymbol;
import io.xianka.driver.api.KernelParameter;
import io.xianka.driver.api.KernelSignature;
import io.xianka.driver.api.LoadedImage;
import io.xianka.driver.api.ParameterExtent;
import io.xianka.driver.api.SourceDiagnostic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/** Device code loaded on a device: its kernels and its global variables. */
public final class KernelModule extends Owned {
    private final Device device;
    private final long handle;
    private final String log;
    private final DeviceImage image;
    private final List<KernelSignature> signatures;
    private final Map<String, String> loweredNames;
    private final List<SourceDiagnostic> warnings;
    private final Map<String, Kernel> kernels = new ConcurrentHashMap<>();

    private record Native(DriverApi api, long context, String place, long handle) implements Lease.Resource {
        @Override
        public String describe() {
            return "module of " + place;
        }

        @Override
        public void release() {
            api.ctxSetCurrent(context);
            api.moduleUnload(handle);
        }

        @Override
        public boolean leaks() {
            return false;
        }
    }

    private KernelModule(
            Device device,
            Lease lease,
            LoadedImage loaded,
            DeviceImage image,
            List<KernelSignature> signatures,
            Map<String, String> loweredNames,
            List<SourceDiagnostic> warnings) {
        super(lease);
        this.device = device;
        this.handle = loaded.module();
        this.log = loaded.log();
        this.image = image;
        this.signatures = signatures;
        this.loweredNames = loweredNames;
        this.warnings = warnings;
    }

    static KernelModule of(
            Device device,
            LoadedImage loaded,
            DeviceImage image,
            List<KernelSignature> signatures,
            Map<String, String> loweredNames,
            List<SourceDiagnostic> warnings) {
        Lease lease = device.lease.child(new Native(device.api(), device.context(), device.place(), loaded.module()));
        return new KernelModule(device, lease, loaded, image, signatures, loweredNames, warnings);
    }

    DriverApi bind(String use) {
        requireOpen(use);
        return device.bind(use);
    }

    /** The device it is loaded on. */
    public Device device() {
        return device;
    }

    /** What was loaded. */
    public DeviceImage image() {
        return image;
    }

    /** What the driver's assembler said, which may be nothing. */
    public String log() {
        return log;
    }

    /** What the compiler said that was no error. */
    public List<SourceDiagnostic> warnings() {
        return warnings;
    }

    /** Names of its kernels; empty where neither the code nor the driver tells. */
    public List<String> kernelNames() {
        requireOpen("list kernels");
        if (!signatures.isEmpty()) {
            return signatures.stream().map(KernelSignature::name).toList();
        }
        return bind("list kernels").moduleFunctionNames(handle).orElse(List.of());
    }

    /**
     * A kernel by its name in the source, such as {@code scale} or {@code blur::rows}, by its symbol, or by a name
     * expression of the compile options, such as {@code scale<float, 4>}; spaces do not matter. Overloads of one name are
     * told apart by their symbols.
     *
     * @throws IllegalArgumentException when there is none of this name, listing those there are
     */
    public Kernel kernel(String name) {
        requireOpen("look up a kernel");
        String symbol = symbol(name);
        Kernel known = kernels.get(symbol);
        if (known != null) {
            return known;
        }
        OptionalLong function = function(symbol);
        if (function.isEmpty()) {
            List<String> mangled = kernelNames().stream()
                    .filter(other -> isMangled(other, name))
                    .toList();
            if (mangled.size() != 1) {
                throw new IllegalArgumentException(missing(name));
            }
            return kernel(mangled.getFirst());
        }
        Kernel found = new Kernel(this, function.getAsLong(), plainName(name), signature(symbol, function.getAsLong()));
        Kernel earlier = kernels.putIfAbsent(symbol, found);
        return earlier == null ? found : earlier;
    }

    /** What a name stands for; itself when nothing is known of it. */
    private String symbol(String name) {
        String known = loweredNames.get(name);
        if (known != null) {
            return known;
        }
        String wanted = withoutSpaces(name);
        return loweredNames.entrySet().stream()
                .filter(entry -> withoutSpaces(entry.getKey()).equals(wanted))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(name);
    }

    /** A name with only the spaces that part two words. */
    private static String withoutSpaces(String name) {
        return name.strip().replaceAll("\\s+", " ").replaceAll("(?<=\\W) | (?=\\W)", "");
    }

    private OptionalLong function(String symbol) {
        try {
            return OptionalLong.of(bind("look up a kernel").moduleGetFunction(handle, symbol));
        } catch (CudaException failure) {
            if (!failure.is(CudaStatus.CUDA_ERROR_NOT_FOUND)) {
                throw failure;
            }
            return OptionalLong.empty();
        }
    }

    /** The name in the source: {@code name} for {@code _Z4namePf}; other spellings as they are. */
    private static String plainName(String symbol) {
        int start = 2;
        int length = 0;
        if (symbol.startsWith("_Z")) {
            while (start < symbol.length() && Character.isDigit(symbol.charAt(start)) && length < symbol.length()) {
                length = length * 10 + symbol.charAt(start++) - '0';
            }
        }
        return length > 0 && start + length < symbol.length() && symbol.charAt(start + length) != 'I'
                ? symbol.substring(start, start + length)
                : symbol;
    }

    /** Whether a symbol is that of a plain function of this name: {@code _Z4namePf} for {@code name}. */
    private static boolean isMangled(String symbol, String name) {
        String prefix = "_Z" + name.length() + name;
        return symbol.startsWith(prefix) && symbol.length() > prefix.length() && symbol.charAt(prefix.length()) != 'I';
    }

    private String missing(String name) {
        List<String> names = kernelNames();
        if (names.isEmpty()) {
            return "no kernel '" + name + "' in this module; a kernel is a __global__ function";
        }
        String next = name.contains("<")
                ? "; an instance of a template is made when the source is compiled with"
                        + " CompileOptions.withNameExpression(\"" + name + "\")"
                : names.stream()
                        .filter(other -> other.startsWith("_Z") && other.contains(name))
                        .findFirst()
                        .map(other -> "; ask for '" + other + "'")
                        .orElse("");
        return "no kernel '" + name + "' in this module: there " + (names.size() == 1 ? "is " : "are ")
                + String.join(", ", names) + next;
    }

    /** What the code says about parameters, checked against what the driver says; the driver alone where code is mute. */
    private KernelSignature signature(String symbol, long function) {
        Optional<KernelSignature> declared =
                signatures.stream().filter(known -> known.name().equals(symbol)).findFirst();
        Optional<List<ParameterExtent>> extents = bind("look up a kernel").funcGetParamInfo(function);
        if (declared.isEmpty()) {
            List<KernelParameter> parameters = new ArrayList<>();
            for (ParameterExtent extent : extents.orElseThrow(() -> new IllegalStateException("kernel '" + symbol
                    + "': neither its code nor this driver tells its parameters; load PTX instead of a cubin, or update"
                    + " the driver to 12.4 or newer"))) {
                parameters.add(KernelParameter.opaque((int) extent.sizeBytes(), alignment(extent)));
            }
            return new KernelSignature(symbol, parameters);
        }
        extents.ifPresent(known -> {
            int[] sizes = declared.get().parameters().stream()
                    .mapToInt(KernelParameter::sizeBytes)
                    .toArray();
            int[] driverSizes =
                    known.stream().mapToInt(extent -> (int) extent.sizeBytes()).toArray();
            if (!java.util.Arrays.equals(sizes, driverSizes)) {
                throw new IllegalStateException("kernel '" + symbol + "': its code declares parameters of "
                        + java.util.Arrays.toString(sizes) + " bytes, the driver found "
                        + java.util.Arrays.toString(driverSizes) + "; please report this as a defect");
            }
        });
        return declared.get();
    }

    private static int alignment(ParameterExtent extent) {
        long largest = Math.min(16, Long.lowestOneBit(extent.offsetBytes() | 16));
        return (int) Math.min(largest, Long.highestOneBit(extent.sizeBytes()));
    }

    /**
     * A {@code __device__} or {@code __constant__} variable as a buffer over its memory.
     *
     * @throws IllegalArgumentException when there is none of this name
     */
    public DeviceBuffer global(String name) {
        try {
            GlobalSymbol symbol = bind("look up a variable").moduleGetGlobal(handle, name);
            return DeviceBuffer.global(this, name, symbol.pointer(), symbol.bytes());
        } catch (CudaException failure) {
            if (!failure.is(CudaStatus.CUDA_ERROR_NOT_FOUND)) {
                throw failure;
            }
            throw new IllegalArgumentException(
                    "no variable '" + name
                            + "' in this module; a __device__ or __constant__ variable that no kernel uses may have"
                            + " been removed, and a C++ one has a mangled name",
                    failure);
        }
    }
}
