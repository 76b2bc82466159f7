package io.xianka.cli;

import io.xianka.driver.api.CompilationException;
import io.xianka.driver.api.CudaException;
import io.xianka.nn.data.DataException;
import io.xianka.nn.training.CheckpointException;
import io.xianka.nn.training.NotANumberException;
import io.xianka.nn.training.StepTooLargeException;
import io.xianka.tensor.file.TensorFileException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The {@code xianka} command. Exit status 0 when the work was done, 1 when it failed, 2 for wrong usage; an error is one
 * line on standard error that ends with the next step (compiler errors show each place).
 */
@Command(
        name = "xianka",
        subcommands = {
            TourCommand.class,
            InfoCommand.class,
            TopCommand.class,
            DoctorCommand.class,
            RunCommand.class,
            CheckCommand.class,
            CompileCommand.class,
            ExecCommand.class,
            TrainCommand.class,
            GenerateCommand.class,
            AdviseCommand.class,
        })
public final class Main implements Runnable {

    /** This version, as {@code xianka --version} prints it. */
    static final String VERSION = "0.1.0";

    @Spec
    private CommandSpec spec;

    @Option(names = "--version")
    private boolean version;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true)
    @SuppressWarnings("unused") // picocli acts on it
    private boolean help;

    private Main() {}

    /** Runs one command line and exits with its status. */
    public static void main(String[] arguments) {
        if (arguments.length == 1 && arguments[0].equals("--version")) {
            printVersion();
            return;
        }
        var output = new WatchedOutput(new FileOutputStream(FileDescriptor.out));
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        int status = execute(arguments);
        System.out.flush();
        if (output.failure() != null && status == CommandLine.ExitCode.OK) {
            if (!output.readerLeft()) {
                System.err.println(Messages.of("error.output"));
            }
            status = CommandLine.ExitCode.SOFTWARE;
        }
        System.exit(status);
    }

    /** Runs one command line in this JVM and returns its status. */
    static int execute(String... arguments) {
        Messages.chooseLanguage(System.getenv());
        var command = new CommandLine(new Main());
        command.setResourceBundle(Messages.bundle());
        command.setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
        command.setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
        command.setParameterExceptionHandler(Main::reportUsage);
        command.setExecutionExceptionHandler(Main::reportFailure);
        command.setUsageHelpAutoWidth(true);
        // What stands behind the program of exec is the program's.
        command.getSubcommands().get("exec").setStopAtPositional(true);
        int status;
        try {
            status = command.execute(arguments);
        } catch (OutOfMemoryError exhausted) {
            command.getErr().println(Messages.of("error.memory", exhausted.getMessage()));
            return CommandLine.ExitCode.SOFTWARE;
        } catch (ExceptionInInitializerError wrong) {
            command.getErr().println(ErrorText.line(wrong.getCause().getMessage()));
            return CommandLine.ExitCode.SOFTWARE;
        }
        command.getOut().flush();
        return status;
    }

    @Override
    public void run() {
        if (version) {
            printVersion();
        } else {
            spec.commandLine().usage(spec.commandLine().getOut());
        }
    }

    private static void printVersion() {
        System.out.println("xianka " + VERSION);
    }

    private static int reportUsage(ParameterException exception, String[] arguments) {
        var command = exception.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        command.getErr().println(Messages.of("error.usage", ErrorText.of(firstLine(exception.getMessage())), name));
        return CommandLine.ExitCode.USAGE;
    }

    private static int reportFailure(Exception exception, CommandLine command, CommandLine.ParseResult parsed) {
        var err = command.getErr();
        switch (exception) {
            case UsageException usage -> {
                err.println(ErrorText.line(usage.getMessage()));
                return CommandLine.ExitCode.USAGE;
            }
            case CompilationException compilation -> err.println(compilation.getMessage());
            case FailureException failure -> err.println(ErrorText.line(failure.getMessage()));
            case CudaException cuda -> err.println(ErrorText.line(cuda.getMessage()));
            case IOException io -> err.println(ErrorText.line(describe(io)));
            case DataException data -> err.println(ErrorText.line(data.getMessage()));
            case CheckpointException checkpoint -> err.println(ErrorText.line(checkpoint.getMessage()));
            case NotANumberException diverged -> err.println(ErrorText.line(diverged.getMessage()));
            case StepTooLargeException large -> err.println(ErrorText.line(large.getMessage()));
            case UncheckedIOException io -> err.println(ErrorText.line(io.getMessage()));
            case TensorFileException file -> err.println(ErrorText.line(file.getMessage()));
            case IllegalArgumentException refused -> err.println(ErrorText.line(refused.getMessage()));
            case IllegalStateException refused -> err.println(ErrorText.line(refused.getMessage()));
            default -> {
                err.println(Messages.of("error.internal", exception));
                exception.printStackTrace(err);
            }
        }
        return CommandLine.ExitCode.SOFTWARE;
    }

    /** The exceptions of java.nio say only a path; this says what is wrong with it. */
    static String describe(IOException exception) {
        return switch (exception) {
            case NoSuchFileException missing -> Messages.of("error.noSuchFile", missing.getFile());
            case AccessDeniedException denied -> Messages.of("error.accessDenied", denied.getFile());
            case FileSystemException other
            when other.getReason() == null ->
                Messages.of("error.file", other.getFile(), other.getClass().getSimpleName());
            default -> exception.getMessage() == null ? exception.toString() : exception.getMessage();
        };
    }

    /** As picocli says it, but for the names of Java's types. */
    private static String firstLine(String message) {
        int end = message.indexOf('\n');
        return (end < 0 ? message : message.substring(0, end))
                .strip()
                .replaceAll(" is not an? (int|long)$", " is not a whole number")
                .replaceAll(" is not a double$", " is not a number");
    }
}
