package io.xianka.tensor.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.Device;
import io.xianka.driver.Stream;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OwnProductsTest {
    private static Device device;
    private static Products products;

    @BeforeAll
    static void open() {
        device = Device.emulated();
        products = Products.own(device);
    }

    @AfterAll
    static void close() {
        device.close();
    }

    @ParameterizedTest
    @EnumSource(Arithmetic.class)
    void agreesWithALoopInDoublePrecision(Arithmetic arithmetic) {
        long seed = RandomGenerator.getDefault().nextLong();
        System.out.println("products of " + arithmetic + ": seed " + seed);
        try (Stream stream = device.stream()) {
            for (int i = 0; i < 12; i++) {
                Product product = RandomProduct.of(arithmetic, seed + i, 70);
                Optional<String> wrong = new ProductCase(product, seed + i).run(products, device, stream);
                assertTrue(wrong.isEmpty(), () -> "seed " + seed + ": " + wrong.orElseThrow());
            }
        }
    }

    @Test
    void splitsALongSumAndAddsItsPartsInOrder() {
        Product product = Product.of(Arithmetic.BFLOAT16, 16, 24, 2048).withScale(1, 0);
        assertTrue(products.workspaceBytes(product) > 0, "one block for the whole sum");
        try (Stream stream = device.stream()) {
            assertEquals(Optional.empty(), new ProductCase(product, 1).run(products, device, stream));
        }
    }
}
