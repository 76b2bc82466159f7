package io.xianka.nn;

/**
 * The learning rate of each step, from the one that a group began with. Given in closed form, so that training resumes at any step;
 * the rates are those of PyTorch's schedulers of these names, stepped once a step.
 *
 * {@snippet :
 * Schedule schedule = Schedule.linear(0.01, 1, 100).then(100, Schedule.cosine(900, 1e-5));
 * optimizer.schedule(schedule, step);
 * }
 */
@FunctionalInterface
public interface Schedule {
    /**
     * The learning rate of a step.
     *
     * @param base the learning rate that the group began with
     * @param step from 0
     */
    double learningRate(double base, long step);

    /** {@return always the base} */
    static Schedule constant() {
        return (base, _) -> base;
    }

    /** {@return times gamma after each so many steps, as StepLR} */
    static Schedule step(long size, double gamma) {
        positive("step", size);
        return (base, step) -> base * Math.pow(gamma, (double) Math.floorDiv(step, size));
    }

    /** {@return times gamma after each step, as ExponentialLR} */
    static Schedule exponential(double gamma) {
        return (base, step) -> base * Math.pow(gamma, (double) step);
    }

    /** {@return down half a cosine to a smallest rate in so many steps, and up again after, as CosineAnnealingLR} */
    static Schedule cosine(long steps, double smallest) {
        positive("cosine", steps);
        return (base, step) -> between(base, smallest, (double) step / steps);
    }

    /** {@return times a factor that goes straight from one to another in so many steps and stays, as LinearLR} */
    static Schedule linear(double from, double to, long steps) {
        positive("linear", steps);
        return (base, step) -> base * (from + (to - from) * Math.min(step, steps) / steps);
    }

    /**
     * Up half a cosine from a 25th of the largest rate in 30% of the steps, then down to a 10,000th of where it began, as OneCycleLR.
     * The base plays no part; momentum is left alone.
     *
     * @param total steps in all; one after the last is refused
     */
    static Schedule oneCycle(double largest, long total) {
        return oneCycle(largest, total, 0.3, 25, 1e4);
    }

    /**
     * A one-cycle schedule.
     *
     * @param rising the share of the steps that go up
     * @param startDivisor the largest rate over the first
     * @param endDivisor the first rate over the last
     */
    static Schedule oneCycle(double largest, long total, double rising, double startDivisor, double endDivisor) {
        positive("oneCycle", total);
        double first = largest / startDivisor;
        double top = rising * total - 1;
        return (_, step) -> {
            if (step > total) {
                throw new IllegalArgumentException(
                        "oneCycle: step " + step + " of " + total + "; give more steps in all");
            }
            return step <= top
                    ? between(first, largest, step / top)
                    : between(largest, first / endDivisor, (step - top) / (total - 1 - top));
        };
    }

    /** {@return this up to before a step, from there another, which counts from 0 then, as SequentialLR} */
    default Schedule then(long from, Schedule next) {
        return (base, step) -> step < from ? learningRate(base, step) : next.learningRate(base, step - from);
    }

    private static double between(double from, double to, double share) {
        return to + (from - to) * (1 + Math.cos(Math.PI * share)) / 2;
    }

    private static void positive(String schedule, long steps) {
        if (steps < 1) {
            throw new IllegalArgumentException(schedule + ": " + steps + " steps; there is at least one");
        }
    }
}
