package io.xianka.emulator;

import java.util.ArrayList;
import java.util.List;

/** A capture in progress: the graph so far, and the streams that take part. */
final class GraphCapture {
    private final EmulatedStream origin;
    private final EmulatedGraph graph;
    private final List<EmulatedStream> streams = new ArrayList<>();
    private boolean invalidated;

    GraphCapture(EmulatedStream origin, EmulatedGraph graph) {
        this.origin = origin;
        this.graph = graph;
        streams.add(origin);
    }

    EmulatedStream origin() {
        return origin;
    }

    EmulatedGraph graph() {
        return graph;
    }

    synchronized void join(EmulatedStream stream) {
        if (!streams.contains(stream)) {
            streams.add(stream);
        }
    }

    synchronized List<EmulatedStream> streams() {
        return List.copyOf(streams);
    }

    synchronized boolean isInvalidated() {
        return invalidated;
    }

    synchronized void invalidate() {
        invalidated = true;
    }
}
