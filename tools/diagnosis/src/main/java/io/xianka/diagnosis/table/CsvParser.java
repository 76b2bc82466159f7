package io.xianka.diagnosis.table;

import java.util.ArrayList;
import java.util.List;

/** RFC 4180: commas, double quotes around a cell, two of them for one inside, lines ended by LF or CRLF. */
final class CsvParser {

    /** The cells of one line and the row it stands at, counted from 1 as a spreadsheet shows it. */
    record Line(int row, List<String> cells) {}

    private final String name;
    private final String text;
    private int at;
    private int row = 1;

    CsvParser(String name, String text) {
        this.name = name;
        this.text = text;
    }

    List<Line> records() {
        var lines = new ArrayList<Line>();
        while (at < text.length()) {
            var cells = line();
            boolean blank = cells.size() == 1 && cells.getFirst().isBlank();
            if (!blank) {
                lines.add(new Line(row, cells));
            }
            row++;
        }
        return lines;
    }

    private List<String> line() {
        var cells = new ArrayList<String>();
        while (true) {
            cells.add(at < text.length() && text.charAt(at) == '"' ? quoted(cells.size() + 1) : plain());
            if (at == text.length()) {
                return cells;
            }
            char end = text.charAt(at++);
            if (end == '\r' && at < text.length() && text.charAt(at) == '\n') {
                at++;
            }
            if (end != ',') {
                return cells;
            }
        }
    }

    private String plain() {
        int start = at;
        while (at < text.length() && ",\r\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(start, at);
    }

    private String quoted(int column) {
        var cell = new StringBuilder();
        at++;
        while (true) {
            int quote = text.indexOf('"', at);
            if (quote < 0) {
                throw new TableException(
                        name + ": row " + row + ", column " + column + ": a quote is opened and never closed");
            }
            cell.append(text, at, quote);
            at = quote + 1;
            if (at == text.length() || ",\r\n".indexOf(text.charAt(at)) >= 0) {
                return cell.toString();
            }
            if (text.charAt(at) != '"') {
                throw new TableException(name + ": row " + row + ", column " + column
                        + ": text after a closing quote; write two quotes for one inside a cell");
            }
            cell.append('"');
            at++;
        }
    }
}
