package io.xianka.compiler;

import io.xianka.compiler.cache.CacheKey;
import io.xianka.compiler.cache.CompileCache;
import io.xianka.compiler.nvrtc.NvrtcCompiler;
import io.xianka.driver.Libraries;
import io.xianka.driver.api.CompilationException;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.CompiledSource;
import io.xianka.driver.api.KernelCompiler;
import io.xianka.driver.api.SourceDiagnostic;
import io.xianka.driver.api.SourceText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * Compiles CUDA C++ for NVIDIA GPUs and for the emulator, in Java alone or by NVRTC where that is installed.
 *
 * <pre>{@code
 * CompiledSource code = new CudaC().compile(SourceText.of(source), CompileOptions.DEFAULT);
 * }</pre>
 *
 * <p>What was compiled is kept on disk and found again by the next process; {@code XIANKA_CACHE} names the folder or says
 * {@code off}. With {@link CompileOptions.Compiler#AUTO} the own compiler goes first; a source that uses what it does not
 * support yet goes to NVRTC where there is one, and a warning says so.
 *
 * <p>Safe for several threads at once.
 */
public final class CudaC implements KernelCompiler {
    /** Deep nesting that the parser allows must not overflow the stack of any later part. */
    private static final long STACK_BYTES = 256L << 20;

    private static final class DefaultCache {
        static final Optional<CompileCache> CACHE = CompileCache.here();
    }

    private static final class InstalledNvrtc {
        static final Optional<NvrtcCompiler> COMPILER = Libraries.nvrtc().map(NvrtcCompiler::new);
    }

    private final Supplier<Optional<CompileCache>> cache;
    private final Supplier<Optional<NvrtcCompiler>> nvrtc;

    /** With the cache and the NVRTC of this machine. */
    public CudaC() {
        this(() -> DefaultCache.CACHE, () -> InstalledNvrtc.COMPILER);
    }

    CudaC(Supplier<Optional<CompileCache>> cache, Supplier<Optional<NvrtcCompiler>> nvrtc) {
        this.cache = cache;
        this.nvrtc = nvrtc;
    }

    /** {@return the folder in which what was compiled is kept on this machine; empty where nothing is kept} */
    public static Optional<Path> cacheFolder() {
        return DefaultCache.CACHE.map(CompileCache::folder);
    }

    /**
     * Compiles one translation unit. Without an architecture in the options, code is for {@code sm_90}.
     *
     * @throws CompilationException when the source has errors; its message shows them all, with lines and carets
     */
    @Override
    public CompiledSource compile(SourceText source, CompileOptions options) {
        Architecture architecture = Architecture.of(options.architecture().orElse(Architecture.DEFAULT));
        Optional<CompileCache> kept = options.cache() ? cache.get() : Optional.empty();
        CompiledSource compiled = switch (options.compiler()) {
            case OWN -> own(new OwnCompiler(source, options, architecture), kept);
            case NVRTC -> byNvrtc(installed(), source, options, architecture, kept);
            case AUTO -> byEither(source, options, architecture, kept);
        };
        return kept.flatMap(CompileCache::takeTrouble)
                .map(trouble -> warned(compiled, kept.get().folder().toString(), trouble))
                .orElse(compiled);
    }

    private CompiledSource byEither(
            SourceText source, CompileOptions options, Architecture architecture, Optional<CompileCache> kept) {
        OwnCompiler own = new OwnCompiler(source, options, architecture);
        try {
            return own(own, kept);
        } catch (CompilationException ownFailure) {
            OwnCompiler.Lack lack = own.lack();
            Optional<NvrtcCompiler> other = lack == OwnCompiler.Lack.NONE ? Optional.empty() : nvrtc.get();
            if (other.isEmpty()) {
                throw ownFailure;
            }
            CompiledSource compiled;
            try {
                compiled = byNvrtc(other.get(), source, options, architecture, kept);
            } catch (CompilationException nvrtcFailure) {
                throw lack == OwnCompiler.Lack.ALL ? nvrtcFailure : ownFailure;
            }
            String reason = ownFailure.diagnostics().stream()
                    .filter(diagnostic -> diagnostic.severity() == SourceDiagnostic.Severity.ERROR)
                    .map(diagnostic -> "line " + diagnostic.line() + ": " + diagnostic.message())
                    .findFirst()
                    .orElse("");
            return warned(compiled, source.name(), "compiled by " + other.get().name() + " (" + reason + ")");
        }
    }

    private static CompiledSource own(OwnCompiler compiler, Optional<CompileCache> kept) {
        FutureTask<CompiledSource> task = new FutureTask<>(() -> {
            try {
                return compiler.compile(kept);
            } catch (CompilationException e) {
                throw e;
            } catch (RuntimeException | StackOverflowError | AssertionError e) {
                throw compiler.internalError(e);
            }
        });
        Thread thread = new Thread(null, task, "xianka-compile", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    // Compilation is short; the interrupt is for what comes after it.
                    interrupted = true;
                } catch (ExecutionException e) {
                    switch (e.getCause()) {
                        case RuntimeException failure -> throw failure;
                        case Error error -> throw error;
                        default -> throw new IllegalStateException(e.getCause());
                    }
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private NvrtcCompiler installed() {
        return nvrtc.get()
                .orElseThrow(() -> new CompilationException(
                        "NVRTC was not found on this machine; --compiler own compiles without it, and 'xianka info' says where"
                                + " libraries are looked for",
                        List.of()));
    }

    private static CompiledSource byNvrtc(
            NvrtcCompiler compiler,
            SourceText source,
            CompileOptions options,
            Architecture architecture,
            Optional<CompileCache> cache) {
        long start = System.nanoTime();
        Optional<CompileCache> kept = compiler.standsAlone(source, options) ? cache : Optional.empty();
        if (kept.isEmpty()) {
            return compiler.compile(source, options, architecture.name());
        }
        String key = new CacheKey("nvrtc")
                .add(compiler.name())
                .add(compiler.origin())
                .addAll(compiler.options(source, options, architecture.name()))
                .addAll(options.nameExpressions())
                .add(source.name())
                .add(source.text())
                .hash();
        Optional<CompiledSource> found = kept.get().find(key);
        if (found.isPresent()) {
            CompiledSource code = found.get();
            return new CompiledSource(
                    code.image(),
                    code.kernels(),
                    code.loweredNames(),
                    code.warnings(),
                    code.origin(),
                    true,
                    System.nanoTime() - start);
        }
        CompiledSource compiled = compiler.compile(source, options, architecture.name());
        kept.get().keep(key, compiled);
        return compiled;
    }

    private static CompiledSource warned(CompiledSource code, String place, String message) {
        List<SourceDiagnostic> warnings = new ArrayList<>(code.warnings());
        warnings.add(new SourceDiagnostic(SourceDiagnostic.Severity.WARNING, place, 0, 0, message, ""));
        return new CompiledSource(
                code.image(),
                code.kernels(),
                code.loweredNames(),
                warnings,
                code.origin(),
                code.cached(),
                code.compileNanos());
    }
}
