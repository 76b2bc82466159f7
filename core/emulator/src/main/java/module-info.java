/** A CUDA driver inside the JVM. */
module io.xianka.emulator {
    requires io.xianka.ptx;
    requires transitive io.xianka.driver;
}
