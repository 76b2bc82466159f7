package io.xianka.nn;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Changes parameters by their gradients, all in one realisation, so that the engine fuses the whole step; learning rates are read when
 * it runs, so that a schedule compiles nothing.
 *
 * {@snippet :
 * var optimizer = new Optimizer(AdamW.DEFAULT, 3e-4, model.parameters());
 * optimizer.zeroGrad();
 * loss.backward();
 * optimizer.step(loss);
 * }
 *
 * <p>Parameters of float16 and bfloat16 have a float32 master here, which is what is changed, so that changes too small for their type
 * add up; a master counts only as long as the parameter is what it rounds to. Their state is float32. Not for two threads at once.
 */
public final class Optimizer {
    private final List<Group> groups = new ArrayList<>();
    private boolean inPlace;

    /**
     * Of one group; {@link #add} adds more.
     *
     * @param parameters tensors that {@linkplain Tensor#requiresGrad require a gradient}
     */
    public Optimizer(UpdateRule rule, double learningRate, List<Tensor> parameters) {
        add(rule, learningRate, parameters);
    }

    /**
     * Adds parameters with a rule and a learning rate of their own.
     *
     * @throws IllegalArgumentException when there are none, one requires no gradient, or one is here already
     */
    public Group add(UpdateRule rule, double learningRate, List<Tensor> parameters) {
        if (parameters.isEmpty()) {
            throw new IllegalArgumentException("optimizer: a group without parameters");
        }
        Set<Tensor> known = Collections.newSetFromMap(new IdentityHashMap<>());
        known.addAll(parameters());
        for (Tensor parameter : parameters) {
            if (!parameter.isDifferentiable()) {
                throw new IllegalArgumentException("optimizer: a parameter " + parameter.dtype() + parameter.shape()
                        + " requires no gradient; call requiresGrad() on it first");
            }
            if (!known.add(parameter)) {
                throw new IllegalArgumentException("optimizer: the parameter " + parameter.dtype() + parameter.shape()
                        + " is given twice; each belongs to one group");
            }
        }
        var group = new Group(rule, learningRate, parameters);
        groups.add(group);
        return group;
    }

    /** {@return the groups, in the order in which they were added} */
    public List<Group> groups() {
        return List.copyOf(groups);
    }

    /** {@return the parameters of all groups} */
    public List<Tensor> parameters() {
        return groups.stream().flatMap(group -> group.parameters().stream()).toList();
    }

    /** Sets each group's learning rate to what a schedule makes of the one it began with. */
    public void schedule(Schedule schedule, long step) {
        groups.forEach(group -> group.learningRate(schedule.learningRate(group.baseLearningRate(), step)));
    }

    /**
     * Whether steps write the new values of parameters into the memory of the old ones, as they do with the optimizer's state: a third
     * copy less beside parameters and gradients. What was recorded with the old values, as the loss, and is neither in memory nor given to
     * the step cannot be computed after it; it is refused.
     */
    public Optimizer inPlace(boolean inPlace) {
        this.inPlace = inPlace;
        return this;
    }

    /** Forgets all gradients. */
    public void zeroGrad() {
        parameters().forEach(Tensor::zeroGrad);
    }

    /**
     * Changes every parameter that has a gradient. Gradients themselves are not kept: what is read of them or of the loss after the step
     * is computed again, unless it was given here.
     *
     * @param alongside what to compute and keep in the same realisation, such as the loss and the gradients' norm
     */
    public void step(Tensor... alongside) {
        stepUnless(null, alongside);
    }

    /**
     * As {@link #step(Tensor...)}, but leaves all as it is where a bool scalar says so, which is decided on the device.
     *
     * @param skip null never says so
     */
    public void stepUnless(Tensor skip, Tensor... alongside) {
        List<Tensor> changed = new ArrayList<>(Arrays.asList(alongside));
        List<Tensor> old = new ArrayList<>();
        Tensor.noGrad(() -> groups.forEach(group -> group.step(skip, changed, old, inPlace)));
        changed.addAll(Arrays.asList(BufferUpdates.take()));
        Tensor.realiseDonating(old, changed.toArray(Tensor[]::new));
    }

    /** {@return the old value where a bool scalar says so, else the new one; null never says so} */
    static Tensor unless(Tensor skip, Tensor old, Tensor next) {
        return skip == null ? next : Tensor.where(skip.to(old.device()), old, next);
    }

    // ------------------------------------------------------------------ what is kept

    /**
     * All that a resumed run needs: {@code parameters.NAME.exp_avg} and its like for each parameter, its count of steps and the powers of
     * decays, the float32 master of narrow ones; the learning rate of each group, {@code groups.0.learning_rate}. Later steps do not
     * change these tensors.
     *
     * @param names of at least the parameters given here, as {@link Layer#namedParameters} says them
     */
    public Map<String, Tensor> stateDict(Map<String, Tensor> names) {
        Map<String, Tensor> all = new LinkedHashMap<>();
        for (int i = 0; i < groups.size(); i++) {
            Group group = groups.get(i);
            Device device = group.slots.getFirst().parameter.device();
            all.put(rateName(i), Tensor.full(group.learningRate, Shape.SCALAR, DType.FLOAT64, device));
        }
        namedSlots(names).forEach((name, slot) -> {
            slot.state.forEach((part, tensor) -> all.put("parameters." + name + "." + part, tensor.shared()));
            slot.clock.parts().forEach((part, tensor) -> all.put("parameters." + name + "." + part, tensor.shared()));
        });
        return all;
    }

    /**
     * Goes on where another optimizer of the same groups was. What it does from here on is the same to the bit.
     *
     * @param state as {@link #stateDict} gave it
     * @param names of at least the parameters given here
     * @throws IllegalArgumentException that lists what is missing, unexpected and of another shape; nothing is changed then
     */
    public void loadStateDict(Map<String, Tensor> state, Map<String, Tensor> names) {
        Layer.checkState("optimizer", stateDict(names), state);
        Map<Slot, String> slotNames = new IdentityHashMap<>();
        namedSlots(names).forEach((name, slot) -> slotNames.put(slot, name));
        for (int i = 0; i < groups.size(); i++) {
            Group group = groups.get(i);
            group.learningRate(state.get(rateName(i)).item());
            // Parameters of a group that were stepped together go on together.
            Map<Clock.Time, Clock> clocks = new LinkedHashMap<>();
            for (Slot slot : group.slots) {
                slot.load(part -> state.get("parameters." + slotNames.get(slot) + "." + part));
                slot.clock = clocks.computeIfAbsent(slot.clock.time(), _ -> slot.clock);
            }
        }
    }

    private static String rateName(int group) {
        return "groups." + group + ".learning_rate";
    }

    private Map<String, Slot> namedSlots(Map<String, Tensor> names) {
        Map<Tensor, String> known = new IdentityHashMap<>();
        names.forEach((name, tensor) -> known.put(tensor, name));
        Map<String, Slot> named = new LinkedHashMap<>();
        for (Group group : groups) {
            for (Slot slot : group.slots) {
                String name = known.get(slot.parameter);
                if (name == null) {
                    throw new IllegalArgumentException(
                            "optimizer: a parameter " + slot.parameter.dtype() + slot.parameter.shape()
                                    + " is not among those named; give namedParameters() of its model");
                }
                named.put(name, slot);
            }
        }
        return named;
    }

    /** Parameters that share a rule and a learning rate. */
    public static final class Group {
        private final UpdateRule rule;
        private final double baseLearningRate;
        private double learningRate;
        private final List<Slot> slots = new ArrayList<>();

        private Group(UpdateRule rule, double learningRate, List<Tensor> parameters) {
            this.rule = rule;
            this.baseLearningRate = checked(learningRate);
            this.learningRate = learningRate;
            Map<Device, Clock> clocks = new LinkedHashMap<>();
            for (Tensor parameter : parameters) {
                Clock clock = clocks.computeIfAbsent(parameter.device(), device -> new Clock(rule.decays(), device));
                slots.add(new Slot(parameter, rule, clock));
            }
        }

        private static double checked(double learningRate) {
            return UpdateRule.checked("optimizer", "the learning rate", learningRate, Double.POSITIVE_INFINITY);
        }

        /** {@return how its parameters are changed} */
        public UpdateRule rule() {
            return rule;
        }

        /** {@return its parameters} */
        public List<Tensor> parameters() {
            return slots.stream().map(slot -> slot.parameter).toList();
        }

        /** {@return the learning rate that it began with, which schedules start from} */
        public double baseLearningRate() {
            return baseLearningRate;
        }

        /** {@return the learning rate of the next step} */
        public double learningRate() {
            return learningRate;
        }

        /** Sets the learning rate of the next step. */
        public void learningRate(double learningRate) {
            this.learningRate = checked(learningRate);
        }

        private void step(Tensor skip, List<Tensor> changed, List<Tensor> old, boolean inPlace) {
            Map<Clock, List<Slot>> ready = new LinkedHashMap<>();
            for (Slot slot : slots) {
                if (slot.parameter.grad() != null) {
                    ready.computeIfAbsent(slot.clock, _ -> new ArrayList<>()).add(slot);
                }
            }
            ready.forEach((clock, together) -> {
                boolean all = together.size()
                        == slots.stream().filter(slot -> slot.clock == clock).count();
                Clock own = all ? clock : clock.fork();
                if (inPlace && all) {
                    old.addAll(own.tensors());
                }
                own.advance(skip);
                changed.addAll(own.tensors());
                // One number for all, so that parameters of one shape share a kernel.
                Tensor rate = Tensor.runtimeScalar(
                        learningRate,
                        DType.FLOAT32,
                        together.getFirst().parameter.device());
                for (Slot slot : together) {
                    slot.clock = own;
                    Tensor before = slot.step(rule, rate, skip, changed, old);
                    if (inPlace) {
                        old.add(before);
                    }
                }
            });
        }
    }

    /** One parameter, what is kept for it from step to step, and how often it was stepped. */
    private static final class Slot {
        private static final String MASTER = "master";

        final Tensor parameter;
        final Map<String, Tensor> state = new LinkedHashMap<>();
        Clock clock;

        Slot(Tensor parameter, UpdateRule rule, Clock clock) {
            this.parameter = parameter;
            this.clock = clock;
            for (String name : rule.state()) {
                // In memory from the start, so that the first step has the plan of all others.
                state.put(
                        name,
                        Tensor.full(rule.initially(), parameter.shape(), carried(), parameter.device())
                                .realise());
            }
            if (carried() != parameter.dtype()) {
                state.put(MASTER, parameter.detach().to(carried()).realise());
            }
        }

        private DType carried() {
            return parameter.dtype().bytes() < DType.FLOAT32.bytes() ? DType.FLOAT32 : parameter.dtype();
        }

        /** {@return the parameter as it was} */
        Tensor step(UpdateRule rule, Tensor rate, Tensor skip, List<Tensor> changed, List<Tensor> given) {
            Tensor old = parameter.detach();
            UpdateRule.Stepped stepped = rule.step(value(old), parameter.grad().to(carried()), state, rate, clock);
            parameter.assign(unless(skip, old, stepped.value().to(old.dtype())));
            changed.add(parameter);
            Map<String, Tensor> next = new LinkedHashMap<>(stepped.state());
            if (state.containsKey(MASTER)) {
                next.put(MASTER, stepped.value());
            }
            next.forEach((name, tensor) -> {
                Tensor kept = unless(skip, state.get(name), tensor);
                given.add(state.put(name, kept));
                changed.add(kept);
            });
            return old;
        }

        void load(Function<String, Tensor> parts) {
            state.replaceAll((part, old) ->
                    parts.apply(part).detach().to(old.device()).to(old.dtype()).shared());
            clock = clock.at(parts);
        }

        /** The parameter as it is changed; where somebody else changed it, the master no longer rounds to it and is of no use. */
        private Tensor value(Tensor old) {
            Tensor master = state.get(MASTER);
            return master == null ? old : Tensor.where(master.to(old.dtype()).eq(old), master, old.to(carried()));
        }
    }
}
