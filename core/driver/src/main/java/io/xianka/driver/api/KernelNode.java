package io.xianka.driver.api;

/** What a kernel node of a graph launches. */
public record KernelNode(
        long function, int gridX, int gridY, int gridZ, int blockX, int blockY, int blockZ, int sharedBytes) {}
