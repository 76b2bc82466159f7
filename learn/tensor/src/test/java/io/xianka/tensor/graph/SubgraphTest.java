package io.xianka.tensor.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubgraphTest {
    private static final Place PLACE = () -> "nowhere";

    private static Node leaf() {
        return new Node(
                new Op.Data(), List.of(), List.of(new Node.Result(Shape.of(3), DType.FLOAT32)), PLACE, true, null);
    }

    @Test
    void computesTheSameOnce() {
        Node x = leaf();
        Node sum = Formula.add(Formula.exp(x), Formula.mul(Formula.exp(x), Formula.exp(x)));
        Subgraph graph = Subgraph.of(List.of(sum));
        assertEquals(6, graph.nodes().size());
        assertEquals(4, graph.detached().nodes().size());
    }

    @Test
    void keepsOutputsApart() {
        Node x = leaf();
        Subgraph graph = Subgraph.of(List.of(Formula.exp(x), Formula.exp(x))).detached();
        assertNotSame(graph.outputs().get(0), graph.outputs().get(1));
    }

    @Test
    void keepsParametersApart() {
        Node one = Trace.parameter(1L, DType.INT64, PLACE);
        Node other = Trace.parameter(1L, DType.INT64, PLACE);
        Subgraph graph = Subgraph.of(List.of(Formula.add(one, other)));
        assertEquals(2, graph.detached().parameters().stream().distinct().count());
    }

    @Test
    void leavesOutWhatOnlyAGradientRuleSpeaksOf() {
        Node x = leaf();
        Node index = Formula.exp(leaf());
        Node value = Trace.withGradient(Formula.exp(x), List.of(x, index), (_, g) -> List.of(g, g));
        assertEquals(3, Subgraph.of(List.of(value)).nodes().size());
        Node again = Trace.withGradient(Formula.exp(x), List.of(x, index), (_, g) -> List.of(g, g));
        assertEquals(
                Recorded.of(List.of(value)).structure(),
                Recorded.of(List.of(again)).structure());
    }

    @Test
    void tellsStructuresApart() {
        Node x = leaf();
        Node y = leaf();
        Recorded.Structure difference = Recorded.of(List.of(Formula.sub(x, y))).structure();
        assertEquals(difference, Recorded.of(List.of(Formula.sub(y, x))).structure());
        assertNotEquals(difference, Recorded.of(List.of(Formula.sub(x, x))).structure());
        assertNotEquals(difference, Recorded.of(List.of(Formula.add(x, y))).structure());
    }

    /** By operations, their options, types and shapes, and what is asked for. */
    @Test
    void tellsStructuresOfTheSameFormApart() {
        Node x = leaf();
        List<Recorded.Structure> all = new ArrayList<>();
        for (Node one : List.of(
                Formula.exp(x),
                Formula.log(x),
                Trace.cast(x, DType.FLOAT64),
                Trace.cast(x, DType.BFLOAT16),
                Trace.reduce(ReduceOp.SUM, x, 0),
                Trace.reduce(ReduceOp.MAX, x, 0),
                Trace.broadcast(Trace.reshape(x, Shape.of(1, 3)), Shape.of(2, 3)),
                Trace.broadcast(Trace.reshape(x, Shape.of(1, 3)), Shape.of(4, 3)))) {
            Recorded.Structure structure = Recorded.of(List.of(one)).structure();
            assertFalse(all.contains(structure), one::toString);
            assertEquals(structure, Recorded.of(List.of(one)).structure());
            all.add(structure);
        }
        Node exp = Formula.exp(x);
        assertNotEquals(
                Recorded.of(List.of(exp, x)).structure(),
                Recorded.of(List.of(exp)).structure());
    }

    @Test
    void isReadHoweverDeepItIs() {
        Node x = leaf();
        Node deep = x;
        for (int i = 0; i < 100_000; i++) {
            deep = Formula.add(deep, x);
        }
        Subgraph graph = Subgraph.of(List.of(deep));
        assertEquals(100_001, graph.nodes().size());
        assertSame(x, graph.nodes().getFirst());
        assertSame(deep, graph.nodes().getLast());
        assertEquals(List.of(x), graph.leaves());
    }

    @Test
    void tellsSmallStructuresApart() {
        Node x = Trace.parameter(1L, DType.INT64, PLACE);
        Node y = Trace.parameter(2L, DType.INT64, PLACE);
        SmallGraph.Structure difference = small(Formula.sub(x, y)).structure();
        assertTrue(difference.isOf(small(Formula.sub(y, x))));
        assertFalse(difference.isOf(small(Formula.sub(x, x))));
        assertFalse(difference.isOf(small(Formula.add(x, y))));
        assertFalse(difference.isOf(small(Formula.sub(x, y), x)));
        Node longer = Trace.broadcast(x, Shape.of(3));
        assertFalse(small(longer).structure().isOf(small(Trace.broadcast(x, Shape.of(4)))));
    }

    @Test
    void aSmallGraphHasFewNodesAndNothingToBeComputedFirst() {
        Node x = Trace.parameter(1L, DType.INT64, PLACE);
        Node deep = x;
        for (int i = 0; i < 100; i++) {
            deep = Formula.add(deep, x);
        }
        assertNull(SmallGraph.of(List.of(deep)));
        Node assigned = Trace.variable(Formula.add(x, x), new Variable());
        assertNull(SmallGraph.of(List.of(Formula.add(assigned, x))));
        Node moved = Trace.transfer(x, () -> "elsewhere");
        assertNull(SmallGraph.of(List.of(Formula.add(moved, moved))));
    }

    private static SmallGraph small(Node... outputs) {
        SmallGraph graph = SmallGraph.of(List.of(outputs));
        assertNotNull(graph);
        return graph;
    }
}
