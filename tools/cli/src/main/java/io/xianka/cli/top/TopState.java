package io.xianka.cli.top;

import io.xianka.diagnosis.watch.Sample;
import java.util.List;
import java.util.Optional;

/**
 * The viewer's choices.
 *
 * @param sort what processes are ordered by
 * @param reversed whether the order is turned round
 * @param filter what a process's command, user or number must contain
 * @param selected which row is marked, from 0
 * @param mode what keys mean now
 * @param paused whether samples stand still
 * @param message what the last action came to; empty for none
 * @param leaving whether the viewer wants to go
 */
public record TopState(
        SortKey sort,
        boolean reversed,
        String filter,
        int selected,
        Mode mode,
        boolean paused,
        String message,
        boolean leaving) {

    private static final int FILTER_CHARACTERS_MAX = 60;

    /** What keys mean. */
    public sealed interface Mode {
        /** Commands. */
        record Browsing() implements Mode {}

        /** Letters of the filter. */
        record Filtering() implements Mode {}

        /**
         * An answer to whether a process shall be ended.
         *
         * @param pid which
         * @param command what it is, so that another process of the same number is not taken for it
         * @param forced whether it is killed, not asked to end
         */
        record Confirming(long pid, String command, boolean forced) implements Mode {}
    }

    /** A key as a terminal sends it. */
    public enum Special {
        UP,
        DOWN,
        ENTER,
        ESCAPE,
        BACKSPACE
    }

    /** A process to be ended. */
    public record Ending(long pid, String command, boolean forced) {}

    /** What a key leads to. */
    public record Step(TopState state, Optional<Ending> ending) {}

    /** Nothing chosen yet. */
    public static TopState start(SortKey sort, String filter) {
        return new TopState(sort, false, filter, 0, new Mode.Browsing(), false, "", false);
    }

    /** The state after a letter, with the sample that was on the screen. */
    public Step on(char key, Sample sample) {
        return switch (mode) {
            case Mode.Browsing _ -> browse(key, sample);
            case Mode.Filtering _ ->
                still(
                        Character.isISOControl(key) || filter.length() >= FILTER_CHARACTERS_MAX
                                ? this
                                : withFilter(filter + key));
            case Mode.Confirming(long pid, String command, boolean forced) ->
                key == 'y' || key == 'Y'
                        ? new Step(in(new Mode.Browsing()), Optional.of(new Ending(pid, command, forced)))
                        : still(in(new Mode.Browsing()));
        };
    }

    /** The state after another key. */
    public Step on(Special key, Sample sample) {
        int last = Math.max(0, Row.of(sample, this).size() - 1);
        return still(
                switch (key) {
                    case UP -> withSelected(Math.max(0, Math.min(selected, last) - 1));
                    case DOWN -> withSelected(Math.min(last, selected + 1));
                    case ENTER -> in(new Mode.Browsing());
                    case ESCAPE -> mode instanceof Mode.Browsing ? withFilter("") : in(new Mode.Browsing());
                    case BACKSPACE ->
                        mode instanceof Mode.Filtering && !filter.isEmpty()
                                ? withFilter(filter.substring(0, filter.offsetByCodePoints(filter.length(), -1)))
                                : this;
                });
    }

    private Step browse(char key, Sample sample) {
        TopState plain = withMessage("");
        return switch (key) {
            case 'q', 'Q', '\u0003', '\u0004' ->
                still(new TopState(sort, reversed, filter, selected, mode, paused, "", true));
            case 's' -> still(new TopState(sort.next(), reversed, filter, 0, mode, paused, "", false));
            case 'r' -> still(new TopState(sort, !reversed, filter, 0, mode, paused, "", false));
            case '/' -> still(plain.in(new Mode.Filtering()));
            case ' ', 'p' -> still(new TopState(sort, reversed, filter, selected, mode, !paused, "", false));
            case 'j' -> on(Special.DOWN, sample);
            case 'k' -> on(Special.UP, sample);
            case 't' -> plain.confirm(sample, false);
            case 'K' -> plain.confirm(sample, true);
            default -> still(plain);
        };
    }

    private Step confirm(Sample sample, boolean forced) {
        List<Row> rows = Row.of(sample, this);
        if (rows.isEmpty()) {
            return still(this);
        }
        Row row = rows.get(Math.min(selected, rows.size() - 1));
        return still(in(
                new Mode.Confirming(row.process().pid(), row.process().command().orElse("?"), forced)));
    }

    private static Step still(TopState state) {
        return new Step(state, Optional.empty());
    }

    private TopState in(Mode next) {
        return new TopState(sort, reversed, filter, selected, next, paused, message, leaving);
    }

    private TopState withFilter(String text) {
        return new TopState(sort, reversed, text, 0, mode, paused, message, leaving);
    }

    private TopState withSelected(int row) {
        return new TopState(sort, reversed, filter, row, mode, paused, message, leaving);
    }

    /** The same choices, and what an action came to. */
    public TopState withMessage(String text) {
        return new TopState(sort, reversed, filter, selected, mode, paused, text, leaving);
    }
}
