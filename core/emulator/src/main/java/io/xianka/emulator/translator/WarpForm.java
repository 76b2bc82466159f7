package io.xianka.emulator.translator;

import static io.xianka.emulator.translator.Shape.Uniform.UNIFORM;
import static io.xianka.emulator.translator.Shape.Varying.VARYING;

import io.xianka.driver.Dim3;
import io.xianka.ptx.SpecialRegister;

/**
 * How a block is cut into warps, as far as code depends on it.
 *
 * @param isNarrow 32 lanes, as the hardware has; else a warp is as wide as the block allows
 * @param isRow all lanes have the same y and z, and x rises by one from lane to lane
 * @param blockLanes where a warp runs several blocks that lie side by side in x: the threads of each; else 0
 */
record WarpForm(boolean isNarrow, boolean isRow, int blockLanes) {
    static final int NARROW_LANES = 32;
    private static final int MOST_LANES = 1024;

    static WarpForm of(Dim3 block, boolean needsNarrow) {
        boolean isLine = block.y() == 1 && block.z() == 1;
        WarpForm wide = new WarpForm(false, block.x() >= NARROW_LANES || isLine, 0);
        // Code for wide warps is slower where they are as short as the hardware's.
        if (needsNarrow || wide.lanes(block) <= NARROW_LANES) {
            return new WarpForm(true, block.x() % NARROW_LANES == 0 || isLine, 0);
        }
        return wide;
    }

    /** Warps over several blocks of this size, which must be a line. */
    static WarpForm overBlocks(Dim3 block) {
        return new WarpForm(false, true, block.x());
    }

    boolean isOverBlocks() {
        return blockLanes > 0;
    }

    /** Whether none of the hardware's warps is cut in two. */
    boolean isOfWholeWarps(Dim3 block) {
        return lanes(block) % NARROW_LANES == 0 || lanes(block) == block.count();
    }

    /** How many blocks a warp may run. */
    int mostBlocks() {
        return isOverBlocks() ? Math.max(1, MOST_LANES / blockLanes) : 1;
    }

    int lanes(Dim3 block) {
        if (isNarrow) {
            return NARROW_LANES;
        }
        return isRow ? block.x() : (int) Math.min(block.count(), MOST_LANES);
    }

    /** About how many lanes warps have, where the size of blocks does not matter. */
    int usualLanes() {
        return isNarrow ? NARROW_LANES : isOverBlocks() ? blockLanes : MOST_LANES / 4;
    }

    Shape shapeOf(SpecialRegister special) {
        return switch (special) {
            case TID_X -> isOverBlocks() ? new Shape.Turning(1, -blockLanes) : isRow ? new Shape.Affine32(1) : VARYING;
            case CTAID_X -> isOverBlocks() ? new Shape.Turning(0, 1) : UNIFORM;
            case TID_Y, TID_Z -> isRow ? UNIFORM : VARYING;
            case LANEID -> new Shape.Affine32(1);
            case LANEMASK_EQ, LANEMASK_LE, LANEMASK_LT, LANEMASK_GE, LANEMASK_GT -> VARYING;
            case CLOCK, CLOCK_HI, CLOCK64, GLOBALTIMER, GLOBALTIMER_LO, GLOBALTIMER_HI -> VARYING;
            default -> UNIFORM;
        };
    }
}
