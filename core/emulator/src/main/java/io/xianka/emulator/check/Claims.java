package io.xianka.emulator.check;

import io.xianka.emulator.machine.MemoryRegion;
import io.xianka.emulator.machine.RawMemory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Who touches an allocation in a launch whose blocks run side by side. A place belongs to the lane that touches it first; others may
 * follow as far as nothing can come of it: reads, threads of the same block behind its next barrier, and atomic operations among
 * themselves. All else is refused, and no finding: it says only that the launch must be looked at more closely, in order.
 *
 * <p>What is written first is saved before, so that a launch can be undone.
 *
 * <p>A row of memory has one word, which is changed by compare-and-set alone. Lanes side by side are one owner of it; where a
 * part of a row is touched it counts as touched by the same lanes in a line with the others. Where that is too coarse for an allocation it
 * gets a finer {@link Grain}.
 *
 * <p>A word, from the top: block + 1 in 28 bits, as in a {@link Stamp}; which thread has the row's first granule, plus a bias, in 11;
 * the count of the block's barriers in 17; the size of accesses in 3; written, written since the last barrier, and what it is in 3.
 */
final class Claims {
    /** What a lane does. */
    enum Touch {
        READ,
        /** A read that goes on: whoever writes there later may be too early. */
        ASYNCHRONOUS_READ,
        WRITE,
        ATOMIC
    }

    /** What has a word of its own. */
    enum Grain {
        /** What a block of many threads touches side by side: 1024 bytes. Each word costs as much as a dozen rows of the processor's vectors. */
        LONG_ROW(10),
        /** What a warp touches side by side: 128 bytes. */
        ROW(7),
        /** Four bytes in rows where that is needed. */
        PLACE(7);

        private final int rowShift;

        Grain(int rowShift) {
            this.rowShift = rowShift;
        }

        /** The coarsest that blocks of so many threads in x will hardly need finer. */
        static Grain ofBlocks(int threads) {
            return threads << GRANULE_SHIFT >= 1 << LONG_ROW.rowShift ? LONG_ROW : ROW;
        }
    }

    private static final int GRANULE_SHIFT = 2;

    private static final int BLOCK_SHIFT = 36;
    private static final int THREAD_SHIFT = 25;
    private static final int THREAD_BIAS = 256;
    private static final int EPOCH_SHIFT = 8;
    private static final long EPOCH_MASK = ((1L << 17) - 1) << EPOCH_SHIFT;
    private static final int SIZE_SHIFT = 5;

    /** The block wrote there. */
    private static final long WRITTEN = 16;

    /** ... since its last barrier. */
    private static final long FRESH = 8;

    /** 0 where lanes side by side touched it, each its own part; else one of those that follow. */
    private static final long KIND = 7;

    /** Several lanes of the block read it since its last barrier. */
    private static final long BLOCK = 1;

    /** Several blocks read it. */
    private static final long BLOCKS = 2;

    /** Atomic operations, of whatever blocks. */
    private static final long ATOMIC = 3;

    /** Each granule has a word of its own. */
    private static final long SPLIT = 4;

    private static final long REFUSED = 0;

    /** What a page held is saved as a whole, before anything in it is written. */
    private static final int PAGE_SHIFT = 12;

    private static final int PAGE_BYTES = 1 << PAGE_SHIFT;

    final Allocation allocation;
    private final MemoryRegion region;

    /** Rows have {@code 1 << rowShift} bytes. */
    private final int rowShift;

    private final int granulesShift;
    private final int granulesOfRow;
    private final AtomicLongArray rows;
    private AtomicReferenceArray<AtomicLongArray> granules;

    /** By page: what it held. */
    private final SavedPage[] saved;

    /** By page: the launch that saved it, by {@link #first}; negative while it does. */
    private final AtomicLongArray savers;

    /** Whose they are now; null for nobody. */
    volatile WatchedLaunch launch;

    /** The number of the launch's first block, plus 1. */
    private long first;

    private long readByBlocks;
    private boolean isFine;

    /** Whether reads need no claim, because nobody will write: the kernel did not the last time. */
    private boolean isOnlyRead;

    private volatile boolean isChanged;

    /** Of what is saved. */
    private final AtomicLong reserved;

    /** Bytes, and which of them were written; null where all were. */
    private static final class SavedPage {
        private final byte[] bytes = new byte[PAGE_BYTES];
        private long[] written;
    }

    /** @param before those that these replace, which no launch has; null for none */
    Claims(Allocation allocation, MemoryRegion region, Grain grain, Claims before) {
        this.allocation = allocation;
        this.region = region;
        this.rowShift = grain.rowShift;
        this.granulesShift = rowShift - GRANULE_SHIFT;
        this.granulesOfRow = 1 << granulesShift;
        int count = Math.toIntExact((region.bytes + (1L << rowShift) - 1) >>> rowShift);
        this.rows = new AtomicLongArray(count);
        int pages = Math.toIntExact((region.bytes + PAGE_BYTES - 1) >>> PAGE_SHIFT);
        this.saved = before == null ? new SavedPage[pages] : before.saved;
        this.savers = before == null ? new AtomicLongArray(pages) : before.savers;
        this.reserved = before == null ? new AtomicLong() : before.reserved;
    }

    /** Whether they do for an allocation that needs a grain. */
    boolean areAsFineAs(Grain grain) {
        return rowShift <= grain.rowShift;
    }

    /** Belongs to a launch from now on. */
    void begin(WatchedLaunch next) {
        first = next.numbers.first() + 1;
        readByBlocks = common(BLOCKS);
        isFine = allocation.grain == Grain.PLACE;
        isOnlyRead = next.kernelSymbol().equals(allocation.onlyReadBy);
        isChanged = false;
        launch = next;
    }

    /** The launch is over, and what it did stays. */
    void end() {
        allocation.onlyReadBy = isChanged ? null : launch.kernelSymbol();
        launch = null;
    }

    /** Takes care that the launch, which is to be undone, is not refused the same again; false where that cannot be. */
    boolean becomeFiner() {
        if (isOnlyRead) {
            allocation.onlyReadBy = null;
            return true;
        }
        if (isFine) {
            return false;
        }
        allocation.refine(rowShift > Grain.ROW.rowShift ? Grain.ROW : Grain.PLACE);
        return true;
    }

    /** The part of a word that tells who and when, of the lanes of a block. */
    static long claimant(long block, int barriers) {
        long epoch = Math.min((long) barriers << EPOCH_SHIFT, EPOCH_MASK);
        return (block + 1) << BLOCK_SHIFT | epoch;
    }

    /**
     * Lanes side by side touch a place.
     *
     * @param bytes of each lane's access, a power of two
     * @param thread of the first lane
     * @param claimant of its block
     * @return false where it is refused
     */
    boolean touch(long offset, int bytes, int lanes, int thread, long claimant, Touch touch) {
        if (isOnlyRead) {
            return isRead(touch);
        }
        int size = Integer.numberOfTrailingZeros(bytes);
        long whole = (long) lanes << size;
        if ((offset & bytes - 1 | (offset | whole) & (1 << GRANULE_SHIFT) - 1) != 0) {
            return touchSmall(offset, bytes, lanes, thread, claimant, touch);
        }
        long granule = offset >>> GRANULE_SHIFT;
        int row = (int) (granule >>> granulesShift);
        int from = (int) granule & granulesOfRow - 1;
        int left = (int) (whole >>> GRANULE_SHIFT);
        // Threads from granule 0 of the row to the first that is touched.
        int before = from << GRANULE_SHIFT >>> size;
        int firstThread = thread - before;
        while (true) {
            int to = Math.min(granulesOfRow, from + left);
            long mine = claimant | (long) (firstThread + THREAD_BIAS) << THREAD_SHIFT | (long) size << SIZE_SHIFT;
            long word = rows.getOpaque(row);
            boolean isKnown = touch == Touch.READ
                    ? word == readByBlocks || (word & ~(WRITTEN | FRESH)) == mine
                    : touch == Touch.WRITE && word == (mine | WRITTEN | FRESH);
            if (!isKnown && !touchRow(row, from, to, mine, touch)) {
                return false;
            }
            left -= to - from;
            if (left == 0) {
                return true;
            }
            row++;
            from = 0;
            firstThread += 1 << rowShift >>> size;
        }
    }

    /** Accesses that do not fill whole granules: lane by lane, each granule as if the lane had all of it. */
    private boolean touchSmall(long offset, int bytes, int lanes, int thread, long claimant, Touch touch) {
        for (int lane = 0; lane < lanes; lane++) {
            long at = offset + (long) lane * bytes;
            long last = at + bytes - 1 >>> GRANULE_SHIFT;
            for (long granule = at >>> GRANULE_SHIFT; granule <= last; granule++) {
                int from = (int) granule & granulesOfRow - 1;
                long mine = claimant
                        | (long) (thread + lane - from + THREAD_BIAS) << THREAD_SHIFT
                        | (long) GRANULE_SHIFT << SIZE_SHIFT;
                if (!touchRow((int) (granule >>> granulesShift), from, from + 1, mine, touch)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** @param mine the word of lanes that touch the whole row as these touch a part of it */
    private boolean touchRow(int row, int from, int to, long mine, Touch touch) {
        boolean isWhole = to - from == granulesOfRow;
        while (true) {
            long word = rows.get(row);
            if (word == common(SPLIT)) {
                return touchGranules(row, from, to, mine, touch);
            }
            if (isFine && !isWhole && word != common(BLOCKS)) {
                split(row);
                continue;
            }
            long next = after(word, mine, touch);
            if (next == word) {
                return true;
            }
            if (next == REFUSED) {
                return false;
            }
            if (changes(next) && !changes(word)) {
                save(row);
            }
            if (rows.compareAndSet(row, word, next)) {
                return true;
            }
        }
    }

    /** A word that says the same of all blocks of the launch. */
    private long common(long kind) {
        return first << BLOCK_SHIFT | kind;
    }

    private boolean isOfLaunch(long word) {
        return word >>> BLOCK_SHIFT >= first;
    }

    /** Whether the launch writes to a place with this word. */
    private boolean changes(long word) {
        return isOfLaunch(word) && ((word & WRITTEN) != 0 || word == common(ATOMIC));
    }

    private static boolean isRead(Touch touch) {
        return touch == Touch.READ || touch == Touch.ASYNCHRONOUS_READ;
    }

    /** The word behind a touch; {@link #REFUSED} where something may come of it. */
    private long after(long word, long mine, Touch touch) {
        boolean isRead = isRead(touch);
        long written = touch == Touch.WRITE ? WRITTEN | FRESH : 0;
        if (!isOfLaunch(word)) {
            return switch (touch) {
                case READ, WRITE -> mine | written;
                case ASYNCHRONOUS_READ -> unending(mine);
                case ATOMIC -> common(ATOMIC);
            };
        }
        long kind = word & KIND;
        if (kind == BLOCKS) {
            return isRead ? word : REFUSED;
        }
        if (kind == ATOMIC || touch == Touch.ATOMIC) {
            return kind == ATOMIC && touch == Touch.ATOMIC ? word : REFUSED;
        }
        boolean wasWritten = (word & WRITTEN) != 0;
        if ((word ^ mine) >>> BLOCK_SHIFT != 0) {
            return isRead && !wasWritten ? common(BLOCKS) : REFUSED;
        }
        boolean isOlder = (word & EPOCH_MASK) < (mine & EPOCH_MASK);
        long who = ~(EPOCH_MASK | WRITTEN | FRESH);
        boolean isSame = ((word ^ mine) & who) == 0;
        if (touch == Touch.ASYNCHRONOUS_READ) {
            return isOlder || (word & FRESH) == 0 ? unending(mine | word & WRITTEN) : REFUSED;
        }
        if (isOlder) {
            return mine | word & WRITTEN | written;
        }
        if (isSame) {
            return word | written;
        }
        if (isRead && (word & FRESH) == 0) {
            return kind == BLOCK ? word : word & ~KIND | BLOCK;
        }
        return REFUSED;
    }

    /** Reads of the block that no barrier ends. */
    private static long unending(long word) {
        return word & ~(KIND | FRESH) | EPOCH_MASK | BLOCK;
    }

    // ---- parts of rows

    private boolean touchGranules(int row, int from, int to, long mine, Touch touch) {
        AtomicLongArray words = granules.get(row);
        for (int i = from; i < to; i++) {
            if (!touchGranule(words, row, i, ofGranule(mine, i), touch)) {
                return false;
            }
        }
        return true;
    }

    private boolean touchGranule(AtomicLongArray words, int row, int i, long mine, Touch touch) {
        while (true) {
            long word = words.get(i);
            long next = after(word, mine, touch);
            if (next == word) {
                return true;
            }
            if (next == REFUSED) {
                return false;
            }
            if (changes(next) && !changes(word)) {
                save(row);
            }
            if (words.compareAndSet(i, word, next)) {
                return true;
            }
        }
    }

    /** The word of lanes, of a row, as one of a granule: which thread has it, and of small accesses how many share it. */
    private static long ofGranule(long word, int granule) {
        int size = (int) (word >>> SIZE_SHIFT) & 7;
        long thread = (word >>> THREAD_SHIFT & 2047) + (granule << GRANULE_SHIFT >>> size);
        long rest = word & ~(2047L << THREAD_SHIFT | 7L << SIZE_SHIFT);
        return rest | thread << THREAD_SHIFT | (long) Math.min(size, GRANULE_SHIFT) << SIZE_SHIFT;
    }

    private synchronized void split(int row) {
        if (granules == null) {
            granules = new AtomicReferenceArray<>(rows.length());
        }
        AtomicLongArray words = granules.get(row);
        if (words == null) {
            reserve(granulesOfRow * Long.BYTES);
            words = new AtomicLongArray(granulesOfRow);
            granules.set(row, words);
        }
        long word;
        do {
            word = rows.get(row);
            if (word == common(SPLIT)) {
                return;
            }
            boolean isOfLanes = isOfLaunch(word) && (word & KIND) <= BLOCK;
            for (int i = 0; i < granulesOfRow; i++) {
                words.set(i, isOfLanes ? ofGranule(word, i) : isOfLaunch(word) ? word : 0);
            }
        } while (!rows.compareAndSet(row, word, common(SPLIT)));
    }

    // ---- what was there before

    /** Saves what the row's page holds, unless that was done. Whoever is to write there waits until it is. */
    private void save(int row) {
        if (!isChanged) {
            isChanged = true;
        }
        int page = row >>> PAGE_SHIFT - rowShift;
        long saver = savers.get(page);
        while (saver != first) {
            if (saver == -first) {
                Thread.yield();
            } else if (savers.compareAndSet(page, saver, -first)) {
                boolean isSaved = false;
                try {
                    savePage(page);
                    isSaved = true;
                } finally {
                    savers.setRelease(page, isSaved ? first : saver);
                }
            }
            saver = savers.get(page);
        }
    }

    private void savePage(int page) {
        if (saved[page] == null) {
            reserve(PAGE_BYTES);
            saved[page] = new SavedPage();
        }
        SavedPage into = saved[page];
        long offset = (long) page << PAGE_SHIFT;
        RawMemory.copy(region.host + offset, into.bytes, pageBytes(page));
        WrittenBytes written = allocation.written;
        into.written = written == null ? null : written.words(offset, PAGE_BYTES);
    }

    private void reserve(int bytes) {
        launch.watch.reserve(bytes);
        reserved.addAndGet(bytes);
    }

    /** What was reserved, which is no longer needed: nobody will use these again. */
    long release() {
        return reserved.getAndSet(0);
    }

    private int pageBytes(int page) {
        return (int) Math.min(PAGE_BYTES, region.bytes - ((long) page << PAGE_SHIFT));
    }

    /** Gives memory back what the launch overwrote, and the claims up. No block runs. */
    void undo() {
        for (int row = 0; row < rows.length(); row++) {
            long word = rows.get(row);
            boolean isSplit = word == common(SPLIT);
            for (int i = 0; i < granulesOfRow && (isSplit || changes(word)); i++) {
                if (!isSplit || changes(granules.get(row).get(i))) {
                    restore((long) row << rowShift | (long) i << GRANULE_SHIFT);
                }
            }
        }
        launch = null;
    }

    private void restore(long offset) {
        int page = (int) (offset >>> PAGE_SHIFT);
        if (savers.get(page) != first) {
            // What was to be written there was not.
            return;
        }
        int inPage = (int) offset & PAGE_BYTES - 1;
        int end = Math.min(inPage + (1 << GRANULE_SHIFT), pageBytes(page));
        for (int i = inPage; i < end; i++) {
            RawMemory.putByte(region.host + offset + i - inPage, saved[page].bytes[i]);
        }
        WrittenBytes written = allocation.written;
        if (written != null && saved[page].written != null) {
            written.restore(offset, 1 << GRANULE_SHIFT, saved[page].written[inPage >>> 6]);
        }
    }
}
