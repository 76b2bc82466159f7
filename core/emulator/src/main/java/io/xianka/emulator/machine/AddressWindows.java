package io.xianka.emulator.machine;

/** Where the state spaces begin in the generic address space. Constant and global memory share one window. */
public final class AddressWindows {
    /** Offset 0 of the block's shared memory. */
    public static final long SHARED = 0x0000_0100_0000_0000L;

    public static final long SHARED_END = 0x0000_0101_0000_0000L;

    /** Where shared memory that the driver keeps for cooperative groups lies in the window; far from the block's own. */
    public static final int RESERVED_SHARED_OFFSET = 0x1000_0000;

    public static final int RESERVED_SHARED_BYTES = 1024;

    /** Offset 0 of thread 0's local memory; thread {@code t} follows {@code t} slots later. */
    public static final long LOCAL = 0x0000_0200_0000_0000L;

    public static final long LOCAL_END = 0x0000_0280_0000_0000L;

    /** Offset 0 of the kernel's parameters. */
    public static final long PARAMETERS = 0x0000_0280_0000_0000L;

    public static final long PARAMETERS_END = 0x0000_0281_0000_0000L;

    /** The first allocation. */
    public static final long GLOBAL = 0x0000_0300_0000_0000L;

    public static final long GLOBAL_END = 0x0000_7000_0000_0000L;

    private AddressWindows() {}

    public static boolean isShared(long address) {
        return address >= SHARED && address < SHARED_END;
    }

    public static boolean isLocal(long address) {
        return address >= LOCAL && address < LOCAL_END;
    }

    public static boolean isParameter(long address) {
        return address >= PARAMETERS && address < PARAMETERS_END;
    }

    /** Anything that is in no other window; like the hardware, this says nothing of whether memory is there. */
    public static boolean isGlobal(long address) {
        return !isShared(address) && !isLocal(address) && !isParameter(address);
    }
}
