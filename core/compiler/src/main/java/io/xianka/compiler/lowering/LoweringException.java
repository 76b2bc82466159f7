package io.xianka.compiler.lowering;

import io.xianka.compiler.source.SourceSpan;

/** A program that is valid and that this compiler cannot write as PTX. */
public final class LoweringException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient SourceSpan span;

    LoweringException(SourceSpan span, String message) {
        super(message);
        this.span = span;
    }

    /** Where in the source. */
    public SourceSpan span() {
        return span;
    }
}
