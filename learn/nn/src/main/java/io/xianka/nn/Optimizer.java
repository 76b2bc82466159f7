package io.xianka.nn;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
 * <p>Parameters of float16 and bfloat16 are changed in float32, and their state is float32. Not for two threads at once.
 */
public final class Optimizer {
    private final List<Group> groups = new ArrayList<>();

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
        step(null, alongside);
    }

    /** As {@link #step(Tensor...)}, but leaves all as it is where a bool scalar says so; null never does. */
    void step(Tensor skip, Tensor[] alongside) {
        List<Tensor> changed = new ArrayList<>(Arrays.asList(alongside));
        Tensor.noGrad(() -> groups.forEach(group -> group.step(skip, changed)));
        Tensor.realise(changed.toArray(Tensor[]::new));
    }

    /** {@return the old value where a bool scalar says so, else the new one; null never says so} */
    static Tensor unless(Tensor skip, Tensor old, Tensor next) {
        return skip == null ? next : Tensor.where(skip.to(old.device()), old, next);
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

        private void step(Tensor skip, List<Tensor> changed) {
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
                own.advance(skip);
                changed.addAll(own.tensors());
                for (Slot slot : together) {
                    slot.clock = own;
                    slot.step(rule, learningRate, skip, changed);
                }
            });
        }
    }

    /** One parameter, what is kept for it from step to step, and how often it was stepped. */
    private static final class Slot {
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
        }

        private DType carried() {
            return parameter.dtype().bytes() < DType.FLOAT32.bytes() ? DType.FLOAT32 : parameter.dtype();
        }

        void step(UpdateRule rule, double learningRate, Tensor skip, List<Tensor> changed) {
            Tensor old = parameter.detach();
            Tensor rate = Tensor.runtimeScalar(learningRate, DType.FLOAT32, parameter.device());
            UpdateRule.Stepped stepped =
                    rule.step(old.to(carried()), parameter.grad().to(carried()), state, rate, clock);
            parameter.assign(unless(skip, old, stepped.value().to(old.dtype())));
            changed.add(parameter);
            stepped.state().forEach((name, next) -> {
                Tensor kept = unless(skip, state.get(name), next);
                state.put(name, kept);
                changed.add(kept);
            });
        }
    }
}
