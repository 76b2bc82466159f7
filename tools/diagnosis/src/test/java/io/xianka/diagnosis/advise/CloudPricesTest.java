package io.xianka.diagnosis.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.diagnosis.table.CsvTable;
import io.xianka.diagnosis.table.TableException;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CloudPricesTest {

    private static final CloudPrices PRICES = CloudPrices.builtIn();
    private static final String HEADER =
            "provider,instance_type,gpu,gpu_count,on_demand_usd_per_hour,usd_per_gpu_hour,as_of_date\n";

    private static CloudPrices of(String rows) {
        return CloudPrices.of(CsvTable.parse("mine.csv", HEADER + rows));
    }

    @Test
    void everyOfferHasASourceAndASanePrice() {
        assertEquals(23, PRICES.offers().size());
        for (var offer : PRICES.offers()) {
            assertFalse(offer.source().isBlank(), offer.toString());
            double each = offer.usdPerHour() / offer.count();
            assertTrue(each > 0.1 && each < 20, offer.toString());
        }
    }

    @Test
    void everyOfferIsOfACardOfTheCatalogueButOne() {
        var without = PRICES.offers().stream()
                .filter(offer ->
                        CloudPrices.cardOf(offer, GpuCatalogue.builtIn()).isEmpty())
                .map(RentOffer::cardName)
                .toList();
        assertEquals(List.of("Quadro RTX 6000 24GB"), without);
    }

    @ParameterizedTest
    @CsvSource({
        "gpu_8x_v100, Tesla V100 PCIe 16GB",
        "gpu_1x_h100_pcie, H100 PCIe 80GB",
        "gpu_1x_h100_sxm5, H100 SXM5 80GB",
        "gpu_8x_a100_80gb_sxm4, A100 SXM4 80GB",
        "gpu_1x_gh200, GH200 96GB",
        "gpu_1x_b200_sxm6, B200 SXM 180GB",
    })
    void anOfferThatDoesNotSayItsFormIsTheSlowestOfThem(String instance, String card) {
        var offer = PRICES.offers().stream()
                .filter(one -> one.instance().equals(instance))
                .findFirst()
                .orElseThrow();
        assertEquals(
                Optional.of(card),
                CloudPrices.cardOf(offer, GpuCatalogue.builtIn()).map(GpuCard::name));
    }

    @ParameterizedTest
    @CsvSource({"2026-11-01, false", "2026-09-01, false", "2026-08-01, true", "2024-01-01, true", "'', true"})
    void aPriceIsOldAfterNinetyDaysOrWithoutADay(String day, boolean old) {
        var offer = of("P,i,L4,1,1,1," + day + "\n").offers().getFirst();
        assertEquals(old, new Price.Hour(1, offer).isOld(LocalDate.of(2026, 11, 30)));
    }

    @Test
    void aLaunchPriceGrowsOld() {
        var launch = new Price.Launch(1, Optional.of(YearMonth.of(2026, 10)), "s");
        assertFalse(launch.isOld(LocalDate.of(2026, 11, 30)));
        assertTrue(launch.isOld(LocalDate.of(2027, 6, 1)));
        assertTrue(new Price.Launch(1, Optional.empty(), "s").isOld(LocalDate.of(2026, 11, 30)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "P,i,L4,8,1,1,          | column usd_per_gpu_hour: 1 times 8 cards is not 1.0",
                "P,i,L4,,1,1,           | column gpu_count: empty",
                "P,i,L4,0,1,1,          | column gpu_count: 0 is not from 1",
                "P,i,L4,1,,1,           | column on_demand_usd_per_hour: empty",
                "P,i,L4,1,free,1,       | column on_demand_usd_per_hour: 'free' is no number",
                "P,i,L4,1,1,1,yesterday | column as_of_date: 'yesterday' is no date",
                ",i,L4,1,1,1,           | column provider: empty",
            })
    void aWrongCellIsRefusedWithItsRowAndColumn(String row, String message) {
        var wrong = assertThrows(TableException.class, () -> of(row + "\n"));
        assertTrue(wrong.getMessage().startsWith("mine.csv: row 2, " + message), wrong.getMessage());
    }
}
