package io.xianka.diagnosis.table;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One row of a table.
 *
 * @param table what messages call the table
 * @param row where it stands, counted from 1, the header being row 1
 * @param cells the text of each column, without blanks around it; an empty one is unknown
 */
public record TableRow(String table, int row, Map<String, String> cells) {

    public TableRow {
        cells = Map.copyOf(cells);
    }

    /** The text of a cell; empty when the cell is, or when the table has no such column. */
    public Optional<String> text(String column) {
        return Optional.ofNullable(cells.get(column)).filter(cell -> !cell.isEmpty());
    }

    /** The text of a cell that must not be empty. */
    public String required(String column) {
        return text(column).orElseThrow(() -> wrong(column, "empty; every row has one"));
    }

    /** The number in a cell, from {@code least} to {@code most}; empty when the cell is: unknown is never zero. */
    public OptionalDouble number(String column, double least, double most) {
        var cell = text(column);
        if (cell.isEmpty()) {
            return OptionalDouble.empty();
        }
        // Java would also take 0x1p3, 1d and NaN for numbers.
        if (!cell.get().matches("[+-]?[0-9]+([.][0-9]+)?")) {
            throw wrong(column, "'" + cell.get() + "' is no number; leave the cell empty where it is unknown");
        }
        double value = Double.parseDouble(cell.get());
        if (!(value >= least && value <= most)) {
            throw wrong(column, cell.get() + " is not from " + plain(least) + " to " + plain(most));
        }
        return OptionalDouble.of(value);
    }

    /** What to throw for a cell that is wrong. */
    public TableException wrong(String column, String what) {
        return new TableException(table + ": row " + row + ", column " + column + ": " + what);
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
