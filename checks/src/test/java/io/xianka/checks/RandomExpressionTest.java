package io.xianka.checks;

import static io.xianka.driver.Arg.in;
import static io.xianka.driver.Arg.out;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.xianka.checks.CExpression.Variable;
import io.xianka.driver.Device;
import io.xianka.driver.Kernel;
import io.xianka.driver.Launch;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.SourceText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the compiler and the emulator make of random expressions, against Java's arithmetic. */
class RandomExpressionTest {
    private static final int THREADS = 64;
    private static final int EXPRESSIONS = 24;
    private static final List<Variable> VARIABLES = List.of(
            new Variable(CType.SCHAR, "a"),
            new Variable(CType.UCHAR, "b"),
            new Variable(CType.SHORT, "c"),
            new Variable(CType.USHORT, "d"),
            new Variable(CType.INT, "e"),
            new Variable(CType.INT, "f"),
            new Variable(CType.UINT, "g"),
            new Variable(CType.UINT, "h"),
            new Variable(CType.LLONG, "i"),
            new Variable(CType.ULLONG, "j"),
            new Variable(CType.FLOAT, "k"),
            new Variable(CType.FLOAT, "l"),
            new Variable(CType.DOUBLE, "m"),
            new Variable(CType.DOUBLE, "n"));

    @Test
    void randomExpressionsGiveWhatJavaComputes() {
        long seed = Long.getLong("xianka.seed", System.nanoTime());
        System.out.println("RandomExpressionTest: -Dxianka.seed=" + seed);
        try (Device device = Device.emulated()) {
            for (int round = 0; round < Integer.getInteger("xianka.rounds", 8); round++) {
                check(device, seed + round);
            }
        }
    }

    private static void check(Device device, long seed) {
        Random random = new Random(seed);
        CExpressions expressions = new CExpressions(random, VARIABLES);
        List<CExpression> made = new ArrayList<>();
        for (int i = 0; i < EXPRESSIONS; i++) {
            made.add(expressions.any(1 + i % 5));
        }
        String source = source(made);
        long[] integers = new long[THREADS * VARIABLES.size()];
        double[] floats = new double[THREADS * VARIABLES.size()];
        List<Map<String, Object>> values = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            Map<String, Object> of = new HashMap<>();
            for (int v = 0; v < VARIABLES.size(); v++) {
                Variable variable = VARIABLES.get(v);
                int at = thread * VARIABLES.size() + v;
                if (variable.type().floating) {
                    double[] some = {random.nextGaussian(), random.nextInt(100), random.nextGaussian() * 1e6, 0, -1};
                    floats[at] = variable.type().round(some[random.nextInt(some.length)]);
                    of.put(variable.name(), floats[at]);
                } else {
                    integers[at] = variable.type().wrap(CExpressions.number(random));
                    of.put(variable.name(), integers[at]);
                }
            }
            values.add(of);
        }
        long[] integerResults = new long[THREADS * EXPRESSIONS];
        double[] floatResults = new double[THREADS * EXPRESSIONS];
        CompileOptions options = CompileOptions.DEFAULT
                .withCompiler(CompileOptions.Compiler.OWN)
                .withContraction(false)
                .withCache(false);
        Kernel kernel =
                device.compile(SourceText.of("random.cu", source), options).kernel("evaluate");
        kernel.launch(Launch.of(1, THREADS), in(integers), in(floats), out(integerResults), out(floatResults));
        for (int thread = 0; thread < THREADS; thread++) {
            for (int e = 0; e < EXPRESSIONS; e++) {
                CExpression expression = made.get(e);
                int at = thread * EXPRESSIONS + e;
                if (expression.type().floating) {
                    double expected = expression.floating(values.get(thread));
                    boolean same =
                            expected == floatResults[at] || (Double.isNaN(expected) && Double.isNaN(floatResults[at]));
                    if (!same) {
                        fail("seed " + seed + ", thread " + thread + ": " + expression.text() + " with "
                                + values.get(thread) + " is " + expected + ", computed " + floatResults[at]);
                    }
                } else {
                    Map<String, Object> with = values.get(thread);
                    assertEquals(
                            expression.integer(with),
                            integerResults[at],
                            () -> "seed " + seed + ": " + expression.text() + " with " + with);
                }
            }
        }
    }

    private static String source(List<CExpression> expressions) {
        StringBuilder text = new StringBuilder(
                "extern \"C\" __global__ void evaluate(const long long *integers, const double *floats,\n"
                        + "        long long *integerResults, double *floatResults) {\n");
        for (int i = 0; i < VARIABLES.size(); i++) {
            Variable variable = VARIABLES.get(i);
            text.append("    const ")
                    .append(variable.type().spelling)
                    .append(' ')
                    .append(variable.name())
                    .append(" = (")
                    .append(variable.type().spelling)
                    .append(')')
                    .append(variable.type().floating ? "floats" : "integers")
                    .append("[threadIdx.x * ")
                    .append(VARIABLES.size())
                    .append(" + ")
                    .append(i)
                    .append("];\n");
        }
        for (int i = 0; i < expressions.size(); i++) {
            text.append("    ")
                    .append(expressions.get(i).type().floating ? "floatResults" : "integerResults")
                    .append("[threadIdx.x * ")
                    .append(expressions.size())
                    .append(" + ")
                    .append(i)
                    .append("] = ")
                    .append(expressions.get(i).text())
                    .append(";\n");
        }
        return text.append("}\n").toString();
    }
}
