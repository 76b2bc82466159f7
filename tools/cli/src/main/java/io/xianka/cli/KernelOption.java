package io.xianka.cli;

import io.xianka.driver.Device;
import io.xianka.driver.Dim3;
import io.xianka.driver.Kernel;
import io.xianka.driver.KernelModule;
import io.xianka.driver.Launch;
import io.xianka.driver.api.SourceText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which kernel of which file, over which arguments, how launched: what {@code run} and {@code check} share. */
final class KernelOption {

    @Parameters(index = "0", paramLabel = "FILE", descriptionKey = "run.file")
    private Path file;

    @Parameters(index = "1..*", paramLabel = "ARG", descriptionKey = "run.arguments")
    private List<String> arguments = new ArrayList<>();

    @Option(names = "--kernel", paramLabel = "NAME", descriptionKey = "run.kernel")
    private String kernelName;

    @Option(names = "--grid", paramLabel = "X[,Y[,Z]]", required = true, descriptionKey = "run.grid")
    private String grid;

    @Option(names = "--block", paramLabel = "X[,Y[,Z]]", required = true, descriptionKey = "run.block")
    private String block;

    @Option(names = "--shared", paramLabel = "BYTES", defaultValue = "0", descriptionKey = "run.shared")
    private int sharedBytes;

    @Option(names = "--cooperative", descriptionKey = "run.cooperative")
    private boolean cooperative;

    @Option(names = "--timeout", paramLabel = "S", descriptionKey = "run.timeout")
    private Double timeoutSeconds;

    @Mixin
    private CompileOption how;

    /** A loaded module, and how it came to be; {@code compiler} is empty for a file of PTX. */
    record Loaded(KernelModule module, long compileNanos, long loadNanos, String compiler) {}

    /** Grid, block and shared memory. */
    Launch launch() throws UsageException {
        if (sharedBytes < 0) {
            throw new UsageException("--shared " + sharedBytes + ": write a number of bytes from 0 up");
        }
        var launch = Launch.of(sizes("--grid", grid), sizes("--block", block)).withShared(sharedBytes);
        return cooperative ? launch.asCooperative() : launch;
    }

    /** One for each parameter of the kernel, in order. */
    List<KernelArgument> arguments() throws UsageException {
        var parsed = new ArrayList<KernelArgument>();
        for (String argument : arguments) {
            parsed.add(KernelArgument.parse(argument));
        }
        return parsed;
    }

    /** The file, which exists. */
    Path file() throws FailureException {
        if (!Files.isRegularFile(file)) {
            throw new FailureException(Messages.of("error.noSuchFile", file));
        }
        return file;
    }

    /** Null for no limit. */
    Duration timeout() throws UsageException {
        if (timeoutSeconds == null) {
            return null;
        }
        if (!(timeoutSeconds > 0) || timeoutSeconds > 1e9) {
            throw new UsageException("--timeout " + timeoutSeconds + ": write seconds above 0, such as 10 or 0.5");
        }
        return Duration.ofNanos((long) (timeoutSeconds * 1e9));
    }

    /** Compiles and loads the file; warnings go to {@code err}. */
    Loaded load(Device device, PrintWriter err) throws UsageException, IOException, FailureException {
        if (file.toString().endsWith(".ptx")) {
            long start = System.nanoTime();
            var module = device.load(SourceText.read(file).text());
            return new Loaded(module, 0, System.nanoTime() - start, "");
        }
        var options = how.options().withArchitecture(device.computeCapability().architecture());
        if (kernelName != null) {
            options = CompileOption.asking(options, kernelName);
        }
        var compiled = CompileCommand.compile(SourceText.read(file), options);
        CompileCommand.reportWarnings(compiled, err);
        long start = System.nanoTime();
        var module = device.load(compiled);
        return new Loaded(module, compiled.compileNanos(), System.nanoTime() - start, CompileCommand.origin(compiled));
    }

    /** The kernel asked for, or the only one there is. */
    Kernel choose(KernelModule module) throws UsageException, FailureException {
        if (kernelName != null) {
            try {
                return module.kernel(kernelName);
            } catch (IllegalArgumentException missing) {
                throw new FailureException(file + ": " + missing.getMessage(), missing);
            }
        }
        var names = module.kernelNames();
        if (names.size() == 1) {
            return module.kernel(names.getFirst());
        }
        if (names.isEmpty()) {
            throw new FailureException(file + ": there is no kernel in it; a kernel is a __global__ function");
        }
        throw new UsageException(
                file + " has " + names.size() + " kernels: choose one by --kernel: " + String.join(", ", names));
    }

    private static Dim3 sizes(String option, String text) throws UsageException {
        String[] parts = text.split(",", -1);
        int[] sizes = {1, 1, 1};
        try {
            if (parts.length > 3) {
                throw new NumberFormatException(text);
            }
            for (int i = 0; i < parts.length; i++) {
                sizes[i] = Integer.parseInt(parts[i]);
                if (sizes[i] < 1) {
                    throw new NumberFormatException(text);
                }
            }
            return new Dim3(sizes[0], sizes[1], sizes[2]);
        } catch (NumberFormatException e) {
            throw new UsageException(
                    option + " " + text + ": write one to three sizes from 1 up, such as 256 or 16,16");
        }
    }
}
