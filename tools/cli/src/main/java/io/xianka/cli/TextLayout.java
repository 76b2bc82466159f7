package io.xianka.cli;

import java.util.ArrayList;
import java.util.List;

/** Text in columns of a terminal, where a Chinese character takes two. */
final class TextLayout {

    /** Columns that output keeps to. */
    static final int COLUMNS = 80;

    private TextLayout() {}

    /** Columns that a text takes. */
    static int width(String text) {
        return text.codePoints().map(point -> isWide(point) ? 2 : 1).sum();
    }

    private static boolean isWide(int point) {
        return switch (Character.UnicodeScript.of(point)) {
            case HAN, HIRAGANA, KATAKANA, HANGUL -> true;
            default -> point >= 0x3000 && point <= 0x303f || point >= 0xff01 && point <= 0xff60;
        };
    }

    /** A text with blanks behind it, cut where it is too long. */
    static String left(String text, int columns) {
        String cut = cut(text, columns);
        return cut + " ".repeat(columns - width(cut));
    }

    /** A text with blanks before it, cut where it is too long. */
    static String right(String text, int columns) {
        String cut = cut(text, columns);
        return " ".repeat(columns - width(cut)) + cut;
    }

    private static String cut(String text, int columns) {
        if (width(text) <= columns) {
            return text;
        }
        var cut = new StringBuilder();
        int used = 1;
        for (int point : text.codePoints().toArray()) {
            used += isWide(point) ? 2 : 1;
            if (used > columns) {
                break;
            }
            cut.appendCodePoint(point);
        }
        return cut.append('~').toString();
    }

    /** A text broken into lines of at most so many columns, at blanks and between Chinese characters. */
    static List<String> lines(String text, int columns) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (String word : words(text)) {
            if (width(line + word.stripTrailing()) > columns && !line.isEmpty()) {
                lines.add(line.toString().stripTrailing());
                line.setLength(0);
            }
            line.append(word);
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }

    /** Pieces after which a line may end, each with the blank behind it. */
    private static List<String> words(String text) {
        var words = new ArrayList<String>();
        var word = new StringBuilder();
        for (int point : text.strip().codePoints().toArray()) {
            if (isWide(point) && Character.UnicodeScript.of(point) == Character.UnicodeScript.HAN && !word.isEmpty()) {
                words.add(word.toString());
                word.setLength(0);
            }
            word.appendCodePoint(point);
            if (point == ' ') {
                words.add(word.toString());
                word.setLength(0);
            }
        }
        words.add(word.toString());
        return words;
    }

    /** A label and a text behind it, whose further lines stand below its first. */
    static String item(String label, int labelColumns, String text) {
        var lines = lines(text, COLUMNS - labelColumns);
        var item = new StringBuilder(left(label, labelColumns)).append(lines.getFirst());
        for (String line : lines.subList(1, lines.size())) {
            item.append('\n').append(" ".repeat(labelColumns)).append(line);
        }
        return item.toString();
    }

    /**
     * A line broken into lines of at most so many columns; further ones stand a little deeper than the first. What has no
     * blank, such as a path, is not broken.
     */
    static List<String> fit(String line, int columns) {
        int indent = indent(line);
        return fit(line, indent + 2, columns);
    }

    /** The same, with as many columns before the further lines as are said. */
    static List<String> fit(String line, int deeper, int columns) {
        if (columns == OutputColumns.WITHOUT_LIMIT || width(line) <= columns) {
            return List.of(line);
        }
        int indent = indent(line);
        // The first line starts further left, so that it is broken as if blanks were its first word.
        var words = words(line.substring(indent));
        var lines = new ArrayList<String>();
        var current = new StringBuilder(" ".repeat(indent));
        boolean empty = true;
        for (String word : words) {
            if (!empty && width(current + word.stripTrailing()) > columns) {
                lines.add(current.toString().stripTrailing());
                current = new StringBuilder(" ".repeat(deeper));
            }
            current.append(word);
            empty = false;
        }
        lines.add(current.toString().stripTrailing());
        return lines;
    }

    /**
     * A command behind its label, broken at blanks outside quotes, each line but the last ending with the backslash that makes a
     * shell read on: it can still be copied.
     */
    static List<String> fitCommand(String start, String command, int columns) {
        if (columns == OutputColumns.WITHOUT_LIMIT || width(start + command) <= columns) {
            return List.of(start + command);
        }
        int deeper = width(start);
        var lines = new ArrayList<String>();
        var current = new StringBuilder(start);
        boolean empty = true;
        var words = shellWords(command);
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            int backslash = i == words.size() - 1 ? 0 : 2;
            if (!empty && width(current + word) + backslash > columns) {
                lines.add(current.toString().stripTrailing() + " \\");
                current = new StringBuilder(" ".repeat(deeper));
            }
            current.append(word).append(' ');
            empty = false;
        }
        lines.add(current.toString().stripTrailing());
        return lines;
    }

    /** What stands between blanks that are in no quotes. */
    private static List<String> shellWords(String command) {
        var words = new ArrayList<String>();
        var word = new StringBuilder();
        char quote = 0;
        for (int i = 0; i < command.length(); i++) {
            char c = command.charAt(i);
            if (quote == 0 && c == ' ') {
                words.add(word.toString());
                word.setLength(0);
                continue;
            }
            if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
            } else if (c == quote) {
                quote = 0;
            }
            word.append(c);
        }
        words.add(word.toString());
        return words;
    }

    private static int indent(String line) {
        int indent = 0;
        while (indent < line.length() && line.charAt(indent) == ' ') {
            indent++;
        }
        return indent;
    }
}
