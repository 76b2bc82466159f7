package io.xianka.cli;

import io.xianka.cli.train.TrainingData;
import io.xianka.driver.Device;
import io.xianka.nn.AdamW;
import io.xianka.nn.Gpt;
import io.xianka.nn.GptConfig;
import io.xianka.nn.Optimizer;
import io.xianka.nn.Placement;
import io.xianka.nn.data.TokenBlocks;
import io.xianka.nn.data.Tokens;
import io.xianka.nn.text.CharacterTokenizer;
import io.xianka.nn.training.Objective;
import io.xianka.nn.training.Trainer;
import io.xianka.nn.training.TrainingStep;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The tour's stop for training: a very small GPT takes its first steps, and its loss falls. */
final class TrainingStop implements TourCommand.Stop {
    private static final int CHARACTERS = 20_000;
    private static final int BLOCK = 16;
    private static final int STEPS = 30;
    private static final double LEARNING_RATE = 1e-2;

    @Override
    public String title() {
        return Messages.of("tour.training.title");
    }

    @Override
    public void show(Device device, PrintWriter out) throws FailureException {
        // Tensors have the processor where kernels have the emulator.
        var place = device.isEmulated() ? io.xianka.tensor.Device.cpu() : io.xianka.tensor.Device.of(device.place());
        String text = TrainingData.exampleText().substring(0, CHARACTERS);
        var tokenizer = CharacterTokenizer.of(text);
        int vocabulary = tokenizer.vocabularySize();
        var model = new Gpt(
                new GptConfig(vocabulary, BLOCK, 32, 2, 1, 0),
                Placement.current().withDevice(place).withSeed(1));
        var step = new TrainingStep(
                Objective.of(model),
                new Optimizer(AdamW.DEFAULT, LEARNING_RATE, model.parameters()),
                TrainingStep.Options.DEFAULT);
        Tokens tokens = Tokens.of(title(), tokenizer.encode(text));
        List<Double> losses = new ArrayList<>();
        long start = System.nanoTime();
        new Trainer(
                        step,
                        TokenBlocks.shifting(tokens, BLOCK, vocabulary),
                        Trainer.Options.DEFAULT.withSteps(STEPS).withBatch(8))
                .listening(progress -> losses.add(progress.loss()))
                .run();
        long nanos = System.nanoTime() - start;
        out.println("    "
                + Messages.of(
                        "tour.training.loss",
                        model.parameterCount(),
                        STEPS,
                        Times.millis(nanos),
                        place,
                        nats(losses.getFirst()),
                        nats(losses.getLast())));
        if (!(losses.getLast() < losses.getFirst())) {
            throw new FailureException(Messages.of("tour.training.wrong"));
        }
        out.println("    " + Messages.of("tour.training.next"));
    }

    private static String nats(double loss) {
        return String.format(Locale.ROOT, "%.2f", loss);
    }
}
