package io.xianka.diagnosis.watch;

import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.facts.UnknownFacts;
import io.xianka.diagnosis.watch.GpuSample.ProcessSample;
import io.xianka.diagnosis.watch.GpuSample.Traffic;
import io.xianka.driver.nvml.Nvml;
import io.xianka.driver.nvml.NvmlDevice;
import io.xianka.driver.nvml.NvmlException;
import io.xianka.driver.nvml.NvmlNumber;
import io.xianka.driver.nvml.NvmlStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Asks NVML. What a GPU has once refused as not supported is not asked again. */
final class NvmlSampler implements Sampler {
    private static final int THREADS_MAX = 8;

    /** One direction of a lane in bytes a second, by PCIe generation, coding taken off. */
    private static final double[] LANE_BYTES_PER_SECOND = {0, 250e6, 500e6, 984.6e6, 1969e6, 3938e6, 7563e6};

    /** One direction of a link in bytes a second, by NVML's number of the NVLink version. */
    private static final double[] LINK_BYTES_PER_SECOND = {0, 20e9, 25e9, 25e9, 25e9, 25e9, 25e9, 50e9};

    private static final int LINKS_MAX = 36;

    private final Supplier<Nvml> load;
    private final ProcFiles proc;
    private final boolean energy;
    private final ExecutorService threads;
    private final Map<Integer, Watched> watched = new HashMap<>();
    private long nanosBefore;

    /** A GPU, what is known of it for good, and its counters at the last sample. */
    private static final class Watched {
        private final NvmlDevice device;
        private final Fact<String> name;
        private final Fact<String> uuid;
        private final Fact<String> pciAddress;
        private final Fact<Double> linkCapacity;
        private final Map<NvmlNumber, Fact<Long>> refused = new HashMap<>();
        private Fact<NvmlDevice.LinkTraffic> linksBefore = Fact.unknown("rates need a sample before");
        private long loadsSinceMicros;

        private Watched(NvmlDevice device) {
            this.device = device;
            name = ask(device::name);
            uuid = ask(device::uuid);
            pciAddress = ask(device::pciAddress);
            linkCapacity = linkCapacity(device);
        }

        private Fact<Long> number(NvmlNumber which) {
            Fact<Long> known = refused.get(which);
            if (known != null) {
                return known;
            }
            try {
                return Fact.of(device.number(which));
            } catch (NvmlException failure) {
                Fact<Long> reason = Fact.unknown(failure.getMessage());
                if (failure.is(NvmlStatus.NOT_SUPPORTED) || failure.is(NvmlStatus.FUNCTION_NOT_FOUND)) {
                    refused.put(which, reason);
                }
                return reason;
            }
        }

        private Fact<Integer> small(NvmlNumber which) {
            return number(which).map(Long::intValue);
        }

        private Fact<Double> thousandths(NvmlNumber which) {
            return number(which).map(value -> value / 1000.0);
        }
    }

    NvmlSampler(Supplier<Nvml> load, ProcFiles proc, boolean energy) {
        this.load = load;
        this.proc = proc;
        this.energy = energy;
        // Measuring PCIe traffic makes the driver wait 20 ms for each direction.
        this.threads = Executors.newFixedThreadPool(
                THREADS_MAX,
                work -> Thread.ofPlatform().daemon().name("xianka-sampler").unstarted(work));
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    @Override
    public Fact<String> commandOf(long pid) {
        return proc.command(pid);
    }

    private static <T> Fact<T> ask(Supplier<T> question) {
        try {
            return Fact.of(question.get());
        } catch (NvmlException refused) {
            return Fact.unknown(refused.getMessage());
        }
    }

    @Override
    public Sample next() {
        long nanos = System.nanoTime();
        double seconds = nanosBefore == 0 ? 0 : (nanos - nanosBefore) / 1e9;
        nanosBefore = nanos;
        proc.begin(nanos);
        long time = System.currentTimeMillis();
        Fact<Nvml> nvml = ask(load);
        Fact<List<GpuSample>> gpus =
                nvml.isKnown() ? ask(() -> gpus(nvml.known().orElseThrow(), seconds)) : nvml.map(_ -> List.of());
        return new Sample(
                time,
                nvml.isKnown() ? ask(() -> nvml.known().orElseThrow().driverVersion()) : nvml.map(_ -> ""),
                nvml.isKnown()
                        ? ask(() -> nvml.known().orElseThrow().cudaVersion())
                                .map(version -> version / 1000 + "." + version % 1000 / 10)
                        : nvml.map(_ -> ""),
                proc.host(),
                gpus);
    }

    private List<GpuSample> gpus(Nvml nvml, double seconds) {
        List<Future<GpuSample>> asked = new ArrayList<>();
        int count = nvml.deviceCount();
        for (int index = 0; index < count; index++) {
            int which = index;
            try {
                Watched gpu = watched.computeIfAbsent(index, _ -> new Watched(nvml.device(which)));
                asked.add(threads.submit(() -> sample(which, gpu, seconds)));
            } catch (NvmlException lost) {
                asked.add(CompletableFuture.completedFuture(unknown(index, lost.getMessage())));
            }
        }
        List<GpuSample> samples = new ArrayList<>();
        for (Future<GpuSample> each : asked) {
            try {
                samples.add(each.get());
            } catch (ExecutionException failed) {
                samples.add(unknown(samples.size(), failed.getCause().toString()));
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return samples;
            }
        }
        return samples;
    }

    /** One GPU that is lost keeps its place among the others. */
    private static GpuSample unknown(int index, String reason) {
        return UnknownFacts.of(GpuSample.class, reason, Map.of("index", index));
    }

    private GpuSample sample(int index, Watched gpu, double seconds) {
        Fact<NvmlDevice.Memory> memory = ask(gpu.device::memory);
        Fact<NvmlDevice.LinkTraffic> links = ask(gpu.device::linkTraffic);
        Traffic nvlink = nvlink(gpu, links, seconds);
        gpu.linksBefore = links;
        return new GpuSample(
                index,
                gpu.name,
                gpu.uuid,
                gpu.pciAddress,
                gpu.small(NvmlNumber.LOAD_PERCENT),
                gpu.small(NvmlNumber.MEMORY_LOAD_PERCENT),
                gpu.small(NvmlNumber.ENCODER_LOAD_PERCENT),
                gpu.small(NvmlNumber.DECODER_LOAD_PERCENT),
                memory.map(NvmlDevice.Memory::totalBytes),
                memory.map(NvmlDevice.Memory::usedBytes),
                memory.map(NvmlDevice.Memory::freeBytes),
                memory.holds(value -> value.reservedBytes() < 0)
                        ? Fact.unknown("this driver counts it as used")
                        : memory.map(NvmlDevice.Memory::reservedBytes),
                gpu.thousandths(NvmlNumber.POWER_MILLIWATTS),
                gpu.thousandths(NvmlNumber.POWER_LIMIT_MILLIWATTS),
                energy ? gpu.thousandths(NvmlNumber.ENERGY_MILLIJOULES) : Fact.unknown("not asked for"),
                gpu.small(NvmlNumber.TEMPERATURE_CELSIUS),
                gpu.small(NvmlNumber.TEMPERATURE_SLOWDOWN_CELSIUS),
                gpu.small(NvmlNumber.FAN_PERCENT),
                gpu.small(NvmlNumber.CLOCK_SM_MHZ),
                gpu.small(NvmlNumber.CLOCK_MEMORY_MHZ),
                new Traffic(
                        gpu.number(NvmlNumber.PCIE_SENT_KIB_PER_SECOND).map(kib -> kib * 1024.0),
                        gpu.number(NvmlNumber.PCIE_RECEIVED_KIB_PER_SECOND).map(kib -> kib * 1024.0),
                        pcieCapacity(gpu)),
                gpu.number(NvmlNumber.PCIE_REPLAYS),
                nvlink,
                links.map(traffic -> (traffic.sentKib() + traffic.receivedKib()) * 1024),
                processes(gpu));
    }

    private static Fact<Double> pcieCapacity(Watched gpu) {
        Fact<Integer> generation = gpu.small(NvmlNumber.PCIE_GENERATION);
        Fact<Integer> width = gpu.small(NvmlNumber.PCIE_WIDTH);
        int number = generation.orElse(0);
        return !generation.isKnown() || number < 1 || number >= LANE_BYTES_PER_SECOND.length
                ? Fact.unknown(generation.whyUnknown().orElse("PCIe generation " + number + " is not known"))
                : width.map(lanes -> lanes * LANE_BYTES_PER_SECOND[number]);
    }

    private static Traffic nvlink(Watched gpu, Fact<NvmlDevice.LinkTraffic> now, double seconds) {
        if (!now.isKnown() || !gpu.linksBefore.isKnown() || seconds <= 0) {
            String reason = now.whyUnknown().or(gpu.linksBefore::whyUnknown).orElse("rates need a sample before");
            return new Traffic(Fact.unknown(reason), Fact.unknown(reason), gpu.linkCapacity);
        }
        NvmlDevice.LinkTraffic before = gpu.linksBefore.known().orElseThrow();
        return new Traffic(
                now.map(traffic -> Math.max(0, traffic.sentKib() - before.sentKib()) * 1024 / seconds),
                now.map(traffic -> Math.max(0, traffic.receivedKib() - before.receivedKib()) * 1024 / seconds),
                gpu.linkCapacity);
    }

    private static Fact<Double> linkCapacity(NvmlDevice device) {
        double capacity = 0;
        try {
            for (int link = 0; link < LINKS_MAX; link++) {
                if (device.number(NvmlNumber.LINK_ACTIVE, link) != 0) {
                    int version = (int) device.number(NvmlNumber.LINK_VERSION, link);
                    capacity += LINK_BYTES_PER_SECOND[Math.clamp(version, 0, LINK_BYTES_PER_SECOND.length - 1)];
                }
            }
        } catch (NvmlException end) {
            // The card has no more links.
        }
        return capacity > 0 ? Fact.of(capacity) : Fact.unknown("no NVLink is up");
    }

    // ------------------------------------------------------------------ processes

    private Fact<List<ProcessSample>> processes(Watched gpu) {
        Fact<List<NvmlDevice.ProcessMemory>> processes = ask(gpu.device::processes);
        Map<Long, NvmlDevice.ProcessLoad> loads = new HashMap<>();
        // The driver searches its records for 3 ms of a processor, also for a GPU without processes.
        if (!processes.holds(List::isEmpty)) {
            for (NvmlDevice.ProcessLoad load :
                    ask(() -> gpu.device.processLoads(gpu.loadsSinceMicros)).orElse(List.of())) {
                loads.merge(load.pid(), load, (one, other) -> one.timeMicros() > other.timeMicros() ? one : other);
                gpu.loadsSinceMicros = Math.max(gpu.loadsSinceMicros, load.timeMicros());
            }
        }
        return processes.map(found -> found.stream()
                .map(process -> process(process, loads.get(process.pid())))
                .toList());
    }

    private ProcessSample process(NvmlDevice.ProcessMemory process, NvmlDevice.ProcessLoad load) {
        long pid = process.pid();
        return new ProcessSample(
                pid,
                proc.user(pid),
                proc.command(pid),
                process.compute() && process.graphics()
                        ? "compute+graphics"
                        : process.compute() ? "compute" : "graphics",
                process.usedBytes() < 0
                        ? Fact.unknown("the driver does not tell it here")
                        : Fact.of(process.usedBytes()),
                load == null ? Fact.unknown("no sample of it since") : Fact.of(load.smPercent()),
                proc.cpuPercent(pid),
                proc.residentBytes(pid));
    }
}
