package io.xianka.compiler.nvrtc;

import io.xianka.driver.api.CompilationException;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.CompiledSource;
import io.xianka.driver.api.Nvrtc;
import io.xianka.driver.api.SourceDiagnostic;
import io.xianka.driver.api.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compiles by NVRTC. Safe for several threads, as NVRTC is. */
public final class NvrtcCompiler {
    private static final Pattern LINE = Pattern.compile(
            "(?<file>.+)\\((?<line>\\d+)\\): (?:catastrophic )?(?<severity>error|warning)(?: #[\\w-]+)?: (?<message>.*)");

    private final Nvrtc nvrtc;
    private final NvrtcHeaders headers;

    public NvrtcCompiler(Nvrtc nvrtc) {
        this.nvrtc = nvrtc;
        this.headers = NvrtcHeaders.besides(nvrtc.origin());
    }

    /** Which NVRTC this is: {@code NVRTC 13.0}. */
    public String name() {
        return "NVRTC " + nvrtc.version();
    }

    /** Where the library was found. */
    public String origin() {
        return nvrtc.origin();
    }

    /** The options that NVRTC is called with. */
    public List<String> options(SourceText source, CompileOptions wanted, String architecture) {
        List<String> options = new ArrayList<>();
        options.add("--gpu-architecture=" + virtual(architecture));
        options.add("--std=c++17");
        options.add("--fmad=" + wanted.contraction());
        if (wanted.fastMath()) {
            options.add("--use_fast_math");
        }
        options.add("--generate-line-info");
        if (atLeast(13)) {
            // NVRTC 13.0 was seen to hand out an older result from the driver's own cache.
            options.add("--no-cache");
        }
        wanted.defines().forEach((name, value) -> options.add("-D" + name + (value.isEmpty() ? "" : "=" + value)));
        source.file().map(file -> file.toAbsolutePath().getParent()).ifPresent(folder -> options.add("-I" + folder));
        wanted.includeFolders().forEach(folder -> options.add("-I" + folder));
        headers.folders().forEach(folder -> options.add("-I" + folder));
        options.addAll(wanted.nvrtcOptions());
        return options;
    }

    /** The virtual architecture to compile for: the wanted one, or the newest that this NVRTC knows. */
    private String virtual(String architecture) {
        Matcher digits = Pattern.compile("(?:sm|compute)_(\\d+)([af]?)").matcher(architecture);
        if (!digits.matches()) {
            throw new IllegalArgumentException("architecture '" + architecture + "' is not of the form sm_90");
        }
        int number = Integer.parseInt(digits.group(1));
        List<Integer> supported = nvrtc.supportedArchitectures();
        if (supported.isEmpty() || supported.contains(number)) {
            return "compute_" + digits.group(1) + digits.group(2);
        }
        return supported.stream()
                .filter(known -> known <= number)
                .reduce((first, second) -> second)
                .map(known -> "compute_" + known)
                .orElse("compute_" + digits.group(1) + digits.group(2));
    }

    private boolean atLeast(int major) {
        String first = nvrtc.version().replaceAll("\\..*", "");
        return first.matches("\\d{1,4}") && Integer.parseInt(first) >= major;
    }

    /** True when the result depends on nothing but the text and the options, so that it may be cached. */
    public boolean standsAlone(SourceText source, CompileOptions wanted) {
        return wanted.includeFolders().isEmpty()
                && wanted.nvrtcOptions().stream()
                        .noneMatch(option -> option.contains("-I") || option.contains("include"))
                && !Pattern.compile("^\\s*#\\s*include(?!\\s*<)", Pattern.MULTILINE)
                        .matcher(source.text())
                        .find();
    }

    /**
     * Compiles.
     *
     * @throws CompilationException with NVRTC's own words when the source has errors
     */
    public CompiledSource compile(SourceText source, CompileOptions wanted, String architecture) {
        long start = System.nanoTime();
        Nvrtc.Result result = nvrtc.compile(
                source.text(),
                source.name(),
                headers.texts(),
                options(source, wanted, architecture),
                wanted.nameExpressions());
        List<SourceDiagnostic> said = diagnostics(result.log(), source.name());
        return result.image()
                .map(image -> new CompiledSource(
                        image,
                        List.of(),
                        result.loweredNames(),
                        said,
                        CompiledSource.Origin.NVRTC,
                        false,
                        System.nanoTime() - start))
                .orElseThrow(() -> new CompilationException(
                        name() + " says:\n" + result.log().strip(), said));
    }

    /** The places that a log names; a log that names none is one diagnostic without a place. */
    static List<SourceDiagnostic> diagnostics(String log, String source) {
        List<SourceDiagnostic> out = new ArrayList<>();
        List<String> lines = log.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            Matcher line = LINE.matcher(lines.get(i));
            if (line.matches()) {
                String text = i + 2 < lines.size() && lines.get(i + 2).strip().equals("^") ? lines.get(i + 1) : "";
                int caret = text.isEmpty() ? -1 : lines.get(i + 2).indexOf('^');
                int indent = text.length() - text.stripLeading().length();
                out.add(new SourceDiagnostic(
                        line.group("severity").equals("error")
                                ? SourceDiagnostic.Severity.ERROR
                                : SourceDiagnostic.Severity.WARNING,
                        line.group("file"),
                        Integer.parseInt(line.group("line")),
                        caret < 0 ? 0 : Math.max(1, caret - indent + 1),
                        line.group("message"),
                        text.strip()));
            }
        }
        if (out.isEmpty() && !log.isBlank()) {
            SourceDiagnostic.Severity severity =
                    log.contains("error") ? SourceDiagnostic.Severity.ERROR : SourceDiagnostic.Severity.WARNING;
            out.add(new SourceDiagnostic(severity, source, 0, 0, log.strip(), ""));
        }
        return List.copyOf(out);
    }
}
