package io.xianka.emulator.check;

/** What the tracks of a {@link Shadow} know of whole rows, side by side: an access then looks at one place. */
final class ShadowRows {
    private static final int TRACKS_SHIFT = 2;

    private final int count;
    private final long[] stamps;
    private final int[] notes;

    ShadowRows(int count) {
        this.count = count;
        this.stamps = new long[count << TRACKS_SHIFT];
        this.notes = new int[count << TRACKS_SHIFT];
    }

    int count() {
        return count;
    }

    long stamp(int row, int track) {
        return stamps[(row << TRACKS_SHIFT) + track];
    }

    int note(int row, int track) {
        return notes[(row << TRACKS_SHIFT) + track];
    }

    void set(int row, int track, long stamp, int note) {
        stamps[(row << TRACKS_SHIFT) + track] = stamp;
        notes[(row << TRACKS_SHIFT) + track] = note;
    }
}
