package io.xianka.cli.top;

import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.watch.GpuSample;
import io.xianka.diagnosis.watch.GpuSample.ProcessSample;
import io.xianka.diagnosis.watch.GpuSample.Traffic;
import io.xianka.diagnosis.watch.Sample;
import io.xianka.diagnosis.watch.Sampler;
import java.util.ArrayList;
import java.util.List;

/** GPUs that do always the same, moment by moment. */
final class FakeSampler implements Sampler {
    private static final long GIB = 1L << 30;

    private final int gpus;
    private final List<ProcessSample> processes;
    private int moment;

    FakeSampler(int gpus, List<ProcessSample> processes) {
        this.gpus = gpus;
        this.processes = List.copyOf(processes);
    }

    static ProcessSample process(long pid, String user, String command, long gib) {
        return new ProcessSample(
                pid,
                Fact.of(user),
                Fact.of(command),
                "compute",
                Fact.of(gib * GIB),
                Fact.of((int) (gib % 100)),
                Fact.of(pid / 10.0),
                Fact.of(2 * GIB));
    }

    @Override
    public Sample next() {
        moment++;
        List<GpuSample> samples = new ArrayList<>();
        for (int i = 0; i < gpus; i++) {
            samples.add(gpu(i));
        }
        return new Sample(
                1_764_500_000_000L + 1000L * moment,
                Fact.of("580.65.06"),
                Fact.of("13.0"),
                new Sample.HostSample(128, Fact.of(34.4), Fact.of(200 * GIB), Fact.of(512 * GIB), Fact.of(12.5)),
                Fact.of(samples));
    }

    private GpuSample gpu(int index) {
        return new GpuSample(
                index,
                Fact.of("NVIDIA H200"),
                Fact.of("GPU-0000000" + index + "-1111-2222-3333-444444444444"),
                Fact.of("0000:" + (index + 1) + "b:00.0"),
                Fact.of(Math.floorMod(97 - 13 * index + 7 * (moment - 1), 101)),
                Fact.of(31),
                Fact.of(0),
                Fact.of(0),
                Fact.of(140 * GIB),
                Fact.of((90 - 10L * index) * GIB),
                Fact.of((50 + 10L * index) * GIB),
                Fact.of(GIB / 2),
                Fact.of(512.4),
                Fact.of(700.0),
                Fact.of(1234.5),
                Fact.of(61),
                Fact.of(87),
                Fact.unknown("not supported"),
                Fact.of(1980),
                Fact.of(3201),
                new Traffic(Fact.of(1.2e9), Fact.of(3e8), Fact.of(63e9)),
                Fact.of(0L),
                new Traffic(Fact.of(1.2e11), Fact.of(1.1e11), Fact.of(4.5e11)),
                Fact.of(5_000_000_000L),
                Fact.of(index == 0 ? processes : List.of()));
    }

    @Override
    public Fact<String> commandOf(long pid) {
        return processes.stream()
                .filter(process -> process.pid() == pid)
                .map(ProcessSample::command)
                .findFirst()
                .orElse(Fact.unknown("gone"));
    }

    @Override
    public void close() {}
}
