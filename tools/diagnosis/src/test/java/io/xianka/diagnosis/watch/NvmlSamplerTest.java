package io.xianka.diagnosis.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.diagnosis.FakeNvml;
import io.xianka.diagnosis.facts.FactsJson;
import io.xianka.diagnosis.watch.GpuSample.ProcessSample;
import io.xianka.driver.nvml.NvmlDevice.ProcessLoad;
import io.xianka.driver.nvml.NvmlDevice.ProcessMemory;
import io.xianka.driver.nvml.NvmlException;
import io.xianka.driver.nvml.NvmlNumber;
import io.xianka.driver.nvml.NvmlStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NvmlSamplerTest {
    @TempDir
    private Path proc;

    private final FakeNvml nvml = new FakeNvml();

    private void write(String file, String text) throws IOException {
        Files.createDirectories(proc.resolve(file).getParent());
        Files.writeString(proc.resolve(file), text);
    }

    private void host(long user, long idle) throws IOException {
        write("stat", "cpu  " + user + " 0 0 " + idle + " 0 0 0 0 0 0\ncpu0 1 2 3 4\n");
        write("meminfo", "MemTotal:  1000 kB\nMemFree: 1 kB\nMemAvailable:   600 kB\n");
        write("loadavg", "1.50 1.00 0.50 2/345 6789\n");
    }

    private NvmlSampler sampler() {
        return new NvmlSampler(() -> nvml, new ProcFiles(proc), true);
    }

    private static GpuSample first(Sample sample) {
        return sample.gpus().known().orElseThrow().getFirst();
    }

    @Test
    void ratesAreWhatCountersGrewBy() throws Exception {
        FakeNvml.FakeDevice device = FakeNvml.h200();
        nvml.devices.add(device);
        try (NvmlSampler sampler = sampler()) {
            host(1000, 1000);
            Sample before = sampler.next();
            assertFalse(before.host().loadPercent().isKnown());
            assertFalse(first(before).nvlink().sentBytesPerSecond().isKnown());
            long start = System.nanoTime();
            Thread.sleep(50);
            device.linkKib = 1_000_000;
            host(1030, 1070);
            Sample after = sampler.next();
            double longest = (System.nanoTime() - start) / 1e9 + 1;
            assertTrue(after.host().loadPercent().is(30.0));
            assertTrue(after.host().memoryUsedBytes().is(400L << 10));
            assertTrue(after.host().loadAverage().is(1.5));
            double sent = first(after).nvlink().sentBytesPerSecond().orElse(0.0);
            double received = first(after).nvlink().receivedBytesPerSecond().orElse(0.0);
            assertTrue(sent >= 1_024_000_000 / longest && sent <= 1_024_000_000 / 0.05, "sent " + sent);
            assertEquals(2, received / sent, 1e-9);
            long carried = first(after).nvlinkBytes().orElse(0L);
            assertTrue(carried > 0);
            assertTrue(Prometheus.text(after, "host")
                    .lines()
                    .anyMatch(line -> line.startsWith("DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL{gpu=\"0\"")
                            && line.endsWith("} " + carried / 1_000_000)));
            // One link of NVLink 4 is up; PCIe 5 has 16 lanes.
            assertTrue(first(after).nvlink().capacityBytesPerSecond().is(25e9));
            assertTrue(first(after).pcie().capacityBytesPerSecond().is(16 * 3938e6));
            assertTrue(first(after).powerWatts().is(512.4));
        }
    }

    @Test
    void aLostGpuHidesNoOther() throws Exception {
        nvml.devices.add(FakeNvml.h200());
        nvml.devices.add(null);
        nvml.devices.add(FakeNvml.h200());
        host(1, 1);
        try (NvmlSampler sampler = sampler()) {
            var gpus = sampler.next().gpus().known().orElseThrow();
            assertEquals(3, gpus.size());
            assertTrue(gpus.get(0).loadPercent().is(97));
            assertEquals(1, gpus.get(1).index());
            assertTrue(gpus.get(1).loadPercent().whyUnknown().orElse("").contains("GPU_IS_LOST"));
            assertTrue(gpus.get(2).loadPercent().is(97));
        }
    }

    @Test
    void whatACardLacksIsAskedOnce() throws Exception {
        FakeNvml.FakeDevice device = FakeNvml.h200();
        nvml.devices.add(device);
        host(1, 1);
        try (NvmlSampler sampler = sampler()) {
            sampler.next();
            sampler.next();
            sampler.next();
        }
        assertEquals(
                1,
                device.asked.stream()
                        .filter(NvmlNumber.FAN_PERCENT.shape().function()::equals)
                        .count());
    }

    @Test
    void processesHaveTheirLoadAndWhoseTheyAre() throws Exception {
        FakeNvml.FakeDevice device = FakeNvml.h200();
        nvml.devices.add(device);
        host(1, 1);
        device.processes.add(new ProcessMemory(77, 5L << 30, true, false));
        device.processes.add(new ProcessMemory(78, -1, false, true));
        device.loads.add(new ProcessLoad(77, 1000, 10, 1));
        device.loads.add(new ProcessLoad(77, 2000, 60, 2));
        write("77/cmdline", "python3\0train.py\0");
        write("77/status", "Name:\tpython3\nVmRSS:\t  2048 kB\n");
        write("77/stat", "77 (py) (thon) R 1 1 1 0 0 0 0 0 0 0 100 50 0 0");
        try (NvmlSampler sampler = sampler()) {
            ProcessSample process =
                    first(sampler.next()).processes().known().orElseThrow().getFirst();
            assertTrue(process.command().is("python3 train.py"));
            assertTrue(sampler.commandOf(77).is("python3 train.py"));
            assertTrue(process.gpuLoadPercent().is(60));
            assertTrue(process.hostMemoryBytes().is(2048L << 10));
            assertTrue(process.user().isKnown());
            assertFalse(process.cpuPercent().isKnown());
            write("77/stat", "77 (py) (thon) R 1 1 1 0 0 0 0 0 0 0 100 55 0 0");
            Thread.sleep(20);
            var processes = first(sampler.next()).processes().known().orElseThrow();
            double cpu = processes.get(0).cpuPercent().orElse(-1.0);
            assertTrue(cpu > 0 && cpu <= 0.05 / 0.02 * 100, "cpu " + cpu);
            assertFalse(processes.get(0).gpuLoadPercent().isKnown());
            assertFalse(processes.get(1).command().isKnown());
            assertFalse(processes.get(1).gpuMemoryBytes().isKnown());
        }
    }

    @Test
    void whatCostsTheDriverMuchIsAskedOnlyWhereItIsShown() throws Exception {
        host(1, 1);
        FakeNvml.FakeDevice device = FakeNvml.h200();
        device.numbers.put(NvmlNumber.ENERGY_MILLIJOULES, 5_000L);
        nvml.devices.add(device);
        try (NvmlSampler everything = sampler();
                NvmlSampler screen = new NvmlSampler(() -> nvml, new ProcFiles(proc), false)) {
            assertTrue(first(everything.next()).energyJoules().is(5.0));
            assertFalse(first(screen.next()).energyJoules().isKnown());
            assertEquals(0, device.loadsAsked);
            device.processes.add(new ProcessMemory(77, 1L << 30, true, false));
            screen.next();
            assertEquals(1, device.loadsAsked);
        }
    }

    @Test
    void withoutNvmlTheHostIsStillThere() throws Exception {
        host(1, 1);
        var refused = new NvmlException("nvmlInit_v2", NvmlStatus.DRIVER_NOT_LOADED.code());
        try (NvmlSampler sampler = new NvmlSampler(
                () -> {
                    throw refused;
                },
                new ProcFiles(proc),
                true)) {
            Sample sample = sampler.next();
            assertEquals(refused.getMessage(), sample.gpus().whyUnknown().orElse(""));
            assertTrue(sample.host().memoryTotalBytes().is(1000L << 10));
            assertTrue(FactsJson.tree(sample).at("/host/memory_total_bytes").asLong() == 1000L << 10);
        }
    }
}
