package io.xianka.diagnosis.errors;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds known errors in text: a number, a message, or a whole log with several. Names and numbers are looked up, messages
 * of CUDA, NVML, NCCL and frameworks are searched for.
 */
public final class LogReader {

    /** The most of a log that is read, from its beginning. */
    public static final int TEXT_CHARACTERS_MAX = 4 << 20;

    /** Statuses count from 0; what is below is a program's own. */
    private static final String NO_STATUS = "no status of CUDA";

    private static final int LINE_CHARACTERS_MAX = 4000;
    private static final int EXCERPT_CHARACTERS = 160;

    /** So much of a message tells it from others, beside the name of its library and without. */
    private static final int BEGINNING_CHARACTERS_MIN = 16;

    private static final int LONE_BEGINNING_CHARACTERS_MIN = 26;

    private static final Pattern NAME = Pattern.compile(
            "\\b(?:CUDA_ERROR|NVML_ERROR|CUDNN_STATUS|CUBLAS_STATUS|NVRTC_ERROR|CUPTI_ERROR)_[A-Z0-9_]{2,60}"
                    + "|\\bnccl(?:UnhandledCudaError|SystemError|InternalError|InvalidArgument|InvalidUsage|RemoteError|InProgress)\\b"
                    + "|\\bcudaError[A-Z][A-Za-z0-9]{2,50}");

    /** What the runtime calls the driver's statuses. */
    private static final Map<String, Integer> RUNTIME_NAMES = Map.ofEntries(
            Map.entry("cudaErrorInvalidValue", 1),
            Map.entry("cudaErrorMemoryAllocation", 2),
            Map.entry("cudaErrorInitializationError", 3),
            Map.entry("cudaErrorCudartUnloading", 4),
            Map.entry("cudaErrorStubLibrary", 34),
            Map.entry("cudaErrorDevicesUnavailable", 46),
            Map.entry("cudaErrorNoDevice", 100),
            Map.entry("cudaErrorInvalidDevice", 101),
            Map.entry("cudaErrorInvalidKernelImage", 200),
            Map.entry("cudaErrorDeviceUninitialized", 201),
            Map.entry("cudaErrorNoKernelImageForDevice", 209),
            Map.entry("cudaErrorECCUncorrectable", 214),
            Map.entry("cudaErrorPeerAccessUnsupported", 217),
            Map.entry("cudaErrorInvalidPtx", 218),
            Map.entry("cudaErrorNvlinkUncorrectable", 220),
            Map.entry("cudaErrorJitCompilerNotFound", 221),
            Map.entry("cudaErrorUnsupportedPtxVersion", 222),
            Map.entry("cudaErrorJitCompilationDisabled", 223),
            Map.entry("cudaErrorOperatingSystem", 304),
            Map.entry("cudaErrorInvalidResourceHandle", 400),
            Map.entry("cudaErrorSymbolNotFound", 500),
            Map.entry("cudaErrorIllegalAddress", 700),
            Map.entry("cudaErrorLaunchOutOfResources", 701),
            Map.entry("cudaErrorLaunchTimeout", 702),
            Map.entry("cudaErrorAssert", 710),
            Map.entry("cudaErrorHardwareStackError", 714),
            Map.entry("cudaErrorIllegalInstruction", 715),
            Map.entry("cudaErrorMisalignedAddress", 716),
            Map.entry("cudaErrorLaunchFailure", 719),
            Map.entry("cudaErrorCooperativeLaunchTooLarge", 720),
            Map.entry("cudaErrorNotPermitted", 800),
            Map.entry("cudaErrorNotSupported", 801),
            Map.entry("cudaErrorSystemNotReady", 802),
            Map.entry("cudaErrorSystemDriverMismatch", 803),
            Map.entry("cudaErrorCompatNotSupportedOnDevice", 804),
            Map.entry("cudaErrorMpsConnectionFailed", 805),
            Map.entry("cudaErrorUnknown", 999));

    private static final Pattern XID = Pattern.compile("\\bS?Xid\\b(?: \\([^)]{1,60}\\))?:?\\s*(\\d{1,4})\\b");

    /** A text that is nothing but a number, or a number and the word for it. */
    private static final Pattern ONLY_NUMBER = Pattern.compile(
            "(?i)\\s*(?:(cuda|nvml|nccl|cublas|xid|cupti)\\s*)?(?:runtime |driver )?(?:error|status|failure|result)?\\s*(?:code|number)?\\s*[:=#(]?\\s*(-?\\d{1,5})\\s*[).]?\\s*");

    private static final Pattern NUMBER_IN_LINE = Pattern.compile(
            "(?i)\\b(?:error|status|failure|failed|code|returned|cuInit|result)\\s*(?:code|number)?\\s*(?:is|was|with)?\\s*[:=#(]{0,2}\\s*(\\d{1,4})\\b");

    private static final class Found {
        final KnownError error;
        final String line;
        int count = 1;
        Optional<OutOfMemoryText.Reading> reading = Optional.empty();

        Found(KnownError error, String line) {
            this.error = error;
            this.line = line;
        }
    }

    private final ErrorTable table = ErrorTable.get();
    private final Map<KnownError, Found> found = new LinkedHashMap<>();

    private LogReader() {}

    /** What is known of the errors in a text, the most telling first; empty when none is known. */
    public static List<Explanation> explain(String text) {
        return new LogReader()
                .read(text.length() > TEXT_CHARACTERS_MAX ? text.substring(0, TEXT_CHARACTERS_MAX) : text);
    }

    private List<Explanation> read(String text) {
        var number = ONLY_NUMBER.matcher(text.length() > 200 ? "" : text);
        if (number.matches()) {
            readNumber(Optional.ofNullable(number.group(1)), Integer.parseInt(number.group(2)), text.strip());
        } else {
            text.lines()
                    .map(line -> line.length() > LINE_CHARACTERS_MAX ? line.substring(0, LINE_CHARACTERS_MAX) : line)
                    .forEach(this::readLine);
        }
        return found.values().stream()
                .sorted(Comparator.comparingInt(each -> each.error.priority()))
                .map(LogReader::explanation)
                .toList();
    }

    private void readNumber(Optional<String> library, int code, String text) {
        List<String> apis = library.map(name -> switch (name.toLowerCase(Locale.ROOT)) {
                    case "nvml" -> List.of("nvml");
                    case "nccl" -> List.of("nccl");
                    case "cublas" -> List.of("cublas");
                    case "cupti" -> List.of("cupti");
                    case "xid" -> List.of("xid");
                    default -> List.of("cuda-driver", "cuda-runtime");
                })
                .orElse(List.of("cuda-driver", "cuda-runtime", "cuda-runtime-old", "xid", "nvml"));
        if (code < 0) {
            table.find(NO_STATUS).ifPresent(error -> add(error, text));
        }
        for (String api : apis) {
            // A number alone is most likely CUDA's; the others are asked only where CUDA has none.
            if (found.isEmpty() || api.equals("xid")) {
                table.find(api, code).ifPresent(error -> add(error, text));
            }
        }
    }

    private void readLine(String line) {
        String lower = line.toLowerCase(Locale.ROOT);
        var xid = XID.matcher(line);
        boolean named = false;
        while (xid.find()) {
            int code = Integer.parseInt(xid.group(1));
            table.find("xid", code).ifPresent(error -> add(error, line));
            named = true;
        }
        var name = NAME.matcher(line);
        Set<KnownError> here = new LinkedHashSet<>();
        while (name.find()) {
            byName(name.group()).ifPresent(here::add);
        }
        for (Wording wording : Wording.ALL) {
            if (wording.text().matcher(lower.strip()).find()) {
                table.find(wording.error()).ifPresent(here::add);
            }
        }
        if (here.isEmpty() && !named) {
            byMessage(lower)
                    .or(() -> byBeginning(lower))
                    .or(() -> byNumber(line, lower))
                    .ifPresent(here::add);
        }
        here.forEach(error -> add(error, line));
    }

    private Optional<KnownError> byName(String name) {
        Integer code = RUNTIME_NAMES.get(name);
        return code != null ? table.find("cuda-driver", code) : table.find(name);
    }

    /** The longest message in the line; short common ones count only beside the name of their library. */
    private Optional<KnownError> byMessage(String lower) {
        return table.errors().stream()
                .filter(error -> error.message().length() >= 8)
                .filter(error -> lower.contains(error.message().toLowerCase(Locale.ROOT)))
                .filter(error -> isTelling(error, lower))
                .max(Comparator.comparingInt(
                        (KnownError error) -> error.message().length()));
    }

    /** A message that was cut short: what stands behind the last colon is how one begins. */
    private Optional<KnownError> byBeginning(String lower) {
        String last = lower.substring(lower.lastIndexOf(": ") + 1).strip();
        boolean named = lower.contains("cuda") || lower.contains("nvml") || lower.contains("nccl");
        return last.length() < (named ? BEGINNING_CHARACTERS_MIN : LONE_BEGINNING_CHARACTERS_MIN)
                ? Optional.empty()
                : table.errors().stream()
                        .filter(error ->
                                error.message().toLowerCase(Locale.ROOT).startsWith(last))
                        .filter(error -> isTelling(error, lower))
                        .findFirst();
    }

    private static boolean isTelling(KnownError error, String lower) {
        return switch (error.api()) {
            case "cuda-driver", "cuda-runtime", "cuda-runtime-old" ->
                error.message().length() >= 30 || lower.contains("cuda") || lower.contains("cuinit");
            case "nccl" -> lower.contains("nccl");
            case "nvml" -> error.message().length() >= 20 || lower.contains("nvml");
            case "xid" -> false;
            default -> true;
        };
    }

    private Optional<KnownError> byNumber(String line, String lower) {
        var number = NUMBER_IN_LINE.matcher(line);
        if (!number.find()) {
            return Optional.empty();
        }
        OptionalInt code = OptionalInt.of(Integer.parseInt(number.group(1)));
        String api = lower.contains("nvml")
                ? "nvml"
                : lower.contains("nccl")
                        ? "nccl"
                        : lower.contains("cublas")
                                ? "cublas"
                                : lower.contains("cupti")
                                        ? "cupti"
                                        : lower.contains("cuda")
                                                        || lower.contains("cuinit")
                                                        || line.matches(".*\\bcu[A-Z].*")
                                                ? "cuda-driver"
                                                : "";
        return table.find(api, code.getAsInt())
                .or(() -> api.equals("cuda-driver") ? table.find("cuda-runtime", code.getAsInt()) : Optional.empty());
    }

    private void add(KnownError error, String line) {
        Found known = found.get(error);
        if (known == null) {
            known = new Found(error, excerpt(line));
            found.put(error, known);
        } else {
            known.count++;
        }
        if (error.name().equals("CUDA_ERROR_OUT_OF_MEMORY") && known.reading.isEmpty()) {
            known.reading = OutOfMemoryText.read(line);
        }
    }

    private static String excerpt(String line) {
        StringBuilder kept = new StringBuilder();
        line.strip()
                .chars()
                .limit(EXCERPT_CHARACTERS)
                .forEach(c -> kept.append(Character.isISOControl(c) ? ' ' : (char) c));
        return line.strip().length() > EXCERPT_CHARACTERS ? kept + "..." : kept.toString();
    }

    private static Explanation explanation(Found found) {
        return new Explanation(
                found.error,
                found.line,
                found.count,
                found.reading.map(OutOfMemoryText.Reading::cause).orElse(found.error.causes()),
                found.reading.map(OutOfMemoryText.Reading::fix).orElse(found.error.fix()));
    }
}
