/**
 * Data to learn from, and the way from files to batches on a device. Start at {@link io.xianka.nn.data.Batches}: it puts together ahead of
 * time, in a thread, what a {@link io.xianka.nn.data.Dataset} has by number, in an order that seed and position determine ({@link
 * io.xianka.nn.data.Permutation}).
 *
 * <p>Files: {@link io.xianka.nn.data.TextFile} (UTF-8), {@link io.xianka.nn.data.TokenFile} (token numbers, mapped), {@link
 * io.xianka.nn.data.IdxFile} (MNIST's format). Datasets: {@link io.xianka.nn.data.TokenBlocks}, {@link
 * io.xianka.nn.data.LabelledImages}. What is wrong with data is a {@link io.xianka.nn.data.DataException}. Turning text into tokens is no
 * business of this package.
 */
package io.xianka.nn.data;
