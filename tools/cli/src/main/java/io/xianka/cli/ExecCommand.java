package io.xianka.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code xianka exec}: a single-file Java program with Xianka on its module path. Its exit status is the program's. */
@Command(name = "exec")
final class ExecCommand implements Callable<Integer> {

    private static final String MODULES =
            "io.xianka.driver,io.xianka.compiler,io.xianka.emulator,io.xianka.tensor,io.xianka.nn";
    private static final String VECTORS = "jdk.incubator.vector";

    @Parameters(index = "0", paramLabel = "PROGRAM.java", descriptionKey = "exec.program")
    private Path program;

    @Parameters(index = "1..*", paramLabel = "ARG", descriptionKey = "exec.arguments")
    private List<String> arguments = new ArrayList<>();

    @Mixin
    @SuppressWarnings("unused") // picocli acts on it
    private HelpOption help;

    @Override
    public Integer call() throws IOException, FailureException {
        if (!Files.isRegularFile(program)) {
            throw new FailureException(Messages.of("error.noSuchFile", program));
        }
        if (!program.toString().endsWith(".java")) {
            throw new FailureException(Messages.of("exec.noJava", program));
        }
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var command = new ArrayList<String>();
        command.add(java.toString());
        command.add("--enable-native-access=io.xianka.driver");
        String modules = System.getProperty("jdk.module.path");
        if (modules == null) {
            command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        } else {
            // Loops over tensors are faster with the Vector API; whoever started this with it has it there, too.
            String vectors = ModuleLayer.boot().findModule(VECTORS).isPresent() ? "," + VECTORS : "";
            command.addAll(List.of("-p", modules, "--add-modules", MODULES + vectors));
        }
        command.add(program.toString());
        command.addAll(arguments);
        var process = new ProcessBuilder(command).inheritIO().start();
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new FailureException(Messages.of("exec.interrupted", program), e);
        }
    }
}
