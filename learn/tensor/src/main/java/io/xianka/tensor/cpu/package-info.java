/**
 * The executor of the processor. {@link io.xianka.tensor.cpu.CpuExecutor} is the way in; CpuProgram runs a plan's steps.
 *
 * <p>A kernel is computed by groups of {@link io.xianka.tensor.cpu.Frame#LANES} neighbouring lanes: Orientation says which axis lanes
 * run along, Translation turns a kernel's values into {@link io.xianka.tensor.cpu.Instruction}s over registers of that many lanes, and
 * LoopKernel loops them over the domain, shared out by Workers. Instructions are loops that HotSpot vectorises. Functions such as exp
 * are Formulas of instructions, so that each way to run them gives the same bits; results depend neither on the number of threads nor
 * on the width of the processor's vectors.
 *
 * <p>Where lanes would be few or be gathered one by one, as in windows of images, a NestPlan says how a kernel lies as plain loops, and
 * NestCode writes them as bytecode; NestLanes says whether vectors can do the last loop, NestVectors writes that, and NestLoops has it
 * used once it is fast.
 *
 * <p>Open LoopKernel first, then Translation. Addresses are raw: that they lie within their tensors is the graph's promise, and the
 * plain twin's tests hold it to it.
 */
package io.xianka.tensor.cpu;
