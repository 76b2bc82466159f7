package io.xianka.compiler.typed;

import io.xianka.compiler.source.SourceSpan;

/** Something that is evaluated: a {@link Value} is computed, a {@link Place} designates an object. */
public sealed interface Expression permits Value, Place {

    SourceSpan span();

    Type type();
}
