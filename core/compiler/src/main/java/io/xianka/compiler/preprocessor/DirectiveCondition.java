package io.xianka.compiler.preprocessor;

import io.xianka.compiler.lexer.NumberLiteral;
import io.xianka.compiler.lexer.TextLiteral;
import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceSpan;
import java.util.List;
import java.util.function.Supplier;

/**
 * Evaluates the expression of {@code #if}: 64-bit integers, signed or unsigned, with C++'s operators. What a short
 * circuit leaves out is parsed but raises no error. Any error makes the condition false, after it is reported.
 */
final class DirectiveCondition {
    private static final int DEEPEST = 256;

    private record Value(long bits, boolean isUnsigned) {
        static Value of(boolean truth) {
            return new Value(truth ? 1 : 0, false);
        }

        boolean truth() {
            return bits != 0;
        }
    }

    private static final Value ZERO = new Value(0, false);

    /** Unwinds from an error that was reported. */
    private static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1;

        Failed() {
            super(null, null, false, false);
        }
    }

    private final List<Token> tokens;
    private final SourceSpan directive;
    private final Diagnostics diagnostics;
    private int at;
    private int depth;
    /** Above 0 inside what a short circuit leaves out. */
    private int unevaluated;

    private DirectiveCondition(List<Token> tokens, SourceSpan directive, Diagnostics diagnostics) {
        this.tokens = tokens;
        this.directive = directive;
        this.diagnostics = diagnostics;
    }

    /** The condition's truth; macros are already replaced and {@code defined} is already answered. */
    static boolean holds(List<Token> tokens, SourceSpan directive, Diagnostics diagnostics) {
        DirectiveCondition condition = new DirectiveCondition(tokens, directive, diagnostics);
        try {
            if (tokens.isEmpty()) {
                throw condition.fail(directive.after(), "#if has no expression");
            }
            Value value = condition.comma();
            if (condition.at < tokens.size()) {
                Token extra = tokens.get(condition.at);
                throw condition.fail(extra.span(), "expected an operator, found '" + extra.text() + "'");
            }
            return value.truth();
        } catch (Failed e) {
            return false;
        }
    }

    private Failed fail(SourceSpan span, String message) {
        diagnostics.error(span, message);
        return new Failed();
    }

    private boolean take(TokenKind kind) {
        if (at < tokens.size() && tokens.get(at).is(kind)) {
            at++;
            return true;
        }
        return false;
    }

    private Value comma() {
        Value value = conditional();
        while (take(TokenKind.COMMA)) {
            value = conditional();
        }
        return value;
    }

    private Value conditional() {
        if (++depth > DEEPEST) {
            throw fail(
                    at < tokens.size() ? tokens.get(at).span() : directive,
                    "expression is nested more than " + DEEPEST + " deep");
        }
        Value condition = binary(0);
        if (take(TokenKind.QUESTION)) {
            Value then = quietUnless(condition.truth(), this::comma);
            if (!take(TokenKind.COLON)) {
                throw fail(here(), "expected ':' to go with '?'");
            }
            Value otherwise = quietUnless(!condition.truth(), this::conditional);
            Value chosen = condition.truth() ? then : otherwise;
            condition = new Value(chosen.bits, then.isUnsigned || otherwise.isUnsigned);
        }
        depth--;
        return condition;
    }

    private Value quietUnless(boolean evaluated, Supplier<Value> part) {
        if (evaluated) {
            return part.get();
        }
        unevaluated++;
        Value value = part.get();
        unevaluated--;
        return value;
    }

    private SourceSpan here() {
        return at < tokens.size()
                ? tokens.get(at).span()
                : tokens.get(tokens.size() - 1).span().after();
    }

    private static int precedence(TokenKind kind) {
        return switch (kind) {
            case OR_OR -> 1;
            case AND_AND -> 2;
            case BAR -> 3;
            case CARET -> 4;
            case AMPERSAND -> 5;
            case EQUAL_EQUAL, NOT_EQUAL -> 6;
            case LESS, GREATER, LESS_EQUAL, GREATER_EQUAL -> 7;
            case SHIFT_LEFT, SHIFT_RIGHT -> 8;
            case PLUS, MINUS -> 9;
            case STAR, SLASH, PERCENT -> 10;
            default -> 0;
        };
    }

    private Value binary(int least) {
        Value left = unary();
        while (at < tokens.size()) {
            Token operator = tokens.get(at);
            int precedence = precedence(operator.kind());
            if (precedence <= least) {
                break;
            }
            at++;
            Value before = left;
            boolean evaluated = switch (operator.kind()) {
                case OR_OR -> !before.truth();
                case AND_AND -> before.truth();
                default -> true;
            };
            Value right = quietUnless(evaluated, () -> binary(precedence));
            left = apply(operator, left, right);
        }
        return left;
    }

    private Value apply(Token operator, Value left, Value right) {
        boolean u = left.isUnsigned || right.isUnsigned;
        long a = left.bits;
        long b = right.bits;
        return switch (operator.kind()) {
            case OR_OR -> Value.of(left.truth() || right.truth());
            case AND_AND -> Value.of(left.truth() && right.truth());
            case BAR -> new Value(a | b, u);
            case CARET -> new Value(a ^ b, u);
            case AMPERSAND -> new Value(a & b, u);
            case EQUAL_EQUAL -> Value.of(a == b);
            case NOT_EQUAL -> Value.of(a != b);
            case LESS -> Value.of(compare(a, b, u) < 0);
            case GREATER -> Value.of(compare(a, b, u) > 0);
            case LESS_EQUAL -> Value.of(compare(a, b, u) <= 0);
            case GREATER_EQUAL -> Value.of(compare(a, b, u) >= 0);
            case SHIFT_LEFT -> new Value(shift(a, left.isUnsigned, true, right), left.isUnsigned);
            case SHIFT_RIGHT -> new Value(shift(a, left.isUnsigned, false, right), left.isUnsigned);
            case PLUS -> new Value(a + b, u);
            case MINUS -> new Value(a - b, u);
            case STAR -> new Value(a * b, u);
            case SLASH, PERCENT -> divide(operator, a, b, u);
            default -> throw fail(operator.span(), "'" + operator.text() + "' is not allowed in #if");
        };
    }

    private static int compare(long a, long b, boolean isUnsigned) {
        return isUnsigned ? Long.compareUnsigned(a, b) : Long.compare(a, b);
    }

    private static long shift(long value, boolean isUnsigned, boolean left, Value by) {
        boolean backwards = !by.isUnsigned && by.bits < 0;
        long count = backwards ? -by.bits : by.bits;
        boolean leftwards = left != backwards;
        if (Long.compareUnsigned(count, 63) > 0) {
            return leftwards || isUnsigned || value >= 0 ? 0 : -1;
        }
        if (leftwards) {
            return value << count;
        }
        return isUnsigned ? value >>> count : value >> count;
    }

    private Value divide(Token operator, long a, long b, boolean isUnsigned) {
        if (b == 0) {
            if (unevaluated > 0) {
                return new Value(0, isUnsigned);
            }
            throw fail(operator.span(), "division by zero in #if");
        }
        boolean quotient = operator.is(TokenKind.SLASH);
        long bits = isUnsigned
                ? quotient ? Long.divideUnsigned(a, b) : Long.remainderUnsigned(a, b)
                : quotient ? a / b : a % b;
        return new Value(bits, isUnsigned);
    }

    private Value unary() {
        if (at >= tokens.size()) {
            throw fail(here(), "expected a value at the end of the expression");
        }
        Token token = tokens.get(at++);
        return switch (token.kind()) {
            case MINUS -> {
                Value value = deeper();
                yield new Value(-value.bits, value.isUnsigned);
            }
            case PLUS -> deeper();
            case TILDE -> {
                Value value = deeper();
                yield new Value(~value.bits, value.isUnsigned);
            }
            case NOT -> Value.of(!deeper().truth());
            case LEFT_PAREN -> {
                Value value = comma();
                if (!take(TokenKind.RIGHT_PAREN)) {
                    throw fail(here(), "expected ')'");
                }
                yield value;
            }
            case NUMBER -> number(token);
            case CHARACTER -> character(token);
            case TRUE -> Value.of(true);
            default -> {
                if (token.isWord()) {
                    if (take(TokenKind.LEFT_PAREN)) {
                        throw fail(token.span(), "'" + token.text() + "' is not a macro that takes arguments");
                    }
                    yield ZERO;
                }
                throw fail(
                        token.span(),
                        token.is(TokenKind.STRING)
                                ? "a string is not allowed in #if"
                                : "expected a value, found '" + token.text() + "'");
            }
        };
    }

    private Value deeper() {
        if (++depth > DEEPEST) {
            throw fail(here(), "expression is nested more than " + DEEPEST + " deep");
        }
        Value value = unary();
        depth--;
        return value;
    }

    private Value number(Token token) {
        return switch (NumberLiteral.of(token.text())) {
            case NumberLiteral.Whole whole ->
                new Value(whole.value(), whole.isUnsigned() || (!whole.decimal() && whole.value() < 0));
            case NumberLiteral.Floating floating ->
                throw fail(token.span(), "floating number " + token.text() + " is not allowed in #if");
            case NumberLiteral.Malformed malformed -> throw fail(token.span(), malformed.message());
        };
    }

    private Value character(Token token) {
        TextLiteral literal = TextLiteral.of(token.text());
        if (literal.error() != null || literal.units().isEmpty()) {
            throw fail(token.span(), literal.error() != null ? literal.error() : "character literal is empty");
        }
        return new Value(literal.characterValue(), false);
    }
}
