package io.xianka.tensor;

import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Recomputation;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Segments whose inner values are not kept for the backward pass but computed again when it comes, as torch.utils.checkpoint: less
 * memory for more time. Results and gradients are the same bits, random numbers included: a segment is recorded once, and what is
 * computed again is that recording, which holds its place in the generator's numbers. Segments may lie inside segments. What a
 * segment uses besides its inputs, parameters say, gets its gradients as ever.
 *
 * {@snippet :
 * for (Layer block : blocks) {
 *     x = Checkpoint.full(block::forward, x);
 * }
 * }
 *
 * <p>It spares memory where forward and backward pass are computed together, as an optimizer's step does: what was computed between
 * them, because somebody read it, is kept until it is closed or collected.
 */
public final class Checkpoint {
    private Checkpoint() {}

    /** {@return what a segment makes of its input; for gradients all of it is computed again} */
    public static Tensor full(UnaryOperator<Tensor> segment, Tensor input) {
        return full(inputs -> segment.apply(inputs.getFirst()), List.of(input));
    }

    /** {@return what a segment makes of its inputs; for gradients all of it is computed again} */
    public static Tensor full(Function<List<Tensor>, Tensor> segment, List<Tensor> inputs) {
        return of(segment, inputs, false);
    }

    /** {@return what a segment makes of its input; for gradients all but products and attention is computed again} */
    public static Tensor selective(UnaryOperator<Tensor> segment, Tensor input) {
        return selective(inputs -> segment.apply(inputs.getFirst()), List.of(input));
    }

    /** {@return what a segment makes of its inputs; for gradients all but products and attention is computed again} */
    public static Tensor selective(Function<List<Tensor>, Tensor> segment, List<Tensor> inputs) {
        return of(segment, inputs, true);
    }

    private static Tensor of(Function<List<Tensor>, Tensor> segment, List<Tensor> inputs, boolean keepsProducts) {
        List<Node> entries =
                inputs.stream().map(input -> Recomputation.entry(input.node())).toList();
        Tensor end = segment.apply(entries.stream().map(Tensor::new).toList());
        return end.derived(Recomputation.segment(end.node(), entries, keepsProducts));
    }
}
