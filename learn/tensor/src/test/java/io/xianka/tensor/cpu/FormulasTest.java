package io.xianka.tensor.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.xianka.tensor.DType;
import io.xianka.tensor.Shape;
import io.xianka.tensor.graph.Node;
import io.xianka.tensor.graph.Subgraph;
import io.xianka.tensor.graph.Trace;
import io.xianka.tensor.graph.UnaryOp;
import io.xianka.tensor.plain.Scalars;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Functions of floats: against StrictMath in double, and vector code against loops. */
class FormulasTest {
    private static final List<UnaryOp> FUNCTIONS = List.of(
            UnaryOp.EXP,
            UnaryOp.EXPM1,
            UnaryOp.LOG,
            UnaryOp.LOG1P,
            UnaryOp.TANH,
            UnaryOp.SIGMOID,
            UnaryOp.ERF,
            UnaryOp.SQRT,
            UnaryOp.RSQRT,
            UnaryOp.RECIPROCAL);
    private static final float[] SPECIAL = {
        0f,
        -0f,
        Float.NaN,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY,
        Float.MIN_VALUE,
        -Float.MIN_VALUE,
        Float.MIN_NORMAL,
        Float.MAX_VALUE,
        -Float.MAX_VALUE,
        1f,
        -1f,
        88.7f,
        88.73f,
        89f,
        -87.4f,
        -103.9f,
        -104.1f,
        0.625f,
        0.92f,
        4f
    };

    private static float[] inputs() {
        var random = new Random(5);
        float[] inputs = new float[1 << 15];
        for (int i = 0; i < inputs.length; i++) {
            inputs[i] = i < SPECIAL.length
                    ? SPECIAL[i]
                    : switch (i % 4) {
                        case 0 -> Float.intBitsToFloat(random.nextInt());
                        case 1 -> (float) random.nextGaussian();
                        case 2 -> (float) (20 * random.nextGaussian());
                        default -> (float) (random.nextDouble() - 0.5) / 50;
                    };
        }
        return inputs;
    }

    private static double[] outputs(UnaryOp op, float[] inputs, VectorLoops.Use use) {
        Node leaf = Trace.data(
                new RandomGraph.NoElements(4L * inputs.length),
                Shape.of(inputs.length),
                DType.FLOAT32,
                RandomGraph.PLACE,
                false);
        byte[] bytes = new byte[4 * inputs.length];
        MemorySegment.ofArray(bytes).copyFrom(MemorySegment.ofArray(inputs));
        Subgraph graph = Subgraph.of(List.of(Trace.unary(op, leaf)));
        var executor = new CpuExecutor(1, Optional.empty(), use);
        return TwinComparison.values(
                DType.FLOAT32,
                TwinComparison.run(executor, graph, List.of(bytes)).getFirst());
    }

    @Test
    void areWithinTwoUnitsOfTheLastPlace() {
        float[] inputs = inputs();
        for (UnaryOp op : FUNCTIONS) {
            double[] outputs = outputs(op, inputs, VectorLoops.Use.NEVER);
            for (int i = 0; i < inputs.length; i++) {
                double exact = Scalars.unary(op, (double) inputs[i]);
                float nearest = (float) exact;
                String what = op + " of " + inputs[i];
                boolean ordinary = Math.abs(nearest) < 3.4e38f;
                if (ordinary) {
                    double units = Math.abs(outputs[i] - exact) / Math.ulp(nearest);
                    assertTrue(units <= 2, what + " is " + outputs[i] + ", " + units + " units from " + exact);
                    assertEquals(Math.signum(1 / exact), Math.signum(1 / outputs[i]), what);
                } else if (!(Math.abs(exact) < Double.MAX_VALUE) || Math.abs(exact) > 3.5e38) {
                    assertEquals(nearest, (float) outputs[i], what);
                }
            }
        }
    }

    @Test
    void giveTheSameBitsInVectorCode() {
        Assumptions.assumeTrue(VectorCode.isPossible(), "needs --add-modules jdk.incubator.vector");
        float[] inputs = inputs();
        for (UnaryOp op : FUNCTIONS) {
            double[] loops = outputs(op, inputs, VectorLoops.Use.NEVER);
            double[] vectors = outputs(op, inputs, VectorLoops.Use.AT_ONCE);
            for (int i = 0; i < inputs.length; i++) {
                assertEquals(loops[i], vectors[i], op + " of " + inputs[i]);
            }
        }
    }
}
