/**
 * From the typed tree to PTX.
 *
 * <p>Open {@link io.xianka.compiler.lowering.Lowering} first. {@code FunctionLowering} walks the typed tree of a kernel, with the
 * functions it calls lowered in place, and builds a {@code Graph}: blocks of {@code Node}s in SSA form, made on the fly
 * (Braun et al., "Simple and Efficient Construction of Static Single Assignment Form", 2013) by {@code Builder}, which
 * folds and simplifies as it goes. Local objects are {@code Slot}s; one whose address stays known at compile time is split into registers,
 * and where that turns out impossible the function is lowered again with the object in local memory. Loops are
 * unrolled while they are lowered ({@code Loops}, {@code CountedLoop}); what is algebra is in {@code Simplifier}. The passes over
 * the graph follow in the order of {@code Optimisation}; {@code Registers} leaves SSA form and {@code Emission} writes PTX records.
 * How the code compares with NVIDIA's is measured by {@code bench/gpu.sh --compilers}.
 *
 * <p>Names and types are resolved before (semantics); what PTX text looks like is the ptx room's matter.
 */
package io.xianka.compiler.lowering;
