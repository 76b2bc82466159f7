package io.xianka.tensor.cuda;

import io.xianka.tensor.DType;
import io.xianka.tensor.graph.BinaryOp;
import io.xianka.tensor.graph.ReduceOp;
import io.xianka.tensor.graph.UnaryOp;

/** The elementwise operations in CUDA C; what takes more than an operator is a function of prelude.cu. */
final class Operations {
    private Operations() {}

    static String unary(UnaryOp op, DType operand, String x) {
        CType type = CType.of(operand);
        String f = operand == DType.FLOAT64 ? "" : "f";
        if (operand.isComplex()) {
            return switch (op) {
                case REAL -> x + ".x";
                case IMAGINARY -> x + ".y";
                case CONJUGATE -> "make_float2(" + x + ".x, -" + x + ".y)";
                case NEG -> "make_float2(-" + x + ".x, -" + x + ".y)";
                case IS_NAN -> "(" + x + ".x != " + x + ".x || " + x + ".y != " + x + ".y)";
                case IS_INFINITE -> "(isinf(" + x + ".x) || isinf(" + x + ".y))";
                default -> "xk_c" + op.name().toLowerCase(java.util.Locale.ROOT) + "(" + x + ")";
            };
        }
        if (!type.isReal()) {
            String result = switch (op) {
                case NEG -> "-" + x;
                case ABS -> x + " < 0 ? -" + x + " : " + x;
                case SIGN -> "(" + x + " > 0) - (" + x + " < 0)";
                case NOT -> operand == DType.BOOL ? "!" + x : "~" + x;
                case IS_NAN, IS_INFINITE -> "false";
                default -> x;
            };
            return "(" + CType.of(op.result(operand)).value() + ") (" + result + ")";
        }
        return switch (op) {
            case NEG -> "-" + x;
            case ABS -> "fabs" + f + "(" + x + ")";
            case SIGN -> "xk_sign(" + x + ")";
            case EXP -> "exp" + f + "(" + x + ")";
            case EXPM1 -> "expm1" + f + "(" + x + ")";
            case LOG -> "log" + f + "(" + x + ")";
            case LOG1P -> "log1p" + f + "(" + x + ")";
            case SQRT -> "sqrt" + f + "(" + x + ")";
            case RSQRT -> "rsqrt" + f + "(" + x + ")";
            case RECIPROCAL -> "1 / " + x;
            case SIN -> "sin" + f + "(" + x + ")";
            case COS -> "cos" + f + "(" + x + ")";
            case TAN -> "tan" + f + "(" + x + ")";
            case ASIN -> "asin" + f + "(" + x + ")";
            case ACOS -> "acos" + f + "(" + x + ")";
            case ATAN -> "atan" + f + "(" + x + ")";
            case SINH -> "sinh" + f + "(" + x + ")";
            case COSH -> "cosh" + f + "(" + x + ")";
            case TANH -> "tanh" + f + "(" + x + ")";
            case SIGMOID -> "xk_sigmoid(" + x + ")";
            case ERF -> "erf" + f + "(" + x + ")";
            case FLOOR -> "floor" + f + "(" + x + ")";
            case CEIL -> "ceil" + f + "(" + x + ")";
            case ROUND -> "rint" + f + "(" + x + ")";
            case TRUNC -> "trunc" + f + "(" + x + ")";
            case IS_NAN -> "(" + x + " != " + x + ")";
            case IS_INFINITE -> "isinf(" + x + ")";
            case REAL, CONJUGATE -> x;
            case IMAGINARY -> "0";
            case NOT -> throw new IllegalStateException("not of " + operand);
        };
    }

    static String binary(BinaryOp op, DType operands, String a, String b) {
        CType type = CType.of(operands);
        String f = operands == DType.FLOAT64 ? "" : "f";
        if (operands.isComplex()) {
            return "xk_c" + op.name().toLowerCase(java.util.Locale.ROOT) + "(" + a + ", " + b + ")";
        }
        boolean real = type.isReal();
        String expression = switch (op) {
            case ADD -> a + " + " + b;
            case SUB -> a + " - " + b;
            case MUL -> a + " * " + b;
            case DIV -> real ? a + " / " + b : "xk_div<" + type.value() + ">(" + a + ", " + b + ")";
            case FLOOR_DIV ->
                real
                        ? "xk_real_floor_div(" + a + ", " + b + ")"
                        : "xk_floor_div<" + type.value() + ">(" + a + ", " + b + ")";
            case MOD ->
                real ? "xk_mod(" + a + ", " + b + ")" : "xk_int_mod<" + type.value() + ">(" + a + ", " + b + ")";
            case POW ->
                real ? "pow" + f + "(" + a + ", " + b + ")" : "xk_int_pow<" + type.value() + ">(" + a + ", " + b + ")";
            case ATAN2 -> "atan2" + f + "(" + a + ", " + b + ")";
            case MAX -> real ? "xk_max(" + a + ", " + b + ")" : a + " > " + b + " ? " + a + " : " + b;
            case MIN -> real ? "xk_min(" + a + ", " + b + ")" : a + " < " + b + " ? " + a + " : " + b;
            case EQ -> a + " == " + b;
            case NE -> a + " != " + b;
            case LT -> a + " < " + b;
            case LE -> a + " <= " + b;
            case GT -> a + " > " + b;
            case GE -> a + " >= " + b;
            case AND -> a + " & " + b;
            case OR -> a + " | " + b;
            case XOR -> a + " ^ " + b;
            case SHIFT_LEFT -> "xk_shl<" + type.value() + ">(" + a + ", " + b + ")";
            case SHIFT_RIGHT -> "xk_shr<" + type.value() + ">(" + a + ", " + b + ")";
            case COMPLEX -> "make_float2(" + a + ", " + b + ")";
        };
        return real || op.isComparison() ? expression : "(" + type.value() + ") (" + expression + ")";
    }

    static String convert(DType from, DType to, String x) {
        if (from.isComplex()) {
            return switch (to) {
                case COMPLEX64 -> x;
                case BOOL -> "(" + x + ".x != 0 || " + x + ".y != 0)";
                default -> convert(DType.FLOAT32, to, x + ".x");
            };
        }
        return switch (to) {
            case BOOL -> "(" + x + " != 0)";
            case UINT8, INT8, INT16, INT32, INT64 ->
                CType.of(from).isReal()
                        ? "xk_to_" + to + "(" + x + ")"
                        : "(" + CType.of(to).value() + ") " + x;
            case FLOAT16 ->
                from == DType.FLOAT64 ? "xk_round_half(" + x + ")" : "xk_half(xk_to_half((float) " + x + "))";
            case BFLOAT16 ->
                from == DType.FLOAT64
                        ? "xk_round_bfloat16(" + x + ")"
                        : "xk_bfloat16(xk_to_bfloat16((float) " + x + "))";
            case FLOAT32 -> "(float) " + x;
            case FLOAT64 -> "(double) " + x;
            case COMPLEX64 -> "make_float2((float) " + x + ", 0.0f)";
        };
    }

    static String fold(ReduceOp op, DType dtype, String a, String b) {
        if (dtype.isComplex()) {
            return op == ReduceOp.SUM ? "xk_cadd(" + a + ", " + b + ")" : "xk_cmul(" + a + ", " + b + ")";
        }
        return switch (op) {
            case SUM -> binary(BinaryOp.ADD, dtype, a, b);
            case PROD -> binary(BinaryOp.MUL, dtype, a, b);
            case MAX -> binary(BinaryOp.MAX, dtype, a, b);
            case MIN -> binary(BinaryOp.MIN, dtype, a, b);
        };
    }

    /** What folding begins with. */
    static String identity(ReduceOp op, DType dtype) {
        CType type = CType.of(dtype);
        boolean max = op == ReduceOp.MAX;
        return switch (op) {
            case SUM -> type.literal(0L);
            case PROD -> type.literal(1L);
            case MAX, MIN ->
                switch (dtype) {
                    case BOOL -> max ? "false" : "true";
                    case UINT8 -> type.literal(max ? 0L : 255L);
                    case INT8 -> type.literal(max ? -128L : 127L);
                    case INT16 -> type.literal(max ? -32768L : 32767L);
                    case INT32 -> type.literal(max ? (long) Integer.MIN_VALUE : (long) Integer.MAX_VALUE);
                    case INT64 -> type.literal(max ? Long.MIN_VALUE : Long.MAX_VALUE);
                    case FLOAT16, BFLOAT16, FLOAT32, FLOAT64 ->
                        type.literal(max ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
                    case COMPLEX64 -> throw new IllegalStateException(op + " of complex values");
                };
        };
    }
}
