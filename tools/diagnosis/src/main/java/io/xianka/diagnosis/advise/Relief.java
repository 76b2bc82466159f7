package io.xianka.diagnosis.advise;

import java.util.Optional;

/**
 * What a change of the work does to the memory it needs.
 *
 * @param change what is done
 * @param need what one card holds then
 * @param smallest the card of the catalogue with the least memory that it fits
 */
public record Relief(Change change, MemoryNeed need, Optional<GpuCard> smallest) {

    /** What can be done; each alone unless it says otherwise. */
    public enum Change {
        AS_ASKED,
        /** Attention that never writes its scores. */
        FUSED_ATTENTION,
        /** 16 bits where the work asks for 32. */
        MIXED_PRECISION,
        /** One sequence at a time. */
        ACCUMULATION,
        CHECKPOINTING,
        CHECKPOINTING_AND_ACCUMULATION,
        /** The two before and moments in 8 bits. */
        WITH_8BIT_OPTIMIZER,
        /** 8-bit weights. */
        INT8_WEIGHTS,
        /** 4-bit weights. */
        INT4_WEIGHTS,
        TWO_CARDS,
        FOUR_CARDS,
        EIGHT_CARDS,
        WITHOUT_RAY_TRACING
    }
}
