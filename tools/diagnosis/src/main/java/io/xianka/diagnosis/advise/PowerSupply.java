package io.xianka.diagnosis.advise;

import io.xianka.diagnosis.compatibility.CardClass;
import java.util.OptionalInt;

/**
 * The power supply to buy for a desktop: the cards' board power and 300 W for the rest, of which a tenth of the supply stays
 * unused for peaks (Dettmers, "A Full Hardware Guide to Deep Learning"), rounded up to a size that is sold. For one RTX
 * 4090 that is the 850 W that NVIDIA asks for.
 */
public final class PowerSupply {

    /** Processor, board, drives and fans: an assumption; a large workstation processor takes more. */
    static final int REST_WATTS = 300;

    private static final int[] SOLD_WATTS = {450, 550, 650, 750, 850, 1000, 1200, 1300, 1600, 2000};

    private PowerSupply() {}

    /**
     * What to buy, in W; empty where the card's power is unknown, where the card comes with its supply (SXM modules, Jetson)
     * and where no single supply is sold that is large enough.
     */
    public static OptionalInt watts(GpuCard card, int count) {
        if (card.powerW().isEmpty()
                || card.name().contains("SXM")
                || card.name().startsWith("GH")
                || CardClass.of(card.name()) == CardClass.JETSON) {
            return OptionalInt.empty();
        }
        double needed = (count * card.powerW().getAsDouble() + REST_WATTS) / 0.9;
        for (int sold : SOLD_WATTS) {
            if (sold >= needed) {
                return OptionalInt.of(sold);
            }
        }
        return OptionalInt.empty();
    }
}
