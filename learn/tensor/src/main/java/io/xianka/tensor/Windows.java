package io.xianka.tensor;

import java.util.Arrays;
import java.util.List;

/**
 * How windows move over the inner axes, one number for each or one for all.
 *
 * @param stride between the beginnings of windows
 * @param padding elements added on both sides of an axis
 * @param dilation between the elements of a window
 * @param groups parts of the channels that do not mix
 */
public record Windows(List<Long> stride, List<Long> padding, List<Long> dilation, long groups) {
    /** One after another, nothing around, neighbours, all channels together. */
    public static final Windows DEFAULT = new Windows(List.of(1L), List.of(0L), List.of(1L), 1);

    /** With strides, dilations and groups of at least 1. */
    public Windows {
        stride = List.copyOf(stride);
        padding = List.copyOf(padding);
        dilation = List.copyOf(dilation);
        boolean fits = groups >= 1
                && stride.stream().allMatch(s -> s >= 1)
                && dilation.stream().allMatch(d -> d >= 1)
                && padding.stream().allMatch(p -> p >= 0);
        if (!fits) {
            throw new ShapeMismatch("windows: stride " + stride + ", padding " + padding + ", dilation " + dilation
                    + ", groups " + groups + ": all but padding are at least 1, and padding is at least 0");
        }
    }

    private static List<Long> list(long... numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }

    /** {@return with another stride} */
    public Windows withStride(long... stride) {
        return new Windows(list(stride), padding, dilation, groups);
    }

    /** {@return with more or less around} */
    public Windows withPadding(long... padding) {
        return new Windows(stride, list(padding), dilation, groups);
    }

    /** {@return with another distance between elements} */
    public Windows withDilation(long... dilation) {
        return new Windows(stride, padding, list(dilation), groups);
    }

    /** {@return with channels in other parts} */
    public Windows withGroups(long groups) {
        return new Windows(stride, padding, dilation, groups);
    }

    long stride(int axis) {
        return of(stride, axis);
    }

    long padding(int axis) {
        return of(padding, axis);
    }

    long dilation(int axis) {
        return of(dilation, axis);
    }

    private static long of(List<Long> numbers, int axis) {
        return numbers.get(numbers.size() == 1 ? 0 : axis);
    }
}
