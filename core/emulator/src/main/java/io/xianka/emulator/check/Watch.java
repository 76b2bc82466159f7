package io.xianka.emulator.check;

import io.xianka.emulator.machine.BlockContext;
import io.xianka.emulator.machine.DeviceWatch;
import io.xianka.emulator.machine.LaunchRequest;
import io.xianka.emulator.machine.MemoryRegion;
import io.xianka.emulator.machine.OrderMatters;
import io.xianka.emulator.machine.ThreadPosition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What one checked device knows: what to look for, all memory it ever gave out, and what was found. */
final class Watch implements DeviceWatch {
    private static final List<String> OWN_ROOMS =
            List.of("io.xianka.driver.", "io.xianka.emulator.", "java.", "jdk.", "org.junit.");

    private final CheckSettings settings;
    private final FindingLog log;
    private final HintLog hints = new HintLog();
    private final ConcurrentSkipListMap<Long, Allocation> allocations = new ConcurrentSkipListMap<>();
    private final Set<Long> reportedLeaks = new HashSet<>();
    private final AtomicLong launches = new AtomicLong();
    private final AtomicLong byHost = new AtomicLong();
    /** How many spans of time between barriers of blocks there were. */
    final AtomicInteger spans = new AtomicInteger();

    /** What launches that run may keep of memory, to undo what they do. */
    private static final long MOST_SAVED_BYTES = Runtime.getRuntime().maxMemory() / 4;

    private final AtomicLong savedBytes = new AtomicLong();

    /** Kernels whose blocks were seen to have to do with each other. */
    private final Set<String> inOrder = ConcurrentHashMap.newKeySet();

    private final Set<LaunchAttempts> running = ConcurrentHashMap.newKeySet();
    private final boolean isAlwaysInOrder;

    private BlockNumbers numbers = BlockNumbers.NONE;
    private long lastBlocks;
    private final Map<String, KernelNames> kernels = new ConcurrentHashMap<>();

    private record KernelNames(String name, List<String> parameters) {}

    Watch(CheckSettings settings) {
        this(settings, false);
    }

    /** @param isAlwaysInOrder whether blocks never run side by side: the plain twin of what is done otherwise */
    Watch(CheckSettings settings, boolean isAlwaysInOrder) {
        this.settings = settings;
        this.isAlwaysInOrder = isAlwaysInOrder;
        this.log = new FindingLog(settings.mostFindings());
    }

    CheckSettings settings() {
        return settings;
    }

    FindingLog log() {
        return log;
    }

    HintLog hints() {
        return hints;
    }

    CheckReport report() {
        FindingLog all = log;
        if (!running.isEmpty()) {
            all = new FindingLog(settings.mostFindings());
            all.addAll(log);
            for (LaunchAttempts launch : running) {
                launch.addTo(all);
            }
        }
        return new CheckReport(all.findings(), all.omitted(), settings.hints() ? hints.hints() : List.of());
    }

    // ---- memory

    @Override
    public void allocated(MemoryRegion region) {
        WrittenBytes written = settings.has(CheckTool.INITCHECK) ? new WrittenBytes(region.bytes) : null;
        note(region, new Allocation(region, site(), written));
    }

    @Override
    public void isVariable(MemoryRegion region, String name) {
        Allocation allocation = new Allocation(region, null, null);
        allocation.name = Names.readable(name);
        note(region, allocation);
    }

    @Override
    public void mapped(MemoryRegion region) {
        Allocation allocation = new Allocation(region, site(), null);
        allocation.isHost = true;
        note(region, allocation);
    }

    private void note(MemoryRegion region, Allocation allocation) {
        region.mark = allocation;
        allocations.put(region.base, allocation);
    }

    /** The line of Java that made the driver do this. */
    private static String site() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> OWN_ROOMS.stream()
                                        .noneMatch(room -> frame.getClassName().startsWith(room))
                                || frame.getClassName().endsWith("Test"))
                        .findFirst()
                        .map(frame -> frame.toStackTraceElement().toString())
                        .orElse(null));
    }

    @Override
    public void freed(long address) {
        Allocation allocation = allocations.get(address);
        if (allocation == null) {
            return;
        }
        if (allocation.isHost) {
            // Its address may come back as anything.
            allocations.remove(address);
            return;
        }
        String site = site();
        allocation.freedAt = site == null ? "a kernel" : site;
        allocation.written = null;
        savedBytes.addAndGet(-allocation.forgetShadow());
    }

    @Override
    public void allocatedBy(MemoryRegion region, BlockContext block, int point) {
        Allocation allocation = allocations.get(region.base);
        if (allocation != null) {
            allocation.allocatedAt = WatchedLaunch.place(block, point).toString();
        }
    }

    @Override
    public void freedBy(long address, BlockContext block, int point) {
        Allocation allocation = allocations.get(address);
        if (allocation != null) {
            allocation.freedAt = WatchedLaunch.place(block, point).toString();
        }
    }

    @Override
    public boolean isClose() {
        return settings.hints() || settings.has(CheckTool.INITCHECK) || settings.has(CheckTool.RACECHECK);
    }

    /** Whether to try blocks side by side. */
    boolean maySideBySide(LaunchRequest request) {
        return request.code().watched().areBlocksIndependent()
                && !isArithmetic()
                && !request.isCooperative()
                && !isAlwaysInOrder
                && !isKeptInOrder(request.code().kernelName());
    }

    /** Trying that kernel again is in vain. */
    void keepInOrder(LaunchRequest request) {
        inOrder.add(request.code().kernelName());
    }

    boolean isKeptInOrder(String kernel) {
        return inOrder.contains(kernel);
    }

    /** A launch has these claims no more. */
    void ended(Claims claims) {
        if (!claims.allocation.keeps(claims)) {
            savedBytes.addAndGet(-claims.release());
        }
    }

    /** @throws OrderMatters where there is no room: launches in order need none */
    void reserve(int bytes) {
        if (savedBytes.addAndGet(bytes) > MOST_SAVED_BYTES) {
            savedBytes.addAndGet(-bytes);
            throw new OrderMatters("too much to save");
        }
    }

    @Override
    public boolean isArithmetic() {
        return settings.arithmetic();
    }

    @Override
    public void freedBadly(long address, BlockContext block, int thread, int point) {
        if (!settings.has(CheckTool.MEMCHECK)) {
            return;
        }
        Allocation allocation = allocationOf(address);
        boolean isFreed = allocation != null && allocation.base == address && allocation.freedAt != null;
        log.add(
                new Finding(
                        isFreed ? FindingKind.DOUBLE_FREE : FindingKind.INVALID_FREE,
                        Space.GLOBAL,
                        Access.WRITE,
                        allocation == null ? 0 : (int) Math.min(Integer.MAX_VALUE, allocation.bytes),
                        address,
                        block == null ? SourcePlace.UNKNOWN : WatchedLaunch.place(block, point),
                        null,
                        block == null ? null : block.launch.code().kernelName(),
                        block == null ? null : place(block.position(thread)),
                        allocation == null ? null : allocation.nearest(address, Space.GLOBAL, null),
                        (block == null ? "free" : "free by a kernel")
                                + " of 0x%x, ".formatted(address)
                                + whyNotFreed(allocation, address),
                        1),
                block != null && block.watch instanceof WatchedBlock watched ? watched.order() : orderNow());
    }

    /** When the host does something. */
    private FindingOrder orderNow() {
        return new FindingOrder(launches.get(), FindingOrder.BEHIND, byHost.incrementAndGet());
    }

    private static String whyNotFreed(Allocation allocation, long address) {
        if (allocation == null) {
            return "where nothing was ever allocated";
        }
        if (allocation.base != address) {
            return "which is %d bytes behind where the allocation begins".formatted(address - allocation.base);
        }
        if (allocation.freedAt != null) {
            return "which was freed before at " + allocation.freedAt;
        }
        return allocation.name != null
                ? "where the variable %s begins".formatted(allocation.name)
                : "which malloc in a kernel did not give: it was allocated at " + allocation.allocatedAt;
    }

    static ThreadPlace place(ThreadPosition at) {
        return new ThreadPlace(at.blockX(), at.blockY(), at.blockZ(), at.threadX(), at.threadY(), at.threadZ());
    }

    @Override
    public void written(long address, long bytes) {
        Allocation allocation = allocationOf(address);
        WrittenBytes written = allocation == null ? null : allocation.written;
        if (written == null) {
            return;
        }
        if (address == allocation.base && bytes == allocation.bytes) {
            allocation.written = null;
        } else {
            written.writeAll(address - allocation.base, bytes);
        }
    }

    @Override
    public void copied(long destination, long source, long bytes) {
        Allocation to = allocationOf(destination);
        Allocation from = allocationOf(source);
        if (to == null || to.written == null || from == null || from.written == null) {
            written(destination, bytes);
            return;
        }
        to.written.copy(destination - to.base, bytes, from.written, source - from.base);
    }

    /** The allocation, live or freed, that holds an address; null if there is none. */
    Allocation allocationOf(long address) {
        Map.Entry<Long, Allocation> entry = allocations.floorEntry(address);
        return entry != null && entry.getValue().contains(address) ? entry.getValue() : null;
    }

    /** The allocation that holds an address or lies closest to it; null if nothing was ever allocated. */
    Allocation nearest(long address) {
        Map.Entry<Long, Allocation> below = allocations.floorEntry(address);
        Map.Entry<Long, Allocation> above = allocations.ceilingEntry(address);
        if (below == null || above == null) {
            return below != null ? below.getValue() : above == null ? null : above.getValue();
        }
        boolean isBelow = below.getValue().distance(address) <= above.getValue().distance(address);
        return (isBelow ? below : above).getValue();
    }

    @Override
    public void describeKernel(String symbol, String name, List<String> parameters) {
        kernels.put(symbol, new KernelNames(name, List.copyOf(parameters)));
    }

    /** How a programmer calls a kernel. */
    String kernelName(String symbol) {
        KernelNames names = kernels.get(symbol);
        return names == null ? symbol : names.name();
    }

    /** How a programmer calls a parameter, which the PTX calls {@code ptxName}. */
    String parameterName(String symbol, int index, String ptxName) {
        KernelNames names = kernels.get(symbol);
        boolean isKnown = names != null
                && index < names.parameters().size()
                && !names.parameters().get(index).isEmpty();
        return isKnown ? names.parameters().get(index) : ptxName;
    }

    @Override
    public void lastDeviceCloses() {
        if (!settings.leaks() || !settings.has(CheckTool.MEMCHECK)) {
            return;
        }
        List<Allocation> left = new ArrayList<>();
        for (Allocation allocation : allocations.values()) {
            boolean isHeap = allocation.name == null && !allocation.isHost;
            if (isHeap && allocation.freedAt == null && reportedLeaks.add(allocation.base)) {
                left.add(allocation);
            }
        }
        // What one line allocated again and again is one finding.
        Map<List<Object>, List<Allocation>> alike = new LinkedHashMap<>();
        for (Allocation leak : left) {
            alike.computeIfAbsent(List.of(String.valueOf(leak.allocatedAt), leak.bytes), each -> new ArrayList<>())
                    .add(leak);
        }
        for (List<Allocation> leaks : alike.values()) {
            Allocation leak = leaks.getFirst();
            log.add(
                    new Finding(
                            FindingKind.LEAK,
                            Space.GLOBAL,
                            null,
                            (int) Math.min(Integer.MAX_VALUE, leak.bytes),
                            leak.base,
                            SourcePlace.UNKNOWN,
                            null,
                            null,
                            null,
                            leak.nearest(leak.base, Space.GLOBAL, null),
                            "leaked %d bytes at 0x%x%s"
                                    .formatted(
                                            leak.bytes,
                                            leak.base,
                                            leak.allocatedAt == null ? "" : ", allocated at " + leak.allocatedAt),
                            leaks.size()),
                    orderNow());
        }
    }

    // ---- launches

    @Override
    public LaunchWatch begin(LaunchRequest request) {
        LaunchAttempts launch = new LaunchAttempts(this, request, launches.incrementAndGet());
        running.add(launch);
        return launch;
    }

    void ended(LaunchAttempts launch) {
        running.remove(launch);
    }

    /** What the blocks of a launch, or of one more attempt at it, are called. */
    synchronized BlockNumbers numbers(long blocks) {
        numbers = numbers.next(lastBlocks, blocks);
        lastBlocks = blocks;
        return numbers;
    }
}
