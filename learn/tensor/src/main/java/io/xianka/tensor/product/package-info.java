/**
 * Matrix products and attention on a CUDA device.
 *
 * <p>What lives here: what is to be computed ({@link io.xianka.tensor.product.Product}, {@link
 * io.xianka.tensor.product.Attention}: shapes, layouts, types, no addresses), and who computes it ({@link
 * io.xianka.tensor.product.Products}, {@link io.xianka.tensor.product.Attentions}). Each has two implementations named
 * by how: NVIDIA's library where the machine has it, and kernels generated here as CUDA C, which need the driver alone
 * and run on the emulator too. Which of the library's algorithms computes a large product is tried once on a device
 * (AlgorithmTrials) and remembered (Choices). What does not: tensors and graphs; everything here works on device addresses.
 *
 * <p>Open {@code Product} first.
 */
package io.xianka.tensor.product;
