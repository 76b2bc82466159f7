package io.xianka.diagnosis.advise;

import io.xianka.diagnosis.table.TableRow;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;

/**
 * A machine for rent.
 *
 * @param provider who rents it
 * @param instance what the provider calls it
 * @param cardName the card as the provider's list names it: several cards of the catalogue may go by that
 * @param count cards in it
 * @param usdPerHour the whole machine, on demand
 * @param asOf the day of the price; empty when the list does not say
 * @param source where the price is from
 */
public record RentOffer(
        String provider,
        String instance,
        String cardName,
        int count,
        double usdPerHour,
        Optional<LocalDate> asOf,
        String source) {

    static RentOffer of(TableRow row) {
        int count = (int) row.number("gpu_count", 1, 10_000)
                .orElseThrow(() -> row.wrong("gpu_count", "empty; write how many cards the machine has"));
        double price = row.number("on_demand_usd_per_hour", 0.001, 1e6)
                .orElseThrow(() -> row.wrong("on_demand_usd_per_hour", "empty; write the price of the whole machine"));
        var each = row.number("usd_per_gpu_hour", 0.001, 1e6);
        if (each.isPresent() && Math.abs(each.getAsDouble() * count / price - 1) > 0.02) {
            throw row.wrong(
                    "usd_per_gpu_hour",
                    row.required("usd_per_gpu_hour") + " times " + count + " cards is not " + price);
        }
        String form = row.text("form_factor")
                .filter(text -> !text.equals("superchip"))
                .orElse("");
        String memory = row.number("memory_gib_per_gpu", 0.25, 1e5).isPresent()
                ? row.required("memory_gib_per_gpu") + "GB"
                : "";
        return new RentOffer(
                row.required("provider"),
                row.required("instance_type"),
                (row.required("gpu") + " " + form + " " + memory)
                        .replaceAll(" +", " ")
                        .strip(),
                count,
                price,
                row.text("as_of_date").map(text -> date(row, text)),
                row.text("source").orElse("")
                        + row.text("catalog_commit")
                                .map(commit -> " at " + commit.substring(0, Math.min(7, commit.length())))
                                .orElse(""));
    }

    private static LocalDate date(TableRow row, String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException noDate) {
            throw row.wrong("as_of_date", "'" + text + "' is no date; write 2026-01-31");
        }
    }
}
