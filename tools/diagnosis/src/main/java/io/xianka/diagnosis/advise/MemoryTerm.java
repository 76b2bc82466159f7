package io.xianka.diagnosis.advise;

/** A part of what a card's memory must hold. */
public enum MemoryTerm {
    WEIGHTS,
    GRADIENTS,
    /** What the optimizer keeps. */
    OPTIMIZER,
    /** Kept by the forward pass for the backward pass. */
    ACTIVATIONS,
    /** All that a planned step holds beside what it keeps: activations, gradients, logits, new weights beside old ones. */
    PLANNED,
    /** Scores over the vocabulary, their softmax and its gradient. */
    LOGITS,
    /** Keys and values of the tokens so far. */
    KV_CACHE,
    /** One layer at work. */
    WORKING_SET,
    /** Images that a frame is made of. */
    FRAME,
    /** Textures and geometry. */
    SCENE,
    /** The tree that rays are traced through. */
    RAY_TREE,
    /** CUDA context, libraries, their workspaces: an assumption. */
    OVERHEAD
}
