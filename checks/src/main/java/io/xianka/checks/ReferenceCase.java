package io.xianka.checks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Gradients;
import io.xianka.tensor.Tensor;
import io.xianka.tensor.file.Safetensors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * One case of a reference folder: an operation, its inputs, and what PyTorch answered, gradients included. {@code ops.json} says what
 * each case is, {@code ops.safetensors} holds the numbers.
 *
 * <p>A float32 agrees when it is within 1e-5 + 1e-4 times the size of the recorded one; NaN agrees with NaN. Integers must be equal.
 */
record ReferenceCase(JsonNode description, Safetensors tensors) implements RecordedCase {
    private static final double ABSOLUTE = 1e-5;
    private static final double RELATIVE = 1e-4;

    static List<ReferenceCase> readAll(Path folder) throws IOException {
        JsonNode all = new ObjectMapper().readTree(folder.resolve("ops.json").toFile());
        // Stays open: every case reads its tensors anew, to the program's end.
        Safetensors tensors = Safetensors.open(folder.resolve("ops.safetensors"));
        List<ReferenceCase> cases = new ArrayList<>();
        for (JsonNode description : all.get("cases")) {
            cases.add(new ReferenceCase(description, tensors));
        }
        return cases;
    }

    private List<Tensor> tensors(String list, Device device) {
        List<Tensor> found = new ArrayList<>();
        for (JsonNode name : description.path(list)) {
            found.add(name.isNull() ? null : tensors.tensor(name.asText(), device));
        }
        return found;
    }

    @Override
    public List<String> run(Device device) {
        String name = description.get("op").asText();
        ReferenceOperations.Operation operation = ReferenceOperations.named(name);
        if (operation == null) {
            return List.of("there is no operation " + name);
        }
        List<Tensor> inputs = tensors("inputs", device);
        List<Tensor> gradients = tensors("grads", device);
        if (!gradients.isEmpty()) {
            inputs.forEach(Tensor::requiresGrad);
        }
        var call = new ReferenceOperations.Call(inputs, tensors("int_inputs", device), description.path("attrs"));
        List<Tensor> outputs = operation.of(call);
        List<String> wrong = new ArrayList<>();
        compare("output", outputs, tensors("outputs", device), wrong);
        if (gradients.stream().anyMatch(Objects::nonNull)) {
            List<Tensor> floating = outputs.stream()
                    .filter(output -> output.dtype() == DType.FLOAT32)
                    .toList();
            List<Tensor> wanted = new ArrayList<>();
            List<Tensor> expected = new ArrayList<>();
            for (int i = 0; i < gradients.size(); i++) {
                if (gradients.get(i) != null) {
                    wanted.add(inputs.get(i));
                    expected.add(gradients.get(i));
                }
            }
            compare("gradient", Gradients.of(floating, tensors("output_grads", device), wanted), expected, wrong);
        }
        return wrong;
    }

    private static void compare(String what, List<Tensor> found, List<Tensor> expected, List<String> wrong) {
        if (found.size() != expected.size()) {
            wrong.add(found.size() + " " + what + "s, " + expected.size() + " were recorded");
            return;
        }
        Tensor.realise(Stream.concat(found.stream(), expected.stream()).toArray(Tensor[]::new));
        for (int i = 0; i < found.size(); i++) {
            String difference = difference(found.get(i), expected.get(i));
            if (!difference.isEmpty()) {
                wrong.add(what + " " + i + ": " + difference);
            }
        }
    }

    /** {@return how a tensor disagrees with a recorded one, empty when it does not} */
    static String difference(Tensor found, Tensor expected) {
        if (!found.shape().equals(expected.shape()) || found.dtype() != expected.dtype()) {
            return found.dtype() + "" + found.shape() + " instead of " + expected.dtype() + expected.shape();
        }
        double[] values = found.toDoubleArray();
        double[] recorded = expected.toDoubleArray();
        int count = 0;
        String first = "";
        for (int i = 0; i < values.length; i++) {
            if (!agrees(values[i], recorded[i], found.dtype() != DType.FLOAT32)) {
                first = count++ == 0 ? "element " + i + " is " + values[i] + ", recorded " + recorded[i] : first;
            }
        }
        return count == 0 ? "" : count + " of " + values.length + " elements differ; " + first;
    }

    private static boolean agrees(double value, double recorded, boolean exactly) {
        return value == recorded
                || (Double.isNaN(value) && Double.isNaN(recorded))
                || (!exactly
                        && Math.abs(value - recorded) <= ABSOLUTE + RELATIVE * Math.abs(recorded)
                        && !Double.isInfinite(recorded));
    }

    @Override
    public String toString() {
        return description.get("name").asText();
    }
}
