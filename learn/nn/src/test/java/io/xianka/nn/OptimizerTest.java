package io.xianka.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

class OptimizerTest {
    private final Device device = Device.plain();

    private Tensor parameter(float... values) {
        return Tensor.of(values, Shape.of(values.length), device).requiresGrad();
    }

    private Tensor gradient(float... values) {
        return Tensor.of(values, Shape.of(values.length), device);
    }

    @Test
    void groupsHaveTheirOwnRulesAndRates() {
        Tensor slow = parameter(1, 2);
        Tensor fast = parameter(1, 2);
        var optimizer = new Optimizer(Sgd.DEFAULT, 0.25, List.of(slow));
        optimizer.add(Sgd.DEFAULT.withWeightDecay(1), 0.5, List.of(fast));
        slow.add(fast).sum().backward();
        optimizer.step();
        assertArrayEquals(new float[] {0.75f, 1.75f}, slow.toFloatArray());
        assertArrayEquals(new float[] {0, 0.5f}, fast.toFloatArray());
    }

    @Test
    void aScheduleSetsTheRateOfEachGroupFromItsOwnBase() {
        var optimizer = new Optimizer(Sgd.DEFAULT, 1, List.of(parameter(1)));
        optimizer.add(Sgd.DEFAULT, 0.1, List.of(parameter(1)));
        optimizer.schedule(Schedule.step(2, 0.5), 5);
        assertEquals(0.25, optimizer.groups().get(0).learningRate());
        assertEquals(0.025, optimizer.groups().get(1).learningRate());
        assertEquals(0.1, optimizer.groups().get(1).baseLearningRate());
    }

    @Test
    void parametersWithoutGradientStayAndCountNoStep() {
        Tensor always = parameter(1);
        Tensor late = parameter(1);
        var optimizer = new Optimizer(Adam.DEFAULT, 0.1, List.of(always, late));
        for (int step = 0; step < 5; step++) {
            always.grad(gradient(1));
            optimizer.step();
        }
        assertEquals(1, late.item());
        late.grad(gradient(3));
        always.grad(gradient(1));
        optimizer.step();
        // The first step of Adam is the learning rate, whatever the gradient; a later count would make it shorter.
        assertEquals(0.9, late.item(), 1e-6);
        assertEquals(0.4, always.item(), 1e-5);
    }

    @Test
    void theFirstGradientJoinsTheMomentumUndamped() {
        Tensor p = parameter(0);
        var optimizer = new Optimizer(Sgd.DEFAULT.withMomentum(0.5).withDampening(0.75), 1, List.of(p));
        double[] expected = {-1, -1.75, -2.375};
        for (double value : expected) {
            p.grad(gradient(1));
            optimizer.step();
            assertEquals(value, p.item(), 1e-6);
        }
    }

    @Test
    void centredRmsPropDividesByTheDeviation() {
        Tensor p = parameter(0);
        var optimizer =
                new Optimizer(RmsProp.DEFAULT.withCentered(true).withAlpha(0.5).withEps(0), 1, List.of(p));
        p.grad(gradient(2));
        optimizer.step();
        // Mean 1 and mean square 2 after the first step: a deviation of 1.
        assertEquals(-2, p.item(), 1e-6);
    }

    @Test
    void adagradStartsWhereItIsToldAndItsRateDecays() {
        Tensor p = parameter(0);
        Adagrad rule =
                Adagrad.DEFAULT.withInitially(15).withLearningRateDecay(1).withEps(0);
        var optimizer = new Optimizer(rule, 1, List.of(p));
        p.grad(gradient(1));
        optimizer.step();
        assertEquals(-0.25, p.item(), 1e-6);
        p.grad(gradient(3));
        optimizer.step();
        assertEquals(-0.25 - 3 / 5.0 / 2, p.item(), 1e-6);
    }

    @Test
    void narrowParametersAreChangedInFloat32() {
        Tensor p = Tensor.full(1, Shape.of(1), DType.BFLOAT16, device).realise().requiresGrad();
        var optimizer = new Optimizer(Adam.DEFAULT.withBetas(0.9, 0.999), 0.5, List.of(p));
        for (int step = 0; step < 2; step++) {
            p.grad(Tensor.full(1e-3, Shape.of(1), DType.BFLOAT16, device));
            optimizer.step();
        }
        // In bfloat16 an average of squares that keeps 0.999 would stand still.
        assertEquals(DType.BFLOAT16, p.dtype());
        assertEquals(0, p.item(), 1e-2);
    }

    @Test
    void computesTheLossAlongside() {
        Tensor p = parameter(3);
        var optimizer = new Optimizer(Sgd.DEFAULT, 0.5, List.of(p));
        Tensor loss = p.square().sum();
        loss.backward();
        optimizer.step(loss);
        assertEquals(9, loss.item());
        assertEquals(0, p.item());
        optimizer.zeroGrad();
        assertEquals(null, p.grad());
    }

    @Test
    void refusesWhatNoTrainingMeans() {
        Tensor p = parameter(1);
        var optimizer = new Optimizer(Sgd.DEFAULT, 0.1, List.of(p));
        assertEquals(
                "optimizer: the parameter float32(1,) is given twice; each belongs to one group",
                assertThrows(IllegalArgumentException.class, () -> optimizer.add(Sgd.DEFAULT, 1, List.of(p)))
                        .getMessage());
        assertEquals(
                "optimizer: a parameter float32(1,) requires no gradient; call requiresGrad() on it first",
                assertThrows(IllegalArgumentException.class, () -> new Optimizer(Sgd.DEFAULT, 1, List.of(gradient(1))))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> new Optimizer(Sgd.DEFAULT, 1, List.of()));
        assertThrows(IllegalArgumentException.class, () -> new Optimizer(Sgd.DEFAULT, Double.NaN, List.of(p)));
        Optimizer.Group group = optimizer.groups().getFirst();
        assertThrows(IllegalArgumentException.class, () -> group.learningRate(-1));
        assertThrows(IllegalArgumentException.class, () -> Sgd.DEFAULT.withNesterov(true));
        assertThrows(IllegalArgumentException.class, () -> Adam.DEFAULT.withBetas(0.9, 1));
        assertThrows(IllegalArgumentException.class, () -> AdamW.DEFAULT.withWeightDecay(Double.NaN));
    }
}
