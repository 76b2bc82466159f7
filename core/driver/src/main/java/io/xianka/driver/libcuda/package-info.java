/**
 * The native twin of the driver seam: libcuda, NVRTC and NVML through the Foreign Function and Memory API. The only package
 * that names a Linker.
 *
 * <p>Open {@code NativeDriver} first, the last of a row: {@code NativeCalls}, {@code NativeMemory} (with {@code
 * NativeArrays}), {@code NativeStreams}, {@code NativeModules}. {@code CudaCall} lists the functions, {@code Downcalls}
 * calls them. {@code NativeNvml} and {@code NativeNvmlDevice} stand apart, over the same calls.
 */
package io.xianka.driver.libcuda;
