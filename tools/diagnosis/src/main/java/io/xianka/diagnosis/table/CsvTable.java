package io.xianka.diagnosis.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * A table with a header row, read whole.
 *
 * @param name what messages call it: a file name
 * @param columns the header, in order, no name twice
 * @param rows the rows below the header, blank lines left out
 */
public record CsvTable(String name, List<String> columns, List<TableRow> rows) {

    /** A table is a few hundred lines; what is larger than this is something else. */
    private static final int LARGEST_BYTES = 16 << 20;

    public CsvTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /**
     * The table in a file.
     *
     * @throws IOException when the file cannot be read
     * @throws TableException when it is no table
     */
    public static CsvTable read(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new TableException(file + ": a folder, no table; name a .csv file");
        }
        byte[] content;
        // Not by its size: a pipe or a device has none.
        try (var stream = Files.newInputStream(file)) {
            content = stream.readNBytes(LARGEST_BYTES + 1);
        }
        if (content.length > LARGEST_BYTES) {
            throw new TableException(
                    file + ": more than " + (LARGEST_BYTES >> 20) + " MiB are no table of cards or prices");
        }
        return parse(file.toString(), content);
    }

    /** The table in a resource beside a class of this module. */
    public static CsvTable resource(Class<?> beside, String name) {
        try (var stream = beside.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException(name + " is missing beside " + beside.getName());
            }
            return parse(name, stream.readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The table in a text. */
    public static CsvTable parse(String name, String text) {
        var lines = new CsvParser(name, text).records();
        if (lines.isEmpty()) {
            throw new TableException(name + ": empty; the first row names the columns");
        }
        var header = lines.getFirst().cells().stream().map(String::strip).toList();
        var seen = new HashSet<String>();
        for (int i = 0; i < header.size(); i++) {
            if (header.get(i).isEmpty() || !seen.add(header.get(i))) {
                throw new TableException(name + ": row 1, column " + (i + 1) + ": "
                        + (header.get(i).isEmpty() ? "no name" : "'" + header.get(i) + "' again")
                        + "; each column has its own name");
            }
        }
        var rows = new ArrayList<TableRow>();
        for (var line : lines.subList(1, lines.size())) {
            if (line.cells().size() != header.size()) {
                throw new TableException(
                        name + ": row " + line.row() + ": " + line.cells().size()
                                + " cells, but the header has " + header.size()
                                + "; quote a cell that contains a comma");
            }
            Map<String, String> cells = new HashMap<>();
            for (int i = 0; i < header.size(); i++) {
                cells.put(header.get(i), line.cells().get(i).strip());
            }
            rows.add(new TableRow(name, line.row(), cells));
        }
        return new CsvTable(name, header, rows);
    }

    private static CsvTable parse(String name, byte[] bytes) {
        try {
            var text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return parse(name, text.startsWith("\uFEFF") ? text.substring(1) : text);
        } catch (CharacterCodingException binary) {
            throw new TableException(name + ": not UTF-8 text; save the table as CSV in UTF-8");
        }
    }

    /** Refuses a table that lacks one of these columns. */
    public CsvTable require(List<String> needed) {
        for (String column : needed) {
            if (!columns.contains(column)) {
                throw new TableException(
                        name + ": row 1: no column '" + column + "'; it has " + String.join(", ", columns));
            }
        }
        return this;
    }
}
