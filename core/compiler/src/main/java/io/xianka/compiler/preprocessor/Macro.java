package io.xianka.compiler.preprocessor;

import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.source.SourceSpan;
import java.util.List;

/**
 * A macro's definition. Compared by identity: a macro defined again is another macro.
 *
 * <p>Immutable, so that the predefined ones are shared by all compilations.
 */
final class Macro {
    /** Macros whose text the preprocessor makes up. */
    enum Special {
        NONE,
        FILE,
        LINE,
        COUNTER,
        DATE,
        TIME,
        INCLUDE_LEVEL,
        BASE_FILE
    }

    private final String name;
    private final SourceSpan definedAt;
    private final List<String> parameters;
    private final boolean variadic;
    private final List<Token> body;
    private final Special special;

    private Macro(
            String name,
            SourceSpan definedAt,
            List<String> parameters,
            boolean variadic,
            List<Token> body,
            Special special) {
        this.name = name;
        this.definedAt = definedAt;
        this.parameters = parameters;
        this.variadic = variadic;
        this.body = body;
        this.special = special;
    }

    static Macro object(String name, SourceSpan definedAt, List<Token> body) {
        return new Macro(name, definedAt, null, false, List.copyOf(body), Special.NONE);
    }

    /** The last parameter of a variadic macro stands for the rest; it is called {@code __VA_ARGS__} unless named. */
    static Macro function(
            String name, SourceSpan definedAt, List<String> parameters, boolean variadic, List<Token> body) {
        return new Macro(name, definedAt, List.copyOf(parameters), variadic, List.copyOf(body), Special.NONE);
    }

    static Macro special(String name, SourceSpan definedAt, Special special) {
        return new Macro(name, definedAt, null, false, List.of(), special);
    }

    String name() {
        return name;
    }

    SourceSpan definedAt() {
        return definedAt;
    }

    boolean isFunction() {
        return parameters != null;
    }

    List<String> parameters() {
        return parameters;
    }

    boolean variadic() {
        return variadic;
    }

    List<Token> body() {
        return body;
    }

    Special special() {
        return special;
    }

    /** Index of the parameter with this name, or -1. */
    int parameter(String word) {
        return parameters == null ? -1 : parameters.indexOf(word);
    }

    /** True when a second definition says the same, which the language allows. */
    boolean same(Macro other) {
        if (special != other.special
                || variadic != other.variadic
                || isFunction() != other.isFunction()
                || body.size() != other.body.size()
                || (isFunction() && !parameters.equals(other.parameters))) {
            return false;
        }
        for (int i = 0; i < body.size(); i++) {
            Token mine = body.get(i);
            Token theirs = other.body.get(i);
            if (!mine.text().equals(theirs.text()) || (i > 0 && mine.spaceBefore() != theirs.spaceBefore())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return name;
    }
}
