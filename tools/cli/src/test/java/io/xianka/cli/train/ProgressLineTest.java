package io.xianka.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.nn.training.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    private static final Progress FIRST = new Progress(
            1, 20_000, 4.0947, 3e-3, 5.331, 12_345, 6L << 20, OptionalDouble.of(0.412), OptionalDouble.empty(), false);

    private final StringWriter out = new StringWriter();
    private final StringWriter terminal = new StringWriter();

    /** What stands in the terminal's line after the first step. */
    private String drawn(int columns) {
        terminal.getBuffer().setLength(0);
        new ProgressLine(new PrintWriter(out), new PrintWriter(terminal), () -> columns).stepped(FIRST);
        String line = terminal.toString();
        return line.substring(line.lastIndexOf('\r') + 1).replace("\u001b[K", "");
    }

    @Test
    void staysWithinTheTerminal() {
        for (int columns = 8; columns < 200; columns++) {
            String line = drawn(columns);
            assertTrue(line.length() < columns, columns + ": " + line);
            assertTrue(line.contains("0%"), line);
        }
    }

    @Test
    void leavesOutWhatMattersLeast() {
        String wide = drawn(200);
        for (String part :
                new String[] {"1/20000", "loss 4.095", "lr 3.0e-03", "|g| 5.33", "tok/s", "MFU 41.2%", "6 MiB", " left"
                }) {
            assertTrue(wide.contains(part), wide);
        }
        String narrow = drawn(50);
        assertTrue(narrow.contains("loss 4.095") && narrow.contains(" left"), narrow);
        assertFalse(narrow.contains("MiB") || narrow.contains("|g|"), narrow);
        assertEquals("  0%", drawn(8));
    }

    @Test
    void writesLinesAloneWhereThereIsNoTerminal() {
        new ProgressLine(new PrintWriter(out, true), null, () -> 80).stepped(FIRST);
        assertEquals(1, out.toString().lines().count(), out.toString());
        assertFalse(out.toString().contains("\r") || out.toString().contains("\u001b"), out.toString());
    }
}
