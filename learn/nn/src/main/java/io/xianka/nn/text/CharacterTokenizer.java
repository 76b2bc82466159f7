package io.xianka.nn.text;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A token for each character (Unicode code point) of an alphabet, in the alphabet's order.
 */
public final class CharacterTokenizer implements Tokenizer {
    private final int[] alphabet;
    // The alphabet in ascending order, and the token of each.
    private final int[] sorted;
    private final int[] tokens;

    private CharacterTokenizer(int[] alphabet) {
        if (alphabet.length == 0) {
            throw new IllegalArgumentException("character tokenizer: an alphabet without characters; give it a text");
        }
        this.alphabet = alphabet;
        sorted = alphabet.clone();
        Arrays.sort(sorted);
        for (int i = 1; i < sorted.length; i++) {
            if (sorted[i] == sorted[i - 1]) {
                throw new IllegalArgumentException(
                        "character tokenizer: " + name(sorted[i]) + " stands twice in the alphabet");
            }
        }
        tokens = new int[alphabet.length];
        for (int token = 0; token < alphabet.length; token++) {
            tokens[Arrays.binarySearch(sorted, alphabet[token])] = token;
        }
    }

    /** {@return one of the characters that a text consists of, in the order of their code points} */
    public static CharacterTokenizer of(String text) {
        return new CharacterTokenizer(text.codePoints().distinct().sorted().toArray());
    }

    /** {@return one of these characters, in this order, none twice} */
    public static CharacterTokenizer ofAlphabet(String alphabet) {
        return new CharacterTokenizer(alphabet.codePoints().toArray());
    }

    /** {@return its characters in the order of their tokens} */
    public String alphabet() {
        return new String(alphabet, 0, alphabet.length);
    }

    @Override
    public int vocabularySize() {
        return alphabet.length;
    }

    @Override
    public int[] encode(String text) {
        int[] encoded = new int[text.length()];
        int count = 0;
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            int place = Arrays.binarySearch(sorted, character);
            if (place < 0) {
                throw new IllegalArgumentException("character tokenizer: " + name(character) + " at place " + i
                        + " is not among its " + alphabet.length + " characters; leave it out of the text");
            }
            encoded[count++] = tokens[place];
            i += Character.charCount(character);
        }
        return Arrays.copyOf(encoded, count);
    }

    @Override
    public byte[] bytes(int token) {
        if (token < 0 || token >= alphabet.length) {
            throw new IllegalArgumentException(
                    "character tokenizer: there is no token " + token + "; they are 0 to " + (alphabet.length - 1));
        }
        return Character.toString(alphabet[token]).getBytes(StandardCharsets.UTF_8);
    }

    private static String name(int character) {
        String shown = Character.isISOControl(character) || Character.getType(character) == Character.SURROGATE
                ? ""
                : " '" + Character.toString(character) + "'";
        return "character U+%04X".formatted(character) + shown;
    }

    @Override
    public void save(Path file) {
        TokenizerFile.write(file, TokenizerFile.CHARACTERS, alphabet());
    }
}
