package io.xianka.compiler.semantics;

import io.xianka.compiler.syntax.Expression;
import io.xianka.compiler.syntax.Name;
import io.xianka.compiler.syntax.Specifier;
import io.xianka.compiler.syntax.UnaryOperator;
import io.xianka.compiler.typed.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Kernels that are asked for by an expression: {@code scale<float, 4>}, {@code blur::rows}, or a symbol. */
final class KernelRequests {
    private final Analysis a;

    KernelRequests(Analysis analysis) {
        a = analysis;
    }

    /** The kernel of each expression; fewer when there are errors. */
    List<FunctionSymbol> all(List<Expression> expressions) {
        List<FunctionSymbol> kernels = new ArrayList<>();
        for (Expression expression : expressions) {
            FunctionSymbol kernel = expression == null ? null : find(bare(expression));
            if (kernel != null) {
                a.kernelInstance(kernel, expression.span());
                kernels.add(kernel);
            }
        }
        return kernels;
    }

    /** NVRTC takes addresses of kernels, and so do programs written for it. */
    private static Expression bare(Expression expression) {
        return switch (expression) {
            case Expression.Parenthesised p -> bare(p.inner());
            case Expression.Unary u when u.operator() == UnaryOperator.ADDRESS_OF -> bare(u.operand());
            default -> expression;
        };
    }

    private FunctionSymbol find(Expression asked) {
        String text = asked.span().text().strip();
        if (!(asked instanceof Expression.NameUse use)) {
            return refuse(asked, "'" + text + "' is no name of a kernel");
        }
        if (a.lookup.find(use.name(), a.global) == null) {
            return bySymbol(use.name()).orElseGet(() -> refuse(asked, "no kernel '" + text + "' in this file"));
        }
        return switch (a.expressions.operand(asked, a.global)) {
            case Operand.Typed(Value.FunctionAddress address) ->
                kernel(asked, a.functions.symbolOf(address.function()));
            case Operand.Typed typed ->
                Terms.isErroneous(typed.term()) ? null : refuse(asked, "'" + text + "' is no kernel");
            case Operand.Braces braces -> refuse(asked, "'" + text + "' is no kernel");
            case Operand.Overloaded o -> chosen(asked, o);
        };
    }

    private FunctionSymbol chosen(Expression asked, Operand.Overloaded o) {
        List<FunctionSymbol> kernels = o.candidates().stream()
                .filter(candidate -> candidate.has(Specifier.GLOBAL))
                .toList();
        if (kernels.isEmpty()) {
            return refuse(asked, "'" + o.name() + "' is no kernel");
        }
        List<FunctionSymbol> plain =
                kernels.stream().filter(kernel -> !kernel.isTemplate()).toList();
        if (o.explicit() == null) {
            return switch (plain.size()) {
                case 0 ->
                    refuse(
                            asked,
                            "'" + o.name() + "' is a template of kernels; give its arguments, as in '"
                                    + described(kernels.getFirst()) + "'");
                case 1 -> plain.getFirst();
                default ->
                    refuse(
                            asked,
                            "there are " + plain.size() + " kernels '" + o.name() + "'; ask for one by its symbol, "
                                    + plain.stream()
                                            .map(kernel ->
                                                    a.functions.function(kernel).linkName())
                                            .collect(Collectors.joining(" or ")));
            };
        }
        List<FunctionSymbol> templates =
                kernels.stream().filter(FunctionSymbol::isTemplate).toList();
        return templates.isEmpty()
                ? refuse(asked, "kernel '" + o.name() + "' is no template")
                : fitting(asked, templates, o);
    }

    private FunctionSymbol fitting(Expression asked, List<FunctionSymbol> templates, Operand.Overloaded o) {
        if (templates.size() == 1) {
            FunctionSymbol only = a.templates.namedInstance(templates.getFirst(), o.explicit(), o.scope(), o.span());
            return only == null
                    ? refuse(asked, "these are no arguments of '" + described(templates.getFirst()) + "'")
                    : only;
        }
        return templates.stream()
                .map(template -> a.templates.explicitInstance(template, o.explicit(), o.scope(), o.span()))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseGet(() -> refuse(asked, "no template '" + o.name() + "' takes these arguments"));
    }

    private FunctionSymbol kernel(Expression asked, FunctionSymbol function) {
        return function.has(Specifier.GLOBAL)
                ? function
                : refuse(asked, "'" + function.display() + "' is no kernel; it is not __global__");
    }

    private Optional<FunctionSymbol> bySymbol(Name name) {
        return a.kernels.stream()
                .filter(kernel -> name.unqualified()
                        && a.functions
                                .function(kernel)
                                .linkName()
                                .equals(name.last().text()))
                .findFirst();
    }

    private FunctionSymbol refuse(Expression asked, String fact) {
        if (a.errorCount() == 0) {
            a.error(asked.span(), fact + ": " + known());
        }
        return null;
    }

    private String known() {
        List<String> names = Stream.concat(
                        a.kernels.stream().map(FunctionSymbol::display),
                        a.kernelTemplates.stream().map(KernelRequests::described))
                .distinct()
                .toList();
        return switch (names.size()) {
            case 0 -> "there is none; a kernel is a __global__ function";
            case 1 -> "there is " + names.getFirst();
            default -> "there are " + String.join(", ", names);
        };
    }

    /** {@code scale<typename T, int N>}. */
    private static String described(FunctionSymbol template) {
        return template.display()
                + template.template.parameters().stream()
                        .map(parameter -> parameter.span().text())
                        .collect(Collectors.joining(", ", "<", ">"));
    }
}
