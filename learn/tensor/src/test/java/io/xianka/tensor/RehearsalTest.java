package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class RehearsalTest {
    private static final Device META = Device.meta();

    private static Tensor meta(long... sizes) {
        return Tensor.zeros(Shape.of(sizes), DType.FLOAT32, META).realise();
    }

    @Test
    void countsWhatIsHeldWhileEachPlanRuns() {
        // 1000 floats are 4000 bytes, and outputs have memory of their own.
        Tensor x = meta(1000);
        var one = Rehearsal.of(() -> x.mul(2).realise());
        assertEquals(4000 + 4000, one.peakBytes());
        assertEquals(4000, one.keptBytes());
        assertEquals(1, one.plans().size());

        var two = Rehearsal.of(() -> {
            Tensor y = x.mul(2).realise();
            y.exp().realise();
            x.add(1).realise();
        });
        assertEquals(3, two.plans().size());
        assertEquals(3 * 4000, two.peakBytes(), "x, y and its exponential");
    }

    @Test
    void keepsWhatTheNextStepReads() {
        Tensor[] state = {meta(500), meta(500)};
        var rehearsal = Rehearsal.of(() -> {
            state[0] = state[0].add(1);
            state[1] = state[1].mul(2);
            Tensor.realise(state);
        });
        assertEquals(2 * 2000, rehearsal.keptBytes());
        assertEquals(4 * 2000, rehearsal.peakBytes());
    }

    @Test
    void forgetsWhatNobodyReadsAgain() {
        Tensor x = meta(1000);
        var rehearsal = Rehearsal.of(() -> {
            x.exp().realise();
            x.sin().realise();
        });
        assertEquals(2 * 4000, rehearsal.peakBytes());
    }

    /** The emulator runs what a GPU does, and its allocator is held to its plans. */
    @Test
    void plansAsTheCudaExecutorDoes() {
        assertEquals(program(Device.emulated()), program(META));
    }

    private static long program(Device device) {
        Tensor x = Tensor.zeros(Shape.of(2, 16, 32), DType.FLOAT32, device).realise();
        Tensor w =
                Tensor.zeros(Shape.of(32, 96), DType.FLOAT32, device).realise().requiresGrad();
        Tensor b = Tensor.zeros(Shape.of(96), DType.FLOAT32, device).realise().requiresGrad();
        List<Tensor> parts = x.matmul(w).add(b).chunk(3, -1).stream()
                .map(part -> part.unflatten(-1, 2, 16).transpose(1, 2))
                .toList();
        Tensor mixed = Tensor.attention(parts.get(0), parts.get(1), parts.get(2), Attention.CAUSAL);
        Tensor loss = mixed.geluTanh().softmax(-1).square().mean();
        loss.backward();
        return device.realisation()
                .program(List.of(loss.node(), w.grad().node(), b.grad().node()))
                .peakBytes();
    }

    @Test
    void takesTheTimeOfAllPlans() {
        Tensor x = meta(1_000_000);
        var card = new DeviceSpec("card", 1 << 30, 1e12, 1e13, 0, 1e-6);
        var once = Rehearsal.of(() -> x.mul(2).realise()).estimate(card);
        assertEquals(8e6 / 1e12 + 1e-6, once.seconds(), 1e-12);
        var twice = Rehearsal.of(() -> {
                    x.mul(2).realise();
                    x.mul(3).realise();
                })
                .estimate(card);
        assertEquals(2 * once.seconds(), twice.seconds(), 1e-12);
        assertEquals(2 * once.bytesMoved(), twice.bytesMoved());
        assertTrue(once.fits());
    }

    @Test
    void hasNoElementsToRead() {
        var refused = assertThrows(
                UnsupportedOperationException.class, () -> meta(3).add(1).toFloatArray());
        assertTrue(refused.getMessage().contains("meta computes nothing"), refused.getMessage());
        assertEquals("meta", Device.of("meta").name());
        assertNull(meta(3).grad());
    }
}
