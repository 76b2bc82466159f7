/** CUDA C to PTX, in Java or through NVRTC. */
module io.xianka.compiler {
    requires transitive io.xianka.ptx;
    requires transitive io.xianka.driver;

    exports io.xianka.compiler;

    provides io.xianka.driver.api.KernelCompiler with
            io.xianka.compiler.CudaC;
}
