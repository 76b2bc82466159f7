/**
 * The seam between the object model and whatever runs kernels.
 *
 * <p>What lives here: {@link io.xianka.driver.api.DriverApi}, one method per CUDA driver call used, implemented by the
 * native binding of this room and by the emulator (found through {@link io.xianka.driver.api.DriverProvider}); {@link
 * io.xianka.driver.api.KernelCompiler}, how {@code device.compile} reaches a compiler; {@link
 * io.xianka.driver.api.FailureAdviser}, who knows what on this machine makes calls fail; NVIDIA's other libraries, where the
 * machine has them ({@link io.xianka.driver.api.Nvrtc}, {@link io.xianka.driver.api.CublasLt}, {@link
 * io.xianka.driver.api.Cudnn}); the facts both sides share: statuses, attributes, kernel signatures, launch parameters.
 *
 * <p>What does not: the nouns that users type ({@code io.xianka.driver}) and native bindings (hidden).
 *
 * <p>Open {@code DriverApi} first.
 */
package io.xianka.driver.api;
