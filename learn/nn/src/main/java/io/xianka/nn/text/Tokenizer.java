package io.xianka.nn.text;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * Text as numbers and back. Every token stands for bytes of UTF-8, maybe for a part of a character only; so a single token has
 * {@link #bytes}, and only a row of them is text.
 *
 * {@snippet :
 * Tokenizer tokenizer = CharacterTokenizer.of(text);
 * int[] tokens = tokenizer.encode("In the beginning");
 * tokenizer.save(folder.resolve("tokenizer.json"));
 * }
 *
 * <p>Tokenizers do not change; threads may share one.
 */
public interface Tokenizer {
    /** {@return the number of tokens; each is from 0 to below it} */
    int vocabularySize();

    /**
     * The tokens of a text.
     *
     * @throws IllegalArgumentException for a character that no token stands for
     */
    int[] encode(String text);

    /**
     * The bytes of UTF-8 that a token stands for.
     *
     * @throws IllegalArgumentException for a number that is no token
     */
    byte[] bytes(int token);

    /**
     * The text of tokens. What is no UTF-8 in their bytes, such as half a character at the end, becomes U+FFFD.
     *
     * @throws IllegalArgumentException for a number that is no token
     */
    default String decode(int[] tokens) {
        var bytes = new ByteArrayOutputStream(4 * tokens.length);
        for (int token : tokens) {
            bytes.writeBytes(bytes(token));
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** {@return the token that parts documents, where there is one} */
    default OptionalInt endOfText() {
        return OptionalInt.empty();
    }

    /**
     * Writes a file that {@link #load} makes this tokenizer from.
     *
     * @throws java.io.UncheckedIOException when it cannot be written
     */
    void save(Path file);

    /**
     * Reads what {@link #save} wrote.
     *
     * @throws java.io.UncheckedIOException when the file cannot be read
     * @throws IllegalArgumentException when it holds no tokenizer
     */
    static Tokenizer load(Path file) {
        return TokenizerFile.read(file);
    }
}
