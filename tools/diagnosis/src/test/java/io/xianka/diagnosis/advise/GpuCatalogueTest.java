package io.xianka.diagnosis.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.diagnosis.table.CsvTable;
import io.xianka.diagnosis.table.TableException;
import io.xianka.driver.ComputeCapability;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GpuCatalogueTest {

    private static final GpuCatalogue CATALOGUE = GpuCatalogue.builtIn();

    /** What data sheets say and common tables get wrong. */
    @ParameterizedTest
    @CsvSource({
        "A100 SXM4 80GB,   NVLINK,            600",
        "A100 PCIe 80GB,   BANDWIDTH,        1935",
        "H100 SXM5 80GB,   TENSOR_FP32_SUMS,  989.4",
        "H100 PCIe 80GB,   TENSOR_FP32_SUMS,  756",
        "H200 SXM 141GB,   BANDWIDTH,        4800",
        "H200 SXM 141GB,   MEMORY,            141",
        "B200 SXM 180GB,   NVLINK,           1800",
        "GeForce RTX 4090, TENSOR_FP16,       330.3",
        "GeForce RTX 4090, TENSOR_FP32_SUMS,  165.2",
        "GeForce RTX 5090, BANDWIDTH,        1792",
        "Tesla V100 SXM2 32GB, NVLINK,        300",
        "Tesla T4, POWER,                      70",
    })
    void knowsFiguresOfDataSheets(String name, CardFigure figure, double expected) {
        assertEquals(OptionalDouble.of(expected), CATALOGUE.require(name).figure(figure));
    }

    @Test
    void hasThirtySixCardsWithASourceForEveryFigure() {
        assertEquals(36, CATALOGUE.cards().size());
        for (var card : CATALOGUE.cards()) {
            assertTrue(card.computeCapability().isPresent(), card.name());
            assertTrue(card.memoryGb().isPresent(), card.name());
            for (var figure : card.figures().keySet()) {
                assertFalse(card.sourceOf(figure).isBlank(), card.name() + " " + figure);
            }
        }
    }

    @Test
    void figuresHangTogether() {
        for (var card : CATALOGUE.cards()) {
            var fast = card.tensorFp16Tflops();
            var exact = card.tensorFp32SumsTflops();
            if (fast.isPresent() && exact.isPresent()) {
                double ratio = fast.getAsDouble() / exact.getAsDouble();
                assertTrue(Math.abs(ratio - 1) < 0.01 || Math.abs(ratio - 2) < 0.02, card.name() + " " + ratio);
            }
            if (card.fp32Tflops().isPresent()
                    && card.figure(CardFigure.CUDA_CORES).isPresent()) {
                // Two operations a core and clock: what clock the figures imply.
                double gigahertz = card.fp32Tflops().getAsDouble()
                        * 1e3
                        / (2 * card.figure(CardFigure.CUDA_CORES).getAsDouble());
                assertTrue(gigahertz > 1 && gigahertz < 3, card.name() + " " + gigahertz);
            }
        }
    }

    @Test
    void unknownIsAbsentAndNeverZero() {
        var gh200 = CATALOGUE.require("GH200");
        assertEquals(OptionalDouble.empty(), gh200.bandwidthGBs());
        assertEquals(OptionalDouble.empty(), gh200.powerW());
        assertEquals(OptionalDouble.of(0), CATALOGUE.require("RTX 3060").nvlinkGBs());
        assertEquals(OptionalDouble.empty(), CATALOGUE.require("RTX 4090").nvlinkGBs());
        assertEquals(OptionalDouble.empty(), CATALOGUE.require("GTX 1080 Ti").tensorFp16Tflops());
    }

    @ParameterizedTest
    @CsvSource({
        "RTX 5090,                          GeForce RTX 5090",
        "NVIDIA GeForce RTX 5090,           GeForce RTX 5090",
        "rtx5090,                           GeForce RTX 5090",
        "5090,                              GeForce RTX 5090",
        "2080ti,                            GeForce RTX 2080 Ti",
        "a100-sxm4-80gb,                    A100 SXM4 80GB",
        "NVIDIA A100-SXM4-40GB,             A100 SXM4 40GB",
        "NVIDIA A100 80GB PCIe,             A100 PCIe 80GB",
        "NVIDIA A100-PCIE-40GB,             A100 PCIe 40GB",
        "A100 SXM 80 GB,                    A100 SXM4 80GB",
        "NVIDIA H100 80GB HBM3,             H100 SXM5 80GB",
        "NVIDIA H100 PCIe,                  H100 PCIe 80GB",
        "NVIDIA H200,                       H200 SXM 141GB",
        "NVIDIA GH200 480GB,                GH200 96GB",
        "NVIDIA B200,                       B200 SXM 180GB",
        "Tesla V100-SXM2-16GB,              Tesla V100 SXM2 16GB",
        "V100 pcie 32g,                     Tesla V100 PCIe 32GB",
        "Tesla T4,                          Tesla T4",
        "NVIDIA RTX 6000 Ada Generation,    RTX 6000 Ada",
        "NVIDIA RTX A6000,                  RTX A6000",
        "A6000,                             RTX A6000",
        "NVIDIA L40S,                       L40S",
        "NVIDIA GeForce RTX 3060,           GeForce RTX 3060 12GB",
        "Jetson AGX Orin Developer Kit,     Jetson AGX Orin 64GB",
    })
    void findsACardByWhatPeopleAndDriversCallIt(String written, String name) {
        assertEquals(Optional.of(name), CATALOGUE.find(written).map(GpuCard::name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NVIDIA GeForce RTX 4090 Laptop GPU",
                "RTX 4090 D",
                "RTX 4070 Ti",
                "RTX 4070 SUPER",
                "GTX 4090",
                "NVIDIA A10G",
                "L40",
                "H100 NVL",
                "H800",
                "Quadro RTX 6000",
                "RTX 4060 Ti 8GB",
                "H100 SXM5 96GB",
                "",
                "NVIDIA",
                "80GB",
            })
    void takesNoOtherModelForTheOneAsked(String written) {
        assertEquals(List.of(), CATALOGUE.matching(written));
    }

    @Test
    void anAmbiguousNameListsItsCards() {
        assertEquals(4, CATALOGUE.matching("A100").size());
        assertEquals(Optional.empty(), CATALOGUE.find("A100"));
        var several = assertThrows(UnknownCardException.class, () -> CATALOGUE.require("A100"));
        assertTrue(several.getMessage().contains("A100 PCIe 40GB, A100 PCIe 80GB"), several.getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "RTX 5099, GeForce RTX 5090",
        "H100 SXM6 80GBB, H100 SXM5 80GB",
        "RTX 4070 Ti, GeForce RTX 4070",
        "Tesla T40, Tesla T4",
        "H20, H200 SXM 141GB",
    })
    void anUnknownNameIsAnsweredWithTheNearest(String written, String nearest) {
        var unknown = assertThrows(UnknownCardException.class, () -> CATALOGUE.require(written));
        assertTrue(unknown.getMessage().contains("nearest: "), unknown.getMessage());
        assertTrue(unknown.getMessage().contains(nearest), unknown.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"nope", "foo", "", "?", "Radeon"})
    void aNameUnlikeAnyIsAnsweredWithTheList(String written) {
        var unknown = assertThrows(UnknownCardException.class, () -> CATALOGUE.require(written));
        assertTrue(unknown.getMessage().contains("xianka advise --list"), unknown.getMessage());
    }

    @Test
    void memoryTellsVariantsOfOneNameApart() {
        assertTrue(CATALOGUE.find("NVIDIA GeForce RTX 3060", 12L << 30).isPresent());
        assertTrue(CATALOGUE.find("NVIDIA GeForce RTX 3060", 8L << 30).isEmpty());
        // What an H200 and a T4 with ECC really report.
        assertTrue(CATALOGUE.find("NVIDIA H200", 150_754_820_096L).isPresent());
        assertTrue(CATALOGUE.find("Tesla T4", 15_109L << 20).isPresent());
    }

    @Test
    void listsCardsOfAComputeCapability() {
        assertEquals(
                List.of("H100 PCIe 80GB", "H100 SXM5 80GB", "H200 SXM 141GB", "GH200 96GB"),
                CATALOGUE.withComputeCapability(new ComputeCapability(9, 0)).stream()
                        .map(GpuCard::name)
                        .toList());
    }

    @Test
    void tellsTheSourcesOfOneCardApart() {
        var h200 = CATALOGUE.require("H200");
        assertEquals("AnandTech: NVIDIA at SC23", h200.sourceOf(CardFigure.BANDWIDTH));
        assertEquals("pytorch/torchtitan tools/utils.py", h200.sourceOf(CardFigure.TENSOR_FP16));
        assertEquals("MLCommons inference v4.1 H200-SXM-141GBx8 system description", h200.sourceOf(CardFigure.MEMORY));
        var a40 = CATALOGUE.require("A40");
        assertEquals("A40 retail data sheet 900-2G133-0000-000", a40.sourceOf(CardFigure.NVLINK));
        assertTrue(a40.sourceOf(CardFigure.BANDWIDTH).startsWith("Wikipedia"), a40.sourceOf(CardFigure.BANDWIDTH));
        assertEquals(
                "cli99/llm-analysis gpu_configs", CATALOGUE.require("A6000").sourceOf(CardFigure.BANDWIDTH));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "name,source,memory_gb\\nA,s,much           | row 2, column memory_gb: 'much' is no number",
                "name,source,memory_gb\\nA,s,-1             | row 2, column memory_gb: -1 is not from",
                "name,source,memory_gb\\nA,s,0              | row 2, column memory_gb: 0 is not from",
                "name,source,memory_gb\\nA,s,NaN            | row 2, column memory_gb: 'NaN' is no number",
                "name,source\\nA,s\\n\\nA,s                 | row 4, column name: 'A' stands in row 2 already",
                "name,source\\nA,                           | row 2, column source: empty",
                "name,source\\nA,s,t                        | row 2: 3 cells, but the header has 2",
                "name,source\\n\"A,s                        | row 2, column 1: a quote is opened and never closed",
                "name,source,watts\\nA,s,3                  | row 1: column 'watts' is none of a catalogue",
                "name,memory_gb\\nA,3                       | row 1: no column 'source'",
                "name,source,compute_capability\\nA,s,sm_90 | row 2, column compute_capability: 'sm_90' is none",
                "name,source,launch_date\\nA,s,2024-13      | row 2, column launch_date: '2024-13' is no date",
                "name,name\\nA,s                            | row 1, column 2: 'name' again",
                "name,source                                | no card below the header",
            })
    void aWrongCellIsRefusedWithItsRowAndColumn(String text, String message) {
        var wrong = assertThrows(
                TableException.class, () -> GpuCatalogue.of(CsvTable.parse("mine.csv", text.replace("\\n", "\n"))));
        assertTrue(wrong.getMessage().startsWith("mine.csv: " + message), wrong.getMessage());
        assertFalse(wrong.getMessage().contains("\n"), wrong.getMessage());
    }
}
