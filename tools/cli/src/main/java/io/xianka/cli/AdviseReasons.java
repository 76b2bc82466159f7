package io.xianka.cli;

import io.xianka.diagnosis.advise.Advice;
import io.xianka.diagnosis.advise.Measure;
import io.xianka.diagnosis.advise.Price;
import io.xianka.diagnosis.advise.Proposal;
import io.xianka.diagnosis.advise.Roofline;
import io.xianka.diagnosis.advise.Split;
import io.xianka.diagnosis.advise.Workload;
import io.xianka.diagnosis.compatibility.Architecture;
import java.io.PrintWriter;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/** Why one proposal stands where it does: every figure, so that a reader can work it out again. */
final class AdviseReasons {

    private static final int LABEL = 13;

    /** Part of the memory left below which the estimate's own error may decide. */
    private static final double TIGHT = 0.05;

    private final PrintWriter out;
    private final Money money;

    AdviseReasons(PrintWriter out, Money money) {
        this.out = out;
        this.money = money;
    }

    void print(Advice advice, Proposal proposal) {
        var card = proposal.card();
        out.println(Messages.of("advise.why", cards(proposal)));
        item("memory", memory(advice, proposal));
        if (advice.request().work() instanceof Workload.Rendering work) {
            item("time", drawing(work, proposal));
        } else {
            String each = advice.request().work() instanceof Workload.Training ? "advise.why.step" : "advise.why.token";
            item("time", proposal.plan().time().map(time -> time(time, each)).orElse(Messages.of("advise.why.noTime")));
        }
        way(proposal).forEach(way -> item("way", way));
        item("power", power(proposal));
        item("link", link(proposal));
        item("age", age(proposal, advice.request().today()));
        item("price", price(proposal, advice.request().today()));
        if (!card.note().isEmpty()) {
            item("note", card.note());
        }
        item("source", card.source());
    }

    private void item(String key, String text) {
        out.println(TextLayout.item("  " + Messages.of("advise.why." + key), LABEL, text));
    }

    private static String memory(Advice advice, Proposal proposal) {
        var need = proposal.plan().need();
        String text = Messages.of(
                "advise.why.memoryText",
                gib(need.bytes()),
                gib(proposal.usableBytes()),
                known(proposal.card().memoryGb(), CardTable::plain));
        if (proposal.memoryLeft() < TIGHT && !need.isPlanned()) {
            text += Messages.of("advise.why.tight", Math.round(100 * proposal.memoryLeft()));
        }
        // Said above already where nothing was divided.
        return need.equals(advice.need()) ? text : text + ": " + AdviseText.terms(need);
    }

    private static String time(Roofline time, String each) {
        var text = new ArrayList<String>();
        text.add(Messages.of(
                time.rate().atLeast() ? "advise.why.computeAtLeast" : "advise.why.compute",
                duration(time.computeSeconds()),
                scaled(time.cost().flops()) + "FLOP",
                Money.number(time.rate().tflops()) + " TFLOPS",
                time.efficiency()));
        text.add(Messages.of(
                "advise.why.move",
                duration(time.memorySeconds()),
                scaled(time.cost().bytes()) + "B",
                Money.number(time.memoryBytesPerSecond() / 1e9) + " GB/s",
                Roofline.BANDWIDTH_EFFICIENCY));
        if (time.linkBytesPerSecond() > 0) {
            text.add(Messages.of(
                    "advise.why.exchange",
                    duration(time.linkSeconds()),
                    scaled(time.cost().exchangedBytes()) + "B",
                    time.cost().exchanges(),
                    Money.number(time.linkBytesPerSecond() / 1e9) + " GB/s"));
        }
        return Messages.of(
                "advise.why.timeText",
                Messages.of(each, duration(time.seconds())),
                Messages.of("advise.why.bound." + time.bound().name().toLowerCase(Locale.ROOT)),
                String.join("; ", text));
    }

    private static String drawing(Workload.Rendering work, Proposal proposal) {
        double pixels = work.pixels() * 60;
        return Messages.of(
                "advise.why.drawing",
                known(proposal.card().fp32Tflops(), tflops -> scaled(tflops * 1e12 / pixels)),
                known(proposal.card().bandwidthGBs(), bandwidth -> scaled(bandwidth * 1e9 / pixels)));
    }

    private static List<String> way(Proposal proposal) {
        var plan = proposal.plan();
        var ways = new ArrayList<String>();
        if (plan.measures().contains(Measure.ACCUMULATION)) {
            ways.add(Messages.of("advise.way.accumulation", plan.microBatch()));
        }
        if (plan.measures().contains(Measure.CHECKPOINTING)) {
            ways.add(Messages.of("advise.way.checkpointing"));
        }
        if (plan.split() != Split.NONE) {
            ways.add(Messages.of("advise.way." + plan.split().name().toLowerCase(Locale.ROOT)));
        }
        return ways;
    }

    private static String power(Proposal proposal) {
        int count = proposal.plan().count();
        var each = proposal.card().powerW();
        if (each.isEmpty()) {
            return Messages.of("advise.unknown");
        }
        String all = (count > 1 ? count + " x " + CardTable.plain(each.getAsDouble()) + " = " : "")
                + CardTable.plain(count * each.getAsDouble()) + " W";
        if (proposal.supplyWatts().isPresent()) {
            return Messages.of("advise.why.supply", all, proposal.supplyWatts().getAsInt());
        }
        boolean ownSupply =
                proposal.card().name().contains("SXM") || proposal.card().name().contains("Jetson");
        return Messages.of(ownSupply ? "advise.why.ownSupply" : "advise.why.noSupply", all);
    }

    private static String link(Proposal proposal) {
        var nvlink = proposal.card().nvlinkGBs();
        if (nvlink.isEmpty()) {
            return Messages.of("advise.unknown");
        }
        if (nvlink.getAsDouble() == 0) {
            return Messages.of("advise.why.noLink");
        }
        String figure = Money.number(nvlink.getAsDouble());
        return proposal.joinedByNvlink()
                .map(joined -> Messages.of(joined ? "advise.why.linkUsed" : "advise.why.linkUnused", figure))
                .orElse(Messages.of("advise.why.linkThere", figure));
    }

    static String age(Proposal proposal, LocalDate today) {
        var card = proposal.card();
        return age(card.launched().orElse(null), today)
                + card.architecture().map(name -> "; " + name).orElse("")
                + card.computeCapability().map(capability -> " " + capability).orElse("")
                + "; " + proposal.toolkits().map(AdviseReasons::toolkits).orElse(Messages.of("advise.why.noToolkits"));
    }

    static String age(YearMonth launched, LocalDate today) {
        if (launched == null) {
            return Messages.of("advise.why.noAge");
        }
        double years = ChronoUnit.MONTHS.between(launched, YearMonth.from(today)) / 12.0;
        return Messages.of("advise.why.ageText", launched, String.format(Locale.ROOT, "%.1f", years));
    }

    static String toolkits(Architecture architecture) {
        return architecture
                .lastToolkit()
                .map(last -> Messages.of("advise.why.toolkitsTo", architecture.firstToolkit(), last))
                .orElse(Messages.of("advise.why.toolkitsFrom", architecture.firstToolkit()));
    }

    private String price(Proposal proposal, LocalDate today) {
        if (proposal.price().isEmpty()) {
            return Messages.of("advise.unknownPrice");
        }
        var price = proposal.price().get();
        String amount = money.text(price.usd());
        return switch (price) {
            case Price.Launch launch ->
                Messages.of(
                        "advise.why.launchPrice",
                        amount,
                        launch.launched().map(Object::toString).orElse(Messages.of("advise.noDate")));
            case Price.Hour hour ->
                Messages.of(
                        hour.offer().asOf().isEmpty()
                                ? "advise.why.hourPriceUndated"
                                : hour.isOld(today) ? "advise.why.hourPriceOld" : "advise.why.hourPrice",
                        amount,
                        hour.offer().provider(),
                        hour.offer().instance(),
                        hour.offer().asOf().map(Object::toString).orElse(Messages.of("advise.noDate")),
                        hour.source());
        };
    }

    // How figures are written

    /** {@code 2x GeForce RTX 4090}. */
    static String cards(Proposal proposal) {
        return proposal.plan().count() + "x " + proposal.card().name();
    }

    static String known(OptionalDouble value, DoubleFunction<String> text) {
        return value.isPresent() ? text.apply(value.getAsDouble()) : "?";
    }

    static String gib(double bytes) {
        double gib = bytes / 0x1p30;
        return gib > 0 && gib < 0.005 ? "<0.01" : String.format(Locale.ROOT, gib < 100 ? "%.2f" : "%,.0f", gib);
    }

    /** {@code 124M}, {@code 7B}: as people write the size of a model, and as the options read it. */
    static String size(double parameters) {
        return scaled(parameters).replace(" ", "").replace('G', 'B').replace('k', 'K');
    }

    /** {@code 14.1 T}: three digits and the thousands. */
    static String scaled(double value) {
        String units = "kMGTPE";
        int unit = -1;
        double scaled = value;
        while (scaled >= 999.5 && unit < units.length() - 1) {
            scaled /= 1000;
            unit++;
        }
        String digits = String.format(Locale.ROOT, scaled >= 100 ? "%.0f" : scaled >= 10 ? "%.1f" : "%.2f", scaled)
                .replaceFirst("[.]0+$", "");
        return digits + " " + (unit < 0 ? "" : units.charAt(unit));
    }

    static String duration(double seconds) {
        if (seconds >= 1) {
            return String.format(Locale.ROOT, "%.3g s", seconds);
        }
        return seconds >= 1e-3
                ? String.format(Locale.ROOT, "%.3g ms", seconds * 1e3)
                : String.format(Locale.ROOT, "%.3g us", seconds * 1e6);
    }
}
