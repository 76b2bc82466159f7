import io.xianka.nn.*;
import io.xianka.nn.data.*;
import io.xianka.nn.training.*;
import io.xianka.tensor.*;
import java.nio.file.*;
import java.util.*;

/**
 * A small convolutional network learns to tell clothes apart: 89% of the images that it has not seen, in minutes on a processor.
 * Debian has the images: apt-get install dataset-fashion-mnist.
 *
 * <p>xianka exec examples/FashionMnist.java /usr/share/datasets/fashion-mnist [EPOCHS]
 */
void main(String[] arguments) {
    if (arguments.length < 1) {
        System.err.println("FashionMnist.java FOLDER [EPOCHS]: name the folder of the four .gz files");
        System.exit(2);
    }
    Path folder = Path.of(arguments[0]);
    int epochs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
    var learnt = images(folder, "train");
    var unseen = images(folder, "t10k");

    Device device = Device.current();
    Placement placement = Placement.current().withSeed(1);
    Windows same = Windows.DEFAULT.withPadding(1);
    Layer model = new Sequential(
            // Bytes (batch, height, width) to numbers from 0 to 1 with an axis of channels.
            Sequential.of(x -> x.to(DType.FLOAT32).div(255).unsqueeze(1)),
            new Conv2d(1, 16, 3, same, true, placement),
            Sequential.of(x -> x.relu().maxPool2d(2)),
            new Conv2d(16, 32, 3, same, true, placement),
            Sequential.of(x -> x.relu().maxPool2d(2).flatten(1, 3)),
            new Linear(32 * 7 * 7, 128, true, placement),
            Sequential.of(Tensor::relu),
            new Linear(128, 10, true, placement));

    int batch = 64;
    long steps = epochs * learnt.count() / batch;
    var optimizer = new Optimizer(AdamW.DEFAULT, 2e-3, model.parameters());
    var step = new TrainingStep(Objective.crossEntropy(model), optimizer, TrainingStep.Options.DEFAULT);
    IO.println("%s: %,d images, %,d steps of %d on %s".formatted(folder, learnt.count(), steps, batch, device));
    new Trainer(
                    step,
                    learnt,
                    Trainer.Options.DEFAULT
                            .withSteps(steps)
                            .withBatch(batch)
                            .withSeed(1)
                            .withSchedule(Schedule.oneCycle(2e-3, steps)))
            .listening(progress -> {
                if (progress.step() % 100 == 0) {
                    IO.println("step %5d  loss %.3f  %,.0f images/s"
                            .formatted(progress.step(), progress.loss(), progress.tokensPerSecond()));
                }
            })
            .run();
    IO.println("test accuracy %.2f%%".formatted(100 * accuracy(model, unseen, device)));
}

LabelledImages images(Path folder, String part) {
    return LabelledImages.read(
            folder.resolve(part + "-images-idx3-ubyte.gz"), folder.resolve(part + "-labels-idx1-ubyte.gz"));
}

double accuracy(Layer model, Dataset data, Device device) {
    model.train(false);
    long right = 0;
    try (var batches = Batches.once(data, 500, device)) {
        for (Batch next = batches.next(); next != null; next = batches.next()) {
            try (Batch one = next) {
                right += Tensor.noGrad(() -> model.forward(one.part(0))
                                .argmax(1)
                                .eq(one.part(1).to(DType.INT64))
                                .to(DType.INT64)
                                .sum())
                        .itemLong();
            }
        }
    }
    return (double) right / data.count();
}
