package io.xianka.tensor;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The sizes of a tensor's axes, outermost first. A shape without axes is that of a scalar. Sizes may be zero; the number
 * of elements is at most 2<sup>63</sup> - 1.
 */
public final class Shape {
    /** The shape of a scalar. */
    public static final Shape SCALAR = new Shape(new long[0]);

    private final long[] sizes;
    private final long elements;

    private Shape(long[] sizes) {
        this.sizes = sizes;
        this.elements = count(sizes);
    }

    private static long count(long[] sizes) {
        boolean empty = false;
        for (long size : sizes) {
            if (size < 0) {
                throw new ShapeMismatch("shape " + text(sizes) + ": size " + size + " is negative");
            }
            empty |= size == 0;
        }
        if (empty) {
            return 0;
        }
        long count = 1;
        for (long size : sizes) {
            try {
                count = Math.multiplyExact(count, size);
            } catch (ArithmeticException overflow) {
                throw new ShapeMismatch(
                        "shape " + text(sizes) + " has more than 2^63 - 1 elements; use fewer or smaller axes");
            }
        }
        return count;
    }

    /**
     * The shape with these sizes.
     *
     * @throws ShapeMismatch when one is negative, or their product is over 2<sup>63</sup> - 1
     */
    public static Shape of(long... sizes) {
        return sizes.length == 0 ? SCALAR : new Shape(sizes.clone());
    }

    /** {@return the number of axes} */
    public int rank() {
        return sizes.length;
    }

    /** {@return the number of elements; 1 for a scalar} */
    public long elements() {
        return elements;
    }

    /** {@return the size of an axis; negative numbers count from the last} */
    public long size(int axis) {
        return sizes[axis(axis)];
    }

    /** {@return the sizes, outermost first} */
    public long[] sizes() {
        return sizes.clone();
    }

    /**
     * The number of an axis counted from the first.
     *
     * @param axis from {@code -rank} to {@code rank - 1}
     * @throws ShapeMismatch when there is no such axis
     */
    public int axis(int axis) {
        int rank = sizes.length;
        if (axis < -rank || axis >= rank) {
            throw new ShapeMismatch("axis " + axis + " of shape " + this + ": "
                    + (rank == 0 ? "a scalar has no axes" : "the axes are " + -rank + " to " + (rank - 1)));
        }
        return axis < 0 ? axis + rank : axis;
    }

    /** The axes counted from the first, without order; none given means all. */
    int[] axes(int... axes) {
        if (axes.length == 0) {
            int[] all = new int[rank()];
            for (int axis = 0; axis < all.length; axis++) {
                all[axis] = axis;
            }
            return all;
        }
        int[] result = new int[axes.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = axis(axes[i]);
        }
        Arrays.sort(result);
        for (int i = 1; i < result.length; i++) {
            if (result[i] == result[i - 1]) {
                throw new ShapeMismatch("axes " + Arrays.toString(axes) + " of shape " + this + ": axis " + result[i]
                        + " is named twice");
            }
        }
        return result;
    }

    /** {@return this shape with another size at an axis} */
    public Shape with(int axis, long size) {
        long[] changed = sizes.clone();
        changed[axis(axis)] = size;
        return new Shape(changed);
    }

    /** {@return this shape with an axis more, before the one that has this number now} */
    public Shape insert(int axis, long size) {
        int rank = sizes.length;
        int place = axis < 0 ? axis + rank + 1 : axis;
        if (place < 0 || place > rank) {
            throw new ShapeMismatch(
                    "axis " + axis + " to insert into shape " + this + ": from " + (-rank - 1) + " to " + rank);
        }
        long[] longer = new long[rank + 1];
        System.arraycopy(sizes, 0, longer, 0, place);
        longer[place] = size;
        System.arraycopy(sizes, place, longer, place + 1, rank - place);
        return new Shape(longer);
    }

    /** {@return this shape without an axis} */
    public Shape remove(int axis) {
        int place = axis(axis);
        long[] shorter = new long[sizes.length - 1];
        System.arraycopy(sizes, 0, shorter, 0, place);
        System.arraycopy(sizes, place + 1, shorter, place, shorter.length - place);
        return new Shape(shorter);
    }

    /** {@return the axes from one number up to another, without it} */
    public Shape slice(int from, int to) {
        return new Shape(Arrays.copyOfRange(sizes, from, to));
    }

    /** {@return this shape's axes, then the other's} */
    public Shape concat(Shape other) {
        long[] both = Arrays.copyOf(sizes, sizes.length + other.sizes.length);
        System.arraycopy(other.sizes, 0, both, sizes.length, other.sizes.length);
        return new Shape(both);
    }

    /** {@return the steps between neighbours on each axis in a tensor without gaps, in elements} */
    public long[] strides() {
        long[] strides = new long[sizes.length];
        long step = 1;
        for (int axis = sizes.length - 1; axis >= 0; axis--) {
            strides[axis] = step;
            step *= Math.max(1, sizes[axis]);
        }
        return strides;
    }

    /**
     * The shape both stretch to by NumPy's rule: axes are matched from the last, and sizes match when they are equal or
     * one is 1.
     *
     * @throws ShapeMismatch naming both shapes and the axis that differs
     */
    public static Shape broadcast(String operation, Shape left, Shape right) {
        if (left.equals(right)) {
            return left;
        }
        int rank = Math.max(left.rank(), right.rank());
        long[] sizes = new long[rank];
        for (int i = 1; i <= rank; i++) {
            long a = i <= left.rank() ? left.sizes[left.rank() - i] : 1;
            long b = i <= right.rank() ? right.sizes[right.rank() - i] : 1;
            if (a != b && a != 1 && b != 1) {
                throw new ShapeMismatch(operation + ": " + left + " and " + right + ": sizes " + a + " and " + b
                        + " of axis " + -i + " differ and neither is 1");
            }
            sizes[rank - i] = a == 1 ? b : a;
        }
        return new Shape(sizes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Shape shape && Arrays.equals(sizes, shape.sizes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(sizes);
    }

    /** {@return the sizes as NumPy writes them: {@code (2, 3)}, {@code (4,)}, {@code ()}} */
    @Override
    public String toString() {
        return text(sizes);
    }

    private static String text(long[] sizes) {
        return sizes.length == 1
                ? "(" + sizes[0] + ",)"
                : Arrays.stream(sizes).mapToObj(Long::toString).collect(Collectors.joining(", ", "(", ")"));
    }

    /** {@return the shape with these sizes} */
    public static Shape of(List<Long> sizes) {
        Objects.requireNonNull(sizes, "sizes");
        return of(sizes.stream().mapToLong(Long::longValue).toArray());
    }
}
