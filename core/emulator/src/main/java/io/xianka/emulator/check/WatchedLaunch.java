package io.xianka.emulator.check;

import io.xianka.emulator.machine.BlockContext;
import io.xianka.emulator.machine.BlockWatch;
import io.xianka.emulator.machine.FaultPlace;
import io.xianka.emulator.machine.LaunchRequest;
import io.xianka.emulator.machine.MemoryRegion;
import io.xianka.emulator.machine.OrderMatters;
import io.xianka.emulator.machine.WatchPoint;
import io.xianka.emulator.machine.WatchedCode;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A launch that is checked, or one attempt at it. Either its blocks run in order, and all is known of them; or they run side by side,
 * which is for {@link Claims} to allow.
 */
final class WatchedLaunch {
    final Watch watch;
    final CheckSettings settings;
    final LaunchRequest request;
    final WatchedCode code;

    /** Tells launches apart, from 1. */
    final long number;

    /** What is released at global addresses. */
    final Map<Long, Release> releases = new HashMap<>();

    private final Map<Allocation, Shadow> shadows = new IdentityHashMap<>();
    private final Map<Allocation, Claims> claims = new IdentityHashMap<>();
    private Allocation lastShadowed;
    private Shadow lastShadow;

    /** What blocks of this launch are called in stamps. */
    final BlockNumbers numbers;

    private final SourcePlace[] places;
    private final List<HintCounts> hintCounts = new ArrayList<>();

    /** Whether blocks run side by side. */
    final boolean isSideBySide;

    /** Whether they then claim what they touch. */
    final boolean hasClaims;

    /** Whether trying again will go better. */
    private volatile boolean isFinerNow;

    final FindingLog log;

    WatchedLaunch(Watch watch, LaunchRequest request, long number, BlockNumbers numbers, boolean isSideBySide) {
        this.numbers = numbers;
        this.isSideBySide = isSideBySide;
        this.hasClaims = isSideBySide
                && (watch.settings().has(CheckTool.RACECHECK)
                        || watch.settings().has(CheckTool.INITCHECK));
        this.log = hasClaims ? new FindingLog(Integer.MAX_VALUE) : watch.log();
        this.watch = watch;
        this.settings = watch.settings();
        this.request = request;
        this.code = request.code().watched();
        this.number = number;
        this.places = new SourcePlace[code.points().length];
    }

    /** For the blocks of one worker; null where no hints are wanted. */
    synchronized HintCounts newHintCounts() {
        if (!settings.hints()) {
            return null;
        }
        HintCounts counts = new HintCounts(code.points());
        hintCounts.add(counts);
        return counts;
    }

    BlockWatch watch(BlockContext block) {
        return new WatchedBlock(this, block);
    }

    /** What was found stays. */
    void end() {
        for (HintCounts counts : hintCounts) {
            watch.hints().add(kernel(), counts, this::place);
        }
        if (log != watch.log()) {
            watch.log().addAll(log);
        }
        shadows.forEach((allocation, shadow) -> allocation.giveShadowBack(shadow));
        claims.values().forEach(Claims::end);
        claims.values().forEach(watch::ended);
    }

    /** As if this had not been. */
    void undo() {
        claims.values().forEach(Claims::undo);
        claims.values().forEach(watch::ended);
        shadows.forEach((allocation, shadow) -> allocation.giveShadowBack(shadow));
    }

    // ---- blocks side by side

    /** The claims of this launch on an allocation. */
    Claims claims(Allocation allocation, MemoryRegion region) {
        Claims known = allocation.claims(this);
        return known != null ? known : newClaims(allocation, region);
    }

    private synchronized Claims newClaims(Allocation allocation, MemoryRegion region) {
        return claims.computeIfAbsent(allocation, each -> each.takeClaims(this, region));
    }

    /** Of an access to an allocation that may have to do with another one. */
    OrderMatters meeting(Claims at) {
        if (at.becomeFiner()) {
            isFinerNow = true;
        }
        return new OrderMatters("accesses of " + at.allocation.bytes + " bytes at " + at.allocation.base);
    }

    /** Of something that only blocks in order can do. */
    OrderMatters needsOrder(int point) {
        return new OrderMatters(place(point).toString());
    }

    boolean isFinerNow() {
        return isFinerNow;
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

    String kernelSymbol() {
        return request.code().kernelName();
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
