/**
 * From recorded nodes to elements in memory. {@link io.xianka.tensor.execution.Realisation} is the way in; {@link
 * io.xianka.tensor.execution.Executor} is what a device offers. How a device computes lives in the packages plain, cpu and cuda.
 */
package io.xianka.tensor.execution;
