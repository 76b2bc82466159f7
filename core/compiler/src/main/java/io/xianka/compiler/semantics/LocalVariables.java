package io.xianka.compiler.semantics;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Declaration;
import io.xianka.compiler.syntax.Expression;
import io.xianka.compiler.syntax.Initialiser;
import io.xianka.compiler.syntax.NamePart;
import io.xianka.compiler.syntax.Specifier;
import io.xianka.compiler.typed.Place;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Statement;
import io.xianka.compiler.typed.Term;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Array;
import io.xianka.compiler.typed.Type.Scalar;
import io.xianka.compiler.typed.Value;
import io.xianka.compiler.typed.Variable;
import java.util.ArrayList;
import java.util.List;

/** Variables of blocks, with structured bindings and classes without a name. Start at {@link #declare}. */
final class LocalVariables {
    private final Analysis a;

    LocalVariables(Analysis analysis) {
        a = analysis;
    }

    void declare(Declaration declaration, Scope scope, List<Statement> out) {
        switch (declaration) {
            case Declaration.Variable variable -> variable(variable, scope, out);
            case Declaration.StructuredBinding binding -> binding(binding, scope, out);
            case Declaration.AnonymousMembers anonymous -> {
                RecordType type = a.declarations.unnamedClass(anonymous.type(), scope);
                Variable whole = new Variable("", "", type, Variable.Storage.LOCAL, anonymous.span());
                out.add(new Statement.Declare(anonymous.span(), whole, null));
                a.classes.fields(
                        a.info(type),
                        (name, field) -> scope.put(
                                name,
                                new Symbol.PlaceName(
                                        name,
                                        a.expressions.field(
                                                new Place.OfVariable(anonymous.span(), whole), field, anonymous.span()),
                                        scope.function)));
            }
            default -> a.declarations.declare(declaration, scope);
        }
    }

    void variable(Declaration.Variable declaration, Scope scope, List<Statement> out) {
        String name = declaration.name().last().text();
        SourceSpan span = declaration.name().span();
        var specifiers = declaration.specifiers();
        Symbol there = scope.get(name);
        if (there instanceof Symbol.VariableName known) {
            a.error(
                    span,
                    "'" + name + "' is declared already in this block",
                    Lookup.declaredHere(known.variable.span(), "the first '" + name + "'"));
            return;
        }
        if (specifiers.has(Specifier.SHARED)
                || specifiers.has(Specifier.STATIC)
                || specifiers.has(Specifier.EXTERN)
                || specifiers.has(Specifier.CONSTANT)) {
            a.statics.declare(declaration, scope, scope, false, false);
            return;
        }
        Type type;
        Value value = null;
        boolean failed = false;
        String where = "in the initialisation of '" + name + "'";
        if (TypeReader.containsAuto(declaration.type())) {
            Type[] deduced = {Types.ERRONEOUS};
            value = a.lifetimes.whole(
                    () -> {
                        Term term = a.initialisers.forAuto(declaration.initialiser(), scope, span);
                        if (term != null) {
                            Expression only = Initialisers.only(declaration.initialiser());
                            deduced[0] = a.types.deduce(declaration.type(), term, only, scope);
                        }
                        return deduced[0].isErroneous() ? null : a.conversions.convert(term, deduced[0], where);
                    },
                    () -> deduced[0],
                    scope);
            type = deduced[0];
        } else {
            type = a.classDeduction.read(declaration.type(), declaration.initialiser(), scope);
            if (type instanceof Array array && array.count() == Array.UNKNOWN) {
                type = a.initialisers.completeArray(array, declaration.initialiser(), scope);
                if (type instanceof Array still && still.count() == Array.UNKNOWN) {
                    a.error(span, "array '" + name + "' needs a size");
                    type = Types.ERRONEOUS;
                }
            }
        }
        if (type.isVoid() || type instanceof Type.Function) {
            a.error(span, "variable '" + name + "' has type '" + type.spelling() + "'");
            type = Types.ERRONEOUS;
        }
        if (!type.isReference()
                && type.unqualified() instanceof RecordType record
                && !a.classes.complete(record, span)) {
            a.undefined(record, span, "'" + record.name() + "' is declared but not defined");
            type = Types.ERRONEOUS;
        }
        if (type.isErroneous()) {
            if (!(declaration.initialiser() instanceof Initialiser.None)
                    && !TypeReader.containsAuto(declaration.type())) {
                check(declaration.initialiser(), scope);
            }
            scope.put(name, new Symbol.Broken(span));
            return;
        }
        boolean isConstexpr = specifiers.has(Specifier.CONSTEXPR);
        if (isConstexpr) {
            type = Types.constant(type);
        }
        Variable variable = new Variable(name, name, type, Variable.Storage.LOCAL, span);
        variable.alignTo(a.classes.alignment(specifiers, scope));
        Symbol.VariableName symbol = new Symbol.VariableName(variable, scope.function);
        scope.put(name, symbol);
        if (value == null) {
            symbol.beingInitialised = true;
            Type declared = type;
            value = a.lifetimes.whole(
                    () -> a.initialisers.initial(declared, declaration.initialiser(), scope, where),
                    () -> declared,
                    scope);
            symbol.beingInitialised = false;
        }
        if (value == null && (type.isReference() || (type.isConst() && Types.isScalar(type)))) {
            a.error(span, (type.isReference() ? "reference '" : "constant '") + name + "' needs an initialiser");
        }
        if (value != null && Terms.isErroneous(value)) {
            value = null;
            failed = true;
        }
        if (value != null && isConstexpr) {
            Memory.Cell object = a.evaluator.object(value, type);
            if (object == null) {
                a.error(
                        Initialisers.span(declaration.initialiser()),
                        "the initialiser of constexpr '" + name + "' is not a constant" + a.evaluator.why());
                failed = true;
            } else {
                a.evaluator.remember(variable, object);
                variable.hold(a.evaluator.scalarOf(object, type, span));
                Value folded = a.evaluator.value(object, type, span);
                value = folded == null ? value : folded;
            }
        } else if (value != null
                && type.isConst()
                && !type.isVolatile()
                && Terms.isConstant(value)
                && !type.isPointer()) {
            variable.hold(value);
        }
        symbol.broken = failed && isConstexpr;
        out.add(new Statement.Declare(declaration.span(), variable, value));
        a.lifetimes.live(scope, new Place.OfVariable(span, variable));
    }

    /** Looks for errors in what initialises a variable of unknown type. */
    private void check(Initialiser initialiser, Scope scope) {
        switch (initialiser) {
            case Initialiser.None none -> {}
            case Initialiser.Equals equals -> {
                if (!(equals.value() instanceof Expression.BraceList)) {
                    a.expressions.operand(equals.value(), scope);
                }
            }
            case Initialiser.Parens parens -> a.expressions.operands(parens.arguments(), scope);
            case Initialiser.Braces braces -> {}
        }
    }

    private void binding(Declaration.StructuredBinding binding, Scope scope, List<Statement> out) {
        SourceSpan span = binding.span();
        Type[] deduced = {Types.ERRONEOUS};
        Value value = a.lifetimes.whole(
                () -> {
                    Term term = a.initialisers.forAuto(binding.initialiser(), scope, span);
                    if (term == null) {
                        return null;
                    }
                    deduced[0] = a.types.deduce(binding.type(), term, Initialisers.only(binding.initialiser()), scope);
                    if (deduced[0].isErroneous()) {
                        return null;
                    }
                    if (term.type() instanceof Array && !deduced[0].isReference()) {
                        deduced[0] = binding.type().qualifiers().isConst()
                                ? term.type()
                                : term.type().unqualified();
                        return a.conversions.copyArray(term);
                    }
                    return a.conversions.convert(term, deduced[0], "");
                },
                () -> deduced[0],
                scope);
        Type type = deduced[0];
        if (type.isErroneous() || Terms.isErroneous(value)) {
            for (NamePart.Identifier name : binding.names()) {
                scope.put(name.text(), new Symbol.Broken(span));
            }
            return;
        }
        Variable variable = new Variable("", "", type, Variable.Storage.LOCAL, span);
        out.add(new Statement.Declare(span, variable, value));
        a.lifetimes.live(scope, new Place.OfVariable(span, variable));
        Place whole = Expressions.referred(new Place.OfVariable(span, variable));
        List<Place> parts = new ArrayList<>();
        if (whole.type() instanceof Array array) {
            for (long i = 0; i < array.count() && i < 4096; i++) {
                parts.add(new Place.Element(span, whole, Terms.integer(span, i, Scalar.LONG)));
            }
        } else if (whole.type().unqualified() instanceof RecordType record) {
            for (RecordType.Field field : record.fields()) {
                parts.add(Expressions.referred(Expressions.memberOf(whole, field, span)));
            }
        }
        if (parts.size() != binding.names().size()) {
            a.error(
                    span,
                    binding.names().size() + " names for '" + whole.type().spelling() + "', which has " + parts.size()
                            + (parts.size() == 1 ? " part" : " parts"));
        }
        for (int i = 0; i < binding.names().size(); i++) {
            scope.put(
                    binding.names().get(i).text(),
                    i < parts.size()
                            ? new Symbol.PlaceName(binding.names().get(i).text(), parts.get(i), scope.function)
                            : new Symbol.Broken(span));
        }
    }
}
