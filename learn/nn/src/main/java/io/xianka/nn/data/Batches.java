package io.xianka.nn.data;

import io.xianka.tensor.Device;
import io.xianka.tensor.HostBuffer;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Batches of a dataset, put together ahead by a thread. The order follows from a seed and a position alone, the number of examples given
 * out so far, so that training goes on exactly where it stopped.
 *
 * {@snippet :
 * try (var batches = Batches.shuffled(dataset, 32, seed, position, device)) {
 *     try (Batch batch = batches.next()) {
 *         train(batch.part(0), batch.part(1));
 *         position = batch.next();
 *     }
 * }
 * }
 *
 * <p>Used by one thread at a time.
 */
public final class Batches implements AutoCloseable {
    private static final int AHEAD = 3;
    private static final double GIB = 1L << 30;

    private final Dataset dataset;
    private final int size;
    private final Order order;
    private final long[] offsets;
    private final long bufferBytes;
    private final BlockingQueue<Slot> empty = new ArrayBlockingQueue<>(AHEAD);
    private final BlockingQueue<Slot> filled = new ArrayBlockingQueue<>(AHEAD + 1);
    private final Thread thread;
    private boolean ended;

    /** Which example stands at a position, and where positions end. */
    private record Order(long from, long end, long seed, boolean shuffles) {}

    /** A batch on its way: its examples in memory, or why there are none; neither at the end. */
    private static final class Slot {
        final HostBuffer buffer;
        int examples;
        long next;
        Throwable failure;

        Slot(HostBuffer buffer) {
            this.buffer = buffer;
        }
    }

    private Batches(Dataset dataset, int size, Order order, Device device) {
        if (size < 1) {
            throw new IllegalArgumentException("batches of " + size + " examples; there is at least one");
        }
        if (order.from < 0) {
            throw new IllegalArgumentException("batches from position " + order.from + "; the first is 0");
        }
        this.dataset = dataset;
        this.size = size;
        this.order = order;
        List<Dataset.Part> parts = dataset.parts();
        offsets = new long[parts.size()];
        long bytes = 0;
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = bytes;
            // Each part starts where any type may.
            bytes += (parts.get(i).bytes() * size + 63) / 64 * 64;
        }
        bufferBytes = Math.max(64, bytes);
        long there = Device.of("cpu").memoryBytes();
        // The step over them needs the other half at least.
        if (bufferBytes > there / 2 / AHEAD) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "a batch of %,d examples has %.2f GiB of them, %d batches are in memory at once, and this machine has %.2f GiB; take"
                            + " smaller batches",
                    size,
                    bufferBytes / GIB,
                    AHEAD,
                    there / GIB));
        }
        thread = Thread.ofPlatform().daemon().name("xianka-batches").unstarted(this::fill);
        for (int i = 0; i < AHEAD; i++) {
            empty.add(new Slot(HostBuffer.of(device, bufferBytes)));
        }
        thread.start();
    }

    /**
     * Batches without end, epoch after epoch, each in another order. All have the same size: one that an epoch's end falls into goes
     * on with the next epoch.
     *
     * @param position how many examples were given out before
     */
    public static Batches shuffled(Dataset dataset, int size, long seed, long position, Device device) {
        return new Batches(dataset, size, new Order(position, Long.MAX_VALUE, seed, true), device);
    }

    /** All examples once, in their order. The last batch may be smaller. */
    public static Batches once(Dataset dataset, int size, Device device) {
        return new Batches(dataset, size, new Order(0, dataset.count(), 0, false), device);
    }

    /**
     * The next batch, which the caller closes; null after the last.
     *
     * @throws DataException when an example cannot be read
     */
    public Batch next() {
        if (ended) {
            return null;
        }
        Slot slot = take();
        if (slot.failure != null) {
            ended = true;
            throw slot.failure instanceof DataException data
                    ? data
                    : new IllegalStateException("an example cannot be made: " + slot.failure, slot.failure);
        }
        if (slot.examples == 0) {
            ended = true;
            return null;
        }
        List<Dataset.Part> parts = dataset.parts();
        List<Tensor> tensors = new ArrayList<>();
        for (int i = 0; i < offsets.length; i++) {
            Shape shape = parts.get(i).shape().insert(0, slot.examples);
            tensors.add(slot.buffer.tensor(offsets[i], shape, parts.get(i).dtype()));
        }
        var batch = new Batch(List.copyOf(tensors), slot.next);
        empty.add(slot);
        return batch;
    }

    private Slot take() {
        try {
            return filled.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for a batch", e);
        }
    }

    // ------------------------------------------------------------------ in the thread

    private void fill() {
        long position = order.from;
        try {
            while (position < order.end) {
                Slot slot = empty.take();
                position = fill(slot, position);
                filled.add(slot);
            }
            filled.add(new Slot(null));
        } catch (InterruptedException e) {
            // close() wants it to end
        } catch (Throwable e) {
            var failed = new Slot(null);
            failed.failure = e;
            filled.add(failed);
        }
    }

    private long fill(Slot slot, long from) {
        MemorySegment memory = slot.buffer.segment();
        long count = dataset.count();
        List<Dataset.Part> parts = dataset.parts();
        slot.examples = (int) Math.min(size, order.end - from);
        Permutation permutation = null;
        long permuted = -1;
        for (int i = 0; i < slot.examples; i++) {
            long epoch = (from + i) / count;
            long place = (from + i) % count;
            if (order.shuffles && epoch != permuted) {
                permutation = new Permutation(count, Permutation.mix(order.seed) + epoch);
                permuted = epoch;
            }
            List<MemorySegment> into = new ArrayList<>(parts.size());
            for (int part = 0; part < parts.size(); part++) {
                long bytes = parts.get(part).bytes();
                into.add(memory.asSlice(offsets[part] + i * bytes, bytes));
            }
            dataset.write(epoch, permutation == null ? place : permutation.at(place), into);
        }
        slot.next = from + slot.examples;
        return slot.next;
    }

    // ------------------------------------------------------------------ the end

    /** Ends the thread and gives the memory back. Batches given out stay. */
    @Override
    public void close() {
        ended = true;
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        for (BlockingQueue<Slot> queue : List.of(empty, filled)) {
            for (Slot slot = queue.poll(); slot != null; slot = queue.poll()) {
                if (slot.buffer != null) {
                    slot.buffer.close();
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
