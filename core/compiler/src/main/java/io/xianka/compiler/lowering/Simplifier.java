package io.xianka.compiler.lowering;

/** Algebra on nodes about to be made. Only what holds for every input, the rounding of floats included. */
final class Simplifier {
    private final Builder builder;
    private final ConstantDivision constantDivision;

    Simplifier(Builder builder) {
        this.builder = builder;
        this.constantDivision = new ConstantDivision(builder);
    }

    /** What a node with these resolved inputs is worth, or null for a node of its own. Operands of {@code in} may be exchanged. */
    Node simplify(Op op, Kind kind, Node[] in, long bits, Object data, boolean noWrap) {
        if (op.isCommutative() && in[0].isConstant() && !in[1].isConstant()) {
            Node first = in[0];
            in[0] = in[1];
            in[1] = first;
        }
        Node folded = Folding.fold(builder.graph, op, kind, in, bits);
        if (folded != null) {
            return folded;
        }
        return switch (op) {
            case ADD -> kind.isFloat() ? floatAdd(kind, in) : add(kind, in, noWrap);
            case SUB -> kind.isFloat() ? floatSubtract(kind, in) : subtract(kind, in, noWrap);
            case MUL -> kind.isFloat() ? floatMultiply(in) : multiply(kind, in, noWrap);
            case DIV -> kind.isFloat() ? floatDivide(kind, in) : divide(kind, in);
            case DIV_U -> divideUnsigned(kind, in);
            case REM -> remainder(kind, in);
            case REM_U -> remainderUnsigned(kind, in);
            case NEG -> in[0].op == Op.NEG ? in[0].in(0) : null;
            case NOT -> not(kind, in[0]);
            case AND -> and(kind, in);
            case OR -> or(kind, in);
            case XOR -> xor(kind, in);
            case SHL -> in[1].isConstant(0) ? in[0] : null;
            case SHR, SHR_U -> shiftRight(op, kind, in);
            case MIN, MAX, MIN_U, MAX_U -> in[0] == in[1] && !kind.isFloat() ? in[0] : null;
            case MUL_WIDE, MUL_WIDE_U -> multiplyWide(op, in);
            case COMPARE -> compare(in, Condition.of(bits));
            case SELECT -> select(kind, in);
            case SIGN_EXTEND ->
                Ranges.isNonNegative(in[0]) && in[0].op == Op.SPECIAL
                        ? builder.node(Op.ZERO_EXTEND, kind, in[0])
                        : null;
            case TRUNCATE -> truncate(in[0]);
            case ZERO_8 -> Ranges.unsignedMaximum(in[0]) <= 0xFF ? in[0] : null;
            case ZERO_16 -> Ranges.unsignedMaximum(in[0]) <= 0xFFFF ? in[0] : null;
            case SIGN_8 -> in[0].op == Op.SIGN_8 || isLoadOf(in[0], Access.S8) ? in[0] : null;
            case SIGN_16 ->
                in[0].op == Op.SIGN_8
                                || in[0].op == Op.SIGN_16
                                || isLoadOf(in[0], Access.S16)
                                || isLoadOf(in[0], Access.S8)
                                || Ranges.unsignedMaximum(in[0]) <= 0x7FFF
                        ? in[0]
                        : null;
            case TO_16 ->
                in[0].op == Op.FROM_16
                        ? in[0].in(0)
                        : in[0].op == Op.ZERO_16 || in[0].op == Op.SIGN_16
                                ? builder.node(Op.TO_16, kind, in[0].in(0))
                                : null;
            case BITCAST ->
                in[0].kind == kind ? in[0] : in[0].op == Op.BITCAST ? builder.node(op, kind, in[0].in(0)) : null;
            case FLOAT_CONVERT -> kind == Kind.F32 && in[0].op == Op.FLOAT_CONVERT ? in[0].in(0) : null;
            case OFFSET -> offset(in);
            default -> null;
        };
    }

    private static boolean isLoadOf(Node node, Access access) {
        return node.op == Op.LOAD && ((MemoryAccess) node.data).access() == access;
    }

    private Node add(Kind kind, Node[] in, boolean noWrap) {
        if (in[1].isConstant(0)) {
            return in[0];
        }
        if (in[1].isConstant() && in[0].op == Op.ADD && in[0].in(1).isConstant()) {
            long inner = in[0].in(1).bits;
            long sum = inner + in[1].bits;
            boolean fits = noWrap && in[0].noWrap && (kind == Kind.I64 || sum == (int) sum);
            return integer(Op.ADD, kind, in[0].in(0), builder.constant(kind, sum), fits);
        }
        if (in[1].op == Op.NEG) {
            return integer(Op.SUB, kind, in[0], in[1].in(0), noWrap);
        }
        return null;
    }

    private Node integer(Op op, Kind kind, Node a, Node b, boolean noWrap) {
        return builder.node(op, kind, new Node[] {a, b}, 0, null, noWrap);
    }

    private Node shiftRight(Op op, Kind kind, Node[] in) {
        if (in[1].isConstant(0)) {
            return in[0];
        }
        if (kind == Kind.I32 && in[1].isConstant() && in[1].bits >= 31 && Ranges.isNonNegative(in[0])) {
            return builder.constant(kind, 0);
        }
        return op == Op.SHR && kind == Kind.I32 && Ranges.isNonNegative(in[0])
                ? builder.node(Op.SHR_U, kind, in[0], in[1])
                : null;
    }

    private Node subtract(Kind kind, Node[] in, boolean noWrap) {
        if (in[0] == in[1]) {
            return builder.constant(kind, 0);
        }
        if (in[1].op == Op.AND && in[1].in(0) == in[0] && in[1].in(1).isConstant()) {
            return builder.node(Op.AND, kind, in[0], builder.constant(kind, ~in[1].in(1).bits));
        }
        if (in[1].isConstant()) {
            boolean fits = noWrap && in[1].bits != (kind == Kind.I32 ? Integer.MIN_VALUE : Long.MIN_VALUE);
            return integer(Op.ADD, kind, in[0], builder.constant(kind, -in[1].bits), fits);
        }
        if (in[0].isConstant(0)) {
            return builder.node(Op.NEG, kind, in[1]);
        }
        if (in[1].op == Op.NEG) {
            return integer(Op.ADD, kind, in[0], in[1].in(0), noWrap);
        }
        return null;
    }

    private Node multiply(Kind kind, Node[] in, boolean noWrap) {
        if (kind == Kind.I64 && isExtended(Op.SIGN_EXTEND, in[0]) && isExtended(Op.SIGN_EXTEND, in[1])) {
            return builder.node(Op.MUL_WIDE, kind, narrow(in[0]), narrow(in[1]));
        }
        if (kind == Kind.I64 && isExtended(Op.ZERO_EXTEND, in[0]) && isExtended(Op.ZERO_EXTEND, in[1])) {
            return builder.node(Op.MUL_WIDE_U, kind, narrow(in[0]), narrow(in[1]));
        }
        if (!in[1].isConstant()) {
            return null;
        }
        long factor = in[1].bits;
        if (factor == 0) {
            return in[1];
        }
        if (factor == 1) {
            return in[0];
        }
        if (factor == -1) {
            return builder.node(Op.NEG, kind, in[0]);
        }
        if (factor > 0 && Long.bitCount(factor) == 1) {
            Node count = builder.constant(Kind.I32, Long.numberOfTrailingZeros(factor));
            return integer(Op.SHL, kind, in[0], count, noWrap);
        }
        return null;
    }

    /** The extension of a narrower number by that operation, constants included. */
    private static boolean isExtended(Op op, Node node) {
        return node.op == op
                || (node.isConstant()
                        && node.bits == (op == Op.SIGN_EXTEND ? (int) node.bits : node.bits & 0xFFFF_FFFFL));
    }

    private Node multiplyWide(Op op, Node[] in) {
        if (in[1].isConstant(0)) {
            return builder.constant(Kind.I64, 0);
        }
        if (in[1].isConstant(1)) {
            return builder.node(op == Op.MUL_WIDE ? Op.SIGN_EXTEND : Op.ZERO_EXTEND, Kind.I64, in[0]);
        }
        return null;
    }

    private Node divide(Kind kind, Node[] in) {
        if (!in[1].isConstant()) {
            return null;
        }
        long divisor = in[1].bits;
        if (divisor == 1) {
            return in[0];
        }
        if (divisor == -1) {
            return builder.node(Op.NEG, kind, in[0]);
        }
        if (divisor > 1 && Long.bitCount(divisor) == 1) {
            int shift = Long.numberOfTrailingZeros(divisor);
            return builder.node(Op.SHR, kind, biased(kind, in[0], shift), builder.constant(Kind.I32, shift));
        }
        if (divisor == 0 || Long.bitCount(Math.abs(divisor)) == 1) {
            return null;
        }
        return kind == Kind.I32 && divisor > 0 && Ranges.isNonNegative(in[0])
                ? constantDivision.unsigned(kind, in[0], divisor)
                : constantDivision.signed(kind, in[0], divisor);
    }

    /** Adds what makes an arithmetic shift round towards zero. */
    private Node biased(Kind kind, Node value, int shift) {
        if (kind == Kind.I32 && Ranges.isNonNegative(value)) {
            return value;
        }
        int width = kind.bits();
        Node sign = builder.node(Op.SHR, kind, value, builder.constant(Kind.I32, width - 1));
        Node bias = builder.node(Op.SHR_U, kind, sign, builder.constant(Kind.I32, width - shift));
        return builder.node(Op.ADD, kind, value, bias);
    }

    private Node divideUnsigned(Kind kind, Node[] in) {
        if (in[1].isConstant() && Long.bitCount(unsigned(kind, in[1].bits)) == 1) {
            int shift = Long.numberOfTrailingZeros(unsigned(kind, in[1].bits));
            return builder.node(Op.SHR_U, kind, in[0], builder.constant(Kind.I32, shift));
        }
        return in[1].isConstant() && in[1].bits != 0 ? constantDivision.unsigned(kind, in[0], in[1].bits) : null;
    }

    /** {@code value - quotient * divisor}. */
    private Node rest(Kind kind, Node value, Node quotient, long divisor) {
        Node product = builder.node(Op.MUL, kind, quotient, builder.constant(kind, -divisor));
        return builder.node(Op.ADD, kind, product, value);
    }

    /** The same, sharing the quotient with who wants it too; the device divides for a remainder anyway. */
    private Node rest(Op divide, Kind kind, Node[] in) {
        Node quotient = builder.node(divide, kind, in[0], in[1]);
        return builder.node(Op.SUB, kind, in[0], builder.node(Op.MUL, kind, quotient, in[1]));
    }

    private Node remainder(Kind kind, Node[] in) {
        if (!in[1].isConstant()) {
            return rest(Op.DIV, kind, in);
        }
        long divisor = in[1].bits;
        if (divisor == 1 || divisor == -1) {
            return builder.constant(kind, 0);
        }
        if (divisor > 1 && Long.bitCount(divisor) == 1) {
            if (kind == Kind.I32 && Ranges.isNonNegative(in[0])) {
                return builder.node(Op.AND, kind, in[0], builder.constant(kind, divisor - 1));
            }
            Node biased = biased(kind, in[0], Long.numberOfTrailingZeros(divisor));
            Node whole = builder.node(Op.AND, kind, biased, builder.constant(kind, -divisor));
            return builder.node(Op.SUB, kind, in[0], whole);
        }
        return divisor == 0 || Long.bitCount(Math.abs(divisor)) == 1
                ? null
                : rest(kind, in[0], builder.node(Op.DIV, kind, in[0], in[1]), divisor);
    }

    private Node remainderUnsigned(Kind kind, Node[] in) {
        if (in[1].isConstant() && Long.bitCount(unsigned(kind, in[1].bits)) == 1) {
            return builder.node(Op.AND, kind, in[0], builder.constant(kind, in[1].bits - 1));
        }
        return in[1].isConstant() && in[1].bits != 0
                ? rest(kind, in[0], builder.node(Op.DIV_U, kind, in[0], in[1]), in[1].bits)
                : in[1].isConstant() ? null : rest(Op.DIV_U, kind, in);
    }

    private static long unsigned(Kind kind, long bits) {
        return kind == Kind.I32 ? bits & 0xFFFF_FFFFL : bits;
    }

    private Node not(Kind kind, Node operand) {
        if (operand.op == Op.NOT) {
            return operand.in(0);
        }
        if (kind == Kind.I1 && operand.op == Op.COMPARE) {
            boolean floats = operand.in(0).kind.isFloat();
            return builder.compare(Condition.of(operand.bits).negated(floats), operand.in(0), operand.in(1));
        }
        return null;
    }

    private Node and(Kind kind, Node[] in) {
        if (in[0] == in[1]) {
            return in[0];
        }
        if (in[1].isConstant(0)) {
            return in[1];
        }
        if (in[1].isConstant(kind == Kind.I1 ? 1 : -1)) {
            return in[0];
        }
        if (in[1].isConstant() && in[0].op == Op.AND && in[0].in(1).isConstant()) {
            return builder.node(Op.AND, kind, in[0].in(0), builder.constant(kind, in[0].in(1).bits & in[1].bits));
        }
        if (kind == Kind.I32 && in[1].isConstant() && in[1].bits > 0) {
            long mask = in[1].bits;
            if ((mask & (mask + 1)) == 0 && Ranges.unsignedMaximum(in[0]) <= mask) {
                return in[0];
            }
        }
        return null;
    }

    private static Node or(Kind kind, Node[] in) {
        if (in[0] == in[1] || in[1].isConstant(0)) {
            return in[0];
        }
        return in[1].isConstant(kind == Kind.I1 ? 1 : -1) ? in[1] : null;
    }

    private Node xor(Kind kind, Node[] in) {
        if (in[0] == in[1]) {
            return builder.constant(kind, 0);
        }
        if (in[1].isConstant(0)) {
            return in[0];
        }
        return in[1].isConstant(kind == Kind.I1 ? 1 : -1) ? builder.node(Op.NOT, kind, in[0]) : null;
    }

    private Node compare(Node[] in, Condition condition) {
        if (in[0].isConstant() && !in[1].isConstant()) {
            return builder.compare(condition.swapped(), in[1], in[0]);
        }
        Kind kind = in[0].kind;
        if (kind == Kind.I1) {
            return comparePredicates(in, condition);
        }
        if (!kind.isFloat() && in[0] == in[1]) {
            return builder.constant(Kind.I1, condition.test(0L, 0L) ? 1 : 0);
        }
        if (in[1].isConstant(0) && !kind.isFloat()) {
            if (in[0].op == Op.SYMBOL || in[0].op == Op.SLOT) {
                if (condition == Condition.EQ || condition == Condition.NE) {
                    return builder.constant(Kind.I1, condition == Condition.NE ? 1 : 0);
                }
            }
            if (condition == Condition.LO || condition == Condition.HS) {
                return builder.constant(Kind.I1, condition == Condition.HS ? 1 : 0);
            }
        }
        boolean equality = condition == Condition.EQ || condition == Condition.NE;
        if (equality && in[1].isConstant() && in[0].op == Op.SELECT && kind.isInteger()) {
            Node then = in[0].in(1);
            Node otherwise = in[0].in(2);
            if (then.isConstant() && otherwise.isConstant()) {
                boolean whenTrue = condition.test(then.bits, in[1].bits);
                boolean whenFalse = condition.test(otherwise.bits, in[1].bits);
                if (whenTrue == whenFalse) {
                    return builder.constant(Kind.I1, whenTrue ? 1 : 0);
                }
                return whenTrue ? in[0].in(0) : builder.not(in[0].in(0));
            }
        }
        return null;
    }

    private Node comparePredicates(Node[] in, Condition condition) {
        if (condition == Condition.EQ || condition == Condition.NE) {
            Node differ = builder.node(Op.XOR, Kind.I1, in[0], in[1]);
            return condition == Condition.NE ? differ : builder.not(differ);
        }
        throw new IllegalArgumentException(condition + " of predicates");
    }

    private Node select(Kind kind, Node[] in) {
        if (in[1] == in[2]) {
            return in[1];
        }
        if (in[0].isConstant()) {
            return in[0].bits != 0 ? in[1] : in[2];
        }
        if (in[0].op == Op.NOT) {
            return builder.select(in[0].in(0), in[2], in[1]);
        }
        if (kind == Kind.I1) {
            if (in[1].isConstant()) {
                return in[1].bits != 0
                        ? builder.node(Op.OR, Kind.I1, in[0], in[2])
                        : builder.node(Op.AND, Kind.I1, builder.not(in[0]), in[2]);
            }
            if (in[2].isConstant()) {
                return in[2].bits == 0
                        ? builder.node(Op.AND, Kind.I1, in[0], in[1])
                        : builder.node(Op.OR, Kind.I1, builder.not(in[0]), in[1]);
            }
        }
        if (kind.isInteger() && in[0].op == Op.COMPARE && in[0].in(0).kind == kind) {
            return minimumOrMaximum(kind, in);
        }
        return null;
    }

    private Node minimumOrMaximum(Kind kind, Node[] in) {
        Node a = in[0].in(0);
        Node b = in[0].in(1);
        boolean same = in[1] == a && in[2] == b;
        boolean crossed = in[1] == b && in[2] == a;
        if (!same && !crossed) {
            return null;
        }
        return switch (Condition.of(in[0].bits)) {
            case LT, LE -> builder.node(same ? Op.MIN : Op.MAX, kind, a, b);
            case GT, GE -> builder.node(same ? Op.MAX : Op.MIN, kind, a, b);
            case LO, LS -> builder.node(same ? Op.MIN_U : Op.MAX_U, kind, a, b);
            case HI, HS -> builder.node(same ? Op.MAX_U : Op.MIN_U, kind, a, b);
            case EQ, NE, LTU, LEU, GTU, GEU -> null;
        };
    }

    private Node truncate(Node wide) {
        return switch (wide.op) {
            case SIGN_EXTEND, ZERO_EXTEND -> wide.in(0);
            case MUL_WIDE, MUL_WIDE_U -> builder.node(Op.MUL, Kind.I32, wide.in(0), wide.in(1));
            case AND, OR, XOR, ADD, SUB, MUL -> {
                // Worth it only where a half comes for free.
                Node a = narrow(wide.in(0));
                Node b = narrow(wide.in(1));
                yield a != null && b != null ? builder.node(wide.op, Kind.I32, a, b) : null;
            }
            default -> null;
        };
    }

    private Node narrow(Node wide) {
        return switch (wide.op) {
            case CONSTANT -> builder.constant(Kind.I32, wide.bits);
            case SIGN_EXTEND, ZERO_EXTEND -> wide.in(0);
            default -> null;
        };
    }

    private Node offset(Node[] in) {
        Node pointer = in[0];
        Node bytes = in[1];
        if (bytes.isConstant(0)) {
            return pointer;
        }
        if (bytes.isConstant()) {
            if (pointer.op == Op.SLOT) {
                return builder.graph.slot((Slot) pointer.data, pointer.bits + bytes.bits);
            }
            if (pointer.op == Op.SYMBOL) {
                return builder.graph.symbol(pointer.data, pointer.bits + bytes.bits);
            }
            if (pointer.op == Op.OFFSET && pointer.in(1).isConstant()) {
                return builder.offset(pointer.in(0), pointer.in(1).bits + bytes.bits);
            }
            if (pointer.op == Op.SELECT && pointer.in(1).op == Op.SLOT && pointer.in(2).op == Op.SLOT) {
                return builder.select(
                        pointer.in(0), builder.offset(pointer.in(1), bytes), builder.offset(pointer.in(2), bytes));
            }
            return null;
        }
        if (pointer.op == Op.OFFSET && pointer.in(1).isConstant()) {
            return builder.offset(builder.offset(pointer.in(0), bytes), pointer.in(1));
        }
        if (bytes.op == Op.ADD && bytes.in(1).isConstant()) {
            return builder.offset(builder.offset(pointer, bytes.in(0)), bytes.in(1));
        }
        if ((pointer.op == Op.SLOT || pointer.op == Op.SYMBOL) && pointer.bits != 0) {
            Node start = pointer.op == Op.SLOT
                    ? builder.graph.slot((Slot) pointer.data, 0)
                    : builder.graph.symbol(pointer.data, 0);
            return builder.offset(builder.offset(start, bytes), pointer.bits);
        }
        return null;
    }

    // Floats.

    private Node floatAdd(Kind kind, Node[] in) {
        return in[1].op == Op.NEG ? builder.node(Op.SUB, kind, in[0], in[1].in(0)) : null;
    }

    private Node floatSubtract(Kind kind, Node[] in) {
        if (in[1].isConstant(0)) {
            return in[0];
        }
        return in[1].op == Op.NEG ? builder.node(Op.ADD, kind, in[0], in[1].in(0)) : null;
    }

    private static Node floatMultiply(Node[] in) {
        return in[1].isConstant() && Folding.floating(in[1]) == 1.0 ? in[0] : null;
    }

    private Node floatDivide(Kind kind, Node[] in) {
        if (!in[1].isConstant()) {
            return in[0].isConstant() && Folding.floating(in[0]) == 1.0
                    ? builder.node(Op.RECIPROCAL, kind, in[1])
                    : null;
        }
        double divisor = Folding.floating(in[1]);
        if (divisor == 1.0) {
            return in[0];
        }
        int exponent = Math.getExponent(divisor);
        boolean powerOfTwo = Math.abs(divisor) == Math.scalb(1.0, exponent);
        if (powerOfTwo && Math.abs(exponent) < (kind == Kind.F32 ? 126 : 1022)) {
            double reciprocal = 1.0 / divisor;
            Node factor =
                    kind == Kind.F32 ? builder.graph.constant((float) reciprocal) : builder.graph.constant(reciprocal);
            return builder.node(Op.MUL, kind, in[0], factor);
        }
        return null;
    }
}
