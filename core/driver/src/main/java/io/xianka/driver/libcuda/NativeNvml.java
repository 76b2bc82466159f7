package io.xianka.driver.libcuda;

import static io.xianka.driver.libcuda.Downcalls.call;

import io.xianka.driver.nvml.Nvml;
import io.xianka.driver.nvml.NvmlDevice;
import io.xianka.driver.nvml.NvmlException;
import io.xianka.driver.nvml.NvmlStatus;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongUnaryOperator;

/**
 * NVML by native calls, of nvml.h 12 and 13. A function that this machine's library lacks is the status
 * FUNCTION_NOT_FOUND, as for NVML itself.
 */
public final class NativeNvml implements Nvml {
    /** Names a library to use instead of searching. */
    static final String PROPERTY = "xianka.libnvidia-ml";

    private static final String NAME = "libnvidia-ml.so.1";
    private static final int TEXT_BYTES = 96;

    private final String origin;
    private final SymbolLookup symbols;
    private final Map<String, MemorySegment> functions = new ConcurrentHashMap<>();

    private NativeNvml(String origin, SymbolLookup symbols) {
        this.origin = origin;
        this.symbols = symbols;
    }

    /**
     * This machine's library, initialised.
     *
     * @throws NvmlException when there is none, or it cannot be initialised
     */
    public static Nvml load() {
        String chosen = System.getProperty(PROPERTY, "");
        if (!chosen.isEmpty()) {
            return open(chosen);
        }
        List<String> candidates = LibrarySearch.candidates(NAME, "nvml.dll");
        NvmlException refused =
                new NvmlException("nvmlInit_v2", NvmlStatus.LIBRARY_NOT_FOUND, "the NVIDIA driver installs it");
        for (String candidate : candidates) {
            try {
                return open(candidate);
            } catch (NvmlException next) {
                refused = next;
                if (!next.is(NvmlStatus.LIBRARY_NOT_FOUND)) {
                    break;
                }
            }
        }
        throw refused;
    }

    /** A library at a path or of a name for the loader, initialised. */
    static Nvml open(String library) {
        boolean path = library.contains("/") || library.contains("\\");
        if (path && Files.exists(Path.of(library)) && !LibrarySearch.isElf(Path.of(library))) {
            throw new NvmlException("nvmlInit_v2", NvmlStatus.LIBRARY_NOT_FOUND, library + " is no shared library");
        }
        SymbolLookup symbols;
        try {
            symbols = path
                    ? SymbolLookup.libraryLookup(Path.of(library), Arena.global())
                    : SymbolLookup.libraryLookup(library, Arena.global());
        } catch (IllegalArgumentException absent) {
            throw new NvmlException("nvmlInit_v2", NvmlStatus.LIBRARY_NOT_FOUND, library + " does not load");
        }
        NativeNvml nvml = new NativeNvml(path ? library : LibrarySearch.loadedFrom(library), symbols);
        int status = call(nvml.function("nvmlInit_v2"));
        if (status != 0) {
            throw NvmlStatus.of(status)
                    .map(known -> new NvmlException("nvmlInit_v2", known, nvml.origin))
                    .orElseGet(() -> new NvmlException("nvmlInit_v2", status));
        }
        return nvml;
    }

    MemorySegment function(String name) {
        MemorySegment function =
                functions.computeIfAbsent(name, symbol -> symbols.find(symbol).orElse(MemorySegment.NULL));
        if (function.address() == 0) {
            throw new NvmlException(name, NvmlStatus.FUNCTION_NOT_FOUND.code());
        }
        return function;
    }

    boolean has(String function) {
        return symbols.find(function).isPresent();
    }

    static void check(String name, int status) {
        if (status != 0) {
            throw new NvmlException(name, status);
        }
    }

    /** What a function writes into a buffer of text. */
    static String text(String name, TextCall ask) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(TEXT_BYTES);
            check(name, ask.call(text.address(), TEXT_BYTES));
            text.set(ValueLayout.JAVA_BYTE, TEXT_BYTES - 1, (byte) 0);
            return text.getString(0);
        }
    }

    /** A function's last two arguments: where to write, and how much. */
    interface TextCall {
        int call(long address, long bytes);
    }

    private int readInt(String name, LongUnaryOperator ask) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(ValueLayout.JAVA_INT);
            check(name, (int) ask.applyAsLong(out.address()));
            return out.get(ValueLayout.JAVA_INT, 0);
        }
    }

    @Override
    public String origin() {
        return origin;
    }

    @Override
    public String driverVersion() {
        MemorySegment function = function("nvmlSystemGetDriverVersion");
        return text("nvmlSystemGetDriverVersion", (address, bytes) -> call(function, address, bytes));
    }

    @Override
    public String version() {
        MemorySegment function = function("nvmlSystemGetNVMLVersion");
        return text("nvmlSystemGetNVMLVersion", (address, bytes) -> call(function, address, bytes));
    }

    @Override
    public int cudaVersion() {
        MemorySegment function = function("nvmlSystemGetCudaDriverVersion_v2");
        return readInt("nvmlSystemGetCudaDriverVersion_v2", out -> call(function, out));
    }

    @Override
    public int deviceCount() {
        MemorySegment function = function("nvmlDeviceGetCount_v2");
        return readInt("nvmlDeviceGetCount_v2", out -> call(function, out));
    }

    @Override
    public NvmlDevice device(int index) {
        MemorySegment function = function("nvmlDeviceGetHandleByIndex_v2");
        return new NativeNvmlDevice(this, handle("nvmlDeviceGetHandleByIndex_v2", out -> call(function, index, out)));
    }

    /** The handle that a function writes. */
    static long handle(String name, LongUnaryOperator ask) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(ValueLayout.JAVA_LONG);
            check(name, (int) ask.applyAsLong(out.address()));
            return out.get(ValueLayout.JAVA_LONG, 0);
        }
    }

    /** All MIG devices of a GPU; those not made are passed over. */
    List<NvmlDevice> migDevices(long device) {
        MemorySegment counting = function("nvmlDeviceGetMaxMigDeviceCount");
        MemorySegment finding = function("nvmlDeviceGetMigDeviceHandleByIndex");
        int count = readInt("nvmlDeviceGetMaxMigDeviceCount", out -> call(counting, device, out));
        List<NvmlDevice> found = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int index = i;
            try {
                found.add(new NativeNvmlDevice(
                        this, handle("nvmlDeviceGetMigDeviceHandleByIndex", out -> call(finding, device, index, out))));
            } catch (NvmlException absent) {
                if (!absent.is(NvmlStatus.NOT_FOUND) && !absent.is(NvmlStatus.INVALID_ARGUMENT)) {
                    throw absent;
                }
            }
        }
        return List.copyOf(found);
    }
}
