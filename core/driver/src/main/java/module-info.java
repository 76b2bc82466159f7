/** Devices, contexts, memory, streams, events, graphs, modules, launches. Requires only the JDK. */
module io.xianka.driver {
    exports io.xianka.driver;
    exports io.xianka.driver.api;
    exports io.xianka.driver.nvml;
    exports io.xianka.driver.memory to
            io.xianka.emulator,
            io.xianka.tensor;
    exports io.xianka.driver.blas to
            io.xianka.tensor;

    uses io.xianka.driver.api.DriverProvider;
    uses io.xianka.driver.api.FailureAdviser;
    uses io.xianka.driver.api.KernelCompiler;
}
