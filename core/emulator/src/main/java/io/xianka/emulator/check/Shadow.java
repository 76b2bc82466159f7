package io.xianka.emulator.check;

/**
 * Who wrote and read each granule of a memory last: the last write, and two reads that nothing orders. A granule has sixteen bytes
 * until a smaller access comes.
 */
final class Shadow {
    static final int PAGE_SHIFT = 10;
    static final int PAGE_MASK = (1 << PAGE_SHIFT) - 1;

    private final long bytes;

    /** A granule has {@code 1 << shift} bytes. */
    int shift = 4;

    Page[] writes;
    Page[] reads;
    Page[] otherReads;

    /** Stamps, and the points where they were made. */
    static final class Page {
        final long[] stamps = new long[1 << PAGE_SHIFT];
        final int[] points = new int[1 << PAGE_SHIFT];
    }

    Shadow(long bytes) {
        this.bytes = bytes;
        clear();
    }

    void clear() {
        int pages = Math.toIntExact((bytes >>> shift >>> PAGE_SHIFT) + 1);
        writes = new Page[pages];
        reads = new Page[pages];
        otherReads = new Page[pages];
    }

    static Page page(Page[] pages, int number) {
        Page page = pages[number];
        if (page == null) {
            page = new Page();
            pages[number] = page;
        }
        return page;
    }

    /** Makes granules smaller, so that each belongs to one access. */
    void refine(int accessBytes) {
        int finer = Integer.numberOfTrailingZeros(accessBytes);
        int factor = shift - finer;
        Page[][] old = {writes, reads, otherReads};
        shift = finer;
        clear();
        Page[][] fine = {writes, reads, otherReads};
        for (int kind = 0; kind < old.length; kind++) {
            for (int p = 0; p < old[kind].length; p++) {
                if (old[kind][p] != null) {
                    spread(old[kind][p], p, fine[kind], factor);
                }
            }
        }
    }

    private static void spread(Page from, int number, Page[] to, int factor) {
        for (int i = 0; i <= PAGE_MASK; i++) {
            for (int part = 0; from.stamps[i] != 0 && part < 1 << factor; part++) {
                long granule = (((long) number << PAGE_SHIFT) + i << factor) + part;
                if (granule >>> PAGE_SHIFT < to.length) {
                    Page page = page(to, (int) (granule >>> PAGE_SHIFT));
                    page.stamps[(int) granule & PAGE_MASK] = from.stamps[i];
                    page.points[(int) granule & PAGE_MASK] = from.points[i];
                }
            }
        }
    }
}
