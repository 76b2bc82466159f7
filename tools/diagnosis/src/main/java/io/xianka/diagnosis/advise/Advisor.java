package io.xianka.diagnosis.advise;

import io.xianka.diagnosis.compatibility.Architecture;
import io.xianka.diagnosis.compatibility.CardClass;
import io.xianka.diagnosis.compatibility.CompatibilityTable;
import io.xianka.driver.ComputeCapability;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Which cards do some work, how many, and which are best for the money. Every number of an answer follows from the
 * catalogue's figures by the formulas of this package; what is assumed is a named constant with its reason.
 *
 * <pre>{@code
 * var work = new Workload.Inference(ModelShape.ofParameters(7e9), Precision.INT4, 1, 4096);
 * var advice = Advisor.builtIn().advise(AdviceRequest.of(Purpose.INFER, work));
 * advice.ranked().getFirst().card().name();
 * }</pre>
 *
 * Immutable, for any thread.
 *
 * @param catalogue the cards
 * @param prices what they cost to rent
 */
public record Advisor(GpuCatalogue catalogue, CloudPrices prices) {

    private static final ComputeCapability TURING = new ComputeCapability(7, 5);

    /** Cards of one desktop: slots, cooling and power of one end there. */
    private static final int DESKTOP_CARDS = 4;

    /** Cards joined by a network end somewhere. */
    private static final int CLUSTER_CARDS = 1024;

    /** Over the built-in catalogue and prices. */
    public static Advisor builtIn() {
        return new Advisor(GpuCatalogue.builtIn(), CloudPrices.builtIn());
    }

    /** Answers a question. */
    public Advice advise(AdviceRequest request) {
        var ranked = new ArrayList<Proposal>();
        var unpriced = new ArrayList<Proposal>();
        var refused = new ArrayList<Refusal>();
        var offers = request.rent() ? offers() : Map.<GpuCard, List<RentOffer>>of();
        for (var card : request.only().isEmpty() ? catalogue.cards() : request.only()) {
            var unfit = unfit(request, card);
            if (unfit.isPresent()) {
                refused.add(unfit.get());
                continue;
            }
            var proposals = request.rent()
                    ? rentals(request, card, offers.getOrDefault(card, List.of()))
                    : purchases(request, card);
            var affordable = proposals.stream()
                    .filter(proposal -> withinBudget(request, proposal))
                    .toList();
            if (affordable.isEmpty()) {
                refused.add(refusal(request, card, proposals, offers.getOrDefault(card, List.of())));
            } else if (affordable.getFirst().price().isEmpty()) {
                unpriced.add(affordable.getFirst());
            } else {
                ranked.add(best(request, affordable));
            }
        }
        ranked.sort(order(request));
        unpriced.sort(
                Comparator.<Proposal>comparingInt(proposal -> proposal.plan().count())
                        .thenComparing(FASTEST));
        return new Advice(
                request, ranked, unpriced, refused, new Reliefs(catalogue, request.memory()).of(request.work()));
    }

    // What is refused

    private static Optional<Refusal> unfit(AdviceRequest request, GpuCard card) {
        if (card.memoryGb().isEmpty()) {
            return Optional.of(refusal(card, 1, Refusal.Reason.MEMORY_UNKNOWN));
        }
        return switch (request.work()) {
            case Workload.Training work -> unfit(work.precision(), card);
            case Workload.Inference work -> unfit(work.precision(), card);
            case Workload.Rendering work -> unfit(work, card);
        };
    }

    private static Optional<Refusal> unfit(Precision precision, GpuCard card) {
        return precision == Precision.BF16 && !Roofline.supportsBf16(card)
                ? Optional.of(refusal(card, 1, Refusal.Reason.NO_BF16))
                : Optional.empty();
    }

    private static Optional<Refusal> unfit(Workload.Rendering work, GpuCard card) {
        if (madeForComputing(card)) {
            return Optional.of(refusal(card, 1, Refusal.Reason.COMPUTE_ONLY));
        }
        boolean tracesRays =
                card.computeCapability().map(own -> own.compareTo(TURING) >= 0).orElse(true);
        return work.rayTracing() && !tracesRays
                ? Optional.of(refusal(card, 1, Refusal.Reason.NO_RAY_TRACING))
                : Optional.empty();
    }

    /** Volta, GA100, Hopper and GB100 chips have no ray tracing cores and no display. */
    private static boolean madeForComputing(GpuCard card) {
        return card.computeCapability()
                .map(own -> own.minor() == 0 && own.major() >= 7 && own.major() <= 10)
                .orElse(false);
    }

    private static Refusal refusal(GpuCard card, int count, Refusal.Reason reason) {
        return new Refusal(card, count, reason, OptionalDouble.empty(), OptionalDouble.empty());
    }

    private static Refusal refusal(
            AdviceRequest request, GpuCard card, List<Proposal> tooDear, List<RentOffer> offers) {
        if (!tooDear.isEmpty()) {
            var cheapest = tooDear.stream()
                    .filter(proposal -> proposal.price().isPresent())
                    .min(Comparator.comparingDouble(
                            proposal -> proposal.price().get().usd()));
            return new Refusal(
                    card,
                    cheapest.orElse(tooDear.getFirst()).plan().count(),
                    Refusal.Reason.OVER_BUDGET,
                    cheapest.map(proposal ->
                                    OptionalDouble.of(proposal.price().get().usd()))
                            .orElse(OptionalDouble.empty()),
                    request.budgetUsd());
        }
        var counts = request.rent() ? offers.stream().map(RentOffer::count).toList() : counts(request.work(), card);
        if (counts.isEmpty()) {
            return refusal(card, 1, Refusal.Reason.NOT_FOR_RENT);
        }
        int most = counts.stream().mapToInt(Integer::intValue).max().orElse(1);
        return new Refusal(
                card,
                most,
                Refusal.Reason.TOO_LITTLE_MEMORY,
                OptionalDouble.of(
                        Planner.least(request.work(), most, request.memory()).bytes()),
                OptionalDouble.of(Planner.usableBytes(card)));
    }

    /** What has no known price is within no budget. */
    private static boolean withinBudget(AdviceRequest request, Proposal proposal) {
        return request.budgetUsd().isEmpty()
                || (proposal.price().isPresent()
                        && proposal.price().get().usd() <= request.budgetUsd().getAsDouble());
    }

    // What is proposed

    private static List<Proposal> purchases(AdviceRequest request, GpuCard card) {
        var planner = new Planner(card, request.efficiency(), request.memory());
        var proposals = new ArrayList<Proposal>();
        for (int count : counts(request.work(), card)) {
            planner.plan(request.work(), count)
                    .ifPresent(plan -> proposals.add(proposal(request, card, plan, launchPrice(card, plan.count()))));
            // More of them are only of use where there is a budget to spend.
            if (!proposals.isEmpty() && request.budgetUsd().isEmpty()) {
                break;
            }
        }
        return proposals;
    }

    private static Optional<Price> launchPrice(GpuCard card, int count) {
        var each = card.figure(CardFigure.LAUNCH_PRICE);
        return each.isPresent()
                ? Optional.of(new Price.Launch(
                        count * each.getAsDouble(), card.launched(), card.sourceOf(CardFigure.LAUNCH_PRICE)))
                : Optional.empty();
    }

    /** How many of a card go together: powers of two. */
    private static List<Integer> counts(Workload work, GpuCard card) {
        int most = work instanceof Workload.Rendering
                ? 1
                : switch (CardClass.of(card.name())) {
                    case JETSON -> 1;
                    case CONSUMER, WORKSTATION, UNKNOWN -> DESKTOP_CARDS;
                    case DATA_CENTRE -> card.name().contains("SXM") ? CLUSTER_CARDS : Roofline.HOST_CARDS;
                };
        return IntStream.iterate(1, count -> count <= most, count -> 2 * count)
                .boxed()
                .toList();
    }

    private static List<Proposal> rentals(AdviceRequest request, GpuCard card, List<RentOffer> offers) {
        var planner = new Planner(card, request.efficiency(), request.memory());
        var proposals = new ArrayList<Proposal>();
        for (var offer : offers) {
            planner.plan(request.work(), offer.count())
                    .ifPresent(plan -> proposals.add(
                            proposal(request, card, plan, Optional.of(new Price.Hour(offer.usdPerHour(), offer)))));
        }
        return proposals;
    }

    /** Which offers rent which card. */
    private Map<GpuCard, List<RentOffer>> offers() {
        var offers = new HashMap<GpuCard, List<RentOffer>>();
        for (var offer : prices.offers()) {
            CloudPrices.cardOf(offer, catalogue)
                    .ifPresent(card ->
                            offers.computeIfAbsent(card, _ -> new ArrayList<>()).add(offer));
        }
        return offers;
    }

    private static Proposal proposal(AdviceRequest request, GpuCard card, Plan plan, Optional<Price> price) {
        var perSecond = perSecond(request.work(), plan);
        return new Proposal(
                card,
                plan,
                Planner.usableBytes(card),
                perSecond,
                price,
                perUnit(card, plan, price, perSecond),
                PowerSupply.watts(card, plan.count()),
                card.computeCapability().flatMap(Advisor::architecture));
    }

    private static OptionalDouble perSecond(Workload work, Plan plan) {
        if (plan.time().isEmpty()) {
            return OptionalDouble.empty();
        }
        double seconds = plan.time().get().seconds();
        return switch (work) {
            case Workload.Training training -> OptionalDouble.of(training.tokens() / seconds);
            case Workload.Inference inference -> OptionalDouble.of(inference.batch() / seconds);
            case Workload.Rendering _ -> OptionalDouble.empty();
        };
    }

    private static OptionalDouble perUnit(GpuCard card, Plan plan, Optional<Price> price, OptionalDouble perSecond) {
        if (price.isEmpty()) {
            return OptionalDouble.empty();
        }
        double usd = price.get().usd();
        if (plan.microBatch() == 0) {
            return card.fp32Tflops().isPresent()
                    ? OptionalDouble.of(usd / (plan.count() * card.fp32Tflops().getAsDouble()))
                    : OptionalDouble.empty();
        }
        if (perSecond.isEmpty()) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(
                switch (price.get()) {
                    case Price.Launch _ -> usd / (perSecond.getAsDouble() / 1000);
                    case Price.Hour _ -> usd / (perSecond.getAsDouble() * 3600 / 1e6);
                });
    }

    private static Optional<Architecture> architecture(ComputeCapability capability) {
        return CompatibilityTable.get().architectures().stream()
                .filter(architecture -> architecture.capabilities().contains(capability))
                .findFirst();
    }

    // Which is better

    private static final Comparator<Proposal> FASTEST = Comparator.comparingDouble((Proposal proposal) ->
            -proposal.perSecond().orElse(proposal.card().fp32Tflops().orElse(0)));

    private static final Comparator<Proposal> CHEAPEST = Comparator.comparingDouble(
            (Proposal proposal) -> proposal.price().map(Price::usd).orElse(Double.MAX_VALUE));

    private static final Comparator<Proposal> MOST_FOR_THE_MONEY =
            Comparator.comparingDouble((Proposal proposal) -> proposal.perUnit().orElse(Double.MAX_VALUE));

    private static final Comparator<Proposal> UNKNOWN_SPEED_LAST =
            Comparator.comparing((Proposal proposal) -> proposal.perSecond().isEmpty());

    /** With a budget, the fastest that it buys; without, the most for the money; to learn, the least money. */
    private static Comparator<Proposal> order(AdviceRequest request) {
        if (request.purpose() == Purpose.LEARN) {
            return UNKNOWN_SPEED_LAST.thenComparing(CHEAPEST).thenComparing(FASTEST);
        }
        return request.budgetUsd().isPresent()
                ? FASTEST.thenComparing(CHEAPEST)
                : MOST_FOR_THE_MONEY.thenComparing(CHEAPEST);
    }

    private static Proposal best(AdviceRequest request, List<Proposal> affordable) {
        return affordable.stream().min(order(request)).orElseThrow();
    }
}
