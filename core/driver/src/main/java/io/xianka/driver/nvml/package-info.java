/**
 * NVML, NVIDIA's management library, as the machine has it: what a GPU's sensors, limits and counters say, and who uses
 * it. {@code io.xianka.driver.Libraries.nvml()} loads it.
 *
 * <p>What lives here: the interface and its vocabulary. What does not: the native calls ({@code
 * io.xianka.driver.libcuda.NativeNvml}), and what the numbers mean (the diagnosis room).
 *
 * <p>Open {@link io.xianka.driver.nvml.NvmlDevice} first; {@link io.xianka.driver.nvml.NvmlNumber} is the table of whatever
 * is one number.
 */
package io.xianka.driver.nvml;
