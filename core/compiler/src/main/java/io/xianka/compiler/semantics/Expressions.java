package io.xianka.compiler.semantics;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Expression;
import io.xianka.compiler.syntax.NamePart;
import io.xianka.compiler.syntax.TypeSyntax;
import io.xianka.compiler.syntax.UnaryOperator;
import io.xianka.compiler.typed.ConstantImage;
import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Array;
import io.xianka.compiler.typed.Type.NullPointer;
import io.xianka.compiler.typed.Type.Pointer;
import io.xianka.compiler.typed.Type.Reference;
import io.xianka.compiler.typed.Type.Scalar;
import io.xianka.compiler.typed.Value;
import io.xianka.compiler.typed.Variable;
import java.util.ArrayList;
import java.util.List;

/** Gives every expression its type and turns it into a term. Start at {@link #term}. */
final class Expressions {
    private final Analysis a;

    Expressions(Analysis analysis) {
        a = analysis;
    }

    /** The expression as a term; a term of type Erroneous after an error. */
    Term term(Expression ast, Scope scope) {
        return switch (ast) {
            case Expression.IntegerLiteral e -> integer(e);
            case Expression.FloatLiteral e ->
                new Value.FloatingConstant(
                        e.span(), e.value(), e.width() == Expression.FloatWidth.FLOAT ? Scalar.FLOAT : Scalar.DOUBLE);
            case Expression.CharacterLiteral e -> Terms.integer(e.span(), e.value(), character(e.encoding()));
            case Expression.StringLiteral e -> text(e);
            case Expression.BoolLiteral e -> Terms.bool(e.span(), e.value());
            case Expression.NullptrLiteral e -> new Value.Null(e.span(), NullPointer.NULL_POINTER);
            case Expression.This e -> thisPointer(e.span(), scope);
            case Expression.NameUse e -> only(name(e, scope));
            case Expression.Parenthesised e -> term(e.inner(), scope);
            case Expression.Unary e -> unary(e, scope);
            case Expression.Binary e -> a.operators.binary(e, scope);
            case Expression.Assign e -> a.operators.assign(e, scope);
            case Expression.Conditional e -> a.operators.conditional(e, scope);
            case Expression.Call e -> a.calls.call(e, scope);
            case Expression.KernelLaunch e -> {
                a.error(e.span(), "a kernel launch is host code; launch from Java instead");
                yield Terms.erroneous(e.span());
            }
            case Expression.Subscript e -> subscript(e, scope);
            case Expression.Member e -> only(member(e, scope));
            case Expression.Cast e -> a.casts.cast(e, scope);
            case Expression.Construct e -> a.casts.construct(e, scope);
            case Expression.ConstructBraces e -> a.casts.construct(e, scope);
            case Expression.BraceList e -> {
                a.error(e.span(), "a list in braces needs a type here");
                yield Terms.erroneous(e.span());
            }
            case Expression.Designated e -> {
                a.error(e.span(), "a designator stands only in a list in braces");
                yield Terms.erroneous(e.span());
            }
            case Expression.SizeofType e -> sizeof(e.span(), a.types.read(e.type(), scope), false);
            case Expression.SizeofValue e -> sizeof(e.span(), typeOf(e.operand(), scope), false);
            case Expression.SizeofPack e ->
                a.lookup.unqualified(e.pack().text(), scope) instanceof Symbol.Pack pack
                        ? Terms.integer(e.span(), pack.elements().size(), Scalar.UNSIGNED_LONG)
                        : erroneous(e.span(), "'" + e.pack().text() + "' is no parameter pack");
            case Expression.AlignofType e -> sizeof(e.span(), a.types.read(e.type(), scope), true);
            case Expression.AlignofValue e -> sizeof(e.span(), typeOf(e.operand(), scope), true);
            case Expression.Offsetof e -> offsetof(e, scope);
            case Expression.TypeTrait e -> a.traits.value(e, scope);
            case Expression.NoexceptOf e -> Terms.bool(e.span(), true);
            case Expression.Typeid e -> unsupported(e.span(), "typeid");
            case Expression.New e -> a.casts.placed(e, scope);
            case Expression.Delete e -> unsupported(e.span(), "delete");
            case Expression.Throw e -> erroneous(e.span(), "a kernel cannot throw exceptions");
            case Expression.Lambda e -> a.lambdas.lambda(e, scope);
            case Expression.Fold e -> a.operators.fold(e, scope);
            case Expression.PackExpansion e -> erroneous(e.span(), "a pack cannot be expanded here");
            case Expression.StatementExpression e -> unsupported(e.span(), "statement expressions");
            case Expression.Malformed e -> Terms.erroneous(e.span());
        };
    }

    Value undefined(SourceSpan span, RecordType record) {
        a.undefined(record, span, "'" + record.name() + "' is declared but not defined");
        return Terms.erroneous(span);
    }

    Value erroneous(SourceSpan span, String message) {
        a.error(span, message);
        return Terms.erroneous(span);
    }

    private Value unsupported(SourceSpan span, String feature) {
        a.unsupported(span, feature);
        return Terms.erroneous(span);
    }

    Value value(Expression ast, Scope scope) {
        return Terms.value(term(ast, scope));
    }

    /** The expression as an argument: lists in braces and overloaded names are kept as they are. */
    Operand operand(Expression ast, Scope scope) {
        return switch (ast) {
            case Expression.BraceList list -> new Operand.Braces(list, scope);
            case Expression.Parenthesised p -> operand(p.inner(), scope);
            case Expression.NameUse use -> simplified(name(use, scope));
            case Expression.Member member -> simplified(member(member, scope));
            case Expression.Unary u
            when u.operator() == UnaryOperator.ADDRESS_OF && u.operand() instanceof Expression.NameUse use -> {
                Operand named = name(use, scope);
                yield named instanceof Operand.Overloaded o && o.object() == null
                        ? simplified(named)
                        : new Operand.Typed(unary(u, scope));
            }
            default -> new Operand.Typed(term(ast, scope));
        };
    }

    private Operand simplified(Operand operand) {
        if (operand instanceof Operand.Overloaded o
                && o.candidates().size() == 1
                && !o.candidates().getFirst().isTemplate()
                && !o.candidates().getFirst().hasThis()) {
            return new Operand.Typed(a.functions.address(o.candidates().getFirst(), o.span()));
        }
        return operand;
    }

    /** The expressions of an argument list, packs expanded. */
    List<Operand> operands(List<Expression> list, Scope scope) {
        List<Operand> operands = new ArrayList<>(list.size());
        for (Expression ast : list) {
            if (ast instanceof Expression.PackExpansion pack) {
                for (Scope one : a.templates.expansions(TreeNames.in(pack.pattern()), scope, pack.span())) {
                    operands.add(operand(pack.pattern(), one));
                }
            } else {
                operands.add(operand(ast, scope));
            }
        }
        return operands;
    }

    private Term only(Operand operand) {
        return switch (operand) {
            case Operand.Typed typed -> typed.term();
            case Operand.Braces braces -> erroneous(braces.span(), "a list in braces needs a type here");
            case Operand.Overloaded o -> {
                if (o.candidates().size() == 1
                        && !o.candidates().getFirst().isTemplate()
                        && !o.candidates().getFirst().hasThis()) {
                    yield a.functions.address(o.candidates().getFirst(), o.span());
                }
                if (o.candidates().getFirst().hasThis()) {
                    yield erroneous(o.span(), "member function '" + o.name() + "' must be called");
                }
                if (o.explicit() != null && o.candidates().size() == 1) {
                    FunctionSymbol instance =
                            a.templates.explicitInstance(o.candidates().getFirst(), o.explicit(), o.scope(), o.span());
                    if (instance != null) {
                        yield a.functions.address(instance, o.span());
                    }
                }
                yield erroneous(
                        o.span(), "'" + o.name() + "' names several functions; call it, or cast it to the one meant");
            }
        };
    }

    // ---- literals

    private static Value integer(Expression.IntegerLiteral e) {
        long value = e.value();
        Scalar type = null;
        for (Scalar candidate : List.of(
                Scalar.INT,
                Scalar.UNSIGNED_INT,
                Scalar.LONG,
                Scalar.UNSIGNED_LONG,
                Scalar.LONG_LONG,
                Scalar.UNSIGNED_LONG_LONG)) {
            boolean longEnough = switch (e.length()) {
                case NONE -> candidate.compareTo(Scalar.UNSIGNED_LONG) <= 0;
                case LONG -> candidate == Scalar.LONG || candidate == Scalar.UNSIGNED_LONG;
                case LONG_LONG -> candidate == Scalar.LONG_LONG || candidate == Scalar.UNSIGNED_LONG_LONG;
            };
            boolean signFits = candidate.signed() ? !e.isUnsigned() : e.isUnsigned() || !e.decimal();
            boolean valueFits = candidate.bytes() == 4
                    ? value >>> (candidate.signed() ? 31 : 32) == 0
                    : !candidate.signed() || value >= 0;
            if (longEnough && signFits && valueFits) {
                type = candidate;
                break;
            }
        }
        // A decimal literal over the largest signed type is taken as unsigned, as nvcc does with a warning.
        return new Value.IntegerConstant(e.span(), value, type == null ? Scalar.UNSIGNED_LONG : type);
    }

    private static Scalar character(Expression.Encoding encoding) {
        return switch (encoding) {
            case PLAIN, UTF8 -> Scalar.CHAR;
            case WIDE -> Scalar.WCHAR;
            case UTF16 -> Scalar.CHAR16;
            case UTF32 -> Scalar.CHAR32;
        };
    }

    private Place text(Expression.StringLiteral e) {
        Scalar unit = character(e.encoding());
        Type type = new Array(Types.constant(unit), e.units().size() + 1L);
        Variable variable = a.text(e.span(), e.units().toString(), type, () -> {
            byte[] bytes = new byte[(int) type.bytes()];
            int at = 0;
            for (int code : e.units()) {
                for (int i = 0; i < unit.bytes(); i++) {
                    bytes[at++] = (byte) (code >>> (8 * i));
                }
            }
            Variable made = new Variable("", a.uniqueLinkName("$str"), type, Variable.Storage.GLOBAL, e.span());
            made.makeInternal();
            made.initialise(new ConstantImage(bytes, List.of()));
            return made;
        });
        Symbol.VariableName symbol = new Symbol.VariableName(variable, null);
        a.functions.use(symbol);
        return new Place.Text(e.span(), variable);
    }

    // ---- names

    /** {@code this}, or an error. */
    Value thisPointer(SourceSpan span, Scope scope) {
        Place self = a.lambdas.self(span, scope);
        if (self == null && scope.function == null && scope.enclosingClass() != null) {
            return unsupported(span, "lists in braces for a class whose member initialisers name 'this'");
        }
        return self == null ? erroneous(span, "'this' stands only in a member function") : Terms.addressOf(span, self);
    }

    Operand name(Expression.NameUse use, Scope scope) {
        SourceSpan span = use.span();
        Symbol symbol = a.lookup.find(use.name(), scope);
        if (symbol == null) {
            if (use.name().unqualified()) {
                Term builtin = a.builtins.variable(use.name().last().text(), span, scope);
                if (builtin != null) {
                    return new Operand.Typed(builtin);
                }
            }
            a.lookup.undeclared(use.name(), scope);
            return new Operand.Typed(Terms.erroneous(span));
        }
        return meaning(symbol, use.name().last(), use.name().unqualified(), span, scope);
    }

    Operand meaning(Symbol symbol, NamePart part, boolean unqualified, SourceSpan span, Scope scope) {
        return switch (symbol) {
            case Symbol.Constant c -> new Operand.Typed(at(c.value(), span));
            case Symbol.VariableName v -> new Operand.Typed(variable(v, span, scope));
            case Symbol.PlaceName p ->
                new Operand.Typed(
                        p.owner() == scope.function || a.unevaluated > 0
                                ? p.place()
                                : a.lambdas.capture(p, span, scope));
            case Symbol.Functions functions ->
                new Operand.Overloaded(
                        span,
                        part.text(),
                        functions.all,
                        part instanceof NamePart.TemplateId id ? id.arguments() : null,
                        scope,
                        functions.all.getFirst().owner == null
                                        || functions.all.stream().noneMatch(FunctionSymbol::hasThis)
                                ? null
                                : a.lambdas.self(span, scope),
                        unqualified && functions.all.getFirst().owner == null);
            case Symbol.FieldName f -> {
                Place captured = f.owner().isClosure ? a.lambdas.closureField(f, span, scope) : null;
                if (captured != null) {
                    yield new Operand.Typed(captured);
                }
                Place self = a.lambdas.self(span, scope);
                if (self == null || a.conversions.baseDistance(self.type(), f.owner().type) < 0) {
                    if (a.unevaluated > 0) {
                        Variable nobody = new Variable("", "", f.owner().type, Variable.Storage.LOCAL, span);
                        yield new Operand.Typed(field(new Place.OfVariable(span, nobody), f, span));
                    }
                    if (scope.function == null && scope.enclosingClass() != null) {
                        a.unsupported(span, "lists in braces for a class whose member initialisers name other members");
                    } else {
                        a.error(span, "member '" + part.text() + "' needs an object");
                    }
                    yield new Operand.Typed(Terms.erroneous(span));
                }
                a.access.check(f, part.text(), span);
                yield new Operand.Typed(field(self, f, span));
            }
            case Symbol.VariableTemplate template -> {
                if (part instanceof NamePart.TemplateId id) {
                    Symbol.VariableName v = a.templates.variable(template, id.arguments(), scope, span);
                    yield new Operand.Typed(v == null ? Terms.erroneous(span) : variable(v, span, scope));
                }
                a.error(span, "variable template '" + part.text() + "' needs its arguments in <>");
                yield new Operand.Typed(Terms.erroneous(span));
            }
            case Symbol.Broken b -> {
                a.host.used(b, span);
                yield new Operand.Typed(Terms.erroneous(span));
            }
            case Symbol.Pack p -> {
                a.error(span, "parameter pack '" + part.text() + "' must be expanded with '...'");
                yield new Operand.Typed(Terms.erroneous(span));
            }
            case Symbol.NamespaceName n -> {
                a.error(span, "'" + part.text() + "' is a namespace; a value is wanted here");
                yield new Operand.Typed(Terms.erroneous(span));
            }
            case Symbol.TypeName t -> typeAsValue(part, span);
            case Symbol.ClassTemplate t -> typeAsValue(part, span);
            case Symbol.AliasTemplate t -> typeAsValue(part, span);
            case Symbol.Injected t -> typeAsValue(part, span);
        };
    }

    private Operand typeAsValue(NamePart part, SourceSpan span) {
        a.error(span, "'" + part.text() + "' is a type; a value is wanted here");
        return new Operand.Typed(Terms.erroneous(span));
    }

    /** A constant as if written at another place. */
    static Value at(Value value, SourceSpan span) {
        return switch (value) {
            case Value.IntegerConstant c -> new Value.IntegerConstant(span, c.value(), c.type());
            case Value.FloatingConstant c -> new Value.FloatingConstant(span, c.value(), c.type());
            case Value.Null n -> new Value.Null(span, n.type());
            default -> value;
        };
    }

    Term variable(Symbol.VariableName v, SourceSpan span, Scope scope) {
        if (v.broken) {
            return Terms.erroneous(span);
        }
        Variable variable = v.variable;
        if (v.owner != null && v.owner != scope.function) {
            if (variable.constant() != null) {
                return at(variable.constant(), span);
            }
            if (a.unevaluated == 0 || scope.function == null) {
                return a.lambdas.capture(v, span, scope);
            }
        }
        if (v.hostOnly && a.unevaluated == 0) {
            return erroneous(
                    span,
                    "'" + variable.name()
                            + "' is a variable of the host; add __device__ or __constant__ to have it here");
        }
        if (v.owner == null) {
            a.functions.use(v);
        }
        return referred(new Place.OfVariable(span, variable));
    }

    /** What a place of reference type refers to; any other place itself. */
    static Place referred(Place place) {
        return place.type().isReference() ? new Place.Referent(place.span(), Terms.load(place)) : place;
    }

    /** The place as an expiring object: what {@code std::move} makes of it. */
    static Place moved(Place place) {
        return new Place.Referent(place.span(), Terms.refer(place.span(), place, new Reference(place.type(), true)));
    }

    // ---- members

    Place field(Place object, Symbol.FieldName f, SourceSpan span) {
        Place place = a.conversions.toBase(object, f.owner().type);
        for (RecordType.Field field : f.path()) {
            place = memberOf(place, field, span);
        }
        return referred(place);
    }

    static Place memberOf(Place object, RecordType.Field field, SourceSpan span) {
        return new Place.Member(span, object, field, Types.qualifyAs(field.type(), object.type()));
    }

    private Operand member(Expression.Member e, Scope scope) {
        Term object = term(e.object(), scope);
        SourceSpan span = e.span();
        if (Terms.isErroneous(object)) {
            return new Operand.Typed(Terms.erroneous(span));
        }
        if (e.arrow()) {
            object = arrow(object, span);
            if (Terms.isErroneous(object)) {
                return new Operand.Typed(object);
            }
        }
        if (!(object.type().unqualified() instanceof RecordType record)) {
            if (e.member().last() instanceof NamePart.Destructor) {
                return new Operand.Typed(object);
            }
            String hint = !e.arrow() && object.type().isPointer() && Types.isRecord(Types.pointee(object.type()))
                    ? "; it is a pointer, so use '->'"
                    : "";
            a.error(
                    e.member().span(),
                    "'" + object.type().spelling() + "' has no members, so no '" + e.member() + "'" + hint);
            return new Operand.Typed(Terms.erroneous(span));
        }
        if (!a.classes.complete(record, span)) {
            a.undefined(record, span, "'" + record.name() + "' is declared but not defined");
            return new Operand.Typed(Terms.erroneous(span));
        }
        ClassInfo info = a.info(record);
        String name = e.member().last().text();
        Scope in = info.scope;
        if (!e.member().unqualified()) {
            in = a.lookup.qualifier(e.member(), scope);
            if (in == null) {
                return new Operand.Typed(Terms.erroneous(span));
            }
        }
        if (e.member().last() instanceof NamePart.Destructor) {
            return new Operand.Typed(object);
        }
        if (e.member().last() instanceof NamePart.Conversion conversion) {
            return conversionMember(object, conversion, span, scope);
        }
        Symbol symbol = a.lookup.own(in, name);
        return switch (symbol) {
            case null -> {
                String near = NearNames.nearest(name, in.valueNames());
                a.error(
                        e.member().span(),
                        "'" + record.name() + "' has no member '" + name + "'"
                                + (near == null ? "" : "; did you mean '" + near + "'?"));
                yield new Operand.Typed(Terms.erroneous(span));
            }
            case Symbol.FieldName f -> {
                a.access.check(f, name, e.member().span());
                yield new Operand.Typed(fieldOf(object, f, span));
            }
            case Symbol.Functions functions ->
                new Operand.Overloaded(
                        span,
                        name,
                        functions.all,
                        e.member().last() instanceof NamePart.TemplateId id ? id.arguments() : null,
                        scope,
                        a.conversions.asPlace(object),
                        false);
            default -> meaning(symbol, e.member().last(), false, span, scope);
        };
    }

    private Operand conversionMember(Term object, NamePart.Conversion conversion, SourceSpan span, Scope scope) {
        Type type = a.types.read(conversion.type(), scope);
        FunctionSymbol function = type.isErroneous() ? null : a.conversions.conversionFunction(object, type, true);
        if (function == null) {
            if (!type.isErroneous()) {
                a.error(span, "'" + object.type().spelling() + "' has no conversion to '" + type.spelling() + "'");
            }
            return new Operand.Typed(Terms.erroneous(span));
        }
        return new Operand.Overloaded(
                span, function.name, List.of(function), null, scope, a.conversions.asPlace(object), false);
    }

    /** What {@code object->} designates. */
    private Term arrow(Term object, SourceSpan span) {
        Term pointer = object;
        for (int i = 0; Types.isRecord(pointer.type()) && i < 16; i++) {
            Term next = a.operators.member(pointer, "operator->", List.of(), span);
            if (next == null) {
                return erroneous(span, "'" + pointer.type().spelling() + "' is not a pointer, so use '.'");
            }
            pointer = next;
        }
        return dereference(Terms.value(pointer), span);
    }

    private Term fieldOf(Term object, Symbol.FieldName f, SourceSpan span) {
        RecordType.Field last = f.path().getLast();
        boolean simple = object.type().unqualified() == f.owner().type
                && !(last.type() instanceof Array)
                && !last.type().isReference()
                && !((RecordType) object.type().unqualified()).isUnion()
                && f.path().size() == 1
                && !a.implicits.isDestroyed(object.type());
        if (object instanceof Value value && simple) {
            return extract(value, last, span);
        }
        return field(a.conversions.asPlace(object), f, span);
    }

    private static Value extract(Value record, RecordType.Field field, SourceSpan span) {
        if (record instanceof Value.Aggregate aggregate
                && aggregate.slots().stream().allMatch(s -> isPure(s.value()))) {
            for (Value.Slot slot : aggregate.slots()) {
                if (slot.index() == field.index()) {
                    return slot.value() instanceof Value.Special special
                            ? new Value.Special(span, special.register())
                            : at(slot.value(), span);
                }
            }
            return Terms.zero(span, field.type());
        }
        return new Value.Extract(span, record, field);
    }

    private static boolean isPure(Value value) {
        return value instanceof Value.Special || Terms.isConstant(value);
    }

    // ---- operators that work on places

    private Term unary(Expression.Unary e, Scope scope) {
        SourceSpan span = e.span();
        if (e.operator() == UnaryOperator.ADDRESS_OF) {
            return addressOf(e, scope);
        }
        Term operand = term(e.operand(), scope);
        if (Terms.isErroneous(operand)) {
            return Terms.erroneous(span);
        }
        if (Types.isRecord(operand.type()) || Types.isEnum(operand.type())) {
            Term overloaded = a.operators.unary(e.operator(), operand, span);
            if (overloaded != null) {
                return overloaded;
            }
            operand = a.conversions.asScalar(operand);
        }
        return a.operators.builtinUnary(e.operator(), operand, span);
    }

    Term dereference(Value pointer, SourceSpan span) {
        if (Terms.isErroneous(pointer)) {
            return pointer;
        }
        if (!(pointer.type() instanceof Pointer p)) {
            return erroneous(span, "'" + pointer.type().spelling() + "' is not a pointer");
        }
        if (p.pointee() instanceof Type.Function) {
            return pointer;
        }
        if (p.pointee().isVoid()) {
            return erroneous(span, "a pointer to void cannot be dereferenced; cast it first");
        }
        if (pointer instanceof Value.Decay decay) {
            return new Place.Element(span, decay.array(), Terms.integer(span, 0, Scalar.LONG));
        }
        if (pointer instanceof Value.AddressOf address
                && Types.sameUnqualified(address.place().type(), p.pointee())
                && address.place().type().equals(p.pointee())) {
            return address.place();
        }
        return new Place.Dereference(span, pointer);
    }

    private Term addressOf(Expression.Unary e, Scope scope) {
        Operand operand = operand(e.operand(), scope);
        if (operand instanceof Operand.Typed typed && typed.term() instanceof Value.FunctionAddress function) {
            return function;
        }
        Term term = only(operand);
        if (Terms.isErroneous(term)) {
            return Terms.erroneous(e.span());
        }
        if (Types.isRecord(term.type())) {
            Term overloaded = a.operators.unary(e.operator(), term, e.span());
            if (overloaded != null) {
                return overloaded;
            }
        }
        if (!(term instanceof Place place) || !Terms.isLvalue(term)) {
            return erroneous(e.span(), "the address of a temporary value cannot be taken");
        }
        if (place instanceof Place.Member m && m.field().isBitField()) {
            return erroneous(e.span(), "the address of bit-field '" + m.field().name() + "' cannot be taken");
        }
        return Terms.addressOf(e.span(), place);
    }

    private Term subscript(Expression.Subscript e, Scope scope) {
        Term base = term(e.base(), scope);
        if (e.index() instanceof Expression.BraceList && !Types.isRecord(base.type())) {
            return erroneous(e.index().span(), "a list in braces is no index");
        }
        Operand indexOperand = operand(e.index(), scope);
        SourceSpan span = e.span();
        if (Terms.isErroneous(base)) {
            return Terms.erroneous(span);
        }
        if (Types.isRecord(base.type())) {
            Term overloaded = a.operators.member(base, "operator[]", List.of(indexOperand), span);
            if (overloaded != null) {
                return overloaded;
            }
            base = a.conversions.asScalar(base);
        }
        Term index = only(indexOperand);
        if (Terms.isErroneous(index)) {
            return Terms.erroneous(span);
        }
        index = a.conversions.asScalar(index);
        boolean swapped = Types.isIntegral(base.type());
        Term array = swapped ? index : base;
        Term number = swapped ? base : index;
        Type type = array.type();
        if (!(type instanceof Array) && !type.isPointer()) {
            return erroneous(span, "'" + base.type().spelling() + "' cannot be subscripted");
        }
        if (!Types.isIntegral(number.type())) {
            return erroneous(
                    number.span(),
                    "an index is an integer, not '" + number.type().spelling() + "'");
        }
        return element(array, Terms.value(number), span);
    }

    Term element(Term array, Value number, SourceSpan span) {
        Value index = Terms.convert(number.span(), number, Scalar.LONG);
        if (array.type() instanceof Array sized) {
            Place place = a.conversions.asPlace(array);
            if (index instanceof Value.IntegerConstant c
                    && sized.count() > 0
                    && (c.value() < 0 || c.value() >= sized.count())) {
                a.warning(
                        span,
                        "index " + c.value() + " is outside the array of " + sized.count()
                                + (sized.count() == 1 ? " element" : " elements"));
            }
            return new Place.Element(span, place, index);
        }
        Value pointer = Terms.value(array);
        if (!checkPointee(pointer, span)) {
            return Terms.erroneous(span);
        }
        Value at = Terms.pointerOffset(span, pointer, index, false);
        return dereference(at, span);
    }

    /** True when the pointee's size is known, so that the pointer can be stepped. */
    boolean checkPointee(Value pointer, SourceSpan span) {
        Type pointee = Types.pointee(pointer.type());
        if (pointee.unqualified() instanceof RecordType record && !a.classes.complete(record, span)) {
            a.undefined(record, span, "'" + record.name() + "' is declared but not defined, so its size is not known");
            return false;
        }
        if (pointee.isVoid() || pointee instanceof Type.Function) {
            a.error(
                    span,
                    "no arithmetic on a pointer to " + (pointee.isVoid() ? "void" : "a function") + "; cast it first");
            return false;
        }
        return true;
    }

    // ---- sizes

    private Type typeOf(Expression operand, Scope scope) {
        a.unevaluated++;
        try {
            return term(operand, scope).type();
        } finally {
            a.unevaluated--;
        }
    }

    private Value sizeof(SourceSpan span, Type written, boolean alignment) {
        Type type = Types.referent(written);
        if (type.isErroneous()) {
            return Terms.erroneous(span);
        }
        if (type.unqualified() instanceof RecordType record) {
            a.classes.complete(record, span);
        }
        boolean open = type instanceof Array array && array.count() == Array.UNKNOWN;
        if (type.isVoid() || type instanceof Type.Function || (!Types.isComplete(type) && !(open && alignment))) {
            return erroneous(span, "the size of '" + type.spelling() + "' is not known");
        }
        return Terms.integer(span, alignment ? type.alignment() : type.bytes(), Scalar.UNSIGNED_LONG);
    }

    private Value offsetof(Expression.Offsetof e, Scope scope) {
        Type type = a.types.read(e.type(), scope);
        if (type.isErroneous()) {
            return Terms.erroneous(e.span());
        }
        long[] offset = {0};
        Type end = offset(e.path(), type, scope, offset);
        return end == null ? Terms.erroneous(e.span()) : Terms.integer(e.span(), offset[0], Scalar.UNSIGNED_LONG);
    }

    private Type offset(Expression path, Type type, Scope scope, long[] offset) {
        return switch (path) {
            case Expression.NameUse use -> offsetOfField(use.name().last().text(), type, use.span(), offset);
            case Expression.Member member -> {
                Type object = offset(member.object(), type, scope, offset);
                yield object == null
                        ? null
                        : offsetOfField(member.member().last().text(), object, member.span(), offset);
            }
            case Expression.Subscript subscript -> {
                Type array = offset(subscript.base(), type, scope, offset);
                Long index = a.evaluator.integer(term(subscript.index(), scope));
                if (!(array instanceof Array sized) || index == null) {
                    a.error(subscript.span(), "offsetof needs a constant index into an array");
                    yield null;
                }
                offset[0] += index * sized.element().bytes();
                yield sized.element();
            }
            default -> {
                a.error(path.span(), "offsetof needs a member");
                yield null;
            }
        };
    }

    private Type offsetOfField(String name, Type type, SourceSpan span, long[] offset) {
        if (type.unqualified() instanceof RecordType record
                && a.classes.complete(record, span)
                && a.lookup.own(a.info(record).scope, name) instanceof Symbol.FieldName f
                && f.owner().type == record) {
            for (RecordType.Field field : f.path()) {
                offset[0] += field.offsetBytes();
            }
            return f.path().getLast().type();
        }
        a.error(span, "'" + type.spelling() + "' has no member '" + name + "'");
        return null;
    }

    /** An expression whose names all were types to the parser: the type in it, or null. */
    TypeSyntax asType(Expression ast) {
        return ast instanceof Expression.NameUse use
                ? new TypeSyntax.Named(use.span(), use.name(), null, false, io.xianka.compiler.syntax.Qualifiers.NONE)
                : null;
    }

    static Reference lvalueReference(Type type) {
        return new Reference(type, false);
    }
}
