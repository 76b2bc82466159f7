/**
 * Tensors and what users do with them. Start at {@link io.xianka.tensor.Tensor}: its operations are grouped by idea in the interfaces
 * that it implements (Arithmetic, Functions, Reductions, Ordering, Views, Indexing, Products, Normalisation, Losses, Convolution,
 * Reading), ways to make one in Creation; {@link io.xianka.tensor.Gradients} differentiates, {@link io.xianka.tensor.Generator} draws
 * random numbers, {@link io.xianka.tensor.Device} says where; {@link io.xianka.tensor.Readback} brings results while the device goes on; {@link io.xianka.tensor.Plan} and {@link io.xianka.tensor.Rehearsal} tell
 * what it takes without running it. {@link io.xianka.tensor.Autocast} decides types, {@link io.xianka.tensor.Checkpoint} what is computed
 * again, {@link io.xianka.tensor.NonFinite} finds the operation that made a NaN.
 *
 * <p>Every operation is written in the vocabulary of {@code graph.Op}, so that gradients, fusion and the executors need not know it.
 * An operation with options of its own is a record that computes it: {@link io.xianka.tensor.Attention}, {@link
 * io.xianka.tensor.CrossEntropy}, {@link io.xianka.tensor.Windows}. Nothing here knows how a device computes.
 *
 * <p>Where NumPy and PyTorch differ: shapes, indexing and printing are NumPy's; names, types of results, subgradients and the gradients
 * of complex values are PyTorch's.
 */
package io.xianka.tensor;
