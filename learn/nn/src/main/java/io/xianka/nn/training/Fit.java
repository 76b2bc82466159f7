package io.xianka.nn.training;

import io.xianka.nn.Checkpointing;
import io.xianka.nn.LanguageModel;
import io.xianka.nn.Optimizer;
import io.xianka.nn.Placement;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Rehearsal;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * Chooses micro-batches and checkpointing so that a step fits into memory, by rehearsing steps on {@link Device#meta}: bytes at the peak
 * are known before anything runs. Of what fits it takes what computes least again, then the fewest micro-batches.
 *
 * {@snippet :
 * var fit = Fit.of(placement -> new Gpt(config, placement), model -> new Optimizer(AdamW.DEFAULT, 3e-4, model.parameters()), 1024);
 * Fit.Choice choice = fit.choose(64, TrainingStep.Options.DEFAULT, Device.current().memoryBytes());
 * }
 *
 * <p>Threads may share one.
 */
public final class Fit {
    /** What libraries and the driver take beside tensors, as a share of the memory. */
    private static final double RESERVED = 0.04;

    private static final List<Checkpointing> WAYS =
            List.of(Checkpointing.NONE, Checkpointing.SELECTIVE, Checkpointing.FULL);

    /** A step to be rehearsed. */
    @FunctionalInterface
    public interface Candidate {
        /**
         * A step of a batch on {@link Device#meta}, which can be run more than once.
         *
         * @param batch rows in all
         * @param options how it is made
         */
        Runnable step(long batch, TrainingStep.Options options);
    }

    /**
     * What was chosen.
     *
     * @param options with micro-batches and checkpointing set
     * @param microBatch rows of one
     * @param peakBytes the most that tensors will hold at once
     */
    public record Choice(TrainingStep.Options options, long microBatch, long peakBytes) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%d micro-batch%s of %d, checkpointing %s: %s at the peak",
                    options.microBatches(),
                    options.microBatches() == 1 ? "" : "es",
                    microBatch,
                    options.checkpointing().text(),
                    gibibytes(peakBytes));
        }
    }

    /** Nothing fits. The message says what would be needed at least. */
    public static final class DoesNotFit extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final long neededBytes;

        private DoesNotFit(String message, long neededBytes) {
            super(message);
            this.neededBytes = neededBytes;
        }

        /** {@return the smallest memory in which it would run, in bytes} */
        public long neededBytes() {
            return neededBytes;
        }
    }

    private static final int REHEARSED = 4;

    private final Candidate candidate;

    /** Of any step. */
    public Fit(Candidate candidate) {
        this.candidate = candidate;
    }

    /**
     * Of a language model's.
     *
     * @param model makes one at a place
     * @param optimizer makes one of a model
     * @param length tokens of a row
     */
    public static Fit of(
            Function<Placement, ? extends LanguageModel> model,
            Function<LanguageModel, Optimizer> optimizer,
            long length) {
        return new Fit((batch, options) -> {
            Device meta = Device.meta();
            LanguageModel rehearsed =
                    model.apply(Placement.current().withDevice(meta).withSeed(0));
            var step = new TrainingStep(Objective.of(rehearsed), optimizer.apply(rehearsed), options);
            Tensor tokens =
                    Tensor.zeros(Shape.of(batch, length), DType.INT64, meta).realise();
            Tensor next =
                    Tensor.zeros(Shape.of(batch, length), DType.INT64, meta).realise();
            return () -> step.run(tokens, next);
        });
    }

    /** {@return the most that tensors hold at once in a step, in bytes} */
    public long peakBytes(long batch, TrainingStep.Options options) {
        return Rehearsal.of(candidate.step(batch, options)).peakBytes();
    }

    /**
     * What fits.
     *
     * @param batch rows in all, which stay one step
     * @param wanted precision and the like; its micro-batches are the fewest, its checkpointing the least that is tried
     * @param memoryBytes of the device; a 25th of it is left to libraries
     * @throws DoesNotFit when nothing does
     */
    public Choice choose(long batch, TrainingStep.Options wanted, long memoryBytes) {
        long usable = (long) (memoryBytes * (1 - RESERVED));
        List<Integer> counts = counts(batch, wanted.microBatches());
        long least = Long.MAX_VALUE;
        TrainingStep.Options smallest = wanted;
        for (Checkpointing way : WAYS.subList(WAYS.indexOf(wanted.checkpointing()), WAYS.size())) {
            TrainingStep.Options options = wanted.withCheckpointing(way);
            Map<Integer, Long> peaks = new HashMap<>();
            int most = counts.getLast();
            long peak = peak(batch, options, most, peaks);
            if (peak < least) {
                least = peak;
                smallest = options.withMicroBatches(most);
            }
            if (peak <= usable) {
                // More micro-batches hold less: the first that fits is found by halves.
                int low = 0;
                int high = counts.size() - 1;
                while (low < high) {
                    int middle = (low + high) / 2;
                    if (peak(batch, options, counts.get(middle), peaks) <= usable) {
                        high = middle;
                    } else {
                        low = middle + 1;
                    }
                }
                int count = counts.get(low);
                return new Choice(options.withMicroBatches(count), batch / count, peaks.get(count));
            }
        }
        long needed = (long) Math.ceil(least / (1 - RESERVED));
        throw new DoesNotFit(
                "a batch of " + batch + " does not fit into " + gibibytes(memoryBytes) + " in any way: the least is "
                        + gibibytes(needed) + ", in " + smallest.microBatches() + " micro-batches of "
                        + batch / smallest.microBatches() + ", checkpointing "
                        + smallest.checkpointing().text()
                        + "; a smaller model, shorter rows or a precision of 16 bits take less",
                needed);
    }

    private long peak(long batch, TrainingStep.Options options, int count, Map<Integer, Long> known) {
        return known.computeIfAbsent(count, _ -> peakBytes(batch / count, count, options));
    }

    /** From the third on every micro-batch does as the one before: what is added is its examples. So no more than four are rehearsed. */
    private long peakBytes(long microBatch, int count, TrainingStep.Options options) {
        if (count <= REHEARSED) {
            return peakBytes(microBatch * count, options.withMicroBatches(count));
        }
        long most = peakBytes(microBatch * REHEARSED, options.withMicroBatches(REHEARSED));
        long fewer = peakBytes(microBatch * (REHEARSED - 1), options.withMicroBatches(REHEARSED - 1));
        return most + (count - REHEARSED) * (most - fewer);
    }

    /** Into how many micro-batches a batch can be cut, from the fewest. */
    private static List<Integer> counts(long batch, int fewest) {
        if (batch < 1 || batch > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("fit: a batch of " + batch + " rows; it has at least one");
        }
        // Divisors come in pairs, the smaller of which is no more than the root.
        List<Integer> counts = LongStream.rangeClosed(1, (long) Math.sqrt((double) batch))
                .filter(divisor -> batch % divisor == 0)
                .flatMap(divisor -> LongStream.of(divisor, batch / divisor))
                .filter(count -> count >= fewest)
                .sorted()
                .distinct()
                .mapToObj(count -> (int) count)
                .toList();
        if (counts.isEmpty()) {
            throw new IllegalArgumentException(
                    "fit: a batch of " + batch + " rows cannot be cut into " + fewest + " micro-batches");
        }
        return counts;
    }

    private static String gibibytes(long bytes) {
        return bytes < 1L << 30
                ? String.format(Locale.ROOT, "%.1f MiB", bytes / 1048576.0)
                : String.format(Locale.ROOT, "%.2f GiB", bytes / 1073741824.0);
    }
}
