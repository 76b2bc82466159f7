package io.xianka.cli;

import io.xianka.diagnosis.advise.ExchangeRate;
import java.util.Locale;

/**
 * Amounts in the currency that the user reads; they are kept in US dollars.
 *
 * @param yuan whether that is the yuan
 * @param exchange what a dollar costs
 */
record Money(boolean yuan, ExchangeRate exchange) {

    double toUsd(double amount) {
        return yuan ? amount / exchange.cnyPerUsd() : amount;
    }

    double fromUsd(double usd) {
        return yuan ? usd * exchange.cnyPerUsd() : usd;
    }

    /** {@code USD}. */
    String code() {
        return yuan ? "CNY" : "USD";
    }

    /** {@code 1,599 USD}, {@code 0.0314 USD}. */
    String text(double usd) {
        return number(fromUsd(usd)) + " " + code();
    }

    /** Three digits or more, so that no amount is rounded to nothing. */
    static String number(double amount) {
        return String.format(Locale.ROOT, amount >= 100 ? "%,.0f" : amount >= 1 ? "%.2f" : "%.3g", amount);
    }
}
