package io.xianka.emulator.check;

/**
 * The other side of a race: the access that the program does first.
 *
 * @param hazard what the pair is
 * @param thread who did it, in the instance that was found first
 */
public record EarlierAccess(Hazard hazard, Access access, SourcePlace place, ThreadPlace thread) {}
