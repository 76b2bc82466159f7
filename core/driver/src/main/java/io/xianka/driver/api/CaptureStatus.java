package io.xianka.driver.api;

/** Whether a stream captures ({@code CUstreamCaptureStatus}). */
public enum CaptureStatus {
    NONE,
    ACTIVE,
    INVALIDATED
}
