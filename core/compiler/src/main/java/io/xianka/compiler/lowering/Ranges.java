package io.xianka.compiler.lowering;

import io.xianka.ptx.SpecialRegister;

/** How large an unsigned 32-bit value can be, from what made it. */
final class Ranges {
    static final long UNKNOWN = 0xFFFF_FFFFL;
    private static final int DEPTH = 6;

    private Ranges() {}

    /** The largest value of an I32 node taken as unsigned. */
    static long unsignedMaximum(Node node) {
        return maximum(node.resolved(), DEPTH);
    }

    static boolean isNonNegative(Node node) {
        return isNonNegative(node.resolved(), DEPTH, null);
    }

    /** A joint of ways around the nodes in question; a joint met again says nothing against itself. */
    private record Joint(Node phi, Joint outer) {
        boolean holds(Node node) {
            return phi == node || (outer != null && outer.holds(node));
        }
    }

    private static boolean isNonNegative(Node node, int depth, Joint inside) {
        if (node.kind != Kind.I32 || depth == 0) {
            return false;
        }
        return switch (node.op) {
            case PHI -> {
                // While the graph is built a phi has no inputs yet.
                boolean all = node.in.length > 0;
                if (inside == null || !inside.holds(node)) {
                    Joint here = new Joint(node, inside);
                    for (int i = 0; all && i < node.in.length; i++) {
                        all = isNonNegative(node.in(i), depth - 1, here);
                    }
                }
                yield all;
            }
            case ADD, MUL ->
                node.noWrap
                                && isNonNegative(node.in(0), depth - 1, inside)
                                && isNonNegative(node.in(1), depth - 1, inside)
                        || maximum(node, DEPTH) <= 0x7FFF_FFFFL;
            case MIN, DIV ->
                isNonNegative(node.in(0), depth - 1, inside) && isNonNegative(node.in(1), depth - 1, inside);
            case MAX, AND ->
                isNonNegative(node.in(0), depth - 1, inside) || isNonNegative(node.in(1), depth - 1, inside);
            case REM, SHR -> isNonNegative(node.in(0), depth - 1, inside);
            case SELECT -> isNonNegative(node.in(1), depth - 1, inside) && isNonNegative(node.in(2), depth - 1, inside);
            default -> maximum(node, DEPTH) <= 0x7FFF_FFFFL;
        };
    }

    private static long maximum(Node node, int depth) {
        if (node.kind != Kind.I32 || depth == 0) {
            return UNKNOWN;
        }
        return switch (node.op) {
            case CONSTANT -> node.bits & UNKNOWN;
            case SPECIAL -> special((SpecialRegister) node.data);
            case ZERO_8 -> 0xFF;
            case ZERO_16, FROM_16 -> 0xFFFF;
            case LOAD ->
                switch (((MemoryAccess) node.data).access()) {
                    case U8, BOOL -> 0xFF;
                    case U16 -> 0xFFFF;
                    default -> UNKNOWN;
                };
            case AND -> Math.min(maximum(node.in(0), depth - 1), maximum(node.in(1), depth - 1));
            case OR, XOR -> {
                long bound = Math.max(maximum(node.in(0), depth - 1), maximum(node.in(1), depth - 1));
                yield bound == 0 ? 0 : (Long.highestOneBit(bound) << 1) - 1;
            }
            case SHR_U ->
                node.in(1).isConstant() && node.in(1).bits >= 0 && node.in(1).bits < 32
                        ? maximum(node.in(0), depth - 1) >>> node.in(1).bits
                        : maximum(node.in(0), depth - 1);
            case SHR -> {
                long value = maximum(node.in(0), depth - 1);
                yield value <= 0x7FFF_FFFFL ? value : UNKNOWN;
            }
            case SHL ->
                node.in(1).isConstant() && node.in(1).bits >= 0 && node.in(1).bits < 32
                        ? bounded(maximum(node.in(0), depth - 1) << node.in(1).bits)
                        : UNKNOWN;
            case REM_U ->
                node.in(1).isConstant() && node.in(1).bits > 0 ? node.in(1).bits - 1 : maximum(node.in(0), depth - 1);
            case DIV_U -> maximum(node.in(0), depth - 1);
            case ADD -> bounded(maximum(node.in(0), depth - 1) + maximum(node.in(1), depth - 1));
            case MUL -> {
                long a = maximum(node.in(0), depth - 1);
                long b = maximum(node.in(1), depth - 1);
                yield a < 1L << 31 && b < 1L << 31 ? bounded(a * b) : UNKNOWN;
            }
            case SELECT -> Math.max(maximum(node.in(1), depth - 1), maximum(node.in(2), depth - 1));
            case MIN_U -> Math.min(maximum(node.in(0), depth - 1), maximum(node.in(1), depth - 1));
            default -> UNKNOWN;
        };
    }

    private static long bounded(long value) {
        return value > UNKNOWN ? UNKNOWN : value;
    }

    private static long special(SpecialRegister register) {
        return switch (register) {
            case TID_X, TID_Y -> 1023;
            case TID_Z -> 63;
            case NTID_X, NTID_Y -> 1024;
            case NTID_Z -> 64;
            case CTAID_X -> 0x7FFF_FFFEL;
            case NCTAID_X -> 0x7FFF_FFFFL;
            case CTAID_Y, CTAID_Z -> 65534;
            case NCTAID_Y, NCTAID_Z -> 65535;
            case LANEID -> 31;
            default -> UNKNOWN;
        };
    }
}
