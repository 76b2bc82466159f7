package io.xianka.tensor;

/** What becomes of the losses of single elements. */
public enum Reduction {
    /** Their mean. */
    MEAN,
    /** Their sum. */
    SUM,
    /** They stay. */
    NONE;

    Tensor of(Tensor losses) {
        return switch (this) {
            case MEAN -> losses.mean();
            case SUM -> losses.sum();
            case NONE -> losses;
        };
    }
}
