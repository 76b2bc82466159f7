package io.xianka.diagnosis.advise;

import io.xianka.diagnosis.table.CsvTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What cards cost to rent, as lists of a day had it: prices go out of date within weeks.
 *
 * @param name where they are from
 * @param offers in the list's order
 */
public record CloudPrices(String name, List<RentOffer> offers) {

    private static final List<String> NEEDED =
            List.of("provider", "instance_type", "gpu", "gpu_count", "on_demand_usd_per_hour");

    public CloudPrices {
        offers = List.copyOf(offers);
    }

    /** The product's own list. */
    public static CloudPrices builtIn() {
        return of(CsvTable.resource(CloudPrices.class, "cloud-prices.csv"));
    }

    /**
     * The prices in a file: CSV with the columns of the built-in list.
     *
     * @throws IOException when the file cannot be read
     * @throws io.xianka.diagnosis.table.TableException when a cell is wrong; the message names its row and column
     */
    public static CloudPrices read(Path file) throws IOException {
        return of(CsvTable.read(file));
    }

    static CloudPrices of(CsvTable table) {
        return new CloudPrices(
                table.name(),
                table.require(NEEDED).rows().stream().map(RentOffer::of).toList());
    }

    /**
     * The card that an offer rents: of several that go by the name the one with the least bandwidth and rate, so that no
     * more is promised than comes. Empty when the catalogue has none.
     */
    static Optional<GpuCard> cardOf(RentOffer offer, GpuCatalogue catalogue) {
        return catalogue.matching(offer.cardName()).stream()
                .min(Comparator.<GpuCard>comparingDouble(
                                card -> card.bandwidthGBs().orElse(0))
                        .thenComparingDouble(card -> card.tensorFp16Tflops().orElse(0)));
    }
}
