package io.xianka.nn;

import io.xianka.tensor.Generator;
import io.xianka.tensor.Tensor;

/** In training, each element 0 with a probability and the others divided by the probability to stay; else nothing. */
public final class Dropout extends Layer {
    private final double probability;
    private final Generator generator;

    /** Drawn by the shared generator. */
    public Dropout(double probability) {
        this(probability, Generator.shared());
    }

    /** Drawn by a generator. */
    public Dropout(double probability, Generator generator) {
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("dropout: probability " + probability + " is not from 0 to 1");
        }
        this.probability = probability;
        this.generator = generator;
    }

    @Override
    public Tensor forward(Tensor x) {
        return isTraining() ? x.dropout(probability, generator) : x;
    }
}
