/** Tensors: one traced graph, fused, planned and run on GPU, CPU or emulator. */
module io.xianka.tensor {
    requires transitive io.xianka.driver;
    requires io.xianka.compiler;
    requires com.fasterxml.jackson.databind;

    exports io.xianka.tensor;
    exports io.xianka.tensor.execution to
            io.xianka.nn;
    exports io.xianka.tensor.file;
}
