package io.xianka.compiler.syntax;

/** Operators between two operands, assignment aside. */
public enum BinaryOperator {
    MULTIPLY("*"),
    DIVIDE("/"),
    REMAINDER("%"),
    ADD("+"),
    SUBTRACT("-"),
    SHIFT_LEFT("<<"),
    SHIFT_RIGHT(">>"),
    LESS("<"),
    GREATER(">"),
    LESS_EQUAL("<="),
    GREATER_EQUAL(">="),
    EQUAL("=="),
    NOT_EQUAL("!="),
    AND("&"),
    XOR("^"),
    OR("|"),
    LOGICAL_AND("&&"),
    LOGICAL_OR("||"),
    COMMA(","),
    MEMBER_POINTER(".*"),
    ARROW_MEMBER_POINTER("->*");

    private final String spelling;

    BinaryOperator(String spelling) {
        this.spelling = spelling;
    }

    public String spelling() {
        return spelling;
    }
}
