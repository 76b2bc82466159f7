/**
 * NumPy's {@code .npy} files: {@link io.xianka.cli.npy.NpyType} names an element, {@link io.xianka.cli.npy.NpyHeader}
 * is the text in front of the data, {@link io.xianka.cli.npy.NpyFile} reads and writes whole arrays.
 *
 * <p>Only what kernels can use is read: little endian, C order, plain numbers or raw bytes. Anything else is refused
 * with the NumPy expression that converts it, before memory is taken for the data.
 */
package io.xianka.cli.npy;
