/**
 * Steps of training as a whole. Start at {@link io.xianka.nn.training.TrainingStep}: from a batch to changed parameters, in a {@link
 * io.xianka.nn.training.Precision}, in as many micro-batches as memory asks for, with activations kept or computed again ({@link
 * io.xianka.nn.Checkpointing}).
 *
 * <p>Layers, optimizers and gradient scaling are the package above's; what autocast and recomputation mean for single operations is
 * {@link io.xianka.tensor.Autocast}'s and {@link io.xianka.tensor.Checkpoint}'s.
 */
package io.xianka.nn.training;
