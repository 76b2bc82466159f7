package io.xianka.emulator.check;

/** What an address was released with: whoever reads it by an acquire knows that. */
final class Release {
    /** For everybody; null for nothing. */
    Clocks wide;

    /** For threads of one block; null for nothing. */
    Clocks narrow;

    long narrowBlock = -1;
}
