package io.xianka.tensor;

import io.xianka.tensor.execution.Realisation;
import io.xianka.tensor.graph.Differentiation;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Storage;
import io.xianka.tensor.graph.Trace;
import io.xianka.tensor.graph.Variable;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * An array of elements of one type on one device. Operations record what is to be computed; the elements are computed, all recorded
 * operations together, when one asks for them ({@link #toFloatArray}, {@link #item}, printing, {@link #realise}).
 *
 * <p>Values never change but by {@link #assign}. Shapes follow NumPy's broadcasting, names follow PyTorch. Errors in shapes and types
 * are thrown where the operation is recorded.
 *
 * <p>Gradients: mark leaves with {@link #requiresGrad}, compute a loss, call {@link #backward}, read {@link #grad}; or ask {@link
 * Gradients#of}, whose results can be differentiated again.
 *
 * <p>Threads may record over the same tensors. {@link #assign}, {@link #backward} and {@link #close} of one tensor are not for two
 * threads at once.
 */
public final class Tensor extends Creation
        implements Arithmetic,
                Functions,
                Reductions,
                Ordering,
                Views,
                Indexing,
                Products,
                Normalisation,
                Losses,
                Convolution,
                Reading,
                AutoCloseable {
    private volatile Node node;
    private volatile String closed;

    Tensor(Node node) {
        this.node = node;
    }

    /** What is recorded. */
    Node node() {
        Node open = node;
        if (open == null) {
            throw new IllegalStateException("the tensor " + closed + " was closed before this use of it");
        }
        return open;
    }

    /** A tensor of a node; this one where nothing was recorded. */
    Tensor derived(Node other) {
        return other == node ? this : new Tensor(other);
    }

    /** {@return the sizes of its axes} */
    public Shape shape() {
        return node().shape();
    }

    /** {@return the type of its elements} */
    public DType dtype() {
        return node().dtype();
    }

    /** {@return where it is} */
    public Device device() {
        return (Device) node().place();
    }

    /** {@return the same elements on another device} */
    public Tensor to(Device device) {
        return derived(Trace.transfer(node(), device));
    }

    // ------------------------------------------------------------------ computing

    /** Computes tensors together, so that what they share is computed once. */
    public static void realise(Tensor... tensors) {
        List<Node> nodes = new ArrayList<>(tensors.length);
        for (Tensor tensor : tensors) {
            nodes.add(tensor.node());
        }
        realise(nodes);
    }

    /**
     * Computes tensors together and gives others up: where their last use is this, results are written into their memory, as the new
     * value of a parameter in that of the old one. They are closed afterwards. Memory that other tensors share ({@link #shared}) stays
     * as it is; so does that of tensors which several devices have to do with, until the end. {@link Plan#donating} tells which results
     * lie in what is given up.
     *
     * @param donated in memory; what was recorded from them and is not computed here is refused later, as after {@link #close}. Where
     *     computing fails they are not closed, and their elements are undefined
     */
    public static void realiseDonating(List<Tensor> donated, Tensor... tensors) {
        List<Node> nodes = new ArrayList<>(tensors.length);
        for (Tensor tensor : tensors) {
            nodes.add(tensor.node());
        }
        Map<Storage, Boolean> asked = new IdentityHashMap<>(nodes.size());
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).storage() != null) {
                asked.put(nodes.get(i).storage(), true);
            }
        }
        Map<Storage, Boolean> given = new IdentityHashMap<>(donated.size());
        List<Storage> memory = new ArrayList<>(donated.size());
        for (Tensor tensor : donated) {
            Storage storage = tensor.node().storage();
            if (storage != null && !asked.containsKey(storage) && given.put(storage, true) == null) {
                memory.add(storage);
            }
        }
        Realisation.realise(nodes, memory, node -> ((Device) node.place()).realisation());
        for (Tensor tensor : donated) {
            if (tensor.node != null && given.containsKey(tensor.node.storage())) {
                tensor.close();
            }
        }
    }

    /** {@return another tensor of the same memory, computed now: either can be closed or given up without harm to the other} */
    public Tensor shared() {
        Node computed = realise().node();
        return new Tensor(
                Trace.data(computed.storage().shared(), computed.shape(), computed.dtype(), computed.place(), false));
    }

    private static void realise(List<Node> nodes) {
        Realisation.realise(nodes, node -> ((Device) node.place()).realisation());
    }

    /**
     * How this is computed on its device: the plan's steps, what was fused, bytes read and written, buffers, the peak. Compiles the
     * plan and runs nothing; {@link Plan} tells without a device. Where {@link Autocast} had a say, also which type each operation runs
     * in and why.
     */
    public String explain() {
        return Realisation.explain(List.of(node()), device().realisation()) + Autocast.explainIfAny(node());
    }

    /** Computes this now, and keeps the elements for later uses. */
    public Tensor realise() {
        realise(List.of(node()));
        return this;
    }

    /**
     * Changes this variable's value, in place as seen by those who hold this object; what was recorded with the old value keeps it.
     * If this {@linkplain #requiresGrad requires a gradient} it still does, and no gradient flows to what the value was computed
     * from.
     *
     * @param value of the same shape, type and device
     */
    public Tensor assign(Tensor value) {
        Node old = node();
        if (!value.shape().equals(shape()) || value.dtype() != dtype()) {
            throw new ShapeMismatch("assign: " + value.dtype() + value.shape() + " to " + dtype() + shape()
                    + "; expand() or to() first");
        }
        if (value.device() != device()) {
            throw new IllegalArgumentException("assign: a value on " + value.device() + " to a tensor on " + device()
                    + "; move it with to(device)");
        }
        node = old.variable() == null ? value.node() : Trace.variable(value.node(), old.variable());
        return this;
    }

    /** Gives the memory back. Later uses of this tensor, and of those recorded from it but not yet computed, are refused. */
    @Override
    public void close() {
        Node open = node;
        if (open != null) {
            closed = open.dtype() + "" + open.shape();
            node = null;
            Storage storage = open.storage();
            if (storage != null) {
                storage.close();
            }
        }
    }

    // ------------------------------------------------------------------ gradients

    /**
     * Makes this a leaf that gradients are asked of, from here on: what was recorded from it before has none to it. Does nothing to
     * what already {@linkplain #isDifferentiable is computed from such a leaf}.
     *
     * @throws DTypeMismatch for integers and bool, which have no gradient
     */
    public Tensor requiresGrad() {
        if (!dtype().hasGradient()) {
            throw new DTypeMismatch("requiresGrad: " + dtype() + " has no gradient; use to(DType.FLOAT32)");
        }
        if (!node().isDifferentiable()) {
            node = Trace.variable(node(), new Variable());
        }
        return this;
    }

    /** {@return whether gradients flow through this: it requires one, or is computed from what does} */
    public boolean isDifferentiable() {
        return node().isDifferentiable();
    }

    /** {@return the same value, through which no gradient flows} */
    public Tensor detach() {
        return derived(Trace.detach(node()));
    }

    /**
     * Adds the gradient of this to {@link #grad} of each leaf that it is computed from and that {@linkplain #requiresGrad requires
     * one}.
     *
     * @throws ShapeMismatch when this is no scalar
     * @throws IllegalStateException when it is computed from no such leaf
     */
    public void backward() {
        backward(Gradients.seed("backward", this));
    }

    /** As {@link #backward()}, for a gradient of this that is known. */
    public void backward(Tensor gradient) {
        Gradients.check("backward", this, gradient);
        if (!isDifferentiable()) {
            throw new IllegalStateException("backward: " + dtype() + shape()
                    + " is computed from nothing that requires a gradient; call requiresGrad() on a leaf first");
        }
        Autocast.alone(() -> Trace.withoutGradients(() -> Differentiation.backward(node(), gradient.node())));
    }

    /** {@return what {@link #backward} added up, or null while there is nothing} */
    public Tensor grad() {
        Variable variable = node().variable();
        return variable == null || variable.gradient() == null ? null : new Tensor(variable.gradient());
    }

    /** Forgets what {@link #backward} added up. */
    public void zeroGrad() {
        Variable variable = node().variable();
        if (variable != null) {
            variable.reset(null);
        }
    }

    /** Replaces what {@link #backward} added up, by one that was scaled or clipped. */
    public void grad(Tensor gradient) {
        Variable variable = node().variable();
        if (variable == null) {
            throw new IllegalStateException("grad: this tensor requires no gradient; call requiresGrad() first");
        }
        Gradients.check("grad", this, gradient);
        variable.reset(gradient.detach().node());
    }

    /** Runs an action whose operations, recorded in this thread, no gradient flows through. */
    public static <T> T noGrad(Supplier<T> action) {
        return Trace.withoutGradients(action);
    }

    /** Runs an action whose operations, recorded in this thread, no gradient flows through. */
    public static void noGrad(Runnable action) {
        Trace.withoutGradients(() -> {
            action.run();
            return null;
        });
    }

    /**
     * Runs an action in which numbers that are computed alike, recorded in this thread, are recorded once: as those that an optimizer makes
     * of its learning rate for each of hundreds of parameters. Changes no result and no plan; recording and finding the plan take less.
     */
    public static <T> T sharingNumbers(Supplier<T> action) {
        return Trace.sharingNumbers(action);
    }

    /** {@return the elements as NumPy prints them, which computes them; over 1,000 only the corners} */
    @Override
    public String toString() {
        return node == null ? closed + ", closed" : Printing.of(this);
    }
}
