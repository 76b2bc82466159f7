package io.xianka.compiler.lowering;

import io.xianka.compiler.typed.Function;
import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.Statement;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Value;
import io.xianka.compiler.typed.Variable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Judges typed trees: their size, and what they do. */
final class Cost {
    private static final long MOST = 1_000_000;
    private static final int FREE_PARTS = 12;
    private static final int UNKNOWN_ROUNDS = 4;

    private Cost() {}

    /** Roughly the number of instructions, with those of called functions. */
    static long of(Statement statement) {
        Counter counter = new Counter(new ArrayList<>());
        counter.walk(statement);
        return counter.count;
    }

    static long of(Term term) {
        Counter counter = new Counter(new ArrayList<>());
        counter.walk(term);
        return counter.count;
    }

    /** The same where inner loops that count between numbers are repeated, not looped. */
    static long repeated(Statement statement) {
        Counter counter = new Counter(new ArrayList<>());
        counter.repeats = true;
        counter.walk(statement);
        return counter.count;
    }

    static long of(Function function) {
        return function.body() == null ? 1 : of(function.body());
    }

    private static final class Counter extends TreeWalk {
        private final List<Function> inside;
        private boolean repeats;
        private long count;

        Counter(List<Function> inside) {
            this.inside = inside;
        }

        @Override
        boolean enter(Statement statement) {
            if (statement instanceof Statement.Asm) {
                count++;
            }
            if (repeats
                    && statement instanceof Statement.For loop
                    && loop.unroll().factor() != 1) {
                long before = count;
                walk(loop.body());
                walk(loop.condition());
                walk(loop.step());
                count = before + (count - before) * likelyRounds(loop);
                return false;
            }
            return count < MOST;
        }

        /** Without looking further than at the loop's own head. */
        private static long likelyRounds(Statement.For loop) {
            if (loop.init().size() == 1
                    && loop.init().getFirst() instanceof Statement.Declare declare
                    && declare.value() instanceof Value.IntegerConstant start
                    && loop.condition() instanceof Value.Binary test
                    && test.right() instanceof Value.IntegerConstant end) {
                return Math.clamp(Math.abs(end.value() - start.value()), 1, UNKNOWN_ROUNDS * UNKNOWN_ROUNDS);
            }
            return loop.condition() == null || loop.step() == null ? 1 : UNKNOWN_ROUNDS;
        }

        @Override
        boolean enter(Term term) {
            switch (term) {
                case Value.Binary _,
                        Value.Unary _,
                        Value.Convert _,
                        Value.PointerOffset _,
                        Value.PointerDifference _,
                        Value.Conditional _,
                        Value.ShortCircuit _,
                        Value.PostIncrement _,
                        Value.Print _,
                        Place.CompoundAssign _,
                        Place.Increment _,
                        Place.Element _ -> count++;
                case Value.Load load -> count += load.place() instanceof Place.OfVariable ? 0 : 1;
                case Value.Call call -> called(call.function());
                case Value.Construct construct -> called(construct.constructor());
                case Value.CallPointer _ -> count += 10;
                default -> {}
            }
            return count < MOST;
        }

        private void called(Function function) {
            count++;
            if (function.body() == null || function.isRecursive() || inside.contains(function)) {
                count += 10;
                return;
            }
            inside.add(function);
            walk(function.body());
            inside.removeLast();
        }
    }

    /** Computing it costs a few instructions at most, and nobody can tell whether it was computed. */
    static boolean isFree(Value value, Frame frame) {
        return freeParts(value, frame) <= FREE_PARTS;
    }

    /** The same of where a place is. */
    static boolean isFreeAddress(Place place, Frame frame) {
        return freeAddress(place, frame) <= FREE_PARTS;
    }

    private static int freeParts(Value value, Frame frame) {
        return switch (value) {
            case Value.IntegerConstant _, Value.FloatingConstant _, Value.Null _, Value.Special _ -> 1;
            case Value.Load load -> isRegister(load.place(), frame) ? 1 : FREE_PARTS + 1;
            case Value.Unary unary -> 1 + freeParts(unary.operand(), frame);
            case Value.Binary binary ->
                switch (binary.operator()) {
                    case DIVIDE, REMAINDER -> FREE_PARTS + 1;
                    default -> both(binary.left(), binary.right(), frame);
                };
            case Value.ShortCircuit circuit -> both(circuit.left(), circuit.right(), frame);
            case Value.PointerOffset offset -> both(offset.pointer(), offset.index(), frame);
            case Value.Refer refer -> freeAddress(refer.place(), frame);
            case Value.AddressOf address -> freeAddress(address.place(), frame);
            case Value.Decay decay -> freeAddress(decay.array(), frame);
            case Value.Conditional conditional ->
                Access.of(conditional.type()) == null
                        ? FREE_PARTS + 1
                        : freeParts(conditional.condition(), frame)
                                + both(conditional.then(), conditional.otherwise(), frame);
            case Value.Convert convert ->
                convert.conversion() == Value.Conversion.TO_VOID
                        ? FREE_PARTS + 1
                        : 1 + freeParts(convert.operand(), frame);
            default -> FREE_PARTS + 1;
        };
    }

    /** What it costs to say where a place is. */
    private static int freeAddress(Place place, Frame frame) {
        return switch (place) {
            case Place.OfVariable _, Place.Text _ -> 1;
            case Place.Referent referent -> freeParts(referent.reference(), frame);
            case Place.Dereference dereference -> freeParts(dereference.pointer(), frame);
            case Place.Member member -> freeAddress(member.object(), frame);
            case Place.BaseOf base -> freeAddress(base.object(), frame);
            case Place.Element element -> 1 + freeAddress(element.array(), frame) + freeParts(element.index(), frame);
            case Place.Reinterpreted seen -> freeAddress(seen.place(), frame);
            case Place.Temporary _,
                    Place.Assign _,
                    Place.CompoundAssign _,
                    Place.Increment _,
                    Place.Conditional _,
                    Place.Comma _ -> FREE_PARTS + 1;
        };
    }

    private static int both(Value a, Value b, Frame frame) {
        int first = freeParts(a, frame);
        return first > FREE_PARTS ? first : 1 + first + freeParts(b, frame);
    }

    private static boolean isRegister(Place place, Frame frame) {
        if (place.type().isVolatile()) {
            return false;
        }
        return switch (place) {
            case Place.OfVariable of -> isRegister(frame.bindings.get(of.variable()));
            case Place.Member member -> !member.field().isBitField() && isRegister(member.object(), frame);
            case Place.BaseOf base -> isRegister(base.object(), frame);
            case Place.Referent referent ->
                referent.reference() instanceof Value.Load load
                        && load.place() instanceof Place.OfVariable of
                        && frame.bindings.get(of.variable()) instanceof Node node
                        && Storage.isRegisterAddress(node.resolved());
            default -> false;
        };
    }

    private static boolean isRegister(Object bound) {
        return bound instanceof Node
                || (bound instanceof Location location
                        && Storage.isRegisterAddress(location.address().resolved()));
    }

    /** The variable at the bottom of a place, or null. */
    static Variable root(Place place) {
        return switch (place) {
            case Place.OfVariable of -> of.variable();
            case Place.Member member -> root(member.object());
            case Place.BaseOf base -> root(base.object());
            case Place.Element element -> root(element.array());
            case Place.Reinterpreted seen -> root(seen.place());
            case Place.Assign assign -> root(assign.target());
            case Place.CompoundAssign assign -> root(assign.target());
            case Place.Increment increment -> root(increment.target());
            case Place.Comma comma -> root(comma.second());
            default -> null;
        };
    }

    /** The statement may change the variable. */
    static boolean writes(Statement statement, Variable variable) {
        Writes writes = new Writes(variable);
        writes.walk(statement);
        return writes.found;
    }

    private static final class Writes extends TreeWalk {
        private final Variable variable;
        private boolean found;

        Writes(Variable variable) {
            this.variable = variable;
        }

        @Override
        boolean enter(Statement statement) {
            switch (statement) {
                case Statement.Asm asm -> {
                    for (int i = 0; i < asm.outputs().size(); i++) {
                        written(asm.outputs().get(i).place());
                    }
                }
                case Statement.Initialise initialise -> written(initialise.place());
                default -> {}
            }
            return !found;
        }

        @Override
        boolean enter(Term term) {
            switch (term) {
                case Place.Assign assign -> written(assign.target());
                case Place.CompoundAssign assign -> written(assign.target());
                case Place.Increment increment -> written(increment.target());
                case Place.Conditional conditional -> {
                    written(conditional.then());
                    written(conditional.otherwise());
                }
                case Value.PostIncrement increment -> written(increment.target());
                case Value.Refer refer -> {
                    if (!(refer.type() instanceof Type.Reference reference
                            && reference.referent().isConst())) {
                        written(refer.place());
                    }
                }
                case Value.AddressOf address -> written(address.place());
                case Value.Decay decay -> written(decay.array());
                default -> {}
            }
            return !found;
        }

        private void written(Place place) {
            if (root(place) == variable) {
                found = true;
            }
        }
    }

    static boolean hasMarks(Statement statement) {
        return new Marks(statement, false).found;
    }

    /** It holds labels of goto. */
    static boolean hasOwnMarks(Statement statement) {
        return new Marks(statement, true).found;
    }

    private static final class Marks extends TreeWalk {
        private final boolean gotoOnly;
        private final Set<Statement.Label> ofSwitch = new HashSet<>();
        private boolean found;

        Marks(Statement statement, boolean gotoOnly) {
            this.gotoOnly = gotoOnly;
            walk(statement);
        }

        @Override
        boolean enter(Term term) {
            return false;
        }

        @Override
        boolean enter(Statement statement) {
            if (gotoOnly && statement instanceof Statement.Switch choice) {
                for (int i = 0; i < choice.cases().size(); i++) {
                    ofSwitch.add(choice.cases().get(i).label());
                }
                if (choice.otherwise() != null) {
                    ofSwitch.add(choice.otherwise());
                }
            }
            if (statement instanceof Statement.Mark mark && !ofSwitch.contains(mark.label())) {
                found = true;
            }
            return !found;
        }
    }

    /** A local array is indexed by the variable. */
    static boolean indexesLocalArray(Statement statement, Variable variable, Frame frame) {
        Indexing indexing = new Indexing(variable, frame);
        indexing.walk(statement);
        return indexing.found;
    }

    private static final class Indexing extends TreeWalk {
        private final Variable variable;
        private final Frame frame;
        private boolean found;

        Indexing(Variable variable, Frame frame) {
            this.variable = variable;
            this.frame = frame;
        }

        @Override
        boolean enter(Term term) {
            if (term instanceof Place.Element element && isLocal(element.array()) && mentions(element.index())) {
                found = true;
            }
            return !found;
        }

        private boolean isLocal(Place array) {
            Variable root = root(array);
            if (root != null) {
                return root.storage() == Variable.Storage.LOCAL || root.storage() == Variable.Storage.PARAMETER;
            }
            Place bottom = array;
            while (true) {
                switch (bottom) {
                    case Place.Member member -> bottom = member.object();
                    case Place.Element element -> bottom = element.array();
                    case Place.BaseOf base -> bottom = base.object();
                    case Place.Referent referent
                    when referent.reference() instanceof Value.Load load
                            && load.place() instanceof Place.OfVariable of -> {
                        return isRegister(frame.bindings.get(of.variable()));
                    }
                    case Place.Dereference dereference
                    when dereference.pointer() instanceof Value.Load load
                            && load.place() instanceof Place.OfVariable of -> {
                        return isRegister(frame.bindings.get(of.variable()));
                    }
                    default -> {
                        return false;
                    }
                }
            }
        }

        private boolean mentions(Value index) {
            Mention mention = new Mention(variable);
            mention.walk(index);
            return mention.found;
        }
    }

    private static final class Mention extends TreeWalk {
        private final Variable variable;
        private boolean found;

        Mention(Variable variable) {
            this.variable = variable;
        }

        @Override
        boolean enter(Term term) {
            if (term instanceof Place.OfVariable of && of.variable() == variable) {
                found = true;
            }
            return !found;
        }
    }
}
