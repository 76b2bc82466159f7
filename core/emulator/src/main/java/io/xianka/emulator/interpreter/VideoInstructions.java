package io.xianka.emulator.interpreter;

import io.xianka.ptx.Modifier.Combiner;
import io.xianka.ptx.Modifier.Comparison;
import io.xianka.ptx.Modifier.Keyword;
import io.xianka.ptx.Operation;
import io.xianka.ptx.PtxType;

/**
 * Video instructions: integers of a word, of two halves or of four bytes, computed with room to spare, saturated, and
 * combined with a third operand. Selectors of bytes are not read.
 */
final class VideoInstructions {
    private VideoInstructions() {}

    @FunctionalInterface
    private interface Element {
        long apply(long a, long b);
    }

    /** Null for an operation that is not of this family. */
    static LaneFunction of(Operation operation) {
        return switch (operation.opcode()) {
            case VADD, VSUB, VABSDIFF, VMIN, VMAX, VSHL, VSHR, VSET -> lanes(operation, 1);
            case VADD2, VSUB2, VAVRG2, VABSDIFF2, VMIN2, VMAX2, VSET2 -> lanes(operation, 2);
            case VADD4, VSUB4, VAVRG4, VABSDIFF4, VMIN4, VMAX4, VSET4 -> lanes(operation, 4);
            case VMAD -> multiplyAdd(operation);
            default -> null;
        };
    }

    private static LaneFunction lanes(Operation operation, int count) {
        boolean sets = operation.find(Comparison.class).isPresent();
        int needed = sets ? 2 : 3;
        if (operation.types().size() != needed) {
            return null;
        }
        int width = 32 / count;
        // A comparison names its sources only; its result is a number without sign.
        boolean isSigned = !sets && operation.type().isSigned();
        boolean isSignedA = operation.types().get(needed - 2).isSigned();
        boolean isSignedB = operation.types().get(needed - 1).isSigned();
        Element element = element(operation);
        boolean saturates = operation.sat();
        Combiner combiner = operation.combiner();
        return (a, b, c) -> {
            long result = 0;
            long sum = 0;
            for (int i = 0; i < count; i++) {
                long value = element.apply(
                        extended(a >>> (i * width), width, isSignedA), extended(b >>> (i * width), width, isSignedB));
                value = saturates ? saturated(value, width, isSigned) : extended(value, width, isSigned);
                sum += value;
                result |= (value & (-1L >>> (64 - width))) << (i * width);
            }
            return combiner == null ? result : combined(combiner, sum, extended(c, 32, isSigned));
        };
    }

    private static long combined(Combiner combiner, long value, long c) {
        return switch (combiner) {
            case ADD -> value + c;
            case MIN -> Math.min(value, c);
            case MAX -> Math.max(value, c);
            case AND, OR, XOR, INC, DEC, EXCH, CAS, POPC -> throw new AssertionError(combiner);
        };
    }

    private static long extended(long bits, int width, boolean isSigned) {
        int unused = 64 - width;
        return isSigned ? bits << unused >> unused : bits << unused >>> unused;
    }

    private static long saturated(long value, int width, boolean isSigned) {
        return isSigned
                ? Math.clamp(value, -1L << (width - 1), (1L << (width - 1)) - 1)
                : Math.clamp(value, 0, (1L << width) - 1);
    }

    private static Element element(Operation operation) {
        boolean clamps = operation.has(Keyword.CLAMP);
        return switch (operation.opcode()) {
            case VADD, VADD2, VADD4 -> Long::sum;
            case VSUB, VSUB2, VSUB4 -> (a, b) -> a - b;
            case VABSDIFF, VABSDIFF2, VABSDIFF4 -> (a, b) -> Math.abs(a - b);
            case VMIN, VMIN2, VMIN4 -> Math::min;
            case VMAX, VMAX2, VMAX4 -> Math::max;
            // Rounded away from zero.
            case VAVRG2, VAVRG4 -> (a, b) -> (a + b + (a + b >= 0 ? 1 : 0)) >> 1;
            case VSHL -> (a, b) -> a << (clamps ? Math.min(b & 0xffff_ffffL, 32) : b & 31);
            case VSHR -> (a, b) -> a >> (clamps ? Math.min(b & 0xffff_ffffL, 32) : b & 31);
            default -> {
                Comparison comparison = operation.comparison();
                yield (a, b) -> holds(comparison, Long.compare(a, b)) ? 1 : 0;
            }
        };
    }

    private static boolean holds(Comparison comparison, int order) {
        return switch (comparison) {
            case EQ -> order == 0;
            case NE -> order != 0;
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            case GE -> order >= 0;
            case LO, LS, HI, HS, EQU, NEU, LTU, LEU, GTU, GEU, NUM, NAN -> false;
        };
    }

    private static LaneFunction multiplyAdd(Operation operation) {
        if (operation.types().size() != 3) {
            return null;
        }
        PtxType type = operation.type();
        boolean isSignedA = operation.types().get(1).isSigned();
        boolean isSignedB = operation.types().get(2).isSigned();
        int shift = operation.has(Keyword.SHR7) ? 7 : operation.has(Keyword.SHR15) ? 15 : 0;
        int plus = operation.has(Keyword.PO) ? 1 : 0;
        boolean saturates = operation.sat();
        boolean isSigned = type.isSigned();
        return (a, b, c) -> {
            long sum = extended(a, 32, isSignedA) * extended(b, 32, isSignedB) + extended(c, 32, isSigned) + plus;
            // Two factors without sign leave no room for one.
            long scaled = isSignedA || isSignedB || isSigned ? sum >> shift : sum >>> shift;
            return saturates ? saturated(scaled, 32, isSigned) : scaled;
        };
    }
}
