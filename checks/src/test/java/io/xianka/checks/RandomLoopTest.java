package io.xianka.checks;

import static io.xianka.driver.Arg.in;
import static io.xianka.driver.Arg.inOut;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.xianka.driver.Device;
import io.xianka.driver.Launch;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.SourceText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random loops that count over arrays in global and shared memory, up and down, to bounds known and unknown, at the
 * edges of their types too. Java executes them as well.
 */
class RandomLoopTest {
    private static final int THREADS = 32;
    /** Elements of each array that belong to one thread. */
    private static final int OWN = 160;

    private static final int MOST_ROUNDS = 3000;

    /** Where a loop's counter lives. */
    private enum Counter {
        INT("int", true, 32),
        UNSIGNED("unsigned", false, 32),
        LONG("long long", true, 64),
        UNSIGNED_LONG("unsigned long long", false, 64);

        final String spelling;
        final boolean signed;
        final int bits;

        Counter(String spelling, boolean signed, int bits) {
            this.spelling = spelling;
            this.signed = signed;
            this.bits = bits;
        }

        long wrap(long value) {
            return bits == 64 ? value : signed ? (int) value : value & 0xFFFF_FFFFL;
        }

        long edge(boolean high) {
            if (signed) {
                return bits == 32
                        ? high ? Integer.MAX_VALUE : Integer.MIN_VALUE
                        : high ? Long.MAX_VALUE : Long.MIN_VALUE;
            }
            return high ? wrap(-1) : 0;
        }

        int compare(long a, long b) {
            return signed ? Long.compare(a, b) : Long.compareUnsigned(a, b);
        }

        String literal(long value) {
            return "(" + spelling + ")"
                    + (signed ? "(" + (value + 1) + "LL - 1)" : Long.toUnsignedString(value) + "ULL");
        }
    }

    /** What each thread computes with. */
    private static final class State {
        final int[] global;
        final int[] table;
        final int[] shared = new int[OWN];
        final int[] local = new int[8];
        final int width;
        final int x;
        final long[] bounds;
        final List<Long> counters = new ArrayList<>();
        int sum = 1;
        int rounds;

        State(int[] global, int[] table, int width, int x, long[] bounds) {
            this.global = global;
            this.table = table;
            this.width = width;
            this.x = x;
            this.bounds = bounds;
        }
    }

    /** The program cannot be meant: it overflows, or takes too long. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1;
    }

    /** A loop's way: rounds are counted from where it starts, unless it counts up from nearly 0 itself. */
    private record Way(int loop, Counter type, long start, boolean up) {
        boolean isDirect() {
            return up && start >= 0 && start < 8;
        }

        String round() {
            String name = "i" + loop;
            String from = type.literal(start);
            return isDirect() ? name : "(int)(" + (up ? name + " - " + from : from + " - " + name) + ")";
        }

        int round(State state) {
            long value = state.counters.get(loop);
            return (int) (isDirect() ? value : up ? value - start : start - value);
        }
    }

    /** {@code (round + row) * width + x + column}, by several spellings. */
    private record Index(Way way, int row, int column, int spelling) {
        String text() {
            String i = way.round();
            return switch (spelling) {
                case 0 -> "(" + i + " + " + row + ") * width + x + " + column;
                case 1 -> "x + width * (" + i + " + " + row + ") + " + column;
                case 2 -> "(" + column + " + x) + " + i + " * width + " + row + " * width";
                case 3 -> "(size_t)(" + i + " + " + row + ") * width + (x + " + column + ")";
                default -> i + " + " + (row + column);
            };
        }

        int of(State state) {
            int i = way.round(state);
            return spelling > 3 ? i + row + column : (i + row) * state.width + state.x + column;
        }
    }

    private interface Piece {
        void write(StringBuilder text, String indent);

        /** @return whether the rest of the round is left out */
        boolean run(State state) throws Refused;
    }

    private record Read(String array, Index index) implements Piece {
        @Override
        public void write(StringBuilder text, String indent) {
            text.append(indent).append("sum = sum * 31 + ").append(array).append('[');
            text.append(index.text()).append("];\n");
        }

        @Override
        public boolean run(State state) throws Refused {
            int[] from = named(state, array);
            state.sum = state.sum * 31 + from[inside(index.of(state))];
            return false;
        }
    }

    private record Write(String array, Index index, int by) implements Piece {
        @Override
        public void write(StringBuilder text, String indent) {
            text.append(indent).append(array).append('[').append(index.text()).append("] = sum ^ ");
            text.append(by).append(";\n");
        }

        @Override
        public boolean run(State state) throws Refused {
            named(state, array)[inside(index.of(state))] = state.sum ^ by;
            return false;
        }
    }

    /** Uses the counter itself, and an array that may become registers. */
    private record Mix(int loop, int divisor) implements Piece {
        @Override
        public void write(StringBuilder text, String indent) {
            text.append(indent)
                    .append("local[i")
                    .append(loop)
                    .append(" & 7] += sum / ")
                    .append(divisor);
            text.append(" + (int)i").append(loop).append(" % ").append(divisor).append(";\n");
        }

        @Override
        public boolean run(State state) {
            long counter = state.counters.get(loop);
            state.local[(int) counter & 7] += state.sum / divisor + (int) counter % divisor;
            return false;
        }
    }

    /** Accesses near each other, each in a branch of its own. */
    private record Guarded(List<Piece> accesses, int shift) implements Piece {
        @Override
        public void write(StringBuilder text, String indent) {
            for (int i = 0; i < accesses.size(); i++) {
                text.append(indent).append("if (sum >> ").append(shift + i).append(" & 1) {\n");
                accesses.get(i).write(text, indent + "    ");
                text.append(indent).append("}\n");
            }
        }

        @Override
        public boolean run(State state) throws Refused {
            for (int i = 0; i < accesses.size(); i++) {
                if ((state.sum >> (shift + i) & 1) != 0) {
                    accesses.get(i).run(state);
                }
            }
            return false;
        }
    }

    private record Skip(int mask) implements Piece {
        @Override
        public void write(StringBuilder text, String indent) {
            text.append(indent).append("if ((sum & ").append(mask).append(") == 0) { sum++; continue; }\n");
        }

        @Override
        public boolean run(State state) {
            if ((state.sum & mask) != 0) {
                return false;
            }
            state.sum++;
            return true;
        }
    }

    /** @param bound a number, or which of the kernel's bounds */
    private record Loop(
            int number,
            Counter type,
            long start,
            String operator,
            long bound,
            int parameter,
            int step,
            String pragma,
            List<Piece> body)
            implements Piece {
        @Override
        public void write(StringBuilder text, String indent) {
            if (!pragma.isEmpty()) {
                text.append("#pragma ").append(pragma).append('\n');
            }
            String name = "i" + number;
            text.append(indent)
                    .append("for (")
                    .append(type.spelling)
                    .append(' ')
                    .append(name)
                    .append(" = ");
            text.append(type.literal(start))
                    .append("; ")
                    .append(name)
                    .append(' ')
                    .append(operator)
                    .append(' ');
            text.append(parameter < 0 ? type.literal(bound) : "(" + type.spelling + ")bound" + parameter)
                    .append("; ");
            text.append(
                    switch (step) {
                        case 1 -> name + "++";
                        case -1 -> "--" + name;
                        default -> name + (step > 0 ? " += " : " -= ") + Math.abs(step);
                    });
            text.append(") {\n");
            for (Piece piece : body) {
                piece.write(text, indent + "    ");
            }
            text.append(indent).append("}\n");
        }

        private boolean goesOn(long value, State state) {
            int order = type.compare(value, type.wrap(parameter < 0 ? bound : state.bounds[parameter]));
            return switch (operator) {
                case "<" -> order < 0;
                case "<=" -> order <= 0;
                case ">" -> order > 0;
                default -> order >= 0;
            };
        }

        @Override
        public boolean run(State state) throws Refused {
            state.counters.add(start);
            for (long value = start; goesOn(value, state); ) {
                if (++state.rounds > MOST_ROUNDS) {
                    throw new Refused();
                }
                state.counters.set(number, value);
                for (int i = 0; i < body.size() && !body.get(i).run(state); i++) {
                    // Each piece does its work when asked.
                }
                long next = type.wrap(value + step);
                if (type.signed && (step > 0 ? next < value : next > value)) {
                    throw new Refused();
                }
                value = next;
            }
            state.counters.removeLast();
            return false;
        }
    }

    private static int[] named(State state, String name) {
        return switch (name) {
            case "global" -> state.global;
            case "table" -> state.table;
            default -> state.shared;
        };
    }

    private static int inside(int index) throws Refused {
        if (index < 0 || index >= OWN) {
            throw new Refused();
        }
        return index;
    }

    private static Loop loop(Random random, List<Way> around) {
        int number = around.size();
        Counter type = Counter.values()[random.nextInt(4)];
        boolean up = random.nextInt(3) > 0;
        int step = (1 + random.nextInt(3)) * (up ? 1 : -1);
        int length = random.nextInt(14);
        // Most near 0, some where the counter's type ends.
        boolean atEdge = random.nextInt(4) == 0;
        long bound = atEdge ? type.edge(up) : type.wrap(random.nextInt(20) + (up ? length * 3L : 0));
        long start = type.wrap(bound - (long) step * length + (long) random.nextInt(3) * (up ? 1 : -1));
        String operator = random.nextInt(4) > 0 ? (up ? "<" : ">") : up ? "<=" : ">=";
        int parameter = random.nextInt(3) - 1;
        String[] pragmas = {"", "", "", "unroll", "unroll 3", "unroll 8"};
        List<Piece> body = new ArrayList<>();
        List<Way> ways = new ArrayList<>(around);
        ways.add(new Way(number, type, start, up));
        int pieces = 1 + random.nextInt(4);
        for (int i = 0; i < pieces; i++) {
            Way way = ways.get(random.nextInt(ways.size()));
            Index index = new Index(way, random.nextInt(4), random.nextInt(4), random.nextInt(6));
            String[] arrays = {"global", "shared", "table"};
            body.add(
                    switch (random.nextInt(number == 0 ? 8 : 7)) {
                        case 0, 1 -> new Read(arrays[random.nextInt(3)], index);
                        case 2, 3 -> new Write(arrays[random.nextInt(2)], index, random.nextInt(100));
                        case 4 -> new Mix(way.loop(), new int[] {3, 7, 10, -6, 16, 641}[random.nextInt(6)]);
                        case 5 -> new Skip(random.nextBoolean() ? 3 : 64);
                        case 6 -> {
                            List<Piece> accesses = new ArrayList<>();
                            for (int j = 0; j < 4; j++) {
                                Index near = new Index(way, random.nextInt(4), random.nextInt(4), random.nextInt(4));
                                accesses.add(
                                        random.nextInt(3) > 0
                                                ? new Read(arrays[random.nextInt(2)], near)
                                                : new Write("global", near, j));
                            }
                            yield new Guarded(accesses, random.nextInt(20));
                        }
                        default -> loop(random, ways);
                    });
        }
        return new Loop(
                number, type, start, operator, bound, parameter, step, pragmas[random.nextInt(pragmas.length)], body);
    }

    @Test
    void randomLoopsDoWhatJavaDoes() {
        long seed = Long.getLong("xianka.seed", System.nanoTime());
        System.out.println("RandomLoopTest: -Dxianka.seed=" + seed);
        int rounds = Integer.getInteger("xianka.rounds", 25);
        int checked = 0;
        try (Device device = Device.emulated()) {
            for (int round = 0; checked < rounds && round < 20 * rounds; round++) {
                checked += check(device, seed + round) ? 1 : 0;
            }
        }
        org.junit.jupiter.api.Assertions.assertEquals(rounds, checked, "too few programs that Java can execute");
    }

    /** False where Java refused the program. */
    private static boolean check(Device device, long seed) {
        Random random = new Random(seed);
        List<Loop> program = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            program.add(loop(random, List.of()));
        }
        StringBuilder text =
                new StringBuilder("extern \"C\" __global__ void run(int *every, const int *__restrict__ tables,"
                        + " int *sums, int width, long long bound0, long long bound1)\n{\n");
        text.append("    __shared__ int parts[").append(THREADS * OWN).append("];\n    int x = threadIdx.x % 3;\n");
        text.append("    int *global = every + threadIdx.x * ").append(OWN).append(";\n");
        text.append("    const int *table = tables + threadIdx.x * ")
                .append(OWN)
                .append(";\n");
        text.append("    int *shared = &parts[threadIdx.x * ").append(OWN).append("];\n");
        text.append("    for (int i = 0; i < ").append(OWN).append("; i++) shared[i] = 0;\n");
        text.append("    int local[8] = {};\n    int sum = 1;\n");
        for (Loop loop : program) {
            loop.write(text, "    ");
        }
        text.append("    for (int i = 0; i < 8; i++) sum = sum * 7 + local[i];\n");
        text.append("    for (int i = 0; i < ").append(OWN).append("; i++) sum = sum * 3 + shared[i];\n");
        text.append("    sums[threadIdx.x] = sum;\n}\n");
        String source = text.toString();

        int width = 1 + random.nextInt(4);
        long[] bounds = {program.getFirst().bound, program.getLast().bound};
        int[] global = random.ints(THREADS * OWN).toArray();
        int[] table = random.ints(THREADS * OWN).toArray();
        int[] expectedGlobal = global.clone();
        int[] expectedSums = new int[THREADS];
        try {
            for (int thread = 0; thread < THREADS; thread++) {
                int from = thread * OWN;
                State state = new State(
                        Arrays.copyOfRange(global, from, from + OWN),
                        Arrays.copyOfRange(table, from, from + OWN),
                        width,
                        thread % 3,
                        bounds);
                for (Loop loop : program) {
                    loop.run(state);
                }
                for (int value : state.local) {
                    state.sum = state.sum * 7 + value;
                }
                for (int value : state.shared) {
                    state.sum = state.sum * 3 + value;
                }
                System.arraycopy(state.global, 0, expectedGlobal, from, OWN);
                expectedSums[thread] = state.sum;
            }
        } catch (Refused e) {
            return false;
        }
        int[] sums = new int[THREADS];
        device.compile(
                        SourceText.of("loops.cu", source),
                        CompileOptions.DEFAULT
                                .withCompiler(CompileOptions.Compiler.OWN)
                                .withCache(false))
                .kernel("run")
                .launch(Launch.of(1, THREADS), inOut(global), in(table), inOut(sums), width, bounds[0], bounds[1]);
        assertArrayEquals(expectedSums, sums, () -> "sums, seed " + seed + "\n" + source);
        assertArrayEquals(expectedGlobal, global, () -> "memory, seed " + seed + "\n" + source);
        return true;
    }
}
