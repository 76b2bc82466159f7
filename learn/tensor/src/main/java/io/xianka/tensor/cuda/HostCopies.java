package io.xianka.tensor.cuda;

import io.xianka.driver.Event;
import io.xianka.driver.PinnedBuffer;
import io.xianka.tensor.execution.HostCopy;
import io.xianka.tensor.graph.Storage;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Page-locked memory that results are copied to while the device goes on; an event says when they are there. Memory that was given back
 * is used for the next copy of its size, at once: all copies run in one stream, one after the other.
 */
final class HostCopies {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final long LEAST_BYTES = 64;
    private static final long MOST_KEPT_BYTES = 1 << 20;

    private final CudaExecutor executor;
    private final Map<Long, Deque<Place>> free = new HashMap<>();

    HostCopies(CudaExecutor executor) {
        this.executor = executor;
    }

    /** Where one copy lies at a time. */
    private record Place(PinnedBuffer buffer, Event copied) {}

    /** Enqueues a copy behind all work so far. */
    HostCopy begin(Storage source) {
        long bytes = Math.max(LEAST_BYTES, Long.highestOneBit(Math.max(1, source.bytes() - 1)) << 1);
        Place place = take(bytes);
        try {
            MemorySegment target = place.buffer.segment().asSlice(0, source.bytes());
            executor.besideCaptures(() -> {
                ((DevicePool.Block) source).buffer().copyToAsync(target, executor.stream());
                place.copied.record(executor.stream());
            });
            return new Pending(place, target);
        } catch (RuntimeException | Error failure) {
            giveBack(place);
            throw failure;
        }
    }

    private synchronized Place take(long bytes) {
        Deque<Place> kept = free.get(bytes);
        return kept != null && !kept.isEmpty()
                ? kept.pop()
                : new Place(executor.device().pinned(bytes), executor.device().eventWithoutClock());
    }

    private synchronized void giveBack(Place place) {
        if (!place.buffer.isOpen()) {
            return;
        }
        if (place.buffer.bytes() <= MOST_KEPT_BYTES) {
            free.computeIfAbsent(place.buffer.bytes(), _ -> new ArrayDeque<>()).push(place);
        } else {
            place.copied.synchronize();
            place.copied.close();
            place.buffer.close();
        }
    }

    /** Apart, so that it holds no copy. */
    private Runnable givingBack(Place place) {
        return () -> giveBack(place);
    }

    /** Given back when it is closed or can no longer be reached. */
    private final class Pending implements HostCopy {
        private final Place place;
        private final MemorySegment elements;
        private final Cleaner.Cleanable cleanable;

        Pending(Place place, MemorySegment elements) {
            this.place = place;
            this.elements = elements;
            this.cleanable = CLEANER.register(this, givingBack(place));
        }

        @Override
        public MemorySegment segment() {
            place.copied.synchronize();
            if (executor.faults().areTold()) {
                executor.synchronize();
            }
            return elements;
        }

        @Override
        public void close() {
            cleanable.clean();
        }
    }
}
