package io.xianka.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Generator;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OptimizerStateTest {
    private static final Device DEVICE = Device.plain();

    static Stream<UpdateRule> rules() {
        return Stream.of(
                Sgd.DEFAULT,
                Sgd.DEFAULT.withMomentum(0.9).withNesterov(true),
                new Sgd(0.9, 0.5, false, 0.01),
                Adam.DEFAULT.withAmsgrad(true),
                AdamW.DEFAULT.withBetas(0.9, 0.95),
                RmsProp.DEFAULT,
                Adagrad.DEFAULT);
    }

    /** Two groups; one parameter is narrow, and one gets its gradient every second step. */
    private static final class Run {
        final Map<String, Tensor> parameters = new LinkedHashMap<>();
        final Optimizer optimizer;

        Run(UpdateRule rule) {
            Generator generator = Generator.seeded(5);
            for (String name : List.of("wide", "rare", "narrow")) {
                DType dtype = name.equals("narrow") ? DType.BFLOAT16 : DType.FLOAT32;
                parameters.put(
                        name,
                        generator
                                .normal(Shape.of(3, 2), dtype, DEVICE)
                                .realise()
                                .requiresGrad());
            }
            optimizer = new Optimizer(rule, 0.1, List.of(parameters.get("wide"), parameters.get("rare")));
            optimizer.add(rule, 0.01, List.of(parameters.get("narrow")));
        }

        void steps(int from, int to) {
            for (int step = from; step < to; step++) {
                optimizer.zeroGrad();
                optimizer.schedule(Schedule.cosine(10, 0), step);
                double target = Math.sin(step);
                Tensor loss = parameters.get("wide").sub(target).square().sum();
                loss = loss.add(parameters
                        .get("narrow")
                        .to(DType.FLOAT32)
                        .sub(target)
                        .square()
                        .sum());
                if (step % 2 == 0) {
                    loss = loss.add(parameters.get("rare").square().sum());
                }
                loss.backward();
                optimizer.step(loss);
            }
        }

        List<double[]> all() {
            List<double[]> all = new ArrayList<>();
            parameters.values().forEach(tensor -> all.add(tensor.toDoubleArray()));
            optimizer.stateDict(parameters).values().forEach(tensor -> all.add(tensor.toDoubleArray()));
            return all;
        }
    }

    /** As a file holds it. */
    private static Map<String, Tensor> copied(Map<String, Tensor> state) {
        Map<String, Tensor> copy = new LinkedHashMap<>();
        state.forEach((name, tensor) -> copy.put(
                name,
                tensor.dtype() == DType.FLOAT64
                        ? Tensor.of(tensor.toDoubleArray(), tensor.shape(), DEVICE)
                        : Tensor.of(tensor.toFloatArray(), tensor.shape(), DEVICE)
                                .to(tensor.dtype())));
        return copy;
    }

    @ParameterizedTest
    @MethodSource("rules")
    void aResumedRunGoesOnToTheBit(UpdateRule rule) {
        var whole = new Run(rule);
        whole.steps(0, 5);
        Map<String, Tensor> parameters = copied(whole.parameters);
        Map<String, Tensor> state = copied(whole.optimizer.stateDict(whole.parameters));
        whole.steps(5, 9);

        var resumed = new Run(rule);
        resumed.steps(0, 2);
        resumed.parameters.forEach((name, tensor) -> tensor.assign(parameters.get(name)));
        resumed.optimizer.loadStateDict(state, resumed.parameters);
        resumed.steps(5, 9);
        List<double[]> expected = whole.all();
        List<double[]> found = resumed.all();
        for (int i = 0; i < expected.size(); i++) {
            assertArrayEquals(expected.get(i), found.get(i), rule + ", tensor " + i);
        }
    }

    @Test
    void namesItsStateAfterParameters() {
        var run = new Run(AdamW.DEFAULT);
        run.steps(0, 3);
        Map<String, Tensor> state = run.optimizer.stateDict(run.parameters);
        assertEquals(Shape.of(3, 2), state.get("parameters.wide.exp_avg").shape());
        assertEquals(3, state.get("parameters.wide.step").item());
        assertEquals(2, state.get("parameters.rare.step").item());
        assertEquals(0.999 * 0.999, state.get("parameters.rare.power_of_0.999").item());
        assertEquals(DType.FLOAT32, state.get("parameters.narrow.master").dtype());
        assertEquals(DType.FLOAT32, state.get("parameters.narrow.exp_avg_sq").dtype());
        assertEquals(
                Schedule.cosine(10, 0).learningRate(0.1, 2),
                state.get("groups.0.learning_rate").item());
    }

    @Test
    void refusesAStateThatDoesNotFit() {
        var run = new Run(Adam.DEFAULT);
        Map<String, Tensor> state = new LinkedHashMap<>(run.optimizer.stateDict(run.parameters));
        state.remove("parameters.wide.exp_avg");
        state.put("parameters.rare.exp_avg", Tensor.zeros(Shape.of(2), DType.FLOAT32, DEVICE));
        state.put("parameters.other.exp_avg", Tensor.zeros(Shape.of(2), DType.FLOAT32, DEVICE));
        assertEquals(
                "optimizer: the state does not fit: missing parameters.wide.exp_avg (3, 2); "
                        + "parameters.rare.exp_avg is (2), not (3, 2); unexpected parameters.other.exp_avg (2)",
                assertThrows(IllegalArgumentException.class, () -> run.optimizer.loadStateDict(state, run.parameters))
                        .getMessage()
                        .replace("(2,)", "(2)"));
    }

    private static Tensor bfloat16(double value) {
        return Tensor.full(value, Shape.of(4), DType.BFLOAT16, DEVICE).realise().requiresGrad();
    }

    /** Each step is under half of what bfloat16 can tell near 1. */
    @Test
    void changesTooSmallForAParametersTypeAddUp() {
        Tensor parameter = bfloat16(1);
        var optimizer = new Optimizer(Sgd.DEFAULT, 1e-3, List.of(parameter));
        for (int step = 0; step < 100; step++) {
            optimizer.zeroGrad();
            parameter.sum().backward();
            optimizer.step();
        }
        assertEquals(0.9, parameter.mean().item(), 0.002);
    }

    @Test
    void aParameterChangedBySomebodyElseIsGoneOnFrom() {
        Tensor parameter = bfloat16(1);
        var optimizer = new Optimizer(Sgd.DEFAULT, 1e-3, List.of(parameter));
        parameter.assign(Tensor.full(8, Shape.of(4), DType.BFLOAT16, DEVICE));
        parameter.sum().backward();
        optimizer.step();
        assertEquals(8, parameter.mean().item());
        Tensor master = optimizer.stateDict(Map.of("p", parameter)).get("parameters.p.master");
        assertEquals(7.999f, master.toFloatArray()[0]);
    }

    @Test
    void aScalerGoesOnWhereAnotherWas() {
        Tensor parameter =
                Tensor.ones(Shape.of(1), DType.FLOAT32, DEVICE).realise().requiresGrad();
        var options = GradScaler.Options.MEGATRON.withInterval(3);
        List<Double> scales = new ArrayList<>();
        for (boolean resumes : new boolean[] {false, true}) {
            var optimizer = new Optimizer(Sgd.DEFAULT, 1e-3, List.of(parameter));
            var scaler = new GradScaler(options, DEVICE);
            for (int step = 0; step < 8; step++) {
                if (resumes && step == 4) {
                    Map<String, Tensor> state = copied(scaler.stateDict());
                    scaler = new GradScaler(options, DEVICE);
                    scaler.loadStateDict(state);
                }
                optimizer.zeroGrad();
                double slope = step == 2 || step == 5 ? Double.POSITIVE_INFINITY : 0x1p-20;
                scaler.scale(parameter.mul(slope).sum()).backward();
                scaler.step(optimizer);
                scaler.update();
            }
            scales.add(scaler.scale());
        }
        // Two bad steps in all: the second backs off.
        assertEquals(List.of(0x1p31, 0x1p31), scales);
        assertTrue(assertThrows(
                        IllegalArgumentException.class, () -> new GradScaler(options, DEVICE).loadStateDict(Map.of()))
                .getMessage()
                .contains("missing good_steps"));
    }

    @Test
    void countsThatWereTakenStayWhenStepsAreInPlace() {
        Tensor weight = Tensor.of(new float[] {1, 2}, Shape.of(2), Device.cpu()).requiresGrad();
        var adam = new Optimizer(Adam.DEFAULT, 0.1, List.of(weight)).inPlace(true);
        List<Map<String, Tensor>> states = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            states.add(adam.stateDict(Map.of("w", weight)));
            adam.zeroGrad();
            weight.square().sum().backward();
            adam.step();
        }
        for (int i = 0; i < 4; i++) {
            assertEquals(i, states.get(i).get("parameters.w.step").item());
            assertEquals(
                    Math.pow(0.999, i),
                    states.get(i).get("parameters.w.power_of_0.999").item(),
                    1e-12);
        }
        // Where it was taken from it goes on.
        adam.loadStateDict(states.get(2), Map.of("w", weight));
        adam.zeroGrad();
        weight.square().sum().backward();
        adam.step();
        assertEquals(
                3, adam.stateDict(Map.of("w", weight)).get("parameters.w.step").item());
        assertEquals(2, states.get(2).get("parameters.w.step").item());
    }
}
