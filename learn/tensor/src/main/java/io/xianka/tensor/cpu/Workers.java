package io.xianka.tensor.cpu;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * Threads that share the parts of a loop with the thread that has it. That thread takes part itself and never waits for parts that
 * nobody has begun, so that loops of several threads, and loops inside of parts, cannot block each other.
 */
final class Workers {
    private final LinkedBlockingQueue<Loop> loops = new LinkedBlockingQueue<>();
    private final int threads;

    /** Over so many threads, the calling one among them. */
    Workers(int threads) {
        this.threads = threads;
        for (int i = 1; i < threads; i++) {
            Thread.ofPlatform().daemon().name("xianka-cpu-" + i).start(this::work);
        }
    }

    int threads() {
        return threads;
    }

    private static final class Loop {
        final IntConsumer part;
        final int count;
        final Thread owner = Thread.currentThread();
        final AtomicInteger next = new AtomicInteger();
        final AtomicInteger done = new AtomicInteger();
        volatile Throwable failure;

        Loop(IntConsumer part, int count) {
            this.part = part;
            this.count = count;
        }

        /** Takes parts until none is left. */
        void help() {
            for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                try {
                    part.accept(i);
                } catch (Throwable thrown) {
                    failure = thrown;
                }
                if (done.incrementAndGet() == count) {
                    LockSupport.unpark(owner);
                }
            }
        }
    }

    private void work() {
        while (true) {
            try {
                loops.take().help();
            } catch (InterruptedException interrupted) {
                return;
            }
        }
    }

    /** Runs parts 0 to count - 1, in no order, and returns when all are done. */
    void run(int count, IntConsumer part) {
        if (count <= 1 || threads == 1) {
            for (int i = 0; i < count; i++) {
                part.accept(i);
            }
            return;
        }
        var loop = new Loop(part, count);
        for (int i = 1; i < Math.min(threads, count); i++) {
            loops.add(loop);
        }
        loop.help();
        boolean interrupted = false;
        while (loop.done.get() < count) {
            LockSupport.park(loop);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        switch (loop.failure) {
            case null -> {}
            case Error error -> throw error;
            case RuntimeException exception -> throw exception;
            case Throwable other -> throw new IllegalStateException(other);
        }
    }

    /** Ends the threads when they are idle. */
    void close() {
        loops.clear();
        // A loop whose only part ends the thread that takes it.
        for (int i = 1; i < threads; i++) {
            loops.add(new Loop(_ -> Thread.currentThread().interrupt(), 1));
        }
    }
}
