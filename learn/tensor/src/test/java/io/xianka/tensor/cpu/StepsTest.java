package io.xianka.tensor.cpu;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Op;
import io.xianka.tensor.graph.ReduceOp;
import io.xianka.tensor.graph.Subgraph;
import io.xianka.tensor.graph.Trace;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What has a step of its own, against the plain twin. */
class StepsTest {
    private static final CpuExecutor CPU = new CpuExecutor(2);
    private static final CpuExecutor WITHOUT_BLAS = new CpuExecutor(2, Optional.empty(), VectorLoops.Use.NEVER);

    private static Node leaf(DType dtype, long... sizes) {
        Shape shape = Shape.of(sizes);
        return Trace.data(
                new RandomGraph.NoElements(shape.elements() * dtype.bytes()), shape, dtype, RandomGraph.PLACE, false);
    }

    private static void check(CpuExecutor executor, Node... outputs) {
        Subgraph graph = Subgraph.of(List.of(outputs));
        List<byte[]> leaves = TwinComparison.elements(graph, new Random(7), false);
        TwinComparison.check(outputs[0].toString(), executor, graph, leaves);
    }

    @Test
    void multipliesMatricesOfEveryType() {
        for (CpuExecutor executor : List.of(CPU, WITHOUT_BLAS)) {
            for (DType dtype : DType.values()) {
                check(executor, Trace.dot(leaf(dtype, 5, 7), leaf(dtype, 7, 3)));
                check(executor, Trace.dot(leaf(dtype, 4, 70, 33), leaf(dtype, 4, 33, 65)));
                check(executor, Trace.dot(leaf(dtype, 1, 9), leaf(dtype, 9, 1)));
            }
        }
    }

    @Test
    void multipliesViewsAsTheyLie() {
        for (CpuExecutor executor : List.of(CPU, WITHOUT_BLAS)) {
            for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64, DType.BFLOAT16, DType.INT32, DType.COMPLEX64)) {
                Node a = leaf(dtype, 3, 20, 17);
                Node b = leaf(dtype, 3, 9, 17);
                check(executor, Trace.dot(a, Trace.transpose(b, 1, 2)));
                check(executor, Trace.dot(Trace.transpose(a, 1, 2), leaf(dtype, 3, 20, 6)));
                check(executor, Trace.dot(a, Trace.broadcast(leaf(dtype, 17, 8), Shape.of(3, 17, 8))));
                long[] starts = {0, 2, 0};
                long[] steps = {1, 1, 1};
                check(executor, Trace.dot(Trace.slice(a, starts, new long[] {3, 9, 17}, steps), leaf(dtype, 3, 17, 4)));
                check(executor, Trace.dot(Trace.slice(a, starts, new long[] {3, 1, 17}, steps), leaf(dtype, 3, 17, 4)));
            }
        }
    }

    @Test
    void multipliesAcrossThePanelsOfItsOwnProduct() {
        check(WITHOUT_BLAS, Trace.dot(leaf(DType.FLOAT32, 67, 300), leaf(DType.FLOAT32, 300, 530)));
        check(WITHOUT_BLAS, Trace.dot(leaf(DType.FLOAT64, 67, 300), leaf(DType.FLOAT64, 300, 530)));
    }

    @Test
    void givesZerosForSumsOfNothingAndNothingForNothing() {
        for (CpuExecutor executor : List.of(CPU, WITHOUT_BLAS)) {
            check(executor, Trace.dot(leaf(DType.FLOAT32, 3, 0), leaf(DType.FLOAT32, 0, 4)));
            check(executor, Trace.dot(leaf(DType.FLOAT32, 0, 5), leaf(DType.FLOAT32, 5, 4)));
            check(executor, Trace.dot(leaf(DType.FLOAT32, 0, 3, 5), leaf(DType.FLOAT32, 0, 5, 4)));
        }
    }

    @Test
    void attendsAndTracesItsGradientBack() {
        for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT16, DType.BFLOAT16, DType.FLOAT64)) {
            for (boolean causal : new boolean[] {false, true}) {
                Node q = leaf(dtype, 2, 4, 37, 8);
                Node k = leaf(dtype, 2, 2, 41, 8);
                Node v = leaf(dtype, 2, 2, 41, 8);
                Node attention = Trace.attention(q, k, v, 0.2, causal);
                Node output = Trace.item(attention, 0);
                Node lse = Trace.item(attention, 1);
                check(CPU, output, lse);
                Node gradient = Trace.attentionGradient(
                        new Op.Attention(0.2, causal, false), q, k, v, output, lse, leaf(dtype, 2, 4, 37, 8));
                check(CPU, Trace.item(gradient, 0), Trace.item(gradient, 1), Trace.item(gradient, 2));
            }
        }
    }

    @Test
    void attendsOverManyKeysAPieceOfTheQueriesAtATime() {
        Node q = leaf(DType.FLOAT32, 1, 1, 300, 4);
        Node k = leaf(DType.FLOAT32, 1, 1, 5000, 4);
        check(CPU, Trace.item(Trace.attention(q, k, leaf(DType.FLOAT32, 1, 1, 5000, 4), 0.3, true), 0));
    }

    @Test
    void attendsOverHeadsThatLieBesideEachOther() {
        Node packed = leaf(DType.FLOAT32, 2, 19, 3, 5, 8);
        Node[] parts = new Node[3];
        for (int i = 0; i < 3; i++) {
            Node part = Trace.slice(
                    packed, new long[] {0, 0, i, 0, 0}, new long[] {2, 19, 1, 5, 8}, new long[] {1, 1, 1, 1, 1});
            parts[i] = Trace.transpose(Trace.reshape(part, Shape.of(2, 19, 5, 8)), 1, 2);
        }
        check(CPU, Trace.item(Trace.attention(parts[0], parts[1], parts[2], 0.5, true), 0));
    }

    @Test
    void goesAlongEveryAxis() {
        for (DType dtype : DType.values()) {
            Node x = leaf(dtype, 6, 70, 5);
            for (int axis = 0; axis < 3; axis++) {
                for (boolean backwards : new boolean[] {false, true}) {
                    if (!dtype.isComplex()) {
                        check(CPU, Trace.scan(ReduceOp.SUM, x, axis, backwards));
                        check(CPU, Trace.scan(ReduceOp.MAX, x, axis, backwards));
                        check(CPU, Trace.argsort(x, axis, backwards));
                    }
                }
                if (!dtype.isComplex()) {
                    check(CPU, Trace.argReduce(ReduceOp.MAX, x, axis), Trace.argReduce(ReduceOp.MIN, x, axis));
                }
            }
        }
    }

    @Test
    void ordersNanLastAndBothZerosAsOne() {
        for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64, DType.FLOAT16)) {
            Node x = leaf(dtype, 40, 50);
            Subgraph graph = Subgraph.of(List.of(
                    Trace.argsort(x, 1, false),
                    Trace.argsort(x, 0, true),
                    Trace.argReduce(ReduceOp.MAX, x, 1),
                    Trace.argReduce(ReduceOp.MIN, x, 1)));
            TwinComparison.check("order", CPU, graph, TwinComparison.elements(graph, new Random(3), true));
        }
    }

    @Test
    void addsByIndexInOrder() {
        for (DType dtype : DType.values()) {
            if (dtype == DType.BOOL) {
                continue;
            }
            for (int axis = 0; axis < 2; axis++) {
                Node base = leaf(dtype, 6, 9);
                long size = base.shape().size(axis);
                Node places = Trace.iota(0, Shape.of(30), DType.INT64, RandomGraph.PLACE);
                Node index = Trace.binary(io.xianka.tensor.graph.BinaryOp.MOD, places, Trace.fillLike(places, size));
                Shape source = axis == 0 ? Shape.of(30, 9) : Shape.of(6, 30);
                check(CPU, Trace.takeAdd(base, index, leaf(dtype, source.sizes()), axis));
                Node wide = Trace.broadcast(
                        Trace.reshape(index, axis == 0 ? Shape.of(30, 1) : Shape.of(1, 30)),
                        axis == 0 ? Shape.of(30, 4) : Shape.of(5, 30));
                check(CPU, Trace.scatterAdd(base, wide, leaf(dtype, wide.shape().sizes()), axis));
            }
        }
    }
}
