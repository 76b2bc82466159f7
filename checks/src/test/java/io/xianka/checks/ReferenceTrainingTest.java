package io.xianka.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.tensor.Device;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Training against what PyTorch 2.11 recorded. */
class ReferenceTrainingTest {
    /** All 60 take a minute on a busy machine; the script trains them. */
    private static final int GPT_STEPS = 12;

    static List<RecordedCase> cases() throws IOException, URISyntaxException {
        return ReferenceTraining.readAll(
                Path.of(ReferenceTrainingTest.class.getResource("reference").toURI()), GPT_STEPS);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void thePlainTwinTrainsAsTheRecording(RecordedCase one) {
        assertEquals(List.of(), one.run(Device.plain()));
    }
}
