package io.xianka.tensor.execution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import io.xianka.tensor.cuda.CudaExecutor;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Differentiation;
import io.xianka.tensor.graph.Donation;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Place;
import io.xianka.tensor.graph.Recomputation;
import io.xianka.tensor.graph.ReduceOp;
import io.xianka.tensor.graph.SmallGraph;
import io.xianka.tensor.graph.Storage;
import io.xianka.tensor.graph.Subgraph;
import io.xianka.tensor.graph.Trace;
import io.xianka.tensor.graph.UnaryOp;
import io.xianka.tensor.plain.PlainExecutor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The CUDA path on the emulator against the plain twin. */
class EmulatedExecutorTest {
    private static final Realisation PLAIN = new Realisation(new PlainExecutor());
    private static final Realisation EMULATED =
            new Realisation(new CudaExecutor(io.xianka.driver.Device.emulated(), false));
    private static final Place HERE = () -> "here";

    @AfterAll
    static void close() {
        EMULATED.executor().close();
    }

    @Test
    void computesRandomGraphsAsThePlainTwin() {
        long first = Long.getLong("xianka.seed", System.nanoTime() & 0xffff_ffffL);
        int count = Integer.getInteger("xianka.graphs", 60);
        for (long seed = first; seed < first + count; seed++) {
            compare(seed);
        }
    }

    private static void compare(long seed) {
        List<Node> expected = RandomGraph.outputs(seed, PLAIN.executor(), HERE);
        List<Node> actual = RandomGraph.outputs(seed, EMULATED.executor(), HERE);
        try {
            Realisation.realise(expected, _ -> PLAIN);
            Realisation.realise(actual, _ -> EMULATED);
        } catch (RuntimeException | Error failure) {
            throw new AssertionError("seed " + seed + ": " + failure, failure);
        }
        for (int i = 0; i < expected.size(); i++) {
            double[] a = read(PLAIN.executor(), expected.get(i));
            double[] b = read(EMULATED.executor(), actual.get(i));
            assertEquals(a.length, b.length);
            double tolerance = expected.get(i).dtype() == DType.FLOAT64 ? 1e-9 : 1e-3;
            for (int j = 0; j < a.length; j++) {
                boolean same = Double.compare(a[j], b[j]) == 0
                        || Math.abs(a[j] - b[j]) <= tolerance * Math.max(1, Math.abs(a[j]))
                        || (Double.isNaN(a[j]) && Double.isNaN(b[j]));
                assertTrue(
                        same,
                        "seed " + seed + ", output " + i + " " + expected.get(i) + ", element " + j + ": " + a[j]
                                + " on the plain twin, " + b[j] + " emulated");
            }
        }
    }

    /** Every leaf is given away; what reads one late must still see its old elements. */
    @Test
    void resultsInTheMemoryOfLeavesAreTheSame() {
        long first = Long.getLong("xianka.seed", System.nanoTime() & 0xffff_ffffL);
        var executor = (CudaExecutor) EMULATED.executor();
        int taken = 0;
        for (long seed = first; seed < first + 40; seed++) {
            List<Node> outputs = RandomGraph.outputs(seed, executor, HERE);
            Subgraph graph = Subgraph.of(outputs);
            List<Storage> leaves = graph.leaves().stream().map(Node::storage).toList();
            List<Storage> expected = executor.compile(graph.detached()).run(leaves, List.of());
            List<double[]> values = new ArrayList<>();
            for (int i = 0; i < outputs.size(); i++) {
                values.add(read(executor, outputs.get(i), expected.get(i)));
            }
            Program program = executor.compile(graph.detached(), Donation.of(leaves, leaves));
            List<Storage> donated = program.run(leaves, List.of());
            for (int i = 0; i < outputs.size(); i++) {
                Storage result = donated.get(i);
                taken += leaves.stream().anyMatch(leaf -> leaf != result && leaf.isSameMemory(result)) ? 1 : 0;
                assertArrayEquals(
                        values.get(i), read(executor, outputs.get(i), result), "seed " + seed + ", output " + i);
            }
        }
        assertTrue(taken > 5, taken + " results in memory of leaves from seed " + first);
    }

    @Test
    void smallGraphsAreReadOffInTheOrderOfLargeOnes() {
        long first = Long.getLong("xianka.seed", System.nanoTime() & 0xffff_ffffL);
        int small = 0;
        for (long seed = first; seed < first + 200; seed++) {
            for (Node output : RandomGraph.outputs(seed, PLAIN.executor(), HERE)) {
                SmallGraph graph = SmallGraph.of(List.of(output));
                if (output.storage() == null && graph != null) {
                    small++;
                    List<Storage> leaves = Subgraph.of(List.of(output)).leaves().stream()
                            .map(Node::storage)
                            .toList();
                    assertEquals(leaves, graph.leaves(), "seed " + seed);
                    assertTrue(graph.structure().isOf(SmallGraph.of(List.of(output))), "seed " + seed);
                }
            }
        }
        assertTrue(small > 20, small + " small graphs from seed " + first);
    }

    @Test
    void fusedKernelsComputeWhatSingleOnesDo() {
        long first = Long.getLong("xianka.seed", System.nanoTime() & 0xffff_ffffL);
        var executor = (CudaExecutor) EMULATED.executor();
        for (long seed = first; seed < first + 20; seed++) {
            List<Node> outputs = RandomGraph.outputs(seed, executor, HERE);
            Subgraph graph = Subgraph.of(outputs);
            List<Storage> leaves = graph.leaves().stream().map(Node::storage).toList();
            List<Storage> fused = executor.compile(graph.detached()).run(leaves, List.of());
            List<Storage> single = executor.compileUnfused(graph.detached()).run(leaves, List.of());
            List<Storage> sparing = executor.compileSparing(graph.detached()).run(leaves, List.of());
            for (int i = 0; i < outputs.size(); i++) {
                double[] a = read(executor, outputs.get(i), fused.get(i));
                assertArrayEquals(a, read(executor, outputs.get(i), sparing.get(i)), "seed " + seed);
                double[] b = read(executor, outputs.get(i), single.get(i));
                double tolerance = outputs.get(i).dtype() == DType.FLOAT64 ? 1e-12 : 1e-4;
                for (int j = 0; j < a.length; j++) {
                    // Products of sums may be contracted where they share a kernel.
                    boolean same = Double.compare(a[j], b[j]) == 0
                            || Math.abs(a[j] - b[j]) <= tolerance * Math.max(1, Math.abs(a[j]));
                    assertTrue(
                            same,
                            "seed " + seed + ", output " + i + ", element " + j + ": " + a[j] + " fused, " + b[j]);
                }
            }
        }
    }

    /** Two layers with an activation, their loss, and the gradients of the weights. */
    private static List<Node> trainingStep(Executor executor) {
        Node x = leaf(executor, 1, false, 64, 16);
        Node first = leaf(executor, 2, true, 16, 48);
        Node second = leaf(executor, 3, true, 48, 16);
        Node third = leaf(executor, 4, true, 16, 8);
        Node hidden = Trace.dot(x, first);
        Node active = Trace.binary(BinaryOp.MUL, hidden, Trace.unary(UnaryOp.TANH, hidden));
        Node next = Trace.dot(active, second);
        Node out = Trace.dot(Trace.binary(BinaryOp.MUL, next, Trace.unary(UnaryOp.TANH, next)), third);
        Node loss = Trace.reshape(Trace.reduce(ReduceOp.SUM, Trace.binary(BinaryOp.MUL, out, out), 0, 1), Shape.SCALAR);
        List<Node> outputs = new ArrayList<>(List.of(loss));
        Node seed = Trace.fill(1.0, Shape.SCALAR, DType.FLOAT32, HERE);
        outputs.addAll(Differentiation.of(List.of(loss), List.of(seed), List.of(first, second, third)));
        return outputs;
    }

    private static Node leaf(Executor executor, long seed, boolean differentiable, long... sizes) {
        var random = new SplittableRandom(seed);
        Shape shape = Shape.of(sizes);
        float[] values = new float[Math.toIntExact(shape.elements())];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextDouble(-1, 1);
        }
        Storage storage = executor.allocate(4L * values.length);
        MemorySegment bytes = MemorySegment.ofArray(new byte[4 * values.length]);
        bytes.asByteBuffer().order(ByteOrder.nativeOrder()).asFloatBuffer().put(values);
        executor.upload(bytes, storage);
        return Trace.data(storage, shape, DType.FLOAT32, HERE, differentiable);
    }

    /** A product, attention of its parts, another product, their loss, and the gradients of the weights. */
    private static List<Node> attentionStep(Executor executor) {
        Node x = leaf(executor, 1, false, 64, 16);
        Node in = leaf(executor, 2, true, 16, 48);
        Node out = leaf(executor, 3, true, 16, 16);
        Node parts = Trace.reshape(Trace.dot(x, in), Shape.of(2, 32, 3, 2, 8));
        List<Node> heads = new ArrayList<>();
        for (long i = 0; i < 3; i++) {
            Node part = Trace.slice(
                    parts, new long[] {0, 0, i, 0, 0}, new long[] {2, 32, 1, 2, 8}, new long[] {1, 1, 1, 1, 1});
            heads.add(Trace.transpose(Trace.reshape(part, Shape.of(2, 32, 2, 8)), 1, 2));
        }
        Node mixed = Trace.item(Trace.attention(heads.get(0), heads.get(1), heads.get(2), 0.3, true), 0);
        Node bent = Trace.unary(UnaryOp.SIN, Trace.transpose(mixed, 1, 2));
        Node rows = Trace.reshape(bent, Shape.of(64, 16));
        // Wide, so that most is held here.
        Node wide = Trace.dot(Trace.dot(rows, out), leaf(executor, 4, false, 16, 256));
        Node active = Trace.binary(BinaryOp.MUL, wide, Trace.unary(UnaryOp.TANH, wide));
        Node loss = Trace.reshape(
                Trace.reduce(ReduceOp.SUM, Trace.binary(BinaryOp.MUL, active, active), 0, 1), Shape.SCALAR);
        List<Node> outputs = new ArrayList<>(List.of(loss));
        Node seed = Trace.fill(1.0, Shape.SCALAR, DType.FLOAT32, HERE);
        outputs.addAll(Differentiation.of(List.of(loss), List.of(seed), List.of(in, out)));
        return outputs;
    }

    @Test
    void computesAgainWhatIsMadeOfOneOfSeveralResults() {
        var executor = (CudaExecutor) EMULATED.executor();
        List<Node> outputs = attentionStep(executor);
        Subgraph graph = Subgraph.of(outputs);
        List<Storage> leaves = graph.leaves().stream().map(Node::storage).toList();
        Program sparing = executor.compileSparing(graph.detached());
        assertNotEquals(executor.compile(graph.detached()).explain(), sparing.explain());
        List<Storage> again = sparing.run(leaves, List.of());
        List<Storage> single = executor.compileUnfused(graph.detached()).run(leaves, List.of());
        for (int i = 0; i < outputs.size(); i++) {
            assertArrayEquals(
                    read(executor, outputs.get(i), single.get(i)), read(executor, outputs.get(i), again.get(i)), 1e-4);
        }
    }

    @Test
    void computesActivationsAgainToHoldLess() {
        var executor = (CudaExecutor) EMULATED.executor();
        List<Node> outputs = trainingStep(executor);
        Subgraph graph = Subgraph.of(outputs);
        List<Storage> leaves = graph.leaves().stream().map(Node::storage).toList();
        Program sparing = executor.compileSparing(graph.detached());
        Program plain = executor.compile(graph.detached());
        assertTrue(sparing.peakBytes() < plain.peakBytes(), sparing.peakBytes() + " and " + plain.peakBytes());
        List<Storage> again = sparing.run(leaves, List.of());
        List<Storage> once = plain.run(leaves, List.of());
        for (int i = 0; i < outputs.size(); i++) {
            assertArrayEquals(
                    read(executor, outputs.get(i), once.get(i)), read(executor, outputs.get(i), again.get(i)));
        }
    }

    @Test
    void holdsAsMuchMemoryAsThePlanSays() {
        List<Object> alive = new ArrayList<>();
        long first = Long.getLong("xianka.seed", System.nanoTime() & 0xffff_ffffL);
        for (long seed = first; seed < first + 20; seed++) {
            try (var executor = new CudaExecutor(io.xianka.driver.Device.emulated(), false)) {
                List<Node> nodes = RandomGraph.nodes(seed, executor, HERE);
                List<Node> outputs = nodes.subList(0, nodes.indexOf(null));
                Subgraph graph = Subgraph.of(outputs);
                Program program = executor.compile(graph.detached());
                List<Storage> leaves =
                        graph.leaves().stream().map(Node::storage).toList();
                executor.forgetPeak();
                long before = executor.memory().heldBytes();
                List<Storage> results = program.run(leaves, List.of());
                assertEquals(program.peakBytes(), executor.memory().peakBytes() - before, "seed " + seed);
                long kept = results.stream()
                        .distinct()
                        .filter(storage -> !leaves.contains(storage))
                        .mapToLong(Storage::bytes)
                        .sum();
                assertEquals(before + kept, executor.memory().heldBytes(), "seed " + seed);
                // Storages that nothing reaches any more would be given back meanwhile.
                alive.add(nodes);
                alive.add(results);
            }
        }
        assertEquals(40, alive.size());
    }

    /** Six layers that widen, their loss and all gradients. */
    private static List<Node> deepStep(Executor executor, boolean again) {
        List<Node> weights = new ArrayList<>();
        Node stream = leaf(executor, 1, false, 64, 8);
        for (int layer = 0; layer < 6; layer++) {
            Node up = leaf(executor, 2 + 2 * layer, true, 8, 64);
            Node down = leaf(executor, 3 + 2 * layer, true, 64, 8);
            weights.addAll(List.of(up, down));
            Node entry = again ? Recomputation.entry(stream) : stream;
            Node wide = Trace.unary(UnaryOp.TANH, Trace.dot(entry, up));
            Node end = Trace.binary(BinaryOp.ADD, entry, Trace.dot(wide, down));
            stream = again ? Recomputation.segment(end, List.of(entry), false) : end;
        }
        Node loss = Trace.reshape(
                Trace.reduce(ReduceOp.SUM, Trace.binary(BinaryOp.MUL, stream, stream), 0, 1), Shape.SCALAR);
        List<Node> outputs = new ArrayList<>(List.of(loss));
        Node seed = Trace.fill(1.0, Shape.SCALAR, DType.FLOAT32, HERE);
        outputs.addAll(Differentiation.of(List.of(loss), List.of(seed), weights));
        return outputs;
    }

    @Test
    void checkpointedStepsHoldLessAndAsMuchAsTheirPlansSay() {
        List<Long> peaks = new ArrayList<>();
        List<double[]> losses = new ArrayList<>();
        for (boolean again : new boolean[] {false, true}) {
            try (var executor = new CudaExecutor(io.xianka.driver.Device.emulated(), false)) {
                Subgraph graph = Subgraph.of(deepStep(executor, again));
                List<Storage> leaves =
                        graph.leaves().stream().map(Node::storage).toList();
                Program program = executor.compile(graph.detached());
                executor.forgetPeak();
                long before = executor.memory().heldBytes();
                List<Storage> results = program.run(leaves, List.of());
                assertEquals(program.peakBytes(), executor.memory().peakBytes() - before);
                peaks.add(program.peakBytes());
                losses.add(read(executor, graph.outputs().getFirst(), results.getFirst()));
            }
        }
        assertArrayEquals(losses.get(0), losses.get(1));
        // Of six wide activations, of 64 rows of 64 floats, at most two are held at once.
        assertTrue(peaks.get(1) <= peaks.get(0) - 4 * 64 * 64 * Float.BYTES, peaks.toString());
    }

    private static double[] read(Executor executor, Node node) {
        return read(executor, node, node.storage());
    }

    private static double[] read(Executor executor, Node node, Storage storage) {
        int count = Math.toIntExact(node.shape().elements());
        MemorySegment memory = MemorySegment.ofArray(new byte[Math.toIntExact(node.bytes())]);
        executor.download(storage, memory);
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = switch (node.dtype()) {
                case FLOAT64 -> memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 8L * i);
                case FLOAT32 -> memory.get(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * i);
                default -> throw new IllegalStateException(node.toString());
            };
        }
        return values;
    }
}
