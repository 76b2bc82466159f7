package io.xianka.compiler.semantics;

import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.Declaration;
import io.xianka.compiler.syntax.NamePart;
import io.xianka.compiler.syntax.OverloadedOperator;
import io.xianka.compiler.syntax.Specifier;
import io.xianka.compiler.syntax.TypeSyntax;
import io.xianka.compiler.typed.EnumType;
import io.xianka.compiler.typed.RecordType;
import io.xianka.compiler.typed.Type;
import io.xianka.compiler.typed.Type.Scalar;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What the name of a function demands of its declaration: of constructors, destructors, conversions and operators. */
final class FunctionNames {
    private static final Set<OverloadedOperator> MEMBERS_ONLY = EnumSet.of(
            OverloadedOperator.ASSIGN, OverloadedOperator.CALL, OverloadedOperator.SUBSCRIPT, OverloadedOperator.ARROW);
    private static final Set<OverloadedOperator> UNARY_ONLY =
            EnumSet.of(OverloadedOperator.TILDE, OverloadedOperator.NOT, OverloadedOperator.ARROW);
    private static final Set<OverloadedOperator> UNARY_OR_BINARY = EnumSet.of(
            OverloadedOperator.PLUS,
            OverloadedOperator.MINUS,
            OverloadedOperator.STAR,
            OverloadedOperator.AMPERSAND,
            OverloadedOperator.INCREMENT,
            OverloadedOperator.DECREMENT);

    private final Analysis a;

    FunctionNames(Analysis analysis) {
        a = analysis;
    }

    /**
     * Checks a function's name against where the function stands.
     *
     * @param owner the class of which it is a member, or null
     * @return false when there is no such function, which is reported
     */
    boolean check(Declaration.Function function, ClassInfo owner) {
        SourceSpan span = function.name().span();
        String name = function.name().last().text();
        boolean kernel = function.specifiers().has(Specifier.GLOBAL);
        if (kernel && owner != null) {
            a.error(span, "a __global__ function cannot be a member of a class, as '" + name + "' would be");
        }
        return switch (function.kind()) {
            case DESTRUCTOR -> destructor(function, owner);
            case CONVERSION -> {
                if (owner == null || function.specifiers().has(Specifier.STATIC)) {
                    a.error(span, "a conversion is a non-static member of a class, as '" + name + "' is not");
                    yield false;
                }
                if (!function.type().parameters().isEmpty()) {
                    a.error(span, "a conversion takes no parameters");
                }
                yield true;
            }
            case CONSTRUCTOR -> {
                if (owner == null || !name.equals(owner.simpleName())) {
                    a.error(
                            span,
                            "'" + name + "' has no result type"
                                    + (owner == null
                                            ? ""
                                            : "; a constructor would be named '" + owner.simpleName() + "'"));
                    yield false;
                }
                yield true;
            }
            case OPERATOR -> {
                if (kernel) {
                    a.error(span, "a __global__ function cannot be an operator, as '" + name + "' is");
                }
                yield operator(function, owner);
            }
            case ORDINARY -> true;
        };
    }

    private boolean destructor(Declaration.Function function, ClassInfo owner) {
        SourceSpan span = function.name().span();
        String name = function.name().last().text();
        if (owner == null) {
            a.error(span, "'" + name + "' is a destructor's name, and a destructor is a member of its class");
            return false;
        }
        if (!name.equals("~" + owner.simpleName())) {
            a.error(span, "the destructor of '" + owner.type.name() + "' is named '~" + owner.simpleName() + "'");
            return false;
        }
        if (!function.type().parameters().isEmpty() || function.type().variadic()) {
            a.error(span, "a destructor takes no parameters");
        }
        return true;
    }

    private boolean operator(Declaration.Function function, ClassInfo owner) {
        SourceSpan span = function.name().span();
        NamePart last = function.name().last();
        NamePart part = last instanceof NamePart.TemplateId id ? id.template() : last;
        return switch (part) {
            case NamePart.Literal literal -> {
                if (owner != null) {
                    a.error(span, "a literal operator is no member of a class, as '" + literal.text() + "' would be");
                    yield false;
                }
                yield true;
            }
            case NamePart.Operator operator -> {
                operator(function, operator.operator(), owner);
                yield true;
            }
            case NamePart.Identifier i -> true;
            case NamePart.TemplateId i -> true;
            case NamePart.Conversion c -> true;
            case NamePart.Destructor d -> true;
            case NamePart.Decltype d -> true;
        };
    }

    private void operator(Declaration.Function function, OverloadedOperator operator, ClassInfo owner) {
        SourceSpan span = function.name().span();
        String name = "operator" + operator.spelling();
        if (operator == OverloadedOperator.NEW
                || operator == OverloadedOperator.DELETE
                || operator == OverloadedOperator.NEW_ARRAY
                || operator == OverloadedOperator.DELETE_ARRAY) {
            return;
        }
        if (owner == null && MEMBERS_ONLY.contains(operator)) {
            a.error(span, "'" + name + "' must be a member of a class");
            return;
        }
        boolean isStatic = function.specifiers().has(Specifier.STATIC);
        if (owner != null && isStatic) {
            a.error(span, "'" + name + "' cannot be a static member");
            return;
        }
        if (operator == OverloadedOperator.CALL) {
            return;
        }
        List<TypeSyntax.Parameter> parameters = function.type().parameters();
        if (parameters.stream().anyMatch(TypeSyntax.Parameter::pack)) {
            return;
        }
        int operands = parameters.size() + (owner == null ? 0 : 1);
        int least = UNARY_ONLY.contains(operator) || UNARY_OR_BINARY.contains(operator) ? 1 : 2;
        int most = UNARY_ONLY.contains(operator) ? 1 : 2;
        if (operands < least || operands > most || function.type().variadic()) {
            String wanted = least == most ? Integer.toString(least) : least + " or " + most;
            a.error(
                    span,
                    "'" + name + "' has " + wanted + (most == 1 ? " operand" : " operands") + ", not "
                            + (function.type().variadic() ? "any number" : operands)
                            + (owner == null ? "" : " (the object is the first)"));
        }
    }

    /** Checks the types of a function that is no template: of operators outside classes and of literal operators. */
    void checkTypes(FunctionSymbol symbol) {
        Declaration.Function function = symbol.declaration;
        if (function.kind() != Declaration.FunctionKind.OPERATOR || symbol.isLibrary) {
            return;
        }
        SourceSpan span = function.name().span();
        List<Type> parameters = symbol.type.parameters();
        if (function.name().last() instanceof NamePart.Literal literal) {
            if (!isOfLiterals(parameters)) {
                a.error(
                        span,
                        "'" + literal.text() + "' takes unsigned long long, long double, a character, or a pointer to"
                                + " constant characters and their count");
            }
            return;
        }
        if (!(function.name().last() instanceof NamePart.Operator operator)) {
            return;
        }
        boolean postfix = operator.operator() == OverloadedOperator.INCREMENT
                || operator.operator() == OverloadedOperator.DECREMENT;
        if (postfix
                && parameters.size() == (symbol.owner == null ? 2 : 1)
                && !parameters.getLast().isErroneous()
                && parameters.getLast() != Scalar.INT) {
            a.error(span, "the parameter that tells postfix '" + operator.text() + "' has the type int");
        }
        boolean free = symbol.owner == null
                && operator.operator() != OverloadedOperator.NEW
                && operator.operator() != OverloadedOperator.DELETE
                && operator.operator() != OverloadedOperator.NEW_ARRAY
                && operator.operator() != OverloadedOperator.DELETE_ARRAY;
        if (free && !parameters.isEmpty() && parameters.stream().noneMatch(FunctionNames::isUsers)) {
            a.error(span, "'" + operator.text() + "' outside a class needs a parameter of a class or an enum");
        }
    }

    private static boolean isUsers(Type type) {
        Type bare = Types.referent(type).unqualified();
        return bare instanceof RecordType || bare instanceof EnumType || bare.isErroneous();
    }

    private static boolean isOfLiterals(List<Type> parameters) {
        if (parameters.stream().anyMatch(Type::isErroneous)) {
            return true;
        }
        return switch (parameters.size()) {
            case 1 ->
                parameters.getFirst() == Scalar.UNSIGNED_LONG_LONG
                        || parameters.getFirst() == Scalar.DOUBLE
                        || isCharacter(parameters.getFirst())
                        || isText(parameters.getFirst());
            case 2 -> isText(parameters.getFirst()) && parameters.getLast() == Scalar.UNSIGNED_LONG;
            default -> false;
        };
    }

    private static boolean isCharacter(Type type) {
        return type == Scalar.CHAR || type == Scalar.WCHAR || type == Scalar.CHAR16 || type == Scalar.CHAR32;
    }

    private static boolean isText(Type type) {
        return type instanceof Type.Pointer p
                && isCharacter(p.pointee().unqualified())
                && p.pointee().isConst();
    }
}
