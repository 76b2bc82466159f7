package io.xianka.compiler.lowering;

import io.xianka.ptx.Modifier.Comparison;

/** What a comparison asks. Signed and ordered ones are shared between integers and floats. */
enum Condition {
    EQ(Comparison.EQ),
    /** Of floats: true when an operand is NaN, as C's != says. */
    NE(Comparison.NE),
    LT(Comparison.LT),
    LE(Comparison.LE),
    GT(Comparison.GT),
    GE(Comparison.GE),
    LO(Comparison.LO),
    LS(Comparison.LS),
    HI(Comparison.HI),
    HS(Comparison.HS),
    /** Floats: less or unordered, and so on: the opposites of GE, GT, LE, LT. */
    LTU(Comparison.LTU),
    LEU(Comparison.LEU),
    GTU(Comparison.GTU),
    GEU(Comparison.GEU);

    final Comparison comparison;

    Condition(Comparison comparison) {
        this.comparison = comparison;
    }

    static Condition of(long ordinal) {
        return ALL[(int) ordinal];
    }

    private static final Condition[] ALL = values();

    Condition negated(boolean floats) {
        return switch (this) {
            case EQ -> NE;
            case NE -> EQ;
            case LT -> floats ? GEU : GE;
            case LE -> floats ? GTU : GT;
            case GT -> floats ? LEU : LE;
            case GE -> floats ? LTU : LT;
            case LO -> HS;
            case LS -> HI;
            case HI -> LS;
            case HS -> LO;
            case LTU -> GE;
            case LEU -> GT;
            case GTU -> LE;
            case GEU -> LT;
        };
    }

    /** The same question with the operands exchanged. */
    Condition swapped() {
        return switch (this) {
            case EQ, NE -> this;
            case LT -> GT;
            case LE -> GE;
            case GT -> LT;
            case GE -> LE;
            case LO -> HI;
            case LS -> HS;
            case HI -> LO;
            case HS -> LS;
            case LTU -> GTU;
            case LEU -> GEU;
            case GTU -> LTU;
            case GEU -> LEU;
        };
    }

    boolean isUnsigned() {
        return this == LO || this == LS || this == HI || this == HS;
    }

    boolean test(long a, long b) {
        return switch (this) {
            case EQ -> a == b;
            case NE -> a != b;
            case LT -> a < b;
            case LE -> a <= b;
            case GT -> a > b;
            case GE -> a >= b;
            case LO -> Long.compareUnsigned(a, b) < 0;
            case LS -> Long.compareUnsigned(a, b) <= 0;
            case HI -> Long.compareUnsigned(a, b) > 0;
            case HS -> Long.compareUnsigned(a, b) >= 0;
            case LTU, LEU, GTU, GEU -> throw new IllegalArgumentException(this + " of integers");
        };
    }

    boolean test(double a, double b) {
        return switch (this) {
            case EQ -> a == b;
            case NE -> a != b;
            case LT -> a < b;
            case LE -> a <= b;
            case GT -> a > b;
            case GE -> a >= b;
            case LTU -> !(a >= b);
            case LEU -> !(a > b);
            case GTU -> !(a <= b);
            case GEU -> !(a < b);
            case LO, LS, HI, HS -> throw new IllegalArgumentException(this + " of floats");
        };
    }
}
