package io.xianka.compiler.syntax;

import io.xianka.compiler.source.SourceSpan;
import java.util.List;

/** A parameter of a template. */
public sealed interface TemplateParameter extends Node {

    /** The name, or null. */
    NamePart.Identifier name();

    /** True for {@code typename... T} and the like. */
    boolean pack();

    /**
     * {@code typename T = type}.
     *
     * @param name or null
     * @param defaultType or null
     */
    record Type(SourceSpan span, NamePart.Identifier name, boolean pack, TypeSyntax defaultType)
            implements TemplateParameter {}

    /**
     * {@code int N = 3}.
     *
     * @param name or null
     * @param defaultValue or null
     */
    record Value(SourceSpan span, TypeSyntax type, NamePart.Identifier name, boolean pack, Expression defaultValue)
            implements TemplateParameter {}

    /**
     * {@code template <typename> class C = Name}.
     *
     * @param name or null
     * @param defaultTemplate or null
     */
    record Template(
            SourceSpan span,
            List<TemplateParameter> parameters,
            NamePart.Identifier name,
            boolean pack,
            Name defaultTemplate)
            implements TemplateParameter {}
}
