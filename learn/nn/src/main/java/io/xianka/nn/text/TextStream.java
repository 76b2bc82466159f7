package io.xianka.nn.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Bytes that come in pieces as text that comes in whole characters. */
final class TextStream {
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private byte[] left = {};

    /** {@return the characters that are whole with these bytes} */
    String add(byte[] bytes) {
        ByteBuffer in = ByteBuffer.allocate(left.length + bytes.length)
                .put(left)
                .put(bytes)
                .flip();
        CharBuffer out = CharBuffer.allocate(in.remaining());
        decoder.decode(in, out, false);
        left = new byte[in.remaining()];
        in.get(left);
        return out.flip().toString();
    }

    /** {@return what remains: U+FFFD for a character that was begun, or nothing} */
    String end() {
        CharBuffer out = CharBuffer.allocate(left.length + 1);
        decoder.decode(ByteBuffer.wrap(left), out, true);
        decoder.flush(out);
        decoder.reset();
        left = new byte[0];
        return out.flip().toString();
    }
}
