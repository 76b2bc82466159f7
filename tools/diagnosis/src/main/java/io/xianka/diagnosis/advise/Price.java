package io.xianka.diagnosis.advise;

import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** What cards cost, when they did, and who says so. */
public sealed interface Price {

    /** Days after which a price is called old. */
    int OLD_DAYS = 90;

    /** The amount in US dollars: of all cards, or of an hour. */
    double usd();

    /** Where it is from. */
    String source();

    /** Whether it is older than {@link #OLD_DAYS} days, or of no known day, so that it must be looked up again. */
    boolean isOld(LocalDate today);

    /**
     * What the cards cost when they came out.
     *
     * @param usd all of them together
     * @param launched empty when the catalogue does not say
     */
    record Launch(double usd, Optional<YearMonth> launched, String source) implements Price {
        @Override
        public boolean isOld(LocalDate today) {
            return launched.map(month -> ChronoUnit.DAYS.between(month.atEndOfMonth(), today) > OLD_DAYS)
                    .orElse(true);
        }
    }

    /**
     * What an hour of a machine costs.
     *
     * @param usd the whole machine
     * @param offer whose it is
     */
    record Hour(double usd, RentOffer offer) implements Price {
        @Override
        public String source() {
            return offer.source();
        }

        @Override
        public boolean isOld(LocalDate today) {
            return offer.asOf()
                    .map(day -> ChronoUnit.DAYS.between(day, today) > OLD_DAYS)
                    .orElse(true);
        }
    }
}
