package io.xianka.nn;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps float16 gradients in range: the loss is scaled up, gradients are scaled down before the step, a step whose gradients hold an
 * infinity or NaN is skipped, and the scale follows. The rules are those of torch.amp.GradScaler.
 *
 * {@snippet :
 * scaler.scale(loss).backward();
 * scaler.unscale(optimizer); // only to clip in between
 * GradientNorm.clip(parameters, 1);
 * scaler.step(optimizer, loss);
 * scaler.update();
 * }
 *
 * <p>All is decided on the device: nothing here waits for it but {@link #scale()}. Not for two threads at once.
 */
public final class GradScaler {
    /**
     * How the scale moves.
     *
     * @param initial the first scale
     * @param growth what it is multiplied by after {@code interval} good steps in a row, unless that is infinite
     * @param backoff what it is multiplied by after a bad step
     * @param interval good steps before it grows
     * @param floor it never goes below
     * @param hysteresis bad steps since it last grew before it backs off
     */
    public record Options(double initial, double growth, double backoff, int interval, double floor, int hysteresis) {
        /** PyTorch's: from 65,536, doubled after 2,000 good steps, halved after a bad one. */
        public static final Options DEFAULT = new Options(65_536, 2, 0.5, 2_000, 0, 1);

        /** Megatron-LM's: from 2<sup>32</sup>, doubled after 1,000 good steps, halved after two bad ones, at least 1. */
        public static final Options MEGATRON = new Options(0x1p32, 2, 0.5, 1_000, 1, 2);

        /** Checks the options. */
        public Options {
            if (!(initial > 0 && growth > 1 && backoff > 0 && backoff < 1 && floor >= 0)
                    || interval < 1
                    || hysteresis < 1) {
                throw new IllegalArgumentException("GradScaler: initial " + initial + ", growth " + growth
                        + ", backoff " + backoff + ", interval " + interval + ", floor " + floor + ", hysteresis "
                        + hysteresis
                        + "; the scale is above 0, growth above 1, backoff between 0 and 1, counts from 1");
            }
        }

        /** {@return with this first scale} */
        public Options withInitial(double initial) {
            return new Options(initial, growth, backoff, interval, floor, hysteresis);
        }

        /** {@return that grows after this many good steps} */
        public Options withInterval(int interval) {
            return new Options(initial, growth, backoff, interval, floor, hysteresis);
        }
    }

    /** What was done with an optimizer since the last update. */
    private static final class Round {
        Tensor overflow;
        boolean stepped;
    }

    private final Options options;
    private Tensor scale;
    private Tensor goodSteps;
    private Tensor patience;
    private final Map<Optimizer, Round> rounds = new IdentityHashMap<>();
    private boolean inPlace;

    /** With PyTorch's options, on {@link Device#current()}. */
    public GradScaler() {
        this(Options.DEFAULT, Device.current());
    }

    /** Whose scale is on a device. */
    public GradScaler(Options options, Device device) {
        this.options = options;
        scale = scalar(options.initial(), device);
        goodSteps = scalar(0, device);
        patience = scalar(options.hysteresis(), device);
        Tensor.realise(scale, goodSteps, patience);
    }

    private static Tensor scalar(double value, Device device) {
        return Tensor.full(value, Shape.SCALAR, DType.FLOAT32, device);
    }

    /**
     * Whether {@link #update} writes the new scale into the memory of the old one. What was recorded with the old one, as a scaled loss,
     * and is not in memory cannot be computed after it; it is refused.
     */
    public GradScaler inPlace(boolean inPlace) {
        this.inPlace = inPlace;
        return this;
    }

    /** {@return the loss times the scale, in float32 at least} */
    public Tensor scale(Tensor loss) {
        return loss.mul(scale.to(loss.device()));
    }

    /** {@return the scale now, which waits for the device} */
    public double scale() {
        return scale.item();
    }

    /** {@return all that a resumed run needs: the scale, good steps in a row, bad steps that are left before it backs off} */
    public Map<String, Tensor> stateDict() {
        return Map.of("scale", scale.shared(), "good_steps", goodSteps.shared(), "patience", patience.shared());
    }

    /**
     * Goes on where another scaler of the same options was.
     *
     * @throws IllegalArgumentException that lists what is missing, unexpected and of another shape; nothing is changed then
     */
    public void loadStateDict(Map<String, Tensor> state) {
        Layer.checkState("GradScaler", stateDict(), state);
        scale = state.get("scale").to(scale.device()).to(DType.FLOAT32).shared();
        goodSteps = state.get("good_steps").to(scale.device()).to(DType.FLOAT32).shared();
        patience = state.get("patience").to(scale.device()).to(DType.FLOAT32).shared();
        Tensor.realise(scale, goodSteps, patience);
    }

    /**
     * Divides the optimizer's gradients by the scale, and notes whether one is infinite or NaN. {@link #step} does it where it was
     * not done.
     *
     * @throws IllegalStateException when it was done, or the step made, since the last {@link #update}
     */
    public void unscale(Optimizer optimizer) {
        Round round = rounds.computeIfAbsent(optimizer, _ -> new Round());
        if (round.stepped) {
            throw new IllegalStateException("unscale after step: gradients are used up; call update() first");
        }
        if (round.overflow != null) {
            throw new IllegalStateException(
                    "unscale: these gradients are unscaled already; once an optimizer before each update()");
        }
        round.overflow = Tensor.noGrad(() -> unscaled(optimizer));
    }

    private Tensor unscaled(Optimizer optimizer) {
        Tensor factor = scale.reciprocal();
        Tensor bad = null;
        for (Tensor parameter : optimizer.parameters()) {
            Tensor gradient = parameter.grad();
            if (gradient != null) {
                Tensor down = gradient.to(DType.FLOAT32).mul(factor.to(gradient.device()));
                parameter.grad(down.to(gradient.dtype()));
                Tensor here = gradient.isFinite().logicalNot().any().to(scale.device());
                bad = bad == null ? here : bad.logicalOr(here);
            }
        }
        if (bad == null) {
            throw new IllegalStateException(
                    "unscale: no parameter of the optimizer has a gradient; call backward() first");
        }
        return bad;
    }

    /**
     * Whether one of an optimizer's gradients was infinite or NaN, a bool scalar.
     *
     * @throws IllegalStateException when {@link #unscale} did not look since the last {@link #update}
     */
    public Tensor overflow(Optimizer optimizer) {
        Round round = rounds.get(optimizer);
        if (round == null || round.overflow == null) {
            throw new IllegalStateException("overflow: not looked for yet; call unscale(optimizer) first");
        }
        return round.overflow;
    }

    /**
     * The optimizer's step, skipped on the device when a gradient is infinite or NaN.
     *
     * @param alongside what to compute in the same realisation, such as the loss
     * @throws IllegalStateException when it was made since the last {@link #update}
     */
    public void step(Optimizer optimizer, Tensor... alongside) {
        stepUnless(null, optimizer, alongside);
    }

    /**
     * As {@link #step(Optimizer, Tensor...)}, but skipped also where a bool scalar says so; the scale moves as if it did not.
     *
     * @param skip null never says so
     */
    public void stepUnless(Tensor skip, Optimizer optimizer, Tensor... alongside) {
        Round round = rounds.get(optimizer);
        if (round != null && round.stepped) {
            throw new IllegalStateException("step: this optimizer made its step already; call update() first");
        }
        if (round == null || round.overflow == null) {
            unscale(optimizer);
        }
        Round open = rounds.get(optimizer);
        open.stepped = true;
        Tensor[] all = Arrays.copyOf(alongside, alongside.length + 1);
        all[alongside.length] = open.overflow;
        optimizer.stepUnless(skip == null ? open.overflow : open.overflow.logicalOr(skip), all);
    }

    /**
     * Moves the scale, once all optimizers have made their steps.
     *
     * @throws IllegalStateException when none has
     */
    public void update() {
        Tensor bad = rounds.values().stream()
                .map(round -> round.overflow)
                .reduce(Tensor::logicalOr)
                .orElseThrow(() -> new IllegalStateException(
                        "update: no gradients were unscaled since the last one; call step(optimizer) first"));
        rounds.clear();
        List<Tensor> old = inPlace ? List.of(scale, goodSteps, patience) : List.of();
        Tensor.noGrad(() -> {
            Tensor left = patience.sub(1.0);
            Tensor lower =
                    Tensor.where(left.le(0.0), scale.mul(options.backoff()).maximum(options.floor()), scale);
            Tensor good = goodSteps.add(1.0);
            Tensor grows = good.ge((double) options.interval());
            Tensor grown = scale.mul(options.growth());
            Tensor higher = Tensor.where(grows.logicalAnd(grown.isFinite()), grown, scale);
            scale = Tensor.where(bad, lower, higher);
            patience = Tensor.where(bad, left, Tensor.where(grows, patience.fullLike(options.hysteresis()), patience));
            goodSteps = Tensor.where(bad.logicalOr(grows), good.zerosLike(), good);
        });
        Tensor.realiseDonating(old, scale, goodSteps, patience);
    }
}
