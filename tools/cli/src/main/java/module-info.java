/** The {@code xianka} command. */
module io.xianka.cli {
    uses io.xianka.driver.api.KernelCompiler;

    requires io.xianka.driver;
    requires io.xianka.compiler;
    requires io.xianka.emulator;
    requires io.xianka.tensor;
    requires io.xianka.nn;
    requires io.xianka.diagnosis;
    requires info.picocli;
    requires com.fasterxml.jackson.databind;
    requires org.jline.terminal;
    requires jdk.httpserver;
    requires jdk.unsupported;

    opens io.xianka.cli to
            info.picocli;
}
