package io.xianka.tensor;

import io.xianka.tensor.execution.Executor;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;

/**
 * Elements back in Java. Each call computes what is still only recorded and waits for it. Elements of another type are converted as
 * {@link Tensor#to(DType)} does.
 */
sealed interface Reading permits Tensor {
    private Tensor self() {
        return (Tensor) this;
    }

    /** Copies the elements, row-major and without gaps, into memory of exactly their size. */
    default void copyTo(MemorySegment target) {
        long bytes = Creation.bytes(self().shape(), self().dtype());
        if (target.byteSize() != bytes) {
            throw new ShapeMismatch("copyTo: " + self().dtype() + self().shape() + " has " + bytes
                    + " bytes, the memory has " + target.byteSize());
        }
        Tensor.realise(self());
        self().device().realisation().executor().download(self().node().storage(), target);
    }

    /**
     * Begins to copy the elements to the host, behind what computes them, and waits for nothing; the tensor may be closed at once. On a
     * device that computes as it is asked to, they are copied here.
     */
    default Readback readBack() {
        Tensor.realise(self());
        Executor executor = self().device().realisation().executor();
        return new Readback(
                self().shape(),
                self().dtype(),
                executor.copyToHost(self().node().storage()));
    }

    private int length() {
        long elements = self().shape().elements();
        if (elements > Integer.MAX_VALUE - 8) {
            throw new ShapeMismatch("a Java array does not hold " + elements + " elements; copyTo(MemorySegment) does");
        }
        return (int) elements;
    }

    /** {@return the elements, row-major} */
    default float[] toFloatArray() {
        float[] elements = new float[length()];
        self().to(DType.FLOAT32).copyTo(MemorySegment.ofArray(elements));
        return elements;
    }

    /** {@return the elements, row-major} */
    default double[] toDoubleArray() {
        double[] elements = new double[length()];
        self().to(DType.FLOAT64).copyTo(MemorySegment.ofArray(elements));
        return elements;
    }

    /** {@return the elements, row-major} */
    default long[] toLongArray() {
        long[] elements = new long[length()];
        self().to(DType.INT64).copyTo(MemorySegment.ofArray(elements));
        return elements;
    }

    /** {@return the elements, row-major} */
    default int[] toIntArray() {
        int[] elements = new int[length()];
        self().to(DType.INT32).copyTo(MemorySegment.ofArray(elements));
        return elements;
    }

    /** {@return the elements, row-major} */
    default short[] toShortArray() {
        short[] elements = new short[length()];
        self().to(DType.INT16).copyTo(MemorySegment.ofArray(elements));
        return elements;
    }

    /** {@return the elements, row-major, as int8} */
    default byte[] toByteArray() {
        byte[] elements = new byte[length()];
        self().to(DType.INT8).copyTo(MemorySegment.ofArray(elements));
        return elements;
    }

    /** {@return the elements, row-major: whether each is not 0} */
    default boolean[] toBooleanArray() {
        byte[] bytes = new byte[length()];
        self().to(DType.BOOL).copyTo(MemorySegment.ofArray(bytes));
        boolean[] elements = new boolean[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            elements[i] = bytes[i] != 0;
        }
        return elements;
    }

    /**
     * The elements as nested arrays, such as {@code float[][]} for two axes. uint8 becomes int, float16 and bfloat16 float; a scalar
     * becomes its boxed value.
     */
    default Object toArrays() {
        Object flat = switch (self().dtype()) {
            case BOOL -> toBooleanArray();
            case INT8 -> toByteArray();
            case INT16 -> toShortArray();
            case UINT8, INT32 -> toIntArray();
            case INT64 -> toLongArray();
            case FLOAT16, BFLOAT16, FLOAT32 -> toFloatArray();
            case FLOAT64 -> toDoubleArray();
            case COMPLEX64 -> throw new DTypeMismatch("toArrays: Java has no complex64; take real() and imag()");
        };
        return self().shape().rank() == 0 ? Array.get(flat, 0) : nested(flat, self().shape(), 0, 0);
    }

    private static Object nested(Object flat, Shape shape, int axis, int from) {
        int size = (int) shape.size(axis);
        if (axis == shape.rank() - 1) {
            Object row = Array.newInstance(flat.getClass().getComponentType(), size);
            System.arraycopy(flat, from, row, 0, size);
            return row;
        }
        int[] sizes = new int[shape.rank() - axis];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = (int) shape.size(axis + i);
        }
        Object outer = Array.newInstance(flat.getClass().getComponentType(), sizes);
        int step = (int) shape.slice(axis + 1, shape.rank()).elements();
        for (int i = 0; i < size; i++) {
            Array.set(outer, i, nested(flat, shape, axis + 1, from + i * step));
        }
        return outer;
    }

    private void checkSingle() {
        if (self().shape().elements() != 1) {
            throw new ShapeMismatch(
                    "item: shape " + self().shape() + " has " + self().shape().elements() + " elements, not one");
        }
    }

    /** {@return the only element} */
    default double item() {
        checkSingle();
        return self().dtype().isInteger() ? (double) itemLong() : toDoubleArray()[0];
    }

    /** {@return the only element} */
    default long itemLong() {
        checkSingle();
        return toLongArray()[0];
    }

    /** {@return the only element: whether it is not 0} */
    default boolean itemBoolean() {
        checkSingle();
        return toBooleanArray()[0];
    }

    /** {@return the raw elements, row-major and without gaps} */
    default byte[] toRawBytes() {
        byte[] bytes = new byte[Math.toIntExact(Creation.bytes(self().shape(), self().dtype()))];
        copyTo(MemorySegment.ofArray(bytes));
        return bytes;
    }
}
