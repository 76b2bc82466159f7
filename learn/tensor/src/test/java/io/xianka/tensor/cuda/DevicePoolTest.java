package io.xianka.tensor.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.tensor.graph.Storage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DevicePoolTest {
    /** As steps of a training: each makes its results before those of the last one are given back, in whatever order. */
    @ParameterizedTest
    @ValueSource(longs = {8, 3 << 20})
    void aLoopFindsItselfInTheSameMemoryEverySecondTime(long bytes) {
        long seed = 7;
        Random random = new Random(seed);
        try (var executor = new CudaExecutor(io.xianka.driver.Device.emulated(), false)) {
            List<Storage> before = List.of();
            List<List<Long>> places = new ArrayList<>();
            for (int step = 0; step < 12; step++) {
                List<Storage> made = new ArrayList<>();
                for (int i = 0; i < 5; i++) {
                    made.add(executor.allocate(bytes));
                }
                places.add(made.stream().map(executor::address).toList());
                List<Storage> order = new ArrayList<>(before);
                Collections.shuffle(order, random);
                order.forEach(Storage::close);
                before = made;
            }
            for (int step = 4; step < 12; step++) {
                assertEquals(places.get(step - 2), places.get(step), "step " + step + ", seed " + seed);
            }
            assertEquals(5 * bytes, executor.memory().heldBytes());
        }
    }
}
