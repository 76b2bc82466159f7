package io.xianka.compiler;

import io.xianka.compiler.cache.CacheKey;
import io.xianka.compiler.cache.CompileCache;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.library.DeviceLibrary;
import io.xianka.compiler.lowering.CodeOptions;
import io.xianka.compiler.lowering.Lowering;
import io.xianka.compiler.lowering.LoweringException;
import io.xianka.compiler.preprocessor.Headers;
import io.xianka.compiler.preprocessor.Preprocessed;
import io.xianka.compiler.preprocessor.Preprocessor;
import io.xianka.compiler.preprocessor.PreprocessorOptions;
import io.xianka.compiler.semantics.Semantics;
import io.xianka.compiler.source.Diagnostic;
import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceFile;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Parser;
import io.xianka.compiler.syntax.TranslationUnit;
import io.xianka.compiler.typed.Function;
import io.xianka.compiler.typed.Program;
import io.xianka.driver.api.CompilationException;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.CompiledSource;
import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.SourceText;
import io.xianka.ptx.PtxModule;
import io.xianka.ptx.PtxParser;
import io.xianka.ptx.PtxPrinter;
import io.xianka.ptx.PtxProblem;
import io.xianka.ptx.PtxVerifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Source text to PTX by the parts of this room, one after the other. */
final class OwnCompiler {
    /** Errors that another compiler may not have: a feature, a header of a toolkit, a name that only CUDA can mean. */
    private static final Pattern LACKS = Pattern.compile(
            "not supported|internal error of the compiler|cannot find include file|'(?:__\\w+|cooperative_groups|cuda|nvcuda|cub|thrust)'");

    private static final Pattern LOCATION =
            Pattern.compile("\\s*\\.loc\\s+(?<file>\\d+)\\s+(?<line>\\d{1,9})\\s+(?<column>\\d{1,9})");

    private static final Pattern FILE = Pattern.compile("\\s*\\.file\\s+(?<index>\\d+)\\s+\"(?<name>[^\"]*)\"");

    private final SourceText source;
    private final CompileOptions options;
    private final Architecture architecture;
    private final Diagnostics diagnostics = new Diagnostics();

    OwnCompiler(SourceText source, CompileOptions options, Architecture architecture) {
        this.source = source;
        this.options = options;
        this.architecture = architecture;
    }

    /**
     * Compiles, or finds what an earlier compilation kept.
     *
     * @throws CompilationException when the source has errors
     */
    CompiledSource compile(Optional<CompileCache> cache) {
        long start = System.nanoTime();
        String name = source.file().map(Object::toString).orElse(source.name());
        String text = source.text().startsWith("\uFEFF") ? source.text().substring(1) : source.text();
        SourceFile file = SourceFile.of(name, text);
        List<SourceFile> kernels = options.nameExpressions().stream()
                .map(expression -> SourceFile.of("<name expression>", expression))
                .toList();
        Preprocessed preprocessed = Preprocessor.run(file, kernels, preprocessorOptions(), diagnostics);
        String key = cache.isPresent() && !diagnostics.hasErrors() ? key(preprocessed) : null;
        if (key != null) {
            Optional<CompiledSource> kept = cache.get().find(key);
            if (kept.isPresent()) {
                return timed(kept.get(), start);
            }
        }
        CompiledSource compiled = timed(translate(file, preprocessed), start);
        if (key != null) {
            cache.get().keep(key, compiled);
        }
        return compiled;
    }

    /** How much of what stands against the source is this compiler's lack and not the source's fault. */
    enum Lack {
        NONE,
        SOME,
        ALL
    }

    Lack lack() {
        List<Diagnostic> errors =
                diagnostics.all().stream().filter(Diagnostic::isError).toList();
        long lacks = errors.stream()
                .filter(error -> LACKS.matcher(error.message()).find())
                .count();
        return lacks == 0 ? Lack.NONE : lacks < errors.size() ? Lack.SOME : Lack.ALL;
    }

    private static CompiledSource timed(CompiledSource code, long start) {
        return new CompiledSource(
                code.image(),
                code.kernels(),
                code.loweredNames(),
                code.warnings(),
                code.origin(),
                code.cached(),
                System.nanoTime() - start);
    }

    private PreprocessorOptions preprocessorOptions() {
        List<String> definitions = new ArrayList<>();
        if (options.fastMath()) {
            definitions.add("__USE_FAST_MATH__=1");
        }
        options.defines().forEach((name, value) -> definitions.add(value.isEmpty() ? name : name + "=" + value));
        return new PreprocessorOptions(
                new Headers(options.includeFolders(), Map.of()), definitions, List.of(), architecture.name());
    }

    /** Everything that the result depends on: this build, the options, each file read, and what macros made of them. */
    private String key(Preprocessed preprocessed) {
        CacheKey key = new CacheKey("own")
                .add(BuildIdentity.of())
                .add(architecture.name())
                .add(options.contraction() ? 1 : 0)
                .add(options.fastMath() ? 1 : 0)
                .addAll(options.nameExpressions());
        key.add(preprocessed.files().size());
        for (SourceFile file : preprocessed.files()) {
            key.add(file.name()).add(file.text());
        }
        key.add(preprocessed.tokens().size());
        preprocessed.tokens().forEach(token -> key.add(token.text()));
        return key.hash();
    }

    private CompiledSource translate(SourceFile file, Preprocessed preprocessed) {
        EarlyClasses.begin();
        Set<String> included =
                preprocessed.files().stream().map(SourceFile::name).collect(Collectors.toSet());
        DeviceLibrary library = DeviceLibrary.standard().behind(included, options.fastMath(), architecture.number());
        Diagnostics found = new Diagnostics();
        TranslationUnit unit = Parser.parse(file, preprocessed.tokens(), preprocessed.asides(), library, found);
        Program program = preprocessed.incomplete() || found.full() ? null : Semantics.analyse(unit, library, found);
        if (!preprocessed.missing().isEmpty()) {
            blame(preprocessed.missing(), found);
        }
        found.all().forEach(diagnostics::add);
        if (program == null || diagnostics.hasErrors()) {
            throw failure();
        }
        PtxModule module;
        try {
            module = Lowering.lower(program, codeOptions());
        } catch (LoweringException e) {
            diagnostics.error(e.span(), e.getMessage());
            throw failure();
        }
        String ptx = PtxPrinter.print(module);
        if (preprocessed.tokens().stream().anyMatch(token -> token.is(TokenKind.ASM))) {
            checkAssembly(module, ptx, file, preprocessed.files());
        }
        return new CompiledSource(
                new DeviceImage.Ptx(ptx),
                program.kernels().stream().map(Signatures::of).toList(),
                loweredNames(program),
                Reports.of(diagnostics.all()),
                CompiledSource.Origin.OWN,
                false,
                0);
    }

    /** With a file missing, names are called undeclared that it declares: then the file is the error, and else none. */
    private void blame(List<Diagnostic> missing, Diagnostics found) {
        Optional<Diagnostic> error =
                found.all().stream().filter(Diagnostic::isError).findFirst();
        for (Diagnostic absent : missing) {
            if (error.isPresent()) {
                diagnostics.error(
                        absent.span(),
                        absent.message(),
                        new Diagnostic.Note(error.get().span(), error.get().message()));
            } else {
                diagnostics.warning(absent.span(), absent.message() + "; the kernels do without it");
            }
        }
        if (error.isPresent()) {
            throw failure();
        }
    }

    /** Reports inline assembly that is no PTX: the text came from the user, and nobody has looked at it yet. */
    private void checkAssembly(PtxModule module, String ptx, SourceFile file, List<SourceFile> files) {
        if (PtxVerifier.verify(module).isEmpty()) {
            return;
        }
        // Only text has lines, and they lead to the source's lines.
        List<String> lines = ptx.lines().toList();
        for (PtxProblem problem : PtxVerifier.verify(PtxParser.parse(ptx))) {
            diagnostics.error(sourceOf(problem.line().number(), lines, file, files), "invalid PTX: " + problem.fact());
        }
        throw failure();
    }

    private static SourceSpan sourceOf(int line, List<String> lines, SourceFile file, List<SourceFile> files) {
        for (int i = Math.min(line, lines.size()) - 1; i >= 0; i--) {
            Matcher location = LOCATION.matcher(lines.get(i));
            if (location.lookingAt()) {
                String index = location.group("file");
                SourceFile found = lines.stream()
                        .map(FILE::matcher)
                        .filter(declared ->
                                declared.lookingAt() && declared.group("index").equals(index))
                        .flatMap(declared ->
                                files.stream().filter(known -> known.name().equals(declared.group("name"))))
                        .findFirst()
                        .orElse(file);
                int row = Math.min(Integer.parseInt(location.group("line")), found.lineCount());
                int start = found.lineStart(row)
                        + Math.min(
                                Integer.parseInt(location.group("column")) - 1,
                                found.lineText(row).length());
                return new SourceSpan(found, start, start);
            }
        }
        return new SourceSpan(file, 0, 0);
    }

    /** What kernels are called in the source, and by those who asked for them. */
    private Map<String, String> loweredNames(Program program) {
        Map<String, String> names = new LinkedHashMap<>();
        Set<String> overloaded = new HashSet<>();
        for (Function kernel : program.kernels()) {
            if (!kernel.name().equals(kernel.linkName())
                    && (overloaded.contains(kernel.name()) || names.put(kernel.name(), kernel.linkName()) != null)) {
                overloaded.add(kernel.name());
                names.remove(kernel.name());
            }
        }
        for (int i = 0; i < program.asked().size(); i++) {
            names.put(options.nameExpressions().get(i), program.asked().get(i).linkName());
        }
        return names;
    }

    private CodeOptions codeOptions() {
        CodeOptions code = CodeOptions.of(architecture.name()).withVersion(architecture.ptxVersion());
        return (options.fastMath() ? code.withFastMath() : code).withContract(options.contraction());
    }

    private CompilationException failure() {
        return new CompilationException(diagnostics.render().stripTrailing(), Reports.of(diagnostics.all()));
    }

    /** The error for what must not happen: a fault of this compiler. */
    CompilationException internalError(Throwable cause) {
        String what = cause instanceof StackOverflowError
                ? "the program is nested too deep for this compiler"
                : "internal error of the compiler: " + cause;
        diagnostics.error(
                new SourceSpan(SourceFile.of(source.name(), ""), 0, 0), what + "; --compiler nvrtc may compile this");
        CompilationException failure = failure();
        failure.initCause(cause);
        return failure;
    }
}
