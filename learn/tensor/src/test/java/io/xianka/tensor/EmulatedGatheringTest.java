package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Small steps of one kind run at once, as the updates of a model's parameters do; each must find its own memory. */
class EmulatedGatheringTest {
    private static List<Tensor> some(int count, Shape shape, Device device) {
        List<Tensor> tensors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tensors.add(Generator.seeded(50 + i)
                    .normal(shape, DType.FLOAT32, Device.plain())
                    .to(device)
                    .realise());
        }
        return tensors;
    }

    /** What each tensor becomes, the sum of its squares, and what all sums make of the first. */
    private static List<Tensor> results(List<Tensor> tensors) {
        List<Tensor> results = new ArrayList<>();
        Tensor total = null;
        for (Tensor tensor : tensors) {
            Tensor sum = tensor.mul(tensor).sum();
            total = total == null ? sum : total.add(sum);
        }
        for (Tensor tensor : tensors) {
            results.add(tensor.mul(0.5).add(tensor.div(total.sqrt())));
        }
        results.add(total);
        return results;
    }

    private static void compare(int count, Shape shape) {
        List<Tensor> expected = results(some(count, shape, Device.plain()));
        List<Tensor> actual = results(some(count, shape, Device.emulated()));
        Tensor.realise(actual.toArray(Tensor[]::new));
        for (int i = 0; i < expected.size(); i++) {
            float[] wanted = expected.get(i).toFloatArray();
            float tolerance = 1e-5f * Math.max(1, Math.abs(wanted[0]));
            assertArrayEquals(
                    wanted, actual.get(i).toFloatArray(), tolerance, count + " of " + shape + ", result " + i);
        }
    }

    @Test
    void updatesOfOneShapeFindTheirOwnMemory() {
        compare(7, Shape.of(33, 20));
        compare(3, Shape.of(5));
    }

    /** More addresses than are handed to the driver at once. */
    @Test
    void manyUpdatesFindTheirOwnMemory() {
        List<Tensor> made = new ArrayList<>();
        Tensor one = Tensor.of(new float[] {1, 2}).to(Device.emulated()).realise();
        for (int i = 0; i < 2_100; i++) {
            made.add(Tensor.of(new float[] {i, -i})
                    .to(Device.emulated())
                    .realise()
                    .mul(one));
        }
        Tensor.realise(made.toArray(Tensor[]::new));
        for (int i = 0; i < made.size(); i += 99) {
            assertArrayEquals(new float[] {i, -2 * i}, made.get(i).toFloatArray());
        }
    }

    /** Each of these folds has a workspace of its own. */
    @Test
    void foldsInPartsFindTheirOwnWorkspace() {
        compare(4, Shape.of(40_000));
    }

    /** A chain of equal steps is no group: each reads what the one before wrote. */
    @Test
    void stepsThatReadEachOtherRunOneAfterTheOther() {
        Tensor here = Generator.seeded(60).normal(Shape.of(300), DType.FLOAT32, Device.plain());
        Tensor there = here.to(Device.emulated()).realise();
        List<Tensor> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            here = here.cumsum(0).mul(0.02);
            there = there.cumsum(0).mul(0.02);
            all.add(there);
        }
        Tensor.realise(all.toArray(Tensor[]::new));
        assertArrayEquals(here.toFloatArray(), there.toFloatArray(), 1e-3f);
    }
}
