/**
 * Textures and surfaces: where elements lie, and how coordinates find them.
 *
 * <p>{@code ObjectTable} has what handles mean; {@code TextureObject} reads as the CUDA C++ Programming Guide describes
 * under "Texture Fetching"; {@code Texels} is the memory of both. Not here: the calls that make them ({@code
 * EmulatedArrays}) and the instructions ({@code interpreter}).
 */
package io.xianka.emulator.texture;
