/**
 * The other compiler: NVIDIA's NVRTC, where it is installed. Start at
 * {@link io.xianka.compiler.nvrtc.NvrtcCompiler}; the calls themselves are the driver room's.
 *
 * <p>NVRTC has no system headers. {@code NvrtcHeaders} finds the toolkit's beside the library, and has small texts of its
 * own ({@code stdint.h} and its like) for those that a toolkit lacks.
 */
package io.xianka.compiler.nvrtc;
