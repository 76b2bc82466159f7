package io.xianka.driver.api;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * The parameter values of a launch in native memory, and beside them the array of pointers that {@code
 * cuLaunchKernel} reads. Made once, written and launched many times, without allocation on the heap.
 *
 * <p>Parameters lie at the offsets that C's rules give them, so that {@link #values} is the kernel's parameter block.
 * Not synchronised: one thread writes and launches at a time.
 */
public final class LaunchParameters {
    private final MemorySegment values;
    private final MemorySegment pointers;
    private final long pointersAddress;
    private final int[] offsetsBytes;
    private final int[] sizesBytes;

    /**
     * For parameters of these sizes and alignments.
     *
     * @param arena where the memory comes from; it outlives the launches
     */
    public LaunchParameters(Arena arena, int[] sizesBytes, int[] alignmentsBytes) {
        if (sizesBytes.length != alignmentsBytes.length) {
            throw new IllegalArgumentException(
                    sizesBytes.length + " sizes but " + alignmentsBytes.length + " alignments");
        }
        this.sizesBytes = sizesBytes.clone();
        this.offsetsBytes = new int[sizesBytes.length];
        int end = 0;
        for (int i = 0; i < sizesBytes.length; i++) {
            int alignment = alignmentsBytes[i];
            offsetsBytes[i] = (end + alignment - 1) & -alignment;
            end = offsetsBytes[i] + sizesBytes[i];
        }
        this.values = arena.allocate(Math.max(end, 1), 16);
        this.pointers = arena.allocate(8L * Math.max(sizesBytes.length, 1), 8);
        this.pointersAddress = pointers.address();
        for (int i = 0; i < sizesBytes.length; i++) {
            pointers.set(ValueLayout.JAVA_LONG, 8L * i, values.address() + offsetsBytes[i]);
        }
    }

    /** For the parameters of a signature. */
    public static LaunchParameters of(Arena arena, KernelSignature signature) {
        return new LaunchParameters(
                arena,
                signature.parameters().stream()
                        .mapToInt(KernelParameter::sizeBytes)
                        .toArray(),
                signature.parameters().stream()
                        .mapToInt(KernelParameter::alignmentBytes)
                        .toArray());
    }

    /** How many parameters there are. */
    public int count() {
        return sizesBytes.length;
    }

    /** Where parameter {@code index} begins in {@link #values}. */
    public int offsetBytes(int index) {
        return offsetsBytes[index];
    }

    /** How large parameter {@code index} is. */
    public int sizeBytes(int index) {
        return sizesBytes[index];
    }

    /** The values of all parameters, the block that a kernel sees. */
    public MemorySegment values() {
        return values;
    }

    /** Address of the native array with one pointer to each value: the {@code kernelParams} of {@code cuLaunchKernel}. */
    public long pointersAddress() {
        return pointersAddress;
    }

    @Override
    public String toString() {
        return "LaunchParameters" + Arrays.toString(sizesBytes);
    }
}
