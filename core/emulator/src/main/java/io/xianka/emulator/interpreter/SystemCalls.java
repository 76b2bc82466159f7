package io.xianka.emulator.interpreter;

import io.xianka.emulator.machine.AddressWindows;
import io.xianka.emulator.machine.DeviceFault;
import io.xianka.emulator.machine.DeviceWatch;
import io.xianka.emulator.machine.FaultKind;
import io.xianka.emulator.machine.MemoryRegion;
import io.xianka.emulator.machine.RawMemory;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Functions that every CUDA device offers to kernels without a body in the module. */
public final class SystemCalls {
    private static final int LONGEST_TEXT = 1 << 16;

    private SystemCalls() {}

    /** What such a function does for one lane; arguments and the result are addresses of this process. */
    @FunctionalInterface
    interface SystemCall {
        void call(LaneState warp, int lane, long[] arguments, long result, int point);
    }

    /** The names that a module may leave without a definition. */
    public static Set<String> names() {
        return Set.of("vprintf", "malloc", "free", "__assertfail");
    }

    static SystemCall named(String name) {
        return switch (name) {
            case "vprintf" -> (warp, lane, arguments, result, point) -> print(warp, lane, arguments, result);
            case "malloc" ->
                (warp, lane, arguments, result, point) -> {
                    long bytes = RawMemory.getLong(arguments[0]);
                    MemoryRegion region =
                            bytes > 0 ? warp.block().launch.memory().allocateForKernel(bytes) : null;
                    DeviceWatch watch = warp.block().launch.watch();
                    if (watch != null && region != null) {
                        watch.allocatedBy(region, warp.block(), point);
                    }
                    RawMemory.putLong(result, region == null ? 0 : region.base);
                };
            case "free" ->
                (warp, lane, arguments, result, point) -> {
                    long address = RawMemory.getLong(arguments[0]);
                    DeviceWatch watch = warp.block().launch.watch();
                    if (address == 0) {
                        return;
                    }
                    boolean isFreed = warp.block().launch.memory().freeByKernel(address);
                    if (watch != null && isFreed) {
                        watch.freedBy(address, warp.block(), point);
                    } else if (watch != null) {
                        watch.freedBadly(address, warp.block(), warp.thread(lane), point);
                    } else if (!isFreed) {
                        throw Faults.illegal(
                                "free of 0x%x, which malloc in a kernel did not give, or which was freed before"
                                        .formatted(address));
                    }
                };
            case "__assertfail" ->
                (warp, lane, arguments, result, point) -> {
                    throw DeviceFault.of(
                            FaultKind.ASSERTION,
                            "%s:%d: %s: assertion '%s' failed"
                                    .formatted(
                                            text(warp, lane, RawMemory.getLong(arguments[1])),
                                            RawMemory.getInt(arguments[2]),
                                            text(warp, lane, RawMemory.getLong(arguments[3])),
                                            text(warp, lane, RawMemory.getLong(arguments[0]))));
                };
            default -> null;
        };
    }

    private static void print(LaneState warp, int lane, long[] arguments, long result) {
        String format = text(warp, lane, RawMemory.getLong(arguments[0]));
        long values = RawMemory.getLong(arguments[1]);
        String line = CFormat.format(format, new CFormat.Values() {
            private long offset;

            @Override
            public long next(int bytes) {
                offset = (offset + bytes - 1) & -bytes;
                long host = hostOf(warp, lane, values + offset, bytes);
                offset += bytes;
                return bytes == 4 ? RawMemory.getInt(host) : RawMemory.getLong(host);
            }

            @Override
            public String text(long address) {
                return SystemCalls.text(warp, lane, address);
            }
        });
        System.out.print(line);
        RawMemory.putInt(result, line.length());
    }

    private static String text(LaneState warp, int lane, long address) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < LONGEST_TEXT; i++) {
            byte next = RawMemory.getByte(hostOf(warp, lane, address + i, 1));
            if (next == 0) {
                break;
            }
            bytes.write(next);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static long hostOf(LaneState warp, int lane, long address, int bytes) {
        if (warp.block().watch != null) {
            long host = warp.block().watch.find(address, bytes, warp.thread(lane));
            if (host == 0) {
                throw DeviceFault.of(FaultKind.OUT_OF_BOUNDS, "read of %d bytes at 0x%x".formatted(bytes, address));
            }
            return host;
        }
        if (AddressWindows.isLocal(address)) {
            long slot = (long) warp.thread(lane) * warp.block().localSlotBytes;
            long offset = address - AddressWindows.LOCAL - slot;
            if (offset < 0 || offset > warp.block().localSlotBytes - bytes) {
                throw warp.block().localFault(offset, bytes);
            }
            return warp.localHost(lane) + offset;
        }
        MemoryRegion region = AddressWindows.isShared(address)
                ? warp.block().shared
                : warp.block().launch.memory().find(address);
        if (region == null || !region.contains(address, bytes)) {
            throw DeviceFault.of(FaultKind.OUT_OF_BOUNDS, "read of %d bytes at 0x%x".formatted(bytes, address));
        }
        return region.host + (address - region.base);
    }
}
