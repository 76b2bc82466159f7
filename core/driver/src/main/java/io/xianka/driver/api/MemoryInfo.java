package io.xianka.driver.api;

/** Free and total memory of a device in bytes. */
public record MemoryInfo(long freeBytes, long totalBytes) {}
