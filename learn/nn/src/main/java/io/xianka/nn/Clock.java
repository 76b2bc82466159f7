package io.xianka.nn;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The count of steps that parameters of one group and device have made together. It lies on the device, so that a step that {@link
 * GradScaler} skips is not counted without asking the device whether it was; powers of decays lie beside it, in float64, because 1 -
 * 0.999 in float32 has four right digits.
 */
public final class Clock {
    private Tensor steps;
    private final Map<Double, Tensor> powers = new LinkedHashMap<>();
    /** Recorded once for all parameters of a step. */
    private final Map<Double, Tensor> corrections = new HashMap<>();

    Clock(List<Double> decays, Device device) {
        steps = Tensor.zeros(Shape.SCALAR, DType.FLOAT64, device);
        decays.forEach(decay -> powers.put(decay, Tensor.ones(Shape.SCALAR, DType.FLOAT64, device)));
        // In memory from the start, so that the first step has the plan of all others.
        Tensor.realise(tensors().toArray(Tensor[]::new));
    }

    private Clock(Clock other) {
        steps = other.steps;
        powers.putAll(other.powers);
    }

    /** {@return another of the same time, for parameters that go on apart} */
    Clock fork() {
        return new Clock(this);
    }

    /** Counts one more, where a bool scalar does not say to skip; null never does. */
    void advance(Tensor skip) {
        steps = Optimizer.unless(skip, steps, steps.add(1));
        powers.replaceAll((decay, power) -> Optimizer.unless(skip, power, power.mul(decay)));
        corrections.clear();
    }

    /** When a clock stands where: what tells two apart. */
    record Time(Device device, double steps, List<Double> powers) {}

    Time time() {
        return new Time(
                steps.device(),
                steps.item(),
                powers.values().stream().map(Tensor::item).toList());
    }

    /** {@return what is kept of it, by name} */
    Map<String, Tensor> parts() {
        Map<String, Tensor> parts = new LinkedHashMap<>();
        parts.put("step", steps);
        powers.forEach((decay, power) -> parts.put("power_of_" + decay, power));
        return parts;
    }

    /** {@return one that stands where {@link #parts} of another say} */
    Clock at(Function<String, Tensor> parts) {
        var clock = new Clock(this);
        clock.steps = placed(parts.apply("step"));
        clock.powers.replaceAll((decay, _) -> placed(parts.apply("power_of_" + decay)));
        Tensor.realise(clock.tensors().toArray(Tensor[]::new));
        return clock;
    }

    private Tensor placed(Tensor given) {
        return given.to(steps.device()).to(DType.FLOAT64).shared();
    }

    List<Tensor> tensors() {
        List<Tensor> all = new ArrayList<>(powers.values());
        all.add(steps);
        return all;
    }

    /** {@return how many steps were made, a float32 scalar} */
    Tensor steps() {
        return steps.to(DType.FLOAT32);
    }

    /** {@return 1 - decay<sup>steps</sup>, a float32 scalar} */
    Tensor correction(double decay) {
        return corrections.computeIfAbsent(
                decay, _ -> powers.get(decay).rsub(1.0).to(DType.FLOAT32));
    }
}
