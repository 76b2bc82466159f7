package io.xianka.tensor.cpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import io.xianka.tensor.execution.Program;
import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.fusion.Parts;
import io.xianka.tensor.fusion.Schedule;
import io.xianka.tensor.fusion.Step;
import io.xianka.tensor.fusion.Value;
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
import org.junit.jupiter.api.Test;

/** Kernels as nests of loops: against instructions over lanes, bit by bit, and against the plain twin. */
class NestCodeTest {
    private static final long SEED = System.nanoTime();

    private final CpuExecutor nests = new CpuExecutor(2, Optional.empty(), VectorLoops.Use.WHEN_FAST);
    private final CpuExecutor vectors = new CpuExecutor(2, Optional.empty(), VectorLoops.Use.AT_ONCE);
    private final CpuExecutor lanes = new CpuExecutor(2, Optional.empty(), VectorLoops.Use.NEVER);

    private static Node leaf(DType dtype, long... sizes) {
        Shape shape = Shape.of(sizes);
        return Trace.data(
                new RandomGraph.NoElements(dtype.bytes() * shape.elements()), shape, dtype, RandomGraph.PLACE, false);
    }

    private static List<Kernel> kernels(Subgraph graph) {
        return Schedule.of(graph).steps().stream()
                .filter(Step.Fused.class::isInstance)
                .map(step -> ((Step.Fused) step).kernel())
                .toList();
    }

    private static NestPlan plan(Kernel kernel) {
        return NestPlan.of(kernel, Orientation.of(kernel), new Dependence(kernel), VectorLoops.Use.WHEN_FAST);
    }

    /** The plan of the graph's one kernel, which must be a nest and agree. */
    private NestPlan compare(String what, boolean special, Node... outputs) {
        Subgraph graph = Subgraph.of(List.of(outputs));
        List<byte[]> leaves = TwinComparison.elements(graph, new Random(SEED), special);
        List<byte[]> expected = TwinComparison.run(lanes, graph, leaves);
        for (CpuExecutor executor : List.of(nests, vectors)) {
            List<byte[]> actual = TwinComparison.run(executor, graph, leaves);
            for (int i = 0; i < expected.size(); i++) {
                DType dtype = outputs[i].dtype();
                double[] x = TwinComparison.values(dtype, expected.get(i));
                assertArrayEquals(
                        x, TwinComparison.values(dtype, actual.get(i)), what + ", output " + i + ", seed " + SEED);
            }
        }
        TwinComparison.check(what + ", seed " + SEED, nests, graph, leaves);
        List<Kernel> kernels = kernels(graph);
        assertEquals(1, kernels.size(), what);
        NestPlan plan = plan(kernels.getFirst());
        assertNotNull(plan, what);
        return plan;
    }

    private static Node windows(Node x, long size) {
        Node padded = Trace.pad(x, new long[] {0, 0, 1, 1}, new long[] {0, 0, 1, 1}, 0);
        return Trace.unfold(Trace.unfold(padded, 2, size, 1, 1), 3, size, 1, 1);
    }

    @Test
    void copyWindowsOfImages() {
        for (DType dtype : List.of(DType.FLOAT32, DType.UINT8, DType.INT64, DType.INT32)) {
            Node columns = Trace.permute(windows(leaf(dtype, 5, 3, 28, 14), 3), List.of(1, 4, 5, 0, 2, 3));
            compare(dtype + " windows", true, Trace.reshape(columns, Shape.of(27, 5 * 28 * 14)));
        }
    }

    @Test
    void foldShortRowsInTurn() {
        Node x = Trace.unary(UnaryOp.NEG, windows(leaf(DType.FLOAT32, 7, 4, 14, 14), 2));
        NestPlan plan = compare("pool", true, Trace.reduce(ReduceOp.MAX, x, 4, 5));
        assertEquals(NestPlan.Folds.ROW_IN_TURN, plan.folds());
    }

    @Test
    void foldRowsOfShortLinesByPartials() {
        Node x = leaf(DType.FLOAT32, 64, 21, 7, 7);
        Node flags = leaf(DType.BOOL, 64, 21, 7, 7);
        Node kept = Trace.where(flags, x, Trace.fillLike(x, 0));
        NestPlan plan = compare("bias", false, Trace.reduce(ReduceOp.SUM, kept, 0, 2, 3));
        assertEquals(NestPlan.Folds.ROW_BY_PARTIALS, plan.folds());
    }

    @Test
    void foldColumnsWhileTheyAreStored() {
        // The last of them is folded in parts.
        for (long rows : new long[] {300, 900, 2500}) {
            Node x = leaf(DType.FLOAT32, rows, 170);
            Node y = leaf(DType.FLOAT32, rows, 170);
            Node product = Trace.binary(BinaryOp.MUL, x, y);
            NestPlan plan = compare(rows + " rows", false, product, Trace.reduce(ReduceOp.SUM, product, 0));
            assertEquals(NestPlan.Folds.COLUMNS, plan.folds());
        }
    }

    @Test
    void foldColumnsToTheSameBitsWhateverElseIsComputed() {
        Node q = leaf(DType.FLOAT32, 6, 4, 400, 32);
        Node all = sideBySide(400, q, q, q);
        Node alone = Trace.data(
                new RandomGraph.NoElements(all.bytes()), all.shape(), DType.FLOAT32, RandomGraph.PLACE, false);
        Subgraph both = Subgraph.of(List.of(all, Trace.reduce(ReduceOp.SUM, all, 0, 1)));
        List<byte[]> leaf = TwinComparison.elements(both, new Random(SEED), false);
        List<byte[]> together = TwinComparison.run(nests, both, leaf);
        Subgraph second = Subgraph.of(List.of(Trace.reduce(ReduceOp.SUM, alone, 0, 1)));
        List<byte[]> again = TwinComparison.run(nests, second, List.of(together.get(0)));
        assertArrayEquals(together.get(1), again.getFirst(), "seed " + SEED);
    }

    private static Node sideBySide(long places, Node... heads) {
        Node sum = null;
        for (int i = 0; i < heads.length; i++) {
            Node flat = Trace.reshape(Trace.permute(heads[i], List.of(0, 2, 1, 3)), Shape.of(6, places, 128));
            Node one =
                    Trace.pad(flat, new long[] {0, 0, 128L * i}, new long[] {0, 0, 128L * (heads.length - 1 - i)}, 0);
            sum = sum == null ? one : Trace.binary(BinaryOp.ADD, sum, one);
        }
        return sum;
    }

    @Test
    void putTensorsSideBySideWithoutAskingWhoseAnElementIs() {
        Node q = leaf(DType.FLOAT32, 6, 4, 50, 32);
        Node k = leaf(DType.FLOAT32, 6, 4, 50, 32);
        Node v = leaf(DType.FLOAT32, 6, 4, 50, 32);
        Node all = sideBySide(50, q, k, v);
        Node bias = Trace.reduce(ReduceOp.SUM, all, 0, 1);
        compare("heads", true, all, bias);
        List<Kernel> parts = Parts.of(kernels(Subgraph.of(List.of(all, bias))).getFirst());
        assertEquals(3, parts.size());
        for (Kernel part : parts) {
            assertEquals(1, part.reads().size(), part.toString());
            assertTrue(
                    part.values().stream().noneMatch(value -> value.form() instanceof Value.Select), part.toString());
        }
    }

    @Test
    void areLeftToLanesWhereNeighboursLieTogether() {
        Node x = leaf(DType.FLOAT32, 300, 4096);
        Node sum = Trace.binary(BinaryOp.ADD, x, x);
        assertNull(plan(kernels(Subgraph.of(List.of(sum))).getFirst()));
    }

    private static void assertGoesAsVectors(Node... outputs) {
        Assumptions.assumeTrue(VectorCode.isPossible(), "needs --add-modules jdk.incubator.vector");
        for (Kernel kernel : kernels(Subgraph.of(List.of(outputs)))) {
            var lanes = NestLanes.of(kernel, plan(kernel), new Dependence(kernel));
            assertTrue(lanes.isPresent(), kernel.toString());
        }
    }

    private static Node member(Node windows, long down, long right) {
        Shape shape = windows.shape();
        Node one = Trace.slice(
                windows,
                new long[] {0, 0, 0, 0, down, right},
                shape.with(4, 1).with(5, 1).sizes(),
                new long[] {1, 1, 1, 1, 1, 1});
        return Trace.reshape(one, shape.slice(0, 4));
    }

    /** Widths whose rows are less than a vector, one and some, several: of 4, 8 or 16 lanes. */
    private static final List<Long> WIDTHS = List.of(12L, 34L, 64L);

    @Test
    void takeTheLargestOfWindowsAndItsPlaceAsVectors() {
        for (long width : WIDTHS) {
            Node x = leaf(DType.FLOAT32, 23, 16, 16, width);
            Node windows = Trace.unfold(Trace.unfold(x, 2, 2, 2, 1), 3, 2, 2, 1);
            Node a = member(windows, 0, 0);
            Node b = member(windows, 0, 1);
            Node c = member(windows, 1, 0);
            Node largest = Trace.binary(BinaryOp.MAX, Trace.binary(BinaryOp.MAX, a, b), c);
            Node place = Trace.fill(2, largest.shape(), DType.UINT8, RandomGraph.PLACE);
            Node isSecond =
                    Trace.binary(BinaryOp.OR, Trace.binary(BinaryOp.EQ, b, largest), Trace.binary(BinaryOp.NE, b, b));
            place = Trace.where(isSecond, Trace.fillLike(place, 1), place);
            place = Trace.where(Trace.binary(BinaryOp.GE, a, largest), Trace.fillLike(place, 0), place);
            compare("largest of windows along " + width, true, largest, place);
            assertGoesAsVectors(largest, place);
        }
    }

    @Test
    void spreadOverWindowsAsVectors() {
        for (long width : WIDTHS) {
            Shape small = Shape.of(9, 10, 8, width / 2);
            Node g = leaf(DType.FLOAT32, small.sizes());
            Node first = leaf(DType.UINT8, small.sizes());
            Node flags = leaf(DType.BOOL, 9, 10, 16, width);
            Shape spread = Shape.of(9, 10, 8, 2, width / 2, 2);
            Node two = Trace.fill(2, spread, DType.UINT8, RandomGraph.PLACE);
            Node down = Trace.iota(3, spread, DType.UINT8, RandomGraph.PLACE);
            Node right = Trace.iota(5, spread, DType.UINT8, RandomGraph.PLACE);
            Node odd = Trace.binary(BinaryOp.EQ, wide(first, spread), right);
            Node low = Trace.binary(
                    BinaryOp.NE, wide(first, spread), Trace.where(Trace.binary(BinaryOp.EQ, down, right), two, down));
            Node chosen = Trace.where(
                    Trace.binary(BinaryOp.XOR, odd, low),
                    wide(g, spread),
                    Trace.fill(0, spread, DType.FLOAT32, RandomGraph.PLACE));
            Node flat = Trace.reshape(chosen, flags.shape());
            Node kept = Trace.where(Trace.unary(UnaryOp.NOT, flags), flat, Trace.fillLike(flat, 0));
            Node stored = Trace.permute(kept, List.of(1, 0, 2, 3));
            Node moved = Trace.binary(BinaryOp.ADD, stored, Trace.fillLike(stored, 0.5));
            compare("spread along " + width, true, moved);
            assertGoesAsVectors(moved);
            Node sum = Trace.reduce(ReduceOp.SUM, kept, 0, 2, 3);
            Node most = Trace.reduce(ReduceOp.MAX, kept, 0, 2, 3);
            compare("folded along " + width, false, sum, most);
            assertGoesAsVectors(sum, most);
        }
    }

    /** Each element four times: two rows of two. */
    private static Node wide(Node small, Shape spread) {
        Shape alone = Shape.of(spread.size(0), spread.size(1), spread.size(2), 1, spread.size(4), 1);
        return Trace.broadcast(Trace.reshape(small, alone), spread);
    }

    @Test
    void padAndFoldWindowsAsVectors() {
        for (long width : WIDTHS) {
            for (DType dtype : List.of(DType.FLOAT32, DType.UINT8)) {
                Node columns = Trace.permute(windows(leaf(dtype, 5, 3, 20, width), 3), List.of(1, 4, 5, 0, 2, 3));
                compare(dtype + " windows along " + width, true, Trace.reshape(columns, Shape.of(27, 5 * 20 * width)));
                assertGoesAsVectors(columns);
            }
            Node windows = leaf(DType.FLOAT32, 20, 3, 20, width, 3);
            Node folded = Trace.fold(windows, 3, 1, 1, width + 2);
            Node turned = Trace.binary(BinaryOp.MUL, folded, folded);
            compare("folded windows of " + width, false, turned);
        }
    }

    @Test
    void areUsedAsVectorsOnceTheseAreFast() {
        Assumptions.assumeTrue(VectorCode.isPossible(), "needs --add-modules jdk.incubator.vector");
        Node x = leaf(DType.FLOAT32, 64, 8, 14, 14);
        Node flags = leaf(DType.BOOL, 64, 8, 14, 14);
        Node y = Trace.permute(Trace.where(flags, x, Trace.fillLike(x, 0.377)), List.of(1, 0, 2, 3));
        Subgraph graph = Subgraph.of(List.of(Trace.binary(BinaryOp.MUL, y, y)));
        var executor = new CpuExecutor(1, Optional.empty(), VectorLoops.Use.WHEN_FAST);
        Program program = executor.compile(graph.detached());
        List<Storage> leaves = graph.leaves().stream()
                .map(leaf -> executor.allocate(leaf.bytes()))
                .toList();
        long begin = System.nanoTime();
        int before = NestLoops.count();
        while (NestLoops.count() == before && System.nanoTime() - begin < 60_000_000_000L) {
            program.run(leaves, List.of()).forEach(Storage::close);
        }
        assertTrue(NestLoops.count() > before, "a nest that runs again and again does not become vectors");
    }
}
