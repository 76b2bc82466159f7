package io.xianka.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.xianka.driver.Device;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The mathematical functions of the device library, run on the emulator. Recorded answers come from quadruple precision
 * (mathematical-answers.cpp wrote them and names CUDA's documented bound for each function), random ones from StrictMath.
 */
class MathematicalFunctionsTest {
    private static Device emulator;

    /** The inputs of one function and the correctly rounded answers. */
    record Section(String function, boolean single, long bound, List<long[]> lines) {
        int arguments() {
            return lines.getFirst().length - 1;
        }

        long[] column(int index) {
            return lines.stream().mapToLong(line -> line[index]).toArray();
        }

        /** {@code expf(a)}, {@code pow(a, b)}. */
        String call() {
            return function + (single ? "f" : "") + (arguments() == 1 ? "(a)" : "(a, b)");
        }

        @Override
        public String toString() {
            return call() + ", at most " + bound + " ulp";
        }
    }

    @BeforeAll
    static void open() {
        emulator = Device.emulated();
    }

    @AfterAll
    static void close() {
        emulator.close();
    }

    static List<Section> sections() throws IOException {
        List<Section> sections = new ArrayList<>();
        try (InputStream in = Objects.requireNonNull(
                MathematicalFunctionsTest.class.getResourceAsStream("mathematical-answers.txt"))) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .toList()) {
                String[] words = line.split(" ", -1);
                if (words[1].equals("float") || words[1].equals("double")) {
                    sections.add(new Section(
                            words[0], words[1].equals("float"), Long.parseLong(words[2]), new ArrayList<>()));
                } else {
                    sections.getLast()
                            .lines()
                            .add(Arrays.stream(words)
                                    .mapToLong(word -> Long.parseUnsignedLong(word, 16))
                                    .toArray());
                }
            }
        }
        return sections;
    }

    @ParameterizedTest
    @MethodSource("sections")
    void staysWithinTheDocumentedErrorOnTheEmulator(Section section) {
        check(section, new LibraryKernel(emulator));
    }

    @Tag("gpu")
    @ParameterizedTest
    @MethodSource("sections")
    void staysWithinTheDocumentedErrorOnTheGpu(Section section) {
        try (var device = Device.cuda(0)) {
            check(section, new LibraryKernel(device));
        }
    }

    private static void check(Section section, LibraryKernel kernel) {
        int count = section.lines().size();
        long[] answers = section.column(section.arguments());
        List<String> wrong = new ArrayList<>();
        if (section.single()) {
            float[] a = floats(section.column(0));
            float[] b = floats(section.column(section.arguments() - 1));
            float[] got = kernel.floats(section.call(), a, b);
            for (int i = 0; i < count; i++) {
                float want = Float.intBitsToFloat((int) answers[i]);
                if (!near(got[i], want, section.bound())) {
                    wrong.add("a = " + a[i] + ", b = " + b[i] + ": " + got[i] + ", not " + want);
                }
            }
        } else {
            double[] a = doubles(section.column(0));
            double[] b = doubles(section.column(section.arguments() - 1));
            double[] got = kernel.doubles(section.call(), a, b);
            for (int i = 0; i < count; i++) {
                double want = Double.longBitsToDouble(answers[i]);
                if (!near(got[i], want, section.bound())) {
                    wrong.add("a = " + a[i] + ", b = " + b[i] + ": " + got[i] + ", not " + want);
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void floatFunctionsAgreeWithStrictMath() {
        Random random = seeded();
        assertNear("expf(a)", 2, StrictMath::exp, between(random, -104, 89));
        assertNear("exp10f(a)", 2, x -> StrictMath.pow(10, x), between(random, -45, 38.5));
        assertNear("expm1f(a)", 1, StrictMath::expm1, between(random, -20, 89));
        assertNear("logf(a)", 1, StrictMath::log, anyPositive(random));
        assertNear("log10f(a)", 2, StrictMath::log10, anyPositive(random));
        assertNear("log1pf(a)", 1, StrictMath::log1p, between(random, -1, 10));
        assertNear("sinf(a)", 2, StrictMath::sin, any(random));
        assertNear("cosf(a)", 2, StrictMath::cos, any(random));
        assertNear("tanf(a)", 4, StrictMath::tan, any(random));
        assertNear("asinf(a)", 2, StrictMath::asin, between(random, -1, 1));
        assertNear("acosf(a)", 2, StrictMath::acos, between(random, -1, 1));
        assertNear("atanf(a)", 2, StrictMath::atan, any(random));
        assertNear("sinhf(a)", 3, StrictMath::sinh, between(random, -89, 89));
        assertNear("coshf(a)", 2, StrictMath::cosh, between(random, -89, 89));
        assertNear("tanhf(a)", 2, StrictMath::tanh, between(random, -10, 10));
        assertNear("cbrtf(a)", 1, StrictMath::cbrt, any(random));
        assertNear("sqrtf(a)", 0, StrictMath::sqrt, anyPositive(random));
        assertNear("rsqrtf(a)", 2, x -> 1 / StrictMath.sqrt(x), anyPositive(random));
    }

    @Test
    void floatFunctionsOfTwoArgumentsAgreeWithStrictMath() {
        Random random = seeded();
        assertNear("powf(a, b)", 4, StrictMath::pow, between(random, 0, 20), between(random, -25, 25));
        assertNear("powf(a, b)", 4, StrictMath::pow, between(random, 0.9, 1.1), between(random, -800, 800));
        assertNear("atan2f(a, b)", 3, StrictMath::atan2, between(random, -9, 9), between(random, -9, 9));
        assertNear("hypotf(a, b)", 3, StrictMath::hypot, any(random), any(random));
    }

    @Test
    void exactFunctionsAgreeBitByBit() {
        Random random = seeded();
        double[] a = any(random);
        double[] b = any(random);
        for (int i = 0; i < a.length; i += 3) {
            b[i] = (i + 1) / 16.0;
            a[i] = random.nextInt(1 << 20) / 32.0 - (1 << 14);
        }
        assertExact("fmod(a, b)", (x, y) -> x % y, a, b);
        assertExact("remainder(a, b)", Math::IEEEremainder, a, b);
        assertExact("rint(a)", (x, y) -> Math.rint(x), a, b);
        assertExact("floor(a)", (x, y) -> Math.floor(x), a, b);
        assertExact("ceil(a)", (x, y) -> Math.ceil(x), a, b);
        assertExact("trunc(a)", (x, y) -> x < 0 ? Math.ceil(x) : Math.floor(x), a, b);
        assertExact("round(a)", (x, y) -> Math.copySign(halfAway(Math.abs(x)), x), a, b);
        assertExact("nextafter(a, b)", Math::nextAfter, a, b);
        assertExact("copysign(a, b)", Math::copySign, a, b);
        assertExact("fma(a, b, a)", (x, y) -> Math.fma(x, y, x), a, b);
        assertExact("ldexp(a, (int)b)", (x, y) -> Math.scalb(x, (int) y), a, b);
        assertExact("fmin(a, b)", Math::min, a, b);
        assertExact("fmax(a, b)", Math::max, a, b);
        assertExact("(double)ilogb(a)", (x, y) -> exponent(x), a, b);
        assertExact("a / b", (x, y) -> x / y, a, b);
        assertExact("sqrt(a)", (x, y) -> Math.sqrt(x), a, b);
    }

    private static double halfAway(double x) {
        double below = Math.floor(x);
        return x - below >= 0.5 ? below + 1 : below;
    }

    private static double exponent(double x) {
        return Math.abs(x) < Double.MIN_NORMAL ? Math.getExponent(x * 0x1p60) - 60.0 : Math.getExponent(x);
    }

    private static Random seeded() {
        long seed = new Random().nextLong();
        System.out.println("MathematicalFunctionsTest seed " + seed);
        return new Random(seed);
    }

    private static double[] between(Random random, double low, double high) {
        return DoubleStream.generate(() -> (float) (low + (high - low) * random.nextDouble()))
                .limit(1000)
                .toArray();
    }

    /** Finite floats of every size. */
    private static double[] any(Random random) {
        return DoubleStream.generate(() -> Float.intBitsToFloat(random.nextInt()))
                .filter(Double::isFinite)
                .limit(1000)
                .toArray();
    }

    private static double[] anyPositive(Random random) {
        return Arrays.stream(any(random)).map(Math::abs).filter(x -> x > 0).toArray();
    }

    private static void assertNear(String call, int bound, DoubleUnaryOperator exact, double[] a) {
        assertNear(call, bound, (x, y) -> exact.applyAsDouble(x), a, a);
    }

    /** Half an ulp more than the bound, which counts from the correctly rounded answer. */
    private static void assertNear(String call, int bound, DoubleBinaryOperator exact, double[] a, double[] b) {
        float[] got = new LibraryKernel(emulator).floats(call, narrowed(a), narrowed(b));
        for (int i = 0; i < a.length; i++) {
            double want = exact.applyAsDouble(a[i], b[i]);
            float rounded = (float) want;
            boolean right = (Float.isInfinite(rounded) || Float.isNaN(rounded))
                    ? near(got[i], rounded, bound)
                    : Math.abs(got[i] - want) <= (bound + 0.5001) * Math.ulp(rounded);
            if (!right) {
                fail(call + " with a = " + a[i] + ", b = " + b[i] + ": " + got[i] + ", not " + want);
            }
        }
    }

    private static void assertExact(String call, DoubleBinaryOperator exact, double[] a, double[] b) {
        double[] got = new LibraryKernel(emulator).doubles(call, a, b);
        for (int i = 0; i < a.length; i++) {
            double want = exact.applyAsDouble(a[i], b[i]);
            double x = a[i];
            double y = b[i];
            double answer = got[i];
            assertTrue(
                    Double.doubleToLongBits(want) == Double.doubleToLongBits(answer),
                    () -> call + " with a = " + x + ", b = " + y + ": " + answer + ", not " + want);
        }
    }

    /** Zeros must have the right sign, NaN and infinity be met; one beyond the greatest number is infinity. */
    private static boolean near(float got, float want, long bound) {
        if (Float.isNaN(want) || want == 0) {
            return Float.floatToIntBits(got) == Float.floatToIntBits(want);
        }
        return !Float.isNaN(got) && Math.abs(place(got) - place(want)) <= bound;
    }

    private static boolean near(double got, double want, long bound) {
        if (Double.isNaN(want) || want == 0) {
            return Double.doubleToLongBits(got) == Double.doubleToLongBits(want);
        }
        return !Double.isNaN(got) && Math.abs(place(got) - place(want)) <= bound;
    }

    /** The index of a number among all numbers in order. */
    private static long place(float x) {
        int bits = Float.floatToIntBits(x);
        return bits < 0 ? Integer.MIN_VALUE - (long) bits : bits;
    }

    private static long place(double x) {
        long bits = Double.doubleToLongBits(x);
        return bits < 0 ? Long.MIN_VALUE - bits : bits;
    }

    private static float[] floats(long[] bits) {
        float[] xs = new float[bits.length];
        for (int i = 0; i < xs.length; i++) {
            xs[i] = Float.intBitsToFloat((int) bits[i]);
        }
        return xs;
    }

    private static double[] doubles(long[] bits) {
        return Arrays.stream(bits).mapToDouble(Double::longBitsToDouble).toArray();
    }

    private static float[] narrowed(double[] xs) {
        float[] narrow = new float[xs.length];
        for (int i = 0; i < xs.length; i++) {
            narrow[i] = (float) xs[i];
        }
        return narrow;
    }
}
