package io.xianka.tensor.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import io.xianka.tensor.fusion.Kernel;
import io.xianka.tensor.fusion.Schedule;
import io.xianka.tensor.fusion.Step;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Place;
import io.xianka.tensor.graph.ReduceOp;
import io.xianka.tensor.graph.Subgraph;
import io.xianka.tensor.graph.Trace;
import io.xianka.tensor.graph.UnaryOp;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Generated kernels count in 64 bits where 32 do not suffice, by their text: no such tensor fits here. */
class WidePlacesTest {
    private static final Place PLACE = () -> "nowhere";

    private static Kernel kernel(Node output) {
        Step step = Schedule.of(Subgraph.of(List.of(output)).detached()).steps().getFirst();
        return ((Step.Fused) step).kernel();
    }

    private static Node places(long... sizes) {
        return Trace.unary(UnaryOp.NEG, Trace.iota(0, Shape.of(sizes), DType.INT64, PLACE));
    }

    @Test
    void countInSixtyFourBitsBeyondAnInt() {
        FusedSource source = FusedSource.of(kernel(places(1L << 33)), "k", Map.of());
        assertTrue(source.text().contains("const long long p = ((long long) blockIdx.x * "), source.text());
        assertEquals(
                1L << 33,
                source.launches().getFirst().gridX() * 256L * (source.text().contains("* 2;") ? 2 : 1));
        assertFalse(KernelText.isWide(kernel(places(1L << 30))));
        assertTrue(KernelText.isWide(kernel(places(1L << 31))));
    }

    @Test
    void rowsOfMoreElementsThanAnIntCounts() {
        FusedSource source =
                FusedSource.of(kernel(Trace.reduce(ReduceOp.MAX, places(1L << 20, 1L << 13), 1)), "k", Map.of());
        assertTrue(source.text().contains("const long long row"), source.text());
    }

    @Test
    void refuseMoreBlocksThanAGridHas() {
        var refused = assertThrows(
                IllegalArgumentException.class, () -> FusedSource.of(kernel(places(1L << 42)), "k", Map.of()));
        assertTrue(refused.getMessage().contains("more than a grid has"), refused.getMessage());
    }
}
