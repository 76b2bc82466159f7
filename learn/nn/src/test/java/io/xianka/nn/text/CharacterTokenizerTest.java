package io.xianka.nn.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CharacterTokenizerTest {
    @TempDir
    private Path folder;

    @Test
    void charactersAreNumberedInTheOrderOfTheirCodePoints() {
        var tokenizer = CharacterTokenizer.of("hello, \uD83D\uDE00é\n");
        assertEquals("\n ,ehloé\uD83D\uDE00", tokenizer.alphabet());
        assertEquals(9, tokenizer.vocabularySize());
        int[] tokens = tokenizer.encode("hol\uD83D\uDE00é");
        assertArrayEquals(new int[] {4, 6, 5, 8, 7}, tokens);
        assertEquals("hol\uD83D\uDE00é", tokenizer.decode(tokens));
        assertArrayEquals("\uD83D\uDE00".getBytes(StandardCharsets.UTF_8), tokenizer.bytes(8));
        assertTrue(tokenizer.endOfText().isEmpty());
    }

    @Test
    void namesTheCharacterThatItDoesNotKnow() {
        var tokenizer = CharacterTokenizer.of("ab");
        assertEquals(
                "character tokenizer: character U+0063 'c' at place 2 is not among its 2 characters; leave it out of the text",
                assertThrows(IllegalArgumentException.class, () -> tokenizer.encode("abc"))
                        .getMessage());
        assertEquals(
                "character tokenizer: there is no token 2; they are 0 to 1",
                assertThrows(IllegalArgumentException.class, () -> tokenizer.bytes(2))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> tokenizer.decode(new int[] {-1}));
        assertThrows(IllegalArgumentException.class, () -> CharacterTokenizer.of(""));
        assertThrows(IllegalArgumentException.class, () -> CharacterTokenizer.ofAlphabet("aba"));
    }

    @Test
    void comesBackFromItsFileInItsOrder() {
        Path file = folder.resolve("tokenizer.json");
        // Half a surrogate pair is a code point of Java's strings, too.
        var tokenizer = CharacterTokenizer.ofAlphabet("z\"a\\\u0000\uD83D\uDE00\uD800ß\u2028");
        tokenizer.save(file);
        var loaded = (CharacterTokenizer) Tokenizer.load(file);
        assertEquals(tokenizer.alphabet(), loaded.alphabet());
        assertArrayEquals(new int[] {2, 0}, loaded.encode("az"));
    }

    @Test
    void refusesFilesThatHoldNoTokenizer() throws Exception {
        Path file = folder.resolve("tokenizer.json");
        assertThrows(UncheckedIOException.class, () -> Tokenizer.load(file));
        for (String text : new String[] {
            "",
            "[]",
            "{",
            "{}",
            "{\"tokenizer\":\"characters\"}",
            "{\"tokenizer\":\"other\"}",
            "{\"tokenizer\":\"characters\",\"alphabet\":\"aa\"}",
            "{\"tokenizer\":\"characters\",\"alphabet\":\"\"}",
            "{\"tokenizer\":\"characters\",\"alphabet\":3}",
            "{\"tokenizer\":\"characters\",\"alphabet\":\"a\",\"alphabet\":\"b\"}",
            "{\"tokenizer\":\"characters\",\"alphabet\":\"a\"} x",
        }) {
            Files.writeString(file, text);
            String message = assertThrows(IllegalArgumentException.class, () -> Tokenizer.load(file), text)
                    .getMessage();
            assertTrue(message.startsWith(file + ": this is no tokenizer: "), message);
        }
        Files.write(file, new byte[] {'{', (byte) 0xFF});
        assertThrows(IllegalArgumentException.class, () -> Tokenizer.load(file));
    }
}
