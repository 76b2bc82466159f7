package io.xianka.tensor.cpu;

import io.xianka.tensor.fusion.Index;
import io.xianka.tensor.fusion.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** An index of a kernel as the processor computes it: for one place, or for neighbouring lanes. */
final class Places {
    private final long constant;
    private final int[] axes;
    private final long[] factors;
    private final long laneFactor;
    private final Part[] parts;
    private final boolean affine;

    /** A term that is no loop variable. */
    private record Part(Rule rule, Places of, long number, Operand.Register element, long factor, boolean changes) {}

    private enum Rule {
        QUOTIENT,
        REMAINDER,
        CLAMP,
        ELEMENT
    }

    /**
     * @param laneAxis the axis along which lanes lie
     * @param elements where index values read from memory are
     */
    Places(Index index, int laneAxis, Function<Value, Operand.Register> elements) {
        List<Index.Term> plain = index.terms().stream()
                .filter(term -> term.atom() instanceof Index.Axis)
                .toList();
        this.constant = index.constant();
        this.laneFactor = index.stride(laneAxis);
        this.axes = plain.stream()
                .mapToInt(term -> ((Index.Axis) term.atom()).number())
                .toArray();
        this.factors = plain.stream().mapToLong(Index.Term::factor).toArray();
        List<Part> others = new ArrayList<>();
        boolean changing = false;
        for (Index.Term term : index.terms()) {
            if (!(term.atom() instanceof Index.Axis)) {
                Part part = part(term, laneAxis, elements);
                changing |= part.changes;
                others.add(part);
            }
        }
        this.parts = others.toArray(Part[]::new);
        this.affine = !changing;
    }

    private static Part part(Index.Term term, int laneAxis, Function<Value, Operand.Register> elements) {
        return switch (term.atom()) {
            case Index.Quotient(Index of, long divisor) -> {
                var inner = new Places(of, laneAxis, elements);
                yield new Part(Rule.QUOTIENT, inner, divisor, null, term.factor(), inner.changes());
            }
            case Index.Remainder(Index of, long divisor) -> {
                var inner = new Places(of, laneAxis, elements);
                yield new Part(Rule.REMAINDER, inner, divisor, null, term.factor(), inner.changes());
            }
            case Index.Clamp(Index of, long greatest) -> {
                var inner = new Places(of, laneAxis, elements);
                yield new Part(Rule.CLAMP, inner, greatest, null, term.factor(), inner.changes());
            }
            case Index.Element(Value value, long size) -> {
                Operand.Register register = elements.apply(value);
                yield new Part(Rule.ELEMENT, null, size - 1, register, term.factor(), register.lanes());
            }
            case Index.Axis _ -> throw new IllegalStateException("a loop variable is no part: " + term);
        };
    }

    /** {@return whether lanes have places of their own} */
    boolean changes() {
        return !affine || laneFactor != 0;
    }

    /** {@return whether each lane lies {@link #step} after the one before} */
    boolean hasStep() {
        return affine;
    }

    long step() {
        return laneFactor;
    }

    /** The place of the first lane. */
    long first(Frame frame) {
        long sum = constant;
        for (int i = 0; i < axes.length; i++) {
            sum += factors[i] * frame.place[axes[i]];
        }
        for (Part part : parts) {
            sum += part.factor
                    * switch (part.rule) {
                        case QUOTIENT -> part.of.first(frame) / part.number;
                        case REMAINDER -> part.of.first(frame) % part.number;
                        case CLAMP -> Math.clamp(part.of.first(frame), 0, part.number);
                        case ELEMENT -> Math.clamp(element(part, frame), 0, part.number);
                    };
        }
        return sum;
    }

    private static long element(Part part, Frame frame) {
        int number = part.element.number();
        return part.element.kind() == Kind.LONG ? frame.longs[number][0] : frame.ints[number][0];
    }

    /** The places of n lanes. */
    void lanes(Frame frame, int n, long[] out) {
        long base = constant;
        for (int i = 0; i < axes.length; i++) {
            base += factors[i] * frame.place[axes[i]];
        }
        for (int i = 0; i < n; i++) {
            out[i] = base + laneFactor * i;
        }
        for (Part part : parts) {
            long[] values = frame.takeOffsets();
            lanes(part, frame, n, values);
            long factor = part.factor;
            for (int i = 0; i < n; i++) {
                out[i] += factor * values[i];
            }
            frame.giveBackOffsets();
        }
    }

    private static void lanes(Part part, Frame frame, int n, long[] out) {
        long last = part.number;
        switch (part.rule) {
            case QUOTIENT -> {
                part.of.lanes(frame, n, out);
                divide(out, n, part.number, false);
            }
            case REMAINDER -> {
                part.of.lanes(frame, n, out);
                divide(out, n, part.number, true);
            }
            case CLAMP -> {
                part.of.lanes(frame, n, out);
                for (int i = 0; i < n; i++) {
                    out[i] = Math.min(Math.max(out[i], 0), last);
                }
            }
            case ELEMENT -> {
                if (!part.changes) {
                    Arrays.fill(out, 0, n, Math.clamp(element(part, frame), 0, last));
                } else if (part.element.kind() == Kind.LONG) {
                    long[] from = frame.longs[part.element.number()];
                    for (int i = 0; i < n; i++) {
                        out[i] = Math.min(Math.max(from[i], 0), last);
                    }
                } else {
                    int[] from = frame.ints[part.element.number()];
                    for (int i = 0; i < n; i++) {
                        out[i] = Math.min(Math.max(from[i], 0), last);
                    }
                }
            }
        }
    }

    /** Neighbours mostly share a quotient: it is divided only where it changes. */
    private static void divide(long[] values, int n, long divisor, boolean remainder) {
        long low = 0;
        long quotient = 0;
        for (int i = 0; i < n; i++) {
            long rest = values[i] - low;
            if (rest < 0 || rest >= divisor) {
                quotient = values[i] / divisor;
                low = quotient * divisor;
                rest = values[i] - low;
            }
            values[i] = remainder ? rest : quotient;
        }
    }
}
