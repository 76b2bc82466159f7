package io.xianka.diagnosis.survey;

import io.xianka.diagnosis.facts.Fact;
import io.xianka.diagnosis.facts.Gpu;
import io.xianka.diagnosis.facts.Nvml;
import io.xianka.diagnosis.facts.UnknownFacts;
import io.xianka.driver.nvml.NvmlDevice;
import io.xianka.driver.nvml.NvmlException;
import io.xianka.driver.nvml.NvmlNumber;
import io.xianka.driver.nvml.NvmlStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Asks NVML about every GPU. */
final class NvmlSurvey {
    private static final int LINKS_MAX = 36;

    private static final Map<Long, String> ARCHITECTURES = Map.of(
            2L,
            "Kepler",
            3L,
            "Maxwell",
            4L,
            "Pascal",
            5L,
            "Volta",
            6L,
            "Turing",
            7L,
            "Ampere",
            8L,
            "Ada",
            9L,
            "Hopper",
            10L,
            "Blackwell");
    private static final List<String> FABRIC_STATES =
            List.of("not supported", "not started", "in progress", "completed");
    private static final List<String> VIRTUALIZATIONS =
            List.of("none", "passthrough", "vgpu", "host vgpu", "host vsga");

    /** Bits of nvml.h's clock event reasons; the lowest, idle, slows nothing down. */
    private static final Map<Long, String> SLOWDOWNS = slowdowns();

    private final Supplier<io.xianka.driver.nvml.Nvml> load;

    /** With a function that loads NVML, or throws NvmlException. */
    NvmlSurvey(Supplier<io.xianka.driver.nvml.Nvml> load) {
        this.load = load;
    }

    private static Map<Long, String> slowdowns() {
        Map<Long, String> reasons = new LinkedHashMap<>();
        reasons.put(0x2L, "application clocks");
        reasons.put(0x4L, "power cap");
        reasons.put(0x8L, "hardware slowdown");
        reasons.put(0x10L, "sync boost");
        reasons.put(0x20L, "thermal limit of the software");
        reasons.put(0x40L, "thermal limit of the hardware");
        reasons.put(0x80L, "power brake");
        reasons.put(0x100L, "display clocks");
        return reasons;
    }

    /** NVML as a whole, and its GPUs. */
    record Answer(Nvml nvml, Fact<List<Gpu>> gpus) {}

    Answer look() {
        io.xianka.driver.nvml.Nvml nvml;
        try {
            nvml = load.get();
        } catch (NvmlException refused) {
            return refused(refused);
        }
        Fact<Integer> count = ask(nvml::deviceCount);
        Nvml whole = new Nvml(
                Fact.of(nvml.origin()),
                Fact.unknown("it was loaded"),
                Fact.of(0),
                ask(nvml::driverVersion),
                ask(nvml::cudaVersion).map(DriverSurvey::version),
                ask(nvml::version),
                count);
        // Measuring a link's traffic takes 20 ms, which eight GPUs need not take in turn.
        return new Answer(
                whole,
                count.map(devices -> IntStream.range(0, devices)
                        .parallel()
                        .mapToObj(index -> gpu(nvml, index))
                        .toList()));
    }

    private static Answer refused(NvmlException refused) {
        boolean loaded = !refused.is(NvmlStatus.LIBRARY_NOT_FOUND);
        String reason = loaded ? refused.getMessage() : "NVML was not loaded";
        return new Answer(
                new Nvml(
                        Fact.unknown(reason),
                        loaded ? Fact.unknown("it was loaded") : Fact.of(refused.getMessage()),
                        loaded ? Fact.of(refused.code()) : Fact.unknown(reason),
                        Fact.unknown(reason),
                        Fact.unknown(reason),
                        Fact.unknown(reason),
                        Fact.unknown(reason)),
                Fact.unknown(reason));
    }

    private static <T> Fact<T> ask(Supplier<T> question) {
        try {
            return Fact.of(question.get());
        } catch (NvmlException refused) {
            return Fact.unknown(refused.getMessage());
        }
    }

    private static <T> Fact<T> number(NvmlDevice device, NvmlNumber which, LongFunction<T> meaning) {
        return ask(() -> meaning.apply(device.number(which)));
    }

    private static Fact<Integer> number(NvmlDevice device, NvmlNumber which) {
        return number(device, which, value -> (int) value);
    }

    private static Fact<Long> count(NvmlDevice device, NvmlNumber which) {
        return number(device, which, value -> value);
    }

    private static Fact<Boolean> truth(NvmlDevice device, NvmlNumber which) {
        return number(device, which, value -> value != 0);
    }

    private static Fact<Double> thousandths(NvmlDevice device, NvmlNumber which) {
        return number(device, which, value -> value / 1000.0);
    }

    // ------------------------------------------------------------------ one GPU

    private static Gpu gpu(io.xianka.driver.nvml.Nvml nvml, int index) {
        NvmlDevice device;
        try {
            device = nvml.device(index);
        } catch (NvmlException lost) {
            return UnknownFacts.of(Gpu.class, lost.getMessage(), Map.of("index", index, "error", Fact.of(lost.code())));
        }
        Fact<NvmlDevice.Fabric> fabric = ask(device::fabric);
        return new Gpu(
                index,
                Fact.unknown("it answers"),
                ask(device::name),
                ask(device::uuid),
                ask(device::pciAddress),
                number(
                        device,
                        NvmlNumber.ARCHITECTURE,
                        value -> ARCHITECTURES.getOrDefault(value, "newer (" + value + ")")),
                ask(() -> device.number(NvmlNumber.COMPUTE_CAPABILITY_MAJOR) + "."
                        + device.number(NvmlNumber.COMPUTE_CAPABILITY_MINOR)),
                memory(device),
                new Gpu.Clock(
                        number(device, NvmlNumber.CLOCK_GRAPHICS_MHZ),
                        number(device, NvmlNumber.CLOCK_GRAPHICS_MAX_MHZ),
                        number(device, NvmlNumber.CLOCK_SM_MHZ),
                        number(device, NvmlNumber.CLOCK_SM_MAX_MHZ),
                        number(device, NvmlNumber.CLOCK_MEMORY_MHZ),
                        number(device, NvmlNumber.CLOCK_MEMORY_MAX_MHZ)),
                new Gpu.Power(
                        thousandths(device, NvmlNumber.POWER_MILLIWATTS),
                        thousandths(device, NvmlNumber.POWER_LIMIT_MILLIWATTS),
                        thousandths(device, NvmlNumber.POWER_LIMIT_DEFAULT_MILLIWATTS),
                        thousandths(device, NvmlNumber.POWER_LIMIT_MAX_MILLIWATTS),
                        thousandths(device, NvmlNumber.ENERGY_MILLIJOULES)),
                number(device, NvmlNumber.TEMPERATURE_CELSIUS),
                number(device, NvmlNumber.TEMPERATURE_SLOWDOWN_CELSIUS),
                number(device, NvmlNumber.FAN_PERCENT),
                number(device, NvmlNumber.LOAD_PERCENT),
                number(device, NvmlNumber.MEMORY_LOAD_PERCENT),
                new Gpu.Pcie(
                        number(device, NvmlNumber.PCIE_GENERATION),
                        number(device, NvmlNumber.PCIE_GENERATION_MAX),
                        number(device, NvmlNumber.PCIE_GENERATION_MAX_OF_DEVICE),
                        number(device, NvmlNumber.PCIE_WIDTH),
                        number(device, NvmlNumber.PCIE_WIDTH_MAX),
                        number(device, NvmlNumber.PCIE_REPLAYS),
                        number(device, NvmlNumber.PCIE_SENT_KIB_PER_SECOND),
                        number(device, NvmlNumber.PCIE_RECEIVED_KIB_PER_SECOND)),
                links(device),
                ecc(device),
                new Gpu.Mig(
                        truth(device, NvmlNumber.MIG_ENABLED),
                        truth(device, NvmlNumber.MIG_ENABLED_AFTER_RESET),
                        ask(() -> device.migDevices().stream()
                                .map(mig -> new Gpu.MigDevice(
                                        ask(mig::name).orElse("MIG"),
                                        ask(mig::uuid),
                                        ask(() -> mig.memory().totalBytes())))
                                .toList())),
                computeMode(device),
                truth(device, NvmlNumber.PERSISTENCE_MODE),
                number(device, NvmlNumber.SLOWDOWN_REASONS, NvmlSurvey::reasons),
                fabric.map(value -> nameOf(FABRIC_STATES, value.state())),
                fabric.map(NvmlDevice.Fabric::status),
                number(device, NvmlNumber.VIRTUALIZATION, value -> nameOf(VIRTUALIZATIONS, value)),
                truth(device, NvmlNumber.DISPLAY_ACTIVE),
                number(device, NvmlNumber.PERFORMANCE_STATE),
                ask(() -> device.processes().stream().map(NvmlSurvey::process).toList()));
    }

    private static Gpu.Memory memory(NvmlDevice device) {
        Fact<NvmlDevice.Memory> memory = ask(device::memory);
        return new Gpu.Memory(
                memory.map(NvmlDevice.Memory::totalBytes),
                memory.map(NvmlDevice.Memory::usedBytes),
                memory.map(NvmlDevice.Memory::freeBytes),
                memory.holds(value -> value.reservedBytes() < 0)
                        ? Fact.unknown("this driver counts it as used")
                        : memory.map(NvmlDevice.Memory::reservedBytes),
                count(device, NvmlNumber.BAR1_TOTAL_BYTES));
    }

    private static Gpu.Ecc ecc(NvmlDevice device) {
        return new Gpu.Ecc(
                truth(device, NvmlNumber.ECC_ENABLED),
                truth(device, NvmlNumber.ECC_ENABLED_AFTER_RESET),
                count(device, NvmlNumber.ECC_CORRECTED),
                count(device, NvmlNumber.ECC_UNCORRECTED),
                count(device, NvmlNumber.ECC_CORRECTED_LIFETIME),
                count(device, NvmlNumber.ECC_UNCORRECTED_LIFETIME),
                ask(device::retiredPages),
                ask(() -> (int) (device.number(NvmlNumber.ROWS_REMAPPED_FOR_CORRECTED)
                        + device.number(NvmlNumber.ROWS_REMAPPED_FOR_UNCORRECTED))),
                truth(device, NvmlNumber.ROW_REMAPPING_PENDING),
                truth(device, NvmlNumber.ROW_REMAPPING_FAILED));
    }

    /** Links are counted by asking until one is refused: a card without any has none. */
    private static Fact<List<Gpu.NvLink>> links(NvmlDevice device) {
        List<Gpu.NvLink> links = new ArrayList<>();
        for (int link = 0; link < LINKS_MAX; link++) {
            int number = link;
            Fact<Boolean> active = ask(() -> device.number(NvmlNumber.LINK_ACTIVE, number) != 0);
            if (!active.isKnown()) {
                break;
            }
            links.add(new Gpu.NvLink(
                    link,
                    active,
                    ask(() -> (int) device.number(NvmlNumber.LINK_VERSION, number)),
                    ask(() -> device.linkPeerPciAddress(number))));
        }
        return Fact.of(links);
    }

    private static Fact<Gpu.ComputeMode> computeMode(NvmlDevice device) {
        Fact<Integer> mode = number(device, NvmlNumber.COMPUTE_MODE);
        Gpu.ComputeMode[] modes = Gpu.ComputeMode.values();
        return mode.holds(value -> value < 0 || value >= modes.length)
                ? Fact.unknown("mode " + mode + " is newer than this Xianka")
                : mode.map(value -> modes[value]);
    }

    private static List<String> reasons(long bits) {
        return SLOWDOWNS.entrySet().stream()
                .filter(reason -> (bits & reason.getKey()) != 0)
                .map(Map.Entry::getValue)
                .toList();
    }

    private static String nameOf(List<String> names, long number) {
        return number >= 0 && number < names.size() ? names.get((int) number) : "newer (" + number + ")";
    }

    private static Gpu.GpuProcess process(NvmlDevice.ProcessMemory process) {
        return new Gpu.GpuProcess(
                process.pid(),
                command(process.pid()),
                process.compute() && process.graphics()
                        ? "compute+graphics"
                        : process.compute() ? "compute" : "graphics",
                process.usedBytes() < 0
                        ? Fact.unknown("the driver does not tell it here")
                        : Fact.of(process.usedBytes()));
    }

    private static Fact<String> command(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(handle -> handle.info().command())
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .map(Fact::of)
                .orElse(Fact.unknown("process " + pid + " cannot be seen from here"));
    }
}
