package io.xianka.nn.data;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/**
 * A file of token numbers without a header, little-endian, as nanoGPT's {@code train.bin}. It is mapped into memory, however large: only
 * what batches read is loaded, and the system keeps as much of it as it has memory for. While it is open the file must not become
 * shorter.
 */
public final class TokenFile implements Tokens, AutoCloseable {
    /** How a token is stored. */
    public enum Width {
        /** Two bytes, for vocabularies up to 65,536, such as GPT-2's. */
        UINT16(2),
        /** Four bytes. Numbers from 2<sup>31</sup> are refused when they are read. */
        UINT32(4);

        private final int bytes;

        Width(int bytes) {
            this.bytes = bytes;
        }

        /** {@return the bytes of a token} */
        public int bytes() {
            return bytes;
        }
    }

    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final Path file;
    private final Width width;
    private final Arena arena;
    private final MemorySegment data;

    private TokenFile(Path file, Width width, Arena arena, MemorySegment data) {
        this.file = file;
        this.width = width;
        this.arena = arena;
        this.data = data;
    }

    /**
     * Maps a file.
     *
     * @throws DataException when there is no such file, it is empty, or it ends within a token
     */
    @SuppressWarnings("MustBeClosedChecker") // close() closes it
    public static TokenFile open(Path file, Width width) {
        if (Files.isDirectory(file)) {
            throw new DataException(file, "is a folder; name a file in it");
        }
        Arena arena = Arena.ofShared();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long bytes = channel.size();
            if (bytes == 0) {
                throw new DataException(file, "is empty; there is nothing to learn from");
            }
            if (bytes % width.bytes() != 0) {
                throw new DataException(
                        file,
                        "has " + bytes + " bytes, no multiple of the " + width.bytes()
                                + " of a token; it is cut off, or of another width");
            }
            return new TokenFile(file, width, arena, channel.map(FileChannel.MapMode.READ_ONLY, 0, bytes, arena));
        } catch (IOException e) {
            arena.close();
            throw DataException.of(file, e);
        } catch (RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /** Writes a file of tokens, each of which must fit the width. */
    public static void write(Path file, int[] tokens, Width width) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (int token : tokens) {
                if (token < 0 || width == Width.UINT16 && token > 0xFFFF) {
                    throw new IllegalArgumentException("token " + token + " does not fit " + width);
                }
                for (int i = 0; i < width.bytes(); i++) {
                    out.write(token >>> 8 * i);
                }
            }
        }
    }

    @Override
    public long count() {
        return data.byteSize() / width.bytes();
    }

    @Override
    public void copy(long from, MemorySegment target) {
        long count = target.byteSize() / Integer.BYTES;
        Objects.checkFromIndexSize(from, count, count());
        switch (width) {
            case UINT16 -> {
                for (long i = 0; i < count; i++) {
                    int token = data.get(SHORT, 2 * (from + i)) & 0xFFFF;
                    target.set(ValueLayout.JAVA_INT_UNALIGNED, 4 * i, token);
                }
            }
            case UINT32 -> {
                for (long i = 0; i < count; i++) {
                    target.set(ValueLayout.JAVA_INT_UNALIGNED, 4 * i, data.get(INT, 4 * (from + i)));
                }
            }
        }
    }

    @Override
    public String source() {
        return file.toString();
    }

    /** Takes the file out of memory; later reads are refused. */
    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
