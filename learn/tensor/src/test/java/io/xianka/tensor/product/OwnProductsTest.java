package io.xianka.tensor.product;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.Device;
import io.xianka.driver.DeviceBuffer;
import io.xianka.driver.Graph;
import io.xianka.driver.GraphExec;
import io.xianka.driver.Stream;
import java.util.Arrays;
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
            for (int i = 0; i < 6; i++) {
                Product product = RandomProduct.of(arithmetic, seed + i, 70);
                Optional<String> wrong = new ProductCase(product, seed + i).run(products, device, stream);
                assertTrue(wrong.isEmpty(), () -> "seed " + seed + ": " + wrong.orElseThrow());
            }
        }
    }

    /** Every tile, every other one for a product that is split along k, whatever would be chosen. */
    @ParameterizedTest
    @EnumSource(Arithmetic.class)
    void everyTileComputesTheSame(Arithmetic arithmetic) {
        long seed = RandomGenerator.getDefault().nextLong();
        System.out.println("tiles for " + arithmetic + ": seed " + seed);
        ProductTiles tiles = new ProductTiles(device);
        try (Stream stream = device.stream()) {
            int parts = 1;
            for (ProductTile tile : tiles.tiles(arithmetic)) {
                Product product =
                        RandomProduct.of(arithmetic, seed + parts, 100).withBatch(1);
                Products fixed =
                        new OwnProducts(device, new FixedTile(device, tile, product.k() > 2 * tile.k() ? parts : 1));
                Optional<String> wrong = new ProductCase(product, seed).run(fixed, device, stream);
                assertTrue(wrong.isEmpty(), () -> "seed " + seed + ", " + tile + ": " + wrong.orElseThrow());
                parts = 4 - parts;
            }
        }
    }

    @Test
    void splitsALongSumOfFewBlocks() {
        Product product = Product.of(Arithmetic.BFLOAT16, 16, 24, 1 << 20);
        assertTrue(products.workspaceBytes(product) > 0, "one block for the whole sum");
    }

    @Test
    void computesNothingForAnEmptyResult() {
        try (Stream stream = device.stream()) {
            Product product = Product.of(Arithmetic.FLOAT32, 0, 5, 7);
            assertEquals(0, products.workspaceBytes(product));
            products.enqueue(stream, product, 0, 0, 0, 0, 0, 0);
            stream.synchronize();
        }
    }

    @Test
    void runsAgainFromACapturedGraph() {
        Product product = Product.of(Arithmetic.FLOAT32, 5, 6, 7);
        try (Stream stream = device.stream();
                DeviceBuffer a = device.copyOf(new float[5 * 7]);
                DeviceBuffer b = device.copyOf(new float[7 * 6]);
                DeviceBuffer d = device.copyOf(new float[5 * 6])) {
            products.workspaceBytes(product);
            try (Graph graph = stream.capture(
                            () -> products.enqueue(stream, product, a.pointer(), b.pointer(), 0, d.pointer(), 0, 0));
                    GraphExec exec = graph.instantiate()) {
                a.fill(2f, stream);
                b.fill(3f, stream);
                exec.launch(stream);
                stream.synchronize();
                float[] expected = new float[30];
                Arrays.fill(expected, 42);
                assertArrayEquals(expected, d.toFloats());
            }
        }
    }
}
