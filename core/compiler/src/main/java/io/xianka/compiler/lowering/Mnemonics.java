package io.xianka.compiler.lowering;

import io.xianka.ptx.Operation;

/** Which PTX operation does what a node does. */
final class Mnemonics {
    private final CodeOptions options;

    Mnemonics(CodeOptions options) {
        this.options = options;
    }

    private String flush(Kind kind) {
        return kind == Kind.F32 && options.flushSubnormals() ? ".ftz" : "";
    }

    Operation of(Node node) {
        return Operation.of(text(node));
    }

    private String text(Node node) {
        Kind kind = node.kind;
        return switch (node.op) {
            case ADD -> kind.isFloat() ? rounded("add", kind) : kind == Kind.I32 ? "add.s32" : "add.s64";
            case OFFSET -> kind == Kind.I32 ? "add.s32" : "add.s64";
            case SUB -> kind.isFloat() ? rounded("sub", kind) : kind == Kind.I32 ? "sub.s32" : "sub.s64";
            case MUL -> kind.isFloat() ? rounded("mul", kind) : kind == Kind.I32 ? "mul.lo.s32" : "mul.lo.s64";
            case FMA -> kind.isFloat() ? rounded("fma", kind) : kind == Kind.I32 ? "mad.lo.s32" : "mad.lo.s64";
            case DIV -> division(kind);
            case RECIPROCAL -> reciprocal(kind);
            case DIV_U -> "div" + unsigned(kind);
            case REM -> "rem" + signed(kind);
            case REM_U -> "rem" + unsigned(kind);
            case MIN -> "min" + signed(kind);
            case MAX -> "max" + signed(kind);
            case MIN_U -> "min" + unsigned(kind);
            case MAX_U -> "max" + unsigned(kind);
            case NEG ->
                switch (kind) {
                    case F32 -> options.flushSubnormals() ? "neg.ftz.f32" : "neg.f32";
                    case F64 -> "neg.f64";
                    default -> "neg" + signed(kind);
                };
            case MUL_WIDE -> "mul.wide.s32";
            case MUL_WIDE_U -> "mul.wide.u32";
            case MUL_HIGH -> "mul.hi" + signed(kind);
            case MUL_HIGH_U -> "mul.hi" + unsigned(kind);
            case MAD_WIDE -> "mad.wide.s32";
            case MAD_WIDE_U -> "mad.wide.u32";
            case AND -> "and" + bits(kind);
            case OR -> "or" + bits(kind);
            case XOR -> "xor" + bits(kind);
            case NOT -> "not" + bits(kind);
            case SHL -> "shl" + bits(kind);
            case SHR -> "shr" + signed(kind);
            case SHR_U -> "shr" + unsigned(kind);
            case COMPARE -> comparison(Condition.of(node.bits), node.in(0).kind);
            case SELECT -> kind == Kind.F32 ? "selp.f32" : kind == Kind.F64 ? "selp.f64" : "selp" + bits(kind);
            case SIGN_EXTEND -> "cvt.s64.s32";
            case ZERO_EXTEND -> "cvt.u64.u32";
            case TRUNCATE -> "cvt.u32.u64";
            case SIGN_8 -> "cvt.s32.s8";
            case SIGN_16 -> "cvt.s32.s16";
            case ZERO_8, ZERO_16 -> "and.b32";
            case TO_16 -> "cvt.u16.u32";
            case FROM_16 -> "cvt.u32.u16";
            case INT_TO_FLOAT -> "cvt.rn" + floating(kind) + signed(node.in(0).kind);
            case UINT_TO_FLOAT -> "cvt.rn" + floating(kind) + unsigned(node.in(0).kind);
            case FLOAT_TO_INT -> "cvt.rzi" + flush(node.in(0).kind) + signed(kind) + floating(node.in(0).kind);
            case FLOAT_TO_UINT -> "cvt.rzi" + flush(node.in(0).kind) + unsigned(kind) + floating(node.in(0).kind);
            case FLOAT_CONVERT ->
                kind == Kind.F64 ? "cvt" + flush(Kind.F32) + ".f64.f32" : "cvt.rn" + flush(Kind.F32) + ".f32.f64";
            case BITCAST -> kind.bytes == 4 ? "mov.b32" : "mov.b64";
            case TO_GENERIC ->
                switch ((Space) node.data) {
                    case GLOBAL -> "cvta.global.u64";
                    case SHARED -> "cvta.shared.u64";
                    case CONSTANT -> "cvta.const.u64";
                    case LOCAL -> "cvta.local.u64";
                    case GENERIC -> "mov.u64";
                };
            case SPECIAL -> "mov.u32";
            case CONSTANT, SYMBOL, SLOT, PARAMETER, PHI, RESULT, LOAD, STORE, ASM, CALL, PRINT, GIVE ->
                throw new IllegalArgumentException(node.toString());
        };
    }

    /** Rounded explicitly, or ptxas might contract a product and a sum that are to be rounded apart. */
    private String rounded(String name, Kind kind) {
        return kind == Kind.F64 ? name + ".rn.f64" : name + ".rn" + flush(kind) + ".f32";
    }

    private String reciprocal(Kind kind) {
        if (kind == Kind.F64) {
            return "rcp.rn.f64";
        }
        return options.preciseDivision() ? "rcp.rn" + flush(kind) + ".f32" : "rcp.approx" + flush(kind) + ".f32";
    }

    private String division(Kind kind) {
        return switch (kind) {
            case F64 -> "div.rn.f64";
            case F32 -> {
                String how = options.preciseDivision() ? "div.rn" : options.fastDivision() ? "div.approx" : "div.full";
                yield how + flush(kind) + ".f32";
            }
            default -> "div" + signed(kind);
        };
    }

    private String comparison(Condition condition, Kind kind) {
        if (kind.isFloat()) {
            String name = condition == Condition.NE ? "neu" : condition.comparison.text();
            return "setp." + name + flush(kind) + floating(kind);
        }
        return switch (condition) {
            case EQ, NE, LT, LE, GT, GE -> "setp." + condition.comparison.text() + signed(kind);
            case LO -> "setp.lt" + unsigned(kind);
            case LS -> "setp.le" + unsigned(kind);
            case HI -> "setp.gt" + unsigned(kind);
            case HS -> "setp.ge" + unsigned(kind);
            case LTU, LEU, GTU, GEU -> throw new IllegalArgumentException(condition + " of integers");
        };
    }

    private static String signed(Kind kind) {
        return kind == Kind.I64 ? ".s64" : ".s32";
    }

    private static String unsigned(Kind kind) {
        return kind == Kind.I64 ? ".u64" : ".u32";
    }

    private static String bits(Kind kind) {
        return switch (kind) {
            case I1 -> ".pred";
            case I16 -> ".b16";
            case I64, F64 -> ".b64";
            default -> ".b32";
        };
    }

    private static String floating(Kind kind) {
        return kind == Kind.F32 ? ".f32" : ".f64";
    }

    /** {@code ld.global.nc.v4.f32}. */
    static Operation load(Node node) {
        MemoryAccess how = (MemoryAccess) node.data;
        StringBuilder text = new StringBuilder(how.isVolatile() ? "ld.volatile" : "ld");
        space(text, node.space);
        if (node.readOnly && !how.isVolatile()) {
            text.append(".nc");
        }
        return typed(text, how);
    }

    static Operation store(Node node) {
        MemoryAccess how = (MemoryAccess) node.data;
        StringBuilder text = new StringBuilder(how.isVolatile() ? "st.volatile" : "st");
        space(text, node.space);
        return typed(text, how);
    }

    private static void space(StringBuilder text, Space space) {
        if (space != Space.GENERIC) {
            text.append('.').append(space.state.text());
        }
    }

    private static Operation typed(StringBuilder text, MemoryAccess how) {
        if (how.count() > 1) {
            text.append(".v").append(how.count());
        }
        return Operation.of(text.append('.').append(how.access().type.text()).toString());
    }
}
