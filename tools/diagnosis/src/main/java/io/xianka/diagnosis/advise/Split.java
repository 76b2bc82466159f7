package io.xianka.diagnosis.advise;

/** How several cards share one model. */
public enum Split {
    /** One card does it all. */
    NONE,
    /** Each card holds the whole model and takes a part of the batch. */
    REPLICATED,
    /** Each card takes a part of the batch and keeps a part of weights, gradients and optimizer state (ZeRO-3, FSDP). */
    SHARDED,
    /** Every layer is divided over the cards, activations too (Megatron-LM with sequence parallelism). */
    TENSOR
}
