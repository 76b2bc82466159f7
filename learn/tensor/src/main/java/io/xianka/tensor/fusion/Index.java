package io.xianka.tensor.fusion;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Where in memory, or on an axis, an element lies, as a formula in the axes of a kernel's domain: a sum of atoms times factors.
 * Kept in one canonical form, so that equal places are equal objects: a reshape there and back leaves nothing behind.
 *
 * <p>All indices are zero or more; their least and greatest value are known, which is what lets divisions vanish.
 */
public final class Index {
    /** What an index is a sum of. */
    public sealed interface Atom {
        /** {@return its least value} */
        long least();

        /** {@return its greatest value} */
        long greatest();
    }

    /** A loop variable of the domain: 0 to size - 1. */
    public record Axis(int number, long size) implements Atom {
        @Override
        public long least() {
            return 0;
        }

        @Override
        public long greatest() {
            return size - 1;
        }
    }

    /** {@code of / divisor}, rounded down. */
    public record Quotient(Index of, long divisor) implements Atom {
        @Override
        public long least() {
            return of.least / divisor;
        }

        @Override
        public long greatest() {
            return of.greatest / divisor;
        }
    }

    /** {@code of % divisor}. */
    public record Remainder(Index of, long divisor) implements Atom {
        @Override
        public long least() {
            return 0;
        }

        @Override
        public long greatest() {
            return Math.min(of.greatest, divisor - 1);
        }
    }

    /** {@code of}, or the nearest number from 0 to {@code greatest}; the only one whose {@code of} may be negative. */
    public record Clamp(Index of, long greatest) implements Atom {
        @Override
        public long least() {
            return 0;
        }
    }

    /** A number read from a tensor of indices: 0 to size - 1; what is outside is taken as the nearest. */
    public record Element(Value value, long size) implements Atom {
        @Override
        public long least() {
            return 0;
        }

        @Override
        public long greatest() {
            return size - 1;
        }
    }

    /** An atom times a factor that is not zero. */
    public record Term(Atom atom, long factor) {}

    /** Nothing. */
    public static final Index ZERO = new Index(0, List.of());

    private final long constant;
    private final List<Term> terms;
    private final long least;
    private final long greatest;
    private final int hash;

    private Index(long constant, List<Term> terms) {
        this.constant = constant;
        this.terms = terms;
        long low = constant;
        long high = constant;
        for (Term term : terms) {
            long a = term.factor * term.atom.least();
            long b = term.factor * term.atom.greatest();
            low += Math.min(a, b);
            high += Math.max(a, b);
        }
        this.least = low;
        this.greatest = high;
        this.hash = Long.hashCode(constant) * 31 + terms.hashCode();
    }

    /** {@return a number} */
    public static Index of(long constant) {
        return constant == 0 ? ZERO : new Index(constant, List.of());
    }

    /** {@return a loop variable; that of an axis of one element is 0} */
    public static Index axis(int number, long size) {
        return size <= 1 ? ZERO : of(new Axis(number, size));
    }

    /** {@return the index of one term} */
    public static Index of(Term term) {
        return new Index(0, List.of(term));
    }

    static Index of(Atom atom) {
        return new Index(0, List.of(new Term(atom, 1)));
    }

    /** {@return the number that is added to the terms} */
    public long constant() {
        return constant;
    }

    /** {@return atoms with factors, each atom once} */
    public List<Term> terms() {
        return terms;
    }

    /** {@return the least value over the domain} */
    public long least() {
        return least;
    }

    /** {@return the largest number, without its sign, that may come up while it is computed; 2<sup>63</sup> - 1 for more} */
    public long magnitude() {
        double sum = Math.abs((double) constant);
        double most = 0;
        for (Term term : terms) {
            double atom = Math.max(Math.abs((double) term.atom.least()), Math.abs((double) term.atom.greatest()));
            sum += Math.abs((double) term.factor) * atom;
            most = Math.max(
                    most,
                    switch (term.atom) {
                        case Axis _, Element _ -> 0;
                        case Quotient(Index of, long _) -> of.magnitude();
                        case Remainder(Index of, long _) -> of.magnitude();
                        case Clamp(Index of, long _) -> of.magnitude();
                    });
        }
        return (long) Math.max(sum, most);
    }

    /** {@return the greatest value over the domain} */
    public long greatest() {
        return greatest;
    }

    /** {@return the sum} */
    public Index plus(Index other) {
        if (other.terms.isEmpty()) {
            return plus(other.constant);
        }
        if (terms.isEmpty()) {
            return other.plus(constant);
        }
        List<Term> all = new ArrayList<>(terms);
        for (Term term : other.terms) {
            add(all, term);
        }
        return canonical(constant + other.constant, all);
    }

    /** {@return the sum} */
    public Index plus(long number) {
        return number == 0 ? this : canonical(constant + number, terms);
    }

    /** {@return the product} */
    public Index times(long factor) {
        if (factor == 0) {
            return ZERO;
        }
        return factor == 1
                ? this
                : new Index(
                        constant * factor,
                        terms.stream()
                                .map(term -> new Term(term.atom, term.factor * factor))
                                .toList());
    }

    private static void add(List<Term> all, Term term) {
        for (int i = 0; i < all.size(); i++) {
            Term known = all.get(i);
            if (known.atom.equals(term.atom)) {
                long factor = known.factor + term.factor;
                if (factor == 0) {
                    all.remove(i);
                } else {
                    all.set(i, new Term(term.atom, factor));
                }
                return;
            }
        }
        all.add(term);
    }

    /** A quotient times its divisor beside the remainder is what was divided. */
    private static Index canonical(long constant, List<Term> terms) {
        for (Term term : terms) {
            if (term.atom instanceof Remainder(Index of, long divisor)) {
                Index quotient = of.dividedBy(divisor);
                Term wanted =
                        quotient.constant == 0 && quotient.terms.size() == 1 && quotient.terms.getFirst().factor == 1
                                ? new Term(quotient.terms.getFirst().atom, term.factor * divisor)
                                : null;
                if (terms.contains(wanted)) {
                    List<Term> rest = new ArrayList<>(terms);
                    rest.remove(term);
                    rest.remove(wanted);
                    return new Index(constant, sorted(rest)).plus(of.times(term.factor));
                }
            }
        }
        return terms.isEmpty() ? of(constant) : new Index(constant, sorted(terms));
    }

    private static final Comparator<Term> ORDER = Comparator.<Term>comparingInt(
                    term -> term.atom instanceof Axis axis ? axis.number : Integer.MAX_VALUE)
            .thenComparing(Term::factor, Comparator.reverseOrder())
            .thenComparingInt(Term::hashCode);

    private static List<Term> sorted(List<Term> terms) {
        return terms.stream().sorted(ORDER).toList();
    }

    private record Split(Index exact, Index rest) {}

    /** This is {@code divisor * exact + rest}, with as little left in the rest as can be told. */
    private Split split(long divisor) {
        long base = Math.floorDiv(constant, divisor);
        List<Term> exact = new ArrayList<>();
        List<Term> rest = new ArrayList<>();
        for (Term term : terms) {
            if (term.factor % divisor == 0) {
                exact.add(new Term(term.atom, term.factor / divisor));
            } else {
                rest.add(term);
            }
        }
        var remaining = new Index(constant - base * divisor, List.copyOf(rest));
        if (remaining.least < 0) {
            // A negative rest would be rounded up by the processor's division: keep what makes it positive.
            return new Split(ZERO, this);
        }
        return new Split(new Index(base, List.copyOf(exact)), remaining);
    }

    /** {@return this divided by a positive number, rounded down} */
    public Index dividedBy(long divisor) {
        if (divisor == 1) {
            return this;
        }
        Split split = split(divisor);
        Index rest = split.rest;
        if (rest.least >= 0 && rest.greatest < divisor) {
            return canonical(split.exact.constant, split.exact.terms);
        }
        long common = rest.commonFactor(divisor);
        Index quotient;
        if (common > 1) {
            quotient = rest.withoutFactor(common).dividedBy(divisor / common);
        } else if (rest.constant == 0
                && rest.terms.size() == 1
                && rest.terms.getFirst().factor == 1
                && rest.terms.getFirst().atom instanceof Quotient(Index of, long by)) {
            quotient = of.dividedBy(Math.multiplyExact(by, divisor));
        } else {
            quotient = of(new Quotient(rest, divisor));
        }
        return split.exact.plus(quotient);
    }

    /** {@return the rest of the division by a positive number} */
    public Index modulo(long divisor) {
        if (divisor == 1) {
            return ZERO;
        }
        Index rest = split(divisor).rest;
        if (rest.least >= 0 && rest.greatest < divisor) {
            return rest;
        }
        long common = rest.commonFactor(divisor);
        if (common > 1) {
            Index inner = rest.withoutFactor(common).modulo(divisor / common);
            return inner.times(common).plus(Math.floorMod(rest.constant, common));
        }
        return of(new Remainder(rest, divisor));
    }

    /** The largest divisor of a number that divides all factors here. */
    private long commonFactor(long number) {
        long common = number;
        for (Term term : terms) {
            common = gcd(common, Math.abs(term.factor));
        }
        return terms.isEmpty() ? 1 : common;
    }

    private Index withoutFactor(long common) {
        return new Index(
                Math.floorDiv(constant, common),
                terms.stream()
                        .map(term -> new Term(term.atom, term.factor / common))
                        .toList());
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    /** {@return this, or the nearest number from 0 up to another} */
    public Index clamped(long high) {
        if (least >= 0 && greatest <= high) {
            return this;
        }
        return terms.isEmpty() ? of(Math.clamp(constant, 0, high)) : of(new Clamp(this, high));
    }

    /** This with other places for the loop variables, and other values for what is read. */
    Index with(Function<Axis, Index> axes, UnaryOperator<Value> elements) {
        Index sum = of(constant);
        for (Term term : terms) {
            Index atom = switch (term.atom) {
                case Axis axis -> axes.apply(axis);
                case Quotient(Index of, long divisor) -> of.with(axes, elements).dividedBy(divisor);
                case Remainder(Index of, long divisor) ->
                    of.with(axes, elements).modulo(divisor);
                case Clamp(Index of, long most) -> of.with(axes, elements).clamped(most);
                case Element(Value value, long size) -> of(new Element(elements.apply(value), size));
            };
            sum = sum.plus(atom.times(term.factor));
        }
        return sum;
    }

    /** {@return whether it is a sum of loop variables times factors alone} */
    public boolean isAffine() {
        return terms.stream().allMatch(term -> term.atom instanceof Axis);
    }

    /** {@return whether it is made of loop variables and numbers alone, and of nothing that is read} */
    public boolean isKnown() {
        return terms.stream().allMatch(term -> switch (term.atom) {
            case Axis _ -> true;
            case Quotient(Index of, long _) -> of.isKnown();
            case Remainder(Index of, long _) -> of.isKnown();
            case Clamp(Index of, long _) -> of.isKnown();
            case Element _ -> false;
        });
    }

    /** {@return the step of this when a loop variable grows by one, where it is affine in it} */
    public long stride(int axis) {
        for (Term term : terms) {
            if (term.atom instanceof Axis(int number, long _) && number == axis) {
                return term.factor;
            }
        }
        return 0;
    }

    /**
     * {@return by how much this mostly grows when a loop variable grows by one: the step between the places where a division or a
     * bound makes it jump or rest}
     */
    public long usualStep(int axis) {
        long step = 0;
        for (Term term : terms) {
            step += term.factor
                    * switch (term.atom) {
                        case Axis(int number, long _) -> number == axis ? 1 : 0;
                        case Quotient(Index of, long divisor) -> of.usualStep(axis) / divisor;
                        case Remainder(Index of, long _) -> of.usualStep(axis);
                        case Clamp(Index of, long _) -> of.usualStep(axis);
                        case Element _ -> 0;
                    };
        }
        return step;
    }

    /** {@return how many divisions and clamps it takes} */
    int costlyAtoms() {
        int count = 0;
        for (Term term : terms) {
            count += switch (term.atom) {
                case Axis _ -> 0;
                case Quotient(Index of, long _) -> 1 + of.costlyAtoms();
                case Remainder(Index of, long _) -> 1 + of.costlyAtoms();
                case Clamp(Index of, long _) -> 1 + of.costlyAtoms();
                case Element _ -> 1;
            };
        }
        return count;
    }

    /** {@return whether the value changes with a loop variable from this number on} */
    public boolean dependsOnAxesFrom(int axis) {
        return terms.stream().anyMatch(term -> switch (term.atom) {
            case Axis(int number, long _) -> number >= axis;
            case Quotient(Index of, long _) -> of.dependsOnAxesFrom(axis);
            case Remainder(Index of, long _) -> of.dependsOnAxesFrom(axis);
            case Clamp(Index of, long _) -> of.dependsOnAxesFrom(axis);
            case Element(Value value, long _) -> value.dependsOnAxesFrom(axis);
        });
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof Index index
                        && hash == index.hash
                        && constant == index.constant
                        && terms.equals(index.terms);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        for (Term term : terms) {
            text.append(text.isEmpty() ? "" : " + ");
            text.append(
                    switch (term.atom) {
                        case Axis(int number, long _) -> "i" + number;
                        case Quotient(Index of, long divisor) -> "(" + of + ") / " + divisor;
                        case Remainder(Index of, long divisor) -> "(" + of + ") % " + divisor;
                        case Clamp(Index of, long high) -> "clamp(" + of + ", " + high + ")";
                        case Element(Value value, long _) -> "[" + value + "]";
                    });
            text.append(term.factor == 1 ? "" : " * " + term.factor);
        }
        if (constant != 0 || text.isEmpty()) {
            text.append(text.isEmpty() ? "" : " + ").append(constant);
        }
        return text.toString();
    }
}
