package io.xianka.diagnosis.advise;

import java.time.LocalDate;
import java.util.Optional;

/**
 * What a US dollar costs in yuan.
 *
 * @param cnyPerUsd yuan for a dollar
 * @param asOf the day; empty for a rate that the user gave
 * @param source who says so
 */
public record ExchangeRate(double cnyPerUsd, Optional<LocalDate> asOf, String source) {

    /** A rate of a day gone by: for an order of magnitude only. */
    public static final ExchangeRate DEFAULT = new ExchangeRate(
            7.1878,
            Optional.of(LocalDate.of(2025, 1, 14)),
            "China Foreign Exchange Trade System, central parity, by Xinhua");

    public ExchangeRate {
        if (!(cnyPerUsd >= 0.01 && cnyPerUsd <= 1000)) {
            throw new IllegalArgumentException("rate " + cnyPerUsd + ": write yuan for a dollar, such as 7.19");
        }
    }

    /** The user's own. */
    public static ExchangeRate given(double cnyPerUsd) {
        return new ExchangeRate(cnyPerUsd, Optional.empty(), "given");
    }
}
