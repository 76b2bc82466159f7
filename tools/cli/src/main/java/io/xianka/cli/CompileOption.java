package io.xianka.cli;

import io.xianka.driver.api.CompileOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** How to compile: {@code --compiler}, {@code -D}, {@code -I} and friends, as every command that compiles has them. */
final class CompileOption {

    @Option(names = "--compiler", paramLabel = "auto|own|nvrtc", defaultValue = "auto", descriptionKey = "compiler")
    private String compiler;

    @Option(names = "-D", paramLabel = "N[=V]", descriptionKey = "define")
    private List<String> defines = new ArrayList<>();

    @Option(names = "-I", paramLabel = "DIR", descriptionKey = "include")
    private List<Path> includeFolders = new ArrayList<>();

    @Option(names = "--fast-math", descriptionKey = "fastMath")
    private boolean fastMath;

    @Option(names = "--no-contraction", descriptionKey = "noContraction")
    private boolean noContraction;

    @Option(names = "--no-cache", descriptionKey = "noCache")
    private boolean noCache;

    CompileOptions options() throws UsageException {
        var options = CompileOptions.DEFAULT
                .withCompiler(
                        switch (compiler) {
                            case "auto" -> CompileOptions.Compiler.AUTO;
                            case "own" -> CompileOptions.Compiler.OWN;
                            case "nvrtc" -> CompileOptions.Compiler.NVRTC;
                            default ->
                                throw new UsageException("--compiler " + compiler + ": write auto, own or nvrtc");
                        })
                .withFastMath(fastMath)
                .withContraction(!noContraction)
                .withCache(!noCache);
        for (String define : defines) {
            int equals = define.indexOf('=');
            String name = equals < 0 ? define : define.substring(0, equals);
            if (!isIdentifier(name)) {
                throw new UsageException("-D " + define + ": '" + name + "' is no macro name; write -D NAME=VALUE");
            }
            options = options.withDefine(name, equals < 0 ? "" : define.substring(equals + 1));
        }
        for (Path folder : includeFolders) {
            if (!Files.isDirectory(folder)) {
                throw new UsageException("-I " + folder + ": there is no such folder");
            }
            options = options.withIncludeFolder(folder);
        }
        return options;
    }

    /** The options for a kernel that was named; a symbol is no expression, and stays what it is. */
    static CompileOptions asking(CompileOptions options, String kernel) {
        return kernel.startsWith("_Z") ? options : options.withNameExpression(kernel);
    }

    private static boolean isIdentifier(String name) {
        return !name.isEmpty()
                && !Character.isDigit(name.charAt(0))
                && name.chars().allMatch(c -> c == '_' || c < 128 && Character.isLetterOrDigit(c));
    }
}
