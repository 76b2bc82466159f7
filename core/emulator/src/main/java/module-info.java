/** A CUDA driver inside the JVM, reached as a service; and, exported, the same as a sanitizer. */
module io.xianka.emulator {
    requires io.xianka.ptx;
    requires transitive io.xianka.driver;

    exports io.xianka.emulator.check;

    provides io.xianka.driver.api.DriverProvider with
            io.xianka.emulator.EmulatedDriverProvider;
}
