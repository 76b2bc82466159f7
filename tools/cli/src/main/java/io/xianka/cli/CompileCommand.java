package io.xianka.cli;

import io.xianka.cli.npy.WholeFile;
import io.xianka.driver.api.CompilationException;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.CompiledSource;
import io.xianka.driver.api.DeviceImage;
import io.xianka.driver.api.KernelCompiler;
import io.xianka.driver.api.SourceDiagnostic;
import io.xianka.driver.api.SourceText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code xianka compile}: CUDA C to PTX. */
@Command(name = "compile")
final class CompileCommand implements Callable<Integer> {

    private static final Pattern ARCHITECTURES =
            Pattern.compile("(sm|compute)_(5[023]|6[012]|7[025]|8[06789]|90|10[013]|110|12[01])[af]?");

    /** Where the compiler says that errors of a name expression are. */
    private static final String NAME_EXPRESSION = "<name expression>";

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE.cu", descriptionKey = "compile.file")
    private Path file;

    @Option(names = "-o", paramLabel = "FILE.ptx", descriptionKey = "compile.output")
    private Path output;

    @Option(names = "--arch", paramLabel = "sm_XX", defaultValue = "sm_90", descriptionKey = "compile.arch")
    private String architecture;

    @Option(names = "--kernel", paramLabel = "NAME", descriptionKey = "compile.kernel")
    private List<String> kernels = new ArrayList<>();

    @Mixin
    private CompileOption how;

    @Mixin
    @SuppressWarnings("unused") // picocli acts on it
    private HelpOption help;

    @Override
    public Integer call() throws UsageException, IOException, FailureException {
        if (!ARCHITECTURES.matcher(architecture).matches()) {
            throw new UsageException(
                    "--arch " + architecture + ": write sm_ and a compute capability, such as sm_90, of 50 52"
                            + " 53 60 61 62 70 72 75 80 86 87 88 89 90 100 101 103 110 120 121");
        }
        if (output != null) {
            String refusal = WholeFile.refusal(output);
            if (refusal != null) {
                throw new FailureException(refusal);
            }
            if (Files.exists(output) && Files.exists(file) && Files.isSameFile(output, file)) {
                throw new UsageException("-o " + output + " is the source itself; name another file");
            }
        }
        var options = how.options().withArchitecture(architecture);
        for (String kernel : kernels) {
            options = CompileOption.asking(options, kernel);
        }
        var compiled = compile(SourceText.read(file), options);
        reportWarnings(compiled, spec.commandLine().getErr());
        byte[] image = switch (compiled.image()) {
            case DeviceImage.Ptx ptx -> ptx.text().getBytes(StandardCharsets.UTF_8);
            case DeviceImage.Cubin cubin -> cubin.bytes();
        };
        if (output == null) {
            spec.commandLine().getOut().write(new String(image, StandardCharsets.UTF_8));
            spec.commandLine().getOut().flush();
        } else {
            WholeFile.write(output, channel -> {
                var buffer = ByteBuffer.wrap(image);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
            });
            spec.commandLine()
                    .getOut()
                    .println(Messages.of(
                            "compile.done",
                            file,
                            output,
                            image.length,
                            Times.millis(compiled.compileNanos()),
                            origin(compiled)));
        }
        return 0;
    }

    /** Compiles by the compiler on the module path. */
    static CompiledSource compile(SourceText source, CompileOptions options) throws FailureException {
        var compiler = ServiceLoader.load(KernelCompiler.class)
                .findFirst()
                .orElseThrow(
                        () -> new FailureException("no compiler is on the module path: io.xianka.compiler is missing"));
        try {
            return compiler.compile(source, options);
        } catch (CompilationException wrong) {
            var errors = wrong.diagnostics().stream()
                    .filter(diagnostic -> diagnostic.severity() == SourceDiagnostic.Severity.ERROR)
                    .toList();
            // What is wrong with --kernel is no place in the file, and one line.
            if (!errors.isEmpty()
                    && errors.stream().allMatch(error -> error.file().equals(NAME_EXPRESSION))) {
                throw new FailureException(
                        source.name() + ": " + errors.getFirst().message(), wrong);
            }
            throw wrong;
        }
    }

    static void reportWarnings(CompiledSource compiled, PrintWriter err) {
        for (SourceDiagnostic warning : compiled.warnings()) {
            err.println(warning.render());
        }
    }

    static String origin(CompiledSource compiled) {
        String compiler = switch (compiled.origin()) {
            case OWN -> "xianka";
            case NVRTC -> "NVRTC";
        };
        return compiled.cached() ? Messages.of("compile.cached", compiler) : compiler;
    }
}
