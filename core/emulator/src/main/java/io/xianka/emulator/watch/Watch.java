package io.xianka.emulator.watch;

import io.xianka.emulator.check.CheckReport;
import io.xianka.emulator.check.CheckSettings;
import java.util.List;
import java.util.Objects;

/** What one checked device knows: what to look for, and what was found. Safe for use by several threads. */
public final class Watch {
    private final CheckSettings settings;

    public Watch(CheckSettings settings) {
        this.settings = Objects.requireNonNull(settings);
    }

    public CheckSettings settings() {
        return settings;
    }

    /** What was found so far. */
    public CheckReport report() {
        return new CheckReport(List.of(), 0, List.of());
    }
}
