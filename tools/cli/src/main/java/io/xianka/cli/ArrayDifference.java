package io.xianka.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.xianka.cli.npy.NpyException;
import io.xianka.cli.npy.NpyType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the results of a GPU and of the emulator part.
 *
 * @param file the array's
 * @param index of the first element that differs, in C order
 * @param cuda its value on the GPU, as text
 * @param emulated its value on the emulator
 * @param ulps how far they are apart, in units of the last place for floating point and in ones for integers; -1 where one
 *     of them is no number
 * @param worstUlps the same for the two furthest apart
 * @param count how many elements differ
 * @param elements of how many
 */
record ArrayDifference(
        Path file, long index, String cuda, String emulated, long ulps, long worstUlps, long count, long elements) {

    private static final long NO_NUMBER = -1;

    /** Compares two results of the same type and shape; elements at most {@code allowedUlps} apart are the same. */
    static Optional<ArrayDifference> between(RunArguments.Result cuda, RunArguments.Result emulated, long allowedUlps)
            throws NpyException {
        var type = cuda.header().type();
        long elements =
                type.kind() == 'V' ? cuda.header().bytes() : cuda.header().elements();
        var element = type.kind() == 'V' ? NpyType.named("uint8") : part(type);
        if (type.kind() == 'c') {
            elements *= 2;
        }
        long first = -1;
        long firstUlps = 0;
        long worst = 0;
        long count = 0;
        for (long i = 0; i < elements; i++) {
            long apart = apart(element, bits(element, cuda.data(), i), bits(element, emulated.data(), i));
            if (apart != NO_NUMBER && apart <= allowedUlps) {
                continue;
            }
            if (count++ == 0) {
                first = i;
                firstUlps = apart;
            }
            worst = worst == NO_NUMBER || apart == NO_NUMBER ? NO_NUMBER : Math.max(worst, apart);
        }
        if (count == 0) {
            return Optional.empty();
        }
        return Optional.of(new ArrayDifference(
                cuda.file(),
                first,
                text(element, bits(element, cuda.data(), first)),
                text(element, bits(element, emulated.data(), first)),
                firstUlps,
                worst,
                count,
                elements));
    }

    /** A complex number is two floats. */
    private static NpyType part(NpyType type) {
        return type.kind() == 'c' ? new NpyType('f', type.bytes() / 2) : type;
    }

    private static long bits(NpyType type, MemorySegment data, long index) {
        return switch (type.bytes()) {
            case 1 -> data.get(ValueLayout.JAVA_BYTE, index);
            case 2 -> data.get(ValueLayout.JAVA_SHORT_UNALIGNED, index * 2);
            case 4 -> data.get(ValueLayout.JAVA_INT_UNALIGNED, index * 4);
            default -> data.get(ValueLayout.JAVA_LONG_UNALIGNED, index * 8);
        };
    }

    /** How many representable numbers two are apart; two NaNs are the same. */
    private static long apart(NpyType type, long a, long b) {
        if (a == b) {
            return 0;
        }
        if (type.kind() != 'f') {
            long distance = Math.abs(a - b);
            return distance < 0 ? Long.MAX_VALUE : distance;
        }
        double left = number(type, a);
        double right = number(type, b);
        if (Double.isNaN(left) || Double.isNaN(right)) {
            return Double.isNaN(left) && Double.isNaN(right) ? 0 : NO_NUMBER;
        }
        long distance = Math.abs(ordered(type, a) - ordered(type, b));
        return distance < 0 ? Long.MAX_VALUE : distance;
    }

    /** Integers in the order of the numbers that the bits stand for, both zeros at 0. */
    private static long ordered(NpyType type, long bits) {
        long sign = 1L << (type.bytes() * 8 - 1);
        long magnitude = bits & (sign - 1);
        return (bits & sign) != 0 ? -magnitude : magnitude;
    }

    private static double number(NpyType type, long bits) {
        return switch (type.bytes()) {
            case 2 -> Float.float16ToFloat((short) bits);
            case 4 -> Float.intBitsToFloat((int) bits);
            default -> Double.longBitsToDouble(bits);
        };
    }

    private static String text(NpyType type, long bits) {
        return switch (type.kind()) {
            case 'f' ->
                type.bytes() == 8 ? Double.toString(number(type, bits)) : Float.toString((float) number(type, bits));
            case 'u' -> Long.toUnsignedString(type.bytes() == 8 ? bits : bits & ((1L << (type.bytes() * 8)) - 1));
            default -> Long.toString(bits);
        };
    }

    /** One line for people; {@code place} is the GPU's name on the command line. */
    String text(String place) {
        return Messages.of(
                "check.differs",
                file,
                index,
                place,
                cuda,
                emulated,
                ulps == NO_NUMBER ? "NaN" : Long.toString(ulps),
                worstUlps == NO_NUMBER ? "NaN" : Long.toString(worstUlps),
                count,
                elements);
    }

    void put(ObjectNode node) {
        node.put("file", file.toString());
        node.put("index", index);
        node.put("cuda", cuda);
        node.put("emulated", emulated);
        putUlps(node, "ulps", ulps);
        putUlps(node, "worst_ulps", worstUlps);
        node.put("count", count);
        node.put("elements", elements);
    }

    private static void putUlps(ObjectNode node, String key, long value) {
        if (value == NO_NUMBER) {
            node.putNull(key);
        } else {
            node.put(key, value);
        }
    }
}
