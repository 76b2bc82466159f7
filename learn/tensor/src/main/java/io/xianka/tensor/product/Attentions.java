package io.xianka.tensor.product;

import io.xianka.driver.Device;
import io.xianka.driver.Kernel;
import io.xianka.driver.Libraries;
import io.xianka.driver.Stream;
import java.util.List;
import java.util.Optional;

/**
 * Computes attention on one device without ever storing the scores. What a description needs is prepared at its first
 * use and kept; the methods for workspace sizes prepare. Addresses are multiples of 16 bytes. Safe for several threads at
 * once. Own kernels give the same bits for the same inputs every time; cuDNN's gradients of queries may differ in the last.
 */
public interface Attentions {

    /** NVIDIA's library where this machine has it and it can do what is asked, else kernels made here. */
    static Attentions of(Device device) {
        OwnAttentions own = new OwnAttentions(device);
        return cudnn(device)
                .<Attentions>map(library -> new FirstAttentionsThatCan(library, own))
                .orElse(own);
    }

    /** Kernels made here, which need the driver alone. */
    static Attentions own(Device device) {
        return new OwnAttentions(device);
    }

    /** NVIDIA's library; empty on the emulator and where it is not installed. */
    static Optional<Attentions> cudnn(Device device) {
        return device.isEmulated()
                ? Optional.empty()
                : Libraries.cudnn().map(library -> new CudnnAttentions(device, library));
    }

    /** {@return the own kernels for this, for measuring; a library has none} */
    default List<Kernel> kernels(Attention attention) {
        return List.of();
    }

    /** {@return how attention is computed, for messages: {@code own} or {@code cuDNN 9.19.0}} */
    String how();

    /** {@return how the forward pass of this one is computed} */
    default String howForward(Attention attention) {
        return how();
    }

    /** {@return how the backward pass of this one is computed} */
    default String howBackward(Attention attention) {
        return how();
    }

    /** {@return whether {@link #forward} can compute this} Prepares it where only trying tells. */
    boolean supportsForward(Attention attention);

    /** {@return whether {@link #backward} can compute this} Prepares it where only trying tells. */
    boolean supportsBackward(Attention attention);

    /** {@return whether it can compute this, both ways} */
    default boolean supports(Attention attention) {
        return supportsForward(attention) && supportsBackward(attention);
    }

    /** {@return how much memory {@link #forward} wants beside the operands. Prepares it.} */
    long forwardWorkspaceBytes(Attention attention);

    /** {@return how much memory {@link #backward} wants beside the operands. Prepares it.} */
    long backwardWorkspaceBytes(Attention attention);

    /**
     * Enqueues {@code o = softmax(scale q k^T) v}; can be captured into a graph once it was prepared.
     *
     * @param logSumExp address of {@link Attention#rows} floats [batch, heads, queries], where the natural logarithm of
     *     the sum of the exponentials of the scaled scores goes; 0 when there will be no backward pass
     * @param workspace address of at least {@link #forwardWorkspaceBytes}, a multiple of 256
     */
    void forward(Stream stream, Attention attention, long q, long k, long v, long o, long logSumExp, long workspace);

    /**
     * Enqueues the gradients; can be captured into a graph once it was prepared.
     *
     * @param o what {@link #forward} gave
     * @param logSumExp what {@link #forward} gave
     * @param gradientOfO the upstream gradient
     * @param workspace address of at least {@link #backwardWorkspaceBytes}, a multiple of 256
     */
    void backward(
            Stream stream,
            Attention attention,
            long q,
            long k,
            long v,
            long o,
            long logSumExp,
            long gradientOfO,
            long gradientOfQ,
            long gradientOfK,
            long gradientOfV,
            long workspace);
}
