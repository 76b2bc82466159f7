/**
 * Models on tensors and their training. {@link io.xianka.nn.Layer} is what PyTorch calls a Module: a function with named parameters;
 * {@link io.xianka.nn.Linear} is a short one. {@link io.xianka.nn.LanguageModel} is what {@link io.xianka.nn.Gpt} and {@link
 * io.xianka.nn.Llama} share: a stream through {@link io.xianka.nn.TransformerBlock}s, and a {@link io.xianka.nn.KeyValueCache} to write
 * token by token. {@link io.xianka.nn.SmallCnn} is one for images. {@link io.xianka.nn.Placement} says where new
 * parameters lie.
 *
 * <p>To follow one step of training, open {@link io.xianka.nn.Optimizer}: parameter groups, each with an {@link
 * io.xianka.nn.UpdateRule} (one record for each of SGD, Adam, AdamW, RMSprop, Adagrad) and a learning rate, which a {@link
 * io.xianka.nn.Schedule} may set. {@link io.xianka.nn.GradientNorm} clips before the step, {@link io.xianka.nn.GradScaler} keeps
 * float16 gradients in range.
 *
 * <p>Names, defaults and rules are PyTorch's, held to recorded trajectories, and to the losses of a small GPT, by {@code checks/reference-training.sh}. Losses and
 * functional operations are methods of {@link io.xianka.tensor.Tensor}; reading data and files is no business of this package.
 */
package io.xianka.nn;
