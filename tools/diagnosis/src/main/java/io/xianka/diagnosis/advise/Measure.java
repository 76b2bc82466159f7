package io.xianka.diagnosis.advise;

/** What lets training fit where it does not as asked. */
public enum Measure {
    /** Fewer sequences at once, their gradients added up before the step: the same result. */
    ACCUMULATION,
    /** Activations are computed again instead of kept: a third more operations. */
    CHECKPOINTING
}
