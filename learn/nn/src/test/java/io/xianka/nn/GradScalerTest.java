package io.xianka.nn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GradScalerTest {
    private final Device device = Device.plain();
    private final Tensor parameter =
            Tensor.of(new float[] {1}, Shape.of(1), device).requiresGrad();
    private final Optimizer optimizer = new Optimizer(Adam.DEFAULT, 0.1, List.of(parameter));

    private GradScaler scaler(GradScaler.Options options) {
        return new GradScaler(options, device);
    }

    private void train(GradScaler scaler, double slope) {
        optimizer.zeroGrad();
        scaler.scale(parameter.mul(slope).sum()).backward();
        scaler.step(optimizer);
        scaler.update();
    }

    @Test
    void aSkippedStepChangesNeitherParameterNorStateNorCount() {
        GradScaler scaler = scaler(GradScaler.Options.DEFAULT);
        train(scaler, Double.NaN);
        train(scaler, Double.POSITIVE_INFINITY);
        assertEquals(1, parameter.item());
        assertEquals(16_384, scaler.scale());
        train(scaler, 2);
        // As Adam's first step: the learning rate.
        assertEquals(0.9, parameter.item(), 1e-6);
    }

    @Test
    void theScaleGrowsAfterGoodStepsInARowButNeverToInfinity() {
        GradScaler scaler =
                scaler(GradScaler.Options.DEFAULT.withInitial(0x1p126).withInterval(2));
        train(scaler, 0x1p-100);
        assertEquals(0x1p126, scaler.scale());
        train(scaler, 0x1p-100);
        assertEquals(0x1p127, scaler.scale());
        train(scaler, 0x1p-100);
        train(scaler, 0x1p-100);
        assertEquals(0x1p127, scaler.scale());
    }

    @Test
    void megatronWaitsForASecondBadStepAndStopsAtItsFloor() {
        var options = new GradScaler.Options(4, 2, 0.5, 3, 1, 2);
        GradScaler scaler = scaler(options);
        double[] expected = {4, 2, 1, 1};
        for (double scale : expected) {
            train(scaler, Double.POSITIVE_INFINITY);
            assertEquals(scale, scaler.scale());
        }
        for (int step = 0; step < 3; step++) {
            train(scaler, 1);
        }
        assertEquals(2, scaler.scale());
        train(scaler, Double.POSITIVE_INFINITY);
        assertEquals(2, scaler.scale());
    }

    @Test
    void clippingBetweenSeesUnscaledGradients() {
        GradScaler scaler = scaler(GradScaler.Options.DEFAULT);
        scaler.scale(parameter.mul(3).sum()).backward();
        scaler.unscale(optimizer);
        assertEquals(3, GradientNorm.clip(optimizer.parameters(), 1).item(), 1e-6);
        scaler.step(optimizer);
        assertEquals(1, parameter.grad().item(), 1e-6);
    }

    @Test
    void refusesCallsOutOfOrder() {
        GradScaler scaler = scaler(GradScaler.Options.DEFAULT);
        assertEquals(
                "update: no gradients were unscaled since the last one; call step(optimizer) first",
                assertThrows(IllegalStateException.class, scaler::update).getMessage());
        assertEquals(
                "unscale: no parameter of the optimizer has a gradient; call backward() first",
                assertThrows(IllegalStateException.class, () -> scaler.unscale(optimizer))
                        .getMessage());
        scaler.scale(parameter.sum()).backward();
        scaler.unscale(optimizer);
        assertEquals(
                "unscale: these gradients are unscaled already; once an optimizer before each update()",
                assertThrows(IllegalStateException.class, () -> scaler.unscale(optimizer))
                        .getMessage());
        scaler.step(optimizer);
        assertEquals(
                "step: this optimizer made its step already; call update() first",
                assertThrows(IllegalStateException.class, () -> scaler.step(optimizer))
                        .getMessage());
        assertEquals(
                "unscale after step: gradients are used up; call update() first",
                assertThrows(IllegalStateException.class, () -> scaler.unscale(optimizer))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> GradScaler.Options.DEFAULT.withInitial(0));
    }

    @Test
    void stateThatWasTakenStaysWhenStepsAreInPlace() {
        var own = new GradScaler(GradScaler.Options.DEFAULT, Device.cpu()).inPlace(true);
        Tensor weight = Tensor.of(new float[] {1}, Shape.of(1), Device.cpu()).requiresGrad();
        var sgd = new Optimizer(Sgd.DEFAULT, 0.1, List.of(weight));
        var states = new ArrayList<Map<String, Tensor>>();
        for (int i = 0; i < 3; i++) {
            states.add(own.stateDict());
            sgd.zeroGrad();
            own.scale(weight.mul(Double.POSITIVE_INFINITY).sum()).backward();
            own.step(sgd);
            own.update();
        }
        assertEquals(8_192, own.scale());
        for (int i = 0; i < 3; i++) {
            assertEquals(65_536 >> i, states.get(i).get("scale").item());
        }
    }
}
