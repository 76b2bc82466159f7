package io.xianka.nn.pretrained;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.nn.Gpt;
import io.xianka.nn.GptConfig;
import io.xianka.nn.LanguageModel;
import io.xianka.nn.Llama;
import io.xianka.nn.LlamaConfig;
import io.xianka.nn.Placement;
import io.xianka.nn.RotaryScaling;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Generator;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import io.xianka.tensor.file.Safetensors;
import io.xianka.tensor.file.TensorFileException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Weights and scores are those that golden.py, beside the files, had PyTorch compute. */
class PretrainedTest {
    @TempDir
    private Path folder;

    private static Path golden(String name) {
        try {
            return Path.of(PretrainedTest.class.getResource(name).toURI());
        } catch (java.net.URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Placement on(Device device) {
        return new Placement(device, DType.FLOAT32, Generator.seeded(2));
    }

    private static Map<String, Tensor> expected(Device device) {
        return Safetensors.load(golden("expected.safetensors"), device);
    }

    private static void assertScores(String name, LanguageModel model) {
        Map<String, Tensor> expected = expected(model.device());
        Tensor scores = model.forward(expected.get("tokens"));
        assertArrayEquals(
                expected.get(name).toFloatArray(), scores.toFloatArray(), 2e-5f, name + " on " + model.device());
    }

    private Map<String, Tensor> gpt2() {
        return new LinkedHashMap<>(Safetensors.load(golden("gpt2"), Device.cpu()));
    }

    private Path save(Map<String, Tensor> tensors) {
        Path file = folder.resolve("some.safetensors");
        Safetensors.save(file, tensors);
        return file;
    }

    private static Gpt tiny() {
        return new Gpt(new GptConfig(61, 16, 16, 2, 2, 0), on(Device.cpu()));
    }

    @Test
    void gpt2ScoresAsInPyTorch() {
        for (Device device : new Device[] {Device.cpu(), Device.plain()}) {
            LanguageModel model = Pretrained.open(golden("gpt2"), on(device));
            assertInstanceOf(Gpt.class, model);
            assertScores("gpt2", model);
        }
    }

    @Test
    void llamaInTwoFilesScoresAsInPyTorch() {
        for (Device device : new Device[] {Device.cpu(), Device.plain()}) {
            LanguageModel model = Pretrained.open(golden("llama"), on(device));
            assertInstanceOf(Llama.class, model);
            assertScores("llama", model);
        }
    }

    @Test
    void llamaWithLongerWavesAndOneTableForBothEndsScoresAsInPyTorch() {
        var config = new LlamaConfig(61, 32, 24, 40, 2, 4, 2, 6, 500, new RotaryScaling(4, 1, 4, 64), 1e-5, true);
        var model = new Llama(config, on(Device.cpu()));
        Map<String, Tensor> state = new LinkedHashMap<>(Safetensors.load(golden("llama"), Device.cpu()));
        state.remove("lm_head.weight");
        model.loadStateDict(state);
        assertScores("llama_scaled_tied", model);
        Pretrained.save(model, folder);
        var again = (Llama) Pretrained.open(folder, on(Device.cpu()));
        assertEquals(config, again.config());
        assertScores("llama_scaled_tied", again);
    }

    @Test
    void aPaddedModelReadsAndWritesTheVocabularyAlone() {
        var padded = new Gpt(tiny().config().withPaddedVocabulary(64), on(Device.cpu()));
        Pretrained.load(padded, golden("gpt2"));
        assertScores("gpt2", padded);
        Map<String, Tensor> expected = expected(Device.cpu());
        var plain = (Gpt) Pretrained.open(golden("gpt2"), on(Device.cpu()));
        Tensor tokens = expected.get("tokens");
        assertEquals(
                plain.loss(tokens, tokens).item(), padded.loss(tokens, tokens).item(), 1e-6);
        Pretrained.save(padded, folder.resolve("new"));
        Path file = folder.resolve("new/model.safetensors");
        try (var saved = Safetensors.open(file)) {
            assertEquals(Shape.of(61, 16), saved.shape("transformer.wte.weight"));
            assertEquals(Map.of("format", "pt"), saved.metadata());
            assertEquals(2 + 2 * 12 + 2, saved.names().size());
        }
        var again = (Gpt) Pretrained.open(folder.resolve("new"), on(Device.cpu()));
        assertEquals(plain.config(), again.config());
        assertScores("gpt2", again);
    }

    @Test
    void namesMayComeWithoutThePrefix() {
        Map<String, Tensor> bare = gpt2().entrySet().stream()
                .collect(Collectors.toMap(
                        entry -> entry.getKey().replaceFirst("^transformer\\.", ""), Map.Entry::getValue));
        bare.remove("lm_head.weight");
        Gpt model = tiny();
        Pretrained.load(model, save(bare));
        assertScores("gpt2", model);
        Map<String, Tensor> llama = Safetensors.load(golden("llama"), Device.cpu()).entrySet().stream()
                .collect(Collectors.toMap(entry -> entry.getKey().replaceFirst("^model\\.", ""), Map.Entry::getValue));
        llama.put("layers.0.self_attn.rotary_emb.inv_freq", Tensor.ones(Shape.of(3), DType.FLOAT32, Device.cpu()));
        var config = new LlamaConfig(61, 32, 24, 40, 2, 4, 2, 6, 10_000, RotaryScaling.NONE, 1e-5, false);
        var second = new Llama(config, on(Device.cpu()));
        Pretrained.load(second, save(llama));
        assertScores("llama", second);
    }

    @Test
    void weightsOfSixteenBitsAreWidened() {
        Map<String, Tensor> narrow = gpt2();
        narrow.replaceAll((name, tensor) -> tensor.dtype().isFloating() ? tensor.to(DType.BFLOAT16) : tensor);
        Gpt model = tiny();
        Pretrained.load(model, save(narrow));
        Tensor table = model.stateDict().get("wte.weight");
        assertEquals(DType.FLOAT32, table.dtype());
        assertArrayEquals(
                gpt2().get("transformer.wte.weight")
                        .to(DType.BFLOAT16)
                        .to(DType.FLOAT32)
                        .toFloatArray(),
                table.toFloatArray());
    }

    @Test
    void aGpt2WithoutItsConfigurationHasTheSizesOfItsTensors() {
        var config = new GptConfig(50, 8, 128, 2, 3, 0);
        var model = new Gpt(config, on(Device.cpu()));
        Path file = folder.resolve("model.safetensors");
        Pretrained.saveWeights(model, file);
        assertEquals(config, ((Gpt) Pretrained.open(file, on(Device.cpu()))).config());
        Pretrained.saveWeights(tiny(), file);
        assertTrue(assertThrows(IllegalArgumentException.class, () -> Pretrained.open(file, on(Device.cpu())))
                .getMessage()
                .contains("a GPT-2 of width 16 has not heads of 64; put its config.json beside it"));
        Safetensors.save(file, Map.of("x", Tensor.ones(Shape.of(3), DType.FLOAT32, Device.cpu())));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> Pretrained.open(file, on(Device.cpu())))
                .getMessage()
                .contains("there is no config.json beside it"));
    }

    @Test
    void whatDoesNotFitIsListedAndChangesNothing() {
        Map<String, Tensor> wrong = gpt2();
        Tensor some = Tensor.ones(Shape.of(2, 3), DType.FLOAT32, Device.cpu());
        wrong.remove("transformer.h.1.ln_2.bias");
        wrong.put("transformer.h.0.ln_1.weight", some);
        wrong.put("transformer.h.0.ln_1.bias", Tensor.ones(Shape.of(16), DType.INT64, Device.cpu()));
        wrong.put("other\n", some);
        wrong.put("ln_f.bias", Tensor.ones(Shape.of(16), DType.FLOAT32, Device.cpu()));
        Gpt model = tiny();
        float[] before = model.stateDict().get("wte.weight").toFloatArray();
        Path file = save(wrong);
        String message = assertThrows(IllegalArgumentException.class, () -> Pretrained.load(model, file))
                .getMessage();
        assertTrue(message.startsWith(file + ": these are not the weights of this Gpt: "), message);
        for (String part : new String[] {
            "missing h.1.ln_2.bias (16,)",
            "transformer.h.0.ln_1.weight is (2, 3), not (16,)",
            "transformer.h.0.ln_1.bias is of int64, which holds no weights",
            "unexpected other\\u000a (2, 3)",
            "ln_f.bias is there twice, with and without a prefix",
        }) {
            assertTrue(message.contains(part), part + " in " + message);
        }
        assertArrayEquals(before, model.stateDict().get("wte.weight").toFloatArray());
    }

    @Test
    void aHeadThatIsNotTheEmbeddingIsRefused() {
        Map<String, Tensor> other = gpt2();
        other.put("lm_head.weight", other.get("lm_head.weight").add(1e-3));
        Gpt model = tiny();
        float[] before = model.stateDict().get("wpe.weight").toFloatArray();
        Path file = save(other);
        assertTrue(assertThrows(IllegalArgumentException.class, () -> Pretrained.load(model, file))
                .getMessage()
                .contains("lm_head.weight is not the embedding"));
        assertArrayEquals(before, model.stateDict().get("wpe.weight").toFloatArray());
    }

    private void assertRefused(String part, String config) throws IOException {
        Files.writeString(folder.resolve("config.json"), config);
        Files.copy(
                golden("gpt2/model.safetensors"),
                folder.resolve("model.safetensors"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        String message = assertThrows(
                        IllegalArgumentException.class, () -> Pretrained.open(folder, on(Device.cpu())), config)
                .getMessage();
        assertEquals(1, message.lines().count(), message);
        assertTrue(message.contains(part), part + " in " + message);
    }

    @Test
    void configurationsThatDoNotFitOrAreNotKnownAreRefused() throws IOException {
        String good = Files.readString(golden("gpt2/config.json"));
        assertRefused("activation_function is not gelu_new", good.replace("gelu_new", "relu"));
        assertRefused("layer_norm_epsilon is not 1.0E-5", good.replace("1e-05", "1e-6"));
        assertRefused("gpt2 or llama", good.replace("\"gpt2\"", "\"bert\""));
        assertRefused("there is no n_embd", good.replace("\"n_embd\": 16,", ""));
        assertRefused("no multiple of 3 heads", good.replace("\"n_head\": 2", "\"n_head\": 3"));
        assertRefused("missing h.2.ln_1.weight", good.replace("\"n_layer\": 2", "\"n_layer\": 3"));
        assertRefused("unexpected transformer.h.1", good.replace("\"n_layer\": 2", "\"n_layer\": 1"));
        assertRefused("has 33 tensors", good.replace("\"n_layer\": 2", "\"n_layer\": 2147483647"));
        assertRefused("n_layer is no number", good.replace("\"n_layer\": 2", "\"n_layer\": 4e9"));
        assertRefused(
                "is (61, 16), not (2000000000, 16)", good.replace("\"vocab_size\": 61", "\"vocab_size\": 2000000000"));
        assertRefused("more than 2^63 - 1 elements", good.replace("\"n_embd\": 16", "\"n_embd\": 2147483646"));
        assertRefused("model_type", "");
        assertRefused("is no JSON", "{");
        assertRefused("is no JSON", "[".repeat(100_000));
        String llama = Files.readString(golden("llama/config.json"));
        assertRefused("these are not the weights of this Llama", llama);
        assertRefused("rotary scaling", llama.replace("null", "{\"rope_type\":\"yarn\",\"factor\":2}"));
        assertRefused("there is no low_freq_factor", llama.replace("null", "{\"rope_type\":\"llama3\",\"factor\":2}"));
        assertRefused("attention_bias is true", llama.replace("\"attention_bias\": false", "\"attention_bias\": true"));
        assertRefused(
                "a table has at most",
                llama.replace("\"max_position_embeddings\": 32", "\"max_position_embeddings\": 2147483647"));
        assertRefused("sizes are even", llama.replace("\"head_dim\": 6", "\"head_dim\": 7"));
        assertRefused(
                "these are not the weights",
                llama.replace("\"intermediate_size\": 40", "\"intermediate_size\": 2147483647"));
    }

    @Test
    void damagedFilesNeverDoMoreThanBeRefused() throws IOException {
        long seed = System.nanoTime();
        var random = new Random(seed);
        byte[] good = Files.readAllBytes(golden("gpt2/model.safetensors"));
        byte[] config = Files.readAllBytes(golden("gpt2/config.json"));
        Gpt model = tiny();
        int refused = 0;
        for (int i = 0; i < 150; i++) {
            byte[] damaged = good.clone();
            byte[] sizes = config.clone();
            for (int hit = 0; hit < 3; hit++) {
                damaged[random.nextInt(2_500)] = (byte) random.nextInt(256);
                sizes[random.nextInt(sizes.length)] = (byte) (32 + random.nextInt(95));
            }
            Files.write(folder.resolve("model.safetensors"), damaged);
            Files.write(folder.resolve("config.json"), i % 2 == 0 ? sizes : config);
            try {
                if (i % 3 == 0) {
                    Pretrained.load(model, folder);
                } else {
                    Pretrained.open(folder, on(Device.cpu()));
                }
            } catch (IllegalArgumentException | TensorFileException | UncheckedIOException e) {
                assertEquals(1, e.getMessage().lines().count(), "seed " + seed + ": " + e.getMessage());
                refused++;
            }
        }
        assertTrue(refused > 75, "seed " + seed + ": " + refused + " refused");
    }
}
