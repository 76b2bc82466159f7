package io.xianka.tensor.product;

import io.xianka.tensor.DType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Elements of a floating-point type in host memory, read and written as double. */
record HostNumbers(DType type, MemorySegment memory) {

    static HostNumbers allocate(DType type, long elements) {
        return new HostNumbers(type, Arena.ofAuto().allocate(Math.max(1, elements) * type.bytes(), 16));
    }

    /** Normal numbers with mean 0, rounded to the type. */
    static HostNumbers random(DType type, long elements, RandomGenerator random) {
        HostNumbers numbers = allocate(type, elements);
        for (long i = 0; i < elements; i++) {
            numbers.set(i, random.nextGaussian());
        }
        return numbers;
    }

    /** NaN everywhere, so that what was not written shows. */
    static HostNumbers poisoned(DType type, long elements) {
        HostNumbers numbers = allocate(type, elements);
        numbers.memory.fill((byte) 0xff);
        return numbers;
    }

    long count() {
        return memory.byteSize() / type.bytes();
    }

    /** All of them, for loops that read each often. */
    double[] toDoubles() {
        double[] all = new double[Math.toIntExact(count())];
        Arrays.setAll(all, this::get);
        return all;
    }

    double get(long i) {
        return switch (type) {
            case FLOAT64 -> memory.getAtIndex(ValueLayout.JAVA_DOUBLE, i);
            case FLOAT32 -> memory.getAtIndex(ValueLayout.JAVA_FLOAT, i);
            case FLOAT16 -> Float.float16ToFloat(memory.getAtIndex(ValueLayout.JAVA_SHORT, i));
            case BFLOAT16 -> Float.intBitsToFloat(memory.getAtIndex(ValueLayout.JAVA_SHORT, i) << 16);
            default -> throw new IllegalArgumentException("" + type);
        };
    }

    void set(long i, double value) {
        switch (type) {
            case FLOAT64 -> memory.setAtIndex(ValueLayout.JAVA_DOUBLE, i, value);
            case FLOAT32 -> memory.setAtIndex(ValueLayout.JAVA_FLOAT, i, (float) value);
            case FLOAT16 -> memory.setAtIndex(ValueLayout.JAVA_SHORT, i, Float.floatToFloat16((float) value));
            case BFLOAT16 -> {
                int bits = Float.floatToRawIntBits((float) value);
                memory.setAtIndex(ValueLayout.JAVA_SHORT, i, (short) ((bits + 0x7fff + (bits >>> 16 & 1)) >>> 16));
            }
            default -> throw new IllegalArgumentException("" + type);
        }
    }

    /** Half the distance between neighbours around 1. */
    static double rounding(DType type) {
        return switch (type) {
            case FLOAT64 -> 0x1p-53;
            case FLOAT32 -> 0x1p-24;
            case FLOAT16 -> 0x1p-11;
            case BFLOAT16 -> 0x1p-8;
            default -> throw new IllegalArgumentException("" + type);
        };
    }
}
