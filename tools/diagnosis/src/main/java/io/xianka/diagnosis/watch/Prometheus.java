package io.xianka.diagnosis.watch;

import io.xianka.diagnosis.facts.Fact;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Samples as Prometheus' text, under the names that DCGM-exporter gives, so that its dashboards and alerts fit. */
public final class Prometheus {
    private Prometheus() {}

    private record Metric(
            String name, String type, String help, Function<GpuSample, Optional<? extends Number>> value) {}

    private static final List<Metric> METRICS = List.of(
            gauge(
                    "DCGM_FI_DEV_SM_CLOCK",
                    "Clock of the multiprocessors in MHz.",
                    gpu -> gpu.smClockMhz().known()),
            gauge(
                    "DCGM_FI_DEV_MEM_CLOCK",
                    "Clock of the memory in MHz.",
                    gpu -> gpu.memoryClockMhz().known()),
            gauge(
                    "DCGM_FI_DEV_GPU_TEMP",
                    "Temperature of the GPU in degrees Celsius.",
                    gpu -> gpu.temperatureCelsius().known()),
            gauge(
                    "DCGM_FI_DEV_POWER_USAGE",
                    "Power drawn in W.",
                    gpu -> gpu.powerWatts().known()),
            counter(
                    "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION",
                    "Energy since the driver was loaded in mJ.",
                    gpu -> gpu.energyJoules()
                            .map(joules -> Math.round(joules * 1000))
                            .known()),
            counter(
                    "DCGM_FI_DEV_PCIE_REPLAY_COUNTER",
                    "PCIe packets sent again.",
                    gpu -> gpu.pcieReplays().known()),
            gauge(
                    "DCGM_FI_DEV_GPU_UTIL",
                    "Time in which a kernel ran in percent.",
                    gpu -> gpu.loadPercent().known()),
            gauge(
                    "DCGM_FI_DEV_MEM_COPY_UTIL",
                    "Time in which memory was read or written in percent.",
                    gpu -> gpu.memoryLoadPercent().known()),
            gauge(
                    "DCGM_FI_DEV_ENC_UTIL",
                    "Time of the video encoder in percent.",
                    gpu -> gpu.encoderPercent().known()),
            gauge(
                    "DCGM_FI_DEV_DEC_UTIL",
                    "Time of the video decoder in percent.",
                    gpu -> gpu.decoderPercent().known()),
            gauge("DCGM_FI_DEV_FB_FREE", "Device memory free in MiB.", gpu -> mebibytes(gpu.memoryFreeBytes())),
            gauge("DCGM_FI_DEV_FB_USED", "Device memory used in MiB.", gpu -> mebibytes(gpu.memoryUsedBytes())),
            gauge(
                    "DCGM_FI_DEV_FB_RESERVED",
                    "Device memory that the driver keeps in MiB.",
                    gpu -> mebibytes(gpu.memoryReservedBytes())),
            counter(
                    "DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL",
                    "NVLink traffic sent and received over all links since the driver was loaded in MB.",
                    gpu -> gpu.nvlinkBytes().map(bytes -> bytes / 1_000_000).known()),
            gauge(
                    "DCGM_FI_PROF_PCIE_TX_BYTES",
                    "PCIe traffic sent in bytes a second.",
                    gpu -> rate(gpu.pcie().sentBytesPerSecond())),
            gauge(
                    "DCGM_FI_PROF_PCIE_RX_BYTES",
                    "PCIe traffic received in bytes a second.",
                    gpu -> rate(gpu.pcie().receivedBytesPerSecond())),
            gauge(
                    "DCGM_FI_PROF_NVLINK_TX_BYTES",
                    "NVLink traffic sent in bytes a second.",
                    gpu -> rate(gpu.nvlink().sentBytesPerSecond())),
            gauge(
                    "DCGM_FI_PROF_NVLINK_RX_BYTES",
                    "NVLink traffic received in bytes a second.",
                    gpu -> rate(gpu.nvlink().receivedBytesPerSecond())));

    private static Metric gauge(String name, String help, Function<GpuSample, Optional<? extends Number>> value) {
        return new Metric(name, "gauge", help, value);
    }

    private static Metric counter(String name, String help, Function<GpuSample, Optional<? extends Number>> value) {
        return new Metric(name, "counter", help, value);
    }

    private static Optional<Long> mebibytes(Fact<Long> bytes) {
        return bytes.map(count -> count >> 20).known();
    }

    private static Optional<Long> rate(Fact<Double> bytesPerSecond) {
        return bytesPerSecond.map(Math::round).known();
    }

    /** The text of one sample: a metric that no GPU has is left out. */
    public static String text(Sample sample, String hostName) {
        StringBuilder text = new StringBuilder();
        for (Metric metric : METRICS) {
            StringBuilder values = new StringBuilder();
            for (GpuSample gpu : sample.gpus().orElse(List.of())) {
                metric.value
                        .apply(gpu)
                        .ifPresent(value -> values.append(metric.name)
                                .append(labels(gpu, sample, hostName))
                                .append(' ')
                                .append(number(value))
                                .append('\n'));
            }
            if (!values.isEmpty()) {
                text.append("# HELP ")
                        .append(metric.name)
                        .append(' ')
                        .append(metric.help)
                        .append('\n');
                text.append("# TYPE ")
                        .append(metric.name)
                        .append(' ')
                        .append(metric.type)
                        .append('\n');
                text.append(values);
            }
        }
        return text.toString();
    }

    private static String labels(GpuSample gpu, Sample sample, String hostName) {
        // DCGM writes the domain with eight digits, in capitals.
        String address = gpu.pciAddress()
                .map(pci -> "0000" + pci.toUpperCase(Locale.ROOT))
                .orElse("");
        return "{gpu=\"" + gpu.index() + "\",UUID=" + quoted(gpu.uuid().orElse("")) + ",pci_bus_id=" + quoted(address)
                + ",device=\"nvidia" + gpu.index() + "\",modelName="
                + quoted(gpu.name().orElse("")) + ",Hostname="
                + quoted(hostName) + ",DCGM_FI_DRIVER_VERSION="
                + quoted(sample.driverVersion().orElse("")) + "}";
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    private static String number(Number value) {
        return value instanceof Double fraction ? String.format(Locale.ROOT, "%.6f", fraction) : value.toString();
    }
}
