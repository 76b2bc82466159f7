package io.xianka.nn.training;

import io.xianka.nn.Checkpointing;
import io.xianka.nn.Layer;
import io.xianka.nn.data.Batch;
import io.xianka.nn.data.Batches;
import io.xianka.nn.data.Dataset;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Tensor;
import java.util.function.DoubleSupplier;

/** The mean loss of a model on data that it does not learn from, without dropout and without gradients. */
public final class Evaluation implements DoubleSupplier {
    private final Layer model;
    private final Objective objective;
    private final Precision precision;
    private final Dataset dataset;
    private final int batch;
    private final long most;

    /**
     * Over the first examples of a dataset.
     *
     * @param batch so many at once
     * @param most so many at most
     */
    public Evaluation(Layer model, Objective objective, Precision precision, Dataset dataset, int batch, long most) {
        this.model = model;
        this.objective = objective;
        this.precision = precision;
        this.dataset = dataset;
        this.batch = batch;
        this.most = most;
    }

    /** {@return the mean over all targets} */
    @Override
    public double getAsDouble() {
        Device device = model.parameters().getFirst().device();
        boolean wasTraining = model.isTraining();
        model.train(false);
        double sum = 0;
        long targets = 0;
        try (var batches = Batches.once(dataset, batch, device)) {
            long examples = 0;
            for (Batch next = batches.next(); next != null; next = examples < most ? batches.next() : null) {
                try (Batch one = next) {
                    sum += Tensor.noGrad(() ->
                                    precision.in(() -> objective.losses(one.part(0), one.part(1), Checkpointing.NONE)))
                            .to(DType.FLOAT32)
                            .item();
                    targets += one.part(1).shape().elements();
                    examples += one.examples();
                }
            }
        } finally {
            model.train(wasTraining);
        }
        return sum / targets;
    }
}
