package io.xianka.emulator;

import static org.junit.jupiter.api.Assertions.fail;

import io.xianka.emulator.ExactFloat.Format;
import io.xianka.emulator.ExactFloat.Fraction;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Arithmetic, comparison and conversion of every type with every rounding and modifier, on both engines, against exact
 * fractions of whole numbers. Operands are random, near to each other, or at the edges of the formats.
 */
class ArithmeticMatrixTest {
    private static final int THREADS = 64;
    private static final char[] DIRECTIONS = {'n', 'z', 'm', 'p'};
    private static final char[] NEAREST = {'n'};

    /** What an instruction should leave in its 64 bits of output; the operands are the low bits of a, b and c. */
    @FunctionalInterface
    interface Model {
        long apply(long a, long b, long c);
    }

    /**
     * An instruction with {@code %a %b %c} for its operands and {@code %x} for its result.
     *
     * @param result the format of a result of which any NaN will do, or null
     */
    record Row(String instruction, String operands, String result, Format anyNan, Model model) {}

    private final List<Row> rows = new ArrayList<>();
    private final Random random;
    private final long seed;

    ArithmeticMatrixTest() {
        seed = Long.getLong("xianka.seed", System.nanoTime() >>> 8);
        random = new Random(seed);
    }

    private static String roundingOf(char direction) {
        return ".r" + direction;
    }

    private void floatRow(String instruction, Format format, Model model) {
        rows.add(new Row(instruction, format.register, format.register, format, model));
    }

    private void floats() {
        for (Format format : Format.values()) {
            boolean isWide = format == Format.F32 || format == Format.F64;
            for (char d : isWide ? DIRECTIONS : NEAREST) {
                for (boolean flush :
                        format == Format.F32 || format == Format.F16 ? new boolean[] {false, true} : new boolean[1]) {
                    for (boolean sat : format == Format.F32 || format == Format.F16
                            ? new boolean[] {false, true}
                            : new boolean[1]) {
                        String suffix = roundingOf(d) + (flush ? ".ftz" : "") + (sat ? ".sat" : "") + "." + format.type;
                        floatRow(
                                "add" + suffix + " %x, %a, %b",
                                format,
                                finished(format, flush, sat, (a, b, c) -> ExactFloat.add(format, a, b, d)));
                        floatRow(
                                "sub" + suffix + " %x, %a, %b",
                                format,
                                finished(
                                        format,
                                        flush,
                                        sat,
                                        (a, b, c) ->
                                                ExactFloat.add(format, a, format.isNan(b) ? b : b ^ format.sign(), d)));
                        floatRow(
                                "mul" + suffix + " %x, %a, %b",
                                format,
                                finished(format, flush, sat, (a, b, c) -> ExactFloat.multiply(format, a, b, d)));
                        floatRow(
                                "fma" + suffix + " %x, %a, %b, %c",
                                format,
                                finished(format, flush, sat, (a, b, c) -> ExactFloat.fma(format, a, b, c, d)));
                    }
                    if (isWide) {
                        String suffix = roundingOf(d) + (flush ? ".ftz" : "") + "." + format.type;
                        floatRow(
                                "div" + suffix + " %x, %a, %b",
                                format,
                                finished(format, flush, false, (a, b, c) -> ExactFloat.divide(format, a, b, d)));
                        floatRow(
                                "rcp" + suffix + " %x, %a",
                                format,
                                finished(
                                        format,
                                        flush,
                                        false,
                                        (a, b, c) -> ExactFloat.divide(format, format.one(), a, d)));
                        floatRow(
                                "sqrt" + suffix + " %x, %a",
                                format,
                                finished(format, flush, false, (a, b, c) -> ExactFloat.squareRoot(format, a, d)));
                    }
                }
            }
            extremes(format);
            comparisons(format);
        }
    }

    private static Model finished(Format format, boolean flush, boolean sat, Model plain) {
        return (a, b, c) -> {
            long result = flush
                    ? format.flush(plain.apply(format.flush(a), format.flush(b), format.flush(c)))
                    : plain.apply(a, b, c);
            return sat ? ExactFloat.saturate(format, result) : result;
        };
    }

    private void extremes(Format format) {
        for (boolean smaller : new boolean[] {true, false}) {
            String name = smaller ? "min" : "max";
            floatRow(
                    name + "." + format.type + " %x, %a, %b",
                    format,
                    (a, b, c) -> ExactFloat.extreme(format, a, b, smaller, false));
            if (format == Format.F64) {
                continue;
            }
            floatRow(
                    name + ".NaN." + format.type + " %x, %a, %b",
                    format,
                    (a, b, c) -> ExactFloat.extreme(format, a, b, smaller, true));
            floatRow(name + ".xorsign.abs." + format.type + " %x, %a, %b", format, (a, b, c) -> {
                long magnitude = ExactFloat.extreme(format, a & ~format.sign(), b & ~format.sign(), smaller, false);
                return format.isNan(magnitude) ? magnitude : magnitude & ~format.sign() | (a ^ b) & format.sign();
            });
        }
    }

    private void comparisons(Format format) {
        for (String name : "eq ne lt le gt ge equ neu ltu leu gtu geu num nan".split(" ", -1)) {
            Model holds = (a, b, c) -> holds(format, name, a, b) ? 1 : 0;
            rows.add(new Row("setp." + name + "." + format.type + " %x, %a, %b", format.register, "pred", null, holds));
            rows.add(new Row(
                    "set." + name + ".u32." + format.type + " %x, %a, %b",
                    format.register,
                    "b32",
                    null,
                    (a, b, c) -> -holds.apply(a, b, c) & 0xffff_ffffL));
        }
    }

    private static boolean holds(Format format, String name, long a, long b) {
        boolean unordered = format.isNan(a) || format.isNan(b);
        int compared = format.isZero(a) && format.isZero(b)
                ? 0
                : Long.compare(ExactFloat.order(format, a), ExactFloat.order(format, b));
        if (name.equals("num") || name.equals("nan")) {
            return unordered == name.equals("nan");
        }
        if (unordered) {
            return name.length() == 3;
        }
        return switch (name.substring(0, 2)) {
            case "eq" -> compared == 0;
            case "ne" -> compared != 0;
            case "lt" -> compared < 0;
            case "le" -> compared <= 0;
            case "gt" -> compared > 0;
            default -> compared >= 0;
        };
    }

    private record Whole(String type, int bits, boolean signed) {
        static List<Whole> all() {
            List<Whole> all = new ArrayList<>();
            for (int bits = 8; bits <= 64; bits *= 2) {
                all.add(new Whole("u" + bits, bits, false));
                all.add(new Whole("s" + bits, bits, true));
            }
            return all;
        }

        String register() {
            return bits == 8 ? "b32" : "b" + bits;
        }

        BigInteger value(long raw) {
            BigInteger low =
                    BigInteger.valueOf(raw).and(BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE));
            return signed && low.testBit(bits - 1) ? low.subtract(BigInteger.ONE.shiftLeft(bits)) : low;
        }

        BigInteger lowest() {
            return signed ? BigInteger.ONE.shiftLeft(bits - 1).negate() : BigInteger.ZERO;
        }

        BigInteger highest() {
            return BigInteger.ONE.shiftLeft(signed ? bits - 1 : bits).subtract(BigInteger.ONE);
        }

        BigInteger clamped(BigInteger value) {
            return value.max(lowest()).min(highest());
        }

        /** In a register, which is wider for 8 bits: then the value is extended. */
        long raw(BigInteger value) {
            BigInteger wrapped = value(value.longValue());
            return bits == 8 ? wrapped.longValue() & 0xffff_ffffL : cut(value.longValue());
        }

        long cut(long raw) {
            return bits == 64 ? raw : raw & ((1L << bits) - 1);
        }
    }

    private void conversions() {
        for (Whole whole : Whole.all()) {
            for (Format format : Format.values()) {
                // Of .bf16 and whole numbers, sm_90 is the first to convert.
                for (char d : DIRECTIONS) {
                    rows.add(new Row(
                            "cvt.r" + d + "." + format.type + "." + whole.type + " %x, %a",
                            whole.register(),
                            format.register,
                            format,
                            (a, b, c) -> {
                                BigInteger value = whole.value(a);
                                return value.signum() == 0 ? 0 : ExactFloat.round(format, Fraction.of(value), false, d);
                            }));
                    rows.add(new Row(
                            "cvt.r" + d + "i." + whole.type + "." + format.type + " %x, %a",
                            format.register,
                            whole.register(),
                            null,
                            (a, b, c) -> toWhole(format, whole, a, d)));
                }
            }
            for (Whole to : Whole.all()) {
                rows.add(new Row(
                        "cvt." + to.type + "." + whole.type + " %x, %a",
                        whole.register(),
                        to.register(),
                        null,
                        (a, b, c) -> to.raw(whole.value(a))));
                rows.add(new Row(
                        "cvt.sat." + to.type + "." + whole.type + " %x, %a",
                        whole.register(),
                        to.register(),
                        null,
                        (a, b, c) -> to.raw(to.clamped(whole.value(a)))));
            }
        }
        for (Format from : Format.values()) {
            for (Format to : Format.values()) {
                boolean narrows = to.digits < from.digits;
                if (from == to || from == Format.BF16 && to == Format.F16 || from == Format.F16 && to == Format.BF16) {
                    continue;
                }
                for (char d : narrows ? DIRECTIONS : new char[] {' '}) {
                    String rounding = d == ' ' ? "" : ".r" + d;
                    rows.add(new Row(
                            "cvt" + rounding + "." + to.type + "." + from.type + " %x, %a",
                            from.register,
                            to.register,
                            to,
                            (a, b, c) -> between(from, to, a, d == ' ' ? 'n' : d)));
                }
            }
            for (char d : DIRECTIONS) {
                if (from != Format.BF16) {
                    floatRow("cvt.r" + d + "i." + from.type + "." + from.type + " %x, %a", from, (a, b, c) -> {
                        if (from.isNan(a) || from.isInfinite(a) || from.isZero(a)) {
                            return from.isNan(a) ? from.nan() : a;
                        }
                        BigInteger value = Fraction.of(from, a).whole(d);
                        return value.signum() == 0
                                ? a & from.sign()
                                : ExactFloat.round(from, Fraction.of(value), false, 'n');
                    });
                }
            }
        }
    }

    private static long between(Format from, Format to, long raw, char direction) {
        if (from.isNan(raw)) {
            return to.nan();
        }
        long sign = from.isNegative(raw) ? to.sign() : 0;
        return from.isInfinite(raw)
                ? to.infinity() | sign
                : from.isZero(raw) ? sign : ExactFloat.round(to, Fraction.of(from, raw), false, direction);
    }

    private static long toWhole(Format format, Whole whole, long raw, char direction) {
        if (format.isNan(raw)) {
            boolean isZero = format != Format.F64 && whole.bits < 64;
            return isZero ? 0 : whole.raw(BigInteger.ONE.shiftLeft(whole.bits - 1));
        }
        if (format.isInfinite(raw)) {
            return whole.raw(format.isNegative(raw) ? whole.lowest() : whole.highest());
        }
        return whole.raw(whole.clamped(Fraction.of(format, raw).whole(direction)));
    }

    private void wholeNumbers() {
        for (Whole w : Whole.all()) {
            if (w.bits == 8) {
                continue;
            }
            whole(w, "add", " %x, %a, %b", (a, b, c) -> a.add(b));
            whole(w, "sub", " %x, %a, %b", (a, b, c) -> a.subtract(b));
            whole(w, "mul.lo", " %x, %a, %b", (a, b, c) -> a.multiply(b));
            whole(w, "mul.hi", " %x, %a, %b", (a, b, c) -> a.multiply(b).shiftRight(w.bits));
            whole(w, "mad.lo", " %x, %a, %b, %c", (a, b, c) -> a.multiply(b).add(c));
            whole(
                    w,
                    "mad.hi",
                    " %x, %a, %b, %c",
                    (a, b, c) -> a.multiply(b).shiftRight(w.bits).add(c));
            whole(w, "sad", " %x, %a, %b, %c", (a, b, c) -> a.subtract(b).abs().add(c));
            whole(w, "min", " %x, %a, %b", (a, b, c) -> a.min(b));
            whole(w, "max", " %x, %a, %b", (a, b, c) -> a.max(b));
            whole(w, "div", " %x, %a, %b", (a, b, c) -> b.signum() == 0 ? BigInteger.ONE.negate() : a.divide(b));
            whole(w, "rem", " %x, %a, %b", (a, b, c) -> b.signum() == 0 ? BigInteger.ONE.negate() : a.remainder(b));
            if (w.signed) {
                whole(w, "abs", " %x, %a", (a, b, c) -> a.abs());
                whole(w, "neg", " %x, %a", (a, b, c) -> a.negate());
            }
            if (w.bits == 32 && w.signed) {
                whole(w, "add.sat", " %x, %a, %b", (a, b, c) -> w.clamped(a.add(b)));
                whole(w, "sub.sat", " %x, %a, %b", (a, b, c) -> w.clamped(a.subtract(b)));
                whole(
                        w,
                        "mad.hi.sat",
                        " %x, %a, %b, %c",
                        (a, b, c) -> w.clamped(a.multiply(b).shiftRight(32).add(c)));
            }
            for (String name : (w.signed ? "eq ne lt le gt ge" : "eq ne lt le gt ge lo ls hi hs").split(" ", -1)) {
                rows.add(new Row(
                        "setp." + name + "." + w.type + " %x, %a, %b", w.register(), "pred", null, (a, b, c) -> {
                            int compared = w.value(a).compareTo(w.value(b));
                            boolean holds = switch (name) {
                                case "eq" -> compared == 0;
                                case "ne" -> compared != 0;
                                case "lt", "lo" -> compared < 0;
                                case "le", "ls" -> compared <= 0;
                                case "gt", "hi" -> compared > 0;
                                default -> compared >= 0;
                            };
                            return holds ? 1 : 0;
                        }));
            }
            if (w.bits <= 32) {
                String wide = "b" + 2 * w.bits;
                rows.add(new Row(
                        "mul.wide." + w.type + " %x, %a, %b",
                        w.register(),
                        wide,
                        null,
                        (a, b, c) -> new Whole("", 2 * w.bits, false)
                                .cut(w.value(a).multiply(w.value(b)).longValue())));
            }
        }
    }

    @FunctionalInterface
    private interface WholeModel {
        BigInteger apply(BigInteger a, BigInteger b, BigInteger c);
    }

    private void whole(Whole w, String opcode, String operands, WholeModel model) {
        rows.add(new Row(
                opcode + "." + w.type + operands,
                w.register(),
                w.register(),
                null,
                (a, b, c) -> w.raw(model.apply(w.value(a), w.value(b), w.value(c)))));
    }

    // ---- running

    private static String program(List<Row> part) {
        StringBuilder text = new StringBuilder("""
                .version 8.3
                .target sm_90
                .address_size 64
                .visible .entry k(.param .u64 p0, .param .u64 p1)
                {
                .reg .b64 %out, %in, %offset, %va, %vb, %vc, %xb64;
                .reg .b32 %t, %wa, %wb, %wc, %xb32;
                .reg .b16 %ha, %hb, %hc, %xb16;
                .reg .pred %xpred;
                ld.param.u64 %out, [p0];
                ld.param.u64 %in, [p1];
                mov.u32 %t, %tid.x;
                """);
        text.append("mul.wide.u32 %offset, %t, ").append(part.size() * 24).append(";\nadd.u64 %in, %in, %offset;\n");
        text.append("mul.wide.u32 %offset, %t, ").append(part.size() * 8).append(";\nadd.u64 %out, %out, %offset;\n");
        for (int i = 0; i < part.size(); i++) {
            Row row = part.get(i);
            String prefix = row.operands.equals("b64") ? "%v" : row.operands.equals("b32") ? "%w" : "%h";
            for (int operand = 0; operand < 3; operand++) {
                text.append("ld.global.")
                        .append(row.operands)
                        .append(' ')
                        .append(prefix)
                        .append("abc".charAt(operand))
                        .append(", [%in+")
                        .append(i * 24 + operand * 8)
                        .append("];\n");
            }
            text.append(row.instruction
                            .replace("%x", "%x" + row.result)
                            .replace("%a", prefix + "a")
                            .replace("%b", prefix + "b")
                            .replace("%c", prefix + "c"))
                    .append(";\n");
            String place = "[%out+" + i * 8 + "]";
            if (row.result.equals("pred")) {
                text.append("selp.b32 %t, 1, 0, %xpred;\nst.global.b32 ")
                        .append(place)
                        .append(", %t;\n");
            } else {
                text.append("st.global.")
                        .append(row.result)
                        .append(' ')
                        .append(place)
                        .append(", %x")
                        .append(row.result)
                        .append(";\n");
            }
        }
        return text.append("ret;\n}\n").toString();
    }

    private long operand(Row row, long before) {
        int bits = Integer.parseInt(row.operands.substring(1));
        int exponentBits = bits == 64 ? 11 : bits == 32 ? 8 : 5;
        long raw = switch (random.nextInt(8)) {
            case 0 -> random.nextInt(9) - 4;
            case 1 -> before + random.nextInt(5) - 2;
            case 2 -> -1L << random.nextInt(64);
            case 3 -> before ^ 1L << (bits - 1);
            // Around one, where sums cancel.
            case 4 ->
                (random.nextLong() >>> (exponentBits + 2 + 64 - bits))
                        | ((1L << (exponentBits - 1)) - 2L << (bits - 1 - exponentBits));
            case 5 ->
                ((1L << exponentBits) - 1 << (bits - 1 - exponentBits)) + (random.nextInt(3) - 1)
                        | random.nextLong() & 1L << (bits - 1);
            case 6 -> random.nextLong() & 0xff | random.nextLong() & 1L << (bits - 1);
            default -> random.nextLong();
        };
        return bits == 64 ? raw : raw & ((1L << bits) - 1);
    }

    private void check(EmulatorSettings.Executor executor) {
        int most = 150;
        for (int first = 0; first < rows.size(); first += most) {
            List<Row> part = rows.subList(first, Math.min(rows.size(), first + most));
            long[] in = new long[part.size() * 3 * THREADS];
            long[] out = new long[part.size() * THREADS];
            for (int i = 0; i < in.length; i++) {
                in[i] = operand(part.get(i / 3 % part.size()), i % 3 == 0 ? random.nextLong() : in[i - 1]);
            }
            try (PtxLab lab = new PtxLab(executor)) {
                lab.run(program(part), 1, THREADS, out, in);
            }
            for (int i = 0; i < out.length; i++) {
                Row row = part.get(i % part.size());
                long expected = row.model.apply(in[i * 3], in[i * 3 + 1], in[i * 3 + 2]);
                boolean isAnyNan = row.anyNan == Format.F64
                        && row.result.equals("b64")
                        && Format.F64.isNan(expected)
                        && Format.F64.isNan(out[i]);
                if (expected != out[i] && !isAnyNan) {
                    fail("%s on %x, %x, %x gives %x, not %x (%s, seed %d)"
                            .formatted(
                                    row.instruction,
                                    in[i * 3],
                                    in[i * 3 + 1],
                                    in[i * 3 + 2],
                                    out[i],
                                    expected,
                                    executor,
                                    seed));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = EmulatorSettings.Executor.class,
            names = {"INTERPRETER", "TRANSLATOR"})
    void roundsFloatsOnce(EmulatorSettings.Executor executor) {
        floats();
        check(executor);
    }

    @ParameterizedTest
    @EnumSource(
            value = EmulatorSettings.Executor.class,
            names = {"INTERPRETER", "TRANSLATOR"})
    void convertsBetweenAllTypes(EmulatorSettings.Executor executor) {
        conversions();
        check(executor);
    }

    @ParameterizedTest
    @EnumSource(
            value = EmulatorSettings.Executor.class,
            names = {"INTERPRETER", "TRANSLATOR"})
    void computesWithWholeNumbers(EmulatorSettings.Executor executor) {
        wholeNumbers();
        check(executor);
    }
}
