/** A JUnit extension that checks kernels. */
module io.xianka.junit {
    requires transitive io.xianka.driver;
    requires transitive io.xianka.emulator;
    requires io.xianka.compiler;
    requires transitive org.junit.jupiter.api;

    exports io.xianka.junit;

    opens io.xianka.junit to
            org.junit.platform.commons;
}
