package io.xianka.compiler.source;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** Reads bytes as UTF-8 and says where they are not. */
public final class Utf8Text {
    private Utf8Text() {}

    /** The bytes are not UTF-8. */
    public static final class MalformedUtf8 extends Exception {
        private static final long serialVersionUID = 1;

        private final int byteOffset;

        private MalformedUtf8(int byteOffset, byte found) {
            super("not UTF-8: byte 0x%02x at offset %d; save the file as UTF-8".formatted(found, byteOffset));
            this.byteOffset = byteOffset;
        }

        /** Offset of the first byte that fits no character, counted from 0. */
        public int byteOffset() {
            return byteOffset;
        }
    }

    /** The text of the bytes, without a byte order mark. */
    public static String decode(byte[] bytes) throws MalformedUtf8 {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, out, true);
        if (result.isError()) {
            throw new MalformedUtf8(in.position(), bytes[in.position()]);
        }
        out.flip();
        if (out.hasRemaining() && out.charAt(0) == '\uFEFF') {
            out.get();
        }
        return out.toString();
    }
}
