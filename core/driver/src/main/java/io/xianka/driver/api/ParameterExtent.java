package io.xianka.driver.api;

/** Where a kernel parameter lies in the parameter block, as the driver knows it. */
public record ParameterExtent(long offsetBytes, long sizeBytes) {}
