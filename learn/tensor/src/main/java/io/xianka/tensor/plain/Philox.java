package io.xianka.tensor.plain;

/** Philox 4x32-10 of Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3" (SC 2011). */
public final class Philox {
    private static final int MULTIPLIER_0 = 0xD2511F53;
    private static final int MULTIPLIER_1 = 0xCD9E8D57;
    private static final int WEYL_0 = 0x9E3779B9;
    private static final int WEYL_1 = 0xBB67AE85;

    private Philox() {}

    /** {@return one of the four words, 0 to 3, of a counter under a key} */
    public static int word(long key, long counter, int word) {
        int[] words = new int[4];
        words(key, counter, words);
        return words[word];
    }

    /** All four words of a counter under a key. */
    public static void words(long key, long counter, int[] words) {
        int c0 = (int) counter;
        int c1 = (int) (counter >>> 32);
        int c2 = 0;
        int c3 = 0;
        int k0 = (int) key;
        int k1 = (int) (key >>> 32);
        for (int round = 0; round < 10; round++) {
            long p0 = Integer.toUnsignedLong(MULTIPLIER_0) * Integer.toUnsignedLong(c0);
            long p1 = Integer.toUnsignedLong(MULTIPLIER_1) * Integer.toUnsignedLong(c2);
            int n0 = (int) (p1 >>> 32) ^ c1 ^ k0;
            int n2 = (int) (p0 >>> 32) ^ c3 ^ k1;
            c0 = n0;
            c1 = (int) p1;
            c2 = n2;
            c3 = (int) p0;
            k0 += WEYL_0;
            k1 += WEYL_1;
        }
        words[0] = c0;
        words[1] = c1;
        words[2] = c2;
        words[3] = c3;
    }
}
