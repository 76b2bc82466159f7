package io.xianka.checks;

import static io.xianka.driver.Arg.in;
import static io.xianka.driver.Arg.out;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.xianka.driver.Device;
import io.xianka.driver.Launch;
import io.xianka.driver.api.CompileOptions;
import io.xianka.driver.api.SourceText;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Divisions by constants, which the compiler turns into multiplications, against Java's. */
class ConstantDivisionTest {
    private static final int[] NARROW = {
        3,
        5,
        6,
        7,
        10,
        12,
        25,
        28,
        100,
        125,
        641,
        1_000_003,
        (1 << 30) + 1,
        Integer.MAX_VALUE,
        -3,
        -7,
        -10,
        -641,
        -Integer.MAX_VALUE,
        0xAAAAAAAB,
        0xFFFFFFFB,
        1,
        -1,
        8,
        -16,
        Integer.MIN_VALUE
    };
    private static final long[] WIDE = {
        3,
        6,
        7,
        10,
        641,
        10_000_000_000L,
        (1L << 40) + 1,
        (1L << 62) + 1,
        Long.MAX_VALUE,
        -3,
        -10,
        -Long.MAX_VALUE,
        0xAAAAAAAAAAAAAAABL,
        1,
        -1,
        16,
        -32,
        Long.MIN_VALUE
    };
    private static final int VALUES = 512;

    @Test
    void quotientsAndRemaindersAreJavas() {
        long seed = Long.getLong("xianka.seed", System.nanoTime());
        System.out.println("ConstantDivisionTest: -Dxianka.seed=" + seed);
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder("extern \"C\" __global__ void run(const long long *x, long long *y) {\n"
                + "    long long v = x[threadIdx.x]; int w = (int)v; unsigned u = (unsigned)v;\n"
                + "    unsigned long long z = v; long long *o = y + threadIdx.x;\n");
        int count = 0;
        for (int d : NARROW) {
            String signed = "(int)" + (d & 0xFFFF_FFFFL) + "u";
            String unsigned = (d & 0xFFFF_FFFFL) + "u";
            count = write(text, count, "w / " + signed, "w % " + signed, "u / " + unsigned, "u % " + unsigned);
        }
        for (long d : WIDE) {
            String unsigned = Long.toUnsignedString(d) + "ull";
            String signed = "(long long)" + unsigned;
            count = write(text, count, "v / " + signed, "v % " + signed, "z / " + unsigned, "z % " + unsigned);
        }
        text.append("}\n");
        long[] values = new long[VALUES];
        for (int i = 0; i < VALUES; i++) {
            long divisor =
                    random.nextBoolean() ? NARROW[random.nextInt(NARROW.length)] : WIDE[random.nextInt(WIDE.length)];
            values[i] = switch (i % 4) {
                case 0 -> random.nextLong() >> random.nextInt(64);
                case 1 -> (1L << random.nextInt(64)) + random.nextInt(3) - 1;
                case 2 -> divisor * random.nextInt(1000) + random.nextInt(3) - 1;
                default -> divisor * (random.nextLong() >> random.nextInt(64)) + random.nextInt(3) - 1;
            };
            // Their quotient by -1 overflows.
            if (values[i] == Long.MIN_VALUE || (int) values[i] == Integer.MIN_VALUE) {
                values[i]++;
            }
        }
        long[] got = new long[count * VALUES];
        try (Device device = Device.emulated()) {
            device.compile(
                            SourceText.of("division.cu", text.toString()),
                            CompileOptions.DEFAULT
                                    .withCompiler(CompileOptions.Compiler.OWN)
                                    .withCache(false))
                    .kernel("run")
                    .launch(Launch.of(1, VALUES), in(values), out(got));
        }
        for (int i = 0; i < VALUES; i++) {
            long v = values[i];
            int w = (int) v;
            int at = 0;
            for (int d : NARROW) {
                String what = w + " and " + d;
                assertEquals(w / d, got[at++ * VALUES + i], what);
                assertEquals(w % d, got[at++ * VALUES + i], what);
                assertEquals(Integer.divideUnsigned(w, d) & 0xFFFF_FFFFL, got[at++ * VALUES + i], what);
                assertEquals(Integer.remainderUnsigned(w, d) & 0xFFFF_FFFFL, got[at++ * VALUES + i], what);
            }
            for (long d : WIDE) {
                String what = v + " and " + d;
                assertEquals(v / d, got[at++ * VALUES + i], what);
                assertEquals(v % d, got[at++ * VALUES + i], what);
                assertEquals(Long.divideUnsigned(v, d), got[at++ * VALUES + i], what);
                assertEquals(Long.remainderUnsigned(v, d), got[at++ * VALUES + i], what);
            }
        }
    }

    private static int write(StringBuilder text, int from, String... expressions) {
        int at = from;
        for (String expression : expressions) {
            text.append("    o[")
                    .append(at++ * VALUES)
                    .append("] = ")
                    .append(expression)
                    .append(";\n");
        }
        return at;
    }
}
