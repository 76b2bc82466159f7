package io.xianka.diagnosis;

import io.xianka.driver.nvml.Nvml;
import io.xianka.driver.nvml.NvmlDevice;
import io.xianka.driver.nvml.NvmlException;
import io.xianka.driver.nvml.NvmlNumber;
import io.xianka.driver.nvml.NvmlStatus;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** NVML with the GPUs that a test describes; what it does not describe is not supported. */
public final class FakeNvml implements Nvml {
    /** Its GPUs; null is one that is lost. */
    public final List<FakeDevice> devices = new ArrayList<>();

    /** Without GPUs. */
    public FakeNvml() {}

    @Override
    public String origin() {
        return "/usr/lib/libnvidia-ml.so.1";
    }

    @Override
    public String driverVersion() {
        return "580.65.06";
    }

    @Override
    public String version() {
        return "13.580.65.06";
    }

    @Override
    public int cudaVersion() {
        return 13020;
    }

    @Override
    public int deviceCount() {
        return devices.size();
    }

    @Override
    public NvmlDevice device(int index) {
        FakeDevice device = devices.get(index);
        if (device == null) {
            throw new NvmlException("nvmlDeviceGetHandleByIndex_v2", NvmlStatus.GPU_IS_LOST.code());
        }
        return device;
    }

    /** An H200 with two links, of which the first is up. */
    public static FakeDevice h200() {
        FakeDevice device = new FakeDevice();
        device.numbers.putAll(Map.of(
                NvmlNumber.ARCHITECTURE, 9L,
                NvmlNumber.COMPUTE_CAPABILITY_MAJOR, 9L,
                NvmlNumber.COMPUTE_CAPABILITY_MINOR, 0L,
                NvmlNumber.LOAD_PERCENT, 97L,
                NvmlNumber.POWER_MILLIWATTS, 512_400L,
                NvmlNumber.POWER_LIMIT_MILLIWATTS, 700_000L,
                NvmlNumber.PCIE_GENERATION, 5L,
                NvmlNumber.PCIE_WIDTH, 16L,
                NvmlNumber.COMPUTE_MODE, 3L,
                NvmlNumber.SLOWDOWN_REASONS, 0x85L));
        device.links.addAll(List.of(true, false));
        return device;
    }

    /** One GPU. */
    public static final class FakeDevice implements NvmlDevice {
        public final Map<NvmlNumber, Long> numbers = new EnumMap<>(NvmlNumber.class);
        public final List<Boolean> links = new ArrayList<>();
        public final List<ProcessMemory> processes = new ArrayList<>();
        public final List<ProcessLoad> loads = new ArrayList<>();
        public final List<NvmlDevice> migDevices = new ArrayList<>();

        /** Without numbers. */
        public FakeDevice() {}

        public final List<String> asked = new ArrayList<>();
        public int loadsAsked;
        public long linkKib;
        public Memory memory = new Memory(150_754_820_096L, 600L << 20, 100L << 30, 40L << 30);

        private NvmlException refused(String what) {
            asked.add(what);
            return new NvmlException(what, NvmlStatus.NOT_SUPPORTED.code());
        }

        @Override
        public String name() {
            return "NVIDIA H200";
        }

        @Override
        public String uuid() {
            return "GPU-1";
        }

        @Override
        public String pciAddress() {
            return "0000:3b:00.0";
        }

        @Override
        public long number(NvmlNumber which) {
            Long value = numbers.get(which);
            if (value == null) {
                throw refused(which.shape().function());
            }
            return value;
        }

        @Override
        public long number(NvmlNumber which, int link) {
            if (link >= links.size()) {
                throw new NvmlException(which.shape().function(), NvmlStatus.INVALID_ARGUMENT.code());
            }
            return which == NvmlNumber.LINK_VERSION ? 6 : links.get(link) ? 1 : 0;
        }

        @Override
        public Memory memory() {
            return memory;
        }

        @Override
        public String linkPeerPciAddress(int link) {
            return "0000:a0:00.0";
        }

        @Override
        public LinkTraffic linkTraffic() {
            if (links.isEmpty()) {
                throw refused("nvmlDeviceGetFieldValues");
            }
            return new LinkTraffic(linkKib, 2 * linkKib);
        }

        @Override
        public Fabric fabric() {
            return new Fabric(3, 0);
        }

        @Override
        public int retiredPages() {
            throw refused("nvmlDeviceGetRetiredPages");
        }

        @Override
        public List<ProcessMemory> processes() {
            return processes;
        }

        @Override
        public List<ProcessLoad> processLoads(long sinceMicros) {
            loadsAsked++;
            return loads.stream()
                    .filter(load -> load.timeMicros() > sinceMicros)
                    .toList();
        }

        @Override
        public List<NvmlDevice> migDevices() {
            return migDevices;
        }
    }
}
