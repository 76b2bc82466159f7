package io.xianka.nn.pretrained;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.nn.LanguageModel;
import io.xianka.nn.Placement;
import io.xianka.nn.text.CharacterTokenizer;
import io.xianka.nn.text.Generation;
import io.xianka.tensor.DType;
import io.xianka.tensor.Device;
import io.xianka.tensor.Generator;
import io.xianka.tensor.Tensor;
import io.xianka.tensor.file.Safetensors;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole models on a GPU against PyTorch's scores and the processor's text. */
@Tag("gpu")
class ModelsOnGpuTest {
    private static Path golden(String name) throws URISyntaxException {
        return Path.of(ModelsOnGpuTest.class.getResource(name).toURI());
    }

    private static LanguageModel open(String name, Device device) throws URISyntaxException {
        return Pretrained.open(golden(name), new Placement(device, DType.FLOAT32, Generator.seeded(1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpt2", "llama"})
    void scoresAsInPyTorch(String name) throws URISyntaxException {
        Device device = Device.cuda(0);
        LanguageModel model = open(name, device);
        Map<String, Tensor> expected = Safetensors.load(golden("expected.safetensors"), device);
        assertArrayEquals(
                expected.get(name).toFloatArray(),
                model.forward(expected.get("tokens")).toFloatArray(),
                5e-5f);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpt2", "llama"})
    void writesTheProcessorsTextWithoutCompiling(String name) throws URISyntaxException {
        int[] letters = IntStream.range('A', 'A' + 61).toArray();
        var tokenizer = CharacterTokenizer.ofAlphabet(new String(letters, 0, letters.length));
        Device device = Device.cuda(0);
        Generation here = Generation.of(open(name, device), tokenizer).withSeed(5);
        Generation there = Generation.of(open(name, Device.cpu()), tokenizer).withSeed(5);
        assertEquals(there.generate("HELLO", 40), here.generate("HELLO", 40));
        assertEquals(
                there.withTemperature(0).generate("HELLO", 40),
                here.withTemperature(0).generate("HELLO", 40));
        long plans = device.plans();
        here.withTopK(10).generate("WORLD", 40);
        assertEquals(plans, device.plans());
    }
}
