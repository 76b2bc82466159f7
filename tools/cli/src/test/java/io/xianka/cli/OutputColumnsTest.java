package io.xianka.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutputColumnsTest {

    private static int columns(String variable, Integer terminal) {
        return OutputColumns.of(
                variable == null ? Map.of() : Map.of("COLUMNS", variable), () -> Optional.ofNullable(terminal));
    }

    @Test
    void theVariableIsAskedBeforeTheTerminal() {
        assertEquals(100, columns("100", 132));
        assertEquals(132, columns(null, 132));
        assertEquals(OutputColumns.WITHOUT_LIMIT, columns(null, null));
    }

    @Test
    void whatIsNoWidthDoesNotCount() {
        for (String wrong : new String[] {"", "0", "-80", "wide", "80.5", "999999"}) {
            assertEquals(90, columns(wrong, 90), wrong);
        }
        assertEquals(40, columns("12", null), "too narrow to keep to");
    }
}
