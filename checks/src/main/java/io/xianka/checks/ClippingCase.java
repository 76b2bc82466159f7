package io.xianka.checks;

import io.xianka.nn.GradientNorm;
import io.xianka.tensor.Device;
import io.xianka.tensor.Tensor;
import io.xianka.tensor.file.Safetensors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Two gradients clipped to a norm of 1 together. */
record ClippingCase(Safetensors tensors) implements RecordedCase {
    static ClippingCase read(Path folder) throws IOException {
        return new ClippingCase(Safetensors.open(folder.resolve("ops.safetensors")));
    }

    @Override
    public List<String> run(Device device) {
        List<Tensor> parameters = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Tensor gradient = tensors.tensor("clip.in" + i, device);
            Tensor parameter = gradient.zerosLike().requiresGrad();
            parameter.grad(gradient);
            parameters.add(parameter);
        }
        Tensor norm = GradientNorm.clip(parameters, 1);
        List<String> wrong = new ArrayList<>();
        wrong.add(ReferenceCase.difference(norm.reshape(1), tensors.tensor("clip.total_norm", device)));
        for (int i = 0; i < 2; i++) {
            wrong.add(ReferenceCase.difference(parameters.get(i).grad(), tensors.tensor("clip.out" + i, device)));
        }
        wrong.removeIf(String::isEmpty);
        return wrong;
    }

    @Override
    public String toString() {
        return "clipping";
    }
}
