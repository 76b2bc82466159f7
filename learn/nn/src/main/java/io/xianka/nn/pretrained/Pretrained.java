package io.xianka.nn.pretrained;

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
import io.xianka.tensor.file.Safetensors;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Weights of GPT-2 and LLaMA as Hugging Face's transformers names them, in a safetensors file, in several with their index, or in a
 * folder with either.
 *
 * {@snippet :
 * LanguageModel model = Pretrained.open(Path.of("gpt2"), Placement.current());
 * Pretrained.save(model, Path.of("mine"));
 * }
 *
 * <p>Files are of strangers: what they say is checked against the model's shapes before anything is computed or changed. What does not
 * fit is an {@link IllegalArgumentException} that lists all of it, a file that is damaged a {@link
 * io.xianka.tensor.file.TensorFileException}.
 */
public final class Pretrained {
    // Every GPT-2 that was published has heads of 64.
    private static final long GPT2_HEAD_SIZE = 64;

    private Pretrained() {}

    /**
     * Reads a model. Its sizes are those of the {@code config.json} beside the weights; a GPT-2 without one has those of its tensors, and
     * heads of 64.
     *
     * @param path a safetensors file, an index, or a folder with one of them
     */
    public static LanguageModel open(Path path, Placement placement) {
        try (Safetensors file = Safetensors.open(path)) {
            Path config =
                    Files.isDirectory(path) ? path.resolve(ConfigFile.NAME) : path.resolveSibling(ConfigFile.NAME);
            LanguageModel model = Files.exists(config)
                    ? fromConfig(ConfigFile.read(config), config, file, path, placement)
                    : fromShapes(file, path, placement);
            load(model, file, path);
            return model;
        }
    }

    /** Sets a model's weights from a safetensors file, an index, or a folder with one of them. */
    public static void load(LanguageModel model, Path path) {
        try (Safetensors file = Safetensors.open(path)) {
            load(model, file, path);
        }
    }

    private static void load(LanguageModel model, Safetensors file, Path path) {
        var names = PublishedNames.of(model);
        Map<String, String> published = names.matched(file, path);
        names.checkTiedHead(published, file, path);
        Tensor.noGrad(() -> model.stateDict().forEach((name, own) -> {
            Tensor given = file.tensor(published.get(name), own.device()).to(own.dtype());
            long missing = own.shape().size(0) - given.shape().size(0);
            // Rows that only fill up the table are in no file.
            own.assign(missing == 0 ? given : given.pad(0, 0, 0, 0, missing));
            own.realise();
        }));
    }

    private static LanguageModel fromConfig(
            ConfigFile.Sizes sizes, Path config, Safetensors file, Path path, Placement placement) {
        // First without memory: a file that asks for more than its tensors have is refused before it gets any.
        long layers = layers(sizes);
        if (layers > file.names().size()) {
            throw new IllegalArgumentException(config + ": says " + layers + " layers, and " + path + " has "
                    + file.names().size() + " tensors; take the config.json that belongs to the weights");
        }
        PublishedNames.of(model(sizes, config, new Placement(Device.meta(), DType.FLOAT32, Generator.seeded(0))))
                .matched(file, path);
        return model(sizes, config, placement);
    }

    private static long layers(ConfigFile.Sizes sizes) {
        return switch (sizes) {
            case ConfigFile.Gpt2(GptConfig gpt) -> gpt.layers();
            case ConfigFile.OfLlama(LlamaConfig llama) -> llama.layers();
        };
    }

    private static LanguageModel model(ConfigFile.Sizes sizes, Path config, Placement placement) {
        try {
            return switch (sizes) {
                case ConfigFile.Gpt2(GptConfig gpt) -> new Gpt(gpt, placement);
                case ConfigFile.OfLlama(LlamaConfig llama) -> new Llama(llama, placement);
            };
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new IllegalArgumentException(config + ": " + e.getMessage(), e);
        }
    }

    private static LanguageModel fromShapes(Safetensors file, Path path, Placement placement) {
        Map<String, Shape> shapes = new LinkedHashMap<>();
        file.names().forEach(name -> shapes.putIfAbsent(PublishedNames.withoutPrefix(name), file.shape(name)));
        Shape tokens = shapes.get("wte.weight");
        Shape places = shapes.get("wpe.weight");
        int layers = 0;
        while (shapes.containsKey("h." + layers + ".ln_1.weight")) {
            layers++;
        }
        if (tokens == null || places == null || tokens.rank() != 2 || places.rank() != 2 || layers == 0) {
            throw new IllegalArgumentException(path + ": there is no " + ConfigFile.NAME
                    + " beside it, and it is not a GPT-2, whose tensors tell its sizes; put the model's "
                    + ConfigFile.NAME + " into its folder");
        }
        long width = tokens.size(1);
        if (width % GPT2_HEAD_SIZE != 0) {
            throw new IllegalArgumentException(path + ": a GPT-2 of width " + width + " has not heads of "
                    + GPT2_HEAD_SIZE + "; put its " + ConfigFile.NAME + " beside it, which tells how many it has");
        }
        var config = new GptConfig(tokens.size(0), places.size(0), width, width / GPT2_HEAD_SIZE, layers, 0);
        return fromConfig(new ConfigFile.Gpt2(config), path, file, path, placement);
    }

    /**
     * Writes a model into a folder, which is made if need be: {@code model.safetensors} and {@code config.json}, as transformers reads
     * them. Rows that only fill up the vocabulary are left out.
     */
    public static void save(LanguageModel model, Path folder) {
        ConfigFile.prepare(folder);
        saveWeights(model, folder.resolve("model.safetensors"));
        ConfigFile.write(folder.resolve(ConfigFile.NAME), model);
    }

    /** Writes a model's weights into one safetensors file. */
    public static void saveWeights(LanguageModel model, Path file) {
        Safetensors.save(file, PublishedNames.of(model).published(), Map.of("format", "pt"));
    }
}
