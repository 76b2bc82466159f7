package io.xianka.compiler.syntax;

/** Operators on one operand. */
public enum UnaryOperator {
    PLUS("+"),
    MINUS("-"),
    COMPLEMENT("~"),
    NOT("!"),
    DEREFERENCE("*"),
    ADDRESS_OF("&"),
    PRE_INCREMENT("++"),
    PRE_DECREMENT("--"),
    POST_INCREMENT("++"),
    POST_DECREMENT("--");

    private final String spelling;

    UnaryOperator(String spelling) {
        this.spelling = spelling;
    }

    public String spelling() {
        return spelling;
    }
}
