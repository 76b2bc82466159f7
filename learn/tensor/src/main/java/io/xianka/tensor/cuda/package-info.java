/**
 * Tensors on CUDA devices and on the emulator. Start at {@link io.xianka.tensor.cuda.CudaExecutor}; CudaProgram compiles a schedule and
 * runs it, FusedSource turns a fused kernel into CUDA C (LoopMaker, RowMaker, ColumnMaker and CrossMaker by how threads lie over it, Lanes
 * what each takes, KernelText its statements, ColumnParts which elements of a column are folded together), SingleSteps launches what is
 * written by hand in single.cu, DevicePool holds the memory. Products and attention live in the package product.
 */
package io.xianka.tensor.cuda;
