package io.xianka.driver.api;

/** Whether a stream captures ({@code CUstreamCaptureStatus}); constants are in the order of cuda.h. */
public enum CaptureStatus {
    NONE,
    ACTIVE,
    INVALIDATED
}
