package io.xianka.tensor.product;

import io.xianka.compiler.CudaC;
import io.xianka.driver.Device;
import io.xianka.driver.Libraries;
import io.xianka.driver.Stream;
import java.util.Optional;

/**
 * Computes matrix products on one device. What a description needs (kernels, algorithms) is prepared at its first use,
 * which may take a while, and kept; later uses cost microseconds. Use {@link #workspaceBytes} to prepare before a
 * capture. Safe for several threads at once.
 */
public interface Products {

    /** NVIDIA's library where this machine has it and it can do what is asked, else kernels made here. */
    static Products of(Device device) {
        Products own = own(device);
        return cublasLt(device)
                .<Products>map(library -> new FirstThatCan(device, library, own))
                .orElse(own);
    }

    /** Kernels made here, which need the driver alone. */
    static Products own(Device device) {
        return new OwnProducts(device);
    }

    /** NVIDIA's library; empty on the emulator and where it is not installed. */
    static Optional<Products> cublasLt(Device device) {
        return device.isEmulated()
                ? Optional.empty()
                : Libraries.cublasLt().map(library -> new CublasLtProducts(device, library, CudaC.cacheFolder()));
    }

    /** {@return how products are computed, for messages: {@code own} or {@code cuBLASLt 13.0.2}} */
    String how();

    /** {@return how this one is computed} */
    default String how(Product product) {
        return how();
    }

    /** {@return whether it can compute this} */
    boolean supports(Product product);

    /** {@return whether products of these factors apply an activation as well as a kernel of its own would, at next to no cost} */
    boolean applies(Activation activation, Arithmetic arithmetic);

    /** {@return how much memory {@link #enqueue} wants beside the operands; often 0. Prepares the product.} */
    long workspaceBytes(Product product);

    /**
     * Enqueues the product. Nothing is allocated and nothing waits, so that it can be captured into a graph once it was
     * prepared.
     *
     * @param a address of the left factors
     * @param b address of the right factors
     * @param c address of what is added; ignored when beta is 0; may be {@code d}
     * @param d address of the results, which share no memory with factors
     * @param bias address of the bias; ignored when there is none
     * @param workspace address of at least {@link #workspaceBytes}, a multiple of 256; ignored when that is 0
     */
    void enqueue(Stream stream, Product product, long a, long b, long c, long d, long bias, long workspace);
}
