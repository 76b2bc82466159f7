package io.xianka.cli.npy;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * An array read from a {@code .npy} file: its header and its data.
 *
 * @param data the elements, little endian, C order, mapped read-only from the file
 */
public record NpyFile(NpyHeader header, MemorySegment data) {

    static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

    /** A header this long names more dimensions than NumPy knows. */
    private static final int MAX_HEADER_BYTES = 1 << 20;

    /**
     * Opens a file. The header is checked against the file's size before anything is mapped.
     *
     * @param arena the lifetime of the mapping
     * @throws NpyException if the file is no array that a kernel can use
     */
    public static NpyFile read(Path file, Arena arena) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            var start = readFully(channel, 0, 10);
            if (!Arrays.equals(MAGIC, Arrays.copyOf(start.array(), MAGIC.length))) {
                throw new NpyException("is not a .npy file: it does not start with \\x93NUMPY");
            }
            int major = start.get(6);
            int lengthBytes = major == 1 ? 2 : 4;
            if (major < 1 || major > 3) {
                throw new NpyException("has format version " + major + "; versions 1 to 3 are known");
            }
            long length = lengthBytes == 2
                    ? Short.toUnsignedInt(start.getShort(8))
                    : Integer.toUnsignedLong(readFully(channel, 8, 4).getInt(0));
            if (length > MAX_HEADER_BYTES) {
                throw new NpyException(
                        "has a header of " + length + " bytes; at most " + MAX_HEADER_BYTES + " are read");
            }
            var text = readFully(channel, 8 + lengthBytes, (int) length).array();
            var header = NpyHeader.parse(
                    new String(text, major == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1));
            long offset = 8 + lengthBytes + length;
            long present = channel.size() - offset;
            long needed = header.bytes();
            if (present < needed) {
                throw new NpyException("is truncated: shape " + header.shapeText() + " of " + header.type() + " needs "
                        + needed + " bytes of data, the file has " + present);
            }
            var data = needed == 0
                    ? MemorySegment.NULL
                    : channel.map(FileChannel.MapMode.READ_ONLY, offset, needed, arena);
            return new NpyFile(header, data);
        }
    }

    /**
     * Writes an array, so that the name never holds half of it.
     *
     * @param data exactly the bytes that the header counts
     */
    public static void write(Path file, NpyHeader header, MemorySegment data) throws IOException {
        if (data.byteSize() != header.bytes()) {
            throw new IllegalArgumentException("header of " + header.bytes() + " bytes, data of " + data.byteSize());
        }
        WholeFile.write(file, channel -> {
            writeFully(channel, ByteBuffer.wrap(header.encode()));
            long step = data.isNative() ? 1 << 30 : 1 << 20;
            for (long at = 0; at < data.byteSize(); at += step) {
                var part = data.asSlice(at, Math.min(step, data.byteSize() - at));
                writeFully(
                        channel,
                        part.isNative() ? part.asByteBuffer() : ByteBuffer.wrap(part.toArray(ValueLayout.JAVA_BYTE)));
            }
        });
    }

    private static ByteBuffer readFully(FileChannel channel, long position, int bytes) throws IOException {
        var buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                throw truncated(channel, new EOFException());
            }
        }
        return buffer;
    }

    private static NpyException truncated(FileChannel channel, EOFException cause) throws IOException {
        var exception = new NpyException("is truncated: it ends inside its header, after " + channel.size() + " bytes");
        exception.initCause(cause);
        return exception;
    }

    private static void writeFully(FileChannel channel, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }
}
