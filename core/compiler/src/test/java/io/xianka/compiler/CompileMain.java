package io.xianka.compiler;

import io.xianka.driver.api.CompilationException;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.CompiledSource;
import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.SourceText;
import java.nio.file.Path;

/**
 * For looking at the compiler's work: writes a file's PTX to standard output, and times to standard error.
 *
 * <p>Arguments: {@code [-arch=sm_90] [-cache] [-DNAME=VALUE] [-IDIR] [-times=N] FILE.cu}.
 */
final class CompileMain {
    private CompileMain() {}

    public static void main(String[] arguments) throws Exception {
        CompileOptions options =
                CompileOptions.DEFAULT.withCompiler(CompileOptions.Compiler.OWN).withCache(false);
        SourceText source = null;
        int times = 1;
        for (String argument : arguments) {
            if (argument.startsWith("-arch=")) {
                options = options.withArchitecture(argument.substring(6));
            } else if (argument.startsWith("-D")) {
                int equals = argument.indexOf('=');
                options = options.withDefine(
                        argument.substring(2, equals < 0 ? argument.length() : equals),
                        equals < 0 ? "" : argument.substring(equals + 1));
            } else if (argument.startsWith("-I")) {
                options = options.withIncludeFolder(Path.of(argument.substring(2)));
            } else if (argument.startsWith("-times=")) {
                times = Integer.parseInt(argument.substring(7));
            } else if (argument.equals("-cache")) {
                options = options.withCache(true);
            } else {
                source = SourceText.read(Path.of(argument));
            }
        }
        try {
            CompiledSource compiled = null;
            for (int i = 0; i < times; i++) {
                compiled = new CudaC().compile(source, options);
            }
            compiled.warnings().forEach(warning -> System.err.println(warning.render()));
            System.out.print(
                    switch (compiled.image()) {
                        case DeviceImage.Ptx ptx -> ptx.text();
                        case DeviceImage.Cubin cubin -> cubin.toString();
                    });
            compiled.kernels().forEach(System.err::println);
            System.err.printf("%.2f ms%n", compiled.compileNanos() / 1e6);
        } catch (CompilationException e) {
            System.err.println(e.getMessage());
            if (e.getCause() != null) {
                e.getCause().printStackTrace();
            }
            System.exit(1);
        }
    }
}
