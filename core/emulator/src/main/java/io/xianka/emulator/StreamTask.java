package io.xianka.emulator;

import io.xianka.emulator.machine.Cancellation;
import java.util.function.Consumer;

/** A piece of work in a stream. */
final class StreamTask {
    /** Work that is done once it can begin. */
    @FunctionalInterface
    interface Work {
        /** Throws what the stream's next waiting call is to report. */
        void run(Cancellation cancellation);
    }

    /** Small kernels end sooner than a sleeping thread is woken. */
    private static final long SPIN_NANOS = 60_000;

    private static final int LOOKS_PER_YIELD = 32;

    private final Work work;
    private final StreamTask[] dependencies;
    private final Cancellation cancellation = new Cancellation();
    private volatile boolean isDone;
    private volatile Throwable failure;
    private volatile long endNanos;

    StreamTask(Work work, StreamTask... dependencies) {
        this.work = work;
        this.dependencies = dependencies;
    }

    /** Already done; what a stream has before its first task. */
    static StreamTask finished() {
        StreamTask task = new StreamTask(cancellation -> {});
        task.finish(null);
        return task;
    }

    boolean isDone() {
        return isDone;
    }

    /** Null unless the work failed. */
    Throwable failure() {
        return failure;
    }

    long endNanos() {
        return endNanos;
    }

    boolean canRun() {
        for (StreamTask dependency : dependencies) {
            if (!dependency.isDone) {
                return false;
            }
        }
        return true;
    }

    /**
     * Waits for what this depends on, then does the work; never throws.
     *
     * @param onFailure told of a failure before anybody can see that the task is done
     */
    void run(Consumer<Throwable> onFailure) {
        for (StreamTask dependency : dependencies) {
            dependency.awaitQuietly();
        }
        Throwable thrown = null;
        try {
            work.run(cancellation);
        } catch (Throwable any) {
            thrown = any;
            onFailure.accept(any);
        }
        finish(thrown);
    }

    /** Ends without doing the work: something before it in the stream failed. */
    void skip(Throwable because) {
        finish(because);
    }

    private void finish(Throwable thrown) {
        failure = thrown;
        endNanos = System.nanoTime();
        synchronized (this) {
            isDone = true;
            notifyAll();
        }
    }

    void cancel() {
        cancellation.request();
    }

    /** Waits; {@code onInterrupt} runs when the waiting thread is interrupted, whose flag stays set. */
    void await(Runnable onInterrupt) {
        if (spin()) {
            return;
        }
        boolean wasInterrupted = false;
        while (!isDone) {
            try {
                synchronized (this) {
                    if (!isDone) {
                        wait();
                    }
                }
            } catch (InterruptedException interrupted) {
                wasInterrupted = true;
                onInterrupt.run();
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitQuietly() {
        if (spin()) {
            return;
        }
        synchronized (this) {
            while (!isDone) {
                try {
                    wait();
                } catch (InterruptedException ofAWorker) {
                    cancel();
                }
            }
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // the thread that is awaited may need this processor
    private boolean spin() {
        if (isDone) {
            return true;
        }
        long end = System.nanoTime() + SPIN_NANOS;
        do {
            for (int i = 0; i < LOOKS_PER_YIELD; i++) {
                if (isDone) {
                    return true;
                }
                Thread.onSpinWait();
            }
            Thread.yield();
        } while (System.nanoTime() < end);
        return isDone;
    }
}
