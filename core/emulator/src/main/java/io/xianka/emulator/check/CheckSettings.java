package io.xianka.emulator.check;

import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * What a checked device looks for.
 *
 * @param tools at least one, unless hints alone are wanted
 * @param arithmetic also report integer divisions by zero, and NaNs and infinities that arise from finite values
 * @param hints also count what costs a GPU time: sectors, bank conflicts, divergent branches, spills
 * @param leaks report device memory that is still allocated when the device is closed; needs {@link CheckTool#MEMCHECK}
 * @param mostFindings how many distinct findings are kept; what comes after is counted only
 */
public record CheckSettings(Set<CheckTool> tools, boolean arithmetic, boolean hints, boolean leaks, int mostFindings) {
    /** Distinct findings kept, unless said otherwise. */
    public static final int MOST_FINDINGS = 100;

    public CheckSettings {
        Objects.requireNonNull(tools, "tools");
        tools = tools.isEmpty() ? Set.of() : Set.copyOf(tools);
        if (mostFindings < 1) {
            throw new IllegalArgumentException("mostFindings is " + mostFindings + ", but at least 1 is kept");
        }
    }

    /** All tools and the hints, without arithmetic. */
    public static CheckSettings all() {
        return new CheckSettings(EnumSet.allOf(CheckTool.class), false, true, true, MOST_FINDINGS);
    }

    /** Some tools, without hints and arithmetic. */
    public static CheckSettings of(CheckTool first, CheckTool... more) {
        return new CheckSettings(EnumSet.of(first, more), false, false, true, MOST_FINDINGS);
    }

    public boolean has(CheckTool tool) {
        return tools.contains(tool);
    }

    public CheckSettings withTools(Set<CheckTool> newTools) {
        return new CheckSettings(newTools, arithmetic, hints, leaks, mostFindings);
    }

    public CheckSettings withArithmetic(boolean isOn) {
        return new CheckSettings(tools, isOn, hints, leaks, mostFindings);
    }

    public CheckSettings withHints(boolean isOn) {
        return new CheckSettings(tools, arithmetic, isOn, leaks, mostFindings);
    }

    public CheckSettings withLeaks(boolean isOn) {
        return new CheckSettings(tools, arithmetic, hints, isOn, mostFindings);
    }

    public CheckSettings withMostFindings(int most) {
        return new CheckSettings(tools, arithmetic, hints, leaks, most);
    }
}
