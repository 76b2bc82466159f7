package io.xianka.driver.api;

import java.lang.foreign.MemorySegment;

/** Managed memory as the device addresses it and as the host sees it: a native segment of the size asked for. */
public record ManagedMemory(long pointer, MemorySegment view) {}
