package io.xianka.tensor.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.Device;
import io.xianka.driver.Stream;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
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
            value = Arithmetic.class,
            names = {"FLOAT32", "TF32", "FLOAT16", "BFLOAT16"})
    void agreesWithLoopsInDoublePrecision(Arithmetic arithmetic) {
        long seed = RandomGenerator.getDefault().nextLong();
        System.out.println("attention in " + arithmetic + ": seed " + seed);
        try (Stream stream = device.stream()) {
            for (int i = 0; i < 2; i++) {
                Attention attention = RandomAttention.of(arithmetic, seed + i, 100, List.of(8, 16, 24, 40, 64));
                Optional<String> wrong = new AttentionCase(attention, seed + i).run(attentions, device, stream);
                assertTrue(wrong.isEmpty(), () -> "seed " + seed + ": " + wrong.orElseThrow());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Arithmetic.class,
            names = {"TF32", "BFLOAT16"})
    void agreesWithLoopsInDoublePrecisionWithoutTensorCores(Arithmetic arithmetic) {
        long seed = RandomGenerator.getDefault().nextLong();
        System.out.println("attention by threads in " + arithmetic + ": seed " + seed);
        try (Stream stream = device.stream()) {
            Attention attention = RandomAttention.of(arithmetic, seed, 100, List.of(8, 16, 24, 40, 64));
            Optional<String> wrong =
                    new AttentionCase(attention, seed).run(OwnAttentions.byThreads(device), device, stream);
            assertTrue(wrong.isEmpty(), () -> "seed " + seed + ": " + wrong.orElseThrow());
        }
    }

    /** Beyond 64 or 128 elements a launch makes the gradient of keys and another that of values. */
    @ParameterizedTest
    @EnumSource(
            value = Arithmetic.class,
            names = {"FLOAT32", "BFLOAT16"})
    void takesWideHeadsInTwoLaunches(Arithmetic arithmetic) {
        try (Stream stream = device.stream()) {
            Attention attention = Attention.of(arithmetic, 1, 2, 40, 136, true);
            assertEquals(Optional.empty(), new AttentionCase(attention, 1).run(attentions, device, stream));
        }
    }

    /** Which tile is fastest hangs on the device; all of them must be right. */
    @ParameterizedTest
    @EnumSource(
            value = Arithmetic.class,
            names = {"FLOAT32", "TF32", "BFLOAT16"})
    void takesOtherTiles(Arithmetic arithmetic) {
        var tile = new AttentionTile(
                new AttentionTile.Block(64, 64, 32, 1),
                new AttentionTile.Block(64, 64, 16, 2),
                true,
                new AttentionTile.Block(64, 64, 16, 2));
        try (Stream stream = device.stream()) {
            Attention attention = Attention.of(arithmetic, 1, 1, 80, 32, true);
            var own = new OwnAttentions(device, (_, _) -> tile);
            assertEquals(Optional.empty(), new AttentionCase(attention, 2).run(own, device, stream));
        }
    }

    @Test
    void tellsWhoComputesWhat() {
        var library = (Attentions) Proxy.newProxyInstance(
                Attentions.class.getClassLoader(),
                new Class<?>[] {Attentions.class},
                (_, method, given) -> method.getName().equals("how")
                        ? "library"
                        : !method.getName().equals("supportsBackward")
                                && ((Attention) given[0]).arithmetic() == Arithmetic.BFLOAT16);
        var both = new FirstAttentionsThatCan(library, new OwnAttentions(device));
        Attention known = Attention.of(Arithmetic.BFLOAT16, 1, 1, 16, 16, true);
        Attention unknown = Attention.of(Arithmetic.FLOAT32, 1, 1, 16, 16, true);
        assertEquals("library", both.howForward(known));
        assertEquals("own", both.howBackward(known));
        assertEquals("own", both.howForward(unknown));
    }

    @Test
    void refusesANegativeScale() {
        Attention.Layout layout = Attention.Layout.dense(1, 2, 8);
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> new Attention(
                                1,
                                1,
                                1,
                                2,
                                2,
                                8,
                                Arithmetic.FLOAT32,
                                -1,
                                false,
                                layout,
                                layout,
                                layout,
                                layout,
                                new Attention.Gradients(layout, layout, layout)))
                .getMessage();
        assertEquals(
                "scores scaled by -1.0: must be a finite number from 0 on; for a negative one negate the queries",
                message);
    }
}
