package io.xianka.checks;

import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs a folder of ONNX's operator cases, each a folder with a {@code model.onnx} beside inputs and outputs, and says which agree.
 * Cases with operators or element types that tensors here have not are counted apart. {@code checks/onnx.sh} starts it.
 */
public final class OnnxCases {
    private static final double ABSOLUTE = 1e-6;
    private static final double RELATIVE = 1e-3;

    private OnnxCases() {}

    /** Ends with the line {@code N passed, M failed, K skipped}; exit status 0 only if M is 0, 2 for wrong usage. */
    public static void main(String[] words) throws IOException {
        var arguments = CaseArguments.parse("onnx.sh", words);
        int passed = 0;
        int failed = 0;
        int skipped = 0;
        for (Path root : arguments.folders()) {
            for (Path folder : folders(root)) {
                String name = folder.getFileName().toString();
                try {
                    String wrong = String.join("; ", run(folder, arguments.device()));
                    System.out.println(wrong.isEmpty() ? "passed " + name : "FAILED " + name + ": " + wrong);
                    passed += wrong.isEmpty() ? 1 : 0;
                    failed += wrong.isEmpty() ? 0 : 1;
                } catch (OnnxModel.NotHere missing) {
                    System.out.println("skipped " + name + ": " + missing.getMessage());
                    skipped++;
                } catch (RuntimeException refused) {
                    System.out.println("FAILED " + name + ": " + refused);
                    failed++;
                }
            }
        }
        System.out.println(passed + " passed, " + failed + " failed, " + skipped + " skipped");
        System.exit(failed == 0 ? 0 : 1);
    }

    static List<Path> folders(Path root) throws IOException {
        try (Stream<Path> found = Files.list(root)) {
            return found.filter(folder -> Files.exists(folder.resolve("model.onnx")))
                    .sorted()
                    .toList();
        }
    }

    /** {@return what disagrees, nothing when all agrees} */
    static List<String> run(Path folder, Device device) throws IOException {
        OnnxModel model = OnnxModel.read(Files.readAllBytes(folder.resolve("model.onnx")), device);
        model.checkTypes();
        Path data = folder.resolve("test_data_set_0");
        List<Tensor> outputs = model.run(tensors(data, "input_", device));
        List<Tensor> expected = tensors(data, "output_", device);
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < expected.size(); i++) {
            String difference = difference(outputs.get(i), expected.get(i));
            if (!difference.isEmpty()) {
                wrong.add("output " + i + ": " + difference);
            }
        }
        return wrong;
    }

    private static List<Tensor> tensors(Path data, String prefix, Device device) throws IOException {
        List<Tensor> tensors = new ArrayList<>();
        for (int i = 0; Files.exists(data.resolve(prefix + i + ".pb")); i++) {
            var message = new ProtobufMessage(Files.readAllBytes(data.resolve(prefix + i + ".pb")));
            tensors.add(OnnxModel.tensor(message, device));
        }
        return tensors;
    }

    private static String difference(Tensor found, Tensor expected) {
        if (!found.shape().equals(expected.shape()) || found.dtype() != expected.dtype()) {
            return found.dtype() + "" + found.shape() + " instead of " + expected.dtype() + expected.shape();
        }
        if (found.dtype() == DType.COMPLEX64) {
            return difference(found.real(), expected.real()) + difference(found.imag(), expected.imag());
        }
        double[] values = found.toDoubleArray();
        double[] recorded = expected.toDoubleArray();
        for (int i = 0; i < values.length; i++) {
            boolean agrees = values[i] == recorded[i]
                    || Double.isNaN(values[i]) && Double.isNaN(recorded[i])
                    || Math.abs(values[i] - recorded[i]) <= ABSOLUTE + RELATIVE * Math.abs(recorded[i])
                            && !Double.isInfinite(recorded[i]);
            if (!agrees) {
                return "element " + i + " is " + values[i] + ", recorded " + recorded[i];
            }
        }
        return "";
    }
}
