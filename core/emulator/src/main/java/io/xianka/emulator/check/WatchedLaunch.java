package io.xianka.emulator.check;

import io.xianka.emulator.machine.BlockContext;
import io.xianka.emulator.machine.BlockWatch;
import io.xianka.emulator.machine.DeviceWatch;
import io.xianka.emulator.machine.FaultPlace;
import io.xianka.emulator.machine.LaunchRequest;
import io.xianka.emulator.machine.WatchPoint;
import io.xianka.emulator.machine.WatchedCode;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/** A launch that is checked. Its blocks run on one thread where accesses are compared, on several where each is looked at alone. */
final class WatchedLaunch implements DeviceWatch.LaunchWatch {
    final Watch watch;
    final CheckSettings settings;
    final LaunchRequest request;
    final WatchedCode code;

    /** Tells launches apart, from 1. */
    final long number;

    /** What is released at global addresses. */
    final Map<Long, Release> releases = new HashMap<>();

    private final Map<Allocation, Shadow> shadows = new IdentityHashMap<>();
    private Allocation lastShadowed;
    private Shadow lastShadow;

    /** What blocks of this launch are called in stamps. */
    final BlockNumbers numbers;

    private final SourcePlace[] places;
    private HintCounts hintCounts;

    WatchedLaunch(Watch watch, LaunchRequest request, long number, BlockNumbers numbers) {
        this.numbers = numbers;
        this.watch = watch;
        this.settings = watch.settings();
        this.request = request;
        this.code = request.code().watched();
        this.number = number;
        this.places = new SourcePlace[code.points().length];
        if (settings.hints()) {
            hintCounts = new HintCounts(code.points());
        }
    }

    /** Null where no hints are wanted. */
    HintCounts hintCounts() {
        return hintCounts;
    }

    @Override
    public BlockWatch watch(BlockContext block) {
        return new WatchedBlock(this, block);
    }

    @Override
    public void end() {
        if (hintCounts != null) {
            watch.hints().add(kernel(), hintCounts, this::place);
        }
        shadows.forEach((allocation, shadow) -> allocation.giveShadowBack(shadow));
    }

    /** The accesses of this launch to an allocation. */
    Shadow shadow(Allocation allocation) {
        if (allocation == lastShadowed) {
            return lastShadow;
        }
        lastShadow = shadows.computeIfAbsent(allocation, this::newShadow);
        lastShadowed = allocation;
        return lastShadow;
    }

    private Shadow newShadow(Allocation allocation) {
        Shadow kept = allocation.takeShadow(number, numbers.age());
        return kept == null ? new Shadow(allocation.bytes) : kept;
    }

    String kernel() {
        return watch.kernelName(request.code().kernelName());
    }

    WatchPoint point(int number) {
        return code.points()[number];
    }

    SourcePlace place(int point) {
        SourcePlace known = places[point];
        if (known == null) {
            WatchPoint watched = code.points()[point];
            known = watched == null ? SourcePlace.UNKNOWN : of(watched.place());
            places[point] = known;
        }
        return known;
    }

    static SourcePlace place(BlockContext block, int point) {
        WatchPoint at = block.launch.code().watched().points()[point];
        return at == null ? SourcePlace.UNKNOWN : of(at.place());
    }

    private static SourcePlace of(FaultPlace place) {
        if (place.source() == null) {
            return new SourcePlace(null, 0, place.ptxLine(), place.instruction());
        }
        int colon = place.source().lastIndexOf(':');
        return new SourcePlace(
                place.source().substring(0, colon),
                Integer.parseInt(place.source().substring(colon + 1)),
                place.ptxLine(),
                place.instruction());
    }

    /** The kernel parameter that points into an allocation; null if none does. */
    String parameterOf(Allocation allocation) {
        for (int i = 0; i < code.parameters().size(); i++) {
            WatchedCode.Parameter parameter = code.parameters().get(i);
            for (int at = parameter.offsetBytes(); at + 8 <= parameter.offsetBytes() + parameter.bytes(); at += 8) {
                long value = request.parameters().get(ValueLayout.JAVA_LONG_UNALIGNED, at);
                if (value == allocation.base || allocation.contains(value)) {
                    return watch.parameterName(request.code().kernelName(), i, parameter.name());
                }
            }
        }
        return null;
    }

    /** The place of the thread that made a stamp. */
    ThreadPlace threadOf(long stamp) {
        long block = Stamp.block(stamp) - numbers.first();
        int thread = Stamp.thread(stamp);
        var grid = request.grid();
        var size = request.block();
        return new ThreadPlace(
                (int) (block % grid.x()),
                (int) (block / grid.x() % grid.y()),
                (int) (block / grid.x() / grid.y()),
                thread % size.x(),
                thread / size.x() % size.y(),
                thread / size.x() / size.y());
    }
}
