/**
 * The machine that kernels run on: device memory, blocks, warps, and the threads that run them.
 *
 * <p>Start at {@link Engine}: it takes a {@link LaunchRequest}, hands blocks to workers, and runs the warps of a block in
 * turn on one worker, each until it ends, waits at a barrier or has used up its turn. What a warp executes is a {@link KernelCode};
 * there are two of them, the interpreter and the translator's generated classes, and each keeps registers in its own
 * subclass of {@link Warp}. {@link DeviceMemory} hands out {@link MemoryRegion}s; {@link BlockContext} knows where a block's
 * shared and local memory lie and turns a device address into an address of this process, or throws a
 * {@link DeviceFault}. {@link RawMemory} then reads and writes.
 *
 * <p>One 64-bit address space holds everything. Windows tell the spaces apart, so that cvta and isspacep are arithmetic:
 *
 * <pre>
 *   0x0000_0100_0000_0000  shared memory of the block      {@link AddressWindows#SHARED}
 *   0x0000_0200_0000_0000  local memory, a slot a thread   {@link AddressWindows#LOCAL}
 *   0x0000_0280_0000_0000  parameters of the kernel        {@link AddressWindows#PARAMETERS}
 *   0x0000_0300_0000_0000  allocations, with gaps between  {@link AddressWindows#GLOBAL}
 * </pre>
 *
 * <p>What does not live here: PTX, and what an instruction computes.
 */
package io.xianka.emulator.machine;
