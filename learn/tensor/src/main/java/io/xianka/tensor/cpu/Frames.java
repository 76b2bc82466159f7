package io.xianka.tensor.cpu;

import java.util.concurrent.ConcurrentLinkedDeque;

/** Frames that wait for the next kernel. */
final class Frames {
    private final ConcurrentLinkedDeque<Frame> waiting = new ConcurrentLinkedDeque<>();

    Frame take() {
        Frame frame = waiting.pollFirst();
        return frame != null ? frame : new Frame();
    }

    void giveBack(Frame frame) {
        waiting.addFirst(frame);
    }
}
