package io.xianka.nn.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.nn.Gpt;
import io.xianka.nn.GptConfig;
import io.xianka.nn.LanguageModel;
import io.xianka.nn.Llama;
import io.xianka.nn.LlamaConfig;
import io.xianka.nn.Placement;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Generator;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GenerationTest {
    private static final int[] PROMPT = {104, 101, 108, 108, 111};

    private static Placement on(Device device) {
        return new Placement(device, DType.FLOAT32, Generator.seeded(4));
    }

    private static LanguageModel gpt(Device device, long block) {
        return livelier(new Gpt(new GptConfig(256, block, 32, 2, 2, 0).withPaddedVocabulary(320), on(device)));
    }

    private static LanguageModel llama(Device device, long block) {
        return livelier(
                new Llama(LlamaConfig.of(256, block, 32, 2, 4).withGroups(2).withInner(48), on(device)));
    }

    /** First weights are so small that most scores are alike. */
    private static LanguageModel livelier(LanguageModel model) {
        Tensor.noGrad(() -> model.parameters()
                .forEach(weight -> weight.assign(weight.mul(4.0).realise())));
        return model;
    }

    private static LanguageModel model(String kind, Device device, long block) {
        return kind.equals("gpt") ? gpt(device, block) : llama(device, block);
    }

    /** A token a byte, so that characters are split; the token 0 ends a text where that is asked for. */
    private record Bytes(boolean ends) implements Tokenizer {
        @Override
        public int vocabularySize() {
            return 256;
        }

        @Override
        public int[] encode(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return IntStream.range(0, bytes.length).map(i -> bytes[i] & 255).toArray();
        }

        @Override
        public byte[] bytes(int token) {
            return new byte[] {(byte) token};
        }

        @Override
        public OptionalInt endOfText() {
            return ends ? OptionalInt.of(0) : OptionalInt.empty();
        }

        @Override
        public void save(Path file) {
            throw new UnsupportedOperationException("bytes have no file");
        }
    }

    /** The likeliest tokens, each from all before it. */
    private static int[] withoutCache(LanguageModel model, int[] prompt, int count) {
        List<Long> row = new ArrayList<>();
        for (int token : prompt) {
            row.add((long) token);
        }
        int[] written = new int[count];
        for (int i = 0; i < count; i++) {
            long[] numbers = row.stream().mapToLong(Long::longValue).toArray();
            Tensor scores = model.forward(Tensor.of(numbers, Shape.of(1, numbers.length), model.device()));
            written[i] = (int) scores.get(0, -1).argmax().itemLong();
            row.add((long) written[i]);
        }
        return written;
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpt", "llama"})
    void writesWhatTheModelWritesWithoutACache(String kind) {
        LanguageModel model = model(kind, Device.cpu(), 64);
        Generation greedy = Generation.of(model, new Bytes(false)).withTemperature(0);
        assertArrayEquals(withoutCache(model, PROMPT, 40), greedy.generate(PROMPT, 40));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpt", "llama"})
    void theCacheGivesTheScoresOfTheWholeRow(String kind) {
        LanguageModel model = model(kind, Device.plain(), 32);
        long[] numbers = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5};
        Tensor whole = model.forward(Tensor.of(numbers, Shape.of(1, numbers.length), Device.plain()));
        try (var past = model.cache(1, 16)) {
            int read = 0;
            for (int count : new int[] {4, 1, 3, 1, 2}) {
                long[] some = new long[count == 4 ? 8 : count];
                System.arraycopy(numbers, read, some, 0, count);
                read += count;
                Tensor scores = model.next(Tensor.of(some, Shape.of(1, some.length), Device.plain()), count, past);
                assertArrayEquals(
                        whole.get(0, read - 1).toFloatArray(), scores.get(0).toFloatArray(), 2e-5f, "after " + read);
                assertEquals(read, past.length());
            }
            past.truncate(5);
            Tensor again = model.next(Tensor.of(new long[] {9}, Shape.of(1, 1), Device.plain()), 1, past);
            assertArrayEquals(whole.get(0, 5).toFloatArray(), again.get(0).toFloatArray(), 2e-5f);
            assertThrows(
                    IllegalArgumentException.class,
                    () -> model.next(Tensor.of(new long[11], Shape.of(1, 11), Device.plain()), 11, past));
            assertThrows(IllegalArgumentException.class, () -> past.truncate(7));
            assertThrows(IllegalArgumentException.class, () -> model.cache(1, 33));
            assertThrows(IllegalArgumentException.class, () -> model.cache(0, 8));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpt", "llama"})
    void aTokenCompilesNothing(String kind) {
        LanguageModel model = model(kind, Device.cpu(), 128);
        Generation generation = Generation.of(model, new Bytes(false)).withTopK(20);
        generation.generate(PROMPT, 40);
        long plans = Device.cpu().plans();
        generation.withSeed(1).withTemperature(0.5).generate(PROMPT, 50);
        generation.generate(new int[] {1, 2, 3}, 30);
        assertEquals(plans, Device.cpu().plans());
    }

    @Test
    void goesOnBeyondTheBlock() {
        LanguageModel model = gpt(Device.cpu(), 16);
        Generation generation = Generation.of(model, new Bytes(false)).withTemperature(0);
        int[] written = generation.generate(PROMPT, 60);
        assertEquals(60, written.length);
        // Place 16 is read when the block is full: from there on the model knows the last half of it.
        int[] row =
                IntStream.concat(IntStream.of(PROMPT), IntStream.of(written)).toArray();
        int[] half = IntStream.range(9, 17).map(i -> row[i]).toArray();
        assertEquals(withoutCache(model, half, 1)[0], row[17]);
        assertEquals(3, generation.generate(new int[200], 3).length);
        long held = Device.cpu().heldBytes();
        generation.generate(PROMPT, 60);
        assertTrue(Device.cpu().heldBytes() <= held + (1 << 20), "the cache was given back");
    }

    @Test
    void theSameSeedGivesTheSameTextOnEveryDevice() {
        List<int[]> texts = new ArrayList<>();
        for (Device device : List.of(Device.cpu(), Device.plain(), Device.emulated())) {
            Generation generation =
                    Generation.of(gpt(device, 32), new Bytes(false)).withSeed(9);
            texts.add(generation.generate(PROMPT, 6));
            assertArrayEquals(texts.getFirst(), texts.getLast(), device.name());
        }
        Generation other =
                Generation.of(gpt(Device.cpu(), 32), new Bytes(false)).withSeed(10);
        assertNotEquals(List.of(texts.getFirst()), List.of(other.generate(PROMPT, 6)));
    }

    @Test
    void textArrivesInWholeCharacters() {
        LanguageModel model = gpt(Device.cpu(), 128);
        var pieces = new ArrayList<String>();
        Generation generation =
                Generation.of(model, new Bytes(false)).withTemperature(1.5).withSeed(3);
        String text = generation.generate("é", 60, pieces::add);
        assertEquals(text, String.join("", pieces));
        int[] tokens = generation.generate(new Bytes(false).encode("é"), 60);
        assertEquals(new Bytes(false).decode(tokens), text);
        assertTrue(pieces.stream().noneMatch(String::isEmpty));
    }

    @Test
    void bytesOfACharacterWaitForTheirLast() {
        var stream = new TextStream();
        byte[] smile = "\uD83D\uDE00".getBytes(StandardCharsets.UTF_8);
        assertEquals("a", stream.add(new byte[] {'a', smile[0]}));
        assertEquals("", stream.add(new byte[] {smile[1], smile[2]}));
        assertEquals("\uD83D\uDE00b", stream.add(new byte[] {smile[3], 'b'}));
        assertEquals("\uFFFD!", stream.add(new byte[] {(byte) 0xE2, '!'}));
        assertEquals("", stream.add(new byte[] {(byte) 0xE2, (byte) 0x82}));
        assertEquals("\uFFFD", stream.end());
        assertEquals("", stream.end());
    }

    @Test
    void theEndOfATextEndsIt() {
        LanguageModel model = gpt(Device.cpu(), 64);
        Generation generation =
                Generation.of(model, new Bytes(true)).withTemperature(4).withSeed(1);
        int[] written = generation.generate(new int[] {0}, 5_000);
        assertTrue(written.length < 5_000);
        assertTrue(IntStream.of(written).allMatch(token -> token != 0));
        assertEquals(new Bytes(true).decode(generation.generate(new int[] {0}, 20)), generation.generate("", 20));
    }

    @Test
    void dropoutIsOffWhileItWritesAndOnAgainAfter() {
        LanguageModel model = livelier(new Gpt(new GptConfig(256, 32, 32, 2, 1, 0.5), on(Device.cpu())));
        Generation greedy = Generation.of(model, new Bytes(false)).withTemperature(0);
        assertArrayEquals(greedy.generate(PROMPT, 20), greedy.generate(PROMPT, 20));
        assertTrue(model.isTraining());
    }

    @Test
    void refusesWhatItCannotWriteFrom() {
        Generation generation = Generation.of(gpt(Device.cpu(), 64), new Bytes(false));
        assertEquals(
                "generation: the prompt is empty; give it a character to go on from",
                assertThrows(IllegalArgumentException.class, () -> generation.generate("", 5))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> generation.generate("a", -1));
        assertThrows(IllegalArgumentException.class, () -> generation.generate(new int[] {256}, 1));
        assertEquals("", generation.generate("a", 0));
        var small = new Gpt(new GptConfig(10, 8, 16, 2, 1, 0), on(Device.cpu()));
        assertEquals(
                "generation: the tokenizer has 256 tokens, the model scores 10; take the tokenizer that the model was"
                        + " trained with",
                assertThrows(IllegalArgumentException.class, () -> Generation.of(small, new Bytes(false)))
                        .getMessage());
    }
}
