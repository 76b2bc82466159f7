/**
 * From a graph to a plan. {@link io.xianka.tensor.fusion.Schedule} cuts a graph into steps: kernels that compute many nodes at once,
 * and operations with kernels of their own. A generated kernel is described by {@link io.xianka.tensor.fusion.Kernel}: scalar values
 * over a domain of rows and columns, which the packages cpu and cuda turn into bytecode and CUDA C. Start at Fuser, which decides what
 * is kept in memory and what is put together; Lowering decides whether that is possible. Sparing makes another plan where that holds less
 * memory; Crossing, Epilogues and Gathering change plans for devices that can do more in a kernel. Nothing here knows a device.
 */
package io.xianka.tensor.fusion;
