package io.xianka.driver.api;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How to compile CUDA C.
 *
 * @param compiler which compiler
 * @param architecture such as {@code sm_90}; empty takes the device's
 * @param defines macros, in order; an empty value is {@code -DNAME} alone, which defines it as 1
 * @param includeFolders where {@code #include} looks after the folder of the source
 * @param contraction whether {@code a * b + c} becomes one rounding, as NVRTC does by default
 * @param fastMath approximate division, square root and functions, subnormals flushed to zero
 * @param cache whether compiled code may come from and go to the cache on disk
 * @param nameExpressions kernels that the caller will ask for, as C++ names them: {@code scale<float, 4>} makes an
 *     instance of a template; {@code blur::rows} and {@code &scale<Pixel *>} are others
 * @param nvrtcOptions more options for NVRTC alone, passed as they are
 */
public record CompileOptions(
        Compiler compiler,
        Optional<String> architecture,
        Map<String, String> defines,
        List<Path> includeFolders,
        boolean contraction,
        boolean fastMath,
        boolean cache,
        List<String> nameExpressions,
        List<String> nvrtcOptions) {

    /** Which compiler turns CUDA C into device code. */
    public enum Compiler {
        /** The own compiler; NVRTC, where found, for what the own compiler does not support yet. */
        AUTO,
        /** The compiler of this project. */
        OWN,
        /** NVIDIA's run-time compiler, which must be installed. */
        NVRTC
    }

    /** No macros, no folders, contraction on, the device's architecture, the cache in use. */
    public static final CompileOptions DEFAULT = new CompileOptions(
            Compiler.AUTO, Optional.empty(), Map.of(), List.of(), true, false, true, List.of(), List.of());

    public CompileOptions {
        Objects.requireNonNull(compiler, "compiler");
        Objects.requireNonNull(architecture, "architecture");
        defines = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(defines));
        includeFolders = List.copyOf(includeFolders);
        nameExpressions = List.copyOf(nameExpressions);
        nvrtcOptions = List.copyOf(nvrtcOptions);
    }

    /** The same options for another compiler. */
    public CompileOptions withCompiler(Compiler other) {
        return new CompileOptions(
                other,
                architecture,
                defines,
                includeFolders,
                contraction,
                fastMath,
                cache,
                nameExpressions,
                nvrtcOptions);
    }

    /** The same options for an architecture such as {@code sm_90}. */
    public CompileOptions withArchitecture(String name) {
        return new CompileOptions(
                compiler,
                Optional.of(name),
                defines,
                includeFolders,
                contraction,
                fastMath,
                cache,
                nameExpressions,
                nvrtcOptions);
    }

    /** The same options with one macro more. */
    public CompileOptions withDefine(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(defines);
        more.put(name, value);
        return new CompileOptions(
                compiler,
                architecture,
                more,
                includeFolders,
                contraction,
                fastMath,
                cache,
                nameExpressions,
                nvrtcOptions);
    }

    /** The same options with one folder more for includes. */
    public CompileOptions withIncludeFolder(Path folder) {
        List<Path> more = new java.util.ArrayList<>(includeFolders);
        more.add(folder);
        return new CompileOptions(
                compiler, architecture, defines, more, contraction, fastMath, cache, nameExpressions, nvrtcOptions);
    }

    /** The same options, with or without contraction. */
    public CompileOptions withContraction(boolean wanted) {
        return new CompileOptions(
                compiler,
                architecture,
                defines,
                includeFolders,
                wanted,
                fastMath,
                cache,
                nameExpressions,
                nvrtcOptions);
    }

    /** The same options, with or without fast mathematics. */
    public CompileOptions withFastMath(boolean wanted) {
        return new CompileOptions(
                compiler,
                architecture,
                defines,
                includeFolders,
                contraction,
                wanted,
                cache,
                nameExpressions,
                nvrtcOptions);
    }

    /** The same options, with or without the cache. */
    public CompileOptions withCache(boolean wanted) {
        return new CompileOptions(
                compiler,
                architecture,
                defines,
                includeFolders,
                contraction,
                fastMath,
                wanted,
                nameExpressions,
                nvrtcOptions);
    }

    /** The same options with one kernel more that will be asked for, such as the instance {@code scale<float, 4>}. */
    public CompileOptions withNameExpression(String expression) {
        List<String> more = new java.util.ArrayList<>(nameExpressions);
        more.add(expression);
        return new CompileOptions(
                compiler, architecture, defines, includeFolders, contraction, fastMath, cache, more, nvrtcOptions);
    }

    /** The same options with one option more for NVRTC. */
    public CompileOptions withNvrtcOption(String option) {
        List<String> more = new java.util.ArrayList<>(nvrtcOptions);
        more.add(option);
        return new CompileOptions(
                compiler, architecture, defines, includeFolders, contraction, fastMath, cache, nameExpressions, more);
    }
}
