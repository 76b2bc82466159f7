package io.xianka.compiler.lowering;

import io.xianka.compiler.lowering.Polynomial.Extension;
import io.xianka.compiler.lowering.Polynomial.Factor;
import io.xianka.compiler.lowering.Polynomial.Term;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Computes an address from one computed before, where they are a constant or a multiple of one value apart: the elements
 * {@code a[k * n + i]} and {@code a[(k + 1) * n + i]} are {@code n} apart. Arithmetic that must not overflow is taken as
 * arithmetic on whole numbers.
 */
final class NearbyAddresses {
    /** What an address must cost before another way to it pays. */
    private static final int LEAST_COST = 2;

    /** So many must want an address before it is computed whether or not one of them comes to it. */
    private static final int LEAST_SHARERS = 3;

    private static final int MOST_DEPTH = 12;

    /**
     * An address that has been computed.
     *
     * @param late at the end of its block, so not for what stands there
     */
    private record Anchor(Node node, Polynomial value, Term without, boolean late) {}

    private final Graph graph;
    private final int[] loops;
    private final Map<Node, Polynomial> values = new HashMap<>();
    private final Map<Node, Polynomial> signedValues = new HashMap<>();
    private final Map<List<Term>, List<Anchor>> anchors = new HashMap<>();
    private final Map<Term, Node> differences = new HashMap<>();

    private NearbyAddresses(Graph graph, int[] loops) {
        this.graph = graph;
        this.loops = loops;
    }

    /** Needs what {@link Spaces} found out, and the use counts that {@link Cleanup#removeUnused} leaves. */
    static void run(Graph graph) {
        List<Block> order = Flow.order(graph);
        NearbyAddresses addresses = new NearbyAddresses(graph, Flow.innermostLoops(order));
        addresses.shareAcrossBranches(order);
        for (int i = 0; i < order.size(); i++) {
            addresses.run(order.get(i));
        }
    }

    private void run(Block block) {
        List<Node> old = block.body;
        block.body = new ArrayList<>(old.size());
        for (int i = 0; i < old.size(); i++) {
            Node node = old.get(i);
            if ((node.op == Op.LOAD || node.op == Op.STORE) && !node.in(0).op.isFree()) {
                address(node, block);
            }
            block.body.add(node);
        }
    }

    // Addresses that several branches need.

    private record Place(List<Term> terms, int loop) {}

    /**
     * Where conditional accesses are constants apart, as in {@code if (x > 0) s += a[i - 1]; if (x < n) s += a[i + 1];},
     * computes one address before them. None of them surely happens, so what must not overflow in one of them may do so
     * here: the address is made of the variables themselves, in 64 bits.
     */
    private void shareAcrossBranches(List<Block> order) {
        Map<Place, List<Node>> groups = new LinkedHashMap<>();
        for (int i = 0; i < order.size(); i++) {
            List<Node> body = order.get(i).body;
            for (int j = 0; j < body.size(); j++) {
                Node node = body.get(j);
                boolean access = node.op == Op.LOAD || node.op == Op.STORE;
                if (access && !node.in(0).op.isFree() && node.in(0).kind == Kind.I64) {
                    Place place = new Place(wide(node.in(0), 0).terms(), loops[i]);
                    groups.computeIfAbsent(place, _ -> new ArrayList<>(2)).add(node);
                }
            }
        }
        for (Map.Entry<Place, List<Node>> group : groups.entrySet()) {
            if (group.getValue().size() >= LEAST_SHARERS) {
                share(group.getKey(), group.getValue());
            }
        }
        // These stand at the ends of blocks.
        differences.clear();
    }

    private void share(Place place, List<Node> accesses) {
        Block common = accesses.getFirst().block;
        for (int i = 1; i < accesses.size(); i++) {
            common = Flow.common(common, accesses.get(i).block);
        }
        Node first = accesses.getFirst().in(0);
        for (int i = 0; i < accesses.size(); i++) {
            if (accesses.get(i).block == common) {
                return;
            }
        }
        if (loops[common.order] != place.loop || cost(first, accesses.getFirst().block) < LEAST_COST) {
            return;
        }
        Term base = null;
        for (int i = 0; i < place.terms.size(); i++) {
            Term term = place.terms.get(i);
            for (int j = 0; j < term.factors().size(); j++) {
                Node node = term.factors().get(j).node();
                if (!node.op.isFree() && !node.block.dominates(common)) {
                    return;
                }
            }
            Factor only = term.factors().size() == 1 ? term.factors().getFirst() : null;
            if (only != null && only.extension() == Extension.NONE && term.coefficient() == 1) {
                base = only.node().space == first.space || only.node().op.isFree() ? term : base;
            } else if (!isProduct(term)) {
                return;
            }
        }
        if (base == null) {
            return;
        }
        int line = accesses.getFirst().place;
        Node sum = base.factors().getFirst().node();
        for (int i = 0; i < place.terms.size(); i++) {
            if (place.terms.get(i) != base) {
                sum = add(Op.OFFSET, Kind.I64, common, line, sum, product(place.terms.get(i), common, line));
                sum.space = first.space;
                sum.uses++;
            }
        }
        Polynomial value = new Polynomial(place.terms, 0);
        values.put(sum, value);
        keep(sum, value, true);
    }

    private static boolean isProduct(Term term) {
        for (int i = 0; i < term.factors().size(); i++) {
            if (term.factors().get(i).extension() != Extension.SIGN) {
                return false;
            }
        }
        return term.factors().size() <= 2 && term.coefficient() == (int) term.coefficient();
    }

    private Node product(Term term, Block block, int place) {
        if (term.factors().size() == 1) {
            return isStep(term) && term.factors().getFirst().extension() == Extension.SIGN
                    ? step(term, block, place)
                    : term.factors().getFirst().node();
        }
        Node product = add(
                Op.MUL_WIDE,
                Kind.I64,
                block,
                place,
                term.factors().get(0).node(),
                term.factors().get(1).node());
        long coefficient = term.coefficient();
        if (coefficient == 1) {
            return product;
        }
        return coefficient > 0 && Long.bitCount(coefficient) == 1
                ? add(
                        Op.SHL,
                        Kind.I64,
                        block,
                        place,
                        product,
                        graph.constant(Kind.I32, Long.numberOfTrailingZeros(coefficient)))
                : add(Op.MUL, Kind.I64, block, place, product, graph.constant(Kind.I64, coefficient));
    }

    private void address(Node access, Block block) {
        Node address = access.in(0);
        Polynomial value = address.kind == Kind.I32 ? narrow(address, 0) : wide(address, 0);
        Anchor same = nearest(value.terms(), null, block);
        if (same != null && same.without == null) {
            long offset = value.constant() - same.value.constant() + access.bits;
            if (same.node != address && offset == (int) offset) {
                access.in[0] = same.node;
                access.bits = offset;
                address.uses--;
            }
            return;
        }
        if (cost(address, block) >= LEAST_COST) {
            Anchor best = null;
            Term difference = null;
            for (int i = -1; i < value.terms().size(); i++) {
                Term term = i < 0 ? null : value.terms().get(i);
                Anchor found = nearest(term == null ? value.terms() : value.termsWithout(term), term, block);
                if (found != null && (best == null || found.node.id > best.node.id)) {
                    best = found;
                    difference = difference(term, found.without);
                }
            }
            long offset = best == null ? 0 : value.constant() - best.value.constant() + access.bits;
            if (best != null && offset == (int) offset) {
                Node step = step(difference, block, access.place);
                Node made = add(Op.OFFSET, address.kind, block, access.place, best.node, step);
                made.space = address.space;
                long constant = best.value.constant();
                Polynomial moved = new Polynomial(value.terms(), constant);
                values.put(made, moved);
                access.in[0] = made;
                access.bits = offset;
                address.uses--;
                made.uses++;
                keep(made, moved, false);
                return;
            }
        }
        keep(address, value, false);
    }

    private void keep(Node node, Polynomial value, boolean late) {
        anchors.computeIfAbsent(value.terms(), _ -> new ArrayList<>(2)).add(new Anchor(node, value, null, late));
        for (int i = 0; i < value.terms().size(); i++) {
            Term term = value.terms().get(i);
            anchors.computeIfAbsent(value.termsWithout(term), _ -> new ArrayList<>(2))
                    .add(new Anchor(node, value, term, late));
        }
    }

    /** The last anchor that differs from a value by these terms alone, and is in reach. */
    private Anchor nearest(List<Term> terms, Term term, Block block) {
        List<Anchor> found = anchors.get(terms);
        for (int i = found == null ? -1 : found.size() - 1; i >= 0; i--) {
            Anchor anchor = found.get(i);
            Block made = anchor.node.block;
            boolean reachable = (made == block && !anchor.late)
                    || (made != block
                            && made.order >= 0
                            && loops[made.order] == loops[block.order]
                            && made.dominates(block));
            if (!reachable) {
                continue;
            }
            Term difference = difference(term, anchor.without);
            boolean same = term == null && anchor.without == null;
            if (same || (difference != null && isStep(difference))) {
                return anchor;
            }
        }
        return null;
    }

    /** {@code to - from}, or null where that is no single term. */
    private static Term difference(Term to, Term from) {
        if (from == null) {
            return to;
        }
        if (to == null) {
            return new Term(from.factors(), -from.coefficient());
        }
        if (!to.factors().equals(from.factors()) || to.coefficient() == from.coefficient()) {
            return null;
        }
        return new Term(to.factors(), to.coefficient() - from.coefficient());
    }

    private static boolean isStep(Term term) {
        if (term.factors().size() != 1 || term.coefficient() != (int) term.coefficient()) {
            return false;
        }
        Factor factor = term.factors().getFirst();
        // A symbol or slot would be a difference between two objects.
        return !factor.node().op.isFree() && (factor.extension() != Extension.ZERO || term.coefficient() > 0);
    }

    private Node step(Term term, Block block, int place) {
        Node known = differences.get(term);
        if (known != null && known.block.dominates(block)) {
            known.uses++;
            return known;
        }
        Factor factor = term.factors().getFirst();
        Node node = factor.node();
        long coefficient = term.coefficient();
        Node made = switch (factor.extension()) {
            case NONE ->
                coefficient == 1
                        ? node
                        : add(Op.MUL, node.kind, block, place, node, graph.constant(node.kind, coefficient));
            case SIGN -> add(Op.MUL_WIDE, Kind.I64, block, place, node, graph.constant(Kind.I32, coefficient));
            case ZERO -> add(Op.MUL_WIDE_U, Kind.I64, block, place, node, graph.constant(Kind.I32, coefficient));
        };
        made.uses++;
        if (made != node) {
            node.uses++;
            differences.put(term, made);
        }
        return made;
    }

    private Node add(Op op, Kind kind, Block block, int place, Node... in) {
        Node made = graph.newNode(op, kind, in, 0, null);
        made.place = place;
        made.block = block;
        block.body.add(made);
        return made;
    }

    /** Roughly how many instructions are there for this address alone, and run as often as it does. */
    private int cost(Node address, Block block) {
        if (address.op.isFree() || address.uses > 1 || !isArithmetic(address) || !isSameLoop(address, block)) {
            return 0;
        }
        int cost = address.op == Op.SIGN_EXTEND || address.op == Op.ZERO_EXTEND ? 0 : 1;
        for (int i = 0; i < address.in.length; i++) {
            cost += cost(address.in(i), block);
        }
        // A product disappears in the sum that it is for.
        boolean fuses = address.op == Op.OFFSET && address.in(1).op != Op.SHL && cost(address.in(1), block) > 0;
        return fuses ? cost - 1 : cost;
    }

    private boolean isSameLoop(Node node, Block block) {
        return node.block != null && node.block.order >= 0 && loops[node.block.order] == loops[block.order];
    }

    private static boolean isArithmetic(Node node) {
        return switch (node.op) {
            case OFFSET, ADD, SUB, MUL, SHL, NEG, MUL_WIDE, MUL_WIDE_U, SIGN_EXTEND, ZERO_EXTEND -> true;
            default -> false;
        };
    }

    // Values of nodes.

    private Polynomial wide(Node node, int depth) {
        Polynomial known = values.get(node);
        if (known == null) {
            known = depth > MOST_DEPTH ? null : wideParts(node, depth + 1);
            if (known == null) {
                known = Polynomial.of(node, Extension.NONE);
            }
            values.put(node, known);
        }
        return known;
    }

    private Polynomial wideParts(Node node, int depth) {
        return switch (node.op) {
            case CONSTANT -> Polynomial.of(node.bits);
            case OFFSET, ADD -> wide(node.in(0), depth).plus(wide(node.in(1), depth), 1);
            case SUB -> wide(node.in(0), depth).plus(wide(node.in(1), depth), -1);
            case NEG -> Polynomial.of(0).plus(wide(node.in(0), depth), -1);
            case MUL -> wide(node.in(0), depth).times(wide(node.in(1), depth));
            case SHL -> shifted(node, wide(node.in(0), depth), 64);
            case MUL_WIDE -> signed(node.in(0), depth).times(signed(node.in(1), depth));
            case MUL_WIDE_U -> unsigned(node.in(0), depth).times(unsigned(node.in(1), depth));
            case SIGN_EXTEND -> signed(node.in(0), depth);
            case ZERO_EXTEND -> unsigned(node.in(0), depth);
            default -> null;
        };
    }

    private static Polynomial shifted(Node node, Polynomial value, int width) {
        Node count = node.in(1);
        return count.isConstant() && count.bits >= 0 && count.bits < width
                ? value.times(Polynomial.of(1L << count.bits))
                : null;
    }

    /** The sign-extended value of an I32. */
    private Polynomial signed(Node node, int depth) {
        Polynomial known = signedValues.get(node);
        if (known == null) {
            known = depth > MOST_DEPTH ? null : signedParts(node, depth + 1);
            if (known == null) {
                known = Polynomial.of(node, Extension.SIGN);
            }
            signedValues.put(node, known);
        }
        return known;
    }

    private Polynomial signedParts(Node node, int depth) {
        if (node.isConstant()) {
            return Polynomial.of(node.bits);
        }
        if (!node.noWrap) {
            return null;
        }
        return switch (node.op) {
            case ADD -> signed(node.in(0), depth).plus(signed(node.in(1), depth), 1);
            case SUB -> signed(node.in(0), depth).plus(signed(node.in(1), depth), -1);
            case MUL -> signed(node.in(0), depth).times(signed(node.in(1), depth));
            case SHL -> shifted(node, signed(node.in(0), depth), 32);
            default -> null;
        };
    }

    /** The zero-extended value of an I32. */
    private Polynomial unsigned(Node node, int depth) {
        if (node.isConstant()) {
            return Polynomial.of(node.bits & 0xFFFF_FFFFL);
        }
        if (node.op == Op.ADD
                && Ranges.unsignedMaximum(node.in(0)) + Ranges.unsignedMaximum(node.in(1)) <= Ranges.UNKNOWN) {
            Polynomial sum = unsigned(node.in(0), depth + 1).plus(unsigned(node.in(1), depth + 1), 1);
            if (sum != null) {
                return sum;
            }
        }
        return Ranges.isNonNegative(node) ? signed(node, depth) : Polynomial.of(node, Extension.ZERO);
    }

    /** The value of a 32-bit address, modulo 2^32. */
    private Polynomial narrow(Node node, int depth) {
        Polynomial known = values.get(node);
        if (known == null) {
            known = depth > MOST_DEPTH || node.kind != Kind.I32 ? null : narrowParts(node, depth + 1);
            if (known == null) {
                known = Polynomial.of(node, Extension.NONE);
            }
            values.put(node, known);
        }
        return known;
    }

    private Polynomial narrowParts(Node node, int depth) {
        return switch (node.op) {
            case CONSTANT -> Polynomial.of(node.bits);
            case OFFSET, ADD -> narrow(node.in(0), depth).plus(narrow(node.in(1), depth), 1);
            case SUB -> narrow(node.in(0), depth).plus(narrow(node.in(1), depth), -1);
            case NEG -> Polynomial.of(0).plus(narrow(node.in(0), depth), -1);
            case MUL -> narrow(node.in(0), depth).times(narrow(node.in(1), depth));
            case SHL -> shifted(node, narrow(node.in(0), depth), 32);
            default -> null;
        };
    }
}
