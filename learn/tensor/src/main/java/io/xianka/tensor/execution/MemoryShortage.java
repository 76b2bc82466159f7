package io.xianka.tensor.execution;

import java.util.Comparator;
import java.util.Map;

/**
 * What a device without memory for a tensor tells: what was asked for, who holds how much, what would fit. Bytes.
 *
 * @param device its name
 * @param askedBytes for one tensor, or for a plan's inner values together
 * @param heldBytes by tensors and running plans
 * @param keptBytes free, but kept for tensors to come
 * @param freeBytes that the device, or the machine, has left
 * @param totalBytes of the device
 * @param holders bytes held by those whom {@link #holder} names
 */
public record MemoryShortage(
        String device,
        long askedBytes,
        long heldBytes,
        long keptBytes,
        long freeBytes,
        long totalBytes,
        Map<String, Long> holders) {
    private static final int MOST_NAMED = 5;
    private static final long SMALL_BYTES = 1 << 20;

    /** {@return who takes so many bytes: the line of the program that made a tensor be computed, if it is large enough to matter} */
    public static String holder(long bytes) {
        return bytes < SMALL_BYTES
                ? "small tensors"
                : StackWalker.getInstance()
                        .walk(frames -> frames.filter(frame -> !isOfTensors(frame.getClassName()))
                                .findFirst()
                                .map(frame -> frame.getClassName() + "." + frame.getMethodName() + "("
                                        + frame.getFileName() + ":" + frame.getLineNumber() + ")")
                                .orElse("an unknown line"));
    }

    private static boolean isOfTensors(String className) {
        return className.startsWith("io.xianka.tensor.") || className.startsWith("java.");
    }

    /** {@return a line of what there is, those who hold most, and a line of what to do} */
    public String report() {
        var text = new StringBuilder("out of memory on " + device + ": asked for " + askedBytes
                + " bytes; tensors hold " + heldBytes + ", kept for reuse " + keptBytes + ", free on the device "
                + freeBytes + " of " + totalBytes);
        holders.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_NAMED)
                .forEach(holder -> text.append("\n  ")
                        .append(holder.getValue())
                        .append(" bytes held by ")
                        .append(holder.getKey()));
        return text.append("\n  up to ")
                .append(freeBytes + keptBytes)
                .append(" bytes would fit now; close tensors, use smaller batches or checkpoint")
                .toString();
    }
}
