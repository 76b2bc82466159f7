package io.xianka.ptx;

import java.util.List;
import java.util.Objects;

/** What an instruction works on. */
public sealed interface Operand
        permits Register,
                SpecialRegister,
                Operand.IntegerImmediate,
                Operand.FloatImmediate,
                Operand.DoubleImmediate,
                Operand.Symbol,
                Operand.LabelName,
                Operand.Address,
                Operand.CompoundAddress,
                Operand.Vector,
                Operand.Pair,
                Operand.Negated,
                Operand.Sink,
                Operand.Arguments {

    /** The sink of results nobody wants, {@code _}. */
    Sink SINK = new Sink();

    /** An integer constant; {@code 0xFFFFFFFFFFFFFFFF} is held, and printed, as -1. */
    record IntegerImmediate(long value) implements Operand {
        @Override
        public String toString() {
            return Long.toString(value);
        }
    }

    /** A single-precision constant, {@code 0f3F800000}, as its bits so that equality is exact and NaNs keep payloads. */
    record FloatImmediate(int bits) implements Operand {
        public static FloatImmediate of(float value) {
            return new FloatImmediate(Float.floatToRawIntBits(value));
        }

        public float value() {
            return Float.intBitsToFloat(bits);
        }

        @Override
        public String toString() {
            return "0f%08X".formatted(bits);
        }
    }

    /**
     * A double-precision constant, {@code 0d3FF0000000000000} or decimal. Instructions on {@code .f32} and narrower
     * round it to their type.
     */
    record DoubleImmediate(long bits) implements Operand {
        public static DoubleImmediate of(double value) {
            return new DoubleImmediate(Double.doubleToRawLongBits(value));
        }

        public double value() {
            return Double.longBitsToDouble(bits);
        }

        @Override
        public String toString() {
            return "0d%016X".formatted(bits);
        }
    }

    /** The name of a variable, parameter or function used as a value, with an offset in bytes: {@code mov.u64 %rd1, table+8}. */
    record Symbol(String name, long offsetBytes) implements Operand {
        public Symbol(String name) {
            this(name, 0);
        }

        @Override
        public String toString() {
            return PtxPrinter.print(this);
        }
    }

    /** A label as the target of {@code bra}, or the target list of {@code brx.idx}. */
    record LabelName(String name) implements Operand {
        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * A place in memory: {@code [%rd1+8]}, {@code [param_0]}, {@code [16]}.
     *
     * @param base a {@link Register} or a {@link Symbol} without offset; null for an absolute address
     */
    record Address(Operand base, long offsetBytes) implements Operand {
        public Address {
            if (!(base == null || base instanceof Register || (base instanceof Symbol s && s.offsetBytes() == 0))) {
                throw new IllegalArgumentException("an address starts from a register or a symbol, not from " + base);
            }
        }

        public static Address of(Register base) {
            return new Address(base, 0);
        }

        public static Address of(Register base, long offsetBytes) {
            return new Address(base, offsetBytes);
        }

        public static Address of(String symbol) {
            return new Address(new Symbol(symbol), 0);
        }

        public static Address of(String symbol, long offsetBytes) {
            return new Address(new Symbol(symbol), offsetBytes);
        }

        @Override
        public String toString() {
            return PtxPrinter.print(this);
        }
    }

    /** A texture, surface or tensor place: a handle, perhaps a sampler, and coordinates, {@code [%rd1, {%r1, %r2}]}. */
    record CompoundAddress(List<Operand> parts) implements Operand {
        public CompoundAddress {
            parts = List.copyOf(parts);
        }

        @Override
        public String toString() {
            return PtxPrinter.print(this);
        }
    }

    /** {@code {%f1, %f2, %f3, %f4}}; elements are registers, immediates or the sink. */
    record Vector(List<Operand> elements) implements Operand {
        public Vector {
            elements = List.copyOf(elements);
        }

        public static Vector of(Operand... elements) {
            return new Vector(List.of(elements));
        }

        @Override
        public String toString() {
            return PtxPrinter.print(this);
        }
    }

    /** Two results, {@code %p1|%p2} of setp and {@code %r1|%p1} of shfl; either may be the sink. */
    record Pair(Operand first, Operand second) implements Operand {
        public Pair {
            Objects.requireNonNull(first);
            Objects.requireNonNull(second);
        }

        @Override
        public String toString() {
            return first + "|" + second;
        }
    }

    /** A predicate taken negated, {@code !%p1}. */
    record Negated(Register predicate) implements Operand {
        public Negated {
            Objects.requireNonNull(predicate);
        }

        @Override
        public String toString() {
            return "!" + predicate;
        }
    }

    /** See {@link #SINK}. */
    record Sink() implements Operand {
        @Override
        public String toString() {
            return "_";
        }
    }

    /**
     * The results or the arguments of a {@code call}: names of {@code .param} variables as {@link Symbol}, registers or
     * immediates.
     */
    record Arguments(List<Operand> values) implements Operand {
        public static final Arguments NONE = new Arguments(List.of());

        public Arguments {
            values = List.copyOf(values);
        }

        @Override
        public String toString() {
            return PtxPrinter.print(this);
        }
    }
}
