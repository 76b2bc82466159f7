/**
 * What one PTX instruction computes for one thread, as pure static methods: the single place that knows about shift
 * clamping, NaN rules, saturation and rounding. The interpreter calls them, and the translator emits calls of them, so
 * both engines agree by construction.
 *
 * <p>Registers of 8, 16 and 32 bits travel as {@code int}, of 64 bits as {@code long}, {@code .f32} as {@code float},
 * {@code .f64} as {@code double}; {@code .f16} and {@code .bf16} travel as their bits in the low half of an {@code int}.
 * Not here: memory, control flow, and anything that looks at more than one lane.
 *
 * <p>Open {@link io.xianka.emulator.semantics.IntegerArithmetic} first; {@link io.xianka.emulator.semantics.Rounding}
 * holds the trick by which every narrow floating-point result is rounded once.
 */
package io.xianka.emulator.semantics;
