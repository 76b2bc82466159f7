package io.xianka.nn.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TokenBlocksTest {
    private static Tokens counting(int count) {
        return Tokens.of("counting", IntStream.range(0, count).toArray());
    }

    private static int[][] example(TokenBlocks blocks, int block, long epoch, long number) {
        int[][] parts = new int[2][block];
        blocks.write(epoch, number, List.of(MemorySegment.ofArray(parts[0]), MemorySegment.ofArray(parts[1])));
        return parts;
    }

    @Test
    void anExampleIsABlockAndTheSameOnePlaceFurther() {
        var blocks = TokenBlocks.fixed(counting(20), 4, 20);
        assertEquals(4, blocks.count());
        assertArrayEquals(new int[][] {{12, 13, 14, 15}, {13, 14, 15, 16}}, example(blocks, 4, 5, 3));
    }

    @Test
    void eachEpochCutsElsewhereWithinTheText() {
        var blocks = TokenBlocks.shifting(counting(100), 8, 100);
        var starts = new BitSet();
        for (int epoch = 0; epoch < 200; epoch++) {
            starts.set(example(blocks, 8, epoch, 0)[0][0]);
            assertTrue(example(blocks, 8, epoch, blocks.count() - 1)[1][7] < 100);
        }
        assertEquals(8, starts.cardinality());
    }

    @Test
    void oneBlockAndOneTokenIsEnough() {
        var blocks = TokenBlocks.shifting(counting(5), 4, 5);
        assertEquals(1, blocks.count());
        assertArrayEquals(new int[][] {{0, 1, 2, 3}, {1, 2, 3, 4}}, example(blocks, 4, 1, 0));
        assertEquals(
                "counting: has 4 tokens here, and a block needs 5, one to predict after it; take a shorter block or more"
                        + " text",
                assertThrows(DataException.class, () -> TokenBlocks.shifting(counting(4), 4, 5))
                        .getMessage());
    }

    @Test
    void refusesATokenOverTheVocabularyWhenItIsRead() {
        var blocks = TokenBlocks.fixed(counting(20), 4, 16);
        example(blocks, 4, 0, 2);
        assertTrue(assertThrows(DataException.class, () -> example(blocks, 4, 0, 3))
                .getMessage()
                .startsWith("counting: token 16 at place 16 is not below the vocabulary of 16"));
    }

    @Test
    void theEndOfTheTextIsForValidation() {
        var split = counting(100).split(0.1);
        assertEquals(90, split.training().count());
        int[] last = new int[10];
        split.validation().copy(0, MemorySegment.ofArray(last));
        assertArrayEquals(IntStream.range(90, 100).toArray(), last);
    }
}
