package io.xianka.checks;

import io.xianka.nn.Adagrad;
import io.xianka.nn.Adam;
import io.xianka.nn.AdamW;
import io.xianka.nn.Optimizer;
import io.xianka.nn.RmsProp;
import io.xianka.nn.Sgd;
import io.xianka.nn.UpdateRule;
import io.xianka.tensor.Device;
import io.xianka.tensor.Tensor;
import io.xianka.tensor.file.Safetensors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Ten steps of an optimizer down sum((p - t)<sup>2</sup> s), the parameter recorded after each. The recording names no options. */
record OptimizerCase(String name, UpdateRule rule, double learningRate, Safetensors tensors) implements RecordedCase {
    static List<OptimizerCase> readAll(Path folder) throws IOException {
        Safetensors tensors = Safetensors.open(folder.resolve("ops.safetensors"));
        Sgd nesterov = Sgd.DEFAULT.withMomentum(0.9).withNesterov(true).withWeightDecay(0.01);
        Adam l2 = Adam.DEFAULT.withBetas(0.8, 0.95).withWeightDecay(0.1);
        return List.of(
                new OptimizerCase("sgd", Sgd.DEFAULT, 0.05, tensors),
                new OptimizerCase("sgd_momentum_nesterov", nesterov, 0.05, tensors),
                new OptimizerCase("adam", Adam.DEFAULT, 0.03, tensors),
                new OptimizerCase("adam_l2", l2, 0.03, tensors),
                new OptimizerCase("adamw", AdamW.DEFAULT.withWeightDecay(0.1), 0.03, tensors),
                new OptimizerCase("adamw_amsgrad", AdamW.DEFAULT.withAmsgrad(true), 0.03, tensors),
                new OptimizerCase("rmsprop", RmsProp.DEFAULT.withMomentum(0.5), 0.01, tensors),
                new OptimizerCase("adagrad", Adagrad.DEFAULT, 0.1, tensors));
    }

    private Tensor recorded(String what, Device device) {
        return tensors.tensor("optim." + name + "." + what, device);
    }

    @Override
    public List<String> run(Device device) {
        Tensor parameter = recorded("p0", device).requiresGrad();
        Tensor target = recorded("t", device);
        Tensor weights = recorded("s", device);
        Tensor trajectory = recorded("trajectory", device);
        var optimizer = new Optimizer(rule, learningRate, List.of(parameter));
        List<String> wrong = new ArrayList<>();
        for (int step = 0; step < trajectory.shape().size(0); step++) {
            optimizer.zeroGrad();
            parameter.sub(target).square().mul(weights).sum().backward();
            optimizer.step();
            Tensor expected = trajectory.narrow(0, step, 1).squeeze(0);
            String difference = ReferenceCase.difference(parameter, expected);
            if (!difference.isEmpty()) {
                wrong.add("step " + step + ": " + difference);
            }
        }
        return wrong;
    }

    @Override
    public String toString() {
        return "optimizer " + name;
    }
}
