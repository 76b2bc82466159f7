package io.xianka.compiler.lowering;

/** Arithmetic on constants, as the device would do it. */
final class Folding {
    private Folding() {}

    /** The value of a constant of F32 or F64. */
    static double floating(Node constant) {
        return constant.kind == Kind.F32
                ? Float.intBitsToFloat((int) constant.bits)
                : Double.longBitsToDouble(constant.bits);
    }

    /** The constant that the operation gives, or null where an input is not constant or the device decides. */
    static Node fold(Graph graph, Op op, Kind kind, Node[] in, long bits) {
        if (in.length == 0) {
            return null;
        }
        for (int i = 0; i < in.length; i++) {
            if (in[i].op != Op.CONSTANT) {
                return null;
            }
        }
        long a = in[0].bits;
        long b = in.length > 1 ? in[1].bits : 0;
        return switch (op) {
            case ADD, SUB, MUL, DIV, MIN, MAX, NEG, FMA ->
                kind.isFloat() ? foldFloats(graph, op, kind, in) : foldIntegers(graph, op, kind, in);
            case MUL_HIGH, MUL_HIGH_U, DIV_U, REM, REM_U, MIN_U, MAX_U, AND, OR, XOR, NOT, SHL, SHR, SHR_U ->
                foldIntegers(graph, op, kind, in);
            case MUL_WIDE -> graph.constant(Kind.I64, a * b);
            case MUL_WIDE_U -> graph.constant(Kind.I64, (a & 0xFFFF_FFFFL) * (b & 0xFFFF_FFFFL));
            case MAD_WIDE -> graph.constant(Kind.I64, a * b + in[2].bits);
            case MAD_WIDE_U -> graph.constant(Kind.I64, (a & 0xFFFF_FFFFL) * (b & 0xFFFF_FFFFL) + in[2].bits);
            case COMPARE -> graph.constant(Kind.I1, compare(in[0], in[1], Condition.of(bits)) ? 1 : 0);
            case SELECT -> a != 0 ? in[1] : in[2];
            case SIGN_EXTEND -> graph.constant(Kind.I64, (int) a);
            case ZERO_EXTEND -> graph.constant(Kind.I64, a & 0xFFFF_FFFFL);
            case TRUNCATE -> graph.constant(Kind.I32, (int) a);
            case SIGN_8 -> graph.constant(Kind.I32, (byte) a);
            case ZERO_8 -> graph.constant(Kind.I32, a & 0xFF);
            case SIGN_16 -> graph.constant(Kind.I32, (short) a);
            case ZERO_16, FROM_16 -> graph.constant(Kind.I32, a & 0xFFFF);
            case INT_TO_FLOAT -> ofLong(graph, kind, in[0].kind == Kind.I32 ? (int) a : a);
            case UINT_TO_FLOAT ->
                in[0].kind == Kind.I32 ? ofLong(graph, kind, a & 0xFFFF_FFFFL) : a >= 0 ? ofLong(graph, kind, a) : null;
            case FLOAT_TO_INT -> toInteger(graph, kind, floating(in[0]), false);
            case FLOAT_TO_UINT -> toInteger(graph, kind, floating(in[0]), true);
            case FLOAT_CONVERT -> {
                double value = floating(in[0]);
                yield Double.isNaN(value)
                        ? null
                        : kind == Kind.F32 ? graph.constant((float) value) : graph.constant(value);
            }
            case BITCAST, OFFSET -> op == Op.BITCAST ? graph.constant(kind, a) : graph.constant(kind, a + b);
            default -> null;
        };
    }

    private static Node ofLong(Graph graph, Kind kind, long value) {
        return kind == Kind.F32 ? graph.constant((float) value) : graph.constant((double) value);
    }

    private static Node toInteger(Graph graph, Kind kind, double value, boolean unsigned) {
        if (Double.isNaN(value)) {
            return null;
        }
        if (unsigned) {
            if (kind == Kind.I32) {
                return graph.constant(kind, Math.clamp((long) value, 0L, 0xFFFF_FFFFL));
            }
            return value < 0x1p63 ? graph.constant(kind, Math.max(0L, (long) value)) : null;
        }
        return graph.constant(kind, kind == Kind.I32 ? (int) value : (long) value);
    }

    private static boolean compare(Node a, Node b, Condition condition) {
        if (a.kind.isFloat()) {
            return condition.test(floating(a), floating(b));
        }
        if (condition.isUnsigned() && a.kind == Kind.I32) {
            return condition.test(a.bits & 0xFFFF_FFFFL, b.bits & 0xFFFF_FFFFL);
        }
        return condition.test(a.bits, b.bits);
    }

    private static Node foldIntegers(Graph graph, Op op, Kind kind, Node[] in) {
        long a = in[0].bits;
        long b = in.length > 1 ? in[1].bits : 0;
        boolean narrow = kind == Kind.I32;
        int width = narrow ? 32 : 64;
        long ua = narrow ? a & 0xFFFF_FFFFL : a;
        long ub = narrow ? b & 0xFFFF_FFFFL : b;
        // A shift's amount is an I32 in either case and counts as unsigned; past the width everything is shifted out.
        long amount = b & 0xFFFF_FFFFL;
        Long value = switch (op) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case FMA -> a * b + in[2].bits;
            case MUL_HIGH -> narrow ? a * b >> 32 : Math.multiplyHigh(a, b);
            case MUL_HIGH_U -> narrow ? ua * ub >>> 32 : Math.unsignedMultiplyHigh(a, b);
            case DIV -> b == 0 || b == -1 ? null : a / b;
            case REM -> b == 0 || b == -1 ? null : a % b;
            case DIV_U -> b == 0 ? null : Long.divideUnsigned(ua, ub);
            case REM_U -> b == 0 ? null : Long.remainderUnsigned(ua, ub);
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
            case MIN_U -> Long.compareUnsigned(ua, ub) <= 0 ? a : b;
            case MAX_U -> Long.compareUnsigned(ua, ub) >= 0 ? a : b;
            case NEG -> -a;
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case NOT -> kind == Kind.I1 ? a ^ 1 : ~a;
            case SHL -> amount >= width ? 0 : a << amount;
            case SHR -> a >> Math.min(amount, width - 1);
            case SHR_U -> amount >= width ? 0 : ua >>> amount;
            default -> null;
        };
        return value == null ? null : graph.constant(kind, value);
    }

    private static Node foldFloats(Graph graph, Op op, Kind kind, Node[] in) {
        if (kind == Kind.F32) {
            float a = Float.intBitsToFloat((int) in[0].bits);
            float b = in.length > 1 ? Float.intBitsToFloat((int) in[1].bits) : 0;
            float value = switch (op) {
                case ADD -> a + b;
                case SUB -> a - b;
                case MUL -> a * b;
                case DIV -> a / b;
                case NEG -> -a;
                case FMA -> Math.fma(a, b, Float.intBitsToFloat((int) in[2].bits));
                default -> Float.NaN;
            };
            // A NaN's bits, and under ftz a subnormal, are the device's to choose.
            return Float.isNaN(value) || (value != 0 && Math.abs(value) < Float.MIN_NORMAL)
                    ? null
                    : graph.constant(value);
        }
        double a = Double.longBitsToDouble(in[0].bits);
        double b = in.length > 1 ? Double.longBitsToDouble(in[1].bits) : 0;
        double value = switch (op) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> a / b;
            case NEG -> -a;
            case FMA -> Math.fma(a, b, Double.longBitsToDouble(in[2].bits));
            default -> Double.NaN;
        };
        return Double.isNaN(value) ? null : graph.constant(value);
    }
}
