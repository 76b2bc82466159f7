package io.xianka.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.xianka.cli.train.Card;
import io.xianka.cli.train.ModelSize;
import io.xianka.cli.train.ProgressLine;
import io.xianka.cli.train.TrainingData;
import io.xianka.cli.train.TrainingRun;
import io.xianka.cli.train.TrainingSettings;
import io.xianka.nn.Checkpointing;
import io.xianka.nn.data.TokenFile;
import io.xianka.nn.text.Generation;
import io.xianka.nn.text.Tokenizer;
import io.xianka.nn.training.CheckpointFolder;
import io.xianka.nn.training.EventFile;
import io.xianka.nn.training.Fit;
import io.xianka.nn.training.Precision;
import io.xianka.nn.training.Progress;
import io.xianka.nn.training.Trainer;
import io.xianka.nn.training.TrainingCheckpoint;
import io.xianka.tensor.Device;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jline.utils.Signals;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code xianka train}: a GPT on a text or on tokens. */
@Command(name = "train")
final class TrainCommand implements Callable<Integer> {
    private static final int KEPT_CHECKPOINTS = 2;
    private static final int SAMPLE_TOKENS = 400;
    private static final double SAMPLE_TEMPERATURE = 0.8;
    private static final int INTERRUPTED = 130;
    private static final String TOKENIZER = "tokenizer.json";

    @Spec
    private CommandSpec spec;

    @Option(names = "--text", paramLabel = "FILE", descriptionKey = "train.text")
    private Path text;

    @Option(names = "--tokens", paramLabel = "FILE", descriptionKey = "train.tokens")
    private Path tokens;

    @Option(names = "--token-type", paramLabel = "TYPE", descriptionKey = "train.tokenType")
    private String tokenType;

    @Option(names = "--vocabulary", paramLabel = "N", descriptionKey = "train.vocabulary")
    private Long vocabulary;

    @Option(names = "--model", paramLabel = "NAME", descriptionKey = "train.model")
    private String model;

    @Option(names = "--batch", paramLabel = "N", descriptionKey = "train.batch")
    private Integer batch;

    @Option(names = "--block", paramLabel = "N", descriptionKey = "train.block")
    private Integer block;

    @Option(names = "--precision", paramLabel = "TYPE", descriptionKey = "train.precision")
    private String precision;

    @Option(names = "--accumulate", paramLabel = "N", descriptionKey = "train.accumulate")
    private Integer accumulate;

    @Option(names = "--checkpoint", paramLabel = "HOW", descriptionKey = "train.checkpoint")
    private String checkpointing;

    @Option(names = "--fit", descriptionKey = "train.fit")
    private boolean fit;

    @Option(names = "--steps", paramLabel = "N", descriptionKey = "train.steps")
    private Long steps;

    @Option(names = "--learning-rate", paramLabel = "X", descriptionKey = "train.learningRate")
    private Double learningRate;

    @Option(names = "--seed", paramLabel = "N", descriptionKey = "train.seed")
    private Long seed;

    @Option(names = "--out", paramLabel = "DIR", descriptionKey = "train.out")
    private Path out;

    @Option(names = "--resume", paramLabel = "DIR", descriptionKey = "train.resume")
    private Path resume;

    @Option(names = "--json", descriptionKey = "train.json")
    private boolean json;

    @Mixin
    private TensorDeviceOption deviceOption;

    @Mixin
    @SuppressWarnings("unused") // picocli acts on it
    private HelpOption help;

    @Override
    public Integer call() throws UsageException, FailureException, IOException {
        Optional<TrainingCheckpoint> checkpoint = Optional.ofNullable(resume).map(CheckpointFolder::openLast);
        TrainingSettings wanted = settings(checkpoint);
        Device device = deviceOption.get();
        Optional<Card> card = Card.of(device);
        checkPrecision(wanted.precision(), device, card);
        try (TrainingData data = data(wanted, checkpoint)) {
            checkUnchanged(data, checkpoint);
            TrainingSettings settings = fit ? fitted(wanted, data, device) : wanted;
            var run = new TrainingRun(settings, data, device);
            checkpoint.ifPresent(saved -> {
                saved.restore(run.state());
                run.trainer().from(saved);
            });
            OptionalDouble rate =
                    card.map(one -> one.flops(settings.precision())).orElse(OptionalDouble.empty());
            rate.ifPresent(flops -> run.trainer().measuring(run.flopsPerExample(), flops));
            Optional<Path> folder = Optional.ofNullable(out).or(() -> checkpoint.map(TrainCommand::trainingOf));
            if (folder.isEmpty()) {
                return train(settings, data, run, device);
            }
            if (checkpoint.isEmpty() && CheckpointFolder.isUsed(folder.get())) {
                throw new UsageException(Messages.of("train.used", folder.get()));
            }
            try (var kept = CheckpointFolder.open(folder.get(), KEPT_CHECKPOINTS);
                    var events = new EventFile(folder.get())) {
                run.trainer().listening(events);
                Map<String, String> properties = settings.properties();
                properties.put("data_tokens", String.valueOf(data.tokens().count()));
                run.trainer()
                        .saving(
                                kept,
                                run.state(),
                                properties,
                                into -> data.tokenizer()
                                        .ifPresent(tokenizer -> tokenizer.save(into.resolve(TOKENIZER))));
                return train(settings, data, run, device);
            }
        }
    }

    /** The folder that a checkpoint is one of. */
    private static Path trainingOf(TrainingCheckpoint checkpoint) {
        return checkpoint.folder().toAbsolutePath().getParent();
    }

    // ------------------------------------------------------------------ options

    /** What was written, else what the checkpoint remembers, else what is usual. */
    private TrainingSettings settings(Optional<TrainingCheckpoint> checkpoint) throws UsageException {
        Optional<TrainingSettings> saved = checkpoint.map(TrainingSettings::of);
        ModelSize size = model == null
                ? saved.map(TrainingSettings::model).orElse(ModelSize.GPT_NANO)
                : named("--model", model, ModelSize::of);
        TrainingSettings before = saved.orElseGet(() -> TrainingSettings.usual(size));
        if (text != null && tokens != null) {
            throw new UsageException(Messages.of("train.textAndTokens"));
        }
        boolean given = text != null || tokens != null;
        var settings = new TrainingSettings(
                given ? Optional.ofNullable(text).map(Path::toAbsolutePath) : before.text(),
                given ? Optional.ofNullable(tokens).map(Path::toAbsolutePath) : before.tokens(),
                tokenType == null ? before.width() : named("--token-type", tokenType, TrainCommand::width),
                or(vocabulary, before.vocabulary()),
                size,
                or(block, before.block()),
                or(batch, before.batch()),
                or(accumulate, before.accumulate()),
                precision == null ? before.precision() : named("--precision", precision, Precision::of),
                checkpointing == null
                        ? before.checkpointing()
                        : named("--checkpoint", checkpointing, Checkpointing::of),
                or(steps, before.steps()),
                or(learningRate, before.learningRate()),
                or(seed, before.seed()));
        check(settings);
        if (saved.isPresent() && (before.model() != size || before.block() != settings.block())) {
            throw new UsageException(Messages.of(
                    "train.otherModel", resume, before.model().text(), before.block(), size.text(), settings.block()));
        }
        return settings;
    }

    private static <T> T or(T given, T usual) {
        return given == null ? usual : given;
    }

    private static TokenFile.Width width(String name) {
        try {
            return TokenFile.Width.valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("write uint16 or uint32", e);
        }
    }

    private static <T> T named(String option, String written, Function<String, T> meaning) throws UsageException {
        try {
            return meaning.apply(written);
        } catch (IllegalArgumentException e) {
            throw new UsageException(option + " " + written + ": " + e.getMessage());
        }
    }

    private static void check(TrainingSettings settings) throws UsageException {
        atLeast("--steps", settings.steps(), 0);
        atLeast("--batch", settings.batch(), 1);
        atLeast("--block", settings.block(), 1);
        atLeast("--accumulate", settings.accumulate(), 1);
        atLeast("--vocabulary", settings.vocabulary(), 1);
        if (!(settings.learningRate() > 0 && settings.learningRate() < Double.POSITIVE_INFINITY)) {
            throw new UsageException(Messages.of("train.wrongRate", settings.learningRate()));
        }
        if (settings.batch() % settings.accumulate() != 0) {
            throw new UsageException(Messages.of("train.uneven", settings.batch(), settings.accumulate()));
        }
    }

    private static void atLeast(String option, long value, long least) throws UsageException {
        if (value < least) {
            throw new UsageException(Messages.of("train.tooFew", option, value, least));
        }
    }

    private static TrainingData data(TrainingSettings settings, Optional<TrainingCheckpoint> checkpoint) {
        if (settings.tokens().isPresent()) {
            return TrainingData.ofTokenFile(settings.tokens().get(), settings.width(), settings.vocabulary());
        }
        Optional<Tokenizer> known = checkpoint
                .map(one -> one.folder().resolve(TOKENIZER))
                .filter(Files::exists)
                .map(Tokenizer::load);
        return settings.text().isPresent()
                ? TrainingData.ofTextFile(settings.text().get(), settings.model(), known)
                : TrainingData.ofText(
                        Messages.of("train.example"), TrainingData.exampleText(), settings.model(), known);
    }

    /** The order of examples follows from their number, so another text is not gone on with by accident. */
    private void checkUnchanged(TrainingData data, Optional<TrainingCheckpoint> checkpoint) throws UsageException {
        if (checkpoint.isPresent() && text == null && tokens == null) {
            String before = checkpoint.get().properties().getOrDefault("data_tokens", "");
            String now = String.valueOf(data.tokens().count());
            if (!before.equals(now)) {
                throw new UsageException(Messages.of("train.changed", data.source(), before, now));
            }
        }
    }

    private static void checkPrecision(Precision precision, Device device, Optional<Card> card) throws UsageException {
        if (card.isPresent() && !card.get().has(precision)) {
            throw new UsageException(Messages.of(
                    "train.precisionLacking",
                    precision.text(),
                    card.get().name(),
                    card.get().capability()));
        }
        if (card.isEmpty() && precision == Precision.TF32) {
            throw new UsageException(Messages.of("train.noTensorCores", device));
        }
    }

    /** Micro-batches and checkpointing that fit into the device's memory. */
    private TrainingSettings fitted(TrainingSettings wanted, TrainingData data, Device device) throws FailureException {
        try {
            Fit.Choice choice = TrainingRun.fitted(wanted, data.vocabulary(), device);
            PrintWriter told =
                    json ? spec.commandLine().getErr() : spec.commandLine().getOut();
            told.println(Messages.of("train.fitted", choice));
            return wanted.withStep(
                    choice.options().microBatches(), choice.options().checkpointing());
        } catch (Fit.DoesNotFit never) {
            throw new FailureException("--fit: " + never.getMessage(), never);
        }
    }

    // ------------------------------------------------------------------ the run

    private int train(TrainingSettings settings, TrainingData data, TrainingRun run, Device device) {
        PrintWriter console = spec.commandLine().getOut();
        OptionalDouble bigrams = run.bigramLoss();
        Trainer trainer = run.trainer();
        double[] validation = {Double.NaN};
        trainer.listening(progress -> progress.validationLoss().ifPresent(loss -> validation[0] = loss));
        Optional<ProgressLine> line = Optional.empty();
        var terminal = new ErrorTerminal();
        if (json) {
            trainer.listening(progress -> console.println(json(progress, bigrams)));
        } else {
            introduce(console, settings, data, run, device);
            var drawn =
                    OutputColumns.standardErrorIsTerminal() ? spec.commandLine().getErr() : null;
            line = Optional.of(new ProgressLine(console, drawn, terminal));
            trainer.listening(line.get());
        }
        Trainer.End end;
        try (terminal;
                var _ = new Interruption(trainer)) {
            end = trainer.run();
        } finally {
            line.ifPresent(ProgressLine::clear);
        }
        if (end == Trainer.End.STOPPED) {
            PrintWriter err = spec.commandLine().getErr();
            err.println(trainer.savedIn()
                    .map(where -> Messages.of("train.stopped", trainer.step(), where))
                    .orElseGet(() -> Messages.of("train.stoppedUnsaved", trainer.step())));
            return INTERRUPTED;
        }
        if (!json) {
            conclude(console, run, data, validation[0], bigrams);
            trainer.savedIn().ifPresent(where -> console.println(Messages.of("train.saved", where)));
        }
        return 0;
    }

    private static void introduce(
            PrintWriter console, TrainingSettings settings, TrainingData data, TrainingRun run, Device device) {
        var config = run.model().config();
        console.println(Messages.of("train.on", device));
        console.println(
                Messages.of("train.data", data.source(), grouped(data.tokens().count()), grouped(data.vocabulary())));
        console.println(Messages.of(
                "train.size",
                settings.model().text(),
                grouped(run.model().parameterCount()),
                config.layers(),
                config.width(),
                config.heads(),
                config.block()));
        console.println(Messages.of(
                "train.plan",
                grouped(settings.steps()),
                settings.batch(),
                settings.block(),
                settings.precision().text()));
        console.flush();
    }

    private static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static void conclude(
            PrintWriter console, TrainingRun run, TrainingData data, double validation, OptionalDouble bigrams) {
        if (!Double.isNaN(validation)) {
            console.println(
                    bigrams.isPresent()
                            ? Messages.of("train.validationAndBigrams", nats(validation), nats(bigrams.getAsDouble()))
                            : Messages.of("train.validation", nats(validation)));
        }
        data.tokenizer().ifPresent(tokenizer -> {
            console.println();
            Generation.of(run.model(), tokenizer)
                    .withTemperature(SAMPLE_TEMPERATURE)
                    .generate(firstOf(tokenizer), SAMPLE_TOKENS, piece -> {
                        console.print(piece);
                        console.flush();
                    });
            console.println();
        });
    }

    /** A sample starts like a line of the text. */
    private static String firstOf(Tokenizer tokenizer) {
        return tokenizer.decode(new int[] {0});
    }

    private static String nats(double loss) {
        return String.format(Locale.ROOT, "%.4f", loss);
    }

    static ObjectNode json(Progress progress, OptionalDouble bigrams) {
        var node = JsonNodeFactory.instance.objectNode();
        node.put("step", progress.step());
        Json.put(node, "loss", progress.loss());
        Json.put(node, "lr", progress.learningRate());
        Json.put(node, "grad_norm", progress.gradientNorm());
        Json.put(node, "tokens_per_second", progress.tokensPerSecond());
        node.put("memory_bytes", progress.memoryBytes());
        progress.utilisation().ifPresent(share -> Json.put(node, "mfu", share));
        progress.validationLoss().ifPresent(loss -> {
            Json.put(node, "validation_loss", loss);
            bigrams.ifPresent(pairs -> Json.put(node, "bigram_loss", pairs));
        });
        if (progress.skipped()) {
            node.put("skipped", true);
        }
        return node;
    }

    /** The first Ctrl-C, or a request to end, saves and stops; the second ends at once. */
    private static final class Interruption implements AutoCloseable {
        private final Object interrupt;
        private final Object terminate;

        Interruption(Trainer trainer) {
            var asked = new boolean[1];
            Runnable ask = () -> {
                if (asked[0]) {
                    Runtime.getRuntime().halt(INTERRUPTED);
                }
                asked[0] = true;
                trainer.stop();
            };
            interrupt = Signals.register("INT", ask);
            terminate = Signals.register("TERM", ask);
        }

        @Override
        public void close() {
            Signals.unregister("INT", interrupt);
            Signals.unregister("TERM", terminate);
        }
    }
}
