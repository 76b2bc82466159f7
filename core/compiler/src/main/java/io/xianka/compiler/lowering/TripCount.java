package io.xianka.compiler.lowering;

import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.Statement;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Value;
import io.xianka.compiler.typed.Variable;

/**
 * How often a loop goes round, where that is known when it is lowered: its condition and step must be arithmetic on one
 * variable that the body leaves alone and on numbers.
 */
record TripCount(Variable variable, int rounds) {

    /** Null when it is not known or more than {@code most}. */
    static TripCount of(Statement.For loop, FunctionLowering lowering, int most) {
        Variable variable = stepped(loop.step());
        if (variable == null
                || variable.type().isVolatile()
                || Access.of(variable.type()) == null
                || !(lowering.frame.bindings.get(variable) instanceof Location location)
                || isWritten(loop, variable)) {
            return null;
        }
        Node address = location.address().resolved();
        if (address.op != Op.SLOT || ((Slot) address.data).inMemory) {
            return null;
        }
        Node start = lowering.storage.read(location, Access.of(variable.type())).resolved();
        if (!start.isConstant() || !start.kind.isInteger()) {
            return null;
        }
        Counting counting = new Counting(lowering, loop.body(), variable);
        Node value = start;
        for (int rounds = 0; rounds <= most; rounds++) {
            counting.value = value;
            Node goesOn = counting.value(loop.condition());
            if (goesOn == null) {
                return null;
            }
            if (goesOn.bits == 0) {
                return new TripCount(variable, rounds);
            }
            value = counting.step(loop.step());
            if (value == null) {
                return null;
            }
        }
        return null;
    }

    static boolean isWritten(Statement.For loop, Variable variable) {
        if (Cost.writes(loop.body(), variable)) {
            return true;
        }
        if (!variable.isAddressTaken()) {
            return false;
        }
        // A reference made elsewhere might write it; within the loop there is none.
        for (int i = 0; i < loop.init().size(); i++) {
            if (loop.init().get(i) instanceof Statement.Declare declare && declare.variable() == variable) {
                return false;
            }
        }
        return true;
    }

    /** The variable that a loop's step changes, or null. */
    static Variable stepped(Term step) {
        Place target = switch (step) {
            case Place.Increment increment -> increment.target();
            case Place.CompoundAssign assign -> assign.target();
            case Place.Assign assign -> assign.target();
            case Value.PostIncrement increment -> increment.target();
            case Value.Load load -> {
                Variable inner = stepped(load.place());
                yield inner == null ? null : new Place.OfVariable(load.span(), inner);
            }
            case Value.Discard discard -> {
                Variable inner = stepped(discard.operand());
                yield inner == null ? null : new Place.OfVariable(discard.span(), inner);
            }
            case Value.Convert convert -> {
                Variable inner = stepped(convert.operand());
                yield inner == null ? null : new Place.OfVariable(convert.span(), inner);
            }
            default -> null;
        };
        return target instanceof Place.OfVariable of ? of.variable() : null;
    }

    /** Evaluates with the variable at one value; null means not constant. */
    private static final class Counting {
        private final FunctionLowering lowering;
        private final Statement body;
        private final Variable variable;
        private Node value;

        Counting(FunctionLowering lowering, Statement body, Variable variable) {
            this.lowering = lowering;
            this.body = body;
            this.variable = variable;
        }

        Node step(Term step) {
            Type type = variable.type().unqualified();
            Access access = Access.of(type);
            return switch (step) {
                case Place.Increment increment -> stepped(access, increment.delta());
                case Value.PostIncrement increment -> stepped(access, increment.delta());
                case Value.Load load -> step(load.place());
                case Value.Discard discard -> step(discard.operand());
                case Value.Convert convert -> step(convert.operand());
                case Place.Assign assign -> value(assign.value());
                case Place.CompoundAssign assign -> {
                    Node operand = value(assign.operand());
                    if (operand == null || type instanceof Type.Pointer) {
                        yield null;
                    }
                    Node wide = lowering.values.toArithmetic(value, type, assign.computation());
                    Node combined = lowering.values.combine(assign.operator(), assign.computation(), wide, operand);
                    yield constant(lowering.values.toArithmetic(combined, assign.computation(), type));
                }
                default -> null;
            };
        }

        private Node stepped(Access access, int delta) {
            Node sum = lowering.builder.node(Op.ADD, access.kind, value, lowering.builder.constant(access.kind, delta));
            return constant(lowering.storage.extend(sum, access));
        }

        private static Node constant(Node node) {
            return node.resolved().isConstant() ? node.resolved() : null;
        }

        Node value(Value asked) {
            return switch (asked) {
                case Value.IntegerConstant constant -> lowering.values.scalar(constant);
                case Value.FloatingConstant constant -> lowering.values.scalar(constant);
                case Value.Special special
                when special.register() == Value.SpecialRegister.WARP_SIZE -> lowering.values.scalar(special);
                case Value.Load load
                when load.place() instanceof Place.OfVariable of -> {
                    if (of.variable() == variable) {
                        yield value;
                    }
                    Object bound = lowering.frame.bindings.get(of.variable());
                    if (bound instanceof Node node) {
                        yield constant(node);
                    }
                    if (bound instanceof Location location
                            && location.address().resolved().op == Op.SLOT
                            && !((Slot) location.address().resolved().data).inMemory
                            && !of.type().isVolatile()
                            && Access.of(of.type()) != null
                            && !Cost.writes(body, of.variable())) {
                        yield constant(lowering.storage.read(location, Access.of(of.type())));
                    }
                    yield null;
                }
                case Value.Unary unary -> {
                    Node operand = value(unary.operand());
                    if (operand == null) {
                        yield null;
                    }
                    yield constant(lowering.builder.node(
                            unary.operator() == Value.UnaryOperator.NEGATE ? Op.NEG : Op.NOT, operand.kind, operand));
                }
                case Value.Binary binary -> {
                    Node left = value(binary.left());
                    Node right = left == null ? null : value(binary.right());
                    yield right == null
                            ? null
                            : constant(lowering.values.combine(
                                    binary.operator(), binary.left().type(), left, right));
                }
                case Value.ShortCircuit circuit -> {
                    Node left = value(circuit.left());
                    if (left == null) {
                        yield null;
                    }
                    yield (left.bits != 0) == circuit.isAnd() ? value(circuit.right()) : left;
                }
                case Value.Convert convert
                when Access.of(convert.type()) != null
                        && (convert.type().isArithmetic()
                                && convert.operand().type().isArithmetic()) -> {
                    Node operand = value(convert.operand());
                    yield operand == null
                            ? null
                            : constant(lowering.values.toArithmetic(
                                    operand, convert.operand().type(), convert.type()));
                }
                default -> null;
            };
        }
    }
}
