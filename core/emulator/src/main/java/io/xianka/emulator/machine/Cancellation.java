package io.xianka.emulator.machine;

/** Asks a running launch to end; polled by the engine between turns of warps. */
public final class Cancellation {
    private volatile boolean isRequested;

    public void request() {
        isRequested = true;
    }

    public boolean isRequested() {
        return isRequested;
    }
}
