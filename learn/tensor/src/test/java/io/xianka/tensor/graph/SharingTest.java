package io.xianka.tensor.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharingTest {
    private static final Place PLACE = () -> "nowhere";

    private final Node number = Trace.parameter(3.0, DType.FLOAT32, PLACE);

    private Node half() {
        return Trace.binary(BinaryOp.MUL, number, Trace.fill(0.5, Shape.SCALAR, DType.FLOAT32, PLACE));
    }

    private static Node leaf(boolean differentiable) {
        return new Node(
                new Op.Data(),
                List.of(),
                List.of(new Node.Result(Shape.SCALAR, DType.FLOAT32)),
                PLACE,
                differentiable,
                null);
    }

    @Test
    void theSameNumberIsRecordedOnceAndStretchedOnceToAShape() {
        Trace.sharingNumbers(() -> {
            assertSame(half(), half());
            assertSame(Trace.broadcast(half(), Shape.of(2, 3)), Trace.broadcast(half(), Shape.of(2, 3)));
            assertNotSame(Trace.broadcast(half(), Shape.of(2, 3)), Trace.broadcast(half(), Shape.of(3, 3)));
            assertSame(
                    Trace.fill(1.0, Shape.of(4), DType.FLOAT32, PLACE),
                    Trace.fill(1.0, Shape.of(4), DType.FLOAT32, PLACE));
            assertNotSame(
                    Trace.fill(0.0, Shape.of(4), DType.FLOAT32, PLACE),
                    Trace.fill(-0.0, Shape.of(4), DType.FLOAT32, PLACE));
            assertNotSame(
                    Trace.fill(1.0, Shape.of(4), DType.FLOAT32, PLACE),
                    Trace.fill(1.0, Shape.of(4), DType.FLOAT64, PLACE));
            return null;
        });
        assertNotSame(half(), half());
    }

    @Test
    void isOverWithTheAction() {
        Node inside = Trace.sharingNumbers(this::half);
        assertNotSame(inside, Trace.sharingNumbers(this::half));
    }

    @Test
    void whatGradientsFlowThroughIsAnotherNode() {
        Node x = leaf(true);
        Trace.sharingNumbers(() -> {
            Node with = Trace.unary(UnaryOp.EXP, x);
            Node without = Trace.withoutGradients(() -> Trace.unary(UnaryOp.EXP, x));
            assertTrue(with.isDifferentiable());
            assertFalse(without.isDifferentiable());
            assertSame(with, Trace.unary(UnaryOp.EXP, x));
            return null;
        });
    }

    /** It could be closed by who has it. */
    @Test
    void aNumberThatIsInMemoryIsNoLongerShared() {
        Trace.sharingNumbers(() -> {
            Node computed = half();
            computed.realise(new Held());
            assertNotSame(computed, half());
            return null;
        });
    }

    @Test
    void aStretchedNumberThatIsInMemoryIsNoLongerShared() {
        Shape shape = Shape.of(2, 3);
        Trace.sharingNumbers(() -> {
            Node stretched = Trace.broadcast(half(), shape);
            assertSame(stretched, Trace.broadcast(half(), shape));
            stretched.realise(new Held());
            assertNotSame(stretched, Trace.broadcast(half(), shape));
            return null;
        });
    }

    private record Held() implements Storage {
        @Override
        public long bytes() {
            return 4;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public Storage shared() {
            return this;
        }

        @Override
        public boolean isSameMemory(Storage other) {
            return other == this;
        }

        @Override
        public boolean isSole() {
            return true;
        }

        @Override
        public void close() {}
    }

    /** As an optimizer for each of many parameters: fewer nodes, the same plan. */
    @Test
    void plansKnowNoDifference() {
        List<Node> leaves = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            leaves.add(new Node(
                    new Op.Data(),
                    List.of(),
                    List.of(new Node.Result(Shape.of(2, 1 + i % 7), DType.FLOAT32)),
                    PLACE,
                    false,
                    null));
        }
        Recorded apart = Recorded.of(updates(leaves));
        Recorded shared = Trace.sharingNumbers(() -> Recorded.of(updates(leaves)));
        assertTrue(
                shared.graph().nodes().size() < 0.4 * apart.graph().nodes().size(),
                () -> shared.graph().nodes().size() + " of "
                        + apart.graph().nodes().size());
        assertEquals(
                Recorded.of(apart.graph().detached().outputs()).structure(),
                Recorded.of(shared.graph().detached().outputs()).structure());
    }

    private List<Node> updates(List<Node> leaves) {
        List<Node> updates = new ArrayList<>();
        for (Node leaf : leaves) {
            Node rate = Trace.unary(UnaryOp.SQRT, Trace.binary(BinaryOp.SUB, half(), number));
            updates.add(Trace.binary(BinaryOp.MUL, leaf, rate));
        }
        return updates;
    }
}
