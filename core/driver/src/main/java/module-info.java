/** Devices, contexts, memory, streams, events, graphs, modules, launches. Requires only the JDK. */
module io.xianka.driver {
    exports io.xianka.driver;
}
