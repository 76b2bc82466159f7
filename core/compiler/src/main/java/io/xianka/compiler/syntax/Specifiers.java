package io.xianka.compiler.syntax;

import io.xianka.compiler.source.SourceSpan;
import java.util.List;
import java.util.Set;

/**
 * What stands before a declaration besides its type, and what attributes say.
 *
 * @param span the words, or an empty stretch
 * @param words each at most once
 * @param launchBounds of a kernel, or null
 * @param alignments of {@code alignas} and {@code __align__}, in order; the greatest counts
 * @param attributes the others, {@code [[name(...)]]} and {@code __attribute__((name(...)))}
 */
public record Specifiers(
        SourceSpan span,
        Set<Specifier> words,
        LaunchBounds launchBounds,
        List<Alignment> alignments,
        List<Attribute> attributes)
        implements Node {

    /**
     * {@code __launch_bounds__(maxThreads, minBlocks, maxClusterBlocks)}, {@code __maxnreg__(registers)} and
     * {@code __cluster_dims__(x, y, z)}.
     *
     * @param maxThreads or null
     * @param minBlocks or null
     * @param maxClusterBlocks or null
     * @param maxRegisters or null
     * @param clusterDims up to three sizes, empty without {@code __cluster_dims__}
     */
    public record LaunchBounds(
            SourceSpan span,
            Expression maxThreads,
            Expression minBlocks,
            Expression maxClusterBlocks,
            Expression maxRegisters,
            List<Expression> clusterDims)
            implements Node {}

    /**
     * {@code alignas(bytes)} or {@code alignas(type)}: one of the two is null.
     *
     * @param bytes or null
     * @param type or null
     */
    public record Alignment(SourceSpan span, Expression bytes, TypeSyntax type) implements Node {}

    /**
     * An attribute that has no word of its own.
     *
     * @param name without underscores around it, with its namespace: {@code nodiscard}, {@code gnu::always_inline}
     * @param arguments the text between the parentheses, empty without them
     */
    public record Attribute(SourceSpan span, String name, String arguments) implements Node {}

    public static Specifiers none(SourceSpan at) {
        return new Specifiers(at, Set.of(), null, List.of(), List.of());
    }

    public boolean has(Specifier word) {
        return words.contains(word);
    }
}
