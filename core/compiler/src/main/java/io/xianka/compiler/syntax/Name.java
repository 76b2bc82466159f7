package io.xianka.compiler.syntax;

import io.xianka.compiler.source.SourceSpan;
import java.util.List;

/**
 * A possibly qualified name: {@code x}, {@code ::x}, {@code cg::thread_block_tile<32>}, {@code Rgb<T>::operator+}.
 *
 * @param global true when it starts with {@code ::}
 * @param qualifiers the parts before the last, outermost first; empty for an unqualified name
 * @param last the part that is named
 */
public record Name(SourceSpan span, boolean global, List<NamePart> qualifiers, NamePart last) implements Node {

    public static Name of(NamePart part) {
        return new Name(part.span(), false, List.of(), part);
    }

    /** True for a plain name without {@code ::}. */
    public boolean unqualified() {
        return !global && qualifiers.isEmpty();
    }

    /** The text of the last part when it is an identifier or a template-id of one, else its spelling. */
    public String simple() {
        return last.text();
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        if (global) {
            out.append("::");
        }
        for (NamePart part : qualifiers) {
            out.append(part.text()).append("::");
        }
        return out.append(last.text()).toString();
    }
}
