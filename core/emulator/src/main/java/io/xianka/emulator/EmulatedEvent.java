package io.xianka.emulator;

import java.util.List;

/** An event: the task that it marked last. */
final class EmulatedEvent {
    private final boolean timed;
    private StreamTask recorded;
    private EmulatedStream stream;
    private GraphCapture capture;
    private List<EmulatedGraph.Node> captured = List.of();

    EmulatedEvent(boolean timed) {
        this.timed = timed;
    }

    boolean isTimed() {
        return timed;
    }

    synchronized void record(StreamTask task, EmulatedStream inStream) {
        recorded = task;
        stream = inStream;
        capture = null;
        captured = List.of();
    }

    synchronized void recordCaptured(GraphCapture inCapture, List<EmulatedGraph.Node> tail) {
        capture = inCapture;
        captured = tail;
    }

    /** Null before the first record. */
    synchronized StreamTask task() {
        return recorded;
    }

    /** Where it was recorded last; null before. */
    synchronized EmulatedStream stream() {
        return stream;
    }

    /** The capture in which it was recorded last; null if that was outside of one. */
    synchronized GraphCapture capture() {
        return capture;
    }

    synchronized List<EmulatedGraph.Node> captured() {
        return captured;
    }
}
