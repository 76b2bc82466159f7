package io.xianka.diagnosis.advise;

import io.xianka.diagnosis.compatibility.Architecture;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Cards that do the work, and all that speaks for and against them.
 *
 * @param card which
 * @param plan how many, and how they do it
 * @param usableBytes what the work can have of one card's memory
 * @param perSecond tokens of all cards in a second; empty where unknown and for rendering
 * @param price of all the cards, or of an hour; empty where unknown
 * @param perUnit US dollars for a million tokens where rented; US dollars for a thousand tokens a second where bought, or
 *     for a TFLOPS where the work is rendering; empty where a figure is unknown
 * @param supplyWatts the power supply to buy; empty where unknown or where the card comes with its own
 * @param toolkits which toolkits support it; empty where the table does not say
 */
public record Proposal(
        GpuCard card,
        Plan plan,
        double usableBytes,
        OptionalDouble perSecond,
        Optional<Price> price,
        OptionalDouble perUnit,
        OptionalInt supplyWatts,
        Optional<Architecture> toolkits) {

    /** What a card can do more than the work needs, as a part of what it has: 0.1 is a tenth of its memory left. */
    public double memoryLeft() {
        return 1 - plan.need().bytes() / usableBytes;
    }

    /** Whether NVLink joins the cards: empty on one card, and where the catalogue does not say. */
    public Optional<Boolean> joinedByNvlink() {
        if (plan.count() == 1 || card.nvlinkGBs().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Roofline.nvlinkJoins(card, plan.count()));
    }
}
