package io.xianka.tensor.plain;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.xianka.tensor.DType;
import java.lang.foreign.MemorySegment;

/** The elements of one node in the widest type of their kind: doubles (two for a complex value), or longs. */
final class Elements {
    final DType dtype;
    final double[] reals;
    final double[] imaginaries;
    final long[] integers;

    Elements(DType dtype, long count) {
        int size = Math.toIntExact(count);
        this.dtype = dtype;
        this.reals = dtype.hasGradient() ? new double[size] : null;
        this.imaginaries = dtype.isComplex() ? new double[size] : null;
        this.integers = dtype.hasGradient() ? null : new long[size];
    }

    int size() {
        return integers != null ? integers.length : reals.length;
    }

    /** Rounds to the type. */
    void put(int index, double real) {
        if (integers != null) {
            integers[index] = saturate(real);
        } else {
            reals[index] = dtype.round(real);
        }
    }

    void put(int index, double real, double imaginary) {
        reals[index] = dtype.round(real);
        imaginaries[index] = dtype.round(imaginary);
    }

    /** Keeps the type's lowest bits. */
    void put(int index, long integer) {
        if (integers != null) {
            integers[index] = dtype.wrap(integer);
        } else {
            reals[index] = dtype.round((double) integer);
        }
    }

    void put(int index, Number value) {
        if (value instanceof Long integer) {
            put(index, (long) integer);
        } else {
            put(index, value.doubleValue());
        }
    }

    /** Copies one element of a value of the same type. */
    void copy(int index, Elements source, int from) {
        if (integers != null) {
            integers[index] = source.integers[from];
        } else {
            reals[index] = source.reals[from];
            if (imaginaries != null) {
                imaginaries[index] = source.imaginaries[from];
            }
        }
    }

    double real(int index) {
        return integers != null ? integers[index] : reals[index];
    }

    private long saturate(double value) {
        return switch (dtype) {
            case BOOL -> value != 0 ? 1 : 0;
            case UINT8 -> Math.clamp((long) value, 0, 255);
            case INT8 -> Math.clamp((long) value, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case INT16 -> Math.clamp((long) value, Short.MIN_VALUE, Short.MAX_VALUE);
            case INT32 -> (int) value;
            case INT64 -> (long) value;
            case FLOAT16, BFLOAT16, FLOAT32, FLOAT64, COMPLEX64 -> throw new IllegalStateException(dtype.toString());
        };
    }

    static Elements read(DType dtype, MemorySegment memory) {
        var elements = new Elements(dtype, memory.byteSize() / dtype.bytes());
        for (int i = 0; i < elements.size(); i++) {
            switch (dtype) {
                case BOOL, UINT8 -> elements.integers[i] = memory.get(JAVA_BYTE, i) & 0xff;
                case INT8 -> elements.integers[i] = memory.get(JAVA_BYTE, i);
                case INT16 -> elements.integers[i] = memory.get(JAVA_SHORT_UNALIGNED, 2L * i);
                case INT32 -> elements.integers[i] = memory.get(JAVA_INT_UNALIGNED, 4L * i);
                case INT64 -> elements.integers[i] = memory.get(JAVA_LONG_UNALIGNED, 8L * i);
                case FLOAT16 -> elements.reals[i] = Float.float16ToFloat(memory.get(JAVA_SHORT_UNALIGNED, 2L * i));
                case BFLOAT16 ->
                    elements.reals[i] = Float.intBitsToFloat(memory.get(JAVA_SHORT_UNALIGNED, 2L * i) << 16);
                case FLOAT32 -> elements.reals[i] = memory.get(JAVA_FLOAT_UNALIGNED, 4L * i);
                case FLOAT64 -> elements.reals[i] = memory.get(JAVA_DOUBLE_UNALIGNED, 8L * i);
                case COMPLEX64 -> {
                    elements.reals[i] = memory.get(JAVA_FLOAT_UNALIGNED, 8L * i);
                    elements.imaginaries[i] = memory.get(JAVA_FLOAT_UNALIGNED, 8L * i + 4);
                }
            }
        }
        return elements;
    }

    void write(MemorySegment memory) {
        for (int i = 0; i < size(); i++) {
            switch (dtype) {
                case BOOL, UINT8, INT8 -> memory.set(JAVA_BYTE, i, (byte) integers[i]);
                case INT16 -> memory.set(JAVA_SHORT_UNALIGNED, 2L * i, (short) integers[i]);
                case INT32 -> memory.set(JAVA_INT_UNALIGNED, 4L * i, (int) integers[i]);
                case INT64 -> memory.set(JAVA_LONG_UNALIGNED, 8L * i, integers[i]);
                case FLOAT16 -> memory.set(JAVA_SHORT_UNALIGNED, 2L * i, DType.halfOf(reals[i]));
                case BFLOAT16 -> memory.set(JAVA_SHORT_UNALIGNED, 2L * i, (short) DType.bfloat16Of(reals[i]));
                case FLOAT32 -> memory.set(JAVA_FLOAT_UNALIGNED, 4L * i, (float) reals[i]);
                case FLOAT64 -> memory.set(JAVA_DOUBLE_UNALIGNED, 8L * i, reals[i]);
                case COMPLEX64 -> {
                    memory.set(JAVA_FLOAT_UNALIGNED, 8L * i, (float) reals[i]);
                    memory.set(JAVA_FLOAT_UNALIGNED, 8L * i + 4, (float) imaginaries[i]);
                }
            }
        }
    }
}
