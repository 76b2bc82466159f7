package io.xianka.tensor;

import io.xianka.tensor.graph.Differentiation;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Gradients as values, which can be differentiated again, and operations that bring their own. */
public final class Gradients {
    private Gradients() {}

    /**
     * The gradients of a scalar.
     *
     * @param wanted tensors that {@linkplain Tensor#requiresGrad require a gradient}, or are computed from such
     * @return as many, of their shapes; 0 where the loss depends on one only by a comparison or a place, as the gradient of a ReLU does
     * @throws ShapeMismatch when the loss is no scalar
     * @throws DTypeMismatch for a gradient of or to an integer
     * @throws IllegalArgumentException when the loss is not computed from one of them
     */
    public static List<Tensor> of(Tensor loss, List<Tensor> wanted) {
        return of(List.of(loss), List.of(seed("gradient", loss)), wanted);
    }

    /** {@return the gradient of a scalar by one tensor} */
    public static Tensor of(Tensor loss, Tensor wanted) {
        return of(loss, List.of(wanted)).getFirst();
    }

    /**
     * The gradients of several results of any shape.
     *
     * @param gradients those of the outputs, of their shapes
     */
    public static List<Tensor> of(List<Tensor> outputs, List<Tensor> gradients, List<Tensor> wanted) {
        if (outputs.size() != gradients.size()) {
            throw new IllegalArgumentException(
                    "gradient: " + gradients.size() + " gradients for " + outputs.size() + " outputs");
        }
        for (int i = 0; i < outputs.size(); i++) {
            check("gradient", outputs.get(i), gradients.get(i));
        }
        for (Tensor tensor : wanted) {
            if (!tensor.dtype().hasGradient()) {
                throw new DTypeMismatch("gradient: asked of " + tensor.dtype() + tensor.shape()
                        + ", and integers have none; use to(DType.FLOAT32) before computing with it");
            }
            if (!tensor.isDifferentiable()) {
                throw new IllegalArgumentException("gradient: asked of a " + tensor.dtype() + tensor.shape()
                        + " that requires none; call requiresGrad() on it before computing with it");
            }
        }
        List<Node> found = Autocast.alone(() -> Differentiation.of(nodes(outputs), nodes(gradients), nodes(wanted)));
        List<Tensor> result = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            Node gradient = found.get(i);
            if (gradient == null && Differentiation.isChosenBy(wanted.get(i).node(), nodes(outputs))) {
                gradient = wanted.get(i).zerosLike().node();
            }
            if (gradient == null) {
                throw new IllegalArgumentException("gradient: the result is not computed from the "
                        + wanted.get(i).dtype() + wanted.get(i).shape() + " at place " + i
                        + "; was it replaced by assign(), or detached, in between?");
            }
            result.add(new Tensor(gradient));
        }
        return result;
    }

    private static List<Node> nodes(List<Tensor> tensors) {
        return tensors.stream().map(Tensor::node).toList();
    }

    /** 1, the gradient of a scalar by itself. */
    static Tensor seed(String operation, Tensor loss) {
        if (!loss.dtype().hasGradient()) {
            throw new DTypeMismatch(operation + ": " + loss.dtype() + " has no gradient; a loss is of a floating type");
        }
        if (loss.shape().elements() != 1) {
            throw new ShapeMismatch(operation + ": shape " + loss.shape()
                    + " is no scalar; take sum() or mean(), or give the gradient of each element");
        }
        if (loss.dtype().isComplex()) {
            throw new DTypeMismatch(operation + ": a complex64 has no order to go down; take abs() or real()");
        }
        return loss.detach().onesLike();
    }

    static void check(String operation, Tensor value, Tensor gradient) {
        if (!value.dtype().hasGradient()) {
            throw new DTypeMismatch(operation + ": " + value.dtype() + " has no gradient");
        }
        if (!value.shape().equals(gradient.shape()) || value.dtype() != gradient.dtype()) {
            throw new ShapeMismatch(operation + ": a gradient " + gradient.dtype() + gradient.shape() + " for "
                    + value.dtype() + value.shape() + "; both are of one shape and type");
        }
    }

    /** What an operation computes. */
    @FunctionalInterface
    public interface Forward {
        /** {@return the result of these inputs} */
        Tensor of(List<Tensor> inputs);
    }

    /** The gradients of an operation's inputs. */
    @FunctionalInterface
    public interface Backward {
        /**
         * The gradients of the inputs.
         *
         * @param inputs those of the operation
         * @param output its result
         * @param gradient of the result, of its shape
         * @return one for each input, of its shape; null for none
         */
        List<Tensor> of(List<Tensor> inputs, Tensor output, Tensor gradient);
    }

    /**
     * An operation with a gradient of its own, instead of the one that follows from what it is computed by. Gradients of the gradient
     * follow from what {@code backward} computes.
     */
    public static Tensor define(Forward forward, Backward backward, Tensor... inputs) {
        List<Tensor> arguments = List.of(inputs);
        Tensor value = Tensor.noGrad(() -> forward.of(arguments));
        Node node = Trace.withGradient(
                value.node(),
                nodes(arguments),
                (itself, gradient) -> nodesOrNull(backward.of(
                        itself.inputs().stream().skip(1).map(Tensor::new).toList(),
                        new Tensor(itself),
                        new Tensor(gradient))));
        return new Tensor(node);
    }

    private static List<Node> nodesOrNull(List<Tensor> tensors) {
        Node[] nodes = new Node[tensors.size()];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = tensors.get(i) == null ? null : tensors.get(i).node();
        }
        return Arrays.asList(nodes);
    }
}
