package io.xianka.nn.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchesTest {
    /** Whose examples are their numbers, and the epoch in a part of another width. */
    private record Numbers(long count) implements Dataset {
        @Override
        public List<Part> parts() {
            return List.of(new Part(Shape.of(3), DType.INT64), new Part(Shape.SCALAR, DType.UINT8));
        }

        @Override
        public void write(long epoch, long example, List<MemorySegment> into) {
            for (int i = 0; i < 3; i++) {
                into.get(0).setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, i, 10 * example + i);
            }
            into.get(1).set(ValueLayout.JAVA_BYTE, 0, (byte) epoch);
        }
    }

    /** The examples of some batches, and the epoch of each. */
    private static List<long[]> take(Batches batches, int count) {
        List<long[]> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            try (Batch batch = batches.next()) {
                long[] numbers = batch.part(0).toLongArray();
                long[] epochs = batch.part(1).toLongArray();
                for (int j = 0; j < batch.examples(); j++) {
                    assertEquals(numbers[3 * j] + 2, numbers[3 * j + 2]);
                    taken.add(new long[] {numbers[3 * j] / 10, epochs[j]});
                }
            }
        }
        return taken;
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated"})
    void everyEpochHasEveryExampleOnceInAnotherOrder(String device) {
        try (var batches = Batches.shuffled(new Numbers(35), 10, 1, 0, Device.of(device))) {
            List<long[]> taken = take(batches, 7);
            long[] first =
                    taken.subList(0, 35).stream().mapToLong(one -> one[0]).toArray();
            long[] second =
                    taken.subList(35, 70).stream().mapToLong(one -> one[0]).toArray();
            assertFalse(Arrays.equals(first, second));
            assertArrayEquals(
                    LongStream.range(0, 35).toArray(),
                    Arrays.stream(first).sorted().toArray());
            assertArrayEquals(
                    LongStream.range(0, 35).toArray(),
                    Arrays.stream(second).sorted().toArray());
            assertEquals(0, taken.get(34)[1]);
            assertEquals(1, taken.get(35)[1]);
        }
    }

    @Test
    void goesOnExactlyWhereItStopped() {
        var data = new Numbers(1_000_003);
        List<long[]> whole;
        long position;
        try (var batches = Batches.shuffled(data, 4, 9, 0, Device.cpu())) {
            whole = take(batches, 5);
            try (Batch batch = batches.next()) {
                position = batch.next();
            }
            whole = take(batches, 5);
        }
        assertEquals(24, position);
        // Another size of batch goes through the same examples.
        try (var batches = Batches.shuffled(data, 10, 9, position, Device.cpu())) {
            assertArrayEquals(whole.toArray(), take(batches, 2).toArray());
        }
    }

    @Test
    void onceEndsWithWhatIsLeft() {
        try (var batches = Batches.once(new Numbers(7), 3, Device.cpu())) {
            List<Long> sizes = new ArrayList<>();
            for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                sizes.add(batch.examples());
                batch.close();
            }
            assertEquals(List.of(3L, 3L, 1L), sizes);
            assertNull(batches.next());
        }
    }

    @Test
    void whatTheThreadCannotReadIsThrownWhereItIsAskedFor() {
        Tokens tokens = Tokens.of("counting", new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8});
        try (var batches = Batches.once(TokenBlocks.fixed(tokens, 2, 6), 1, Device.cpu())) {
            batches.next().close();
            batches.next().close();
            assertThrows(DataException.class, batches::next);
            assertNull(batches.next());
        }
    }

    @Test
    void closingDoesNotWaitForTheEnd() {
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            Batches.shuffled(new Numbers(5), 2, 1, 0, Device.cpu()).close();
            try (var batches = Batches.shuffled(new Numbers(5), 2, 1, 0, Device.emulated())) {
                batches.next().close();
            }
        });
    }

    @Test
    void aBatchOutlivesItsBatches() {
        Batch batch;
        try (var batches = Batches.once(new Numbers(2), 2, Device.cpu())) {
            batch = batches.next();
        }
        assertArrayEquals(new long[] {0, 1, 2, 10, 11, 12}, batch.part(0).toLongArray());
    }
}
