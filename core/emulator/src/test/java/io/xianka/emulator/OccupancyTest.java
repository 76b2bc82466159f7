package io.xianka.emulator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.driver.api.BlockSizeSuggestion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OccupancyTest {
    /** As NVIDIA's occupancy calculator has it for compute capability 9.0. */
    @ParameterizedTest
    @CsvSource({
        "256, 32, 0, 8",
        "256, 33, 0, 6",
        "256, 64, 0, 4",
        "256, 255, 0, 1",
        "1024, 64, 0, 1",
        "1024, 65, 0, 0",
        "1024, 32, 0, 2",
        "32, 16, 0, 32",
        "96, 40, 0, 16",
        "128, 32, 102400, 2",
        "128, 32, 232448, 1",
        "128, 32, 233473, 0",
        "64, 24, 8192, 25",
    })
    void countsTheBlocksOfAMultiprocessor(int threads, int registers, long sharedBytes, int blocks) {
        assertEquals(blocks, Occupancy.blocksPerMultiprocessor(threads, registers, sharedBytes));
    }

    @Test
    void suggestsTheLargestOfTheBestBlocks() {
        assertEquals(new BlockSizeSuggestion(4, 1024), Occupancy.suggest(1024, 32, 0, 2));
        assertEquals(new BlockSizeSuggestion(4, 768), Occupancy.suggest(1024, 33, 0, 2));
        assertEquals(new BlockSizeSuggestion(4, 128), Occupancy.suggest(200, 255, 0, 2));
    }
}
