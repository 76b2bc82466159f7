package io.xianka.checks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.xianka.nn.AdamW;
import io.xianka.nn.Gpt;
import io.xianka.nn.GptConfig;
import io.xianka.nn.GradientNorm;
import io.xianka.nn.Optimizer;
import io.xianka.nn.Placement;
import io.xianka.nn.training.Objective;
import io.xianka.nn.training.Precision;
import io.xianka.nn.training.TrainingStep;
import io.xianka.tensor.Device;
import io.xianka.tensor.Tensor;
import io.xianka.tensor.file.Safetensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A small GPT trained from recorded weights on recorded tokens: the gradients of the first step, and the loss of each, by AdamW with
 * gradients clipped to a norm of 1. In 16 bits by autocast the losses stay within 1% of those.
 */
record TinyGptCase(JsonNode recording, Safetensors tensors, int steps, Precision precision) implements RecordedCase {
    private static final double LOSS_TOLERANCE = 2e-4;

    /** Of the recorded loss, in 16 bits. */
    private static final double NARROW_TOLERANCE = 0.01;

    /** Of at most so many steps; the recording may have fewer. */
    static List<TinyGptCase> readAll(Path folder, int steps) throws IOException {
        Path description = folder.resolve("tiny_gpt.json");
        if (!Files.exists(description)) {
            return List.of();
        }
        JsonNode recording = new ObjectMapper().readTree(description.toFile());
        Safetensors tensors = Safetensors.open(folder.resolve("tiny_gpt.safetensors"));
        return Stream.of(Precision.FP32, Precision.BF16, Precision.FP16)
                .map(precision -> new TinyGptCase(recording, tensors, steps, precision))
                .toList();
    }

    private int size(String name) {
        return recording.get(name).asInt();
    }

    /** The recorded tensor of a parameter. The recorded model has flatter names, and weights the other way round. */
    private Tensor recorded(String prefix, String name, Device device) {
        String flat =
                name.replace(".mlp.c_proj.", ".mlp_proj.").replace(".mlp.", ".").replace(".attn.", ".");
        Tensor tensor = tensors.tensor(prefix + flat, device);
        boolean isProjection = name.contains(".c_") && name.endsWith(".weight");
        return isProjection ? tensor.transpose() : tensor;
    }

    @Override
    public List<String> run(Device device) {
        var config = new GptConfig(size("vocab"), size("block"), size("width"), size("heads"), size("layers"), 0);
        var model = new Gpt(config, Placement.current().withDevice(device));
        Map<String, Tensor> first = new LinkedHashMap<>();
        model.stateDict().keySet().forEach(name -> first.put(name, recorded("init.", name, device)));
        model.loadStateDict(first);
        Tensor batches = tensors.tensor("tokens", device);
        JsonNode losses = recording.get("losses_float32");
        AdamW rule = AdamW.DEFAULT.withBetas(0.9, 0.95).withWeightDecay(0.1);
        var optimizer = new Optimizer(rule, 1e-3, model.parameters());
        List<String> wrong = new ArrayList<>();
        if (precision != Precision.FP32) {
            runNarrow(model, optimizer, batches, losses, wrong);
            return wrong;
        }
        for (int step = 0; step < Math.min(steps, losses.size()); step++) {
            Tensor batch = batches.narrow(0, step % 6, 1).squeeze(0);
            optimizer.zeroGrad();
            Tensor loss = model.loss(batch.narrow(1, 0, config.block()), batch.narrow(1, 1, config.block()));
            loss.backward();
            if (step == 0) {
                compareGradients(model, device, wrong);
            }
            GradientNorm.clip(model.parameters(), 1);
            optimizer.step(loss);
            double recorded = losses.get(step).asDouble();
            if (!(Math.abs(loss.item() - recorded) <= LOSS_TOLERANCE)) {
                wrong.add("step " + step + ": loss " + loss.item() + ", recorded " + recorded);
            }
        }
        return wrong;
    }

    private void runNarrow(Gpt model, Optimizer optimizer, Tensor batches, JsonNode losses, List<String> wrong) {
        var training =
                new TrainingStep(Objective.of(model), optimizer, TrainingStep.Options.DEFAULT.withPrecision(precision));
        long block = model.config().block();
        for (int step = 0; step < Math.min(steps, losses.size()); step++) {
            Tensor batch = batches.narrow(0, step % 6, 1).squeeze(0);
            double loss = training.run(batch.narrow(1, 0, block), batch.narrow(1, 1, block))
                    .loss();
            double recorded = losses.get(step).asDouble();
            if (!(Math.abs(loss - recorded) <= NARROW_TOLERANCE * recorded)) {
                wrong.add("step " + step + ": loss " + loss + ", recorded in float32 " + recorded);
            }
        }
    }

    private void compareGradients(Gpt model, Device device, List<String> wrong) {
        Tensor.realise(model.parameters().stream().map(Tensor::grad).toArray(Tensor[]::new));
        model.namedParameters().forEach((name, parameter) -> {
            String difference = ReferenceCase.difference(parameter.grad(), recorded("grad0.", name, device));
            if (!difference.isEmpty()) {
                wrong.add("gradient of " + name + ": " + difference);
            }
        });
    }

    @Override
    public String toString() {
        return precision == Precision.FP32 ? "tiny GPT" : "tiny GPT in " + precision.text();
    }
}
