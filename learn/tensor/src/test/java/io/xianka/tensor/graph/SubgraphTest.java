package io.xianka.tensor.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
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
                Subgraph.of(List.of(value)).key(), Subgraph.of(List.of(again)).key());
    }

    @Test
    void tellsStructuresApart() {
        Node x = leaf();
        Node y = leaf();
        Subgraph.Key difference = Subgraph.of(List.of(Formula.sub(x, y))).key();
        assertEquals(difference, Subgraph.of(List.of(Formula.sub(y, x))).key());
        assertNotEquals(difference, Subgraph.of(List.of(Formula.sub(x, x))).key());
        assertNotEquals(difference, Subgraph.of(List.of(Formula.add(x, y))).key());
    }
}
