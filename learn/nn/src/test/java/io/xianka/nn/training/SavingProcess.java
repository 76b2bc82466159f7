package io.xianka.nn.training;

import java.nio.file.Path;

/** A process that trains and saves after each step, to be killed: {@code FOLDER STEPS}. Prints each step and the bits of its loss. */
final class SavingProcess {
    private SavingProcess() {}

    /** Goes on where the folder stands. */
    public static void main(String[] arguments) throws Exception {
        Path path = Path.of(arguments[0]);
        long steps = Long.parseLong(arguments[1]);
        try (var folder = CheckpointFolder.open(path, 2)) {
            var training = new TinyTraining(steps, Precision.FP32, 16).saving(folder);
            if (CheckpointFolder.isUsed(path)) {
                training.resuming(path);
            }
            training.trainer.listening(
                    progress -> System.out.println(progress.step() + " " + Double.doubleToLongBits(progress.loss())));
            training.trainer.run();
        } catch (CheckpointException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }
}
