package io.xianka.tensor.product;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.Device;
import io.xianka.driver.Stream;
import io.xianka.tensor.DType;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OwnAttentionsTest {
    private static Device device;
    private static Attentions attentions;

    @BeforeAll
    static void open() {
        device = Device.emulated();
        attentions = Attentions.own(device);
    }

    @AfterAll
    static void close() {
        device.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"FLOAT32", "FLOAT16", "BFLOAT16"})
    void agreesWithLoopsInDoublePrecision(DType type) {
        long seed = RandomGenerator.getDefault().nextLong();
        System.out.println("attention in " + type + ": seed " + seed);
        try (Stream stream = device.stream()) {
            for (int i = 0; i < 4; i++) {
                Attention attention = RandomAttention.of(type, seed + i, 100, List.of(8, 16, 24, 40, 64));
                Optional<String> wrong = new AttentionCase(attention, seed + i).run(attentions, device, stream);
                assertTrue(wrong.isEmpty(), () -> "seed " + seed + ": " + wrong.orElseThrow());
            }
        }
    }
}
