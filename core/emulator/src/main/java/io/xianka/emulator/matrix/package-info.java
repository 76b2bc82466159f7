/**
 * Matrix instructions of a warp: {@code mma}, {@code wmma}, {@code ldmatrix} and their like.
 *
 * <p>Start at {@link io.xianka.emulator.matrix.Fragment}: which elements of a matrix each lane holds in which registers. The
 * PTX ISA gives these places for {@code mma}; for {@code wmma} it leaves them open, and here a fragment of {@code wmma} is
 * made of those of {@code mma}, as on sm_80 and later. {@link io.xianka.emulator.matrix.MatrixProduct} multiplies what stands
 * in fragments, {@link io.xianka.emulator.matrix.Elements} knows the bits of elements.
 *
 * <p>Precision. Products are exact and are summed, with the accumulator, in double precision in ascending k; the sum is
 * rounded once to the type of the result, to nearest. The PTX ISA leaves order and precision of the sum open, and a GPU's tensor
 * cores keep fewer bits while they sum, so results agree with theirs to some units in the last place of the largest summand. {@code .f64}
 * is a chain of fused multiply-adds in ascending k; integers are exact.
 *
 * <p>Not here: registers, memory and lanes that wait for each other ({@code interpreter}).
 */
package io.xianka.emulator.matrix;
