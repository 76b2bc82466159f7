package io.xianka.tensor.cpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.xianka.tensor.graph.Subgraph;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Generated kernels over random graphs, against the plain twin. A failure names the seed. */
class KernelsTest {
    private static final long SEED = System.nanoTime();

    private static void compare(int graphs, int operations, long largest) {
        var cpu = new CpuExecutor(2);
        for (long seed = SEED; seed < SEED + graphs; seed++) {
            var random = new RandomGraph(seed, operations, largest);
            Subgraph graph = Subgraph.of(random.outputs);
            List<byte[]> leaves = TwinComparison.elements(graph, new Random(seed), seed % 3 == 0);
            TwinComparison.check(
                    "seed " + seed + ", " + operations + " operations, sizes to " + largest, cpu, graph, leaves);
        }
    }

    @Test
    void agreeWithThePlainTwinOnSmallGraphs() {
        compare(400, 3, 100);
    }

    @Test
    void agreeWithThePlainTwinOnDeepGraphs() {
        compare(200, 14, 300);
    }

    @Test
    void agreeWithThePlainTwinOnLongAxes() {
        compare(60, 6, 5000);
    }

    @Test
    void giveTheSameBitsWhateverTheNumberOfThreads() {
        var one = new CpuExecutor(1);
        var three = new CpuExecutor(3);
        for (long seed = SEED; seed < SEED + 100; seed++) {
            var random = new RandomGraph(seed, 8, 20_000);
            Subgraph graph = Subgraph.of(random.outputs);
            List<byte[]> leaves = TwinComparison.elements(graph, new Random(seed), false);
            List<byte[]> expected = TwinComparison.run(one, graph, leaves);
            List<byte[]> actual = TwinComparison.run(three, graph, leaves);
            for (int i = 0; i < expected.size(); i++) {
                assertArrayEquals(expected.get(i), actual.get(i), "seed " + seed);
            }
        }
    }
}
