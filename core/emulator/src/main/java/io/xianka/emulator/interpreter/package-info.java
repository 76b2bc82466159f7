/**
 * Executes PTX one instruction at a time: plain, obviously right, and so the oracle of the translator; also what runs
 * cold code and code too large to translate.
 *
 * <p>Start at {@link io.xianka.emulator.interpreter.InterpretedKernel}, the loop over the lanes of a warp. {@code
 * ProgramBuilder} turns function bodies into a row of {@code Step}s once, at load, and refuses what it does not know
 * there, by name and line. What instructions compute stands in tables by family ({@code IntegerInstructions}, {@code
 * FloatInstructions}, ...), which stand on {@link io.xianka.emulator.semantics} and {@link io.xianka.emulator.matrix}.
 *
 * <p>A step sees a warp as a {@link io.xianka.emulator.interpreter.LaneState}, so that translated code can have single
 * instructions executed here: {@link io.xianka.emulator.interpreter.SingleSteps}.
 *
 * <p>Registers are {@code long}s that hold the raw bits of a value, whatever its type; bits above a value's width are
 * not defined and every reader cuts them off. Predicates are 0 or 1.
 *
 * <p>Scheduling. A warp's lanes go on in groups at the same place. The group with the deepest call runs first, then the
 * one at the lowest place, which makes lanes meet again where branches join; every so often the group that waited
 * longest gets a stretch, so that a lane that spins for another lane of its warp does not spin for ever.
 *
 * <p>What does not live here: memory and blocks ({@code machine}), modules and launches ({@code io.xianka.emulator}).
 */
package io.xianka.emulator.interpreter;
