package io.xianka.compiler.semantics;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Statement;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Array;
import io.xianka.compiler.typed.Type.Reference;
import io.xianka.compiler.typed.Type.Scalar;
import io.xianka.compiler.typed.Value;
import io.xianka.compiler.typed.Variable;
import java.util.ArrayList;
import java.util.List;

/**
 * Copying, moving, assigning and destroying as C++ does it where nobody wrote how: part by part. A class whose parts are
 * plain has none of these functions: it is copied as it lies in memory.
 */
final class ImplicitMembers {
    private static final long MOST_ELEMENTS = 4096;

    private final Analysis a;

    ImplicitMembers(Analysis analysis) {
        a = analysis;
    }

    /** The class of an object or of an array's elements, complete; null for other types. */
    private ClassInfo classOf(Type type) {
        Type element = type;
        while (element instanceof Array array) {
            element = array.element();
        }
        return !element.isReference()
                        && element.unqualified() instanceof RecordType record
                        && a.classes.complete(record, null)
                ? a.info(record)
                : null;
    }

    private interface Asked {
        boolean of(ClassInfo part);
    }

    private boolean anyPart(ClassInfo info, Asked asked) {
        if (info.type.isUnion()) {
            return false;
        }
        for (ClassInfo base : info.bases) {
            if (asked.of(base)) {
                return true;
            }
        }
        for (RecordType.Field field : info.type.fields()) {
            ClassInfo part = classOf(field.type());
            if (part != null && asked.of(part)) {
                return true;
            }
        }
        return false;
    }

    /** True when a copy runs code of the user's. */
    boolean isCopiedByCode(ClassInfo info) {
        if (info.copiedByCode == null) {
            info.copiedByCode = info.hasUserCopy() || anyPart(info, this::isCopiedByCode);
        }
        return info.copiedByCode;
    }

    /** True when an assignment runs code of the user's. */
    boolean isAssignedByCode(ClassInfo info) {
        if (info.assignedByCode == null) {
            info.assignedByCode = info.hasUserAssignment || anyPart(info, this::isAssignedByCode);
        }
        return info.assignedByCode;
    }

    /** True when the end of such an object runs code of the user's. */
    boolean isDestroyed(Type type) {
        ClassInfo info = classOf(type);
        return info != null && isDestroyed(info);
    }

    private boolean isDestroyed(ClassInfo info) {
        if (info.destroyedByCode == null) {
            info.destroyedByCode = info.destructor != null || anyPart(info, this::isDestroyed);
        }
        return info.destroyedByCode;
    }

    // ---- the functions

    /** A copy of an object of a class that nobody wrote a constructor for to copy it, but that is copied by code. */
    Value copy(ClassInfo info, Place object, SourceSpan span) {
        boolean moves = !Terms.isLvalue(object) && !object.type().isConst();
        FunctionSymbol constructor = moves
                ? implicit(info, FunctionSymbol.Implicit.MOVE_CONSTRUCTOR)
                : implicit(info, FunctionSymbol.Implicit.COPY_CONSTRUCTOR);
        return a.calls.construct(constructor, List.of(new Operand.Typed(object)), span, info.type);
    }

    /** The assignment that a class has without anybody's doing; null where it is copied as it lies. */
    FunctionSymbol assignment(ClassInfo info, Operand value) {
        if (!isAssignedByCode(info)) {
            return null;
        }
        boolean moves = value instanceof Operand.Typed t
                && !Terms.isLvalue(t.term())
                && !t.term().type().isConst();
        return implicit(
                info, moves ? FunctionSymbol.Implicit.MOVE_ASSIGNMENT : FunctionSymbol.Implicit.COPY_ASSIGNMENT);
    }

    /** The destructor of a class whose objects are destroyed by code. */
    FunctionSymbol destructor(ClassInfo info) {
        return info.destructor != null ? info.destructor : implicit(info, FunctionSymbol.Implicit.DESTRUCTOR);
    }

    private FunctionSymbol implicit(ClassInfo info, FunctionSymbol.Implicit kind) {
        return info.implicits.computeIfAbsent(kind, k -> {
            Type type = info.type;
            String name = switch (kind) {
                case DESTRUCTOR -> "~" + info.simpleName();
                case COPY_ASSIGNMENT, MOVE_ASSIGNMENT -> "operator=";
                case NO, DEFAULT_CONSTRUCTOR, INHERITED_CONSTRUCTOR, COPY_CONSTRUCTOR, MOVE_CONSTRUCTOR ->
                    info.type.name();
            };
            List<Type> parameters = switch (kind) {
                case COPY_CONSTRUCTOR, COPY_ASSIGNMENT -> List.of(new Reference(Types.constant(type), false));
                case MOVE_CONSTRUCTOR, MOVE_ASSIGNMENT -> List.of(new Reference(type, true));
                case NO, DEFAULT_CONSTRUCTOR, INHERITED_CONSTRUCTOR, DESTRUCTOR -> List.of();
            };
            boolean assigns = name.equals("operator=");
            FunctionSymbol symbol = new FunctionSymbol(name, info.scope, info, null, null);
            symbol.implicit = kind;
            symbol.isLibrary = a.isLibrary(info.scope);
            symbol.type = new Type.Function(assigns ? new Reference(type, false) : Types.VOID, parameters, false);
            return symbol;
        });
    }

    // ---- their bodies

    void body(FunctionSymbol symbol, Place self, List<Statement> out) {
        SourceSpan span = symbol.span();
        switch (symbol.implicit) {
            case COPY_CONSTRUCTOR, MOVE_CONSTRUCTOR -> copyParts(symbol.owner, self, other(symbol), span, out);
            case COPY_ASSIGNMENT, MOVE_ASSIGNMENT -> {
                assignParts(symbol.owner, self, other(symbol), span, out);
                out.add(new Statement.Return(span, Terms.refer(span, self, new Reference(symbol.owner.type, false))));
            }
            case DESTRUCTOR -> {
                List<Place> parts = parts(symbol.owner, self, span);
                for (Place part : parts.reversed()) {
                    out.add(destroyed(part, span));
                }
            }
            case NO, DEFAULT_CONSTRUCTOR, INHERITED_CONSTRUCTOR -> throw new AssertionError(symbol.name);
        }
    }

    private static Place other(FunctionSymbol symbol) {
        Variable parameter = symbol.function.parameters().getLast();
        Place place = Expressions.referred(new Place.OfVariable(symbol.span(), parameter));
        return ((Reference) parameter.type()).rvalue() ? Expressions.moved(place) : place;
    }

    private void copyParts(ClassInfo info, Place self, Place other, SourceSpan span, List<Statement> out) {
        for (RecordType.Base base : info.type.bases()) {
            Place from = new Place.BaseOf(span, other, base, Types.qualifyAs(base.type(), other.type()));
            out.add(new Statement.Initialise(
                    span, new Place.BaseOf(span, self, base, base.type()), a.conversions.copy(from, base.type())));
        }
        for (RecordType.Field field : info.type.fields()) {
            Place to = new Place.Member(span, self, field, field.type());
            Value value = copied(Expressions.memberOf(other, field, span));
            if (!Terms.isErroneous(value)) {
                out.add(new Statement.Initialise(span, to, value));
            }
        }
    }

    private Value copied(Place place) {
        ClassInfo info = classOf(place.type());
        if (info == null || !isCopiedByCode(info)) {
            return new Value.Load(place.span(), place);
        }
        if (!(place.type() instanceof Array array)) {
            return a.conversions.copy(place, info.type);
        }
        if (tooMany(array, place.span())) {
            return Terms.erroneous(place.span());
        }
        List<Value.Slot> slots = new ArrayList<>();
        for (long i = 0; i < array.count(); i++) {
            slots.add(new Value.Slot(i, copied(element(place, i))));
        }
        return new Value.Aggregate(place.span(), array.unqualified(), slots);
    }

    private boolean tooMany(Array array, SourceSpan span) {
        if (array.count() <= MOST_ELEMENTS) {
            return false;
        }
        a.unsupported(span, "copying more than " + MOST_ELEMENTS + " elements by a constructor or operator=");
        return true;
    }

    private static Place element(Place array, long index) {
        return new Place.Element(array.span(), array, Terms.integer(array.span(), index, Scalar.LONG));
    }

    private void assignParts(ClassInfo info, Place self, Place other, SourceSpan span, List<Statement> out) {
        for (RecordType.Base base : info.type.bases()) {
            assign(
                    new Place.BaseOf(span, self, base, base.type()),
                    new Place.BaseOf(span, other, base, Types.qualifyAs(base.type(), other.type())),
                    out);
        }
        for (RecordType.Field field : info.type.fields()) {
            if (field.type().isReference() || field.type().isConst()) {
                a.error(
                        span,
                        "'" + info.type.name() + "' cannot be assigned: member '" + field.name() + "' cannot change");
                continue;
            }
            assign(new Place.Member(span, self, field, field.type()), Expressions.memberOf(other, field, span), out);
        }
    }

    private void assign(Place to, Place from, List<Statement> out) {
        ClassInfo info = classOf(to.type());
        SourceSpan span = to.span();
        if (info == null || !isAssignedByCode(info)) {
            Terms.modify(to);
            out.add(new Statement.Evaluate(span, new Place.Assign(span, to, new Value.Load(span, from))));
            return;
        }
        if (!(to.type() instanceof Array array)) {
            out.add(new Statement.Evaluate(span, a.operators.assign(to, new Operand.Typed(from), span, span)));
            return;
        }
        for (long i = 0; i < array.count() && !tooMany(array, span); i++) {
            assign(element(to, i), element(from, i), out);
        }
    }

    // ---- the end of objects

    /** The parts of an object that are destroyed with it, in the order in which they were made. */
    List<Place> parts(ClassInfo info, Place self, SourceSpan span) {
        List<Place> parts = new ArrayList<>();
        if (info.type.isUnion()) {
            return parts;
        }
        for (RecordType.Base base : info.type.bases()) {
            if (isDestroyed(base.type())) {
                parts.add(new Place.BaseOf(span, self, base, base.type()));
            }
        }
        for (RecordType.Field field : info.type.fields()) {
            if (isDestroyed(field.type())) {
                parts.add(new Place.Member(span, self, field, field.type()));
            }
        }
        return parts;
    }

    /** The end of an object, or of all elements of an array, last first. */
    Statement destroyed(Place object, SourceSpan span) {
        if (!(object.type() instanceof Array array)) {
            RecordType record = (RecordType) object.type().unqualified();
            FunctionSymbol destructor = destructor(a.info(record));
            Place changeable = object.type().isConst() || object.type().isVolatile()
                    ? new Place.Reinterpreted(span, object, record)
                    : object;
            Terms.modify(object);
            return new Statement.Evaluate(span, a.calls.build(destructor, changeable, List.of(), span));
        }
        Variable index = new Variable("", "", Scalar.LONG, Variable.Storage.LOCAL, span);
        Place at = new Place.OfVariable(span, index);
        Terms.modify(at);
        Value left =
                Terms.binary(span, Value.BinaryOperator.GREATER, Terms.load(at), Terms.integer(span, 0, Scalar.LONG));
        return new Statement.For(
                span,
                List.of(new Statement.Declare(span, index, Terms.integer(span, array.count(), Scalar.LONG))),
                left,
                null,
                new Statement.Block(
                        span,
                        List.of(
                                new Statement.Evaluate(span, new Place.Increment(span, at, -1)),
                                destroyed(new Place.Element(span, object, Terms.load(at)), span))),
                Statement.Unroll.UNSPECIFIED);
    }
}
