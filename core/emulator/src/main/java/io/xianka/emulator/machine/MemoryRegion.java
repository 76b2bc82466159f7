package io.xianka.emulator.machine;

import java.lang.foreign.MemorySegment;

/**
 * A stretch of device addresses with memory behind it: an allocation, or a window of a block. {@code address - base + host}
 * is the place in this process. Fields are public and final because generated code reads them.
 */
public final class MemoryRegion {
    /** The device address of the first byte. */
    public final long base;

    public final long bytes;

    /** {@link #bytes}, or 0 where kernels may not write. */
    public final long writableBytes;

    /** The address in this process of the first byte. */
    public final long host;

    /** What a checked device keeps of it; null on others. */
    public Object mark;

    private final MemorySegment segment;
    private final boolean isReadOnly;
    private RegionViews views;

    MemoryRegion(long base, MemorySegment segment, boolean isReadOnly) {
        this.base = base;
        this.bytes = segment.byteSize();
        this.writableBytes = isReadOnly ? 0 : bytes;
        this.host = segment.address();
        this.segment = segment;
        this.isReadOnly = isReadOnly;
    }

    /** Nowhere: every check against it fails, so a hint that holds it is looked up at first use. */
    static MemoryRegion nowhere() {
        return new MemoryRegion(-1L, MemorySegment.NULL, true);
    }

    /** The memory as a segment of exactly this size; it dies with the region. */
    public MemorySegment segment() {
        return segment;
    }

    /** The memory as buffers, which live as long as the region does. */
    public RegionViews views() {
        RegionViews known = views;
        if (known == null) {
            // Another thread may make them too; they are the same.
            known = new RegionViews(this);
            views = known;
        }
        return known;
    }

    /** Kernels may not write: a constant variable, or parameters. */
    public boolean isReadOnly() {
        return isReadOnly;
    }

    public boolean contains(long address, long accessBytes) {
        long offset = address - base;
        return offset >= 0 && offset <= bytes - accessBytes;
    }

    @Override
    public String toString() {
        return "%d bytes at 0x%x".formatted(bytes, base);
    }
}
