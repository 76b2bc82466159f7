package io.xianka.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.tensor.Device;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One case of each ONNX operator that tensors have, from the data of ONNX 1.12; {@code checks/onnx.sh} runs all of them. */
class OnnxCasesTest {
    static List<Path> cases() throws IOException, URISyntaxException {
        return OnnxCases.folders(Path.of(OnnxCasesTest.class.getResource("onnx").toURI()));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void thePlainTwinAgreesWithOnnx(Path folder) throws IOException {
        assertEquals(List.of(), OnnxCases.run(folder, Device.plain()));
    }
}
