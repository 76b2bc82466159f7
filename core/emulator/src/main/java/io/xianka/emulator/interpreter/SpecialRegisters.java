package io.xianka.emulator.interpreter;

import io.xianka.emulator.machine.AddressWindows;
import io.xianka.ptx.SpecialRegister;

/** The values of special registers. */
final class SpecialRegisters {
    private static final int WARP_LANES = 32;

    private SpecialRegisters() {}

    /** How a lane reads a register. */
    @FunctionalInterface
    interface Reader {
        long read(LaneState warp, int lane);
    }

    static Reader of(SpecialRegister register) {
        return switch (register) {
            case TID_X ->
                (warp, lane) -> warp.thread(lane) % warp.block().blockSize.x();
            case TID_Y ->
                (warp, lane) -> warp.thread(lane)
                        / warp.block().blockSize.x()
                        % warp.block().blockSize.y();
            case TID_Z ->
                (warp, lane) -> warp.thread(lane)
                        / warp.block().blockSize.x()
                        / warp.block().blockSize.y();
            case NTID_X -> (warp, lane) -> warp.block().blockSize.x();
            case NTID_Y -> (warp, lane) -> warp.block().blockSize.y();
            case NTID_Z -> (warp, lane) -> warp.block().blockSize.z();
            // Every block is a cluster of its own.
            case CTAID_X, CLUSTERID_X -> (warp, lane) -> warp.block().blockX;
            case CTAID_Y, CLUSTERID_Y -> (warp, lane) -> warp.block().blockY;
            case CTAID_Z, CLUSTERID_Z -> (warp, lane) -> warp.block().blockZ;
            case NCTAID_X, NCLUSTERID_X -> (warp, lane) -> warp.block().gridSize.x();
            case NCTAID_Y, NCLUSTERID_Y -> (warp, lane) -> warp.block().gridSize.y();
            case NCTAID_Z, NCLUSTERID_Z -> (warp, lane) -> warp.block().gridSize.z();
            case CLUSTER_NCTAID_X, CLUSTER_NCTAID_Y, CLUSTER_NCTAID_Z, CLUSTER_NCTARANK -> (warp, lane) -> 1;
            case TID_W, CTAID_W, CLUSTERID_W, CLUSTER_CTAID_X, CLUSTER_CTAID_Y, CLUSTER_CTAID_Z, CLUSTER_CTAID_W ->
                (warp, lane) -> 0;
            case NTID_W, NCTAID_W, NCLUSTERID_W, CLUSTER_NCTAID_W -> (warp, lane) -> 1;
            case CLUSTER_CTARANK, IS_EXPLICIT_CLUSTER, GRIDID, SMID -> (warp, lane) -> 0;
            case NSMID -> (warp, lane) -> 1;
            case LANEID -> (warp, lane) -> lane;
            case WARPID -> (warp, lane) -> warp.thread(0) / WARP_LANES;
            case NWARPID -> (warp, lane) -> Math.ceilDiv(warp.block().threads, WARP_LANES);
            case LANEMASK_EQ -> (warp, lane) -> 1L << lane;
            case LANEMASK_LT -> (warp, lane) -> (1L << lane) - 1;
            case LANEMASK_LE -> (warp, lane) -> (2L << lane) - 1;
            case LANEMASK_GE -> (warp, lane) -> -(1L << lane) & 0xffff_ffffL;
            case LANEMASK_GT -> (warp, lane) -> -(2L << lane) & 0xffff_ffffL;
            case CLOCK, CLOCK64, GLOBALTIMER, GLOBALTIMER_LO -> (warp, lane) -> System.nanoTime();
            case CLOCK_HI, GLOBALTIMER_HI -> (warp, lane) -> System.nanoTime() >>> 32;
            case DYNAMIC_SMEM_SIZE -> (warp, lane) -> warp.block().launch.dynamicSharedBytes();
            case TOTAL_SMEM_SIZE, AGGR_SMEM_SIZE ->
                (warp, lane) -> warp.block().launch.sharedBytes();
            case RESERVED_SMEM_OFFSET_BEGIN, RESERVED_SMEM_OFFSET_0 ->
                (warp, lane) -> AddressWindows.RESERVED_SHARED_OFFSET;
            // The first half is the system's own.
            case RESERVED_SMEM_OFFSET_1 ->
                (warp, lane) -> AddressWindows.RESERVED_SHARED_OFFSET + AddressWindows.RESERVED_SHARED_BYTES / 2;
            case RESERVED_SMEM_OFFSET_END, RESERVED_SMEM_OFFSET_CAP ->
                (warp, lane) -> AddressWindows.RESERVED_SHARED_OFFSET + AddressWindows.RESERVED_SHARED_BYTES;
            case ENVREG1 -> (warp, lane) -> warp.block().gridWorkspace >>> 32;
            case ENVREG2 -> (warp, lane) -> warp.block().gridWorkspace & 0xffff_ffffL;
            // Counters and registers of the driver that nothing here counts or sets.
            default -> (warp, lane) -> 0;
        };
    }
}
