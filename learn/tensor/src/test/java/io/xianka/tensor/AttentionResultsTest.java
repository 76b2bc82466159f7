package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.execution.Executor;
import io.xianka.tensor.execution.Program;
import io.xianka.tensor.graph.AttentionResults;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Storage;
import io.xianka.tensor.graph.Subgraph;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On CUDA devices attention writes what it gives as the rest of a layer takes it. */
class AttentionResultsTest {
    private static final int BATCH = 2;
    private static final int PLACES = 5;
    private static final int HEADS = 3;
    private static final int SIZE = 8;
    private static final int WIDTH = HEADS * SIZE;

    /** What attention's operands are made by. */
    enum Made {
        BY_ONE_PRODUCT(3 * WIDTH),
        BY_THREE_PRODUCTS(WIDTH),
        WITH_FEWER_HEADS_OF_KEYS(WIDTH),
        BY_ONE_PRODUCT_AND_COMPUTED_AGAIN(3 * WIDTH),
        BY_ONE_PRODUCT_AND_KEPT(3 * WIDTH);

        private final long columns;

        Made(long columns) {
            this.columns = columns;
        }
    }

    private static Tensor random(Device device, long seed, long... sizes) {
        var random = new SplittableRandom(seed);
        float[] values = new float[Math.toIntExact(Shape.of(sizes).elements())];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian() / 3;
        }
        return Tensor.of(values, Shape.of(sizes), device).requiresGrad();
    }

    private static Tensor apart(Tensor x) {
        return x.unflatten(-1, x.shape().size(-1) / SIZE, SIZE).transpose(1, 2);
    }

    private static Tensor together(Tensor x) {
        return x.transpose(1, 2).flatten(2, 3);
    }

    private static Tensor mixed(Tensor x, List<Tensor> weights) {
        List<Tensor> qkv = weights.size() == 1 ? x.matmul(weights.getFirst()).chunk(3, -1) : products(x, weights);
        List<Tensor> parts = qkv.stream().map(AttentionResultsTest::apart).toList();
        return together(Tensor.attention(parts.get(0), parts.get(1), parts.get(2), Attention.CAUSAL));
    }

    private static List<Tensor> products(Tensor x, List<Tensor> weights) {
        return weights.stream().map(x::matmul).toList();
    }

    /** The result of a layer and the gradients of all that it is made of. */
    private static List<Tensor> layer(Device device, Made made) {
        return layer(device, made, BATCH);
    }

    private static List<Tensor> layer(Device device, Made made, long batch) {
        Tensor x = random(device, 1, batch, PLACES, WIDTH);
        Tensor out = random(device, 2, WIDTH, WIDTH);
        List<Tensor> weights = new ArrayList<>();
        switch (made) {
            case BY_ONE_PRODUCT, BY_ONE_PRODUCT_AND_COMPUTED_AGAIN, BY_ONE_PRODUCT_AND_KEPT ->
                weights.add(random(device, 3, WIDTH, made.columns));
            case BY_THREE_PRODUCTS ->
                weights.addAll(List.of(
                        random(device, 3, WIDTH, WIDTH),
                        random(device, 4, WIDTH, WIDTH),
                        random(device, 5, WIDTH, WIDTH)));
            case WITH_FEWER_HEADS_OF_KEYS ->
                weights.addAll(List.of(
                        random(device, 3, WIDTH, WIDTH),
                        random(device, 4, WIDTH, SIZE),
                        random(device, 5, WIDTH, SIZE)));
        }
        Function<Tensor, Tensor> segment = in -> mixed(in, weights).matmul(out);
        Tensor result = switch (made) {
            case BY_ONE_PRODUCT, BY_THREE_PRODUCTS, WITH_FEWER_HEADS_OF_KEYS -> segment.apply(x);
            case BY_ONE_PRODUCT_AND_COMPUTED_AGAIN -> Checkpoint.full(segment::apply, x);
            case BY_ONE_PRODUCT_AND_KEPT -> Checkpoint.selective(segment::apply, x);
        };
        List<Tensor> parameters = new ArrayList<>(weights);
        parameters.addAll(List.of(x, out));
        List<Tensor> all = new ArrayList<>(List.of(result));
        all.addAll(Gradients.of(List.of(result), List.of(random(device, 6, batch, PLACES, WIDTH)), parameters));
        return all;
    }

    @ParameterizedTest
    @EnumSource(Made.class)
    void givesWhatThePlainTwinGives(Made made) {
        long batch = made == Made.BY_THREE_PRODUCTS ? 1 : BATCH;
        List<Tensor> expected = layer(Device.plain(), made, batch);
        List<Tensor> actual = layer(Device.emulated(), made, batch);
        Tensor.realise(actual.toArray(Tensor[]::new));
        for (int i = 0; i < expected.size(); i++) {
            assertArrayEquals(expected.get(i).toFloatArray(), actual.get(i).toFloatArray(), 2e-5f);
        }
    }

    /** Products, attention, its gradient, and a sum of three products' results: nothing is copied between them. */
    @ParameterizedTest
    @EnumSource(
            value = Made.class,
            names = {"BY_ONE_PRODUCT", "BY_THREE_PRODUCTS", "WITH_FEWER_HEADS_OF_KEYS"})
    void copiesNothing(Made made) {
        List<Node> outputs =
                layer(Device.emulated(), made).stream().map(Tensor::node).toList();
        Program program = Device.emulated()
                .realisation()
                .executor()
                .compile(Subgraph.of(outputs).detached());
        String plan = program.explain();
        int steps = made == Made.BY_ONE_PRODUCT ? 6 + 2 : 12 + 2 + 1;
        assertTrue(plan.contains("\n" + steps + " steps;"), plan);
        assertFalse(plan.contains(" copy "), plan);
        String gradients = made == Made.BY_ONE_PRODUCT ? "float32(2, 5, 3, 3, 8)" : "float32(2, 5, 3, 8)";
        assertTrue(plan.contains(gradients), plan);
    }

    /** The plain twin knows all arrangements, so that what the graph says of itself can be held against what it said before. */
    @ParameterizedTest
    @EnumSource(Made.class)
    void graphsSayTheSameInOtherShapes(Made made) {
        List<Node> outputs =
                layer(Device.plain(), made).stream().map(Tensor::node).toList();
        Subgraph graph = Subgraph.of(outputs);
        Subgraph laid = AttentionResults.asUsed(graph.detached());
        Executor plain = Device.plain().realisation().executor();
        List<Storage> leaves = graph.leaves().stream().map(Node::storage).toList();
        List<Storage> expected = plain.compile(graph.detached()).run(leaves, List.of());
        List<Storage> actual = plain.compile(laid).run(leaves, List.of());
        assertFalse(laid.nodes().equals(graph.nodes()));
        for (int i = 0; i < outputs.size(); i++) {
            assertArrayEquals(read(plain, expected.get(i)), read(plain, actual.get(i)));
        }
    }

    private static float[] read(Executor executor, Storage storage) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(storage.bytes(), 8);
            executor.download(storage, memory);
            return memory.toArray(ValueLayout.JAVA_FLOAT);
        }
    }

    /** A value that is asked for is given as it was recorded. */
    @Test
    void givesHeadsFirstWhatIsAskedForSo() {
        Function<Device, Tensor> asked = device -> Tensor.attention(
                apart(random(device, 1, BATCH, PLACES, WIDTH)),
                apart(random(device, 2, BATCH, PLACES, WIDTH)),
                apart(random(device, 3, BATCH, PLACES, WIDTH)),
                Attention.CAUSAL);
        assertArrayEquals(
                asked.apply(Device.plain()).toFloatArray(),
                asked.apply(Device.emulated()).toFloatArray(),
                2e-5f);
        Tensor both = asked.apply(Device.emulated());
        Tensor turned = together(both);
        Tensor.realise(both, turned);
        assertArrayEquals(together(both).toFloatArray(), turned.toFloatArray());
    }
}
