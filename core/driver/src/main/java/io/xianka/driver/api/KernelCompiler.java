package io.xianka.driver.api;

/** Turns CUDA C into device code. Found by {@link java.util.ServiceLoader}; safe for several threads at once. */
public interface KernelCompiler {

    /**
     * Compiles one translation unit.
     *
     * @throws CompilationException when the source has errors, with all of them
     */
    CompiledSource compile(SourceText source, CompileOptions options);
}
