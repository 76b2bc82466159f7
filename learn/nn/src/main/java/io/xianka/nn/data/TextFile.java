package io.xianka.nn.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Text to learn from. */
public final class TextFile {
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private TextFile() {}

    /**
     * Reads a whole file of UTF-8. A byte order mark at its start is left out.
     *
     * @throws DataException when there is no such file, it is empty or over 2 GB, or a byte of it is no UTF-8, which is named
     */
    public static String read(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw new DataException(file, "is a folder; name a file in it");
            }
            long bytes = Files.size(file);
            if (bytes > Integer.MAX_VALUE - 8) {
                throw new DataException(
                        file, "has " + bytes + " bytes; text of more than 2 GB is given as a file of tokens");
            }
            return decode(file, Files.readAllBytes(file));
        } catch (IOException e) {
            throw DataException.of(file, e);
        }
    }

    /** Decodes UTF-8 that came from somewhere. */
    static String decode(Object where, byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult end = StandardCharsets.UTF_8.newDecoder().decode(in, out, true);
        if (end.isError()) {
            throw new DataException(
                    where,
                    "is no UTF-8 at byte %d (0x%02X); iconv -f ISO-8859-1 -t UTF-8 converts what was written as Latin-1"
                            .formatted(in.position(), bytes[in.position()] & 0xFF));
        }
        String text = out.flip().toString();
        if (!text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) {
            text = text.substring(1);
        }
        if (text.isEmpty()) {
            throw new DataException(where, "is empty; there is nothing to learn from");
        }
        return text;
    }
}
