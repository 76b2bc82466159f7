package io.xianka.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.tensor.Device;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tensor operations and their gradients against what PyTorch 2.11 recorded. */
class ReferenceCasesTest {
    static List<ReferenceCase> cases() throws IOException, URISyntaxException {
        return ReferenceCase.readAll(
                Path.of(ReferenceCasesTest.class.getResource("reference").toURI()));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void thePlainTwinAgreesWithTheRecording(ReferenceCase one) {
        assertEquals(List.of(), one.run(Device.plain()));
    }
}
