package io.xianka.compiler.semantics;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Declaration;
import io.xianka.compiler.syntax.Expression;
import io.xianka.compiler.syntax.FunctionBody;
import io.xianka.compiler.syntax.Initialiser;
import io.xianka.compiler.syntax.NamePart;
import io.xianka.compiler.syntax.TemplateParameter;
import io.xianka.compiler.syntax.TypeSyntax;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Type;
import java.util.ArrayList;
import java.util.List;

/** Which class a class template's name without arguments means: {@code Pair p(1, 2.5f);}. */
final class ClassDeduction {
    private final Analysis a;

    ClassDeduction(Analysis analysis) {
        a = analysis;
    }

    /** The type as written, where need be with what its initialiser tells about the template's arguments. */
    Type read(TypeSyntax syntax, Initialiser initialiser, Scope scope) {
        Symbol.ClassTemplate template = placeholder(syntax, scope);
        if (template == null) {
            return a.types.read(syntax, scope);
        }
        List<Operand> operands = switch (initialiser) {
            case Initialiser.None none -> List.of();
            case Initialiser.Equals equals ->
                equals.value() instanceof Expression.BraceList list
                        ? a.expressions.operands(list.elements(), scope)
                        : List.of(a.expressions.operand(equals.value(), scope));
            case Initialiser.Parens parens -> a.expressions.operands(parens.arguments(), scope);
            case Initialiser.Braces braces ->
                a.expressions.operands(braces.list().elements(), scope);
        };
        Type type = deduce(template, operands, syntax.span());
        return type.isErroneous()
                ? type
                : Types.qualify(
                        type, syntax.qualifiers().isConst(), syntax.qualifiers().isVolatile(), false);
    }

    /** The class template that the type names without arguments, or null. */
    Symbol.ClassTemplate placeholder(TypeSyntax syntax, Scope scope) {
        return syntax instanceof TypeSyntax.Named named
                        && named.tag() == null
                        && named.name().last() instanceof NamePart.Identifier
                        && a.lookup.find(named.name(), scope) instanceof Symbol.ClassTemplate template
                ? template
                : null;
    }

    /** The class made from the arguments; Erroneous after an error. */
    Type deduce(Symbol.ClassTemplate template, List<Operand> arguments, SourceSpan span) {
        for (Operand argument : arguments) {
            if (argument instanceof Operand.Typed t && Terms.isErroneous(t.term())) {
                return Types.ERRONEOUS;
            }
        }
        if (arguments.size() == 1
                && arguments.getFirst() instanceof Operand.Typed t
                && t.term().type().unqualified() instanceof RecordType record
                && a.info(record).template == template) {
            return record;
        }
        List<FunctionSymbol> candidates = new ArrayList<>();
        List<FunctionSymbol> guides = new ArrayList<>();
        for (Declaration guide : template.guides) {
            guides.add(guide(template, guide));
        }
        for (Declaration.Member member : ((Declaration.ClassDeclaration) template.primary.declaration()).isDefinition()
                ? ((Declaration.ClassDeclaration) template.primary.declaration()).members()
                : List.<Declaration.Member>of()) {
            FunctionSymbol constructor = constructor(template, member.declaration());
            if (constructor != null) {
                candidates.add(constructor);
            }
        }
        candidates.addAll(guides);
        FunctionSymbol best = a.overloads.tryResolve(candidates, null, arguments, span);
        if (best == null) {
            best = a.overloads.tryResolve(guides, null, arguments, span);
        }
        if (best == null) {
            a.error(
                    span,
                    "class template '" + template.name + "' needs its arguments in <>: they cannot be told from "
                            + Overloads.spell(arguments));
            return Types.ERRONEOUS;
        }
        if (guides.contains(best) || guides.contains(best.instanceOf)) {
            return best.type.result();
        }
        return a.templates.classInstance(
                template,
                best.arguments.subList(0, template.primary.parameters().size()),
                span);
    }

    /** A constructor as a function template of the class's parameters and its own; null for another member. */
    private static FunctionSymbol constructor(Symbol.ClassTemplate template, Declaration member) {
        List<TemplateParameter> parameters = new ArrayList<>(template.primary.parameters());
        Declaration declaration = member;
        if (declaration instanceof Declaration.Template inner) {
            parameters.addAll(inner.parameters());
            declaration = inner.declaration();
        }
        return declaration instanceof Declaration.Function function
                        && function.kind() == Declaration.FunctionKind.CONSTRUCTOR
                ? symbol(template, function, parameters)
                : null;
    }

    private FunctionSymbol guide(Symbol.ClassTemplate template, Declaration declaration) {
        List<TemplateParameter> parameters =
                declaration instanceof Declaration.Template outer ? outer.parameters() : List.of();
        Declaration.DeductionGuide guide = (Declaration.DeductionGuide)
                (declaration instanceof Declaration.Template outer ? outer.declaration() : declaration);
        Declaration.Function function = new Declaration.Function(
                guide.span(),
                guide.specifiers(),
                Declaration.FunctionKind.ORDINARY,
                guide.name(),
                guide.type(),
                new FunctionBody.None(guide.span()));
        if (!parameters.isEmpty()) {
            return symbol(template, function, parameters);
        }
        FunctionSymbol plain = new FunctionSymbol(template.name, template.scope, null, function, null);
        a.functions.readSignature(plain);
        return plain;
    }

    private static FunctionSymbol symbol(
            Symbol.ClassTemplate template, Declaration.Function function, List<TemplateParameter> parameters) {
        return new FunctionSymbol(
                template.name,
                template.scope,
                null,
                function,
                new Declaration.Template(function.span(), parameters, function));
    }
}
