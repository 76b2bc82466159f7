package io.xianka.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.xianka.cli.train.TrainingSettings;
import io.xianka.nn.Gpt;
import io.xianka.nn.LanguageModel;
import io.xianka.nn.Placement;
import io.xianka.nn.pretrained.Pretrained;
import io.xianka.nn.text.Generation;
import io.xianka.nn.text.GptTokenizer;
import io.xianka.nn.text.Tokenizer;
import io.xianka.nn.training.CheckpointFolder;
import io.xianka.nn.training.TrainingCheckpoint;
import io.xianka.tensor.Device;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code xianka generate}: text by a model that was trained. */
@Command(name = "generate")
final class GenerateCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--checkpoint", paramLabel = "DIR", descriptionKey = "generate.checkpoint")
    private Path checkpoint;

    @Option(names = "--weights", paramLabel = "FILE", descriptionKey = "generate.weights")
    private Path weights;

    @Option(names = "--prompt", paramLabel = "TEXT", descriptionKey = "generate.prompt")
    private String prompt;

    @Option(names = "--tokens", paramLabel = "N", defaultValue = "400", descriptionKey = "generate.tokens")
    private int tokens;

    @Option(names = "--temperature", paramLabel = "X", defaultValue = "0.8", descriptionKey = "generate.temperature")
    private double temperature;

    @Option(names = "--top-k", paramLabel = "N", defaultValue = "0", descriptionKey = "generate.topK")
    private int topK;

    @Option(names = "--top-p", paramLabel = "X", defaultValue = "1", descriptionKey = "generate.topP")
    private double topP;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", descriptionKey = "generate.seed")
    private long seed;

    @Option(names = "--json", descriptionKey = "json")
    private boolean json;

    @Mixin
    private TensorDeviceOption deviceOption;

    @Mixin
    @SuppressWarnings("unused") // picocli acts on it
    private HelpOption help;

    /** A model and how its tokens are written. */
    private record Writer(LanguageModel model, Tokenizer tokenizer) {}

    @Override
    public Integer call() throws UsageException, FailureException {
        if (tokens < 0) {
            throw new UsageException(Messages.of("train.tooFew", "--tokens", tokens, 0));
        }
        if ((checkpoint == null) == (weights == null)) {
            throw new UsageException(Messages.of("generate.oneOf"));
        }
        Device device = deviceOption.get();
        Writer writer =
                checkpoint != null ? ofCheckpoint(CheckpointFolder.openLast(checkpoint), device) : ofWeights(device);
        Generation generation = generation(writer);
        String first = prompt != null
                ? prompt
                : writer.tokenizer.endOfText().isPresent() ? "" : writer.tokenizer.decode(new int[] {0});
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            var root = JsonNodeFactory.instance.objectNode();
            root.put("prompt", first);
            root.put("text", generation.generate(first, tokens));
            Json.print(out, root);
            return 0;
        }
        // Refused before anything is printed.
        writer.tokenizer.encode(first);
        out.print(first);
        generation.generate(first, tokens, piece -> {
            out.print(piece);
            out.flush();
        });
        out.println();
        return 0;
    }

    private Generation generation(Writer writer) throws UsageException {
        try {
            return Generation.of(writer.model, writer.tokenizer)
                    .withTemperature(temperature)
                    .withTopK(topK)
                    .withTopP(topP)
                    .withSeed(seed);
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
    }

    /** GPT-2's weights as they are published; what else is there has a vocabulary of its own, which no file beside it tells. */
    private Writer ofWeights(Device device) throws FailureException {
        LanguageModel model = Pretrained.open(weights, Placement.current().withDevice(device));
        if (!(model instanceof Gpt)) {
            throw new FailureException(Messages.of("generate.otherTokens", weights));
        }
        return new Writer(model, GptTokenizer.gpt2());
    }

    private static Writer ofCheckpoint(TrainingCheckpoint saved, Device device) throws FailureException {
        TrainingSettings settings = TrainingSettings.of(saved);
        Path known = saved.folder().resolve("tokenizer.json");
        if (!Files.exists(known)) {
            throw new FailureException(Messages.of("generate.noTokenizer", saved.folder()));
        }
        Tokenizer tokenizer = Tokenizer.load(known);
        var model = new Gpt(
                settings.model().config(tokenizer.vocabularySize(), settings.block()),
                Placement.current().withDevice(device));
        saved.restore(model, device);
        return new Writer(model, tokenizer);
    }
}
