package io.xianka.driver.api;

/** The block size with the best occupancy, and the smallest grid that fills the device with it. */
public record BlockSizeSuggestion(int minimumGridBlocks, int blockThreads) {}
