package io.xianka.tensor.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import io.xianka.tensor.fusion.Schedule;
import io.xianka.tensor.fusion.Step;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.ReduceOp;
import io.xianka.tensor.graph.Subgraph;
import io.xianka.tensor.graph.Trace;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Threads that are neighbours read and write neighbours in memory, whichever way a kernel folds. */
class WaysOfFoldingTest {
    private static FusedSource only(Node... outputs) {
        List<Step> steps = Schedule.of(Subgraph.of(List.of(outputs)).detached()).steps();
        assertEquals(1, steps.size());
        return FusedSource.of(((Step.Fused) steps.getFirst()).kernel(), "k", Map.of());
    }

    private static void assertNeighboursAreColumns(FusedSource source) {
        FusedSource.Part part = source.launches().getFirst();
        assertEquals(32, part.blockX(), source.text());
        assertTrue(part.blockY() > 1, source.text());
    }

    @Test
    void foldDownColumnsOfWhatHeadsWrote() {
        // (batch, heads, length, size) beside each other in the last axis, as attention's gradients in one product's.
        Node sum = null;
        for (int i = 0; i < 3; i++) {
            Node head = Trace.reshape(Trace.transpose(Leaves.leaf(2, 12, 128, 64), 1, 2), Shape.of(2, 128, 768));
            Node placed = Trace.pad(head, new long[] {0, 0, 768L * i}, new long[] {0, 0, 768L * (2 - i)}, 0.0);
            sum = sum == null ? placed : Trace.binary(BinaryOp.ADD, sum, placed);
        }
        assertNeighboursAreColumns(only(sum, Trace.reduce(ReduceOp.SUM, sum, 0, 1)));
    }

    @Test
    void foldDownColumnsOfWhatIsStoredSo() {
        Node square = Leaves.leaf(512, 96);
        Node twice = Trace.binary(BinaryOp.ADD, square, square);
        assertNeighboursAreColumns(only(twice, Trace.reduce(ReduceOp.SUM, twice, 0)));
    }

    @Test
    void foldAlongRows() {
        Node rows = Leaves.leaf(512, 96);
        FusedSource.Part part =
                only(Trace.reduce(ReduceOp.SUM, rows, 1)).launches().getFirst();
        assertEquals(1, part.blockY());
    }

    @Test
    void takeSeveralRowsWhereANarrowBiasIsTheSame() {
        Node bias = Trace.cast(Leaves.leaf(4_096), DType.BFLOAT16);
        Node narrow = Trace.cast(Leaves.leaf(1_024, 4_096), DType.BFLOAT16);
        FusedSource source = only(Trace.binary(BinaryOp.ADD, narrow, Trace.broadcast(bias, narrow.shape())));
        // Four rows of eight elements each by 256 threads.
        assertEquals(1_024 * 4_096 / (4 * 8 * 256), source.launches().getFirst().gridX(), source.text());
    }
}
