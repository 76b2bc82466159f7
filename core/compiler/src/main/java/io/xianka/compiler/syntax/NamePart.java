package io.xianka.compiler.syntax;

import io.xianka.compiler.source.SourceSpan;
import java.util.List;

/** One part of a {@link Name}. */
public sealed interface NamePart extends Node {

    /** How a message would spell it; a template-id without its arguments. */
    String text();

    /** {@code x}. */
    record Identifier(SourceSpan span, String text) implements NamePart {}

    /**
     * {@code name<arguments>}.
     *
     * @param template an Identifier, Operator or Literal
     * @param arguments what stands between the angle brackets, may be empty
     */
    record TemplateId(SourceSpan span, NamePart template, List<TemplateArgument> arguments) implements NamePart {
        @Override
        public String text() {
            return template.text();
        }
    }

    /** {@code operator+}; also {@code operator()}, {@code operator[]}, {@code operator new}. */
    record Operator(SourceSpan span, OverloadedOperator operator) implements NamePart {
        @Override
        public String text() {
            return "operator" + operator.spelling();
        }
    }

    /** {@code operator float}. */
    record Conversion(SourceSpan span, TypeSyntax type) implements NamePart {
        @Override
        public String text() {
            return "operator " + type.span().text();
        }
    }

    /** {@code ~Name}; the part is an Identifier or TemplateId. */
    record Destructor(SourceSpan span, NamePart type) implements NamePart {
        @Override
        public String text() {
            return "~" + type.text();
        }
    }

    /** {@code operator"" _suffix}. */
    record Literal(SourceSpan span, String suffix) implements NamePart {
        @Override
        public String text() {
            return "operator\"\"" + suffix;
        }
    }

    /** {@code decltype(expression)} as the first qualifier. */
    record Decltype(SourceSpan span, Expression expression) implements NamePart {
        @Override
        public String text() {
            return "decltype(...)";
        }
    }
}
