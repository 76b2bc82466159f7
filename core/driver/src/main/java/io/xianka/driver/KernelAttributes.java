package io.xianka.driver;

/**
 * What a kernel costs, as the driver assembled it.
 *
 * @param maxBlockThreads most threads of a block, which registers and launch bounds limit
 * @param staticSharedBytes shared memory that the code declares
 * @param constantBytes constant memory that the code declares
 * @param localBytes local memory of a thread: spills, arrays, stack
 * @param registers registers of a thread
 * @param ptxVersion 10 * major + minor of the PTX target
 * @param binaryVersion 10 * major + minor of the machine code's target
 */
public record KernelAttributes(
        int maxBlockThreads,
        int staticSharedBytes,
        int constantBytes,
        int localBytes,
        int registers,
        int ptxVersion,
        int binaryVersion) {}
