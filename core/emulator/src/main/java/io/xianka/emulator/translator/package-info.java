/**
 * Translates PTX into JVM bytecode, so that HotSpot makes machine code of it.
 *
 * <p>Start at {@link KernelTranslator}. A kernel is cut into basic blocks ({@code ControlFlow}); {@code Shapes} finds out which
 * registers are the same in all lanes of a warp, or rise evenly from lane to lane, and so are scalars; {@code BlockWriter} writes
 * a method for each block, with one loop over the lanes around all that is left; {@code InstructionWriter} and
 * those it hands on to write the instructions, family by family, over {@code OperandWriter}. At run time {@code TranslatedWarp} holds the registers and
 * schedules the lanes: it calls block after block, each a method small enough for HotSpot, however large the kernel is; a method
 * of its own goes from one to the other while all lanes agree. {@code WideCuts}, {@code NanFreeLoop}, {@code FlatRows} and {@code
 * RowArrays} make of loops over many lanes what HotSpot makes vectors of. Where lanes part, {@code SerialRegion} says whether each may run
 * to where they meet without the others; {@code RegionWriter} writes a method for that, with the jumps in it.
 *
 * <p>The functions that a kernel calls become part of its body first, and calls jumps ({@code CallLinker}). Instructions without code
 * of their own here are blocks that run the interpreter's step on the translated registers ({@code Asides}): those whose
 * cost is in what they do, such as matrix products and copies, and rare forms of others.
 *
 * <p>A warp is 32 lanes where an instruction could tell; else as wide as a row of the block, or the block, because longer loops
 * are faster. In closely watched kernels, where the watch could tell, too, it is that wide only if there is nothing but rows ({@code WatchedRows}).
 *
 * <p>What does not live here: what single instructions compute ({@code semantics}), memory and the threads that run blocks ({@code
 * machine}).
 */
package io.xianka.emulator.translator;
