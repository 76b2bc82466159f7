package io.xianka.tensor.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.driver.Device;
import io.xianka.driver.Stream;
import io.xianka.driver.api.CublasLt;
import io.xianka.driver.api.CudaException;
import io.xianka.driver.api.CudaStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With algorithms that do nothing but take their time, on the emulator. */
class AlgorithmTrialsTest {
    private static final Product LARGE = Product.of(Arithmetic.FLOAT32, 2048, 2048, 512);

    private static Device device;

    @TempDir
    private Path folder;

    private final List<Integer> enqueued = new ArrayList<>();
    private int asked;

    @BeforeAll
    static void open() {
        device = Device.emulated();
    }

    @AfterAll
    static void close() {
        device.close();
    }

    /** An algorithm that takes so long, or is refused when it is to run, or fails where that is below zero. */
    private record Algorithm(int number, double milliseconds, List<Integer> enqueued) implements CublasLt.Plan {
        @Override
        public long workspaceBytes() {
            return 16L * number;
        }

        @Override
        public void enqueue(
                long stream,
                double alpha,
                long a,
                long b,
                double beta,
                long c,
                long d,
                long bias,
                long kept,
                long workspace) {
            enqueued.add(number);
            if (milliseconds < 0) {
                throw CudaException.of("cuLaunchKernel", CudaStatus.CUDA_ERROR_ILLEGAL_ADDRESS);
            }
            if (Double.isInfinite(milliseconds)) {
                throw new UnsupportedOperationException("not this one");
            }
            long end = System.nanoTime() + (long) (milliseconds * 1e6);
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        }
    }

    private CublasLt library(double... milliseconds) {
        return new CublasLt() {
            @Override
            public String origin() {
                return "here";
            }

            @Override
            public String version() {
                return "1.2.3";
            }

            @Override
            public List<Plan> plans(long context, Matmul matmul, int most) {
                asked = most;
                List<Plan> plans = new ArrayList<>();
                for (int i = 0; i < Math.min(most, milliseconds.length); i++) {
                    plans.add(new Algorithm(i, milliseconds[i], enqueued));
                }
                return plans;
            }
        };
    }

    /** The algorithm that a product is computed by. */
    private int chosen(CublasLtProducts products, Product product) {
        long workspaceBytes = products.workspaceBytes(product);
        try (Stream stream = device.stream()) {
            products.enqueue(stream, product, 0, 0, 0, 0, 0, 0);
        }
        int algorithm = enqueued.getLast();
        assertEquals(16L * algorithm, workspaceBytes);
        return algorithm;
    }

    @Test
    void takesTheFastestOfSeveral() {
        double refused = Double.POSITIVE_INFINITY;
        var trials = new int[1];
        List<CublasLt.Plan> plans = library(refused, 5, 3, refused, 2, 4).plans(1, null, 8);
        assertEquals(4, AlgorithmTrials.fastest(plans, (plan, _) -> {
            trials[0]++;
            return ((Algorithm) plan).milliseconds;
        }));
        // Each once to warm up; then those that are not hopeless beside the fastest.
        assertEquals(6 + 3, trials[0]);
    }

    /** Rounds turn round, so that none is always the one after a pause. */
    @Test
    void triesThoseThatAreCloseToAndFro() {
        List<Integer> order = new ArrayList<>();
        List<CublasLt.Plan> plans = library(1, 1.1, 2, 1.05).plans(1, null, 8);
        AlgorithmTrials.fastest(plans, (plan, _) -> {
            order.add(((Algorithm) plan).number);
            return ((Algorithm) plan).milliseconds;
        });
        assertEquals(List.of(0, 1, 2, 3, 3, 1, 0, 0, 1, 3, 3, 1, 0), order);
    }

    @Test
    void takesTheFirstWhereOthersAreHardlyFaster() {
        List<CublasLt.Plan> plans = library(1, 0.99, 0.985).plans(1, null, 8);
        assertEquals(0, AlgorithmTrials.fastest(plans, (plan, _) -> ((Algorithm) plan).milliseconds));
        List<CublasLt.Plan> clear = library(1, 0.94, 0.92, 0.93).plans(1, null, 8);
        assertEquals(2, AlgorithmTrials.fastest(clear, (plan, _) -> ((Algorithm) plan).milliseconds));
        List<CublasLt.Plan> none =
                library(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY).plans(1, null, 8);
        assertEquals(0, AlgorithmTrials.fastest(none, (plan, _) -> ((Algorithm) plan).milliseconds));
    }

    @Test
    void remembersWhatWasTried() throws Exception {
        CublasLt library = library(Double.POSITIVE_INFINITY, 0.2, Double.POSITIVE_INFINITY);
        assertEquals(1, chosen(new CublasLtProducts(device, library, Optional.of(folder)), LARGE));
        int trials = enqueued.size();
        assertEquals(1, chosen(new CublasLtProducts(device, library, Optional.of(folder)), LARGE));
        assertEquals(trials + 1, enqueued.size());
        try (var files = Files.list(folder)) {
            Path file = files.findFirst().orElseThrow();
            assertEquals(
                    "products-1.2.3-" + device.name().replaceAll("\\W+", "-") + ".txt",
                    file.getFileName().toString());
            assertEquals("1 3 " + LARGE + "\n", Files.readString(file));
        }
    }

    @Test
    void leavesTheChoiceToTheLibraryWhereNothingIsRememberedOrGained() {
        CublasLt library = library(1.5, 0.2);
        assertEquals(0, chosen(new CublasLtProducts(device, library, Optional.empty()), LARGE));
        assertEquals(1, asked);
        Product small = Product.of(Arithmetic.FLOAT32, 8, 8, 8);
        assertEquals(0, chosen(new CublasLtProducts(device, library, Optional.of(folder)), small));
        assertEquals(2, enqueued.size());
    }

    @Test
    void takesTheFirstAndRemembersNothingWhereASecondSetOfOperandsDoesNotFit() throws Exception {
        CublasLt library = library(1.5, 0.2);
        Product immense = Product.of(Arithmetic.FLOAT32, 1 << 20, 1 << 20, 16);
        assertEquals(0, chosen(new CublasLtProducts(device, library, Optional.of(folder)), immense));
        assertEquals(List.of(0), enqueued);
        try (var files = Files.list(folder)) {
            assertEquals(0, files.count());
        }
    }

    @Test
    void aDeviceThatFailsIsNotTakenForAFullOne() {
        var products = new CublasLtProducts(device, library(-1, -1), Optional.of(folder));
        var failure = assertThrows(CudaException.class, () -> products.workspaceBytes(LARGE));
        assertTrue(failure.is(CudaStatus.CUDA_ERROR_ILLEGAL_ADDRESS), failure.getMessage());
    }
}
