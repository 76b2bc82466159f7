package io.xianka.tensor.product;

import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.Event;
import io.xianka.driver.Graph;
import io.xianka.driver.GraphExec;
import io.xianka.driver.Stream;
import io.xianka.driver.api.CublasLt.Plan;
import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import io.xianka.tensor.DType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * Of the algorithms that cuBLASLt's heuristics name for a product the one that is fastest on this device: tried once, and remembered.
 * Algorithms add up in different orders, so that a choice must outlive the process for results to be the same in the next: where nothing
 * can be remembered nothing is tried, and the heuristics' first is taken.
 */
final class AlgorithmTrials {
    /** How many algorithms are asked for: more than eight are not named. */
    static final int MOST_ALGORITHMS = 8;

    /** Smaller products take a few microseconds, and differ less than they can be timed. */
    private static final double LEAST_FLOPS = 4e9;

    /** How much faster than the first another must be: at its power limit a device parts equals by a few percent, each time others. */
    private static final double WORTH = 0.95;

    /** What is slower than this beside the best is not tried again. */
    private static final double HOPELESS = 1.15;

    private static final int ROUNDS = 4;

    /** How long a round calls an algorithm: a device under power for less runs faster than it will in a program. */
    private static final double ROUND_MILLIS = 8;

    /** How long the first does, which tells the hopeless alone. */
    private static final double FIRST_MILLIS = 0.5;

    private static final int MOST_CALLS = 128;
    private static final int DISTINCT_NUMBERS = 1 << 18;

    /** Times algorithms. */
    interface Clock {
        /**
         * {@return milliseconds of one call, the mean of some in a row; infinity where the library refuses to run it}
         *
         * @param of how long it is called
         */
        double milliseconds(Plan plan, double of);
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
            } catch (CudaException failure) {
                if (!failure.is(CudaStatus.CUDA_ERROR_OUT_OF_MEMORY)) {
                    throw failure;
                }
                // There is no room for a second set of operands beside what is held.
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
        DType factors = product.arithmetic().factors();
        DType result = product.result();
        try (Stream stream = device.stream();
                DeviceBuffer a = numbers(stream, factors, elements(product, product.a(), product.m(), product.k()));
                DeviceBuffer b = numbers(stream, factors, elements(product, product.b(), product.k(), product.n()));
                DeviceBuffer d = numbers(stream, result, elements(product, product.d(), product.m(), product.n()));
                DeviceBuffer bias = numbers(stream, result, product.n());
                DeviceBuffer workspace = device.allocate(Math.max(1, workspaceBytes));
                Event start = device.event();
                Event end = device.event()) {
            return fastest(plans, (plan, millis) -> {
                Runnable call = () -> stream.enqueue(handle -> plan.enqueue(
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
                try {
                    // Outside of a graph: the library loads what it runs for the first time, or refuses.
                    call.run();
                    double one = milliseconds(stream, start, end, call, 1);
                    // What takes longer than asked for is called once, and was warmed up by what went before.
                    int calls = Math.clamp(Math.round(millis / Math.max(one, 1e-3)), 1, MOST_CALLS);
                    return one >= millis ? one : milliseconds(stream, start, end, call, calls);
                } catch (UnsupportedOperationException refused) {
                    return Double.POSITIVE_INFINITY;
                }
            });
        }
    }

    /** Of one of some calls in a row, as a graph: to enqueue one may take a young JVM longer than a device to compute it. */
    private static double milliseconds(Stream stream, Event start, Event end, Runnable call, int calls) {
        Runnable row = () -> {
            for (int i = 0; i < calls; i++) {
                call.run();
            }
        };
        try (Graph graph = stream.capture(row);
                GraphExec exec = graph.instantiate()) {
            start.record(stream);
            exec.launch(stream);
            end.record(stream).synchronize();
            return end.millisSince(start) / calls;
        }
    }

    /**
     * Which plan is fastest; the first where none is clearly faster. Rounds go through the plans to and fro, as a device's clock follows the
     * power that was drawn before.
     */
    static int fastest(List<Plan> plans, Clock clock) {
        int count = plans.size();
        double[] first = new double[count];
        double[] sums = new double[count];
        for (int round = 0; round < ROUNDS; round++) {
            double limit = HOPELESS * Arrays.stream(first).min().orElseThrow();
            for (int i = 0; i < count; i++) {
                int plan = round % 2 == 0 ? i : count - 1 - i;
                if (round == 0) {
                    first[plan] = clock.milliseconds(plans.get(plan), FIRST_MILLIS);
                } else {
                    boolean isTried = first[plan] <= limit && first[plan] < Double.POSITIVE_INFINITY;
                    sums[plan] +=
                            isTried ? clock.milliseconds(plans.get(plan), ROUND_MILLIS) : Double.POSITIVE_INFINITY;
                }
            }
        }
        int fastest = 0;
        for (int i = 1; i < count; i++) {
            fastest = sums[i] < (fastest == 0 ? WORTH : 1) * sums[fastest] ? i : fastest;
        }
        return fastest;
    }

    /** Normal numbers, some of them again and again: zeros would draw less power. */
    private DeviceBuffer numbers(Stream stream, DType type, long count) {
        long bytes = Math.max(1, count) * type.bytes();
        DeviceBuffer buffer = device.allocate(bytes);
        try (Arena arena = Arena.ofConfined()) {
            int distinct = (int) Math.min(Math.max(1, count), DISTINCT_NUMBERS);
            MemorySegment some = arena.allocate((long) distinct * type.bytes(), type.bytes());
            var random = new SplittableRandom(1);
            for (int i = 0; i < distinct; i++) {
                double number = random.nextGaussian();
                switch (type) {
                    case FLOAT64 -> some.setAtIndex(ValueLayout.JAVA_DOUBLE, i, number);
                    case FLOAT32 -> some.setAtIndex(ValueLayout.JAVA_FLOAT, i, (float) number);
                    case FLOAT16 -> some.setAtIndex(ValueLayout.JAVA_SHORT, i, Float.floatToFloat16((float) number));
                    case BFLOAT16 ->
                        some.setAtIndex(
                                ValueLayout.JAVA_SHORT, i, (short) (Float.floatToRawIntBits((float) number) >>> 16));
                    case BOOL, UINT8, INT8, INT16, INT32, INT64, COMPLEX64 ->
                        throw new IllegalArgumentException("no product of " + type);
                }
            }
            long filled = some.byteSize();
            buffer.slice(0, filled).copyFrom(some, stream);
            while (filled < bytes) {
                long more = Math.min(filled, bytes - filled);
                buffer.slice(filled, more).copyFrom(buffer.slice(0, more), stream);
                filled += more;
            }
        }
        return buffer;
    }

    /** As many as lie between the first and the last of a batch of matrices. */
    private static long elements(Product product, Matrix matrix, int rows, int columns) {
        long lines = matrix.transposed() ? columns : rows;
        long length = matrix.transposed() ? rows : columns;
        return (product.batch() - 1) * matrix.batchStride() + (lines - 1) * matrix.leading() + length;
    }
}
