/**
 * The checks of a checked device.
 *
 * <p>Start at {@link io.xianka.emulator.watch.Watch}, what a checked device knows.
 *
 * <p>What does not live here: what programs see of it ({@code check}), and executing kernels.
 */
package io.xianka.emulator.watch;
