package io.xianka.driver.libcuda;

import static io.xianka.driver.libcuda.Downcalls.call;

import io.xianka.driver.nvml.NvmlDevice;
import io.xianka.driver.nvml.NvmlException;
import io.xianka.driver.nvml.NvmlNumber;
import io.xianka.driver.nvml.NvmlStatus;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One handle of NVML's. Offsets and sizes are those of nvml.h's structures on 64-bit machines. */
final class NativeNvmlDevice implements NvmlDevice {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private static final int PCI_INFO_BYTES = 68;
    private static final int PROCESS_BYTES = 24;
    private static final int PROCESS_SAMPLE_BYTES = 32;
    private static final int MEMORY_V2_BYTES = 40;
    private static final int FIELD_VALUE_BYTES = 40;
    private static final int FABRIC_INFO_BYTES = 28;

    private static final int LINK_SENT_FIELD = 138;
    private static final int LINK_RECEIVED_FIELD = 139;
    private static final int ALL_LINKS = -1;

    /** Between asking for the number of processes and for the processes more may start. */
    private static final int MORE_PROCESSES = 16;

    private static final int PROCESSES_MAX = 4096;

    private final NativeNvml nvml;
    private final long handle;

    NativeNvmlDevice(NativeNvml nvml, long handle) {
        this.nvml = nvml;
        this.handle = handle;
    }

    @Override
    public String name() {
        MemorySegment function = nvml.function("nvmlDeviceGetName");
        return NativeNvml.text("nvmlDeviceGetName", (address, bytes) -> call(function, handle, address, bytes));
    }

    @Override
    public String uuid() {
        MemorySegment function = nvml.function("nvmlDeviceGetUUID");
        return NativeNvml.text("nvmlDeviceGetUUID", (address, bytes) -> call(function, handle, address, bytes));
    }

    @Override
    public String pciAddress() {
        String name = "nvmlDeviceGetPciInfo_v3";
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = arena.allocate(PCI_INFO_BYTES, 8);
            NativeNvml.check(name, call(nvml.function(name), handle, info.address()));
            return pciAddress(info);
        }
    }

    private static String pciAddress(MemorySegment info) {
        return "%04x:%02x:%02x.0".formatted(info.get(INT, 16), info.get(INT, 20), info.get(INT, 24));
    }

    @Override
    public long number(NvmlNumber which) {
        if (which.perLink()) {
            throw new IllegalArgumentException(which + " is asked of a link; number(which, link) takes one");
        }
        return number(which.shape(), 0);
    }

    @Override
    public long number(NvmlNumber which, int link) {
        if (!which.perLink()) {
            throw new IllegalArgumentException(which + " is asked of the device, not of a link");
        }
        return number(which.shape(), link);
    }

    private long number(NvmlNumber.Shape shape, int link) {
        MemorySegment function = nvml.function(shape.function());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate((long) shape.outputs() * shape.outputBytes(), 8);
            NativeNvml.check(shape.function(), invoke(function, arguments(shape, link, out)));
            long at = (long) shape.output() * shape.outputBytes();
            return shape.outputBytes() == 8 ? out.get(LONG, at) : Integer.toUnsignedLong(out.get(INT, at));
        }
    }

    private long[] arguments(NvmlNumber.Shape shape, int link, MemorySegment out) {
        List<Long> arguments = new ArrayList<>(6);
        arguments.add(handle);
        if (shape.perLink()) {
            arguments.add((long) link);
        }
        shape.first().ifPresent(constant -> arguments.add((long) constant));
        shape.second().ifPresent(constant -> arguments.add((long) constant));
        for (int i = 0; i < (shape.separateOutputs() ? shape.outputs() : 1); i++) {
            arguments.add(out.address() + (long) i * shape.outputBytes());
        }
        return arguments.stream().mapToLong(Long::longValue).toArray();
    }

    private static int invoke(MemorySegment function, long[] a) {
        return switch (a.length) {
            case 2 -> call(function, a[0], a[1]);
            case 3 -> call(function, a[0], a[1], a[2]);
            case 4 -> call(function, a[0], a[1], a[2], a[3]);
            case 5 -> call(function, a[0], a[1], a[2], a[3], a[4]);
            default -> throw new AssertionError(a.length + " arguments");
        };
    }

    @Override
    public Memory memory() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = arena.allocate(MEMORY_V2_BYTES, 8);
            if (nvml.has("nvmlDeviceGetMemoryInfo_v2")) {
                info.set(INT, 0, MEMORY_V2_BYTES | 2 << 24);
                int status = call(nvml.function("nvmlDeviceGetMemoryInfo_v2"), handle, info.address());
                if (status == 0) {
                    return new Memory(info.get(LONG, 8), info.get(LONG, 16), info.get(LONG, 24), info.get(LONG, 32));
                }
            }
            String name = "nvmlDeviceGetMemoryInfo";
            NativeNvml.check(name, call(nvml.function(name), handle, info.address()));
            return new Memory(info.get(LONG, 0), -1, info.get(LONG, 8), info.get(LONG, 16));
        }
    }

    @Override
    public String linkPeerPciAddress(int link) {
        String name = "nvmlDeviceGetNvLinkRemotePciInfo_v2";
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = arena.allocate(PCI_INFO_BYTES, 8);
            NativeNvml.check(name, call(nvml.function(name), handle, link, info.address()));
            return pciAddress(info);
        }
    }

    @Override
    public LinkTraffic linkTraffic() {
        String name = "nvmlDeviceGetFieldValues";
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment values = arena.allocate(2 * FIELD_VALUE_BYTES, 8);
            values.set(INT, 0, LINK_SENT_FIELD);
            values.set(INT, 4, ALL_LINKS);
            values.set(INT, FIELD_VALUE_BYTES, LINK_RECEIVED_FIELD);
            values.set(INT, FIELD_VALUE_BYTES + 4, ALL_LINKS);
            NativeNvml.check(name, call(nvml.function(name), handle, 2, values.address()));
            NativeNvml.check(name, values.get(INT, 28));
            NativeNvml.check(name, values.get(INT, FIELD_VALUE_BYTES + 28));
            return new LinkTraffic(values.get(LONG, 32), values.get(LONG, FIELD_VALUE_BYTES + 32));
        }
    }

    @Override
    public Fabric fabric() {
        String name = "nvmlDeviceGetGpuFabricInfo";
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = arena.allocate(FABRIC_INFO_BYTES, 8);
            NativeNvml.check(name, call(nvml.function(name), handle, info.address()));
            return new Fabric(info.get(ValueLayout.JAVA_BYTE, 24), info.get(INT, 16));
        }
    }

    @Override
    public int retiredPages() {
        int pages = 0;
        for (int cause = 0; cause < 2; cause++) {
            String name = "nvmlDeviceGetRetiredPages";
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment count = arena.allocate(INT);
                int status = call(nvml.function(name), handle, cause, count.address(), 0);
                if (status != NvmlStatus.INSUFFICIENT_SIZE.code()) {
                    NativeNvml.check(name, status);
                }
                pages += count.get(INT, 0);
            }
        }
        return pages;
    }

    // ------------------------------------------------------------------ processes

    @Override
    public List<ProcessMemory> processes() {
        Map<Long, ProcessMemory> found = new LinkedHashMap<>();
        for (ProcessMemory process : processes("nvmlDeviceGetComputeRunningProcesses_v3", true)) {
            found.put(process.pid(), process);
        }
        try {
            for (ProcessMemory process : processes("nvmlDeviceGetGraphicsRunningProcesses_v3", false)) {
                found.merge(
                        process.pid(),
                        process,
                        (compute, graphics) -> new ProcessMemory(
                                compute.pid(), Math.max(compute.usedBytes(), graphics.usedBytes()), true, true));
            }
        } catch (NvmlException withoutGraphics) {
            if (!withoutGraphics.is(NvmlStatus.NOT_SUPPORTED)) {
                throw withoutGraphics;
            }
        }
        return List.copyOf(found.values());
    }

    private List<ProcessMemory> processes(String name, boolean compute) {
        MemorySegment function = nvml.function(name);
        int room = MORE_PROCESSES;
        while (true) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment count = arena.allocate(INT);
                MemorySegment list = arena.allocate((long) room * PROCESS_BYTES, 8);
                count.set(INT, 0, room);
                int status = call(function, handle, count.address(), list.address());
                if (status == NvmlStatus.INSUFFICIENT_SIZE.code() && room < PROCESSES_MAX) {
                    room = Math.min(PROCESSES_MAX, Math.max(count.get(INT, 0), room) + MORE_PROCESSES);
                    continue;
                }
                NativeNvml.check(name, status);
                List<ProcessMemory> processes = new ArrayList<>();
                for (int i = 0; i < Math.min(room, count.get(INT, 0)); i++) {
                    long at = (long) i * PROCESS_BYTES;
                    // What is not available is all ones, which is −1.
                    processes.add(new ProcessMemory(
                            Integer.toUnsignedLong(list.get(INT, at)), list.get(LONG, at + 8), compute, !compute));
                }
                return processes;
            }
        }
    }

    @Override
    public List<ProcessLoad> processLoads(long sinceMicros) {
        String name = "nvmlDeviceGetProcessUtilization";
        MemorySegment function = nvml.function(name);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment count = arena.allocate(INT);
            int status = call(function, handle, 0, count.address(), sinceMicros);
            if (status != NvmlStatus.INSUFFICIENT_SIZE.code()) {
                if (status == NvmlStatus.NOT_FOUND.code()) {
                    return List.of();
                }
                NativeNvml.check(name, status);
            }
            int room = Math.min(PROCESSES_MAX, count.get(INT, 0));
            if (room <= 0) {
                return List.of();
            }
            MemorySegment samples = arena.allocate((long) room * PROCESS_SAMPLE_BYTES, 8);
            count.set(INT, 0, room);
            status = call(function, handle, samples.address(), count.address(), sinceMicros);
            if (status == NvmlStatus.NOT_FOUND.code()) {
                return List.of();
            }
            NativeNvml.check(name, status);
            List<ProcessLoad> loads = new ArrayList<>();
            for (int i = 0; i < Math.min(room, count.get(INT, 0)); i++) {
                long at = (long) i * PROCESS_SAMPLE_BYTES;
                // Slots that no process filled are all zero.
                if (samples.get(LONG, at + 8) != 0) {
                    loads.add(new ProcessLoad(
                            Integer.toUnsignedLong(samples.get(INT, at)),
                            samples.get(LONG, at + 8),
                            samples.get(INT, at + 16),
                            samples.get(INT, at + 20)));
                }
            }
            return List.copyOf(loads);
        }
    }

    @Override
    public List<NvmlDevice> migDevices() {
        return nvml.migDevices(handle);
    }
}
