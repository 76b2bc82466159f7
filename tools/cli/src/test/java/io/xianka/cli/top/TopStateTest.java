package io.xianka.cli.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.cli.top.TopState.Ending;
import io.xianka.cli.top.TopState.Mode;
import io.xianka.cli.top.TopState.Special;
import io.xianka.diagnosis.watch.Sample;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TopStateTest {
    private static final Sample SAMPLE = new FakeSampler(
                    2,
                    List.of(
                            FakeSampler.process(30, "ada", "python3 a.py", 10),
                            FakeSampler.process(10, "grace", "java B", 20),
                            FakeSampler.process(20, "ada", "Zig", 15)))
            .next();

    private static TopState after(TopState state, String keys) {
        for (int at = 0; at < keys.length(); at++) {
            char key = keys.charAt(at);
            state = state.on(key, SAMPLE).state();
        }
        return state;
    }

    private static List<Long> pids(TopState state) {
        return Row.of(SAMPLE, state).stream().map(row -> row.process().pid()).toList();
    }

    private static TopState sorted(SortKey sort) {
        return TopState.start(sort, "");
    }

    @Test
    void processesAreOrderedAsAskedFor() {
        assertEquals(List.of(10L, 20L, 30L), pids(sorted(SortKey.PID)));
        assertEquals(List.of(10L, 20L, 30L), pids(sorted(SortKey.MEMORY)));
        assertEquals(List.of(30L, 20L, 10L), pids(sorted(SortKey.CPU)));
        assertEquals(List.of(10L, 30L, 20L), pids(sorted(SortKey.COMMAND)));
        assertEquals(List.of(20L, 30L, 10L), pids(sorted(SortKey.USER)));
        assertEquals(List.of(30L, 20L, 10L), pids(after(sorted(SortKey.PID), "r")));
        assertEquals(SortKey.MEMORY, after(sorted(SortKey.GPU), "s").sort());
        assertEquals(SortKey.GPU, after(sorted(SortKey.GPU), "sssssss").sort());
    }

    @Test
    void aFilterKeepsWhatContainsIt() {
        TopState filtering = after(sorted(SortKey.PID), "/PYTH");
        assertTrue(filtering.mode() instanceof Mode.Filtering);
        assertEquals(List.of(30L), pids(filtering));
        assertEquals(List.of(20L, 30L), pids(after(sorted(SortKey.PID), "/ada")));
        TopState shorter = filtering.on(Special.BACKSPACE, SAMPLE).state();
        assertEquals("PYT", shorter.filter());
        TopState browsing = shorter.on(Special.ENTER, SAMPLE).state();
        assertTrue(browsing.mode() instanceof Mode.Browsing);
        assertEquals("", browsing.on(Special.ESCAPE, SAMPLE).state().filter());
        assertTrue(after(sorted(SortKey.PID), "/" + "x".repeat(500)).filter().length() < 100);
    }

    @Test
    void theMarkStaysOnTheList() {
        TopState state = sorted(SortKey.PID);
        for (int i = 0; i < 10; i++) {
            state = state.on(Special.DOWN, SAMPLE).state();
        }
        assertEquals(2, state.selected());
        assertEquals(0, after(state, "kkkkk").selected());
    }

    @Test
    void aProcessIsEndedOnlyAfterYes() {
        TopState marked = after(sorted(SortKey.PID), "j");
        TopState asking = after(marked, "t");
        assertEquals(new Mode.Confirming(20, "Zig", false), asking.mode());
        assertEquals(Optional.empty(), asking.on('n', SAMPLE).ending());
        assertEquals(Optional.empty(), asking.on(Special.ENTER, SAMPLE).ending());
        assertEquals(Optional.empty(), asking.on('q', SAMPLE).ending());
        assertEquals(
                Optional.of(new Ending(20, "Zig", false)),
                asking.on('y', SAMPLE).ending());
        assertEquals(
                Optional.of(new Ending(20, "Zig", true)),
                after(marked, "K").on('Y', SAMPLE).ending());
        TopState nobody =
                after(sorted(SortKey.PID), "/nobody").on(Special.ENTER, SAMPLE).state();
        assertTrue(after(nobody, "t").mode() instanceof Mode.Browsing);
    }

    @Test
    void leavesByQAndStandsStillBySpace() {
        assertTrue(after(sorted(SortKey.PID), "q").leaving());
        assertTrue(after(sorted(SortKey.PID), " ").paused());
        assertTrue(after(sorted(SortKey.PID), "/q").filter().equals("q"));
    }
}
