package io.xianka.tensor.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.xianka.driver.Device;
import io.xianka.driver.Libraries;
import io.xianka.driver.Stream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Own kernels and NVIDIA's libraries on a GPU, against loops in double precision. */
@Tag("gpu")
class ProductsOnGpuTest {
    private static final List<Integer> HEAD_SIZES = List.of(8, 40, 64, 80, 128, 256);

    /** Each has kernels of its own to be compiled; the emulator's tests have many more. */
    private static final int OWN_PRODUCTS = 8;

    private static final int OWN_ATTENTIONS = 3;

    /** Each takes the library seconds to plan. */
    private static final int LIBRARY_ATTENTIONS = 5;

    private static Device device;

    @BeforeAll
    static void open() {
        device = Device.cuda(0);
    }

    @AfterAll
    static void close() {
        device.close();
    }

    @ParameterizedTest
    @EnumSource(Arithmetic.class)
    void productsAgreeWithALoopInDoublePrecision(Arithmetic arithmetic) {
        long seed = RandomGenerator.getDefault().nextLong();
        System.out.println("products of " + arithmetic + ": seed " + seed);
        Products own = Products.own(device);
        Products either = Products.of(device);
        List<Products> library = Products.cublasLt(device).stream().toList();
        // Compiled at once.
        IntStream.range(0, OWN_PRODUCTS)
                .parallel()
                .forEach(i -> own.workspaceBytes(RandomProduct.of(arithmetic, seed + i, 300)));
        try (Stream stream = device.stream()) {
            for (int i = 0; i < 25; i++) {
                Product product = RandomProduct.of(arithmetic, seed + i, 300);
                List<Products> all = new ArrayList<>(library);
                if (i < OWN_PRODUCTS) {
                    all.addAll(List.of(own, either));
                }
                for (Products products : all) {
                    if (products.supports(product)) {
                        Optional<String> wrong = wrong(products, either, new ProductCase(product, seed + i), stream);
                        assertTrue(
                                wrong.isEmpty(), () -> products.how() + ", seed " + seed + ": " + wrong.orElseThrow());
                    }
                }
            }
        }
    }

    /** cuBLASLt may refuse at the launch what its heuristics took on: the own kernels compute that then. */
    private static Optional<String> wrong(Products products, Products either, ProductCase product, Stream stream) {
        try {
            return product.run(products, device, stream);
        } catch (UnsupportedOperationException refused) {
            return product.run(either, device, stream);
        }
    }

    /** A library that is free to round parts of a sum over k to bfloat16 gives 0.4043 here, where 0.4263 is right: 8 + 7 terms. */
    @Test
    void keepsPartsOfASumInFloat() {
        long seed = 746075858273108137L;
        Product product = RandomProduct.of(Arithmetic.BFLOAT16, seed, 300);
        assertEquals(15, product.k());
        assertEquals(Activation.RELU, product.activation());
        Products products = Products.of(device);
        try (Stream stream = device.stream()) {
            assertEquals(Optional.empty(), new ProductCase(product, seed).run(products, device, stream));
        }
    }

    /** Large enough for its algorithms to be tried. */
    @Test
    void algorithmsThatWereTriedAgreeWithALoopInDoublePrecision(@TempDir Path folder) {
        assumeTrue(Libraries.cublasLt().isPresent(), "cuBLASLt is not installed");
        Product product = Product.of(Arithmetic.BFLOAT16, 1024, 1032, 2048)
                .withTransposed(true, false)
                .withEpilogue(true, Activation.NONE);
        for (int process = 0; process < 2; process++) {
            var products = new CublasLtProducts(device, Libraries.cublasLt().orElseThrow(), Optional.of(folder));
            try (Stream stream = device.stream()) {
                assertEquals(Optional.empty(), new ProductCase(product, 7).run(products, device, stream));
            }
        }
    }

    @Test
    void attentionAgreesWithLoopsInDoublePrecision() {
        long seed = RandomGenerator.getDefault().nextLong();
        System.out.println("attention: seed " + seed);
        Attentions own = Attentions.own(device);
        List<Attentions> library = Attentions.cudnn(device).stream().toList();
        try (Stream stream = device.stream()) {
            for (Arithmetic arithmetic :
                    List.of(Arithmetic.FLOAT32, Arithmetic.TF32, Arithmetic.FLOAT16, Arithmetic.BFLOAT16)) {
                IntStream.range(0, OWN_ATTENTIONS)
                        .parallel()
                        .forEach(i ->
                                own.forwardWorkspaceBytes(RandomAttention.of(arithmetic, seed + i, 300, HEAD_SIZES)));
                for (int i = 0; i < LIBRARY_ATTENTIONS; i++) {
                    Attention attention = RandomAttention.of(arithmetic, seed + i, 300, HEAD_SIZES);
                    List<Attentions> all = new ArrayList<>(library);
                    if (i < OWN_ATTENTIONS) {
                        all.add(own);
                    }
                    for (Attentions attentions : all) {
                        if (attentions.supports(attention)) {
                            Optional<String> wrong =
                                    new AttentionCase(attention, seed + i).run(attentions, device, stream);
                            assertTrue(
                                    wrong.isEmpty(),
                                    () -> attentions.how() + ", seed " + seed + ": " + wrong.orElseThrow());
                        }
                    }
                }
            }
        }
    }
}
