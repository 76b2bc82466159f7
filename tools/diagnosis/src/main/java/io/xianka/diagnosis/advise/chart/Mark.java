package io.xianka.diagnosis.advise.chart;

/** A thing drawn, at x and y in pixels from the top left. Colours are RGB. */
sealed interface Mark {

    /** A filled box. */
    record Box(double x, double y, double width, double height, int colour) implements Mark {}

    /** Text that starts at x, on a baseline at y. */
    record Label(double x, double y, String text, int size, Style style, int colour) implements Mark {}

    /** How text stands. */
    enum Style {
        PLAIN,
        BOLD,
        SLANTED
    }
}
