/** The {@code xianka} command. */
module io.xianka.cli {
    requires io.xianka.driver;
    requires io.xianka.compiler;
    requires info.picocli;
    requires com.fasterxml.jackson.databind;
}
