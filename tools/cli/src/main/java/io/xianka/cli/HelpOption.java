package io.xianka.cli;

import picocli.CommandLine.Option;

/** {@code --help}, as every command has it. */
final class HelpOption {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            descriptionKey = "help")
    @SuppressWarnings("unused") // picocli acts on it
    private boolean wanted;
}
