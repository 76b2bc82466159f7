/**
 * What {@code xianka train} and {@code generate} are made of. Open {@link io.xianka.cli.train.TrainingRun} first: from options to a model,
 * data and the loop of {@link io.xianka.nn.training.Trainer}. {@link io.xianka.cli.train.ModelSize} has the models by name, {@link
 * io.xianka.cli.train.TrainingData} text and tokens, {@link io.xianka.cli.train.Bigrams} what a model must beat. Options and messages are
 * the commands' business.
 */
package io.xianka.cli.train;
