package io.xianka.driver.api;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * CUDA C source.
 *
 * @param name how diagnostics name it: a path, or something like {@code kernel.cu}
 * @param text the source
 * @param file where it was read from, which is where {@code #include "..."} looks first; empty for text of a program
 */
public record SourceText(String name, String text, Optional<Path> file) {

    public SourceText {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(file, "file");
    }

    /** Source that a program holds; diagnostics name it {@code kernel.cu}. */
    public static SourceText of(String text) {
        return new SourceText("kernel.cu", text, Optional.empty());
    }

    /** Source that a program holds, with a name for diagnostics. */
    public static SourceText of(String name, String text) {
        return new SourceText(name, text, Optional.empty());
    }

    /**
     * Reads a file.
     *
     * @throws IOException when it cannot be read or is not UTF-8, saying where
     */
    public static SourceText read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(buffer).toString();
            return new SourceText(file.toString(), text, Optional.of(file));
        } catch (CharacterCodingException notUtf8) {
            throw new IOException(
                    file + ": not UTF-8 from byte " + buffer.position() + " on; save the file as UTF-8", notUtf8);
        }
    }
}
