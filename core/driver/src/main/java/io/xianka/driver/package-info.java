/**
 * Operates a CUDA device, be it a GPU or the emulator: devices, memory, streams, events, graphs, modules, launches.
 *
 * <p>What lives here: the nouns that users type, each in a file of its own, written once over {@link
 * io.xianka.driver.api.DriverApi}. What does not: the native calls (a hidden package), the emulator and the compiler
 * (their own rooms, found by ServiceLoader).
 *
 * <p>Open {@link io.xianka.driver.Device} first. A launch misbehaves: {@link io.xianka.driver.Kernel}, then {@link
 * io.xianka.driver.PreparedLaunch}; an argument is refused: {@code ArgumentRules}; host arrays on their way: {@code
 * HostTransfers}; arrays, textures and surfaces: {@link
 * io.xianka.driver.DeviceArray}; who frees what and when: {@code Lease}.
 */
package io.xianka.driver;
