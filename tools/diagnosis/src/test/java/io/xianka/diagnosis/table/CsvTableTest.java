package io.xianka.diagnosis.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvTableTest {

    @TempDir
    Path folder;

    @Test
    void quotesHoldCommasQuotesAndLineEnds() {
        var table = CsvTable.parse("t", "a,b\r\n\"1,5\",\"say \"\"x\"\"\nand y\"\r\n\r\nlast,\n");
        assertEquals(2, table.rows().size());
        assertEquals(Optional.of("1,5"), table.rows().get(0).text("a"));
        assertEquals(Optional.of("say \"x\"\nand y"), table.rows().get(0).text("b"));
        assertEquals(Optional.empty(), table.rows().get(1).text("b"));
        assertEquals(Optional.empty(), table.rows().get(1).text("none"));
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstName() throws IOException {
        var file = Files.writeString(folder.resolve("t.csv"), "\uFEFFa\n1\n");
        assertEquals(OptionalDouble.of(1), CsvTable.read(file).rows().getFirst().number("a", 0, 2));
    }

    @Test
    void whatIsNoTextIsRefused() throws IOException {
        var file = Files.write(folder.resolve("t.csv"), new byte[] {'a', '\n', (byte) 0xff, (byte) 0xfe});
        assertTrue(assertThrows(TableException.class, () -> CsvTable.read(file))
                .getMessage()
                .contains("not UTF-8"));
        var large = folder.resolve("large.csv");
        try (var channel = new RandomAccessFile(large.toFile(), "rw")) {
            channel.setLength(1L << 30);
        }
        assertThrows(TableException.class, () -> CsvTable.read(large));
        assertThrows(TableException.class, () -> CsvTable.parse("t", ""));
    }

    @Property(tries = 300)
    void whatIsQuotedIsReadBack(
            @ForAll @Size(min = 1, max = 5)
                    List<@StringLength(max = 8) @CharRange(from = ' ', to = '~') String> cells) {
        var header = new StringBuilder();
        var row = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            header.append(i == 0 ? "" : ",").append('c').append(i);
            row.append(i == 0 ? "\"" : ",\"")
                    .append(cells.get(i).replace("\"", "\"\""))
                    .append('"');
        }
        var table = CsvTable.parse("t", header + "\n" + row + "\n\"x\"" + ",".repeat(cells.size() - 1) + "\n");
        var read = table.rows().getFirst();
        // A row of one blank cell is a blank line.
        if (table.rows().size() == 2) {
            for (int i = 0; i < cells.size(); i++) {
                assertEquals(cells.get(i).strip(), read.text("c" + i).orElse(""));
            }
        }
    }

    @Property(tries = 500)
    void anyTextIsATableOrRefusedInOneLine(
            @ForAll @StringLength(max = 60) @CharRange(from = ' ', to = '0') @CharRange(from = '\n', to = '\r')
                    String text) {
        try {
            for (var row : CsvTable.parse("t", text).rows()) {
                row.cells().keySet().forEach(row::text);
            }
        } catch (TableException refused) {
            assertEquals(1, refused.getMessage().lines().count(), refused.getMessage());
            assertTrue(refused.getMessage().startsWith("t: "), refused.getMessage());
        }
    }
}
