package io.xianka.cli;

import java.io.PrintStream;

/**
 * Where the emulator's kernels print while it is open: beside a JSON object on standard output there is no room for other
 * text. (A GPU's driver writes to standard output itself.)
 */
final class KernelOutput implements AutoCloseable {
    private final PrintStream before = System.out;

    private KernelOutput() {}

    static KernelOutput toStandardError() {
        var output = new KernelOutput();
        System.setOut(System.err);
        return output;
    }

    static KernelOutput asItIs() {
        return new KernelOutput();
    }

    @Override
    public void close() {
        System.setOut(before);
    }
}
