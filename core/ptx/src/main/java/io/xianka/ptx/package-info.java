/**
 * The PTX language as records, and the ways between them and text.
 *
 * <p>Start at {@link PtxModule}, what one text says; its functions hold {@link Statement}s, most of them
 * {@link Instruction}s. {@link PtxParser} reads text, {@link PtxPrinter} writes it, {@link PtxVerifier} finds what an
 * executor could not rely on, {@link FunctionBuilder} is how a compiler makes functions, {@link FlatBody} is a body as an
 * executor wants it, {@link EntrySignature} what a launch must pass.
 *
 * <p>How an instruction is held. There are thousands of instruction variants, so there is no class for each:
 * an {@link Instruction} is a guard, an {@link Operation} and operands. The operation is an {@link Opcode}, for the outer
 * switch, with its ordered {@link Modifier}s; those an executor branches on are small enums of their own
 * ({@link PtxType}, {@link StateSpace}, {@code Comparison}, {@code Rounding}...), so inner switches are complete
 * too. Equal operations are shared objects: a translator may keep what it knows of one in an identity or hash map.
 * Unknown opcodes and modifiers are kept and printed, since the driver's own compiler may know them; the
 * verifier refuses them by name.
 *
 * <p>Two positions. {@link PtxLine} is the line of PTX text, carried by what can be at fault and ignored by equality. The
 * place in the source is a {@link Statement.Loc}, a statement that holds until the next; {@link FlatBody} gives it per
 * instruction.
 *
 * <p>What does not live here: making PTX out of CUDA C (the compiler room), executing it (the emulator and driver rooms).
 */
package io.xianka.ptx;
