package io.xianka.diagnosis.advise;

import java.util.EnumMap;

/**
 * The formulas, in one place: what work holds in memory, computes, and moves. Letters as in the papers: N weights, L
 * layers, h hidden size, a heads, s tokens of a sequence, b sequences, V vocabulary. All results are of one card that does
 * the whole work; {@link Advisor} divides them among several.
 *
 * <p>Sources: activations from Korthikanti et al. 2022, "Reducing Activation Recomputation in Large Transformer Models",
 * arXiv:2205.05198; bytes of training state from Rajbhandari et al. 2020, "ZeRO", arXiv:1910.02054; 6ND from Kaplan et al.
 * 2020, "Scaling Laws for Neural Language Models", arXiv:2001.08361; attention's share from Chowdhery et al. 2022, "PaLM",
 * arXiv:2204.02311, appendix B; the cache of keys and values from Pope et al. 2022, arXiv:2211.05102.
 */
final class Formulas {

    /** CUDA context, cuBLAS, cuDNN and their workspaces on a card: an assumption, seen from 0.3 to 0.8 GiB. */
    static final double OVERHEAD_BYTES = 0.5 * 0x1p30;

    /**
     * Part of the labelled memory that work can have: ECC takes a sixteenth of GDDR, a desktop and fragments take some of
     * any. An assumption.
     */
    static final double USABLE_MEMORY = 0.94;

    /** Bytes of a pixel over all images of a frame, as a deferred renderer keeps them: an assumption. */
    static final double PIXEL_BYTES = 88;

    /** More of them where rays are traced: hits, radiance, a denoiser's history. An assumption. */
    static final double RAY_PIXEL_BYTES = 48;

    /** Tree of boxes over the triangles, as a part of the scene: an assumption. */
    static final double RAY_TREE_SHARE = 0.25;

    private Formulas() {}

    // Training: memory

    /** N weights in 32 bits: what is updated, whatever they are multiplied in. */
    static double masterWeightBytes(ModelShape model) {
        return 4 * model.parameters();
    }

    /** N gradients in 32 bits. With {@link Optimizer#ADAMW} the three make the 16 bytes a weight of ZeRO. */
    static double gradientBytes(ModelShape model) {
        return 4 * model.parameters();
    }

    /** What the optimizer keeps. */
    static double optimizerBytes(ModelShape model, Optimizer optimizer) {
        return optimizer.stateBytes() * model.parameters();
    }

    /**
     * Kept of one layer for its backward pass. Korthikanti et al. count {@code s·b·h·(34 + 5·a·s/h)} bytes in 16 bits: 16
     * numbers and 2 bytes of dropout masks a hidden unit, and for each score of attention 2 numbers and a byte of mask. So
     * with e bytes a number: {@code s·b·h·(16e + 2 + (2e + 1)·a·s/h)}. Fused attention keeps no scores.
     */
    static double layerActivationBytes(
            ModelShape model, Precision precision, double batch, int sequence, boolean fused) {
        double e = precision.activationBytes();
        double unit = (double) sequence * batch * model.hidden();
        double scores = fused ? 0 : (2 * e + 1) * model.heads() * sequence / model.hidden();
        return unit * (16 * e + 2 + scores);
    }

    /** Kept of all layers; with checkpointing only their inputs, {@code e·s·b·h} a layer, and one layer computed again. */
    static double activationBytes(
            ModelShape model, Precision precision, double batch, int sequence, boolean fused, boolean checkpointed) {
        double layer = layerActivationBytes(model, precision, batch, sequence, fused);
        if (!checkpointed) {
            return model.layers() * layer;
        }
        double input = (double) precision.activationBytes() * sequence * batch * model.hidden();
        // The layer computed again and the logits are never there together.
        double again = Math.max(0, layer - logitBytes(model, precision, batch, sequence));
        return model.layers() * input + again;
    }

    /** {@code s·b·V} scores as they are multiplied, their log-softmax in 32 bits, and its gradient in 32 bits. */
    static double logitBytes(ModelShape model, Precision precision, double batch, int sequence) {
        return (double) sequence * batch * model.vocabulary() * (precision.activationBytes() + 4 + 4);
    }

    /** All that training holds on one card. */
    static MemoryNeed training(Workload.Training work, boolean checkpointed) {
        var model = work.model();
        var terms = new EnumMap<MemoryTerm, Double>(MemoryTerm.class);
        terms.put(MemoryTerm.WEIGHTS, masterWeightBytes(model));
        terms.put(MemoryTerm.GRADIENTS, gradientBytes(model));
        terms.put(MemoryTerm.OPTIMIZER, optimizerBytes(model, work.optimizer()));
        terms.put(
                MemoryTerm.ACTIVATIONS,
                activationBytes(
                        model, work.precision(), work.batch(), work.sequence(), work.fusedAttention(), checkpointed));
        terms.put(MemoryTerm.LOGITS, logitBytes(model, work.precision(), work.batch(), work.sequence()));
        terms.put(MemoryTerm.OVERHEAD, OVERHEAD_BYTES);
        return new MemoryNeed(terms);
    }

    // Training: work

    /**
     * Operations of one step of D tokens: {@code 6·N·D} for the matrices and {@code 12·L·h·s·D} for attention, of which
     * forward is a third. Checkpointing runs forward again.
     */
    static double trainingFlops(Workload.Training work, boolean checkpointed) {
        var model = work.model();
        double once = 6 * model.parameters() * work.tokens()
                + 12.0 * model.layers() * model.hidden() * work.sequence() * work.tokens();
        return checkpointed ? once * 4 / 3 : once;
    }

    /**
     * Bytes of one step that grow with the tokens: all that the forward pass makes is written once and read once, whether it
     * is kept or made again.
     */
    static double keptTrafficBytes(Workload.Training work) {
        var model = work.model();
        return 2
                * (model.layers()
                                * layerActivationBytes(
                                        model, work.precision(), work.batch(), work.sequence(), work.fusedAttention())
                        + logitBytes(model, work.precision(), work.batch(), work.sequence()));
    }

    /** Bytes of one pass over the weights for every pass of forward and backward. */
    static double weightTrafficBytes(Workload.Training work, boolean checkpointed) {
        return (checkpointed ? 3 : 2)
                * work.precision().weightBytes()
                * work.model().parameters();
    }

    /** Bytes of the optimizer: weights, gradients and its state are read, weights, gradients and state written. */
    static double updateTrafficBytes(Workload.Training work) {
        var model = work.model();
        return 2 * (masterWeightBytes(model) + gradientBytes(model) + optimizerBytes(model, work.optimizer()));
    }

    // Inference

    /** Keys and values of every layer, in 16 bits or as wide as activations are: {@code 2·L·h·(keyHeads/a)·e·s·b}. */
    static double cacheBytes(Workload.Inference work) {
        var model = work.model();
        double width = (double) model.hidden() * model.keyHeads() / model.heads();
        return 2.0 * model.layers() * width * work.precision().activationBytes() * work.sequence() * work.batch();
    }

    /** All that generating holds on one card when the last token is made. */
    static MemoryNeed inference(Workload.Inference work) {
        var model = work.model();
        double e = work.precision().activationBytes();
        double unit = (double) work.sequence() * work.batch() * model.hidden();
        var terms = new EnumMap<MemoryTerm, Double>(MemoryTerm.class);
        terms.put(MemoryTerm.WEIGHTS, work.precision().weightBytes() * model.parameters());
        terms.put(MemoryTerm.KV_CACHE, cacheBytes(work));
        // Residual stream, queries, keys and values, and the MLP's inner 4h, while the prompt is read.
        terms.put(MemoryTerm.WORKING_SET, (1 + 3 + 4) * e * unit);
        terms.put(MemoryTerm.LOGITS, 4.0 * work.batch() * model.vocabulary());
        terms.put(MemoryTerm.OVERHEAD, OVERHEAD_BYTES);
        return new MemoryNeed(terms);
    }

    /** Operations for one token of each sequence, at the full length: {@code 2·N·b + 4·L·h·s·b}. */
    static double tokenFlops(Workload.Inference work) {
        var model = work.model();
        return work.batch() * (2 * model.parameters() + 4.0 * model.layers() * model.hidden() * work.sequence());
    }

    /** Bytes for one token of each sequence, at the full length: all weights once, all keys and values once. */
    static double tokenBytes(Workload.Inference work) {
        return work.precision().weightBytes() * work.model().parameters() + cacheBytes(work);
    }

    // Rendering

    /** All that drawing holds. */
    static MemoryNeed rendering(Workload.Rendering work) {
        var terms = new EnumMap<MemoryTerm, Double>(MemoryTerm.class);
        terms.put(MemoryTerm.FRAME, work.pixels() * (work.rayTracing() ? PIXEL_BYTES + RAY_PIXEL_BYTES : PIXEL_BYTES));
        terms.put(MemoryTerm.SCENE, work.sceneBytes());
        if (work.rayTracing()) {
            terms.put(MemoryTerm.RAY_TREE, RAY_TREE_SHARE * work.sceneBytes());
        }
        terms.put(MemoryTerm.OVERHEAD, OVERHEAD_BYTES);
        return new MemoryNeed(terms);
    }
}
