package io.xianka.tensor.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import io.xianka.tensor.execution.Program;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.ReduceOp;
import io.xianka.tensor.graph.Storage;
import io.xianka.tensor.graph.Subgraph;
import io.xianka.tensor.graph.Trace;
import io.xianka.tensor.graph.UnaryOp;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Vector code against the loops that do the same, bit by bit. */
class VectorCodeTest {
    private static final long SEED = System.nanoTime();

    private final CpuExecutor vectors = new CpuExecutor(2, Optional.empty(), VectorLoops.Use.AT_ONCE);
    private final CpuExecutor loops = new CpuExecutor(2, Optional.empty(), VectorLoops.Use.NEVER);

    @BeforeEach
    void needsTheModule() {
        Assumptions.assumeTrue(VectorCode.isPossible(), "needs --add-modules jdk.incubator.vector");
    }

    private void compare(String what, Subgraph graph, boolean special) {
        List<byte[]> leaves = TwinComparison.elements(graph, new Random(SEED), special);
        List<byte[]> expected = TwinComparison.run(loops, graph, leaves);
        List<byte[]> actual = TwinComparison.run(vectors, graph, leaves);
        for (int output = 0; output < expected.size(); output++) {
            DType dtype = graph.outputs().get(output).dtype();
            double[] x = TwinComparison.values(dtype, expected.get(output));
            double[] y = TwinComparison.values(dtype, actual.get(output));
            for (int i = 0; i < x.length; i++) {
                assertEquals(x[i], y[i], what + ", output " + output + ", element " + i);
            }
        }
    }

    private static Node leaf(long... sizes) {
        Shape shape = Shape.of(sizes);
        return Trace.data(
                new RandomGraph.NoElements(4 * shape.elements()), shape, DType.FLOAT32, RandomGraph.PLACE, false);
    }

    @Test
    void agreesWithTheLoopsOnRandomGraphs() {
        for (long seed = SEED; seed < SEED + 120; seed++) {
            var random = new RandomGraph(seed, 8, 3000);
            compare("seed " + seed, Subgraph.of(random.outputs), seed % 2 == 0);
        }
    }

    @Test
    void agreesWithTheLoopsOnRowsThatAreReadAgain() {
        for (long columns : new long[] {1, 31, 32, 33, 1024, 1025, 4000}) {
            Node x = leaf(5, columns);
            Node e = Trace.unary(UnaryOp.EXP, Trace.binary(BinaryOp.SUB, x, Trace.reduce(ReduceOp.MAX, x, 1)));
            Node softmax = Trace.binary(BinaryOp.DIV, e, Trace.reduce(ReduceOp.SUM, e, 1));
            compare("softmax over " + columns, Subgraph.of(List.of(softmax)), false);
        }
    }

    @Test
    void agreesWithTheLoopsOnColumns() {
        for (long rows : new long[] {1, 40, 1100}) {
            Node x = leaf(70, rows);
            Node mean = Trace.reduce(ReduceOp.SUM, x, 0);
            Node centred = Trace.binary(BinaryOp.SUB, x, mean);
            Node square = Trace.reduce(ReduceOp.SUM, Trace.binary(BinaryOp.MUL, centred, centred), 0);
            compare("columns of " + rows, Subgraph.of(List.of(square, centred)), true);
        }
    }

    @Test
    void isUsedOnceItIsFast() {
        Node x = leaf(1 << 16);
        Node y = Trace.binary(BinaryOp.MUL, Trace.binary(BinaryOp.ADD, x, x), Trace.fillLike(x, 0.377));
        Subgraph graph = Subgraph.of(List.of(y));
        var executor = new CpuExecutor(1, Optional.empty(), VectorLoops.Use.WHEN_FAST);
        Program program = executor.compile(graph.detached());
        Storage leaf = executor.allocate(x.bytes());
        long begin = System.nanoTime();
        int loopsBefore = VectorLoops.count();
        while (VectorLoops.count() == loopsBefore && System.nanoTime() - begin < 60_000_000_000L) {
            program.run(List.of(leaf), List.of()).forEach(Storage::close);
        }
        assertTrue(VectorLoops.count() > loopsBefore, "a kernel that runs again and again gets no vector code");
    }
}
