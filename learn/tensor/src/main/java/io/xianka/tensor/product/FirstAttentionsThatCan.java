package io.xianka.tensor.product;

import io.xianka.driver.Stream;

/** The library for what it supports, the own kernels for the rest. */
record FirstAttentionsThatCan(Attentions library, Attentions own) implements Attentions {

    private Attentions forAttention(Attention attention) {
        return library.supports(attention) ? library : own;
    }

    @Override
    public String how() {
        return library.how();
    }

    @Override
    public boolean supports(Attention attention) {
        return library.supports(attention) || own.supports(attention);
    }

    @Override
    public long forwardWorkspaceBytes(Attention attention) {
        return forAttention(attention).forwardWorkspaceBytes(attention);
    }

    @Override
    public long backwardWorkspaceBytes(Attention attention) {
        return forAttention(attention).backwardWorkspaceBytes(attention);
    }

    @Override
    public void forward(
            Stream stream, Attention attention, long q, long k, long v, long o, long logSumExp, long workspace) {
        forAttention(attention).forward(stream, attention, q, k, v, o, logSumExp, workspace);
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
        forAttention(attention)
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
