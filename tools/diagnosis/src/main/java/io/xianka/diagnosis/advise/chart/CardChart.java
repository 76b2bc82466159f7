package io.xianka.diagnosis.advise.chart;

import io.xianka.diagnosis.advise.CardFigure;
import io.xianka.diagnosis.advise.GpuCard;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Bars of the cards' figures, one panel a figure, each with its own scale from zero. What is unknown is said, not drawn.
 */
public final class CardChart {

    /** The most cards that colours tell apart. */
    public static final int MOST_CARDS = 6;

    static final int WIDTH = 960;
    private static final int MARGIN = 32;
    private static final int PANEL_WIDTH = 424;
    private static final int BAR_LENGTH = 270;
    private static final int BAR_HEIGHT = 20;
    private static final int BAR_STEP = 28;
    private static final int PANEL_HEAD = 34;
    private static final int PANEL_GAP = 26;

    private static final int LONGEST_NAME = 36;

    private static final int INK = 0x1b1f24;
    private static final int FAINT = 0x6a737d;
    private static final int TRACK = 0xeef1f4;

    /** Okabe and Ito's colours, told apart by colour-blind readers too. */
    private static final int[] COLOURS = {0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0x56b4e9, 0xd55e00};

    private static final List<CardFigure> FIGURES = List.of(
            CardFigure.MEMORY,
            CardFigure.BANDWIDTH,
            CardFigure.TENSOR_FP32_SUMS,
            CardFigure.TENSOR_FP16,
            CardFigure.FP32,
            CardFigure.NVLINK,
            CardFigure.POWER,
            CardFigure.LAUNCH_PRICE);

    private final List<GpuCard> cards;
    private final List<Mark> marks = new ArrayList<>();
    private final int height;

    private CardChart(List<GpuCard> cards, String foot) {
        this.cards = cards;
        int panel = PANEL_HEAD + cards.size() * BAR_STEP + PANEL_GAP;
        int legendRows = (cards.size() + 1) / 2;
        int top = 40 + legendRows * 26;
        height = top + (FIGURES.size() + 1) / 2 * panel + 30;
        legend();
        for (int i = 0; i < FIGURES.size(); i++) {
            panel(FIGURES.get(i), MARGIN + i % 2 * (PANEL_WIDTH + 48), top + i / 2 * panel);
        }
        marks.add(new Mark.Label(MARGIN, height - 20, foot, 12, Mark.Style.PLAIN, FAINT));
    }

    /**
     * The chart of some cards.
     *
     * @param foot a line below
     * @throws IllegalArgumentException for no card, or more than {@link #MOST_CARDS}
     */
    public static CardChart of(List<GpuCard> cards, String foot) {
        if (cards.isEmpty() || cards.size() > MOST_CARDS) {
            throw new IllegalArgumentException(cards.size() + " cards: a chart shows from 1 to " + MOST_CARDS);
        }
        return new CardChart(List.copyOf(cards), foot);
    }

    private void legend() {
        for (int i = 0; i < cards.size(); i++) {
            double x = MARGIN + i % 2 * (PANEL_WIDTH + 48);
            double y = 24 + i / 2 * 26;
            marks.add(new Mark.Box(x, y, 16, 16, COLOURS[i]));
            marks.add(new Mark.Label(x + 26, y + 14, clipped(cards.get(i).name()), 17, Mark.Style.BOLD, INK));
        }
    }

    private void panel(CardFigure figure, double x, double y) {
        String unit = figure.unit().isEmpty() ? "" : ", " + figure.unit();
        marks.add(new Mark.Label(x, y + 20, figure.text() + unit, 14, Mark.Style.BOLD, INK));
        double largest = cards.stream()
                .mapToDouble(card -> card.figure(figure).orElse(0))
                .max()
                .orElse(0);
        for (int i = 0; i < cards.size(); i++) {
            double barY = y + PANEL_HEAD + i * BAR_STEP;
            marks.add(new Mark.Box(x, barY, BAR_LENGTH, BAR_HEIGHT, TRACK));
            var value = cards.get(i).figure(figure);
            if (value.isEmpty()) {
                marks.add(new Mark.Label(x + 8, barY + 15, "?", 14, Mark.Style.SLANTED, FAINT));
                continue;
            }
            double length = largest == 0 ? 0 : value.getAsDouble() / largest * BAR_LENGTH;
            marks.add(new Mark.Box(x, barY, length, BAR_HEIGHT, COLOURS[i]));
            marks.add(new Mark.Label(
                    x + BAR_LENGTH + 10, barY + 15, number(value.getAsDouble()), 14, Mark.Style.PLAIN, INK));
        }
    }

    private static String clipped(String name) {
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "\u2026";
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,d", (long) value)
                : String.format(Locale.ROOT, "%,.1f", value);
    }

    /** As an SVG document. */
    public String svg() {
        return SvgWriter.write(WIDTH, height, names(), marks);
    }

    /** As a PNG image, twice as many pixels each way; fonts and no display are needed. */
    public byte[] png() {
        return PngWriter.write(WIDTH, height, 2, marks);
    }

    private String names() {
        return cards.stream().map(GpuCard::name).collect(Collectors.joining(", "));
    }
}
