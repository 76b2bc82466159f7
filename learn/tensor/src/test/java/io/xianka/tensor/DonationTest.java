package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.cuda.CudaExecutor;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** New values in the memory of old ones that nobody reads any more. */
class DonationTest {
    private static final int COUNT = 3_000;
    private static final long BYTES = 4L * COUNT;

    private static Tensor random(Device device, long seed) {
        var random = new SplittableRandom(seed);
        float[] values = new float[COUNT];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return Tensor.of(values, Shape.of(COUNT), device);
    }

    private static Tensor[] momentum(Tensor value, Tensor velocity, Tensor gradient) {
        Tensor next = velocity.mul(0.9).add(gradient);
        return new Tensor[] {value.sub(next.mul(0.1)), next};
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated", "plain"})
    void stepsComeOutTheSame(String name) {
        Device device = Device.of(name);
        Tensor gradient = random(device, 3);
        Tensor[] kept = {random(device, 1), random(device, 2)};
        Tensor[] given = {random(device, 1), random(device, 2)};
        for (int step = 0; step < 3; step++) {
            kept = momentum(kept[0], kept[1], gradient);
            Tensor.realise(kept);
            Tensor[] next = momentum(given[0], given[1], gradient);
            Tensor.realiseDonating(List.of(given), next);
            Tensor old = given[0];
            assertThrows(IllegalStateException.class, old::toFloatArray);
            given = next;
        }
        assertArrayEquals(kept[0].toFloatArray(), given[0].toFloatArray());
        assertArrayEquals(kept[1].toFloatArray(), given[1].toFloatArray());
    }

    /** What is held once the tensors that earlier tests dropped are gone: freed in between, they would be taken for freed by the plan. */
    private static long settled(Device device) {
        long held = device.heldBytes();
        for (int same = 0; same < 3; ) {
            System.gc();
            LockSupport.parkNanos(20_000_000);
            long now = device.heldBytes();
            same = now == held ? same + 1 : 0;
            held = now;
        }
        return held;
    }

    @Test
    void aStepNeedsNoMemoryBesideWhatItChanges() {
        Device device = Device.emulated();
        Tensor gradient = random(device, 3);
        Tensor[] given = {random(device, 1), random(device, 2)};
        Tensor[] next = momentum(given[0], given[1], gradient);
        Plan plan = Plan.donating(List.of(given), next);
        assertEquals(3 * BYTES, plan.peakBytes());
        assertEquals(5 * BYTES, Plan.of(next).peakBytes());
        assertTrue(plan.explain().contains("output, in the memory of leaf "), plan.explain());
        var executor = (CudaExecutor) device.realisation().executor();
        long held = settled(device);
        executor.forgetPeak();
        Tensor.realiseDonating(List.of(given), next);
        assertEquals(held, device.peakBytes());
        assertEquals(held, device.heldBytes());
    }

    @Test
    void aGraphsPeakIsTheAllocatorsWithWhatIsTakenOver() {
        Device device = Device.emulated();
        Tensor weights = random(device, 1);
        Tensor[] next = {weights.mul(2), weights.slice("::-1").cumsum(0).add(weights)};
        Plan plan = Plan.donating(List.of(weights), next);
        var executor = (CudaExecutor) device.realisation().executor();
        long held = settled(device) - BYTES;
        executor.forgetPeak();
        Tensor.realiseDonating(List.of(weights), next);
        assertEquals(plan.peakBytes(), device.peakBytes() - held);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated"})
    void whatOthersShareStays(String name) {
        Device device = Device.of(name);
        Tensor value = random(device, 1);
        float[] before = value.toFloatArray();
        Tensor shared = value.shared();
        Tensor next = value.add(1);
        Tensor.realiseDonating(List.of(value), next);
        assertArrayEquals(before, shared.toFloatArray());
        assertEquals(before[7] + 1, next.toFloatArray()[7]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "emulated"})
    void aVariableAndItsDetachedValueAreOneMemory(String name) {
        Device device = Device.of(name);
        Tensor weight = random(device, 1).requiresGrad();
        float[] before = weight.toFloatArray();
        Tensor old = weight.detach();
        // The gradient reads the old value backwards, in whatever step, while the new one is written at the same
        // places.
        Tensor gradient = Gradients.of(weight.mul(weight.slice("::-1")).sum(), List.of(weight))
                .getFirst();
        weight.assign(old.sub(gradient));
        Tensor.realiseDonating(List.of(old), weight);
        float[] after = weight.toFloatArray();
        for (int i = 0; i < COUNT; i++) {
            assertEquals(before[i] - (before[COUNT - 1 - i] + before[COUNT - 1 - i]), after[i]);
        }
    }
}
