/**
 * Training on tensors. To follow one step, open {@link io.xianka.nn.Optimizer}: parameter groups, each with an {@link
 * io.xianka.nn.UpdateRule} (one record for each of SGD, Adam, AdamW, RMSprop, Adagrad) and a learning rate, which a {@link
 * io.xianka.nn.Schedule} may set. {@link io.xianka.nn.GradientNorm} clips before the step, {@link io.xianka.nn.GradScaler} keeps
 * float16 gradients in range.
 *
 * <p>Names, defaults and rules are PyTorch's, held to recorded trajectories by {@code checks/reference-training.sh}. Losses and
 * functional operations are methods of {@link io.xianka.tensor.Tensor}; reading data and files is no business of this package.
 */
package io.xianka.nn;
