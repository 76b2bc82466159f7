package io.xianka.diagnosis.advise;

import java.util.OptionalDouble;

/**
 * A card that is not proposed, and the figures that say why.
 *
 * @param count cards looked at, the most that go together
 * @param needed the figure the work needs: bytes of one card, or US dollars of the budget
 * @param there the figure the card has
 */
public record Refusal(GpuCard card, int count, Reason reason, OptionalDouble needed, OptionalDouble there) {

    /** Why a card is not proposed. */
    public enum Reason {
        /** Even the least that can be done holds more than it has. */
        TOO_LITTLE_MEMORY,
        /** How much memory it has is unknown. */
        MEMORY_UNKNOWN,
        /** It has no BF16, or no TF32, arithmetic; fp16 would run. */
        NO_BF16,
        /** It costs more than the budget. */
        OVER_BUDGET,
        /** No offer in the list of prices has it. */
        NOT_FOR_RENT,
        /** It is made for computing: no ray tracing cores, no display. */
        COMPUTE_ONLY,
        /** Rays are traced, and it has no cores for that: they came with compute capability 7.5. */
        NO_RAY_TRACING
    }
}
