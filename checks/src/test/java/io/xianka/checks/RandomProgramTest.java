package io.xianka.checks;

import static io.xianka.driver.Arg.in;
import static io.xianka.driver.Arg.out;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.checks.CExpression.Variable;
import io.xianka.driver.Device;
import io.xianka.driver.Launch;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.SourceText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random statements over a few variables and an array: loops, branches, switches, calls. Java executes them too. */
class RandomProgramTest {
    private static final int THREADS = 64;
    private static final int ARRAY = 8;
    private static final List<Variable> VARIABLES = List.of(
            new Variable(CType.INT, "a"),
            new Variable(CType.INT, "b"),
            new Variable(CType.UINT, "c"),
            new Variable(CType.LLONG, "d"),
            new Variable(CType.SHORT, "e"),
            new Variable(CType.UCHAR, "f"));

    /** What leaves a statement early. */
    private enum Exit {
        NONE,
        BREAK,
        CONTINUE
    }

    private interface Piece {
        void write(StringBuilder text, String indent);

        Exit run(Map<String, Object> state);
    }

    private static int[] array(Map<String, Object> state) {
        return (int[]) state.get("array");
    }

    private record Block(List<Piece> pieces) implements Piece {
        @Override
        public void write(StringBuilder text, String indent) {
            for (Piece piece : pieces) {
                piece.write(text, indent);
            }
        }

        @Override
        public Exit run(Map<String, Object> state) {
            for (Piece piece : pieces) {
                Exit exit = piece.run(state);
                if (exit != Exit.NONE) {
                    return exit;
                }
            }
            return Exit.NONE;
        }
    }

    private record Assign(Variable target, CExpression value, String operator) implements Piece {
        @Override
        public void write(StringBuilder text, String indent) {
            text.append(indent)
                    .append(target.name())
                    .append(' ')
                    .append(operator)
                    .append("= ");
            text.append(value.text()).append(";\n");
        }

        @Override
        public Exit run(Map<String, Object> state) {
            CExpression whole = operator.isEmpty() ? value : new CExpression.Binary(operator, target, value);
            state.put(target.name(), whole.as(target.type(), state));
            return Exit.NONE;
        }
    }

    private record Store(CExpression index, CExpression value) implements Piece {
        @Override
        public void write(StringBuilder text, String indent) {
            text.append(indent).append("array[").append(index.text()).append(" & 7] += ");
            text.append(value.text()).append(";\n");
        }

        @Override
        public Exit run(Map<String, Object> state) {
            int at = (int) index.integer(state) & 7;
            CExpression before = new CExpression.Constant(CType.INT, array(state)[at]);
            array(state)[at] = (int) (long) new CExpression.Binary("+", before, value).as(CType.INT, state);
            return Exit.NONE;
        }
    }

    private record Fetch(Variable target, CExpression index) implements Piece {
        @Override
        public void write(StringBuilder text, String indent) {
            text.append(indent)
                    .append(target.name())
                    .append(" = array[")
                    .append(index.text())
                    .append(" & 7];\n");
        }

        @Override
        public Exit run(Map<String, Object> state) {
            int value = array(state)[(int) index.integer(state) & 7];
            state.put(target.name(), new CExpression.Constant(CType.INT, value).as(target.type(), state));
            return Exit.NONE;
        }
    }

    /** Functions that write through references and pointers, one inlined, one called, one calling itself. */
    private static final String FUNCTIONS = """
            __device__ int bump(int &place, int by) {
                for (int i = 0; i < 4; i++) {
                    if (place > 1000) return place - by;
                    place += by & 63;
                }
                return by ? place : -1;
            }
            __device__ __noinline__ int poke(int *array, int at, int &last) {
                const int old = array[at & 7];
                array[at & 7] = old ^ last;
                last = last * 3 + at;
                return old;
            }
            __device__ int fold(const int *array, int count) {
                return count <= 0 ? 7 : array[count & 7] + fold(array, (count & 15) - 1);
            }
            """;

    private record Call(String function, Variable place, Variable target, CExpression argument) implements Piece {
        @Override
        public void write(StringBuilder text, String indent) {
            text.append(indent)
                    .append(target.name())
                    .append(" = ")
                    .append(function)
                    .append('(');
            text.append(
                    switch (function) {
                        case "bump" -> place.name() + ", (int)" + argument.text();
                        case "poke" -> "array, (int)" + argument.text() + ", " + place.name();
                        default -> "array, (int)" + argument.text();
                    });
            text.append(");\n");
        }

        @Override
        public Exit run(Map<String, Object> state) {
            int given = (int) (long) argument.as(CType.INT, state);
            int at = (int) (long) state.get(place.name());
            int result;
            switch (function) {
                case "bump" -> {
                    result = 0;
                    boolean left = false;
                    for (int i = 0; i < 4 && !left; i++) {
                        if (at > 1000) {
                            result = at - given;
                            left = true;
                        } else {
                            at += given & 63;
                        }
                    }
                    if (!left) {
                        result = given != 0 ? at : -1;
                    }
                    state.put(place.name(), (long) at);
                }
                case "poke" -> {
                    int[] array = array(state);
                    result = array[given & 7];
                    array[given & 7] = result ^ at;
                    state.put(place.name(), (long) (at * 3 + given));
                }
                default -> result = fold(array(state), given);
            }
            state.put(target.name(), new CExpression.Constant(CType.INT, result).as(target.type(), state));
            return Exit.NONE;
        }

        private static int fold(int[] array, int count) {
            return count <= 0 ? 7 : array[count & 7] + fold(array, (count & 15) - 1);
        }
    }

    private record If(CExpression condition, Piece then, Piece otherwise) implements Piece {
        @Override
        public void write(StringBuilder text, String indent) {
            text.append(indent).append("if (").append(condition.text()).append(") {\n");
            then.write(text, indent + "    ");
            text.append(indent).append("} else {\n");
            otherwise.write(text, indent + "    ");
            text.append(indent).append("}\n");
        }

        @Override
        public Exit run(Map<String, Object> state) {
            return (condition.truth(state) ? then : otherwise).run(state);
        }
    }

    /** Counts a variable of its own up to a bound that is constant or depends on data. */
    private record Loop(String counter, CExpression bound, int step, String pragma, Piece body) implements Piece {
        @Override
        public void write(StringBuilder text, String indent) {
            if (!pragma.isEmpty()) {
                text.append("#pragma ").append(pragma).append('\n');
            }
            text.append(indent)
                    .append("for (int ")
                    .append(counter)
                    .append(" = 0; ")
                    .append(counter)
                    .append(" < ");
            text.append(bound.text())
                    .append("; ")
                    .append(counter)
                    .append(" += ")
                    .append(step)
                    .append(") {\n");
            body.write(text, indent + "    ");
            text.append(indent).append("}\n");
        }

        @Override
        public Exit run(Map<String, Object> state) {
            for (int i = 0; ; i += step) {
                state.put(counter, (long) i);
                if (i >= bound.integer(state) || body.run(state) == Exit.BREAK) {
                    break;
                }
            }
            state.remove(counter);
            return Exit.NONE;
        }
    }

    private record Leave(CExpression condition, Exit exit) implements Piece {
        @Override
        public void write(StringBuilder text, String indent) {
            text.append(indent).append("if (").append(condition.text()).append(") ");
            text.append(exit == Exit.BREAK ? "break;\n" : "continue;\n");
        }

        @Override
        public Exit run(Map<String, Object> state) {
            return condition.truth(state) ? exit : Exit.NONE;
        }
    }

    private record Switch(CExpression subject, List<Piece> cases, List<Boolean> falls) implements Piece {
        @Override
        public void write(StringBuilder text, String indent) {
            text.append(indent).append("switch (").append(subject.text()).append(" & 7) {\n");
            for (int i = 0; i < cases.size(); i++) {
                text.append(indent).append(i == cases.size() - 1 ? "default:\n" : "case " + i + ":\n");
                cases.get(i).write(text, indent + "    ");
                if (!falls.get(i)) {
                    text.append(indent).append("    break;\n");
                }
            }
            text.append(indent).append("}\n");
        }

        @Override
        public Exit run(Map<String, Object> state) {
            int at = (int) Math.min(subject.integer(state) & 7, cases.size() - 1);
            for (; at < cases.size(); at++) {
                Exit exit = cases.get(at).run(state);
                if (exit == Exit.CONTINUE) {
                    return exit;
                }
                if (exit == Exit.BREAK || !falls.get(at)) {
                    break;
                }
            }
            return Exit.NONE;
        }
    }

    private static final class Maker {
        private final Random random;
        private final List<Variable> known = new ArrayList<>(VARIABLES);
        private int counters;
        private int budget = 40;

        Maker(Random random) {
            this.random = random;
        }

        private CExpressions expressions() {
            return new CExpressions(random, known);
        }

        Block block(int depth, boolean inLoop) {
            List<Piece> pieces = new ArrayList<>();
            int count = 1 + random.nextInt(4);
            for (int i = 0; i < count && budget > 0; i++) {
                budget--;
                pieces.add(piece(depth, inLoop));
            }
            return new Block(pieces);
        }

        private Variable target() {
            return VARIABLES.get(random.nextInt(VARIABLES.size()));
        }

        private Piece piece(int depth, boolean inLoop) {
            int kind = random.nextInt(depth > 0 ? 11 : 6) - 1;
            return switch (kind) {
                case -1 ->
                    new Call(
                            List.of("bump", "poke", "fold").get(random.nextInt(3)),
                            VARIABLES.get(random.nextInt(2)),
                            target(),
                            expressions().integer(1));
                case 0 -> new Store(expressions().integer(1), expressions().integer(2));
                case 1 -> new Fetch(target(), expressions().integer(1));
                case 2 ->
                    inLoop
                            ? new Leave(expressions().condition(1), random.nextBoolean() ? Exit.BREAK : Exit.CONTINUE)
                            : new Assign(target(), expressions().integer(3), "");
                case 3, 4 -> {
                    String[] operators = {"", "", "+", "-", "*", "^", "&", "|"};
                    yield new Assign(target(), expressions().integer(2), operators[random.nextInt(operators.length)]);
                }
                case 5, 6 -> new If(expressions().condition(2), block(depth - 1, inLoop), block(depth - 1, inLoop));
                case 7 -> {
                    List<Piece> cases = new ArrayList<>();
                    List<Boolean> falls = new ArrayList<>();
                    int count = 2 + random.nextInt(6);
                    for (int i = 0; i < count; i++) {
                        cases.add(block(depth - 1, false));
                        falls.add(random.nextInt(4) == 0 && i < count - 1);
                    }
                    yield new Switch(expressions().integer(1), cases, falls);
                }
                default -> loop(depth);
            };
        }

        private Loop loop(int depth) {
            String counter = "i" + counters++;
            CExpression bound = random.nextBoolean()
                    ? new CExpression.Constant(CType.INT, 1 + random.nextInt(9))
                    : new CExpression.Binary(
                            "&", new CExpression.Cast(CType.INT, target()), new CExpression.Constant(CType.INT, 7));
            String[] pragmas = {"", "", "unroll", "unroll 2", "unroll 1"};
            String pragma = pragmas[random.nextInt(pragmas.length)];
            Variable variable = new Variable(CType.INT, counter);
            known.add(variable);
            Block body = block(depth - 1, true);
            known.remove(variable);
            return new Loop(counter, bound, 1 + random.nextInt(2), pragma, body);
        }
    }

    @Test
    void randomProgramsDoWhatJavaDoes() {
        long seed = Long.getLong("xianka.seed", System.nanoTime());
        System.out.println("RandomProgramTest: -Dxianka.seed=" + seed);
        try (Device device = Device.emulated()) {
            for (int round = 0; round < Integer.getInteger("xianka.rounds", 12); round++) {
                check(device, seed + round);
            }
        }
    }

    private static void check(Device device, long seed) {
        Random random = new Random(seed);
        Block program = new Maker(random).block(3, false);
        StringBuilder text = new StringBuilder(FUNCTIONS);
        text.append("extern \"C\" __global__ void run(const long long *start, long long *end) {\n    int array[8];\n"
                + "    for (int i = 0; i < 8; i++) array[i] = (int)start[threadIdx.x * 14 + 6 + i];\n");
        for (int i = 0; i < VARIABLES.size(); i++) {
            Variable variable = VARIABLES.get(i);
            text.append("    ").append(variable.type().spelling).append(' ').append(variable.name());
            text.append(" = start[threadIdx.x * 14 + ").append(i).append("];\n");
        }
        program.write(text, "    ");
        for (int i = 0; i < VARIABLES.size(); i++) {
            text.append("    end[threadIdx.x * 14 + ").append(i).append("] = ");
            text.append(VARIABLES.get(i).name()).append(";\n");
        }
        text.append("    for (int i = 0; i < 8; i++) end[threadIdx.x * 14 + 6 + i] = array[i];\n}\n");
        int width = VARIABLES.size() + ARRAY;
        long[] start = new long[THREADS * width];
        long[] expected = new long[THREADS * width];
        for (int thread = 0; thread < THREADS; thread++) {
            Map<String, Object> state = new HashMap<>();
            int[] array = new int[ARRAY];
            for (int i = 0; i < width; i++) {
                CType type = i < VARIABLES.size() ? VARIABLES.get(i).type() : CType.INT;
                long value = type.wrap(CExpressions.number(random));
                start[thread * width + i] = value;
                if (i < VARIABLES.size()) {
                    state.put(VARIABLES.get(i).name(), value);
                } else {
                    array[i - VARIABLES.size()] = (int) value;
                }
            }
            state.put("array", array);
            program.run(state);
            for (int i = 0; i < width; i++) {
                expected[thread * width + i] =
                        i < VARIABLES.size() ? (long) state.get(VARIABLES.get(i).name()) : array[i - VARIABLES.size()];
            }
        }
        long[] got = new long[THREADS * width];
        CompileOptions options =
                CompileOptions.DEFAULT.withCompiler(CompileOptions.Compiler.OWN).withCache(false);
        device.compile(SourceText.of("random.cu", text.toString()), options)
                .kernel("run")
                .launch(Launch.of(1, THREADS), in(start), out(got));
        for (int i = 0; i < got.length; i++) {
            int at = i;
            assertEquals(
                    expected[i],
                    got[i],
                    () -> "seed " + seed + ", thread " + at / width + ", value " + at % width + " of\n" + text);
        }
    }
}
