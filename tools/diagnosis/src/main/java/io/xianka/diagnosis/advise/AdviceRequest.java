package io.xianka.diagnosis.advise;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A question to {@link Advisor}.
 *
 * @param purpose what makes one card better than another
 * @param work what must be done
 * @param rent whether to rent, by the hour, or to buy
 * @param budgetUsd the most to pay: for all cards, or for an hour
 * @param only the cards to choose from; empty for all of the catalogue
 * @param efficiency part of the arithmetic rate that is reached; empty for {@link Roofline}'s assumptions
 * @param today the day on which ages and prices are judged
 * @param model whose training steps are planned, where the work is to train it; empty for the formulas
 */
public record AdviceRequest(
        Purpose purpose,
        Workload work,
        boolean rent,
        OptionalDouble budgetUsd,
        List<GpuCard> only,
        OptionalDouble efficiency,
        LocalDate today,
        Optional<PlannedGpt> model) {

    public AdviceRequest {
        only = List.copyOf(only);
        if (budgetUsd.isPresent() && !(budgetUsd.getAsDouble() > 0 && budgetUsd.getAsDouble() < 1e12)) {
            throw new IllegalArgumentException("budget " + budgetUsd.getAsDouble() + ": write an amount above 0");
        }
        if (efficiency.isPresent() && !(efficiency.getAsDouble() > 0 && efficiency.getAsDouble() <= 1)) {
            throw new IllegalArgumentException(
                    "efficiency " + efficiency.getAsDouble() + ": write a part of the peak, such as 0.4");
        }
    }

    /** To buy, without a limit, of all cards, today. */
    public static AdviceRequest of(Purpose purpose, Workload work) {
        return new AdviceRequest(
                purpose,
                work,
                false,
                OptionalDouble.empty(),
                List.of(),
                OptionalDouble.empty(),
                LocalDate.now(ZoneId.systemDefault()),
                Optional.empty());
    }

    /** The same, by the hour. */
    public AdviceRequest withRent() {
        return new AdviceRequest(purpose, work, true, budgetUsd, only, efficiency, today, model);
    }

    /** The same with a limit. */
    public AdviceRequest withBudgetUsd(double usd) {
        return new AdviceRequest(purpose, work, rent, OptionalDouble.of(usd), only, efficiency, today, model);
    }

    /** The same among some cards. */
    public AdviceRequest withOnly(List<GpuCard> cards) {
        return new AdviceRequest(purpose, work, rent, budgetUsd, cards, efficiency, today, model);
    }

    /** The same on a day. */
    public AdviceRequest withToday(LocalDate day) {
        return new AdviceRequest(purpose, work, rent, budgetUsd, only, efficiency, day, model);
    }

    /** The same with a model's own plans in place of the formulas for activations. */
    public AdviceRequest withModel(PlannedGpt planned) {
        return new AdviceRequest(purpose, work, rent, budgetUsd, only, efficiency, today, Optional.of(planned));
    }

    TrainingMemory memory() {
        return model.map(PlannedGpt::memory).orElse(TrainingMemory.FORMULAS);
    }
}
