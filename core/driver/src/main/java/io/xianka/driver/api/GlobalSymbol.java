package io.xianka.driver.api;

/** Where a module's {@code __device__} or {@code __constant__} variable lies. */
public record GlobalSymbol(long pointer, long bytes) {}
