package io.xianka.emulator;

import io.xianka.driver.api.CaptureStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A stream: tasks run one after another, beside the host. What is short and finds its stream idle runs on the caller's
 * thread at once; kernels are handed to a thread that runs the stream as long as there is work, and a moment longer.
 */
final class EmulatedStream {
    private static final ExecutorService RUNNERS = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("xianka-stream-", 1).factory());
    private static final long LINGER_NANOS = 100_000;
    private static final int LOOKS_PER_YIELD = 32;

    private final long handle;
    private final EmulatedContext context;
    private final boolean nonBlocking;
    private final ArrayDeque<StreamTask> queue = new ArrayDeque<>();
    private StreamTask last = StreamTask.finished();
    private final List<StreamTask> awaited = new ArrayList<>();
    private StreamTask runningTask;
    private boolean hasRunner;
    private volatile boolean hasQueued;
    private Throwable failure;
    private GraphCapture capture;
    private List<EmulatedGraph.Node> captureTail = List.of();

    EmulatedStream(long handle, EmulatedContext context, boolean nonBlocking) {
        this.handle = handle;
        this.context = context;
        this.nonBlocking = nonBlocking;
    }

    long handle() {
        return handle;
    }

    EmulatedContext context() {
        return context;
    }

    boolean isDefault() {
        return handle == 0;
    }

    boolean isNonBlocking() {
        return nonBlocking;
    }

    /** The task after which the stream, as it is now, has nothing left to do. */
    synchronized StreamTask last() {
        return last;
    }

    /** Puts work behind what is queued; it may begin on another thread before this returns. */
    StreamTask enqueue(StreamTask.Work work) {
        return add(work, false);
    }

    /** Does short work at once where nothing is before it, or else enqueues it. */
    StreamTask enqueueShort(StreamTask.Work work) {
        return add(work, true);
    }

    private StreamTask add(StreamTask.Work work, boolean isShort) {
        List<StreamTask> others = context.tasksBefore(this);
        StreamTask task;
        synchronized (this) {
            others.addAll(awaited);
            awaited.clear();
            // It may be running on its caller's thread.
            others.add(last);
            others.removeIf(StreamTask::isDone);
            task = new StreamTask(work, others.toArray(StreamTask[]::new));
            boolean isIdle = last.isDone() && task.canRun() && failure == null;
            last = task;
            if (!(isShort && isIdle)) {
                queue.add(task);
                hasQueued = true;
                if (!hasRunner) {
                    hasRunner = true;
                    RUNNERS.execute(this::runQueue);
                }
                return task;
            }
        }
        // Later tasks stay behind this one: they find that the last task is not done.
        task.run(this::note);
        return task;
    }

    /** Later work of this stream waits for a task of another. */
    synchronized void waitFor(StreamTask task) {
        if (!task.isDone()) {
            awaited.add(task);
        }
    }

    private void runQueue() {
        while (true) {
            StreamTask task = take(false);
            if (task == null) {
                linger();
                task = take(true);
                if (task == null) {
                    return;
                }
            }
            Throwable earlier;
            synchronized (this) {
                earlier = failure;
            }
            if (earlier == null) {
                task.run(this::note);
            } else {
                task.skip(earlier);
            }
        }
    }

    private synchronized StreamTask take(boolean isLast) {
        StreamTask task = queue.poll();
        hasQueued = !queue.isEmpty();
        runningTask = task;
        if (task == null && isLast) {
            hasRunner = false;
        }
        return task;
    }

    /**
     * A launch is often followed by another at once: waits a moment before the thread is given back. Looks without the
     * lock, so as not to stand in the way of whoever brings the task.
     */
    @SuppressWarnings("ThreadPriorityCheck") // whoever brings a task may need this processor
    private void linger() {
        long end = System.nanoTime() + LINGER_NANOS;
        while (!hasQueued && System.nanoTime() < end) {
            for (int i = 0; i < LOOKS_PER_YIELD && !hasQueued; i++) {
                Thread.onSpinWait();
            }
            Thread.yield();
        }
    }

    private synchronized void note(Throwable thrown) {
        if (failure == null) {
            failure = thrown;
        }
    }

    /** Waits until all that is queued is done; an interrupt of the waiting thread stops what runs. */
    void await() {
        await(last());
    }

    /** Waits for a task of this stream; an interrupt of the waiting thread stops what runs. */
    void await(StreamTask task) {
        if (!task.isDone()) {
            task.await(this::cancelRunning);
        }
    }

    private synchronized void cancelRunning() {
        if (runningTask != null) {
            runningTask.cancel();
        }
        queue.forEach(StreamTask::cancel);
    }

    boolean isIdle() {
        return last().isDone();
    }

    /** The failure that no call has reported yet, which this call reports; null if there is none. */
    synchronized Throwable takeFailure() {
        Throwable taken = failure;
        if (taken != null && last.isDone()) {
            failure = null;
        }
        return taken;
    }

    // ---- capture

    synchronized GraphCapture capture() {
        return capture;
    }

    synchronized CaptureStatus captureStatus() {
        return capture == null
                ? CaptureStatus.NONE
                : capture.isInvalidated() ? CaptureStatus.INVALIDATED : CaptureStatus.ACTIVE;
    }

    synchronized void joinCapture(GraphCapture joined, List<EmulatedGraph.Node> tail) {
        if (capture != joined) {
            capture = joined;
            captureTail = List.of();
        }
        List<EmulatedGraph.Node> merged = new ArrayList<>(captureTail);
        tail.stream().filter(node -> !merged.contains(node)).forEach(merged::add);
        captureTail = List.copyOf(merged);
    }

    synchronized void leaveCapture() {
        capture = null;
        captureTail = List.of();
    }

    synchronized List<EmulatedGraph.Node> captureTail() {
        return captureTail;
    }

    synchronized void captureTail(EmulatedGraph.Node node) {
        captureTail = List.of(node);
    }

    @Override
    public String toString() {
        return isDefault() ? "the default stream" : "stream " + handle;
    }
}
