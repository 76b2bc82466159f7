package io.xianka.tensor.product;

import io.xianka.driver.Kernel;
import io.xianka.driver.Stream;
import java.util.List;

/**
 * The library for what it supports, the own kernels for the rest. What one left of the forward pass the other takes for the
 * backward pass.
 */
record FirstAttentionsThatCan(Attentions library, OwnAttentions own) implements Attentions {

    private Attentions forwards(Attention attention) {
        return library.supportsForward(attention) ? library : own;
    }

    private Attentions backwards(Attention attention) {
        return library.supportsBackward(attention) ? library : own;
    }

    @Override
    public String how() {
        return library.how();
    }

    @Override
    public String howForward(Attention attention) {
        return forwards(attention).how();
    }

    @Override
    public String howBackward(Attention attention) {
        return backwards(attention).how();
    }

    @Override
    public List<Kernel> kernels(Attention attention) {
        return own.kernels(attention);
    }

    @Override
    public boolean supportsForward(Attention attention) {
        return own.supportsForward(attention);
    }

    @Override
    public boolean supportsBackward(Attention attention) {
        return own.supportsBackward(attention);
    }

    @Override
    public long forwardWorkspaceBytes(Attention attention) {
        return forwards(attention).forwardWorkspaceBytes(attention);
    }

    @Override
    public long backwardWorkspaceBytes(Attention attention) {
        return backwards(attention).backwardWorkspaceBytes(attention);
    }

    @Override
    public void forward(
            Stream stream, Attention attention, long q, long k, long v, long o, long logSumExp, long workspace) {
        forwards(attention).forward(stream, attention, q, k, v, o, logSumExp, workspace);
    }

    @Override
    public void backward(
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
            long workspace) {
        backwards(attention)
                .backward(
                        stream,
                        attention,
                        q,
                        k,
                        v,
                        o,
                        logSumExp,
                        gradientOfO,
                        gradientOfQ,
                        gradientOfK,
                        gradientOfV,
                        workspace);
    }
}
