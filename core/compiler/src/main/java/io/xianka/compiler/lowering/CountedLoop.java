package io.xianka.compiler.lowering;

import io.xianka.compiler.typed.Function;
import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.Statement;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Value;
import io.xianka.compiler.typed.Value.BinaryOperator;
import io.xianka.compiler.typed.Variable;
import java.util.ArrayList;
import java.util.List;

/**
 * A loop that counts a variable up or down to a bound, by the same number each round, and does nothing that several rounds
 * at once could disturb. The bound, and a step upwards, may be known only when the kernel runs.
 *
 * @param test compares the variable with the bound
 * @param step 0 where the source does not say
 * @param stepping what is added each round then, else null
 */
record CountedLoop(Variable variable, Value.Binary test, long step, Place.CompoundAssign stepping) {
    private static final int MOST_BOUND_COST = 16;

    /** Null when the loop is of another form. */
    static CountedLoop of(Statement.For loop, FunctionLowering lowering) {
        if (!(loop.condition() instanceof Value.Binary test) || loop.step() == null) {
            return null;
        }
        Variable variable = TripCount.stepped(loop.step());
        if (variable == null
                || variable.type().isVolatile()
                || !(variable.type().unqualified() instanceof Type.Scalar scalar)
                || !Access.of(scalar).kind.isInteger()
                || scalar.bytes() < 4
                || TripCount.isWritten(loop, variable)
                || !isCounter(test.left(), variable)
                || !isInvariant(test.right(), loop.body(), variable, lowering)) {
            return null;
        }
        if (!isPlain(loop.body())) {
            return null;
        }
        Place.CompoundAssign stepping = stepping(loop.step());
        if (stepping != null) {
            return test.operator() == BinaryOperator.LESS
                            && stepping.operator() == BinaryOperator.ADD
                            && stepping.computation().bytes() == variable.type().bytes()
                            && test.left().type().bytes() == variable.type().bytes()
                            && isInvariant(stepping.operand(), loop.body(), variable, lowering)
                            && isShort(stepping, lowering)
                    ? new CountedLoop(variable, test, 0, stepping)
                    : null;
        }
        long step = step(loop.step());
        boolean forward = switch (test.operator()) {
            case LESS, LESS_EQUAL -> step > 0;
            case GREATER, GREATER_EQUAL -> step < 0;
            default -> false;
        };
        return forward && Math.abs(step) <= 1 << 16 ? new CountedLoop(variable, test, step, null) : null;
    }

    /** The step where it adds what is no number in the source, or null. */
    private static Place.CompoundAssign stepping(Term step) {
        return switch (step) {
            case Value.Load load -> stepping(load.place());
            case Value.Discard discard -> stepping(discard.operand());
            case Value.Convert convert -> stepping(convert.operand());
            case Place.CompoundAssign assign -> assign.operand() instanceof Value.IntegerConstant ? null : assign;
            default -> null;
        };
    }

    /** A few steps, taken as positive, cannot overflow 64 bits. */
    private static boolean isShort(Place.CompoundAssign stepping, FunctionLowering lowering) {
        Node step = lowering.values.scalar(stepping.operand()).resolved();
        return switch (step.op) {
            case ZERO_EXTEND -> true;
            case MUL_WIDE_U ->
                Ranges.unsignedMaximum(step.in(0)) <= 1 << 20 || Ranges.unsignedMaximum(step.in(1)) <= 1 << 20;
            default -> step.kind == Kind.I32;
        };
    }

    /** The variable itself, or widened, or taken as unsigned. */
    private static boolean isCounter(Value value, Variable variable) {
        return switch (value) {
            case Value.Load load -> load.place() instanceof Place.OfVariable of && of.variable() == variable;
            case Value.Convert convert ->
                convert.conversion() == Value.Conversion.INTEGRAL
                        && convert.type().bytes() >= variable.type().bytes()
                        && isCounter(convert.operand(), variable);
            default -> false;
        };
    }

    /** The same in each round: of constants and of variables that the body leaves alone, or of memory where it leaves that alone. */
    private static boolean isInvariant(Value bound, Statement body, Variable counter, FunctionLowering lowering) {
        boolean readsMemory = !Cost.isFree(bound, lowering.frame);
        if (readsMemory && (Cost.of(bound) > MOST_BOUND_COST || !isQuiet(body))) {
            return false;
        }
        InvariantWalk walk = new InvariantWalk(body, counter, lowering, readsMemory);
        walk.walk(bound);
        return walk.invariant;
    }

    private static final class InvariantWalk extends TreeWalk {
        private final Statement body;
        private final Variable counter;
        private final FunctionLowering lowering;
        private final boolean readsMemory;
        private boolean invariant = true;

        InvariantWalk(Statement body, Variable counter, FunctionLowering lowering, boolean readsMemory) {
            this.body = body;
            this.counter = counter;
            this.lowering = lowering;
            this.readsMemory = readsMemory;
        }

        @Override
        boolean enter(Term term) {
            if (term instanceof Place.OfVariable of) {
                Variable variable = of.variable();
                boolean local = variable.storage() == Variable.Storage.LOCAL
                        || variable.storage() == Variable.Storage.PARAMETER;
                invariant &= variable != counter
                        && (lowering.frame.bindings.get(variable) instanceof Node
                                || (local ? !variable.isAddressTaken() && !Cost.writes(body, variable) : readsMemory));
            } else if (readsMemory) {
                invariant &= isPlain(term);
            }
            if (term instanceof Place place) {
                invariant &= !place.type().isVolatile();
            }
            return invariant;
        }

        private static boolean isPlain(Term term) {
            return switch (term) {
                case Value.IntegerConstant _,
                        Value.Special _,
                        Value.Load _,
                        Value.Unary _,
                        Value.Binary _,
                        Value.Convert _,
                        Value.PointerOffset _,
                        Value.Decay _,
                        Place.Dereference _,
                        Place.Element _,
                        Place.Member _ -> true;
                default -> false;
            };
        }
    }

    /** It writes to nothing but local variables that nobody has the address of. */
    private static boolean isQuiet(Statement body) {
        boolean[] quiet = {true};
        new TreeWalk() {
            @Override
            boolean enter(Term term) {
                switch (term) {
                    case Place.Assign assign -> written(assign.target());
                    case Place.CompoundAssign assign -> written(assign.target());
                    case Place.Increment increment -> written(increment.target());
                    case Value.PostIncrement increment -> written(increment.target());
                    case Value.Call _, Value.Construct _ -> quiet[0] &= isLibraryFunction(term);
                    default -> {}
                }
                return quiet[0];
            }

            private void written(Place place) {
                Variable root = Cost.root(place);
                quiet[0] &= root != null
                        && !root.isAddressTaken()
                        && (root.storage() == Variable.Storage.LOCAL || root.storage() == Variable.Storage.PARAMETER);
            }
        }.walk(body);
        return quiet[0];
    }

    /** A function of numbers: what it writes is its own. */
    private static boolean isLibraryFunction(Term term) {
        if (!(term instanceof Value.Call call) || !call.function().isLibrary()) {
            return false;
        }
        for (Variable parameter : call.function().parameters()) {
            if (!parameter.type().isArithmetic()) {
                return false;
            }
        }
        return true;
    }

    /** 0 where it is not a number in the source. */
    private static long step(Term step) {
        return switch (step) {
            case Place.Increment increment -> increment.delta();
            case Value.PostIncrement increment -> increment.delta();
            case Value.Load load -> step(load.place());
            case Value.Discard discard -> step(discard.operand());
            case Value.Convert convert -> step(convert.operand());
            case Place.CompoundAssign assign
            when assign.operand() instanceof Value.IntegerConstant constant
                    && assign.computation().bytes() == assign.target().type().bytes() ->
                switch (assign.operator()) {
                    case BinaryOperator.ADD -> constant.value();
                    case BinaryOperator.SUBTRACT -> -constant.value();
                    default -> 0;
                };
            default -> 0;
        };
    }

    /** Straight on but for ifs: no inner loop, no way out, nothing that others see in order. */
    private static boolean isPlain(Statement body) {
        PlainWalk walk = new PlainWalk();
        walk.walk(body);
        return walk.plain;
    }

    private static final class PlainWalk extends TreeWalk {
        private final List<Function> inside = new ArrayList<>();
        private boolean plain = true;

        @Override
        boolean enter(Statement statement) {
            switch (statement) {
                case Statement.For _,
                        Statement.DoWhile _,
                        Statement.Switch _,
                        Statement.Mark _,
                        Statement.Jump _,
                        Statement.Break _,
                        Statement.Unreachable _ -> plain = false;
                case Statement.Return _ -> plain &= !inside.isEmpty();
                case Statement.Asm asm -> plain &= !asm.isVolatile() && !asm.clobbersMemory();
                case Statement.Block _,
                        Statement.Declare _,
                        Statement.Initialise _,
                        Statement.Evaluate _,
                        Statement.If _,
                        Statement.Continue _ -> {}
            }
            return plain;
        }

        @Override
        boolean enter(Term term) {
            switch (term) {
                case Value.Print _, Value.CallPointer _ -> plain = false;
                case Value.Call call -> called(call.function());
                case Value.Construct construct -> called(construct.constructor());
                default -> {}
            }
            return plain;
        }

        private void called(Function function) {
            if (function.body() == null || function.isRecursive() || inside.contains(function)) {
                plain = false;
                return;
            }
            inside.add(function);
            walk(function.body());
            inside.removeLast();
        }
    }

    /**
     * A condition under which the loop surely goes round that many times more: the counter against the bound, moved by the
     * steps between. Holds less often than it could where that would overflow.
     */
    Node surelyGoesOn(FunctionLowering lowering, int rounds) {
        if (stepping != null) {
            return surelyStepsOn(lowering, rounds);
        }
        boolean strict = test.operator() == BinaryOperator.LESS || test.operator() == BinaryOperator.GREATER;
        long distance = (rounds - 1) * Math.abs(step) - (strict ? 0 : 1);
        Node counter = lowering.values.scalar(test.left());
        Node limit = limit(lowering, distance);
        lowering.at(test.span());
        return lowering.values.combine(
                step > 0 ? BinaryOperator.LESS : BinaryOperator.GREATER,
                test.left().type(),
                counter,
                limit);
    }

    /**
     * The same for a step that is unknown: in 64 bits, where {@code counter + (rounds - 1) * step} is exact. A step that is
     * negative in truth fails, or counts down to what C++ leaves open.
     */
    private Node surelyStepsOn(FunctionLowering lowering, int rounds) {
        Builder builder = lowering.builder;
        boolean signed = Values.isSigned(test.left().type());
        Op extend = signed ? Op.SIGN_EXTEND : Op.ZERO_EXTEND;
        Node counter = lowering.values.scalar(test.left()).resolved();
        Node bound = lowering.values.scalar(test.right()).resolved();
        Node step = lowering.values.scalar(stepping.operand()).resolved();
        lowering.at(test.span());
        Node times = builder.constant(Kind.I64, rounds - 1);
        if (counter.kind == Kind.I32) {
            boolean signedStep = signed && Values.isSigned(stepping.computation());
            Node wideStep = builder.node(signedStep ? Op.SIGN_EXTEND : Op.ZERO_EXTEND, Kind.I64, step);
            Node distance = builder.node(Op.MUL, Kind.I64, wideStep, times);
            Node limit = builder.node(Op.SUB, Kind.I64, builder.node(extend, Kind.I64, bound), distance);
            return builder.compare(Condition.LT, builder.node(extend, Kind.I64, counter), limit);
        }
        Node distance = builder.node(Op.MUL, Kind.I64, step, times);
        Node least = signed
                ? builder.node(Op.ADD, Kind.I64, distance, builder.constant(Kind.I64, Long.MIN_VALUE))
                : distance;
        Node inside = builder.node(signed ? Op.MAX : Op.MAX_U, Kind.I64, bound, least);
        Node limit = builder.node(Op.SUB, Kind.I64, inside, distance);
        return builder.compare(signed ? Condition.LT : Condition.LO, counter, limit);
    }

    private Node limit(FunctionLowering lowering, long distance) {
        Builder builder = lowering.builder;
        Node bound = lowering.values.scalar(test.right()).resolved();
        Kind kind = bound.kind;
        boolean signed = Values.isSigned(test.left().type());
        // No nearer to the edge of all numbers than that the distance can be taken off.
        if (step > 0) {
            long least = !signed ? 0 : kind == Kind.I32 ? Integer.MIN_VALUE : Long.MIN_VALUE;
            Node inside =
                    builder.node(signed ? Op.MAX : Op.MAX_U, kind, bound, builder.constant(kind, least + distance));
            return builder.node(Op.ADD, kind, inside, builder.constant(kind, -distance));
        }
        long most = !signed ? -1 : kind == Kind.I32 ? Integer.MAX_VALUE : Long.MAX_VALUE;
        Node inside = builder.node(signed ? Op.MIN : Op.MIN_U, kind, bound, builder.constant(kind, most - distance));
        return builder.node(Op.ADD, kind, inside, builder.constant(kind, distance));
    }

    /** How often it goes round, or -1 where only the running kernel knows. */
    long rounds(FunctionLowering lowering) {
        if (stepping != null) {
            return -1;
        }
        Node start = lowering.values.scalar(test.left()).resolved();
        Node bound = lowering.values.scalar(test.right()).resolved();
        if (!start.isConstant() || !bound.isConstant()) {
            return -1;
        }
        boolean unsigned = !Values.isSigned(test.left().type()) && start.kind == Kind.I32;
        long from = unsigned ? start.bits & 0xFFFF_FFFFL : start.bits;
        long to = unsigned ? bound.bits & 0xFFFF_FFFFL : bound.bits;
        boolean strict = test.operator() == BinaryOperator.LESS || test.operator() == BinaryOperator.GREATER;
        long length = (step > 0 ? to - from : from - to) + (strict ? 0 : 1);
        // Numbers that large count as unknown.
        return length <= 0 || length > Integer.MAX_VALUE ? -1 : (length + Math.abs(step) - 1) / Math.abs(step);
    }
}
