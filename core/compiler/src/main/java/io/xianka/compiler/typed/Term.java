package io.xianka.compiler.typed;

import io.xianka.compiler.source.SourceSpan;

/** An expression: a {@link Value} is computed, a {@link Place} designates an object. */
public sealed interface Term permits Value, Place {

    SourceSpan span();

    Type type();
}
