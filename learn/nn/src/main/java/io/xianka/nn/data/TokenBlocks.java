package io.xianka.nn.data;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Tokens cut into blocks, to learn the next token: an example has two parts, int32 {@code (block,)} each, the tokens and those one place
 * further.
 */
public final class TokenBlocks implements Dataset {
    /** With fewer blocks, one that is lost to shifting would be missed. */
    private static final long FEW = 8;

    private final Tokens tokens;
    private final int block;
    private final long vocabulary;
    private final boolean shifts;
    private final long count;

    private TokenBlocks(Tokens tokens, int block, long vocabulary, boolean shifts) {
        if (block < 1) {
            throw new IllegalArgumentException("a block of " + block + " tokens; there is at least one");
        }
        long blocks = (tokens.count() - 1) / block;
        if (blocks < 1) {
            throw new DataException(
                    tokens.source(),
                    "has " + tokens.count() + " tokens here, and a block needs " + (block + 1L)
                            + ", one to predict after it; take a shorter block or more text");
        }
        this.tokens = tokens;
        this.block = block;
        this.vocabulary = vocabulary;
        this.shifts = shifts;
        this.count = shifts && blocks >= FEW ? blocks - 1 : blocks;
    }

    /**
     * Blocks to measure by: the same in every epoch.
     *
     * @param vocabulary what every token is below, which is checked as they are read
     * @throws DataException when there are fewer tokens than a block and one
     */
    public static TokenBlocks fixed(Tokens tokens, int block, long vocabulary) {
        return new TokenBlocks(tokens, block, vocabulary, false);
    }

    /**
     * Blocks to learn from: each epoch cuts at other places, so that every token is predicted after every length of text.
     *
     * @param vocabulary what every token is below, which is checked as they are read
     * @throws DataException when there are fewer tokens than a block and one
     */
    public static TokenBlocks shifting(Tokens tokens, int block, long vocabulary) {
        return new TokenBlocks(tokens, block, vocabulary, true);
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public List<Part> parts() {
        var part = new Part(Shape.of(block), DType.INT32);
        return List.of(part, part);
    }

    @Override
    public void write(long epoch, long example, List<MemorySegment> into) {
        long from = shift(epoch) + example * block;
        tokens.copy(from, into.get(0));
        tokens.copy(from + 1, into.get(1));
        Tokens.check(tokens, from, into.get(0), vocabulary);
        Tokens.check(tokens, from + 1, into.get(1), vocabulary);
    }

    private long shift(long epoch) {
        if (!shifts) {
            return 0;
        }
        long spare = Math.min(block - 1, tokens.count() - 1 - count * block);
        return Long.remainderUnsigned(Permutation.mix(epoch), spare + 1);
    }
}
