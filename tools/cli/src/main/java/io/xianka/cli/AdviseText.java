package io.xianka.cli;

import io.xianka.diagnosis.advise.Advice;
import io.xianka.diagnosis.advise.AdviceRequest;
import io.xianka.diagnosis.advise.Advisor;
import io.xianka.diagnosis.advise.GpuCard;
import io.xianka.diagnosis.advise.Measure;
import io.xianka.diagnosis.advise.MemoryNeed;
import io.xianka.diagnosis.advise.MemoryTerm;
import io.xianka.diagnosis.advise.Price;
import io.xianka.diagnosis.advise.Proposal;
import io.xianka.diagnosis.advise.Purpose;
import io.xianka.diagnosis.advise.Refusal;
import io.xianka.diagnosis.advise.RentOffer;
import io.xianka.diagnosis.advise.Split;
import io.xianka.diagnosis.advise.Workload;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** An advice as text of 80 columns: the work, the table, the reasons of the first, what else would fit, what does not. */
final class AdviseText {

    private static final int LABEL = 11;

    private final PrintWriter out;
    private final Money money;
    private final int top;

    AdviseText(PrintWriter out, Money money, int top) {
        this.out = out;
        this.money = money;
        this.top = top;
    }

    void print(Advice advice, Advisor advisor) {
        work(advice);
        prices(advice, advisor);
        if (!advice.ranked().isEmpty()) {
            out.println();
            out.println(Messages.of(order(advice.request())));
            table(advice, advice.ranked());
        }
        if (!advice.unpriced().isEmpty()) {
            out.println();
            out.println(Messages.of("advise.unpriced"));
            table(advice, advice.unpriced());
        }
        if (advice.ranked().isEmpty() && advice.unpriced().isEmpty()) {
            out.println();
            out.println(Messages.of("advise.none"));
        } else {
            explainMarks(advice);
            out.println();
            new AdviseReasons(out, money)
                    .print(advice, (advice.ranked().isEmpty() ? advice.unpriced() : advice.ranked()).getFirst());
        }
        reliefs(advice);
        refused(advice);
        out.println();
        if (advice.request().purpose() == Purpose.LEARN) {
            TextLayout.lines(Messages.of("advise.noCard"), TextLayout.COLUMNS).forEach(out::println);
        }
        TextLayout.lines(Messages.of("advise.assumed"), TextLayout.COLUMNS).forEach(out::println);
    }

    private static String order(AdviceRequest request) {
        if (request.purpose() == Purpose.LEARN) {
            return "advise.order.learn";
        }
        if (request.budgetUsd().isPresent()) {
            return request.rent() ? "advise.order.rentBudget" : "advise.order.budget";
        }
        if (request.purpose() == Purpose.RENDER) {
            return "advise.order.render";
        }
        return request.rent() ? "advise.order.rent" : "advise.order.buy";
    }

    private void item(String label, String text) {
        out.println(TextLayout.item(label, LABEL, text));
    }

    // The question

    private void work(Advice advice) {
        item(Messages.of("advise.work"), describe(advice.request()));
        item(Messages.of("advise.memory"), terms(advice.need()));
    }

    private static String describe(AdviceRequest request) {
        return switch (request.work()) {
            case Workload.Training work ->
                Messages.of(
                        work.fusedAttention() ? "advise.work.train" : "advise.work.trainPlain",
                        AdviseReasons.size(work.model().parameters()),
                        work.model().layers(),
                        work.model().hidden(),
                        work.model().heads(),
                        work.model().vocabulary(),
                        work.precision().text(),
                        work.optimizer().text(),
                        work.batch(),
                        work.sequence());
            case Workload.Inference work ->
                Messages.of(
                        "advise.work.infer",
                        AdviseReasons.size(work.model().parameters()),
                        work.model().layers(),
                        work.model().hidden(),
                        work.model().heads(),
                        work.model().keyHeads(),
                        work.precision().text(),
                        work.batch(),
                        work.sequence());
            case Workload.Rendering work ->
                Messages.of(
                        work.rayTracing() ? "advise.work.renderRays" : "advise.work.render",
                        work.width(),
                        work.height(),
                        AdviseReasons.gib(work.sceneBytes()));
        };
    }

    /** {@code weights 0.46 + gradients 0.46 = 0.92 GiB}. */
    static String terms(MemoryNeed need) {
        return (need.isPlanned() ? Messages.of("advise.planned") + " " : "")
                + need.terms().entrySet().stream()
                        .map(term -> term(term.getKey()) + " " + AdviseReasons.gib(term.getValue()))
                        .collect(Collectors.joining(" + "))
                + " = " + AdviseReasons.gib(need.bytes()) + " GiB";
    }

    private static String term(MemoryTerm term) {
        return Messages.of("advise.term." + term.name().toLowerCase(Locale.ROOT));
    }

    private void prices(Advice advice, Advisor advisor) {
        var text = new ArrayList<String>();
        if (advice.request().rent()) {
            text.add(rents(advice, advisor));
        } else {
            text.add(Messages.of("advise.prices.launch"));
        }
        if (money.yuan()) {
            var exchange = money.exchange();
            text.add(
                    exchange.asOf().isPresent()
                            ? Messages.of(
                                    "advise.prices.rate",
                                    exchange.cnyPerUsd(),
                                    exchange.asOf().get(),
                                    exchange.source())
                            : Messages.of("advise.prices.rateGiven", exchange.cnyPerUsd()));
        }
        if (advice.request().budgetUsd().isPresent()) {
            text.add(Messages.of(
                    advice.request().rent() ? "advise.prices.budgetHour" : "advise.prices.budget",
                    money.text(advice.request().budgetUsd().getAsDouble())));
        }
        item(Messages.of("advise.prices.label"), String.join(" ", text));
    }

    /** Whose rents they are, and of which day: where none is stated, of which state of whose list. */
    private static String rents(Advice advice, Advisor advisor) {
        var offers = advisor.prices().offers();
        var dates = offers.stream()
                .flatMap(offer -> offer.asOf().stream())
                .distinct()
                .sorted()
                .toList();
        if (dates.isEmpty()) {
            String sources = offers.stream().map(RentOffer::source).distinct().collect(Collectors.joining(", "));
            return Messages.of("advise.prices.rentUndated", advisor.prices().name(), sources);
        }
        boolean undated = offers.stream().anyMatch(offer -> offer.asOf().isEmpty());
        boolean old = offers.stream()
                .anyMatch(offer -> new Price.Hour(offer.usdPerHour(), offer)
                        .isOld(advice.request().today()));
        String days = dates.stream().map(Object::toString).collect(Collectors.joining(", "))
                + (undated ? ", " + Messages.of("advise.noDate") : "");
        return Messages.of(
                old ? "advise.prices.rentOld" : "advise.prices.rent",
                advisor.prices().name(),
                days);
    }

    // The table

    private void table(Advice advice, List<Proposal> proposals) {
        boolean render = advice.request().purpose() == Purpose.RENDER;
        String unit = render ? "TFLOPS" : advice.request().rent() ? "Mtok" : "ktok/s";
        row(
                "#",
                Messages.of("advise.column.cards"),
                "GiB",
                Messages.of("advise.column.way"),
                render ? "TFLOPS" : Messages.of("advise.column.tokens"),
                advice.request().rent() ? money.code() + "/h" : money.code(),
                money.code() + "/" + unit);
        int rank = 1;
        for (var proposal : proposals.subList(0, Math.min(top, proposals.size()))) {
            row(
                    Integer.toString(rank++),
                    AdviseReasons.cards(proposal),
                    String.format(
                            Locale.ROOT, "%.1f/%.1f", proposal.plan().need().gib(), proposal.usableBytes() / 0x1p30),
                    marks(proposal),
                    render
                            ? AdviseReasons.known(proposal.card().fp32Tflops(), Money::number)
                            : AdviseReasons.known(proposal.perSecond(), AdviseText::rate),
                    proposal.price()
                            .map(price -> Money.number(money.fromUsd(price.usd())))
                            .orElse("?"),
                    AdviseReasons.known(proposal.perUnit(), usd -> Money.number(money.fromUsd(usd))));
        }
        if (proposals.size() > top) {
            out.println("   " + Messages.of("advise.more", proposals.size() - top, proposals.size()));
        }
    }

    private static String rate(double perSecond) {
        return String.format(Locale.ROOT, perSecond >= 1000 ? "%,.0f" : "%.3g", perSecond);
    }

    private void row(String rank, String cards, String memory, String way, String rate, String price, String each) {
        out.println((TextLayout.right(rank, 2) + " " + TextLayout.left(cards, 27) + " " + TextLayout.right(memory, 11)
                        + " " + TextLayout.left(way, 5) + " " + TextLayout.right(rate, 10) + " "
                        + TextLayout.right(price, 9) + " " + TextLayout.right(each, 10))
                .stripTrailing());
    }

    /** {@code A4}: 4 sequences at once; C: checkpointing; R, S, T: how cards share. */
    private static String marks(Proposal proposal) {
        var plan = proposal.plan();
        var marks = new StringBuilder();
        if (plan.measures().contains(Measure.ACCUMULATION)) {
            marks.append('A').append(plan.microBatch());
        }
        if (plan.measures().contains(Measure.CHECKPOINTING)) {
            marks.append('C');
        }
        marks.append(
                switch (plan.split()) {
                    case NONE -> "";
                    case REPLICATED -> "R";
                    case SHARDED -> "S";
                    case TENSOR -> "T";
                });
        return marks.isEmpty() ? "-" : marks.toString();
    }

    private void explainMarks(Advice advice) {
        var shown = new ArrayList<Proposal>();
        shown.addAll(advice.ranked().subList(0, Math.min(top, advice.ranked().size())));
        shown.addAll(
                advice.unpriced().subList(0, Math.min(top, advice.unpriced().size())));
        var marks = new ArrayList<String>();
        if (shown.stream().anyMatch(one -> one.plan().measures().contains(Measure.ACCUMULATION))) {
            marks.add(Messages.of("advise.mark.accumulation"));
        }
        if (shown.stream().anyMatch(one -> one.plan().measures().contains(Measure.CHECKPOINTING))) {
            marks.add(Messages.of("advise.mark.checkpointing"));
        }
        for (var split : Split.values()) {
            if (split != Split.NONE && shown.stream().anyMatch(one -> one.plan().split() == split)) {
                marks.add(Messages.of("advise.mark." + split.name().toLowerCase(Locale.ROOT)));
            }
        }
        if (!marks.isEmpty()) {
            TextLayout.lines(String.join("; ", marks), TextLayout.COLUMNS).forEach(out::println);
        }
    }

    // What else, and what not

    private void reliefs(Advice advice) {
        out.println();
        out.println(Messages.of("advise.reliefs"));
        boolean planned = advice.need().isPlanned();
        for (var relief : advice.reliefs()) {
            String name = Messages.of("advise.relief." + relief.change().name().toLowerCase(Locale.ROOT));
            String smallest = relief.smallest().map(GpuCard::name).orElse(Messages.of("advise.relief.nothing"));
            out.println("  " + TextLayout.left(name, 36)
                    + TextLayout.right(
                            (planned && !relief.need().isPlanned() ? "~" : "")
                                    + AdviseReasons.gib(relief.need().bytes()),
                            8)
                    + " GiB  "
                    + TextLayout.left(smallest, 28).stripTrailing());
        }
        if (planned) {
            out.println("  " + Messages.of("advise.planned.not"));
        }
    }

    private void refused(Advice advice) {
        if (advice.refused().isEmpty()) {
            return;
        }
        out.println();
        out.println(Messages.of("advise.refused"));
        for (var reason : Refusal.Reason.values()) {
            var cards = advice.refused().stream()
                    .filter(refusal -> refusal.reason() == reason)
                    .toList();
            if (!cards.isEmpty()) {
                String text = Messages.of("advise.refused." + reason.name().toLowerCase(Locale.ROOT)) + " "
                        + cards.stream()
                                .map(refusal ->
                                        refusal.card().name() + figures(refusal).orElse(""))
                                .collect(Collectors.joining(", "));
                out.println(TextLayout.item("  -", 4, text));
            }
        }
    }

    private Optional<String> figures(Refusal refusal) {
        return switch (refusal.reason()) {
            case TOO_LITTLE_MEMORY ->
                Optional.of(" (" + (refusal.count() > 1 ? refusal.count() + "x " : "")
                        + AdviseReasons.gib(refusal.needed().orElse(0)) + " > "
                        + AdviseReasons.gib(refusal.there().orElse(0)) + ")");
            case OVER_BUDGET ->
                Optional.of(" ("
                        + (refusal.needed().isPresent()
                                ? money.text(refusal.needed().getAsDouble())
                                : Messages.of("advise.unknownPrice"))
                        + ")");
            case MEMORY_UNKNOWN, NO_BF16, NOT_FOR_RENT, COMPUTE_ONLY, NO_RAY_TRACING -> Optional.empty();
        };
    }
}
