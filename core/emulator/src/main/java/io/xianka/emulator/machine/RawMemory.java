package io.xianka.emulator.machine;

import io.xianka.driver.memory.AddressSpace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * Reads and writes at addresses of this process that {@link BlockContext#locate} has checked; nothing is checked here. Plain
 * accesses as Java's, {@code volatile} ones sequentially consistent, which is at least what any PTX order asks for.
 */
public final class RawMemory {
    /**
     * Addresses of this process have at most 48 bits. Said to the JIT compiler by this mask, it drops its own bounds check
     * of the segment.
     */
    public static final long ADDRESS_MASK = (1L << 48) - 1;

    private static final MemorySegment WHOLE = AddressSpace.whole();
    private static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle();
    private static final VarHandle SHORT = ValueLayout.JAVA_SHORT.varHandle();
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private RawMemory() {}

    public static byte getByte(long host) {
        return WHOLE.get(ValueLayout.JAVA_BYTE, host & ADDRESS_MASK);
    }

    public static short getShort(long host) {
        return WHOLE.get(ValueLayout.JAVA_SHORT_UNALIGNED, host & ADDRESS_MASK);
    }

    public static int getInt(long host) {
        return WHOLE.get(ValueLayout.JAVA_INT_UNALIGNED, host & ADDRESS_MASK);
    }

    public static long getLong(long host) {
        return WHOLE.get(ValueLayout.JAVA_LONG_UNALIGNED, host & ADDRESS_MASK);
    }

    public static float getFloat(long host) {
        return WHOLE.get(ValueLayout.JAVA_FLOAT_UNALIGNED, host & ADDRESS_MASK);
    }

    public static double getDouble(long host) {
        return WHOLE.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, host & ADDRESS_MASK);
    }

    public static void putByte(long host, byte value) {
        WHOLE.set(ValueLayout.JAVA_BYTE, host & ADDRESS_MASK, value);
    }

    public static void putShort(long host, short value) {
        WHOLE.set(ValueLayout.JAVA_SHORT_UNALIGNED, host & ADDRESS_MASK, value);
    }

    public static void putInt(long host, int value) {
        WHOLE.set(ValueLayout.JAVA_INT_UNALIGNED, host & ADDRESS_MASK, value);
    }

    public static void putLong(long host, long value) {
        WHOLE.set(ValueLayout.JAVA_LONG_UNALIGNED, host & ADDRESS_MASK, value);
    }

    public static void putFloat(long host, float value) {
        WHOLE.set(ValueLayout.JAVA_FLOAT_UNALIGNED, host & ADDRESS_MASK, value);
    }

    public static void putDouble(long host, double value) {
        WHOLE.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, host & ADDRESS_MASK, value);
    }

    // ---- in rows whose beginning was masked: that is all HotSpot needs to know

    public static byte getByteInRow(long host) {
        return WHOLE.get(ValueLayout.JAVA_BYTE, host);
    }

    public static short getShortInRow(long host) {
        return WHOLE.get(ValueLayout.JAVA_SHORT_UNALIGNED, host);
    }

    public static int getIntInRow(long host) {
        return WHOLE.get(ValueLayout.JAVA_INT_UNALIGNED, host);
    }

    public static long getLongInRow(long host) {
        return WHOLE.get(ValueLayout.JAVA_LONG_UNALIGNED, host);
    }

    public static float getFloatInRow(long host) {
        return WHOLE.get(ValueLayout.JAVA_FLOAT_UNALIGNED, host);
    }

    public static double getDoubleInRow(long host) {
        return WHOLE.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, host);
    }

    public static void putByteInRow(long host, byte value) {
        WHOLE.set(ValueLayout.JAVA_BYTE, host, value);
    }

    public static void putShortInRow(long host, short value) {
        WHOLE.set(ValueLayout.JAVA_SHORT_UNALIGNED, host, value);
    }

    public static void putIntInRow(long host, int value) {
        WHOLE.set(ValueLayout.JAVA_INT_UNALIGNED, host, value);
    }

    public static void putLongInRow(long host, long value) {
        WHOLE.set(ValueLayout.JAVA_LONG_UNALIGNED, host, value);
    }

    public static void putFloatInRow(long host, float value) {
        WHOLE.set(ValueLayout.JAVA_FLOAT_UNALIGNED, host, value);
    }

    public static void putDoubleInRow(long host, double value) {
        WHOLE.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, host, value);
    }

    /** This memory as a buffer, in big-endian order as buffers are at first. */
    static ByteBuffer buffer(long host, int bytes) {
        return WHOLE.asSlice(host, bytes).asByteBuffer();
    }

    /** Copies the first {@code count} bytes into an array. */
    public static void copy(long host, byte[] target, int count) {
        MemorySegment.copy(WHOLE, ValueLayout.JAVA_BYTE, host & ADDRESS_MASK, target, 0, count);
    }

    /** Copies {@code count} values into an array, from index {@code from} on. */
    public static void copy(long host, int[] target, int from, int count) {
        MemorySegment.copy(WHOLE, ValueLayout.JAVA_INT_UNALIGNED, host & ADDRESS_MASK, target, from, count);
    }

    /** Copies {@code count} values of an array, from index {@code from} on. */
    public static void copy(int[] source, int from, long host, int count) {
        MemorySegment.copy(source, from, WHOLE, ValueLayout.JAVA_INT_UNALIGNED, host & ADDRESS_MASK, count);
    }

    /** Copies {@code count} values into an array, from index {@code from} on. */
    public static void copy(long host, long[] target, int from, int count) {
        MemorySegment.copy(WHOLE, ValueLayout.JAVA_LONG_UNALIGNED, host & ADDRESS_MASK, target, from, count);
    }

    /** Copies {@code count} values of an array, from index {@code from} on. */
    public static void copy(long[] source, int from, long host, int count) {
        MemorySegment.copy(source, from, WHOLE, ValueLayout.JAVA_LONG_UNALIGNED, host & ADDRESS_MASK, count);
    }

    /** Copies {@code count} values into an array, from index {@code from} on. */
    public static void copy(long host, float[] target, int from, int count) {
        MemorySegment.copy(WHOLE, ValueLayout.JAVA_FLOAT_UNALIGNED, host & ADDRESS_MASK, target, from, count);
    }

    /** Copies {@code count} values of an array, from index {@code from} on. */
    public static void copy(float[] source, int from, long host, int count) {
        MemorySegment.copy(source, from, WHOLE, ValueLayout.JAVA_FLOAT_UNALIGNED, host & ADDRESS_MASK, count);
    }

    /** Copies {@code count} values into an array, from index {@code from} on. */
    public static void copy(long host, double[] target, int from, int count) {
        MemorySegment.copy(WHOLE, ValueLayout.JAVA_DOUBLE_UNALIGNED, host & ADDRESS_MASK, target, from, count);
    }

    /** Copies {@code count} values of an array, from index {@code from} on. */
    public static void copy(double[] source, int from, long host, int count) {
        MemorySegment.copy(source, from, WHOLE, ValueLayout.JAVA_DOUBLE_UNALIGNED, host & ADDRESS_MASK, count);
    }

    public static byte getByteVolatile(long host) {
        return (byte) BYTE.getVolatile(WHOLE, host & ADDRESS_MASK);
    }

    public static short getShortVolatile(long host) {
        return (short) SHORT.getVolatile(WHOLE, host & ADDRESS_MASK);
    }

    public static int getIntVolatile(long host) {
        return (int) INT.getVolatile(WHOLE, host & ADDRESS_MASK);
    }

    public static long getLongVolatile(long host) {
        return (long) LONG.getVolatile(WHOLE, host & ADDRESS_MASK);
    }

    public static void putByteVolatile(long host, byte value) {
        BYTE.setVolatile(WHOLE, host & ADDRESS_MASK, value);
    }

    public static void putShortVolatile(long host, short value) {
        SHORT.setVolatile(WHOLE, host & ADDRESS_MASK, value);
    }

    public static void putIntVolatile(long host, int value) {
        INT.setVolatile(WHOLE, host & ADDRESS_MASK, value);
    }

    public static void putLongVolatile(long host, long value) {
        LONG.setVolatile(WHOLE, host & ADDRESS_MASK, value);
    }

    /** Returns what was there before. */
    public static int addInt(long host, int value) {
        return (int) INT.getAndAdd(WHOLE, host & ADDRESS_MASK, value);
    }

    /** Returns what was there before. */
    public static long addLong(long host, long value) {
        return (long) LONG.getAndAdd(WHOLE, host & ADDRESS_MASK, value);
    }

    /** Returns what was there before. */
    public static int exchangeInt(long host, int value) {
        return (int) INT.getAndSet(WHOLE, host & ADDRESS_MASK, value);
    }

    /** Returns what was there before. */
    public static long exchangeLong(long host, long value) {
        return (long) LONG.getAndSet(WHOLE, host & ADDRESS_MASK, value);
    }

    /** Returns what was there: {@code expected} if the value was stored. */
    public static int compareAndExchangeInt(long host, int expected, int value) {
        return (int) INT.compareAndExchange(WHOLE, host & ADDRESS_MASK, expected, value);
    }

    /** Returns what was there: {@code expected} if the value was stored. */
    public static long compareAndExchangeLong(long host, long expected, long value) {
        return (long) LONG.compareAndExchange(WHOLE, host & ADDRESS_MASK, expected, value);
    }

    /** Of 16 bits, by the word around them; returns what was there. */
    public static short compareAndExchangeShort(long host, short expected, short value) {
        long word = host & ~3L;
        int shift = (int) (host & 2) * 8;
        int mask = 0xffff << shift;
        while (true) {
            int before = getIntVolatile(word);
            short there = (short) (before >>> shift);
            if (there != expected) {
                return there;
            }
            int after = (before & ~mask) | ((value & 0xffff) << shift);
            if (compareAndExchangeInt(word, before, after) == before) {
                return there;
            }
        }
    }
}
