package io.xianka.nn;

import io.xianka.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A function of tensors with parameters: what PyTorch calls a Module, a name that Java has for something else. Parameters, buffers and
 * layers inside are registered in the constructor; their names, joined by dots, are those of the state dict.
 *
 * {@snippet :
 * final class Twice extends Layer {
 *     private final Linear inner = child("inner", new Linear(8, 8));
 *
 *     @Override
 *     public Tensor forward(Tensor x) {
 *         return inner.forward(inner.forward(x));
 *     }
 * }
 * }
 *
 * <p>Threads may run one layer forward; changing it ({@link #train}, {@link #loadStateDict}, an optimizer's step) is for one.
 */
public abstract class Layer {
    private final Map<String, Tensor> parameters = new LinkedHashMap<>();
    private final Map<String, Tensor> buffers = new LinkedHashMap<>();
    private final Map<String, Layer> children = new LinkedHashMap<>();
    private volatile boolean training = true;

    /** With no parameters yet. */
    protected Layer() {}

    /** {@return the layer's value} */
    public abstract Tensor forward(Tensor x);

    // ------------------------------------------------------------------ registering

    /** Registers a parameter, computed now, that requires a gradient from here on; {@return it} */
    protected final Tensor parameter(String name, Tensor first) {
        checkFree(name);
        Tensor parameter = Tensor.noGrad(() -> first.detach().realise());
        parameters.put(name, parameter.requiresGrad());
        return parameter;
    }

    /** Registers a tensor that is part of the state but not trained; {@return it} */
    protected final Tensor buffer(String name, Tensor first) {
        checkFree(name);
        buffers.put(name, first.realise());
        return first;
    }

    /** Registers a layer inside this one; {@return it} */
    protected final <L extends Layer> L child(String name, L layer) {
        checkFree(name);
        children.put(name, layer);
        return layer;
    }

    private void checkFree(String name) {
        if (parameters.containsKey(name) || buffers.containsKey(name) || children.containsKey(name)) {
            throw new IllegalArgumentException(getClass().getSimpleName() + " has a " + name + " already");
        }
    }

    // ------------------------------------------------------------------ all of them

    private interface Visit {
        void of(String prefix, Layer layer);
    }

    private void visit(String prefix, Visit visit) {
        visit.of(prefix, this);
        children.forEach((name, layer) -> layer.visit(prefix + name + ".", visit));
    }

    /** {@return all parameters by their full names, in the order in which they were registered} */
    public final Map<String, Tensor> namedParameters() {
        Map<String, Tensor> all = new LinkedHashMap<>();
        visit("", (prefix, layer) -> layer.parameters.forEach((name, tensor) -> all.put(prefix + name, tensor)));
        return all;
    }

    /** {@return all parameters, for an optimizer} */
    public final List<Tensor> parameters() {
        return List.copyOf(namedParameters().values());
    }

    /** {@return all parameters and buffers by their full names: the layer's own tensors, which training goes on to change} */
    public final Map<String, Tensor> stateDict() {
        Map<String, Tensor> all = new LinkedHashMap<>();
        visit("", (prefix, layer) -> {
            layer.parameters.forEach((name, tensor) -> all.put(prefix + name, tensor));
            layer.buffers.forEach((name, tensor) -> all.put(prefix + name, tensor));
        });
        return all;
    }

    /**
     * Sets all parameters and buffers from tensors of their names and shapes, which are brought to their types and devices.
     *
     * @throws IllegalArgumentException that lists what is missing, unexpected and of another shape; nothing is changed then
     */
    public final void loadStateDict(Map<String, Tensor> state) {
        Map<String, Tensor> own = stateDict();
        checkState(getClass().getSimpleName(), own, state);
        Tensor.noGrad(() -> own.forEach((name, tensor) ->
                tensor.assign(state.get(name).detach().to(tensor.device()).to(tensor.dtype()))));
        Tensor.realise(own.values().toArray(Tensor[]::new));
    }

    /** Refuses a state that has not the names and shapes of one's own. */
    static void checkState(String owner, Map<String, Tensor> own, Map<String, Tensor> state) {
        List<String> wrong = new ArrayList<>();
        own.forEach((name, tensor) -> {
            Tensor given = state.get(name);
            if (given == null) {
                wrong.add("missing " + name + " " + tensor.shape());
            } else if (!given.shape().equals(tensor.shape())) {
                wrong.add(name + " is " + given.shape() + ", not " + tensor.shape());
            }
        });
        state.forEach((name, tensor) -> {
            if (!own.containsKey(name)) {
                wrong.add("unexpected " + name + " " + tensor.shape());
            }
        });
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(owner + ": the state does not fit: " + String.join("; ", wrong));
        }
    }

    /** Forgets all gradients. */
    public final void zeroGrad() {
        parameters().forEach(Tensor::zeroGrad);
    }

    /** {@return the number of trained elements} */
    public final long parameterCount() {
        return parameters().stream()
                .mapToLong(tensor -> tensor.shape().elements())
                .sum();
    }

    /** Sets this and all layers inside to training, where dropout drops, or to evaluation. */
    public final void train(boolean training) {
        visit("", (_, layer) -> layer.training = training);
    }

    /** {@return whether this is training, as it is from the start} */
    public final boolean isTraining() {
        return training;
    }
}
