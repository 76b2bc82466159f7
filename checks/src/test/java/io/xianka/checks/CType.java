package io.xianka.checks;

/** The arithmetic types of CUDA C, and what Java computes for them. */
enum CType {
    BOOL("bool", 1, false, false),
    SCHAR("signed char", 8, true, false),
    UCHAR("unsigned char", 8, false, false),
    SHORT("short", 16, true, false),
    USHORT("unsigned short", 16, false, false),
    INT("int", 32, true, false),
    UINT("unsigned int", 32, false, false),
    LLONG("long long", 64, true, false),
    ULLONG("unsigned long long", 64, false, false),
    FLOAT("float", 32, true, true),
    DOUBLE("double", 64, true, true);

    final String spelling;
    final int bits;
    final boolean signed;
    final boolean floating;

    CType(String spelling, int bits, boolean signed, boolean floating) {
        this.spelling = spelling;
        this.bits = bits;
        this.signed = signed;
        this.floating = floating;
    }

    /** Of the operands of most operators. */
    static CType common(CType a, CType b) {
        if (a == DOUBLE || b == DOUBLE) {
            return DOUBLE;
        }
        if (a == FLOAT || b == FLOAT) {
            return FLOAT;
        }
        CType left = a.promoted();
        CType right = b.promoted();
        if (left == right) {
            return left;
        }
        if (left.bits != right.bits) {
            return left.bits > right.bits ? left : right;
        }
        return left.signed ? right : left;
    }

    CType promoted() {
        return floating || bits >= 32 ? this : INT;
    }

    /** The number that this integer type holds after being given these bits, extended as it says. */
    long wrap(long value) {
        return switch (this) {
            case BOOL -> value != 0 ? 1 : 0;
            case SCHAR -> (byte) value;
            case UCHAR -> value & 0xFF;
            case SHORT -> (short) value;
            case USHORT -> value & 0xFFFF;
            case INT -> (int) value;
            case UINT -> value & 0xFFFF_FFFFL;
            case LLONG, ULLONG -> value;
            case FLOAT, DOUBLE -> throw new IllegalArgumentException(spelling);
        };
    }

    /** A number in this floating type. */
    double round(double value) {
        return this == FLOAT ? (float) value : value;
    }

    /** An integer of that type as this floating type, rounded once. */
    double ofInteger(long value, CType from) {
        if (from == ULLONG && value < 0) {
            // Halved with the lost bit kept for rounding.
            long half = value >>> 1 | value & 1;
            return this == FLOAT ? (float) half * 2.0f : (double) half * 2.0;
        }
        return this == FLOAT ? (float) value : (double) value;
    }

    /**
     * A floating number of that type as this integer type. Where C leaves it open, as the device: saturated, and NaN is
     * 0, of a double the number with the highest bit.
     */
    long ofFloating(double value, CType from) {
        long nan = from == DOUBLE ? 0x8000_0000L : 0;
        return switch (this) {
            case BOOL -> value != 0 || Double.isNaN(value) ? 1 : 0;
            case UINT -> Double.isNaN(value) ? nan : (long) Math.clamp(value, 0.0, 4294967295.0);
            case INT, SHORT, SCHAR, UCHAR, USHORT -> wrap(Double.isNaN(value) ? nan : (int) value);
            case LLONG, ULLONG, FLOAT, DOUBLE -> throw new IllegalArgumentException(spelling);
        };
    }
}
