package io.xianka.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.cuda.CudaExecutor;
import io.xianka.tensor.execution.Program;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Storage;
import io.xianka.tensor.graph.Subgraph;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Folds down columns have the same bits in a kernel that has the rows, in one of their own, and where nothing is fused. */
class EmulatedCrossingTest {
    private static final CudaExecutor EXECUTOR =
            (CudaExecutor) Device.emulated().realisation().executor();

    private static Tensor normal(long seed, DType dtype, long... sizes) {
        return Generator.seeded(seed)
                .normal(Shape.of(sizes), DType.FLOAT32, Device.plain())
                .to(dtype)
                .to(Device.emulated())
                .realise();
    }

    /** The program's text, and the bytes of each of its results. */
    private record Run(String explanation, List<byte[]> results) {
        /** How many folds run down the columns of kernels that fold along rows. */
        int crossed() {
            var found = Pattern.compile("column-[a-z]+( x(\\d+))?").matcher(explanation);
            int count = 0;
            while (found.find()) {
                count += found.group(2) == null ? 1 : Integer.parseInt(found.group(2));
            }
            return count;
        }
    }

    private static Run run(List<Tensor> outputs, Function<Subgraph, Program> compile) {
        Subgraph graph = Subgraph.of(outputs.stream().map(Tensor::node).toList());
        List<Storage> leaves = graph.leaves().stream().map(Node::storage).toList();
        Program program = compile.apply(graph.detached());
        List<Storage> results = program.run(leaves, List.of());
        List<byte[]> bytes = new ArrayList<>();
        for (int i = 0; i < outputs.size(); i++) {
            byte[] memory = new byte[Math.toIntExact(outputs.get(i).node().bytes())];
            EXECUTOR.download(results.get(i), MemorySegment.ofArray(memory));
            results.get(i).close();
            bytes.add(memory);
        }
        return new Run(program.explain(), bytes);
    }

    /** @return how many folds were taken into kernels of rows */
    private static int compare(List<Tensor> outputs, String what) {
        Run crossed = run(outputs, EXECUTOR::compileCrossing);
        Run apart = run(outputs, EXECUTOR::compile);
        Run single = run(outputs, EXECUTOR::compileUnfused);
        assertEquals(0, apart.crossed(), what);
        for (int i = 0; i < outputs.size(); i++) {
            assertArrayEquals(apart.results.get(i), crossed.results.get(i), what + ", result " + i);
            assertArrayEquals(single.results.get(i), crossed.results.get(i), what + " in single steps, result " + i);
        }
        return crossed.crossed();
    }

    /** A norm's gradient, those of its scale and shift, and that of a bias added before it, as in a transformer's layer. */
    private static List<Tensor> normGradients(DType dtype, boolean hasMean, long... sizes) {
        return normGradients(1, dtype, hasMean, sizes);
    }

    private static List<Tensor> normGradients(long seed, DType dtype, boolean hasMean, long... sizes) {
        long width = sizes[sizes.length - 1];
        Tensor x = normal(seed, dtype, sizes);
        Tensor bias = normal(seed + 1, dtype, width).requiresGrad();
        Tensor scale = normal(seed + 2, DType.FLOAT32, width).requiresGrad();
        Tensor shift = normal(seed + 3, DType.FLOAT32, width).requiresGrad();
        Tensor entry = x.add(bias).to(DType.FLOAT32);
        Tensor norm = hasMean ? entry.layerNorm(scale, shift, 1e-5) : entry.rmsNorm(scale, 1e-5);
        Tensor result = norm.to(dtype);
        Tensor gradient = normal(seed + 4, dtype, sizes);
        List<Tensor> wanted = hasMean ? List.of(bias, scale, shift, entry) : List.of(bias, scale, entry);
        List<Tensor> outputs = new ArrayList<>(List.of(result));
        outputs.addAll(Gradients.of(List.of(result), List.of(gradient), wanted));
        return outputs;
    }

    @Test
    void gradientsOfANormsScaleShiftAndBias() {
        assertEquals(3, compare(normGradients(DType.BFLOAT16, true, 2, 260, 390), "layer norm"));
        assertEquals(2, compare(normGradients(DType.FLOAT32, false, 520, 96), "root mean square"));
    }

    /** Lengths of rows that leave threads idle, that lie between vectors, that begin between them; parts of which the last is short. */
    @Test
    void whateverTheShape() {
        long first = Long.getLong("xianka.seed", System.nanoTime() & 0xffff_ffffL);
        var random = new SplittableRandom(first);
        DType[] types = {DType.BFLOAT16, DType.FLOAT16, DType.FLOAT32};
        for (int i = 0; i < 4; i++) {
            long rows = i == 0 ? 513 : random.nextLong(512, 1_100);
            long width = i == 0 ? 1_024 : random.nextLong(32, 150);
            DType dtype = types[random.nextInt(types.length)];
            String what = "seed " + first + ", " + dtype + " (" + rows + ", " + width + ")";
            assertTrue(compare(normGradients(dtype, random.nextBoolean(), rows, width), what) >= 1, what);
        }
    }

    /** Kernels of one source run at once, on a table of addresses. */
    @Test
    void severalNormsOfOneShape() {
        List<Tensor> outputs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            outputs.addAll(normGradients(30 + 10L * i, DType.BFLOAT16, true, 512, 40));
        }
        assertEquals(9, compare(outputs, "three norms"));
    }

    @Test
    void otherFoldsThanSums() {
        Tensor x = normal(6, DType.FLOAT32, 700, 48);
        Tensor weights = x.softmax(1);
        List<Tensor> outputs =
                List.of(weights, weights.amax(0), weights.amin(0), x.exp().prod(0));
        assertEquals(3, compare(outputs, "extremes"));
    }

    /** What is made of what columns gave, for all rows, cannot be computed where the columns are not done yet. */
    @Test
    void rowsThatWantTheColumnsFirstAreAKernelOfTheirOwn() {
        Tensor x = normal(7, DType.FLOAT32, 600, 64);
        Tensor weights = x.softmax(1);
        Tensor mean = weights.mean(0);
        Tensor distance = weights.sub(mean).softmax(1);
        assertTrue(compare(List.of(distance), "rows after columns") <= 1);
    }

    /** As a gradient's norm does, by a step that comes between the one that folds columns and the one that has the rows. */
    @Test
    void columnsThatAreWantedBeforeTheRows() {
        Tensor x = normal(8, DType.FLOAT32, 530, 40);
        Tensor sum = x.exp().sum(0);
        Tensor squares = sum.square().sum();
        Tensor weights = x.softmax(1);
        Tensor product = weights.matmul(normal(9, DType.FLOAT32, 40, 40));
        assertEquals(1, compare(List.of(sum, squares, product, weights.add(product)), "columns first"));
        Tensor centred = x.sub(sum);
        assertEquals(0, compare(List.of(squares, centred.softmax(1)), "rows of columns"));
    }

    /** Few rows fill no GPU in parts, columns short enough are folded whole. */
    @Test
    void fewRowsAreLeftAlone() {
        for (long rows : new long[] {1, 2, 511}) {
            assertEquals(0, compare(normGradients(DType.BFLOAT16, true, rows, 64), rows + " rows"));
        }
    }

    @Test
    void manyRowsNeedNotBeAskedFor() {
        List<Tensor> outputs = normGradients(DType.FLOAT32, true, 8_192, 32);
        Run crossed = run(outputs, EXECUTOR::compile);
        Run single = run(outputs, EXECUTOR::compileUnfused);
        assertEquals(3, crossed.crossed(), crossed.explanation);
        for (int i = 0; i < outputs.size(); i++) {
            assertArrayEquals(single.results.get(i), crossed.results.get(i), "result " + i);
        }
    }

    /** A result of 16 bits wants a float32 that nothing else does, and one of 32 bits a bfloat16: neither may be stored before the other's. */
    @Test
    void storesWaitForLoadsOfTheirSizeAlone() {
        long[] sizes = {600, 64};
        Tensor x = normal(1, DType.FLOAT32, sizes);
        Tensor gradient = normal(2, DType.BFLOAT16, sizes);
        Tensor late = normal(3, DType.BFLOAT16, sizes);
        Tensor scale = normal(4, DType.FLOAT32, 64);
        Tensor shift = normal(5, DType.FLOAT32, 64);
        Tensor centred = x.sub(x.mean(1, true));
        Tensor normed = centred.mul(centred.mul(centred).mean(1, true).add(1e-5).rsqrt());
        Tensor wide = gradient.to(DType.FLOAT32);
        Tensor through = wide.mul(scale);
        Tensor slope = through.sub(through.mean(1, true))
                .sub(normed.mul(through.mul(normed).mean(1, true)));
        int crossed = compare(
                List.of(
                        slope.add(late.to(DType.FLOAT32)),
                        normed.mul(scale).add(shift).to(DType.BFLOAT16),
                        wide.mul(normed).sum(0),
                        wide.sum(0)),
                "a norm's gradient and its result");
        assertEquals(2, crossed);
    }
}
