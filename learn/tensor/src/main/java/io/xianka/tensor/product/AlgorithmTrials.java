package io.xianka.tensor.product;

import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.Event;
import io.xianka.driver.Stream;
import io.xianka.driver.api.CublasLt.Plan;
import io.xianka.driver.api.CudaException;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * Of the algorithms that cuBLASLt's heuristics name for a product the one that is fastest on this device: tried once, and remembered.
 * Algorithms add up in different orders, so that a choice must outlive the process for results to be the same in the next: where nothing
 * can be remembered nothing is tried, and the heuristics' first is taken.
 */
final class AlgorithmTrials {
    /** How many algorithms are asked for. */
    static final int MOST_ALGORITHMS = 8;

    /** Smaller products take a few microseconds, and differ less than they can be timed. */
    private static final double LEAST_FLOPS = 4e9;

    /** How much faster than the first another must be. */
    private static final double WORTH = 0.97;

    /** What is slower than this beside the best is not tried again. */
    private static final double HOPELESS = 1.2;

    private static final int CALLS = 3;
    private static final int ROUNDS = 4;
    private static final byte FILLING = 0x3c; // a number of no special size in every type of factors

    /** Times algorithms. */
    interface Clock {
        /** {@return milliseconds of one call, infinity where the library refuses to run it} */
        double milliseconds(Plan plan);
    }

    private final Device device;
    private final Choices choices;

    AlgorithmTrials(Device device, Choices choices) {
        this.device = device;
        this.choices = choices;
    }

    /** The fastest of some plans for a product, of which there is at least one. */
    Plan fastest(Product product, List<Plan> plans) {
        if (plans.size() == 1 || product.flops() < LEAST_FLOPS) {
            return plans.getFirst();
        }
        String what = plans.size() + " " + product;
        OptionalInt known = choices.find(what);
        if (known.isEmpty()) {
            try {
                known = OptionalInt.of(tried(product, plans));
                choices.keep(what, known.getAsInt());
            } catch (CudaException tooLarge) {
                // There is no memory beside what is held for a second set of operands.
                known = OptionalInt.empty();
            }
        }
        int choice = known.orElse(0);
        return plans.get(choice < plans.size() ? choice : 0);
    }

    private int tried(Product product, List<Plan> plans) {
        device.synchronize();
        long workspaceBytes =
                plans.stream().mapToLong(Plan::workspaceBytes).max().orElse(0);
        int factor = product.arithmetic().factors().bytes();
        int result = product.result().bytes();
        try (Stream stream = device.stream();
                DeviceBuffer a = filled(stream, factor * elements(product, product.a(), product.m(), product.k()));
                DeviceBuffer b = filled(stream, factor * elements(product, product.b(), product.k(), product.n()));
                DeviceBuffer d = filled(stream, result * elements(product, product.d(), product.m(), product.n()));
                DeviceBuffer bias = filled(stream, (long) result * product.n());
                DeviceBuffer workspace = device.allocate(Math.max(1, workspaceBytes));
                Event start = device.event();
                Event end = device.event()) {
            return fastest(plans, plan -> {
                try {
                    start.record(stream);
                    for (int i = 0; i < CALLS; i++) {
                        stream.enqueue(handle -> plan.enqueue(
                                handle,
                                product.alpha(),
                                b.pointer(),
                                a.pointer(),
                                product.beta(),
                                d.pointer(),
                                d.pointer(),
                                bias.pointer(),
                                0,
                                workspace.pointer()));
                    }
                    end.record(stream).synchronize();
                    return end.millisSince(start) / CALLS;
                } catch (UnsupportedOperationException refused) {
                    return Double.POSITIVE_INFINITY;
                }
            });
        }
    }

    /** Which plan is fastest; the first where none is clearly faster. Rounds alternate, as a device's clock changes with what it does. */
    static int fastest(List<Plan> plans, Clock clock) {
        double[] best = new double[plans.size()];
        Arrays.fill(best, Double.POSITIVE_INFINITY);
        for (int round = 0; round < ROUNDS; round++) {
            double limit = HOPELESS * Arrays.stream(best).min().orElseThrow();
            for (int i = 0; i < best.length; i++) {
                if (round == 0 || best[i] <= limit) {
                    double time = clock.milliseconds(plans.get(i));
                    // The first round warms up: it tells the hopeless alone.
                    best[i] = round == 1 ? time : Math.min(best[i], time);
                }
            }
        }
        int fastest = 0;
        for (int i = 1; i < best.length; i++) {
            fastest = best[i] < (fastest == 0 ? WORTH : 1) * best[fastest] ? i : fastest;
        }
        return fastest;
    }

    private DeviceBuffer filled(Stream stream, long bytes) {
        return device.allocate(Math.max(1, bytes)).fill(FILLING, stream);
    }

    /** As many as lie between the first and the last of a batch of matrices. */
    private static long elements(Product product, Matrix matrix, int rows, int columns) {
        long lines = matrix.transposed() ? columns : rows;
        long length = matrix.transposed() ? rows : columns;
        return (product.batch() - 1) * matrix.batchStride() + (lines - 1) * matrix.leading() + length;
    }
}
