package io.xianka.tensor.cpu;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.xianka.driver.memory.AddressSpace;
import io.xianka.tensor.DType;
import java.lang.foreign.MemorySegment;

/** Elements in memory to lanes of a register and back. */
final class Elements {
    /** Offsets are addresses. */
    static final MemorySegment MEMORY = AddressSpace.whole();

    private Elements() {}

    // ------------------------------------------------------------------ neighbours

    static void load(Frame f, DType dtype, long address, Operand.Register z, int n) {
        switch (dtype) {
            case FLOAT32 -> MemorySegment.copy(MEMORY, JAVA_FLOAT_UNALIGNED, address, f.floats[z.number()], 0, n);
            case FLOAT64 -> MemorySegment.copy(MEMORY, JAVA_DOUBLE_UNALIGNED, address, f.doubles[z.number()], 0, n);
            case INT32 -> MemorySegment.copy(MEMORY, JAVA_INT_UNALIGNED, address, f.ints[z.number()], 0, n);
            case INT64 -> MemorySegment.copy(MEMORY, JAVA_LONG_UNALIGNED, address, f.longs[z.number()], 0, n);
            case FLOAT16 -> {
                MemorySegment.copy(MEMORY, JAVA_SHORT_UNALIGNED, address, f.shorts, 0, n);
                widenHalves(f.shorts, f.floats[z.number()], n);
            }
            case BFLOAT16 -> {
                MemorySegment.copy(MEMORY, JAVA_SHORT_UNALIGNED, address, f.shorts, 0, n);
                widenUpperHalves(f.shorts, f.floats[z.number()], n);
            }
            case INT16 -> {
                MemorySegment.copy(MEMORY, JAVA_SHORT_UNALIGNED, address, f.shorts, 0, n);
                widen(f.shorts, f.ints[z.number()], n);
            }
            case INT8 -> {
                MemorySegment.copy(MEMORY, JAVA_BYTE, address, f.bytes, 0, n);
                widen(f.bytes, f.ints[z.number()], n);
            }
            case BOOL, UINT8 -> {
                MemorySegment.copy(MEMORY, JAVA_BYTE, address, f.bytes, 0, n);
                widenUnsigned(f.bytes, f.ints[z.number()], n);
            }
            case COMPLEX64 -> {
                MemorySegment.copy(MEMORY, JAVA_FLOAT_UNALIGNED, address, f.pairs, 0, 2 * n);
                float[] re = f.floats[z.number()];
                float[] im = f.floats[z.imaginary()];
                for (int i = 0; i < n; i++) {
                    re[i] = f.pairs[2 * i];
                    im[i] = f.pairs[2 * i + 1];
                }
            }
        }
    }

    static void store(Frame f, DType dtype, Operand.Register x, long address, int n) {
        switch (dtype) {
            case FLOAT32 -> MemorySegment.copy(f.floats[x.number()], 0, MEMORY, JAVA_FLOAT_UNALIGNED, address, n);
            case FLOAT64 -> MemorySegment.copy(f.doubles[x.number()], 0, MEMORY, JAVA_DOUBLE_UNALIGNED, address, n);
            case INT32 -> MemorySegment.copy(f.ints[x.number()], 0, MEMORY, JAVA_INT_UNALIGNED, address, n);
            case INT64 -> MemorySegment.copy(f.longs[x.number()], 0, MEMORY, JAVA_LONG_UNALIGNED, address, n);
            case FLOAT16, BFLOAT16, INT16 -> {
                narrowToShorts(f, dtype, x, n);
                MemorySegment.copy(f.shorts, 0, MEMORY, JAVA_SHORT_UNALIGNED, address, n);
            }
            case INT8, BOOL, UINT8 -> {
                int[] from = f.ints[x.number()];
                for (int i = 0; i < n; i++) {
                    f.bytes[i] = (byte) from[i];
                }
                MemorySegment.copy(f.bytes, 0, MEMORY, JAVA_BYTE, address, n);
            }
            case COMPLEX64 -> {
                float[] re = f.floats[x.number()];
                float[] im = f.floats[x.imaginary()];
                for (int i = 0; i < n; i++) {
                    f.pairs[2 * i] = re[i];
                    f.pairs[2 * i + 1] = im[i];
                }
                MemorySegment.copy(f.pairs, 0, MEMORY, JAVA_FLOAT_UNALIGNED, address, 2 * n);
            }
        }
    }

    private static void widenHalves(short[] from, float[] to, int n) {
        for (int i = 0; i < n; i++) {
            to[i] = Float.float16ToFloat(from[i]);
        }
    }

    private static void widenUpperHalves(short[] from, float[] to, int n) {
        for (int i = 0; i < n; i++) {
            to[i] = Float.intBitsToFloat(from[i] << 16);
        }
    }

    private static void widen(short[] from, int[] to, int n) {
        for (int i = 0; i < n; i++) {
            to[i] = from[i];
        }
    }

    private static void widen(byte[] from, int[] to, int n) {
        for (int i = 0; i < n; i++) {
            to[i] = from[i];
        }
    }

    private static void widenUnsigned(byte[] from, int[] to, int n) {
        for (int i = 0; i < n; i++) {
            to[i] = from[i] & 0xff;
        }
    }

    private static void narrowToShorts(Frame f, DType dtype, Operand.Register x, int n) {
        short[] to = f.shorts;
        if (dtype == DType.INT16) {
            int[] from = f.ints[x.number()];
            for (int i = 0; i < n; i++) {
                to[i] = (short) from[i];
            }
        } else if (dtype == DType.FLOAT16) {
            float[] from = f.floats[x.number()];
            for (int i = 0; i < n; i++) {
                to[i] = Float.floatToFloat16(from[i]);
            }
        } else {
            float[] from = f.floats[x.number()];
            for (int i = 0; i < n; i++) {
                to[i] = (short) Conversion.bfloat16(from[i]);
            }
        }
    }

    // ------------------------------------------------------------------ anywhere

    /** Each lane from its own place, counted in elements. */
    static void gather(Frame f, DType dtype, long address, long[] places, Operand.Register z, int n) {
        switch (dtype) {
            case FLOAT32 -> {
                float[] to = f.floats[z.number()];
                for (int i = 0; i < n; i++) {
                    to[i] = MEMORY.get(JAVA_FLOAT_UNALIGNED, address + 4 * places[i]);
                }
            }
            case FLOAT64 -> {
                double[] to = f.doubles[z.number()];
                for (int i = 0; i < n; i++) {
                    to[i] = MEMORY.get(JAVA_DOUBLE_UNALIGNED, address + 8 * places[i]);
                }
            }
            case INT32 -> {
                int[] to = f.ints[z.number()];
                for (int i = 0; i < n; i++) {
                    to[i] = MEMORY.get(JAVA_INT_UNALIGNED, address + 4 * places[i]);
                }
            }
            case INT64 -> {
                long[] to = f.longs[z.number()];
                for (int i = 0; i < n; i++) {
                    to[i] = MEMORY.get(JAVA_LONG_UNALIGNED, address + 8 * places[i]);
                }
            }
            case FLOAT16 -> {
                float[] to = f.floats[z.number()];
                for (int i = 0; i < n; i++) {
                    to[i] = Float.float16ToFloat(MEMORY.get(JAVA_SHORT_UNALIGNED, address + 2 * places[i]));
                }
            }
            case BFLOAT16 -> {
                float[] to = f.floats[z.number()];
                for (int i = 0; i < n; i++) {
                    to[i] = Float.intBitsToFloat(MEMORY.get(JAVA_SHORT_UNALIGNED, address + 2 * places[i]) << 16);
                }
            }
            case INT16 -> {
                int[] to = f.ints[z.number()];
                for (int i = 0; i < n; i++) {
                    to[i] = MEMORY.get(JAVA_SHORT_UNALIGNED, address + 2 * places[i]);
                }
            }
            case INT8 -> {
                int[] to = f.ints[z.number()];
                for (int i = 0; i < n; i++) {
                    to[i] = MEMORY.get(JAVA_BYTE, address + places[i]);
                }
            }
            case BOOL, UINT8 -> {
                int[] to = f.ints[z.number()];
                for (int i = 0; i < n; i++) {
                    to[i] = MEMORY.get(JAVA_BYTE, address + places[i]) & 0xff;
                }
            }
            case COMPLEX64 -> {
                float[] re = f.floats[z.number()];
                float[] im = f.floats[z.imaginary()];
                for (int i = 0; i < n; i++) {
                    re[i] = MEMORY.get(JAVA_FLOAT_UNALIGNED, address + 8 * places[i]);
                    im[i] = MEMORY.get(JAVA_FLOAT_UNALIGNED, address + 8 * places[i] + 4);
                }
            }
        }
    }

    /** Each lane to its own place, counted in elements. */
    static void scatter(Frame f, DType dtype, Operand.Register x, long address, long[] places, int n) {
        switch (dtype) {
            case FLOAT32 -> {
                float[] from = f.floats[x.number()];
                for (int i = 0; i < n; i++) {
                    MEMORY.set(JAVA_FLOAT_UNALIGNED, address + 4 * places[i], from[i]);
                }
            }
            case FLOAT64 -> {
                double[] from = f.doubles[x.number()];
                for (int i = 0; i < n; i++) {
                    MEMORY.set(JAVA_DOUBLE_UNALIGNED, address + 8 * places[i], from[i]);
                }
            }
            case INT32 -> {
                int[] from = f.ints[x.number()];
                for (int i = 0; i < n; i++) {
                    MEMORY.set(JAVA_INT_UNALIGNED, address + 4 * places[i], from[i]);
                }
            }
            case INT64 -> {
                long[] from = f.longs[x.number()];
                for (int i = 0; i < n; i++) {
                    MEMORY.set(JAVA_LONG_UNALIGNED, address + 8 * places[i], from[i]);
                }
            }
            case FLOAT16, BFLOAT16, INT16 -> {
                narrowToShorts(f, dtype, x, n);
                for (int i = 0; i < n; i++) {
                    MEMORY.set(JAVA_SHORT_UNALIGNED, address + 2 * places[i], f.shorts[i]);
                }
            }
            case INT8, BOOL, UINT8 -> {
                int[] from = f.ints[x.number()];
                for (int i = 0; i < n; i++) {
                    MEMORY.set(JAVA_BYTE, address + places[i], (byte) from[i]);
                }
            }
            case COMPLEX64 -> {
                float[] re = f.floats[x.number()];
                float[] im = f.floats[x.imaginary()];
                for (int i = 0; i < n; i++) {
                    MEMORY.set(JAVA_FLOAT_UNALIGNED, address + 8 * places[i], re[i]);
                    MEMORY.set(JAVA_FLOAT_UNALIGNED, address + 8 * places[i] + 4, im[i]);
                }
            }
        }
    }
}
