package io.xianka.tensor.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.Shape;
import io.xianka.tensor.fusion.Gathering;
import io.xianka.tensor.fusion.MemoryPlan;
import io.xianka.tensor.fusion.Schedule;
import io.xianka.tensor.fusion.Step;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.Donation;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.ReduceOp;
import io.xianka.tensor.graph.Subgraph;
import io.xianka.tensor.graph.Trace;
import io.xianka.tensor.graph.UnaryOp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which steps of a plan run in one launch, and that none of them is in another's way. */
class GatheringTest {
    private static Gathering gathering(List<Node> outputs) {
        Schedule schedule = Schedule.of(Subgraph.of(outputs).detached());
        return Gathering.of(schedule, GatheringTest::kind);
    }

    private static Object kind(Step step) {
        return step instanceof Step.Fused(var kernel) ? FusedSource.of(kernel, "k", Map.of()) : null;
    }

    private static List<Integer> sizes(Gathering gathering) {
        return gathering.turns().stream().map(List::size).sorted().toList();
    }

    private static Node product(Node left, Node right) {
        return Trace.dot(left, right);
    }

    @Test
    void updatesOfParametersOfOneShapeRunAtOnce() {
        List<Node> updates = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Node parameter = Leaves.leaf(i % 2 == 0 ? 40 : 64, 16);
            updates.add(Trace.unary(UnaryOp.TANH, parameter));
        }
        assertEquals(List.of(3, 3), sizes(gathering(updates)));
    }

    @Test
    void whatOthersWaitForRunsBeforeThem() {
        Node first = Trace.barrier(Trace.unary(UnaryOp.EXP, Leaves.leaf(16, 16)));
        Node made = product(first, Leaves.leaf(16, 16));
        Node second = Trace.unary(UnaryOp.EXP, made);
        Gathering gathering = gathering(List.of(first, second));
        assertTrue(sizes(gathering).stream().allMatch(size -> size == 1), gathering.turns()::toString);
    }

    /** As the norms of gradients wait for each other while products still come, since the gradients are kept for the update. */
    @Test
    void foldsOfWhatIsHeldAnywayWaitForEachOther() {
        List<Node> gradients = new ArrayList<>();
        List<Node> outputs = new ArrayList<>();
        Node flowing = Leaves.leaf(1_024, 1_024);
        for (int i = 0; i < 4; i++) {
            flowing = product(flowing, Leaves.leaf(1_024, 1_024));
            gradients.add(flowing);
        }
        Node norm = null;
        for (Node gradient : gradients) {
            Node sum = Trace.reduce(ReduceOp.SUM, Trace.binary(BinaryOp.MUL, gradient, gradient), 0, 1);
            norm = norm == null ? sum : Trace.binary(BinaryOp.ADD, norm, sum);
        }
        for (Node gradient : gradients) {
            outputs.add(Trace.binary(BinaryOp.DIV, gradient, Trace.broadcast(norm, Shape.of(1_024, 1_024))));
        }
        Gathering gathering = gathering(outputs);
        List<Integer> sizes = sizes(gathering);
        assertTrue(sizes.getLast() >= 3, sizes::toString);
        Set<Integer> places = new HashSet<>();
        gathering.turns().forEach(places::addAll);
        assertEquals(gathering.schedule().steps().size(), places.size());
        assertReadsWhatWasWritten(gathering);
        assertHasMemoryOfItsOwn(gathering);
    }

    private static void assertReadsWhatWasWritten(Gathering gathering) {
        List<Step> steps = gathering.schedule().steps();
        Map<Object, Integer> written = new HashMap<>();
        for (int turn = 0; turn < gathering.turns().size(); turn++) {
            for (int at : gathering.turns().get(turn)) {
                for (var buffer : steps.get(at).writtenBuffers()) {
                    written.put(buffer, turn);
                }
            }
        }
        for (int turn = 0; turn < gathering.turns().size(); turn++) {
            for (int at : gathering.turns().get(turn)) {
                for (Node read : steps.get(at).reads()) {
                    Integer when = written.get(Schedule.buffer(read));
                    assertTrue(when == null || when < turn, steps.get(at)::toString);
                }
            }
        }
    }

    /** Workspaces of a turn, and what its steps write, lie apart. */
    private static void assertHasMemoryOfItsOwn(Gathering gathering) {
        MemoryPlan plan = MemoryPlan.of(gathering, _ -> 256, Donation.NONE);
        for (List<Integer> turn : gathering.turns()) {
            Set<Long> taken = new HashSet<>();
            for (int at : turn) {
                assertTrue(taken.add(plan.workspaces().get(at)), turn::toString);
                for (var buffer : gathering.schedule().steps().get(at).writtenBuffers()) {
                    Long offset = plan.offsets().get(buffer);
                    assertFalse(offset != null && !taken.add(offset), turn::toString);
                }
            }
        }
    }
}
