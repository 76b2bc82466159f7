package io.xianka.tensor;

/**
 * What a card can do, for estimates. Figures are the maker's; a program reaches a part of them.
 *
 * @param name such as {@code H200 SXM}
 * @param memoryBytes device memory
 * @param bytesPerSecond memory bandwidth
 * @param float32FlopsPerSecond float32 operations outside tensor cores
 * @param tensorFlopsPerSecond dense operations of tensor cores on 16-bit floats; 0 where there are none
 * @param launchSeconds from one kernel of a captured graph to the next
 */
public record DeviceSpec(
        String name,
        long memoryBytes,
        double bytesPerSecond,
        double float32FlopsPerSecond,
        double tensorFlopsPerSecond,
        double launchSeconds) {
    public DeviceSpec {
        if (memoryBytes <= 0
                || !(bytesPerSecond > 0)
                || !(float32FlopsPerSecond > 0)
                || !(tensorFlopsPerSecond >= 0)
                || !(launchSeconds >= 0)) {
            throw new IllegalArgumentException(name + ": memory, bandwidth and rates of a device are positive numbers");
        }
    }

    /** With 1.5 microseconds from kernel to kernel. */
    public DeviceSpec(
            String name,
            long memoryBytes,
            double bytesPerSecond,
            double float32FlopsPerSecond,
            double tensorFlopsPerSecond) {
        this(name, memoryBytes, bytesPerSecond, float32FlopsPerSecond, tensorFlopsPerSecond, 1.5e-6);
    }
}
