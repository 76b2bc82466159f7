/** A CUDA driver inside the JVM; reached as a service, so nothing is exported. */
module io.xianka.emulator {
    requires io.xianka.ptx;
    requires transitive io.xianka.driver;

    provides io.xianka.driver.api.DriverProvider with
            io.xianka.emulator.EmulatedDriverProvider;
}
