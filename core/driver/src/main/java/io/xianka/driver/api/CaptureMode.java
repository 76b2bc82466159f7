package io.xianka.driver.api;

/** Which calls are refused while a stream captures ({@code CUstreamCaptureMode}). */
public enum CaptureMode {
    GLOBAL(0),
    THREAD_LOCAL(1),
    RELAXED(2);

    private final int code;

    CaptureMode(int code) {
        this.code = code;
    }

    /** The value of cuda.h. */
    public int code() {
        return code;
    }
}
