package io.xianka.compiler.lowering;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A sum of products of node values and numbers, in arithmetic modulo 2^64, or 2^32 for addresses in shared memory.
 *
 * @param terms in the order of their factors, coefficients not 0
 * @param constant what has no factor
 */
record Polynomial(List<Term> terms, long constant) {
    /** Beyond, a sum is taken as one value. */
    private static final int MOST_TERMS = 8;

    private static final int MOST_FACTORS = 3;

    /** How the value of an I32 node stands in a 64-bit product. */
    enum Extension {
        NONE,
        SIGN,
        ZERO
    }

    record Factor(Node node, Extension extension) {
        private static final Comparator<Factor> ORDER =
                Comparator.<Factor>comparingInt(factor -> factor.node.id).thenComparing(Factor::extension);

        @Override
        public boolean equals(Object object) {
            return object instanceof Factor other && node == other.node && extension == other.extension;
        }

        @Override
        public int hashCode() {
            return node.id * 3 + extension.ordinal();
        }
    }

    /** @param factors in order; one may occur twice */
    record Term(List<Factor> factors, long coefficient) {}

    static Polynomial of(long constant) {
        return new Polynomial(List.of(), constant);
    }

    static Polynomial of(Node node, Extension extension) {
        return new Polynomial(List.of(new Term(List.of(new Factor(node, extension)), 1)), 0);
    }

    /** Null when it becomes too long. */
    Polynomial plus(Polynomial other, long times) {
        List<Term> sum = new ArrayList<>(terms.size() + other.terms.size());
        int i = 0;
        int j = 0;
        while (i < terms.size() || j < other.terms.size()) {
            int order = i == terms.size()
                    ? 1
                    : j == other.terms.size() ? -1 : compare(terms.get(i).factors, other.terms.get(j).factors);
            if (order < 0) {
                sum.add(terms.get(i++));
                continue;
            }
            Term right = other.terms.get(j++);
            long coefficient = right.coefficient * times;
            if (order == 0) {
                coefficient += terms.get(i++).coefficient;
            }
            if (coefficient != 0) {
                sum.add(new Term(right.factors, coefficient));
            }
        }
        return sum.size() > MOST_TERMS ? null : new Polynomial(List.copyOf(sum), constant + other.constant * times);
    }

    /** Null when it becomes too long. */
    Polynomial times(Polynomial other) {
        Polynomial product = of(0);
        for (int i = -1; i < other.terms.size() && product != null; i++) {
            Polynomial part = i < 0 ? scaled(other.constant) : times(other.terms.get(i));
            product = part == null ? null : product.plus(part, 1);
        }
        return product;
    }

    private Polynomial scaled(long times) {
        return of(0).plus(this, times);
    }

    private Polynomial times(Term term) {
        Polynomial product = of(0);
        for (int i = -1; i < terms.size() && product != null; i++) {
            List<Factor> factors = new ArrayList<>(term.factors);
            if (i >= 0) {
                factors.addAll(terms.get(i).factors);
            }
            if (factors.size() > MOST_FACTORS) {
                return null;
            }
            factors.sort(Factor.ORDER);
            long coefficient = term.coefficient * (i < 0 ? constant : terms.get(i).coefficient);
            if (coefficient != 0) {
                product = product.plus(new Polynomial(List.of(new Term(List.copyOf(factors), coefficient)), 0), 1);
            }
        }
        return product;
    }

    private static int compare(List<Factor> a, List<Factor> b) {
        for (int i = 0; i < a.size() && i < b.size(); i++) {
            int order = Factor.ORDER.compare(a.get(i), b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    }

    /** Without its constant and one of its terms. */
    List<Term> termsWithout(Term term) {
        List<Term> rest = new ArrayList<>(terms);
        rest.remove(term);
        return rest;
    }
}
