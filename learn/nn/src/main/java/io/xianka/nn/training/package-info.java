/**
 * Steps of training as a whole. Start at {@link io.xianka.nn.training.TrainingStep}: from a batch to changed parameters, in a {@link
 * io.xianka.nn.training.Precision}, in as many micro-batches as memory asks for, with activations kept or computed again ({@link
 * io.xianka.nn.Checkpointing}).
 *
 * <p>The loop is {@link io.xianka.nn.training.Trainer}: batches of {@link io.xianka.nn.data}, a learning rate for each step, the next
 * step under way while a GPU is at the last, {@link io.xianka.nn.training.Evaluation} now and then, and who listens ({@link
 * io.xianka.nn.training.Progress}; {@link io.xianka.nn.training.EventFile} for TensorBoard). {@link
 * io.xianka.nn.training.CheckpointFolder} saves so that a kill leaves the last good {@link io.xianka.nn.training.TrainingCheckpoint},
 * {@link io.xianka.nn.training.TrainingState} is what one holds. {@link io.xianka.nn.training.Fit} chooses how a step fits into memory.
 *
 * <p>Layers, optimizers and gradient scaling are the package above's; what autocast and recomputation mean for single operations is
 * {@link io.xianka.tensor.Autocast}'s and {@link io.xianka.tensor.Checkpoint}'s.
 */
package io.xianka.nn.training;
