package io.xianka.cli.top;

import io.xianka.diagnosis.watch.GpuSample;
import io.xianka.diagnosis.watch.GpuSample.ProcessSample;
import io.xianka.diagnosis.watch.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A process on one GPU: a process that uses two has two rows. */
record Row(int gpu, ProcessSample process) {

    /** The rows that the viewer wants to see, in the order chosen. */
    static List<Row> of(Sample sample, TopState state) {
        List<Row> rows = new ArrayList<>();
        for (GpuSample gpu : sample.gpus().orElse(List.of())) {
            for (ProcessSample process : gpu.processes().orElse(List.of())) {
                Row row = new Row(gpu.index(), process);
                if (row.matches(state.filter())) {
                    rows.add(row);
                }
            }
        }
        rows.sort(
                state.reversed()
                        ? state.sort().order().reversed()
                        : state.sort().order());
        return rows;
    }

    private boolean matches(String filter) {
        String wanted = filter.toLowerCase(Locale.ROOT);
        return process.command().orElse("").toLowerCase(Locale.ROOT).contains(wanted)
                || process.user().orElse("").toLowerCase(Locale.ROOT).contains(wanted)
                || Long.toString(process.pid()).contains(wanted);
    }
}
