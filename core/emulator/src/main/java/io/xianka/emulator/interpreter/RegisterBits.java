package io.xianka.emulator.interpreter;

import io.xianka.emulator.semantics.FloatArithmetic;
import io.xianka.ptx.PtxType;

/** Between raw register bits and values. */
final class RegisterBits {
    private RegisterBits() {}

    /** The low bits of a register as an integer of a type: sign-extended for a signed type, zero-extended otherwise. */
    static long extend(PtxType type, long bits) {
        int unused = 64 - type.bits();
        return type.isSigned() ? bits << unused >> unused : bits << unused >>> unused;
    }

    static float single(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    static long ofSingle(float value) {
        return FloatArithmetic.bits(value);
    }

    static double real(long bits) {
        return Double.longBitsToDouble(bits);
    }

    static long ofReal(double value) {
        return Double.doubleToRawLongBits(value);
    }

    static int low(long bits) {
        return (int) bits & 0xffff;
    }

    static int high(long bits) {
        return (int) bits >>> 16;
    }

    static long pack(int low, int high) {
        return (low & 0xffff) | (long) high << 16;
    }
}
