package io.xianka.nn.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.nn.data.TokenFile.Width;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenFileTest {
    @TempDir
    Path folder;

    private static int[] read(Tokens tokens, long from, int count) {
        int[] run = new int[count];
        tokens.copy(from, MemorySegment.ofArray(run));
        return run;
    }

    @Test
    void readsLittleEndianNumbersWithoutASign() throws IOException {
        Path file = Files.write(folder.resolve("a.bin"), new byte[] {1, 0, (byte) 0xff, (byte) 0xff, 0, 1});
        try (var tokens = TokenFile.open(file, Width.UINT16)) {
            assertArrayEquals(new int[] {1, 65_535, 256}, read(tokens, 0, 3));
        }
        Files.write(file, new byte[] {1, 0, 0, 0, 0, 0, 1, 0});
        try (var tokens = TokenFile.open(file, Width.UINT32)) {
            assertArrayEquals(new int[] {1, 65_536}, read(tokens, 0, 2));
        }
    }

    @Test
    void readsBackWhatItWrote() throws IOException {
        Path file = folder.resolve("a.bin");
        int[] written = {0, 50_256, 65_535, 7};
        for (Width width : Width.values()) {
            TokenFile.write(file, written, width);
            try (var tokens = TokenFile.open(file, width)) {
                assertArrayEquals(written, read(tokens, 0, 4));
                assertArrayEquals(new int[] {65_535, 7}, read(tokens.slice(1, 4), 1, 2));
            }
        }
        assertThrows(IllegalArgumentException.class, () -> TokenFile.write(file, new int[] {65_536}, Width.UINT16));
    }

    @Test
    void readsBeyondTwoGigabytes() throws IOException {
        Path file = folder.resolve("large.bin");
        long bytes = (3L << 30) + 2;
        // A file with a hole takes no room on the disk.
        try (var channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.SPARSE, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {0x39, 0x30}), bytes - 2);
        }
        try (var tokens = TokenFile.open(file, Width.UINT16)) {
            assertEquals(bytes / 2, tokens.count());
            assertArrayEquals(new int[] {0, 12_345}, read(tokens, bytes / 2 - 2, 2));
        }
    }

    @Test
    void refusesWhatIsNoRowOfTokens() throws IOException {
        Path file = folder.resolve("a.bin");
        Files.write(file, new byte[0]);
        assertTrue(assertThrows(DataException.class, () -> TokenFile.open(file, Width.UINT16))
                .getMessage()
                .endsWith("is empty; there is nothing to learn from"));
        Files.write(file, new byte[7]);
        assertTrue(assertThrows(DataException.class, () -> TokenFile.open(file, Width.UINT32))
                .getMessage()
                .contains("has 7 bytes, no multiple of the 4 of a token"));
    }

    @Test
    void namesTheFirstTokenOverTheVocabulary() throws IOException {
        Path file = folder.resolve("a.bin");
        int[] written = new int[100_000];
        written[70_001] = 300;
        TokenFile.write(file, written, Width.UINT16);
        try (var tokens = TokenFile.open(file, Width.UINT16)) {
            tokens.check(301);
            assertTrue(assertThrows(DataException.class, () -> tokens.check(300))
                    .getMessage()
                    .startsWith(file + ": token 300 at place 70001 is not below the vocabulary of 300;"));
        }
    }
}
