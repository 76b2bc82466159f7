package io.xianka.compiler.lowering;

/** What a {@link Node} does. "Bits" is {@link Node#bits}, "data" {@link Node#data}. */
enum Op {
    // Values without a place in a block.
    /** Bits: the value; a float's in its IEEE form. */
    CONSTANT,
    /** Address of a variable or function (data), bits: offset. In the variable's own space. */
    SYMBOL,
    /** Address of a local object, data: the Slot, bits: offset. */
    SLOT,

    /** Reads a kernel parameter, data: a ParameterRead. */
    PARAMETER(true),
    /** Reads a special register, data: the ptx SpecialRegister; pure, as these do not change. */
    SPECIAL(true),
    /** Inputs in the order of the block's predecessors. */
    PHI,

    ADD(true),
    SUB(true),
    MUL(true),
    /** Float division and integer division, signed. */
    DIV(true),
    DIV_U(true),
    /** 1 divided by a float. */
    RECIPROCAL(true),
    REM(true),
    REM_U(true),
    MIN(true),
    MAX(true),
    MIN_U(true),
    MAX_U(true),
    NEG(true),
    /** a * b + c: of floats with one rounding, of integers the low half. */
    FMA(true),
    /** 32 x 32 bits to 64. */
    MUL_WIDE(true),
    MUL_WIDE_U(true),
    /** The upper half of a product. */
    MUL_HIGH(true),
    MUL_HIGH_U(true),
    /** The product of 32 x 32 bits plus a third input of 64 bits. */
    MAD_WIDE(true),
    MAD_WIDE_U(true),
    AND(true),
    OR(true),
    XOR(true),
    NOT(true),
    SHL(true),
    SHR(true),
    SHR_U(true),
    /** Bits: ordinal of a Condition. */
    COMPARE(true),
    /** condition, then, otherwise. */
    SELECT(true),

    /** I32 to I64. */
    SIGN_EXTEND(true),
    ZERO_EXTEND(true),
    /** I64 to I32. */
    TRUNCATE(true),
    /** The low byte or half of an I32, extended. */
    SIGN_8(true),
    ZERO_8(true),
    SIGN_16(true),
    ZERO_16(true),
    /** I32 to I16 and back, for inline PTX. */
    TO_16(true),
    FROM_16(true),
    INT_TO_FLOAT(true),
    UINT_TO_FLOAT(true),
    FLOAT_TO_INT(true),
    FLOAT_TO_UINT(true),
    /** Between F32 and F64. */
    FLOAT_CONVERT(true),
    /** The same bits as another kind of this size. */
    BITCAST(true),
    /** Pointer plus bytes. */
    OFFSET(true),
    /** A pointer of the space in data as a generic address. */
    TO_GENERIC(true),
    /** The value of result number bits of its input, which has several. */
    RESULT(true),

    /** Input: address; bits: offset; data: a MemoryAccess. */
    LOAD,
    /** Inputs: address, values; bits: offset; data: a MemoryAccess. */
    STORE,
    /** Data: an AsmTemplate. Inputs: its operands. */
    ASM,
    /** Data: a CallTarget. Inputs: the arguments' scalars, behind the pointer of an indirect call. */
    CALL,
    /** The same for vprintf. */
    PRINT,
    /** Writes a scalar of the function's result; bits: offset, data: its Access. */
    GIVE;

    private final boolean pure;

    Op() {
        this(false);
    }

    Op(boolean pure) {
        this.pure = pure;
    }

    /** The same inputs give the same result, and nothing else happens. */
    boolean isPure() {
        return pure;
    }

    /** Has no place in a block: constants and addresses known when the module is loaded. */
    boolean isFree() {
        return this == CONSTANT || this == SYMBOL || this == SLOT;
    }

    boolean isCommutative() {
        return switch (this) {
            case ADD, MUL, AND, OR, XOR, MIN, MAX, MIN_U, MAX_U, MUL_WIDE, MUL_WIDE_U, MUL_HIGH, MUL_HIGH_U -> true;
            default -> false;
        };
    }
}
