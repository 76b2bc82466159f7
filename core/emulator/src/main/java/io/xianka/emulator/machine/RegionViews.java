package io.xianka.emulator.machine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * The memory of a region as buffers of each type, for rows that were checked. HotSpot makes better code of loops over direct
 * buffers than of any other access to native memory: a third of the time of {@link RawMemory}'s, and vectors where the loop only
 * reads them.
 *
 * <p>Buffers hold less than 2 GiB, so a region has several that overlap: any row of up to 1 GiB lies in the one that its
 * first byte chooses.
 */
public final class RegionViews {
    private static final int SPACING_SHIFT = 30;
    private static final long MOST_BYTES = (1L << 31) - 16;

    /** The bytes that a row may span, from its first on. */
    public static final long ROW_BYTES = 1L << SPACING_SHIFT;

    private final IntBuffer[] ints;
    private final LongBuffer[] longs;
    private final FloatBuffer[] floats;
    private final DoubleBuffer[] doubles;

    RegionViews(MemoryRegion region) {
        int count = (int) ((region.bytes >>> SPACING_SHIFT) + 1);
        ByteBuffer[] windows = new ByteBuffer[count];
        for (int i = 0; i < count; i++) {
            long offset = (long) i << SPACING_SHIFT;
            windows[i] = RawMemory.buffer(region.host + offset, (int) Math.min(region.bytes - offset, MOST_BYTES));
        }
        ints = viewed(windows, ByteBuffer::asIntBuffer, IntBuffer[]::new);
        longs = viewed(windows, ByteBuffer::asLongBuffer, LongBuffer[]::new);
        floats = viewed(windows, ByteBuffer::asFloatBuffer, FloatBuffer[]::new);
        doubles = viewed(windows, ByteBuffer::asDoubleBuffer, DoubleBuffer[]::new);
    }

    private static <T> T[] viewed(ByteBuffer[] windows, Function<ByteBuffer, T> view, IntFunction<T[]> newArray) {
        T[] views = newArray.apply(windows.length);
        for (int i = 0; i < windows.length; i++) {
            views[i] = view.apply(windows[i].order(ByteOrder.nativeOrder()));
        }
        return views;
    }

    /** The buffer that holds a row beginning {@code offset} bytes into the region. */
    public IntBuffer ints(long offset) {
        return ints[(int) (offset >>> SPACING_SHIFT)];
    }

    /** As {@link #ints}. */
    public LongBuffer longs(long offset) {
        return longs[(int) (offset >>> SPACING_SHIFT)];
    }

    /** As {@link #ints}. */
    public FloatBuffer floats(long offset) {
        return floats[(int) (offset >>> SPACING_SHIFT)];
    }

    /** As {@link #ints}. */
    public DoubleBuffer doubles(long offset) {
        return doubles[(int) (offset >>> SPACING_SHIFT)];
    }

    /** Where in that buffer the row begins, in values of {@code 1 << shift} bytes. */
    public static int index(long offset, int shift) {
        return (int) (offset & (ROW_BYTES - 1)) >>> shift;
    }
}
