package io.xianka.compiler.semantics;

import io.xianka.compiler.semantics.Memory.Address;
import io.xianka.compiler.semantics.Memory.Cell;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.typed.ConstantImage;
import io.xianka.compiler.typed.Function;
import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Statement;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Array;
import io.xianka.compiler.typed.Type.Scalar;
import io.xianka.compiler.typed.Value;
import io.xianka.compiler.typed.Value.FloatingConstant;
import io.xianka.compiler.typed.Value.IntegerConstant;
import io.xianka.compiler.typed.Variable;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** Evaluates terms of the typed tree at compile time: an interpreter of what constexpr allows. */
final class Evaluator {
    private static final int MOST_STEPS = 4_000_000;
    private static final int DEEPEST = 256;
    private static final long MOST_CELLS = 1 << 22;

    /** Something that has no value at compile time. */
    private static final class NotConstant extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotConstant(String reason) {
            super(reason, null, false, false);
        }
    }

    private enum Flow {
        NEXT,
        BREAK,
        CONTINUE,
        RETURN
    }

    /** One call. */
    private static final class Frame {
        final IdentityHashMap<Variable, Cell> locals = new IdentityHashMap<>();
        Object result;
    }

    private final Analysis a;
    private final IdentityHashMap<Variable, Cell> objects = new IdentityHashMap<>();
    private Frame frame = new Frame();
    private int steps;
    private int depth;
    private String reason = "";

    Evaluator(Analysis analysis) {
        a = analysis;
    }

    // ---- asked from outside

    /** The value of an integer or enumeration constant, or null. */
    Long integer(Term term) {
        return scalar(Terms.value(a.conversions.asScalar(term))) instanceof IntegerConstant c ? c.value() : null;
    }

    /** The constant of scalar type that a value is: a number, null pointer or function; or null. */
    Value scalar(Value value) {
        if (Terms.isConstant(value) || value instanceof Value.FunctionAddress) {
            return Terms.isErroneous(value) ? null : value;
        }
        Object result = run(() -> evaluate(value));
        return result instanceof Value constant && Terms.isConstant(constant)
                ? Expressions.at(constant, value.span())
                : null;
    }

    /** The characters that a constant pointer names, up to the first zero; or null. */
    String text(Value pointer) {
        return (String) run(() -> {
            if (!(evaluate(pointer) instanceof Address address) || address.array() == null) {
                return null;
            }
            StringBuilder text = new StringBuilder();
            Cell[] characters = address.array().parts;
            for (int i = (int) address.index(); i < characters.length; i++) {
                if (!(characters[i].scalar instanceof IntegerConstant c)) {
                    return null;
                }
                if (c.value() == 0) {
                    break;
                }
                text.append((char) (c.value() & 0xff));
            }
            return text.toString();
        });
    }

    /** The object that a value initialises, or null when it is not constant. */
    Cell object(Value initial, Type type) {
        if (cells(type) > MOST_CELLS) {
            reason = "it is too large";
            return null;
        }
        return (Cell) run(() -> {
            Cell cell = Cell.of(type);
            initialise(cell, initial);
            return cell;
        });
    }

    private static long cells(Type type) {
        return switch (type.unqualified()) {
            case Array array -> Math.max(0, array.count()) * cells(array.element());
            case RecordType record -> {
                long sum = 1;
                for (RecordType.Field field : record.fields()) {
                    sum += cells(field.type());
                }
                yield sum;
            }
            default -> 1;
        };
    }

    private interface Work {
        Object run();
    }

    private Object run(Work work) {
        Frame before = frame;
        int stepsBefore = steps;
        int depthBefore = depth;
        frame = new Frame();
        steps = 0;
        try {
            reason = "";
            return work.run();
        } catch (NotConstant e) {
            reason = e.getMessage();
            return null;
        } catch (StackOverflowError e) {
            reason = "it nests too deeply";
            return null;
        } finally {
            frame = before;
            steps = stepsBefore;
            depth = depthBefore;
        }
    }

    /** Why the last term was not constant, to end a message with. */
    String why() {
        return reason.isEmpty() ? "" : ": " + reason;
    }

    /** Makes a constant object's value known for later evaluations. */
    void remember(Variable variable, Cell object) {
        object.variable = variable;
        objects.put(variable, object);
    }

    /** The value of an object of scalar type, or null. */
    Value scalarOf(Cell object, Type type, SourceSpan span) {
        return !type.isReference()
                        && object.scalar instanceof Value value
                        && (value instanceof IntegerConstant || value instanceof FloatingConstant)
                ? Expressions.at(value, span)
                : null;
    }

    /** The object as a term that makes it; null when it holds pointers or is not all defined. */
    Value value(Cell object, Type type, SourceSpan span) {
        if (object.parts == null) {
            return object.scalar instanceof Value value && Terms.isConstant(value) ? Expressions.at(value, span) : null;
        }
        List<Value.Slot> slots = new ArrayList<>();
        int bases = object.type instanceof RecordType record ? record.bases().size() : 0;
        boolean union = object.type instanceof RecordType record && record.isUnion();
        for (int i = 0; i < object.parts.length; i++) {
            Value part = value(object.parts[i], object.parts[i].type, span);
            if (part == null) {
                if (union) {
                    continue;
                }
                return null;
            }
            slots.add(new Value.Slot(i < bases ? -1 - i : i - bases, part));
            if (union) {
                break;
            }
        }
        return new Value.Aggregate(span, type.unqualified(), slots);
    }

    // ---- images

    ConstantImage image(Cell object, Type type) {
        byte[] bytes = new byte[(int) type.bytes()];
        List<ConstantImage.Relocation> relocations = new ArrayList<>();
        write(object, 0, bytes, relocations, null);
        return new ConstantImage(bytes, relocations);
    }

    private void write(
            Cell cell, long at, byte[] bytes, List<ConstantImage.Relocation> relocations, RecordType.Field field) {
        if (cell.parts != null) {
            if (cell.type instanceof RecordType record) {
                int bases = record.bases().size();
                for (int i = 0; i < bases; i++) {
                    write(cell.parts[i], at + record.bases().get(i).offsetBytes(), bytes, relocations, null);
                }
                for (RecordType.Field own : record.fields()) {
                    Cell part = cell.parts[bases + own.index()];
                    write(part, at + own.offsetBytes(), bytes, relocations, own);
                }
            } else {
                long step = ((Array) cell.type).element().bytes();
                for (int i = 0; i < cell.parts.length; i++) {
                    write(cell.parts[i], at + i * step, bytes, relocations, null);
                }
            }
            return;
        }
        switch (cell.scalar) {
            case IntegerConstant c -> {
                long bits = c.value();
                if (field != null && field.isBitField()) {
                    long mask = field.bitWidth() == 64 ? -1 : (1L << field.bitWidth()) - 1;
                    orBytes(bytes, at, (bits & mask) << field.bitOffset(), (int) cell.type.bytes());
                } else {
                    orBytes(bytes, at, bits, (int) cell.type.bytes());
                }
            }
            case FloatingConstant c ->
                orBytes(
                        bytes,
                        at,
                        c.type() == Scalar.FLOAT
                                ? Float.floatToRawIntBits((float) c.value())
                                : Double.doubleToRawLongBits(c.value()),
                        (int) cell.type.bytes());
            case Address address -> {
                Cell target = address.cell() != null ? address.cell() : address.array();
                if (target != null && target.outermost().variable != null) {
                    long past = address.cell() != null ? 0 : target.type.bytes();
                    relocations.add(
                            new ConstantImage.Relocation(at, target.outermost().variable, target.offsetBytes() + past));
                }
            }
            case Function function -> relocations.add(new ConstantImage.Relocation(at, function, 0));
            case null, default -> {}
        }
    }

    private static void orBytes(byte[] bytes, long at, long bits, int count) {
        for (int i = 0; i < count; i++) {
            bytes[(int) at + i] |= (byte) (bits >>> (8 * i));
        }
    }

    // ---- values: a constant Value, an Address, a Function, or a Cell for a record or array

    private static NotConstant not(String why) {
        return new NotConstant(why);
    }

    private void step() {
        if (++steps > MOST_STEPS) {
            throw not("its evaluation takes more than " + MOST_STEPS + " steps");
        }
    }

    private Value constant(Value value) {
        Object result = evaluate(value);
        if (result instanceof Value v) {
            return v;
        }
        throw not("it depends on an address");
    }

    private boolean truth(Value value) {
        Object result = evaluate(value);
        if (result instanceof IntegerConstant c) {
            return c.value() != 0;
        }
        throw not("a condition is not constant");
    }

    private Object evaluate(Value value) {
        step();
        return switch (value) {
            case IntegerConstant v -> v;
            case FloatingConstant v -> v;
            case Value.Null v -> v;
            case Value.Load v -> load(place(v.place()));
            case Value.Refer v -> Address.of(place(v.place()));
            case Value.AddressOf v -> Address.of(place(v.place()));
            case Value.Decay v -> {
                Cell array = place(v.array());
                yield array.parts.length == 0 ? new Address(null, array, 0) : new Address(array.parts[0], array, 0);
            }
            case Value.FunctionAddress v -> v.function();
            case Value.Special v -> throw not("it depends on the thread");
            case Value.Unary v -> folded(Terms.unary(v.span(), v.operator(), constant(v.operand())));
            case Value.Binary v -> binary(v);
            case Value.ShortCircuit v -> {
                boolean left = truth(v.left());
                yield Terms.bool(v.span(), left == v.isAnd() ? truth(v.right()) : left);
            }
            case Value.Conditional v -> evaluate(truth(v.condition()) ? v.then() : v.otherwise());
            case Value.Comma v -> {
                run(v.first());
                yield evaluate(v.second());
            }
            case Value.PointerOffset v -> {
                Object pointer = evaluate(v.pointer());
                long index = ((IntegerConstant) constant(v.index())).value();
                Address moved = pointer instanceof Address address ? address.plus(index) : null;
                if (moved == null) {
                    throw not("a pointer leaves its array");
                }
                yield moved;
            }
            case Value.PointerDifference v -> {
                if (evaluate(v.left()) instanceof Address l
                        && evaluate(v.right()) instanceof Address r
                        && (l.array() != null ? l.array() == r.array() : l.cell() == r.cell())) {
                    yield new IntegerConstant(v.span(), l.index() - r.index(), Scalar.LONG);
                }
                throw not("pointers into different objects are subtracted");
            }
            case Value.PostIncrement v -> {
                Cell cell = place(v.target());
                Object before = load(cell);
                increment(cell, v.delta(), v.span());
                yield before;
            }
            case Value.Convert v -> convert(v);
            case Value.Discard v -> {
                run(v.operand());
                yield v;
            }
            case Value.Call v -> call(v.function(), v.arguments(), null);
            case Value.CallPointer v -> {
                if (evaluate(v.pointer()) instanceof Function function) {
                    yield call(function, v.arguments(), null);
                }
                throw not("it calls through a pointer that is not known");
            }
            case Value.Print v -> throw not("it prints");
            case Value.Construct v -> {
                Cell cell = Cell.of(v.type());
                construct(cell, v);
                yield cell;
            }
            case Value.Aggregate v -> {
                Cell cell = Cell.of(v.type());
                aggregate(cell, v);
                yield cell;
            }
            case Value.Repeat v -> {
                Cell cell = Cell.of(v.type());
                initialise(cell, v);
                yield cell;
            }
            case Value.Extract v -> {
                Cell record = (Cell) evaluate(v.record());
                int bases = ((RecordType) record.type).bases().size();
                yield load(record.parts[bases + v.field().index()]);
            }
            case Value.WithCleanup v -> {
                Object result = evaluate(v.value());
                execute(v.after(), 0);
                yield result;
            }
            case Value.BitCast v -> bits(v, constant(v.operand()));
        };
    }

    private static Value bits(Value.BitCast v, Value operand) {
        long bits = switch (operand) {
            case IntegerConstant c -> c.value();
            case FloatingConstant c ->
                c.type() == Scalar.FLOAT
                        ? Float.floatToRawIntBits((float) c.value())
                        : Double.doubleToRawLongBits(c.value());
            default -> throw not("the bits of a pointer are not known");
        };
        if (v.type() == Scalar.FLOAT) {
            return new FloatingConstant(v.span(), Float.intBitsToFloat((int) bits), v.type());
        }
        if (v.type() == Scalar.DOUBLE) {
            return new FloatingConstant(v.span(), Double.longBitsToDouble(bits), v.type());
        }
        return new IntegerConstant(v.span(), Types.wrap(bits, v.type()), v.type());
    }

    private static Value folded(Value value) {
        if (!Terms.isConstant(value)) {
            throw not("an operation has no defined result");
        }
        return value;
    }

    private Object binary(Value.Binary v) {
        Object left = evaluate(v.left());
        Object right = evaluate(v.right());
        if (left instanceof Value l && right instanceof Value r) {
            if (l instanceof Value.Null && r instanceof Value.Null) {
                boolean equal = v.operator() == Value.BinaryOperator.EQUAL
                        || v.operator() == Value.BinaryOperator.LESS_EQUAL
                        || v.operator() == Value.BinaryOperator.GREATER_EQUAL;
                return Terms.bool(v.span(), equal);
            }
            return folded(Terms.binary(v.span(), v.operator(), l, r));
        }
        boolean sameArray = left instanceof Address l
                && right instanceof Address r
                && (l.array() != null ? l.array() == r.array() : l.cell() == r.cell());
        long order = sameArray ? ((Address) left).index() - ((Address) right).index() : 1;
        return switch (v.operator()) {
            case EQUAL -> Terms.bool(v.span(), left.equals(right) || (sameArray && order == 0));
            case NOT_EQUAL -> Terms.bool(v.span(), !(left.equals(right) || (sameArray && order == 0)));
            case LESS, GREATER, LESS_EQUAL, GREATER_EQUAL -> {
                if (!sameArray) {
                    throw not("pointers into different objects are compared");
                }
                boolean holds = switch (v.operator()) {
                    case LESS -> order < 0;
                    case GREATER -> order > 0;
                    case LESS_EQUAL -> order <= 0;
                    default -> order >= 0;
                };
                yield Terms.bool(v.span(), holds);
            }
            default -> throw not("it depends on an address");
        };
    }

    private Object convert(Value.Convert v) {
        Object operand = evaluate(v.operand());
        if (operand instanceof Value value) {
            if (v.conversion() == Value.Conversion.TO_VOID) {
                return v;
            }
            return folded(Terms.convert(v.span(), value, v.type()));
        }
        return switch (v.conversion()) {
            case POINTER -> operand;
            case TO_BOOL -> Terms.bool(v.span(), true);
            case TO_VOID -> v;
            default -> throw not("it turns an address into a number");
        };
    }

    private Object load(Cell cell) {
        if (cell.parts != null) {
            Cell copy = Cell.of(cell.type);
            copy.copyFrom(cell);
            return copy;
        }
        if (cell.scalar == null) {
            Variable variable = cell.outermost().variable;
            throw not(
                    variable == null || variable.name().isEmpty()
                            ? "it reads something without a value"
                            : "it reads '" + variable.name() + "', which is not constant");
        }
        return cell.scalar;
    }

    private void store(Cell cell, Object value) {
        if (value instanceof Cell other) {
            if (cell.parts == null || other.parts.length != cell.parts.length) {
                throw not("a record is stored as another");
            }
            cell.copyFrom(other);
        } else {
            cell.scalar = value;
        }
    }

    private void increment(Cell cell, int delta, SourceSpan span) {
        Object before = load(cell);
        switch (before) {
            case Address address -> {
                Address moved = address.plus(delta);
                if (moved == null) {
                    throw not("a pointer leaves its array");
                }
                cell.scalar = moved;
            }
            case IntegerConstant c ->
                cell.scalar = new IntegerConstant(span, Types.wrap(c.value() + delta, c.type()), c.type());
            case FloatingConstant c ->
                cell.scalar =
                        Terms.convert(span, new FloatingConstant(span, c.value() + delta, Scalar.DOUBLE), c.type());
            default -> throw not("something that is no number is incremented");
        }
    }

    private void initialise(Cell cell, Value value) {
        switch (value) {
            case Value.Aggregate v when cell.parts != null -> aggregate(cell, v);
            case Value.Construct v when cell.parts != null -> construct(cell, v);
            case Value.Repeat v
            when cell.parts != null -> {
                for (Cell part : cell.parts) {
                    initialise(part, v.element());
                }
            }
            default -> store(cell, evaluate(value));
        }
    }

    private void aggregate(Cell cell, Value.Aggregate v) {
        cell.clear();
        int bases = cell.type instanceof RecordType record ? record.bases().size() : 0;
        for (Value.Slot slot : v.slots()) {
            int index = (int) (slot.index() < 0 ? -1 - slot.index() : bases + slot.index());
            initialise(cell.parts[index], slot.value());
        }
    }

    private void construct(Cell cell, Value.Construct v) {
        if (v.zeroFirst()) {
            cell.clear();
        }
        call(v.constructor(), v.arguments(), cell);
    }

    private Object call(Function function, List<Value> arguments, Cell self) {
        FunctionSymbol symbol = a.functions.symbolOf(function);
        if (symbol.isLibrary && BitCasts.names(symbol.name) && arguments.size() == 1) {
            return BitCasts.of(symbol.name, evaluate(arguments.getFirst()), function.result());
        }
        if (!a.functions.ensureBody(symbol, function.span()) || !symbol.isConstexpr()) {
            throw not("'" + function.name() + "' is no constexpr function");
        }
        Frame inner = new Frame();
        int next = 0;
        List<Variable> parameters = function.parameters();
        if (self != null) {
            bind(inner, parameters.getFirst(), Address.of(self));
            next = 1;
        }
        for (Value argument : arguments) {
            Variable parameter = parameters.get(next++);
            Cell cell = Cell.of(parameter.type());
            initialise(cell, argument);
            inner.locals.put(parameter, cell);
        }
        if (++depth > DEEPEST) {
            throw not("its calls nest deeper than " + DEEPEST);
        }
        Frame before = frame;
        frame = inner;
        try {
            execute(function.body());
        } finally {
            frame = before;
            depth--;
        }
        if (inner.result == null && !function.result().isVoid()) {
            throw not("'" + function.name() + "' ends without a return");
        }
        return inner.result == null ? new Value.Null(function.span(), Types.VOID) : inner.result;
    }

    private static void bind(Frame frame, Variable variable, Object value) {
        Cell cell = Cell.of(variable.type());
        cell.scalar = value;
        frame.locals.put(variable, cell);
    }

    // ---- places

    private void run(Term term) {
        switch (term) {
            case Value v -> evaluate(v);
            case Place p -> place(p);
        }
    }

    private Cell target(Object address) {
        if (address instanceof Address target && target.cell() != null) {
            return target.cell();
        }
        throw not("it reads through a pointer that points nowhere");
    }

    private Cell place(Place place) {
        step();
        return switch (place) {
            case Place.OfVariable p -> variable(p.variable());
            case Place.Text p -> text(p.variable());
            case Place.Referent p -> target(evaluate(p.reference()));
            case Place.Dereference p -> {
                Cell cell = target(evaluate(p.pointer()));
                yield cell;
            }
            case Place.Member p -> {
                Cell object = place(p.object());
                if (object.parts == null || !(object.type instanceof RecordType record)) {
                    throw not("an object is seen as another type");
                }
                yield object.parts[record.bases().size() + p.field().index()];
            }
            case Place.BaseOf p -> {
                Cell object = place(p.object());
                int index = ((RecordType) object.type).bases().indexOf(p.base());
                yield object.parts[index];
            }
            case Place.Element p -> {
                Cell array = place(p.array());
                long index = ((IntegerConstant) constant(p.index())).value();
                if (array.parts == null || index < 0 || index >= array.parts.length) {
                    throw not("index " + index + " is outside the array");
                }
                yield array.parts[(int) index];
            }
            case Place.Temporary p -> {
                Cell cell = Cell.of(p.variable().type());
                initialise(cell, p.value());
                frame.locals.put(p.variable(), cell);
                yield cell;
            }
            case Place.Assign p -> {
                Cell target = place(p.target());
                store(target, evaluate(p.value()));
                yield target;
            }
            case Place.CompoundAssign p -> {
                Cell target = place(p.target());
                Object before = load(target);
                Value operand = constant(p.operand());
                if (before instanceof Address address) {
                    long distance = ((IntegerConstant) operand).value();
                    Address moved = address.plus(p.operator() == Value.BinaryOperator.SUBTRACT ? -distance : distance);
                    if (moved == null) {
                        throw not("a pointer leaves its array");
                    }
                    target.scalar = moved;
                } else {
                    Value left = Terms.convert(p.span(), (Value) before, p.computation());
                    Value result = folded(Terms.binary(p.span(), p.operator(), left, operand));
                    target.scalar = Terms.convert(p.span(), result, target.type);
                }
                yield target;
            }
            case Place.Increment p -> {
                Cell target = place(p.target());
                increment(target, p.delta(), p.span());
                yield target;
            }
            case Place.Conditional p -> place(truth(p.condition()) ? p.then() : p.otherwise());
            case Place.Comma p -> {
                run(p.first());
                yield place(p.second());
            }
            case Place.Reinterpreted p -> {
                Cell cell = place(p.place());
                if (!Types.similar(p.type(), p.place().type())) {
                    throw not("an object is seen as another type");
                }
                yield cell;
            }
        };
    }

    private Cell variable(Variable variable) {
        Cell cell = frame.locals.get(variable);
        if (cell == null) {
            cell = objects.get(variable);
        }
        if (cell == null) {
            if (cells(variable.type()) > MOST_CELLS) {
                throw not("'" + variable.name() + "' is too large");
            }
            boolean local =
                    variable.storage() == Variable.Storage.LOCAL || variable.storage() == Variable.Storage.PARAMETER;
            if (local
                    || variable.storage() == Variable.Storage.SHARED
                    || variable.storage() == Variable.Storage.EXTERN_SHARED) {
                throw not("it depends on '" + variable.name() + "'");
            }
            cell = Cell.of(variable.type());
            cell.variable = variable;
            objects.put(variable, cell);
            a.functions.use(variable);
        }
        return cell;
    }

    private Cell text(Variable variable) {
        Cell known = objects.get(variable);
        if (known != null) {
            return known;
        }
        Cell cell = Cell.of(variable.type());
        byte[] bytes = variable.image().bytes();
        Type element = ((Array) variable.type()).element().unqualified();
        int size = (int) element.bytes();
        for (int i = 0; i < cell.parts.length; i++) {
            long unit = 0;
            for (int j = 0; j < size; j++) {
                unit |= (bytes[i * size + j] & 0xffL) << (8 * j);
            }
            cell.parts[i].scalar = new IntegerConstant(variable.span(), Types.wrap(unit, element), element);
        }
        remember(variable, cell);
        return cell;
    }

    // ---- statements

    private Flow execute(Statement statement) {
        step();
        return switch (statement) {
            case Statement.Block s -> execute(s.statements(), 0);
            case Statement.Declare s -> {
                Cell cell = Cell.of(s.variable().type());
                if (s.value() != null) {
                    initialise(cell, s.value());
                }
                frame.locals.put(s.variable(), cell);
                yield Flow.NEXT;
            }
            case Statement.Initialise s -> {
                initialise(place(s.place()), s.value());
                yield Flow.NEXT;
            }
            case Statement.Evaluate s -> {
                run(s.term());
                yield Flow.NEXT;
            }
            case Statement.If s -> {
                if (truth(s.condition())) {
                    yield execute(s.then());
                }
                yield s.otherwise() == null ? Flow.NEXT : execute(s.otherwise());
            }
            case Statement.For s -> {
                execute(s.init(), 0);
                while (s.condition() == null || truth(s.condition())) {
                    Flow flow = execute(s.body());
                    if (flow == Flow.RETURN) {
                        yield flow;
                    }
                    if (flow == Flow.BREAK) {
                        break;
                    }
                    if (s.step() != null) {
                        run(s.step());
                    }
                }
                yield Flow.NEXT;
            }
            case Statement.DoWhile s -> {
                do {
                    Flow flow = execute(s.body());
                    if (flow == Flow.RETURN) {
                        yield flow;
                    }
                    if (flow == Flow.BREAK) {
                        break;
                    }
                } while (truth(s.condition()));
                yield Flow.NEXT;
            }
            case Statement.Switch s -> choose(s);
            case Statement.Mark s -> Flow.NEXT;
            case Statement.Jump s -> throw not("it jumps");
            case Statement.Break s -> Flow.BREAK;
            case Statement.Continue s -> Flow.CONTINUE;
            case Statement.Return s -> {
                frame.result = s.value() == null ? null : evaluate(s.value());
                yield Flow.RETURN;
            }
            case Statement.Unreachable s -> throw not("it comes to __builtin_unreachable");
            case Statement.Asm s -> throw not("it contains asm");
        };
    }

    private Flow execute(List<Statement> statements, int from) {
        for (int i = from; i < statements.size(); i++) {
            Flow flow = execute(statements.get(i));
            if (flow != Flow.NEXT) {
                return flow;
            }
        }
        return Flow.NEXT;
    }

    private Flow choose(Statement.Switch s) {
        long subject = ((IntegerConstant) constant(s.subject())).value();
        Statement.Label label = s.otherwise();
        for (Statement.Case one : s.cases()) {
            if (one.low() <= subject && subject <= one.high()) {
                label = one.label();
            }
        }
        if (label == null) {
            return Flow.NEXT;
        }
        if (s.body() instanceof Statement.Block block) {
            for (int i = 0; i < block.statements().size(); i++) {
                if (block.statements().get(i) instanceof Statement.Mark mark && mark.label() == label) {
                    Flow flow = execute(block.statements(), i);
                    return flow == Flow.BREAK ? Flow.NEXT : flow;
                }
            }
        }
        throw not("a case stands within another statement");
    }
}
