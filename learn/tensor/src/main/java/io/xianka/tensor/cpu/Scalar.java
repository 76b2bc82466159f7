package io.xianka.tensor.cpu;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.xianka.tensor.DType;

/** Single elements in memory, in the widest type of their kind, for operations that go element by element. */
final class Scalar {
    private Scalar() {}

    static long integer(DType dtype, long address) {
        return switch (dtype) {
            case BOOL, UINT8 -> Elements.MEMORY.get(JAVA_BYTE, address) & 0xff;
            case INT8 -> Elements.MEMORY.get(JAVA_BYTE, address);
            case INT16 -> Elements.MEMORY.get(JAVA_SHORT_UNALIGNED, address);
            case INT32 -> Elements.MEMORY.get(JAVA_INT_UNALIGNED, address);
            case INT64 -> Elements.MEMORY.get(JAVA_LONG_UNALIGNED, address);
            case FLOAT16, BFLOAT16, FLOAT32, FLOAT64, COMPLEX64 ->
                throw new IllegalStateException(dtype + " is no integer type");
        };
    }

    /** Of a complex element the real part. */
    static double real(DType dtype, long address) {
        return switch (dtype) {
            case FLOAT16 -> Float.float16ToFloat(Elements.MEMORY.get(JAVA_SHORT_UNALIGNED, address));
            case BFLOAT16 -> Float.intBitsToFloat(Elements.MEMORY.get(JAVA_SHORT_UNALIGNED, address) << 16);
            case FLOAT32, COMPLEX64 -> Elements.MEMORY.get(JAVA_FLOAT_UNALIGNED, address);
            case FLOAT64 -> Elements.MEMORY.get(JAVA_DOUBLE_UNALIGNED, address);
            case BOOL, UINT8, INT8, INT16, INT32, INT64 -> integer(dtype, address);
        };
    }

    /** An integer that lies in the type's range. */
    static void put(DType dtype, long address, long value) {
        switch (dtype) {
            case BOOL, UINT8, INT8 -> Elements.MEMORY.set(JAVA_BYTE, address, (byte) value);
            case INT16 -> Elements.MEMORY.set(JAVA_SHORT_UNALIGNED, address, (short) value);
            case INT32 -> Elements.MEMORY.set(JAVA_INT_UNALIGNED, address, (int) value);
            case INT64 -> Elements.MEMORY.set(JAVA_LONG_UNALIGNED, address, value);
            case FLOAT16, BFLOAT16, FLOAT32, FLOAT64, COMPLEX64 -> put(dtype, address, (double) value);
        }
    }

    /** Rounded to the type. */
    static void put(DType dtype, long address, double value) {
        switch (dtype) {
            case FLOAT16 -> Elements.MEMORY.set(JAVA_SHORT_UNALIGNED, address, DType.halfOf(value));
            case BFLOAT16 -> Elements.MEMORY.set(JAVA_SHORT_UNALIGNED, address, (short) DType.bfloat16Of(value));
            case FLOAT32, COMPLEX64 -> Elements.MEMORY.set(JAVA_FLOAT_UNALIGNED, address, (float) value);
            case FLOAT64 -> Elements.MEMORY.set(JAVA_DOUBLE_UNALIGNED, address, value);
            case BOOL, UINT8, INT8, INT16, INT32, INT64 -> put(dtype, address, (long) value);
        }
    }

    static long[] integers(DType dtype, Gemm.Matrix from, int rows, int columns) {
        long[] values = new long[Math.multiplyExact(rows, columns)];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                values[i * columns + j] =
                        integer(dtype, from.address() + dtype.bytes() * (i * from.down() + j * from.right()));
            }
        }
        return values;
    }

    /** Real and imaginary parts, one after the other. */
    static float[] complex(Gemm.Matrix from, int rows, int columns) {
        float[] values = new float[Math.multiplyExact(2 * rows, columns)];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                long address = from.address() + 8 * (i * from.down() + j * from.right());
                values[2 * (i * columns + j)] = Elements.MEMORY.get(JAVA_FLOAT_UNALIGNED, address);
                values[2 * (i * columns + j) + 1] = Elements.MEMORY.get(JAVA_FLOAT_UNALIGNED, address + 4);
            }
        }
        return values;
    }
}
