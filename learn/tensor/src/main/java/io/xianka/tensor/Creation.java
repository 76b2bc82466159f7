package io.xianka.tensor;

import io.xianka.tensor.graph.Storage;
import io.xianka.tensor.graph.Trace;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How tensors come to be: {@code Tensor.zeros(2, 3)}. Without a type they are float32 (integers int64), without a device on {@link
 * Device#current()}.
 */
abstract sealed class Creation permits Tensor {
    Creation() {}

    // ------------------------------------------------------------------ from Java

    /** {@return a float32 tensor of these elements, row-major; without sizes on one axis} */
    public static Tensor of(float[] elements, long... sizes) {
        return of(elements, shape(elements.length, sizes), Device.current());
    }

    /** {@return a float64 tensor of these elements, row-major; without sizes on one axis} */
    public static Tensor of(double[] elements, long... sizes) {
        return of(elements, shape(elements.length, sizes), Device.current());
    }

    /** {@return an int64 tensor of these elements, row-major; without sizes on one axis} */
    public static Tensor of(long[] elements, long... sizes) {
        return of(elements, shape(elements.length, sizes), Device.current());
    }

    /** {@return an int32 tensor of these elements, row-major; without sizes on one axis} */
    public static Tensor of(int[] elements, long... sizes) {
        return of(elements, shape(elements.length, sizes), Device.current());
    }

    /** {@return an int16 tensor of these elements, row-major; without sizes on one axis} */
    public static Tensor of(short[] elements, long... sizes) {
        return of(elements, shape(elements.length, sizes), Device.current());
    }

    /** {@return an int8 tensor of these elements, row-major; without sizes on one axis} */
    public static Tensor of(byte[] elements, long... sizes) {
        return of(elements, shape(elements.length, sizes), Device.current());
    }

    /** {@return a bool tensor of these elements, row-major; without sizes on one axis} */
    public static Tensor of(boolean[] elements, long... sizes) {
        return of(elements, shape(elements.length, sizes), Device.current());
    }

    /** {@return a float32 tensor of these elements, row-major} */
    public static Tensor of(float[] elements, Shape shape, Device device) {
        return of(MemorySegment.ofArray(elements), shape, DType.FLOAT32, device);
    }

    /** {@return a float64 tensor of these elements, row-major} */
    public static Tensor of(double[] elements, Shape shape, Device device) {
        return of(MemorySegment.ofArray(elements), shape, DType.FLOAT64, device);
    }

    /** {@return an int64 tensor of these elements, row-major} */
    public static Tensor of(long[] elements, Shape shape, Device device) {
        return of(MemorySegment.ofArray(elements), shape, DType.INT64, device);
    }

    /** {@return an int32 tensor of these elements, row-major} */
    public static Tensor of(int[] elements, Shape shape, Device device) {
        return of(MemorySegment.ofArray(elements), shape, DType.INT32, device);
    }

    /** {@return an int16 tensor of these elements, row-major} */
    public static Tensor of(short[] elements, Shape shape, Device device) {
        return of(MemorySegment.ofArray(elements), shape, DType.INT16, device);
    }

    /** {@return an int8 tensor of these elements, row-major} */
    public static Tensor of(byte[] elements, Shape shape, Device device) {
        return of(MemorySegment.ofArray(elements), shape, DType.INT8, device);
    }

    /** {@return a bool tensor of these elements, row-major} */
    public static Tensor of(boolean[] elements, Shape shape, Device device) {
        byte[] bytes = new byte[elements.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (elements[i] ? 1 : 0);
        }
        return of(MemorySegment.ofArray(bytes), shape, DType.BOOL, device);
    }

    /**
     * A tensor of elements in memory, row-major and without gaps: one copy, straight to the device.
     *
     * @throws ShapeMismatch when the memory has not the size of the shape
     */
    public static Tensor of(MemorySegment elements, Shape shape, DType dtype, Device device) {
        long bytes = bytes(shape, dtype);
        if (bytes != elements.byteSize()) {
            throw new ShapeMismatch(
                    "shape " + shape + " of " + dtype + " needs " + bytes + " bytes, there are " + elements.byteSize());
        }
        Storage storage = device.realisation().executor().allocate(bytes);
        device.realisation().executor().upload(elements, storage);
        return new Tensor(Trace.data(storage, shape, dtype, device, false));
    }

    static long bytes(Shape shape, DType dtype) {
        try {
            return Math.multiplyExact(shape.elements(), dtype.bytes());
        } catch (ArithmeticException overflow) {
            throw new ShapeMismatch("shape " + shape + " of " + dtype + " needs more than 2^63 - 1 bytes");
        }
    }

    private static Shape shape(long count, long... sizes) {
        return sizes.length == 0 ? Shape.of(count) : Shape.of(sizes);
    }

    /**
     * A tensor of nested arrays of one primitive type, such as {@code double[][]}, on {@link Device#current()}.
     *
     * @throws ShapeMismatch when rows of one array differ in length
     */
    public static Tensor fromArrays(Object arrays) {
        return fromArrays(arrays, Device.current());
    }

    /** {@return a tensor of nested arrays of one primitive type, such as {@code double[][]}} */
    public static Tensor fromArrays(Object arrays, Device device) {
        List<Long> sizes = new ArrayList<>();
        Class<?> type = arrays.getClass();
        Object first = arrays;
        while (type.isArray()) {
            int length = first == null ? 0 : Array.getLength(first);
            sizes.add((long) length);
            type = type.getComponentType();
            first = length == 0 || type.isPrimitive() ? null : Array.get(first, 0);
        }
        if (!type.isPrimitive() || type == char.class) {
            throw new DTypeMismatch("fromArrays: " + arrays.getClass().getTypeName()
                    + " is no array of boolean, byte, short, int, long, float or double");
        }
        Shape shape = Shape.of(sizes);
        Object flat = Array.newInstance(type, Math.toIntExact(shape.elements()));
        flatten(arrays, shape, 0, flat, 0);
        return switch (flat) {
            case float[] elements -> of(elements, shape, device);
            case double[] elements -> of(elements, shape, device);
            case long[] elements -> of(elements, shape, device);
            case int[] elements -> of(elements, shape, device);
            case short[] elements -> of(elements, shape, device);
            case byte[] elements -> of(elements, shape, device);
            case boolean[] elements -> of(elements, shape, device);
            default -> throw new IllegalStateException(flat.getClass().getTypeName());
        };
    }

    private static int flatten(Object array, Shape shape, int axis, Object flat, int from) {
        int length = array == null ? -1 : Array.getLength(array);
        if (length != shape.size(axis)) {
            throw new ShapeMismatch("fromArrays: one array of axis " + axis + " has "
                    + (length < 0 ? "no array at all" : length + " elements") + ", the first has " + shape.size(axis));
        }
        if (axis == shape.rank() - 1) {
            System.arraycopy(array, 0, flat, from, length);
            return from + length;
        }
        int next = from;
        for (int i = 0; i < length; i++) {
            next = flatten(Array.get(array, i), shape, axis + 1, flat, next);
        }
        return next;
    }

    /** {@return a float32 scalar} */
    public static Tensor scalar(double value) {
        return full(value, Shape.SCALAR, DType.FLOAT32, Device.current());
    }

    /**
     * A scalar that is read when a plan runs: what is recorded with another value has the same plan, compiled once. For numbers that
     * change from run to run, such as a learning rate; {@link #scalar} and {@code mul(double)} are part of the plan.
     */
    public static Tensor runtimeScalar(double value, DType dtype, Device device) {
        return new Tensor(Trace.parameter(value, dtype, device));
    }

    // ------------------------------------------------------------------ by rule

    /** {@return zeros} */
    public static Tensor zeros(long... sizes) {
        return full(0, sizes);
    }

    /** {@return zeros} */
    public static Tensor zeros(Shape shape, DType dtype, Device device) {
        return full(0, shape, dtype, device);
    }

    /** {@return ones} */
    public static Tensor ones(long... sizes) {
        return full(1, sizes);
    }

    /** {@return ones} */
    public static Tensor ones(Shape shape, DType dtype, Device device) {
        return full(1, shape, dtype, device);
    }

    /** {@return one value everywhere} */
    public static Tensor full(double value, long... sizes) {
        return full(value, Shape.of(sizes), DType.FLOAT32, Device.current());
    }

    /** {@return one value everywhere} */
    public static Tensor full(Number value, Shape shape, DType dtype, Device device) {
        return new Tensor(Trace.fill(value, shape, dtype, device));
    }

    /** {@return 0 to below {@code end}, int64} */
    public static Tensor arange(long end) {
        return arange(0, end, 1);
    }

    /** {@return 0 to below {@code end}, int64} */
    public static Tensor arange(long end, Device device) {
        return places(end, DType.INT64, device);
    }

    /** {@return {@code start} to before {@code end}, int64} */
    public static Tensor arange(long start, long end) {
        return arange(start, end, 1);
    }

    /** {@return {@code start} to before {@code end} in steps, int64} */
    public static Tensor arange(long start, long end, long step) {
        if (step == 0) {
            throw new IllegalArgumentException("arange: a step of 0 does not move");
        }
        boolean isForward = step > 0 ? end > start : start > end;
        if (isForward && end - start > 0 != step > 0) {
            throw new ShapeMismatch("arange: from " + start + " to " + end + " are more than 2^63 - 1");
        }
        long count = isForward ? Math.ceilDiv(end - start, step) : 0;
        return places(count, DType.INT64, Device.current()).mul(step).add(start);
    }

    /** {@return {@code start} to before {@code end} in steps, float32: {@code start + i step} in double precision, rounded} */
    public static Tensor arange(double start, double end, double step) {
        double count = Math.ceil((end - start) / step);
        if (!(count < 0x1p63)) {
            throw new IllegalArgumentException("arange: from " + start + " to " + end + " in steps of " + step);
        }
        Tensor steps = places(Math.max(0, (long) count), DType.FLOAT64, Device.current())
                .mul(step);
        return steps.add(start).to(DType.FLOAT32);
    }

    /** {@return {@code count} numbers from {@code start} to {@code end}, both included, equally far apart, float32} */
    public static Tensor linspace(double start, double end, long count) {
        return linspace(start, end, count, DType.FLOAT32, Device.current());
    }

    /** {@return {@code count} numbers from {@code start} to {@code end}, both included, equally far apart; for integers rounded down} */
    public static Tensor linspace(double start, double end, long count, DType dtype, Device device) {
        Tensor place = places(count, DType.FLOAT64, device);
        Tensor steps = place.mul(count < 2 ? 0 : (end - start) / (count - 1)).add(start);
        // The last is the end itself, whatever rounding made of it.
        Tensor exact = count < 2 ? steps : steps.maskedFill(place.eq((double) (count - 1)), end);
        // As NumPy: towards negative infinity, so that integers are spread evenly around 0 as well.
        return (dtype.hasGradient() ? exact : exact.floor()).to(dtype);
    }

    private static Tensor places(long count, DType dtype, Device device) {
        return new Tensor(Trace.iota(0, Shape.of(count), DType.INT64, device)).to(dtype);
    }

    /** {@return a float32 matrix that is 1 on the diagonal, else 0} */
    public static Tensor eye(long size) {
        return eye(size, size, DType.FLOAT32, Device.current());
    }

    /** {@return a matrix that is 1 on the diagonal, else 0} */
    public static Tensor eye(long rows, long columns, DType dtype, Device device) {
        Shape shape = Shape.of(rows, columns);
        Tensor row = new Tensor(Trace.iota(0, shape, DType.INT64, device));
        return row.eq(new Tensor(Trace.iota(1, shape, DType.INT64, device))).to(dtype);
    }

    // ------------------------------------------------------------------ by chance

    /** {@return numbers from 0 to below 1, by {@link Generator#shared}} */
    public static Tensor rand(long... sizes) {
        return Generator.shared().uniform(sizes);
    }

    /** {@return numbers of mean 0 and variance 1, by {@link Generator#shared}} */
    public static Tensor randn(long... sizes) {
        return Generator.shared().normal(sizes);
    }

    /** {@return int64 numbers from {@code low} to below {@code high}, by {@link Generator#shared}} */
    public static Tensor randint(long low, long high, long... sizes) {
        return Generator.shared().integers(low, high, sizes);
    }

    /** {@return 0 to below {@code count} in random order, by {@link Generator#shared}} */
    public static Tensor randperm(long count) {
        return Generator.shared().permutation(count);
    }

    // ------------------------------------------------------------------ of several

    /** {@return from one where a bool is true, else from the other} */
    public static Tensor where(Tensor condition, Tensor yes, Tensor no) {
        DType dtype = Promotion.common("where", yes, no);
        return new Tensor(Trace.where(
                condition.to(DType.BOOL).node(),
                yes.to(dtype).node(),
                no.to(dtype).node()));
    }

    /** {@return one behind the other on an axis; other sizes are equal} */
    public static Tensor cat(int axis, Tensor... tensors) {
        return Joining.cat(axis, List.of(tensors));
    }

    /** {@return one behind the other on a new axis, which gets this number} */
    public static Tensor stack(int axis, Tensor... tensors) {
        return Joining.cat(
                axis, Arrays.stream(tensors).map(t -> t.unsqueeze(axis)).toList());
    }

    /**
     * Einstein's notation: letters name axes, those that the result lacks are summed over; {@code ...} stands for axes that stretch.
     * {@code einsum("bhid,bhjd->bhij", q, k)}.
     */
    public static Tensor einsum(String equation, Tensor... operands) {
        return Einsum.of(equation, operands);
    }

    /** {@return attention of queries {@code (batch, heads, length, size)} to keys; see {@link Attention}} */
    public static Tensor attention(Tensor q, Tensor k, Tensor v, Attention options) {
        return options.of(q, k, v);
    }
}
