/**
 * A CUDA driver inside the JVM: what libcuda does, in Java.
 *
 * <p>Start at {@code EmulatedDriver}, the list of driver calls with its superclasses {@code EmulatedMemory} and {@code
 * EmulatedStreams}; each forwards to the noun that does the work: {@code EmulatedDevice} (memory, attributes, what is loaded), {@code EmulatedStream} (the order of work; {@code StreamTask} is a
 * piece of it), {@code EmulatedGraph} and {@code GraphCapture}, {@code LoadedModule} and {@code LoadedFunction} (PTX
 * linked into a device's memory), {@code KernelLaunch} (what libcuda refuses at a launch),
 * {@code Occupancy}, {@code EmulatedArrays} (arrays, textures and surfaces).
 *
 * <p>Errors in kernels. A kernel that fails ends its launch; what is queued behind it in its stream is skipped; the next
 * call that waits for that stream throws, and with that the error is spent: unlike a GPU's context, the device can be used
 * on. A thread that is interrupted while it waits for a stream stops the kernel that runs there.
 *
 * <p>Not here: executing PTX ({@code interpreter}, {@code translator}) and the machine it runs on ({@code machine}).
 */
package io.xianka.emulator;
