package io.xianka.nn.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GptTokenizerTest {
    private final GptTokenizer tokenizer = GptTokenizer.gpt2();

    @TempDir
    private Path folder;

    /** Texts of all kinds, with the tokens of OpenAI's tiktoken (npm's build of it, 1.0.22). */
    @Test
    void givesTheTokensOfTiktoken() throws Exception {
        try (InputStream file = GptTokenizerTest.class.getResourceAsStream("gpt2-tokens.json")) {
            JsonNode cases = new ObjectMapper().readTree(file);
            assertEquals(790, cases.size());
            for (JsonNode each : cases) {
                String text = each.get("text").asText();
                int[] tokens = IntStream.range(0, each.get("tokens").size())
                        .map(i -> each.get("tokens").get(i).asInt())
                        .toArray();
                assertArrayEquals(
                        tokens,
                        tokenizer.encodeOrdinary(text),
                        () -> each.get("text").toString());
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                // Java writes half a surrogate pair as '?', everybody else as U+FFFD.
                if (new String(bytes, StandardCharsets.UTF_8).equals(text)) {
                    assertEquals(text, tokenizer.decode(tokens));
                }
            }
        }
    }

    @Test
    void theEndOfATextIsOneToken() {
        assertEquals(50_257, tokenizer.vocabularySize());
        assertEquals(50_256, tokenizer.endOfText().orElseThrow());
        assertArrayEquals(new int[] {50_256}, tokenizer.encode("<|endoftext|>"));
        assertArrayEquals(new int[] {64, 50_256, 50_256, 65}, tokenizer.encode("a<|endoftext|><|endoftext|>b"));
        assertArrayEquals(new int[] {27, 91, 437, 1659, 5239, 91, 29}, tokenizer.encodeOrdinary("<|endoftext|>"));
        assertEquals("a<|endoftext|>b", tokenizer.decode(new int[] {64, 50_256, 65}));
        assertArrayEquals(new int[0], tokenizer.encode(""));
    }

    @Test
    void everyTokenHasBytes() {
        for (int token = 0; token < tokenizer.vocabularySize(); token++) {
            assertTrue(tokenizer.bytes(token).length > 0, "token " + token);
        }
        assertThrows(IllegalArgumentException.class, () -> tokenizer.bytes(50_257));
        assertThrows(IllegalArgumentException.class, () -> tokenizer.bytes(-1));
        assertThrows(IllegalArgumentException.class, () -> tokenizer.decode(new int[] {1, 60_000}));
    }

    @Test
    void anyTextComesBack() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            int[] characters = random.ints(1 + random.nextInt(40), 0, 0x110000)
                    .filter(c -> c < 0xD800 || c > 0xDFFF)
                    .toArray();
            String text = new String(characters, 0, characters.length);
            assertEquals(text, tokenizer.decode(tokenizer.encode(text)), "seed " + seed);
        }
    }

    @Test
    void aMegabyteOfOneLetterTakesSeconds() {
        assertTimeout(Duration.ofMinutes(1), () -> {
            String text = "a".repeat(1_000_000);
            int[] tokens = tokenizer.encode(text);
            // Four letters are the longest row of a's that is a token.
            assertEquals(250_000, tokens.length);
            assertEquals(text, tokenizer.decode(tokens));
        });
    }

    @Test
    void itsFileNamesIt() {
        Path file = folder.resolve("tokenizer.json");
        tokenizer.save(file);
        assertSame(tokenizer, Tokenizer.load(file));
    }
}
