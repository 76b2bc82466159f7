package io.xianka.compiler.syntax;

import io.xianka.compiler.source.SourceSpan;

/** An argument of a template-id. */
public sealed interface TemplateArgument extends Node {

    /** True when {@code ...} follows. */
    boolean pack();

    /** A type. The name of a template parameter that takes a template comes here or as Template. */
    record Type(SourceSpan span, TypeSyntax type, boolean pack) implements TemplateArgument {}

    /** A constant. A name of which the parser knows nothing comes here, as a NameUse. */
    record Value(SourceSpan span, Expression value, boolean pack) implements TemplateArgument {}

    /** A class or alias template by name, without arguments. */
    record Template(SourceSpan span, Name name, boolean pack) implements TemplateArgument {}
}
