package io.xianka.driver.libcuda;

import static io.xianka.driver.libcuda.Downcalls.call;

import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.Nvrtc;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** NVRTC by native calls, of nvrtc.h 12 and 13. */
public final class NativeNvrtc implements Nvrtc {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final int COMPILATION = 6;
    private static final List<String> STATUSES = List.of(
            "NVRTC_SUCCESS",
            "NVRTC_ERROR_OUT_OF_MEMORY",
            "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
            "NVRTC_ERROR_INVALID_INPUT",
            "NVRTC_ERROR_INVALID_PROGRAM",
            "NVRTC_ERROR_INVALID_OPTION",
            "NVRTC_ERROR_COMPILATION",
            "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
            "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
            "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
            "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
            "NVRTC_ERROR_INTERNAL_ERROR",
            "NVRTC_ERROR_TIME_FILE_WRITE_FAILED");

    /** The functions called: symbol, and C parameters. */
    private enum Function {
        VERSION("nvrtcVersion", "int *major, int *minor"),
        GET_NUM_SUPPORTED_ARCHS("nvrtcGetNumSupportedArchs", "int *numArchs"),
        GET_SUPPORTED_ARCHS("nvrtcGetSupportedArchs", "int *supportedArchs"),
        CREATE_PROGRAM(
                "nvrtcCreateProgram",
                "nvrtcProgram *prog, const char *src, const char *name, int numHeaders, const char *const *headers,"
                        + " const char *const *includeNames"),
        DESTROY_PROGRAM("nvrtcDestroyProgram", "nvrtcProgram *prog"),
        ADD_NAME_EXPRESSION("nvrtcAddNameExpression", "nvrtcProgram prog, const char *nameExpression"),
        COMPILE_PROGRAM("nvrtcCompileProgram", "nvrtcProgram prog, int numOptions, const char *const *options"),
        GET_PROGRAM_LOG_SIZE("nvrtcGetProgramLogSize", "nvrtcProgram prog, size_t *size"),
        GET_PROGRAM_LOG("nvrtcGetProgramLog", "nvrtcProgram prog, char *log"),
        GET_PTX_SIZE("nvrtcGetPTXSize", "nvrtcProgram prog, size_t *size"),
        GET_PTX("nvrtcGetPTX", "nvrtcProgram prog, char *ptx"),
        GET_CUBIN_SIZE("nvrtcGetCUBINSize", "nvrtcProgram prog, size_t *size"),
        GET_CUBIN("nvrtcGetCUBIN", "nvrtcProgram prog, char *cubin"),
        GET_LOWERED_NAME(
                "nvrtcGetLoweredName", "nvrtcProgram prog, const char *nameExpression, const char **loweredName");

        private final String symbol;
        private final String parameters;

        Function(String symbol, String parameters) {
            this.symbol = symbol;
            this.parameters = parameters;
        }

        String declaration() {
            return "nvrtcResult " + symbol + "(" + parameters + ")";
        }
    }

    private final String origin;
    private final SymbolLookup symbols;
    private final String version;
    private final List<Integer> architectures;

    private NativeNvrtc(String origin, SymbolLookup symbols) {
        this.origin = origin;
        this.symbols = symbols;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(INT, 2);
            check(Function.VERSION, call(function(Function.VERSION), out.address(), out.address() + 4));
            this.version = out.getAtIndex(INT, 0) + "." + out.getAtIndex(INT, 1);
            this.architectures = readArchitectures(arena);
        }
    }

    /** The library at this path; empty when it does not load or is none. */
    public static Optional<Nvrtc> open(Path library) {
        try {
            SymbolLookup symbols = SymbolLookup.libraryLookup(library, Arena.global());
            return Optional.of(new NativeNvrtc(library.toString(), symbols));
        } catch (IllegalArgumentException | IllegalStateException unusable) {
            return Optional.empty();
        }
    }

    private List<Integer> readArchitectures(Arena arena) {
        if (symbols.find(Function.GET_SUPPORTED_ARCHS.symbol).isEmpty()) {
            return List.of();
        }
        MemorySegment count = arena.allocate(INT);
        check(Function.GET_NUM_SUPPORTED_ARCHS, call(function(Function.GET_NUM_SUPPORTED_ARCHS), count.address()));
        MemorySegment found = arena.allocate(INT, Math.max(1, count.get(INT, 0)));
        check(Function.GET_SUPPORTED_ARCHS, call(function(Function.GET_SUPPORTED_ARCHS), found.address()));
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < count.get(INT, 0); i++) {
            numbers.add(found.getAtIndex(INT, i));
        }
        return List.copyOf(numbers);
    }

    private MemorySegment function(Function function) {
        return symbols.find(function.symbol)
                .orElseThrow(() -> new IllegalStateException(
                        origin + " lacks " + function.declaration() + "; install NVRTC of CUDA 12 or 13"));
    }

    private void check(Function function, int status) {
        if (status != 0) {
            String name = status > 0 && status < STATUSES.size() ? STATUSES.get(status) : "status";
            throw new IllegalStateException(function.symbol + " of " + origin + ": " + name + " (" + status + ")");
        }
    }

    @Override
    public String origin() {
        return origin;
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public List<Integer> supportedArchitectures() {
        return architectures;
    }

    @Override
    public Result compile(
            String source,
            String name,
            Map<String, String> headers,
            List<String> options,
            List<String> nameExpressions) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment handle = arena.allocate(LONG);
            check(
                    Function.CREATE_PROGRAM,
                    call(
                            function(Function.CREATE_PROGRAM),
                            handle.address(),
                            arena.allocateFrom(source).address(),
                            arena.allocateFrom(name).address(),
                            headers.size(),
                            texts(arena, headers.values().stream().toList()),
                            texts(arena, headers.keySet().stream().toList())));
            try {
                return compile(arena, handle.get(LONG, 0), options, nameExpressions);
            } finally {
                check(Function.DESTROY_PROGRAM, call(function(Function.DESTROY_PROGRAM), handle.address()));
            }
        }
    }

    private Result compile(Arena arena, long program, List<String> options, List<String> nameExpressions) {
        for (String expression : nameExpressions) {
            check(
                    Function.ADD_NAME_EXPRESSION,
                    call(
                            function(Function.ADD_NAME_EXPRESSION),
                            program,
                            arena.allocateFrom(expression).address()));
        }
        int status = call(function(Function.COMPILE_PROGRAM), program, options.size(), texts(arena, options));
        String log = text(bytes(arena, program, Function.GET_PROGRAM_LOG_SIZE, Function.GET_PROGRAM_LOG));
        if (status == COMPILATION) {
            return new Result(Optional.empty(), log, Map.of());
        }
        if (status != 0 && !log.isEmpty()) {
            throw new IllegalStateException("nvrtcCompileProgram" + options + ": "
                    + STATUSES.get(status % STATUSES.size()) + " (" + status + "): " + log);
        }
        check(Function.COMPILE_PROGRAM, status);
        Map<String, String> lowered = new LinkedHashMap<>();
        for (String expression : nameExpressions) {
            MemorySegment out = arena.allocate(LONG);
            check(
                    Function.GET_LOWERED_NAME,
                    call(
                            function(Function.GET_LOWERED_NAME),
                            program,
                            arena.allocateFrom(expression).address(),
                            out.address()));
            lowered.put(
                    expression,
                    MemorySegment.ofAddress(out.get(LONG, 0))
                            .reinterpret(Long.MAX_VALUE)
                            .getString(0));
        }
        boolean cubin = options.stream().anyMatch(option -> option.contains("arch") && option.contains("=sm_"));
        DeviceImage image = cubin
                ? new DeviceImage.Cubin(bytes(arena, program, Function.GET_CUBIN_SIZE, Function.GET_CUBIN)
                        .toArray(ValueLayout.JAVA_BYTE))
                : new DeviceImage.Ptx(text(bytes(arena, program, Function.GET_PTX_SIZE, Function.GET_PTX)));
        return new Result(Optional.of(image), log, lowered);
    }

    private MemorySegment bytes(Arena arena, long program, Function sizing, Function reading) {
        MemorySegment size = arena.allocate(LONG);
        check(sizing, call(function(sizing), program, size.address()));
        MemorySegment content = arena.allocate(size.get(LONG, 0));
        if (content.byteSize() > 0) {
            check(reading, call(function(reading), program, content.address()));
        }
        return content;
    }

    private static String text(MemorySegment zeroTerminated) {
        return zeroTerminated.byteSize() == 0 ? "" : zeroTerminated.getString(0).strip();
    }

    private static long texts(Arena arena, List<String> texts) {
        if (texts.isEmpty()) {
            return 0;
        }
        MemorySegment pointers = arena.allocate(LONG, texts.size());
        for (int i = 0; i < texts.size(); i++) {
            pointers.setAtIndex(LONG, i, arena.allocateFrom(texts.get(i)).address());
        }
        return pointers.address();
    }
}
