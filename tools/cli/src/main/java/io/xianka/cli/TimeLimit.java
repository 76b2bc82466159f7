package io.xianka.cli;

import java.io.PrintWriter;
import java.time.Duration;

/**
 * Ends the process when a kernel runs longer than it may. A kernel cannot be taken off a GPU in any other way: its
 * context has to end, and with the process it does.
 */
final class TimeLimit implements AutoCloseable {
    private final Thread watch;

    private TimeLimit(Thread watch) {
        this.watch = watch;
    }

    /** Starts the clock; null is no limit. */
    static TimeLimit start(Duration limit, String kernel, PrintWriter err) {
        return start(limit, kernel, err, () -> {});
    }

    /** The same, with something to do before the process ends; the kernel still runs then. */
    static TimeLimit start(Duration limit, String kernel, PrintWriter err, Runnable atTheEnd) {
        if (limit == null) {
            return new TimeLimit(null);
        }
        return new TimeLimit(
                Thread.ofPlatform().daemon().name("time-limit").start(() -> expire(limit, kernel, err, atTheEnd)));
    }

    private static void expire(Duration limit, String kernel, PrintWriter err, Runnable atTheEnd) {
        try {
            Thread.sleep(limit);
        } catch (InterruptedException finished) {
            return;
        }
        try {
            atTheEnd.run();
        } finally {
            err.println(Messages.of("run.expired", kernel, seconds(limit)));
            err.flush();
            System.out.flush();
            Runtime.getRuntime().halt(1);
        }
    }

    private static String seconds(Duration limit) {
        double seconds = limit.toNanos() / 1e9;
        return seconds == Math.rint(seconds) ? Long.toString((long) seconds) : Double.toString(seconds);
    }

    @Override
    public void close() {
        if (watch != null) {
            watch.interrupt();
        }
    }
}
