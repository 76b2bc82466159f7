package io.xianka.checks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.xianka.nn.GradScaler;
import io.xianka.nn.Optimizer;
import io.xianka.nn.Sgd;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Shape;
import io.xianka.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Steps of SGD down sum(p x (1, 2, 3)) with a gradient scaler, some with an infinite loss: the scale and parameter after each. */
record GradScalerCase(JsonNode recording) implements RecordedCase {
    static GradScalerCase read(Path folder) throws IOException {
        return new GradScalerCase(
                new ObjectMapper().readTree(folder.resolve("grad_scaler.json").toFile()));
    }

    @Override
    public List<String> run(Device device) {
        Tensor parameter =
                Tensor.zeros(Shape.of(3), DType.FLOAT32, device).realise().requiresGrad();
        Tensor slope = Tensor.of(new float[] {1, 2, 3}, Shape.of(3), device);
        var optimizer = new Optimizer(Sgd.DEFAULT, recording.get("lr").asDouble(), List.of(parameter));
        var scaler = new GradScaler(
                new GradScaler.Options(
                        recording.get("init_scale").asDouble(),
                        recording.get("growth_factor").asDouble(),
                        recording.get("backoff_factor").asDouble(),
                        recording.get("growth_interval").asInt(),
                        0,
                        1),
                device);
        List<String> wrong = new ArrayList<>();
        for (JsonNode step : recording.get("trace")) {
            optimizer.zeroGrad();
            Tensor loss = parameter.mul(slope).sum();
            scaler.scale(step.get("inf").asBoolean() ? loss.mul(Double.POSITIVE_INFINITY) : loss)
                    .backward();
            scaler.step(optimizer);
            scaler.update();
            compare(step, "scale", scaler.scale(), step.get("scale_after").asDouble(), wrong);
            double[] values = parameter.toDoubleArray();
            for (int i = 0; i < values.length; i++) {
                compare(step, "parameter " + i, values[i], step.get("p").get(i).asDouble(), wrong);
            }
        }
        return wrong;
    }

    private static void compare(JsonNode step, String what, double value, double recorded, List<String> wrong) {
        if (!(Math.abs(value - recorded) <= 1e-6 * Math.abs(recorded))) {
            wrong.add("step " + step.get("step") + ": " + what + " is " + value + ", recorded " + recorded);
        }
    }

    @Override
    public String toString() {
        return "gradient scaler";
    }
}
