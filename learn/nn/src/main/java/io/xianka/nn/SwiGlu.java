package io.xianka.nn;

import io.xianka.tensor.Tensor;

/**
 * A gated perceptron, down(silu(gate(x)) * up(x)), as LLaMA's (Shazeer 2020): {@code gate_proj}, {@code up_proj} and {@code down_proj},
 * each a {@link Linear} without bias.
 */
public final class SwiGlu extends Layer {
    private final Linear gate;
    private final Linear up;
    private final Linear down;

    /** On the current device. */
    public SwiGlu(long width, long inner) {
        this(width, inner, Placement.current());
    }

    /** Somewhere. */
    public SwiGlu(long width, long inner, Placement placement) {
        gate = child("gate_proj", new Linear(width, inner, false, placement));
        up = child("up_proj", new Linear(width, inner, false, placement));
        down = child("down_proj", new Linear(inner, width, false, placement));
    }

    @Override
    public Tensor forward(Tensor x) {
        return down.forward(gate.forward(x).silu().mul(up.forward(x)));
    }
}
