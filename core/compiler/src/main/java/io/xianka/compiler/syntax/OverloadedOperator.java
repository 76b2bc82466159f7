package io.xianka.compiler.syntax;

/** The operators that a function may be named after. */
public enum OverloadedOperator {
    PLUS("+"),
    MINUS("-"),
    STAR("*"),
    SLASH("/"),
    PERCENT("%"),
    CARET("^"),
    AMPERSAND("&"),
    BAR("|"),
    TILDE("~"),
    NOT("!"),
    ASSIGN("="),
    LESS("<"),
    GREATER(">"),
    PLUS_ASSIGN("+="),
    MINUS_ASSIGN("-="),
    STAR_ASSIGN("*="),
    SLASH_ASSIGN("/="),
    PERCENT_ASSIGN("%="),
    CARET_ASSIGN("^="),
    AND_ASSIGN("&="),
    OR_ASSIGN("|="),
    SHIFT_LEFT("<<"),
    SHIFT_RIGHT(">>"),
    SHIFT_LEFT_ASSIGN("<<="),
    SHIFT_RIGHT_ASSIGN(">>="),
    EQUAL("=="),
    NOT_EQUAL("!="),
    LESS_EQUAL("<="),
    GREATER_EQUAL(">="),
    LOGICAL_AND("&&"),
    LOGICAL_OR("||"),
    INCREMENT("++"),
    DECREMENT("--"),
    COMMA(","),
    ARROW_STAR("->*"),
    ARROW("->"),
    CALL("()"),
    SUBSCRIPT("[]"),
    NEW(" new"),
    DELETE(" delete"),
    NEW_ARRAY(" new[]"),
    DELETE_ARRAY(" delete[]");

    private final String spelling;

    OverloadedOperator(String spelling) {
        this.spelling = spelling;
    }

    /** What stands behind the word {@code operator}. */
    public String spelling() {
        return spelling;
    }
}
