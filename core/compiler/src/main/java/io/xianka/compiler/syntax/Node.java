package io.xianka.compiler.syntax;

import io.xianka.compiler.source.SourceSpan;

/** A node of the syntax tree. */
public interface Node {
    /** The text that the node was read from. */
    SourceSpan span();
}
