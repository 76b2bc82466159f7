package io.xianka.compiler.semantics;

import io.xianka.compiler.semantics.Conversions.Sequence;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Expression;
import io.xianka.compiler.syntax.Initialiser;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Array;
import io.xianka.compiler.typed.Type.Reference;
import io.xianka.compiler.typed.Type.Scalar;
import io.xianka.compiler.typed.Value;
import java.util.ArrayList;
import java.util.List;

/** First values of variables, members, temporaries: by default, from one value, from constructors, from lists. */
final class Initialisers {
    private final Analysis a;

    Initialisers(Analysis analysis) {
        a = analysis;
    }

    /** The first value of an object of that type; null when it stays undefined. */
    Value initial(Type type, Initialiser initialiser, Scope scope, String where) {
        return switch (initialiser) {
            case Initialiser.None none -> byDefault(type, none.span());
            case Initialiser.Equals equals -> {
                if (type instanceof Array array && equals.value() instanceof Expression.StringLiteral text) {
                    yield text(array, text);
                }
                if (type instanceof Array && !(equals.value() instanceof Expression.BraceList)) {
                    Term term = a.expressions.term(equals.value(), scope);
                    yield Terms.isErroneous(term)
                            ? term instanceof Value v ? v : Terms.erroneous(term.span())
                            : a.expressions.erroneous(
                                    equals.value().span(), "an array is initialised by a list in braces");
                }
                yield a.conversions.convert(a.expressions.operand(equals.value(), scope), type, where);
            }
            case Initialiser.Parens parens -> {
                List<Operand> operands = a.expressions.operands(parens.arguments(), scope);
                if (type.unqualified() instanceof RecordType record && !type.isReference()) {
                    yield direct(record, operands, parens.span(), where);
                }
                if (operands.isEmpty()) {
                    yield zero(type, parens.span());
                }
                if (operands.size() > 1) {
                    yield a.expressions.erroneous(
                            parens.span(),
                            "'" + type.spelling() + "' takes one value, " + operands.size() + " are given");
                }
                yield a.conversions.convert(explicitly(operands.getFirst(), type), type, where);
            }
            case Initialiser.Braces braces -> list(braces.list(), type, scope, where);
        };
    }

    /** Where the value stands, without an equals sign. */
    static SourceSpan span(Initialiser initialiser) {
        return initialiser instanceof Initialiser.Equals equals ? equals.value().span() : initialiser.span();
    }

    /** Direct initialisation may use an explicit conversion function. */
    private Operand explicitly(Operand operand, Type type) {
        if (operand instanceof Operand.Typed t
                && !type.isReference()
                && Types.isRecord(t.term().type())
                && a.conversions.sequence(operand, type) == null) {
            FunctionSymbol function = a.conversions.conversionFunction(t.term(), type.unqualified(), true);
            if (function != null) {
                return new Operand.Typed(a.conversions.callConversion(t.term(), function));
            }
        }
        return operand;
    }

    /** What an object becomes that nobody initialises; null when it stays undefined. */
    Value byDefault(Type type, SourceSpan span) {
        if (type instanceof Array array) {
            Value element = array.count() == 0 ? null : byDefault(array.element(), span);
            return element == null || Terms.isErroneous(element)
                    ? element
                    : new Value.Repeat(span, element, type.unqualified());
        }
        if (!type.isReference() && type.unqualified() instanceof RecordType record) {
            if (!a.classes.complete(record, span)) {
                return null;
            }
            ClassInfo info = a.info(record);
            if (a.classes.hasWorkingDefault(info)) {
                return a.calls.constructFrom(info, List.of(), span);
            }
        }
        return null;
    }

    /** Zeros, or what the default constructor makes. */
    Value zero(Type type, SourceSpan span) {
        if (type.unqualified() instanceof RecordType record) {
            return direct(record, List.of(), span, "");
        }
        if (type instanceof Array array) {
            Value element = byDefault(array.element(), span);
            return element == null ? Terms.zero(span, type) : new Value.Repeat(span, element, type.unqualified());
        }
        if (type.isReference()) {
            return a.expressions.erroneous(span, "a reference must be initialised");
        }
        return Terms.zero(span, type);
    }

    /** A record from arguments in parentheses. */
    Value direct(RecordType record, List<Operand> operands, SourceSpan span, String where) {
        if (!a.classes.complete(record, span)) {
            return a.expressions.undefined(span, record);
        }
        for (Operand operand : operands) {
            if (operand instanceof Operand.Typed t && Terms.isErroneous(t.term())) {
                return Terms.erroneous(span);
            }
        }
        ClassInfo info = a.info(record);
        if (operands.isEmpty()) {
            if (!a.classes.hasWorkingDefault(info)) {
                return Terms.zero(span, record);
            }
            Value made = a.calls.constructFrom(info, operands, span);
            return made instanceof Value.Construct c && !info.hasUserConstructor
                    ? new Value.Construct(c.span(), c.constructor(), c.arguments(), true, c.type())
                    : made;
        }
        if (operands.size() == 1
                && operands.getFirst() instanceof Operand.Typed t
                && a.conversions.baseDistance(t.term().type(), record) >= 0) {
            return a.conversions.copy(t.term(), record);
        }
        if (operands.size() == 1
                && operands.getFirst() instanceof Operand.Typed t
                && Types.isRecord(t.term().type())
                && !a.overloads.anyViable(info.constructors, null, operands, span)) {
            FunctionSymbol function = a.conversions.conversionFunction(t.term(), record, true);
            if (function != null) {
                return a.conversions.convert(a.conversions.callConversion(t.term(), function), record, where);
            }
        }
        if (info.hasUserConstructor) {
            return a.calls.constructFrom(info, operands, span);
        }
        if (operands.size() == 1) {
            return a.conversions.convert(operands.getFirst(), record, where);
        }
        return a.expressions.erroneous(
                span,
                "'" + record.name() + "' has no constructor of " + operands.size()
                        + " arguments; a list in braces initialises it");
    }

    /** The one expression that initialises, or null. */
    static Expression only(Initialiser initialiser) {
        return switch (initialiser) {
            case Initialiser.None none -> null;
            case Initialiser.Equals equals -> equals.value();
            case Initialiser.Parens parens ->
                parens.arguments().size() == 1 ? parens.arguments().getFirst() : null;
            case Initialiser.Braces braces ->
                braces.list().elements().size() == 1 ? braces.list().elements().getFirst() : null;
        };
    }

    /** What {@code auto} is deduced from; null after an error. */
    Term forAuto(Initialiser initialiser, Scope scope, SourceSpan span) {
        Expression only = only(initialiser);
        if (only == null) {
            a.error(span, "'auto' needs one value to deduce the type from");
            return null;
        }
        Term term = a.expressions.term(only, scope);
        return Terms.isErroneous(term) ? null : term;
    }

    // ---- lists in braces

    /** How a list converts to the type, or null. */
    Sequence sequence(Operand.Braces braces, Type to) {
        Type type = Types.referent(to);
        if (to instanceof Reference r && !r.rvalue() && !type.isConst()) {
            return null;
        }
        List<Expression> elements = braces.list().elements();
        if (Types.isScalar(type)) {
            return elements.isEmpty()
                    ? Sequence.SAME
                    : elements.size() == 1
                            ? a.conversions.sequence(a.expressions.operand(elements.getFirst(), braces.scope()), type)
                            : null;
        }
        boolean fits = a.attempt(() -> list(braces.list(), type, braces.scope(), ""));
        return fits ? new Sequence(Conversions.USER, 0, 0, 0, null, 0) : null;
    }

    /** One expression of a list and where it is read. */
    private record Entry(Expression ast, Scope scope) {}

    /** What is left of a list. */
    private final class Cursor {
        final List<Entry> entries;
        int at;
        private int peekedAt = -1;
        private Operand peeked;

        Cursor(List<Entry> entries) {
            this.entries = entries;
        }

        boolean done() {
            return at >= entries.size();
        }

        Expression ast() {
            return entries.get(at).ast();
        }

        Operand peek() {
            if (peekedAt != at) {
                peeked = a.expressions.operand(
                        entries.get(at).ast(), entries.get(at).scope());
                peekedAt = at;
            }
            return peeked;
        }
    }

    private List<Entry> entries(Expression.BraceList list, Scope scope) {
        List<Entry> entries = new ArrayList<>(list.elements().size());
        for (Expression element : list.elements()) {
            if (element instanceof Expression.PackExpansion pack) {
                for (Scope one : a.templates.expansions(TreeNames.in(pack.pattern()), scope, pack.span())) {
                    entries.add(new Entry(pack.pattern(), one));
                }
            } else {
                entries.add(new Entry(element, scope));
            }
        }
        return entries;
    }

    /** The list as a value of the type (a Reference when the type is one). */
    Value list(Expression.BraceList list, Type to, Scope scope, String where) {
        SourceSpan span = list.span();
        if (to.isErroneous()) {
            return Terms.erroneous(span);
        }
        if (to instanceof Reference reference) {
            if (list.elements().size() == 1 && !(list.elements().getFirst() instanceof Expression.BraceList)) {
                Operand only = a.expressions.operand(list.elements().getFirst(), scope);
                if (a.conversions.sequence(only, to) != null) {
                    return a.conversions.convert(only, to, where);
                }
            }
            if (!reference.rvalue() && !reference.referent().isConst()) {
                return a.expressions.erroneous(span, "cannot bind '" + to.spelling() + "' to a list in braces");
            }
            Value value = list(list, reference.referent().unqualified(), scope, where);
            return Terms.isErroneous(value)
                    ? value
                    : Terms.refer(span, a.conversions.temporary(value, reference.referent()), reference);
        }
        List<Entry> entries = entries(list, scope);
        Type type = to.unqualified();
        if (type instanceof RecordType record) {
            return record(record, entries, span, where);
        }
        if (type instanceof Array array) {
            if (entries.size() == 1
                    && entries.getFirst().ast() instanceof Expression.StringLiteral text
                    && array.element().unqualified() instanceof Scalar s
                    && s.bytes() <= 4
                    && s.compareTo(Scalar.WCHAR) <= 0) {
                return text(array, text);
            }
            return whole(type, new Cursor(entries), span);
        }
        if (entries.isEmpty()) {
            return Terms.zero(span, type);
        }
        if (entries.size() > 1) {
            return a.expressions.erroneous(
                    span, "'" + to.spelling() + "' takes one value, " + entries.size() + " are given");
        }
        return narrowed(
                a.expressions.operand(
                        entries.getFirst().ast(), entries.getFirst().scope()),
                type,
                where);
    }

    /** The array that a list stands for where nothing says its type: its elements must agree on theirs. */
    Value listed(Expression.BraceList list, Scope scope) {
        Type element = null;
        for (Entry entry : entries(list, scope)) {
            Term term = a.expressions.term(entry.ast(), entry.scope());
            if (Terms.isErroneous(term)) {
                return Terms.erroneous(list.span());
            }
            Type type = Types.decay(term.type()).unqualified();
            if (element != null && !element.equals(type)) {
                return a.expressions.erroneous(
                        entry.ast().span(),
                        "the list holds a '" + type.spelling() + "' after a '" + element.spelling() + "'");
            }
            element = type;
        }
        return element == null
                ? a.expressions.erroneous(list.span(), "an empty list in braces has no type")
                : list(list, new Array(Types.constant(element), Array.UNKNOWN), scope, "");
    }

    private Value record(RecordType record, List<Entry> entries, SourceSpan span, String where) {
        if (!a.classes.complete(record, span)) {
            return a.expressions.undefined(span, record);
        }
        ClassInfo info = a.info(record);
        if (entries.isEmpty()) {
            return direct(record, List.of(), span, where);
        }
        Cursor cursor = new Cursor(entries);
        if (entries.size() == 1
                && !(cursor.ast() instanceof Expression.BraceList)
                && !(cursor.ast() instanceof Expression.Designated)
                && cursor.peek() instanceof Operand.Typed t
                && a.conversions.baseDistance(t.term().type(), record) >= 0) {
            return a.conversions.copy(t.term(), record);
        }
        if (info.isAggregate()) {
            return whole(record, cursor, span);
        }
        List<Operand> operands = new ArrayList<>();
        for (Entry entry : entries) {
            operands.add(a.expressions.operand(entry.ast(), entry.scope()));
        }
        return a.calls.constructFrom(info, operands, span);
    }

    private Value whole(Type type, Cursor cursor, SourceSpan span) {
        Value value = aggregate(type, cursor, span);
        if (!cursor.done() && !Terms.isErroneous(value)) {
            a.error(
                    cursor.ast().span(),
                    "too many values for '" + type.spelling() + "': " + cursor.entries.size() + ", of which "
                            + cursor.at + " fit");
            return Terms.erroneous(span);
        }
        return value;
    }

    private Value aggregate(Type type, Cursor cursor, SourceSpan span) {
        return type instanceof Array array
                ? array(array, cursor, span)
                : record((RecordType) type.unqualified(), cursor, span);
    }

    private Value array(Array array, Cursor cursor, SourceSpan span) {
        List<Value.Slot> slots = new ArrayList<>();
        boolean good = true;
        long i = 0;
        for (; (array.count() == Array.UNKNOWN || i < array.count()) && !cursor.done(); i++) {
            Value value = member(array.element(), cursor);
            good &= !Terms.isErroneous(value);
            slots.add(new Value.Slot(i, value));
        }
        Value rest = i < array.count() ? byDefault(array.element(), span) : null;
        if (rest != null && array.count() <= 4096) {
            for (; i < array.count(); i++) {
                slots.add(new Value.Slot(i, rest));
            }
        }
        Type type = array.count() == Array.UNKNOWN ? new Array(array.element().unqualified(), i) : array.unqualified();
        return good ? new Value.Aggregate(span, type, slots) : Terms.erroneous(span);
    }

    private Value record(RecordType record, Cursor cursor, SourceSpan span) {
        if (!a.classes.complete(record, span)) {
            return a.expressions.undefined(span, record);
        }
        ClassInfo info = a.info(record);
        List<Value.Slot> slots = new ArrayList<>();
        boolean good = true;
        for (int i = 0; i < record.bases().size(); i++) {
            Value value = cursor.done()
                    ? direct(record.bases().get(i).type(), List.of(), span, "")
                    : member(record.bases().get(i).type(), cursor);
            good &= !Terms.isErroneous(value);
            slots.add(new Value.Slot(-1 - i, value));
        }
        for (RecordType.Field field : record.fields()) {
            Value value;
            if (!cursor.done() && cursor.ast() instanceof Expression.Designated d) {
                if (!d.field().text().equals(field.name())) {
                    if (record.field(d.field().text()) == null) {
                        a.error(
                                d.field().span(),
                                "'" + record.name() + "' has no member '"
                                        + d.field().text() + "'");
                        return Terms.erroneous(span);
                    }
                    if (record.field(d.field().text()).index() < field.index()) {
                        a.error(d.field().span(), "designators stand in the order of the members");
                        return Terms.erroneous(span);
                    }
                    value = record.isUnion() ? null : unnamed(info, field, span);
                } else {
                    Scope scope = cursor.entries.get(cursor.at).scope();
                    value = initial(
                            field.type(),
                            new Initialiser.Equals(d.value().span(), d.value()),
                            scope,
                            "in the initialisation of '" + field.name() + "'");
                    cursor.at++;
                    if (record.isUnion()) {
                        slots.add(new Value.Slot(field.index(), value));
                        return Terms.isErroneous(value)
                                ? Terms.erroneous(span)
                                : new Value.Aggregate(span, record, slots);
                    }
                }
            } else if (cursor.done()) {
                value = record.isUnion() ? null : unnamed(info, field, span);
            } else {
                value = member(field.type(), cursor);
            }
            if (value != null) {
                good &= !Terms.isErroneous(value);
                slots.add(new Value.Slot(field.index(), value));
            }
            if (record.isUnion() && value != null) {
                break;
            }
        }
        return good ? new Value.Aggregate(span, record, slots) : Terms.erroneous(span);
    }

    /** The value of a field that a list leaves out; null for zeros. */
    private Value unnamed(ClassInfo info, RecordType.Field field, SourceSpan span) {
        Initialiser own = info.fieldInitialisers.get(field.index());
        if (own != null) {
            return initial(field.type(), own, info.scope, "in the initialisation of '" + field.name() + "'");
        }
        if (field.type().isReference()) {
            return a.expressions.erroneous(span, "reference member '" + field.name() + "' is not initialised");
        }
        return byDefault(field.type(), span);
    }

    private Value member(Type type, Cursor cursor) {
        Expression ast = cursor.ast();
        Scope scope = cursor.entries.get(cursor.at).scope();
        if (ast instanceof Expression.BraceList inner) {
            cursor.at++;
            return list(inner, type, scope, "");
        }
        if (type instanceof Array array) {
            if (ast instanceof Expression.StringLiteral text
                    && array.element().unqualified() instanceof Scalar s
                    && s.compareTo(Scalar.WCHAR) <= 0
                    && s != Scalar.BOOL) {
                cursor.at++;
                return text(array, text);
            }
            return array(array, cursor, ast.span());
        }
        if (!type.isReference()
                && type.unqualified() instanceof RecordType record
                && a.classes.complete(record, ast.span())
                && a.info(record).isAggregate()) {
            Operand operand = cursor.peek();
            if (operand instanceof Operand.Typed t && Terms.isErroneous(t.term())) {
                cursor.at++;
                return Terms.erroneous(ast.span());
            }
            if (a.conversions.sequence(operand, type) == null) {
                return record(record, cursor, ast.span());
            }
        }
        Value value = narrowed(cursor.peek(), type, "");
        cursor.at++;
        return value;
    }

    /** Converts an element; a constant must keep its value. */
    private Value narrowed(Operand operand, Type type, String where) {
        Value value = a.conversions.convert(operand, type, where);
        if (operand instanceof Operand.Typed(Value.IntegerConstant before)
                && value instanceof Value.IntegerConstant after
                && type.unqualified() != Scalar.BOOL
                && (before.value() != after.value()
                        || (before.value() < 0
                                && Types.scalar(before.type()).signed()
                                        != Types.scalar(after.type()).signed()))) {
            return a.expressions.erroneous(
                    operand.span(),
                    "the constant does not fit '" + type.spelling() + "' in a list in braces; a cast would cut it");
        }
        if (operand instanceof Operand.Typed(Value.FloatingConstant before) && type.isInteger()) {
            return a.expressions.erroneous(
                    operand.span(),
                    "'" + before.type().spelling() + "' is not converted to '" + type.spelling()
                            + "' in a list in braces; a cast would");
        }
        return value;
    }

    // ---- arrays

    private Value text(Array array, Expression.StringLiteral text) {
        Type element = array.element().unqualified();
        boolean plain = element == Scalar.CHAR || element == Scalar.SIGNED_CHAR || element == Scalar.UNSIGNED_CHAR;
        boolean wanted = switch (text.encoding()) {
            case PLAIN, UTF8 -> plain;
            case WIDE -> element == Scalar.WCHAR;
            case UTF16 -> element == Scalar.CHAR16;
            case UTF32 -> element == Scalar.CHAR32;
        };
        if (!wanted) {
            return a.expressions.erroneous(
                    text.span(), "a string literal does not initialise '" + array.spelling() + "'");
        }
        int length = text.units().size();
        if (array.count() != Array.UNKNOWN && length >= array.count() + 1) {
            return a.expressions.erroneous(
                    text.span(), "the string needs " + (length + 1) + " elements, the array has " + array.count());
        }
        List<Value.Slot> slots = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            slots.add(new Value.Slot(i, Terms.integer(text.span(), text.units().get(i), element)));
        }
        long count = array.count() == Array.UNKNOWN ? length + 1L : array.count();
        return new Value.Aggregate(text.span(), new Array(element, count), slots);
    }

    /** An array type whose length comes from its initialiser; the type as it is when there is none. */
    Type completeArray(Array array, Initialiser initialiser, Scope scope) {
        Expression value = switch (initialiser) {
            case Initialiser.None none -> null;
            case Initialiser.Equals equals -> equals.value();
            case Initialiser.Parens parens -> null;
            case Initialiser.Braces braces -> braces.list();
        };
        if (value instanceof Expression.StringLiteral text) {
            return new Array(array.element(), text.units().size() + 1L);
        }
        if (!(value instanceof Expression.BraceList list)) {
            return array;
        }
        List<Entry> entries = entries(list, scope);
        if (entries.size() == 1 && entries.getFirst().ast() instanceof Expression.StringLiteral text) {
            return new Array(array.element(), text.units().size() + 1L);
        }
        boolean plain = Types.isScalar(array.element());
        for (Entry entry : entries) {
            plain |= entry.ast() instanceof Expression.BraceList;
        }
        if (plain) {
            return new Array(array.element(), entries.size());
        }
        Type[] type = {array};
        a.unevaluated++;
        try {
            a.attempt(() ->
                    type[0] = array(array, new Cursor(entries), list.span()).type());
        } finally {
            a.unevaluated--;
        }
        return type[0] instanceof Array counted ? new Array(array.element(), counted.count()) : array;
    }
}
