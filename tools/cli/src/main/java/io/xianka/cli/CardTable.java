package io.xianka.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.xianka.diagnosis.advise.CardFigure;
import io.xianka.diagnosis.advise.GpuCard;
import io.xianka.diagnosis.compatibility.CompatibilityTable;
import java.io.PrintWriter;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;

/** Cards of the catalogue side by side, or all below each other. */
final class CardTable {

    /** What 80 columns hold. */
    static final int MOST_CARDS = 4;

    private static final int LABEL = 24;

    private final Money money;

    CardTable(Money money) {
        this.money = money;
    }

    // All

    void list(PrintWriter out, List<GpuCard> cards, boolean json) {
        if (json) {
            var root = JsonNodeFactory.instance.objectNode();
            var array = root.putArray("cards");
            cards.forEach(card -> array.add(json(card)));
            Json.print(out, root);
            return;
        }
        row(
                out,
                Messages.of("advise.column.card"),
                "GB",
                "GB/s",
                "FP16 T",
                "FP32 T",
                "W",
                money.code(),
                Messages.of("advise.column.launched"));
        for (var card : cards) {
            row(
                    out,
                    card.name(),
                    plain(card.memoryGb()),
                    plain(card.bandwidthGBs()),
                    plain(card.tensorFp32SumsTflops()),
                    plain(card.fp32Tflops()),
                    plain(card.powerW()),
                    AdviseReasons.known(card.figure(CardFigure.LAUNCH_PRICE), usd -> Money.number(money.fromUsd(usd))),
                    card.launched().map(Object::toString).orElse("?"));
        }
        TextLayout.lines(Messages.of("advise.listNote"), TextLayout.COLUMNS).forEach(out::println);
    }

    private static void row(
            PrintWriter out,
            String name,
            String memory,
            String bandwidth,
            String tensor,
            String cores,
            String power,
            String price,
            String launched) {
        out.println(TextLayout.left(name, 27)
                + TextLayout.right(memory, 5)
                + TextLayout.right(bandwidth, 7)
                + TextLayout.right(tensor, 8)
                + TextLayout.right(cores, 8)
                + TextLayout.right(power, 6)
                + TextLayout.right(price, 8)
                + TextLayout.right(launched, 10));
    }

    private static String plain(OptionalDouble value) {
        return AdviseReasons.known(value, CardTable::plain);
    }

    /** {@code 24}, {@code 112.5}. */
    static String plain(double number) {
        return String.format(Locale.ROOT, number == Math.rint(number) ? "%.0f" : "%.1f", number);
    }

    // Side by side

    void compare(PrintWriter out, List<GpuCard> cards, LocalDate today, boolean json) {
        if (json) {
            var root = JsonNodeFactory.instance.objectNode();
            var array = root.putArray("cards");
            cards.forEach(card -> array.add(json(card)));
            Json.print(out, root);
            return;
        }
        int columns = (TextLayout.COLUMNS - LABEL) / (cards.size() + (cards.size() == 2 ? 1 : 0));
        heads(out, cards, columns);
        for (var figure : CardFigure.values()) {
            if (figure == CardFigure.LAUNCH_PRICE) {
                numbers(
                        out,
                        Messages.of("advise.figure.launch_price") + ", " + money.code(),
                        cards,
                        columns,
                        card -> map(card.figure(figure), money::fromUsd));
            } else {
                String unit = figure.unit().isEmpty() ? "" : ", " + figure.unit();
                numbers(
                        out,
                        Messages.of("advise.figure." + figure.name().toLowerCase(Locale.ROOT)) + unit,
                        cards,
                        columns,
                        card -> card.figure(figure));
            }
        }
        numbers(out, "GB/s / W", cards, columns, card -> ratio(card, CardFigure.BANDWIDTH, CardFigure.POWER));
        numbers(
                out,
                Messages.of("advise.figure.tensor_per_watt"),
                cards,
                columns,
                card -> ratio(card, CardFigure.TENSOR_FP32_SUMS, CardFigure.POWER));
        numbers(
                out,
                money.code() + " / GB",
                cards,
                columns,
                card -> map(ratio(card, CardFigure.LAUNCH_PRICE, CardFigure.MEMORY), money::fromUsd));
        numbers(
                out,
                money.code() + " / " + Messages.of("advise.figure.tensor_tflops"),
                cards,
                columns,
                card -> map(ratio(card, CardFigure.LAUNCH_PRICE, CardFigure.TENSOR_FP32_SUMS), money::fromUsd));
        texts(out, "advise.figure.memory_type", cards, columns, GpuCard::memoryType);
        texts(
                out,
                "advise.figure.architecture",
                cards,
                columns,
                card -> card.architecture().map(name -> name.replace(" Lovelace", "")));
        texts(
                out,
                "advise.figure.compute_capability",
                cards,
                columns,
                card -> card.computeCapability().map(Object::toString));
        texts(out, "advise.figure.toolkits", cards, columns, CardTable::toolkits);
        texts(
                out,
                "advise.figure.launched",
                cards,
                columns,
                card -> card.launched().map(Object::toString));
        out.println();
        for (var card : cards) {
            out.println(card.name());
            out.println(TextLayout.item("  ", 2, Messages.of("advise.why.source") + ": " + card.source()));
            if (!card.note().isEmpty()) {
                out.println(TextLayout.item("  ", 2, Messages.of("advise.why.note") + ": " + card.note()));
            }
        }
        out.println(TextLayout.item("", 0, Messages.of("advise.compareNote")));
        if (money.yuan()) {
            out.println(TextLayout.item(
                    "",
                    0,
                    money.exchange().asOf().isPresent()
                            ? Messages.of(
                                    "advise.prices.rate",
                                    money.exchange().cnyPerUsd(),
                                    money.exchange().asOf().get(),
                                    money.exchange().source())
                            : Messages.of(
                                    "advise.prices.rateGiven", money.exchange().cnyPerUsd())));
        }
    }

    /** Names stand in as many lines as the longest takes. */
    private static void heads(PrintWriter out, List<GpuCard> cards, int columns) {
        var names = cards.stream()
                .map(card -> TextLayout.lines(card.name(), columns - 2))
                .toList();
        int lines = names.stream().mapToInt(List::size).max().orElse(1);
        for (int i = 0; i < lines; i++) {
            var cells = new ArrayList<String>();
            for (var name : names) {
                cells.add(i < name.size() ? name.get(i) : "");
            }
            if (cards.size() == 2) {
                cells.add(i == 0 ? Messages.of("advise.column.ratio") : "");
            }
            line(out, "", cells, columns);
        }
    }

    private static void numbers(
            PrintWriter out, String label, List<GpuCard> cards, int columns, Function<GpuCard, OptionalDouble> figure) {
        var values = cards.stream().map(figure).toList();
        var cells = new ArrayList<>(values.stream().map(CardTable::number).toList());
        if (cards.size() == 2) {
            boolean comparable = values.stream().allMatch(value -> value.orElse(0) > 0);
            cells.add(
                    comparable
                            ? String.format(
                                    Locale.ROOT,
                                    "%.2f",
                                    values.get(1).getAsDouble() / values.get(0).getAsDouble())
                            : "");
        }
        line(out, label, cells, columns);
    }

    private static String number(OptionalDouble value) {
        return AdviseReasons.known(
                value,
                number -> number == Math.rint(number)
                        ? String.format(Locale.ROOT, "%,.0f", number)
                        : String.format(Locale.ROOT, number >= 10 ? "%,.1f" : "%.2f", number));
    }

    private static void texts(
            PrintWriter out, String key, List<GpuCard> cards, int columns, Function<GpuCard, Optional<String>> text) {
        line(
                out,
                Messages.of(key),
                cards.stream().map(card -> text.apply(card).orElse("?")).toList(),
                columns);
    }

    private static void line(PrintWriter out, String label, List<String> cells, int columns) {
        var line = new StringBuilder(TextLayout.left(label, LABEL));
        cells.forEach(cell -> line.append(TextLayout.right(cell, columns)));
        out.println(line.toString().stripTrailing());
    }

    private static OptionalDouble ratio(GpuCard card, CardFigure above, CardFigure below) {
        var one = card.figure(above);
        var other = card.figure(below);
        return one.isPresent() && other.isPresent()
                ? OptionalDouble.of(one.getAsDouble() / other.getAsDouble())
                : OptionalDouble.empty();
    }

    private static OptionalDouble map(OptionalDouble value, DoubleUnaryOperator change) {
        return value.isPresent() ? OptionalDouble.of(change.applyAsDouble(value.getAsDouble())) : value;
    }

    private static Optional<String> toolkits(GpuCard card) {
        return card.computeCapability()
                .flatMap(own -> CompatibilityTable.get().architectures().stream()
                        .filter(architecture -> architecture.capabilities().contains(own))
                        .findFirst())
                .map(architecture -> architecture
                        .lastToolkit()
                        .map(last -> architecture.firstToolkit() + " - " + last)
                        .orElse(architecture.firstToolkit() + " +"));
    }

    // JSON

    /** A card, each figure with its unit in the name and its source beside it; what is unknown is left out. */
    static ObjectNode json(GpuCard card) {
        var node = JsonNodeFactory.instance.objectNode();
        node.put("name", card.name());
        card.architecture().ifPresent(name -> node.put("architecture", name));
        card.computeCapability().ifPresent(own -> node.put("compute_capability", own.toString()));
        card.memoryType().ifPresent(type -> node.put("memory_type", type));
        card.launched().ifPresent(month -> node.put("launched", month.toString()));
        card.figures().forEach((figure, value) -> node.put(figure.column(), value));
        var sources = node.putObject("sources");
        card.figures().keySet().forEach(figure -> sources.put(figure.column(), card.sourceOf(figure)));
        node.put("source", card.source());
        if (!card.note().isEmpty()) {
            node.put("note", card.note());
        }
        return node;
    }
}
