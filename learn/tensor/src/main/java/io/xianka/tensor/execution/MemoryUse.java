package io.xianka.tensor.execution;

/**
 * What tensors hold on a device.
 *
 * @param heldBytes by tensors and running plans now
 * @param peakBytes the most that was held at once
 */
public record MemoryUse(long heldBytes, long peakBytes) {}
