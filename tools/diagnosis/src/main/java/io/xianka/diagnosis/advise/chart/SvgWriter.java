package io.xianka.diagnosis.advise.chart;

import java.util.List;
import java.util.Locale;

/** Marks as SVG text: any reader's own fonts. */
final class SvgWriter {

    private SvgWriter() {}

    static String write(int width, int height, String title, List<Mark> marks) {
        var svg = new StringBuilder();
        svg.append(format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\"",
                width, height, width, height));
        svg.append(" font-family=\"Helvetica, Arial, 'Noto Sans CJK SC', sans-serif\">\n");
        svg.append("<title>").append(escaped(title)).append("</title>\n");
        svg.append(format("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", width, height));
        for (var mark : marks) {
            svg.append(
                    switch (mark) {
                        case Mark.Box box ->
                            format(
                                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#%06x\"/>",
                                    box.x(), box.y(), box.width(), box.height(), box.colour());
                        case Mark.Label label ->
                            format(
                                    "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" fill=\"#%06x\"%s>%s</text>",
                                    label.x(),
                                    label.y(),
                                    label.size(),
                                    label.colour(),
                                    style(label.style()),
                                    escaped(label.text()));
                    });
            svg.append('\n');
        }
        return svg.append("</svg>\n").toString();
    }

    private static String style(Mark.Style style) {
        return switch (style) {
            case PLAIN -> "";
            case BOLD -> " font-weight=\"bold\"";
            case SLANTED -> " font-style=\"italic\"";
        };
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    /** Names come from the user's catalogue. What XML cannot hold at all is left out. */
    private static String escaped(String text) {
        var escaped = new StringBuilder();
        text.codePoints().forEach(point -> {
            switch (point) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> {
                    boolean surrogate = point >= 0xD800 && point <= 0xDFFF;
                    if (point >= 0x20 && !surrogate && point != 0xFFFE && point != 0xFFFF) {
                        escaped.appendCodePoint(point);
                    }
                }
            }
        });
        return escaped.toString();
    }
}
