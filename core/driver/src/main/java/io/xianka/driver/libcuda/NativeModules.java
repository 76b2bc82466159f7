package io.xianka.driver.libcuda;

import static io.xianka.driver.libcuda.Downcalls.call;

import io.xianka.driver.api.BlockSizeSuggestion;
import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.FunctionAttribute;
import io.xianka.driver.api.GlobalSymbol;
import io.xianka.driver.api.JitOptions;
import io.xianka.driver.api.LoadedImage;
import io.xianka.driver.api.ParameterExtent;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Modules and their functions. */
abstract class NativeModules extends NativeStreams {
    private static final int LOG_BYTES = 16 * 1024;

    NativeModules(DriverLibrary library) {
        super(library);
    }

    // ------------------------------------------------------------------ modules and kernels

    private static final int JIT_MAX_REGISTERS = 0;
    private static final int JIT_INFO_LOG = 3;
    private static final int JIT_INFO_LOG_BYTES = 4;
    private static final int JIT_ERROR_LOG = 5;
    private static final int JIT_ERROR_LOG_BYTES = 6;
    private static final int JIT_OPTIMIZATION_LEVEL = 7;
    private static final int JIT_DEBUG_INFO = 11;
    private static final int JIT_LOG_VERBOSE = 12;
    private static final int JIT_LINE_INFO = 13;

    @Override
    public LoadedImage moduleLoadDataEx(DeviceImage image, JitOptions options) {
        MemorySegment function = function(CudaCall.MODULE_LOAD_DATA_EX);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment code = switch (image) {
                case DeviceImage.Ptx ptx -> arena.allocateFrom(ptx.text());
                case DeviceImage.Cubin cubin -> zeroTerminated(arena, cubin.bytes());
            };
            MemorySegment log = arena.allocate(LOG_BYTES);
            MemorySegment errors = arena.allocate(LOG_BYTES);
            MemorySegment names = arena.allocate(INT, 9);
            MemorySegment values = arena.allocate(LONG, 9);
            int count = 0;
            count = option(names, values, count, JIT_INFO_LOG, log.address());
            count = option(names, values, count, JIT_INFO_LOG_BYTES, LOG_BYTES);
            count = option(names, values, count, JIT_ERROR_LOG, errors.address());
            count = option(names, values, count, JIT_ERROR_LOG_BYTES, LOG_BYTES);
            count = option(names, values, count, JIT_LOG_VERBOSE, 1);
            if (options.maxRegisters() > 0) {
                count = option(names, values, count, JIT_MAX_REGISTERS, options.maxRegisters());
            }
            if (options.optimizationLevel() != JitOptions.DEFAULT.optimizationLevel()) {
                count = option(names, values, count, JIT_OPTIMIZATION_LEVEL, options.optimizationLevel());
            }
            if (options.debug()) {
                count = option(names, values, count, JIT_DEBUG_INFO, 1);
            }
            if (options.lineInfo()) {
                count = option(names, values, count, JIT_LINE_INFO, 1);
            }
            MemorySegment module = arena.allocate(LONG);
            int status = call(function, module.address(), code.address(), count, names.address(), values.address());
            if (status != 0) {
                String said = errors.getString(0).strip();
                if (said.isEmpty()) {
                    throw failed(CudaCall.MODULE_LOAD_DATA_EX, status, describe(image));
                }
                throw CudaException.ofRealDriver(
                        "\n" + said, CudaCall.MODULE_LOAD_DATA_EX.callName(), status, describe(image));
            }
            return new LoadedImage(module.get(LONG, 0), log.getString(0).strip());
        }
    }

    /** The driver takes an image that is no ELF for text, and would read on beyond its end. */
    private static MemorySegment zeroTerminated(Arena arena, byte[] bytes) {
        MemorySegment memory = arena.allocate(bytes.length + 16L, 16);
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return memory;
    }

    private static int option(MemorySegment names, MemorySegment values, int index, int name, long value) {
        names.setAtIndex(INT, index, name);
        values.setAtIndex(LONG, index, value);
        return index + 1;
    }

    private static String describe(DeviceImage image) {
        return switch (image) {
            case DeviceImage.Ptx ptx -> "PTX of " + ptx.text().length() + " characters";
            case DeviceImage.Cubin cubin -> cubin.toString();
        };
    }

    @Override
    public void moduleUnload(long module) {
        int status = call(function(CudaCall.MODULE_UNLOAD), module);
        if (status != 0) {
            throw failed(CudaCall.MODULE_UNLOAD, status, hex(module));
        }
    }

    @Override
    public long moduleGetFunction(long module, String name) {
        MemorySegment function = function(CudaCall.MODULE_GET_FUNCTION);
        try (Arena arena = Arena.ofConfined()) {
            long symbol = arena.allocateFrom(name).address();
            return readLong(
                    CudaCall.MODULE_GET_FUNCTION, out -> call(function, out, module, symbol), hex(module), name);
        }
    }

    @Override
    public Optional<List<String>> moduleFunctionNames(long module) {
        if (lacks(CudaCall.MODULE_GET_FUNCTION_COUNT) || lacks(CudaCall.FUNC_GET_NAME)) {
            return Optional.empty();
        }
        MemorySegment counting = function(CudaCall.MODULE_GET_FUNCTION_COUNT);
        MemorySegment naming = function(CudaCall.FUNC_GET_NAME);
        int count = readInt(CudaCall.MODULE_GET_FUNCTION_COUNT, out -> call(counting, out, module), hex(module));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment found = arena.allocate(LONG, Math.max(count, 1));
            int status = call(function(CudaCall.MODULE_ENUMERATE_FUNCTIONS), found.address(), count, module);
            if (status != 0) {
                throw failed(CudaCall.MODULE_ENUMERATE_FUNCTIONS, status, count, hex(module));
            }
            List<String> names = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                long handle = found.getAtIndex(LONG, i);
                long text = readLong(CudaCall.FUNC_GET_NAME, out -> call(naming, out, handle), hex(handle));
                names.add(MemorySegment.ofAddress(text)
                        .reinterpret(Long.MAX_VALUE)
                        .getString(0));
            }
            return Optional.of(names);
        }
    }

    @Override
    public GlobalSymbol moduleGetGlobal(long module, String name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(LONG, 2);
            MemorySegment symbol = arena.allocateFrom(name);
            int status = call(
                    function(CudaCall.MODULE_GET_GLOBAL), out.address(), out.address() + 8, module, symbol.address());
            if (status != 0) {
                throw failed(CudaCall.MODULE_GET_GLOBAL, status, hex(module), name);
            }
            return new GlobalSymbol(out.getAtIndex(LONG, 0), out.getAtIndex(LONG, 1));
        }
    }

    @Override
    public int funcGetAttribute(FunctionAttribute attribute, long function) {
        MemorySegment address = function(CudaCall.FUNC_GET_ATTRIBUTE);
        return readInt(
                CudaCall.FUNC_GET_ATTRIBUTE,
                out -> call(address, out, attribute.code(), function),
                attribute,
                hex(function));
    }

    @Override
    public void funcSetAttribute(long function, FunctionAttribute attribute, int value) {
        int status = call(function(CudaCall.FUNC_SET_ATTRIBUTE), function, attribute.code(), value);
        if (status != 0) {
            throw failed(CudaCall.FUNC_SET_ATTRIBUTE, status, hex(function), attribute, value);
        }
    }

    @Override
    public Optional<List<ParameterExtent>> funcGetParamInfo(long function) {
        if (lacks(CudaCall.FUNC_GET_PARAM_INFO)) {
            return Optional.empty();
        }
        MemorySegment address = function(CudaCall.FUNC_GET_PARAM_INFO);
        List<ParameterExtent> extents = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(LONG, 2);
            while (true) {
                int status = call(address, function, extents.size(), out.address(), out.address() + 8);
                if (status == CudaStatus.CUDA_ERROR_INVALID_VALUE.code()) {
                    // An index past the last parameter, which is how the count is told.
                    return Optional.of(extents);
                }
                if (status != 0) {
                    throw failed(CudaCall.FUNC_GET_PARAM_INFO, status, hex(function), extents.size());
                }
                extents.add(new ParameterExtent(out.getAtIndex(LONG, 0), out.getAtIndex(LONG, 1)));
            }
        }
    }

    @Override
    public int occupancyMaxActiveBlocksPerMultiprocessor(long function, int blockThreads, long dynamicSharedBytes) {
        MemorySegment address = function(CudaCall.OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR);
        return readInt(
                CudaCall.OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR,
                out -> call(address, out, function, blockThreads, dynamicSharedBytes),
                hex(function),
                blockThreads,
                dynamicSharedBytes);
    }

    @Override
    public BlockSizeSuggestion occupancyMaxPotentialBlockSize(
            long function, long dynamicSharedBytes, int blockThreadsLimit) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(INT, 2);
            int status = call(
                    function(CudaCall.OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE),
                    out.address(),
                    out.address() + 4,
                    function,
                    0,
                    dynamicSharedBytes,
                    blockThreadsLimit);
            if (status != 0) {
                throw failed(
                        CudaCall.OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE,
                        status,
                        hex(function),
                        dynamicSharedBytes,
                        blockThreadsLimit);
            }
            return new BlockSizeSuggestion(out.getAtIndex(INT, 0), out.getAtIndex(INT, 1));
        }
    }
}
