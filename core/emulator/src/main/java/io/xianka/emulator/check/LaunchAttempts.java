package io.xianka.emulator.check;

import io.xianka.emulator.machine.BlockContext;
import io.xianka.emulator.machine.BlockWatch;
import io.xianka.emulator.machine.DeviceWatch;
import io.xianka.emulator.machine.LaunchCancelled;
import io.xianka.emulator.machine.LaunchRequest;
import io.xianka.emulator.machine.OrderMatters;

/**
 * A launch, first with its blocks side by side where that may do. As soon as two of them have to do with each other, what they did is
 * undone, and they run again: once more side by side if a closer look may tell them apart, else in order. So what is found is always
 * what blocks in order would have found.
 */
final class LaunchAttempts implements DeviceWatch.LaunchWatch {
    private final Watch watch;
    private final LaunchRequest request;
    private final long number;
    private volatile WatchedLaunch current;

    LaunchAttempts(Watch watch, LaunchRequest request, long number) {
        this.watch = watch;
        this.request = request;
        this.number = number;
        this.current = attempt(watch.maySideBySide(request));
    }

    private WatchedLaunch attempt(boolean isSideBySide) {
        return new WatchedLaunch(
                watch, request, number, watch.numbers(request.grid().count()), isSideBySide);
    }

    @Override
    public BlockWatch watch(BlockContext block) {
        return current.watch(block);
    }

    @Override
    public boolean isOrdered() {
        return !current.isSideBySide;
    }

    @Override
    public boolean prefersShortTurns() {
        return current.hasClaims && request.sharedBytes() == 0;
    }

    @Override
    public boolean goesOn(Throwable failure) {
        if (!current.hasClaims || failure == null || failure instanceof LaunchCancelled) {
            return false;
        }
        current.undo();
        boolean isOrderMatters = failure instanceof OrderMatters;
        boolean isSideBySide = isOrderMatters && current.isFinerNow();
        if (isOrderMatters && !isSideBySide) {
            watch.keepInOrder(request);
        }
        current = attempt(isSideBySide);
        return true;
    }

    @Override
    public void end() {
        watch.ended(this);
        current.end();
    }

    /** What was found so far and is not in the device's log. */
    void addTo(FindingLog log) {
        WatchedLaunch now = current;
        if (now.log != watch.log()) {
            log.addAll(now.log);
        }
    }
}
