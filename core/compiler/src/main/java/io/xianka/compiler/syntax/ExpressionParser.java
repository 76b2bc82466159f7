package io.xianka.compiler.syntax;

import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.NameParser.Mode;
import java.util.ArrayList;
import java.util.List;

/** Reads expressions by precedence. */
final class ExpressionParser {
    private final Parser parser;
    private final Cursor cursor;
    private final KnownNames known;
    private final PrimaryParser primaries;
    /** Height of the tree that was read last: readers of the tree recurse this deep. */
    private int height;

    ExpressionParser(Parser parser) {
        this.parser = parser;
        this.cursor = parser.cursor;
        this.known = parser.known;
        this.primaries = new PrimaryParser(parser, this);
    }

    // ---- entry points

    /** Height of the tree that was read last. */
    int height() {
        return height;
    }

    /** Says that what was read has no parts worth counting. */
    void startLow() {
        height = 1;
    }

    /** An expression, commas included. */
    Expression expression() {
        int start = cursor.at;
        Expression left = assignment();
        while (cursor.is(TokenKind.COMMA)) {
            if (cursor.kind(1) == TokenKind.ELLIPSIS) {
                break;
            }
            int leftHeight = height;
            SourceSpan operator = cursor.next().span();
            Expression right = assignment();
            grow(leftHeight);
            left = new Expression.Binary(cursor.from(start), BinaryOperator.COMMA, operator, left, right);
        }
        return left;
    }

    /** An expression within brackets, where {@code >} is an operator again. */
    Expression parenthesisedContent() {
        boolean closes = cursor.greaterCloses;
        cursor.greaterCloses = false;
        Expression inner = expression();
        cursor.greaterCloses = closes;
        return inner;
    }

    /** A value without commas, or a list in braces. */
    Expression assignmentOrBraces() {
        return cursor.is(TokenKind.LEFT_BRACE) ? braceList() : assignment();
    }

    /** An expression without assignments: a constant. */
    Expression constant() {
        return conditional();
    }

    /** A constant within brackets. */
    Expression bracketedConstant() {
        boolean closes = cursor.greaterCloses;
        cursor.greaterCloses = false;
        Expression inner = conditional();
        cursor.greaterCloses = closes;
        return inner;
    }

    /** Values between commas up to a closing bracket, which stays; a value may be a pack expansion or in braces. */
    List<Expression> arguments(TokenKind close) {
        if (cursor.is(close)) {
            height = 0;
            return List.of();
        }
        boolean closes = cursor.greaterCloses;
        cursor.greaterCloses = false;
        List<Expression> list = new ArrayList<>(4);
        int tallest = 0;
        do {
            if (cursor.is(close) && close == TokenKind.RIGHT_BRACE) {
                break;
            }
            list.add(argument());
            tallest = Math.max(tallest, height);
        } while (cursor.take(TokenKind.COMMA));
        height = tallest;
        cursor.greaterCloses = closes;
        return List.copyOf(list);
    }

    private Expression argument() {
        int start = cursor.at;
        Expression value = assignmentOrBraces();
        return cursor.take(TokenKind.ELLIPSIS) ? new Expression.PackExpansion(cursor.from(start), value) : value;
    }

    /** A list in braces. */
    Expression.BraceList braceList() {
        int start = cursor.at;
        Token open = cursor.expect(TokenKind.LEFT_BRACE, "");
        cursor.enter();
        boolean closes = cursor.greaterCloses;
        cursor.greaterCloses = false;
        List<Expression> elements = new ArrayList<>();
        int tallest = 0;
        while (!cursor.is(TokenKind.RIGHT_BRACE)) {
            elements.add(element());
            tallest = Math.max(tallest, height);
            if (!cursor.take(TokenKind.COMMA)) {
                break;
            }
        }
        cursor.greaterCloses = closes;
        cursor.close(TokenKind.RIGHT_BRACE, open.span());
        cursor.leave();
        height = tallest;
        grow(0);
        return new Expression.BraceList(cursor.from(start), List.copyOf(elements));
    }

    private Expression element() {
        int start = cursor.at;
        if (cursor.is(TokenKind.DOT) && cursor.kind(1) == TokenKind.IDENTIFIER) {
            cursor.next();
            NamePart.Identifier field = parser.names.identifier("");
            Expression value;
            if (cursor.is(TokenKind.LEFT_BRACE)) {
                value = braceList();
            } else {
                cursor.expect(TokenKind.EQUAL, "after the field's name");
                value = assignmentOrBraces();
            }
            return new Expression.Designated(cursor.from(start), field, value);
        }
        if (cursor.is(TokenKind.LEFT_BRACKET) && arrayDesignator()) {
            throw cursor.fail("array designators '[index] =' are C, not C++");
        }
        return argument();
    }

    private boolean arrayDesignator() {
        int start = cursor.at;
        cursor.skipBalanced();
        boolean designator = cursor.is(TokenKind.EQUAL);
        cursor.at = start;
        return designator;
    }

    void grow(int other) {
        height = Math.max(height, other) + 1;
        if (height > Parser.TALLEST) {
            throw cursor.fail(
                    cursor.previous(),
                    "expression has more than " + Parser.TALLEST + " operators on top of each other; split it up");
        }
    }

    // ---- operators

    Expression assignment() {
        cursor.enter();
        Expression result = cursor.is(TokenKind.THROW) ? throwing() : assigning();
        cursor.leave();
        return result;
    }

    private Expression throwing() {
        int start = cursor.at;
        cursor.next();
        Expression operand = switch (cursor.kind()) {
            case SEMICOLON, RIGHT_PAREN, COMMA, COLON, RIGHT_BRACE -> null;
            default -> assignment();
        };
        return new Expression.Throw(cursor.from(start), operand);
    }

    private Expression assigning() {
        int start = cursor.at;
        Expression left = conditional();
        TokenKind kind = cursor.kind();
        boolean shift = kind == TokenKind.GREATER
                && !cursor.greaterCloses
                && cursor.kind(1) == TokenKind.GREATER_EQUAL
                && cursor.touches(1);
        if ((!shift && !isAssignment(kind)) || cursor.kind(1) == TokenKind.ELLIPSIS) {
            return left;
        }
        SourceSpan operatorSpan = cursor.next().span();
        if (shift) {
            operatorSpan = operatorSpan.to(cursor.next().span());
        }
        BinaryOperator operator = shift ? BinaryOperator.SHIFT_RIGHT : compound(kind);
        int leftHeight = height;
        Expression value = operator == null ? assignmentOrBraces() : assignment();
        grow(leftHeight);
        return new Expression.Assign(cursor.from(start), operator, operatorSpan, left, value);
    }

    static boolean isAssignment(TokenKind kind) {
        return kind == TokenKind.EQUAL || compound(kind) != null;
    }

    static BinaryOperator compound(TokenKind kind) {
        return switch (kind) {
            case PLUS_EQUAL -> BinaryOperator.ADD;
            case MINUS_EQUAL -> BinaryOperator.SUBTRACT;
            case STAR_EQUAL -> BinaryOperator.MULTIPLY;
            case SLASH_EQUAL -> BinaryOperator.DIVIDE;
            case PERCENT_EQUAL -> BinaryOperator.REMAINDER;
            case CARET_EQUAL -> BinaryOperator.XOR;
            case AMPERSAND_EQUAL -> BinaryOperator.AND;
            case BAR_EQUAL -> BinaryOperator.OR;
            case SHIFT_LEFT_EQUAL -> BinaryOperator.SHIFT_LEFT;
            case SHIFT_RIGHT_EQUAL -> BinaryOperator.SHIFT_RIGHT;
            default -> null;
        };
    }

    private Expression conditional() {
        int start = cursor.at;
        Expression condition = binary(0);
        if (!cursor.is(TokenKind.QUESTION)) {
            return condition;
        }
        int tallest = height;
        cursor.next();
        Expression then = null;
        if (!cursor.is(TokenKind.COLON)) {
            boolean closes = cursor.greaterCloses;
            cursor.greaterCloses = false;
            then = expression();
            cursor.greaterCloses = closes;
            tallest = Math.max(tallest, height);
        }
        cursor.expect(TokenKind.COLON, "to go with '?'");
        Expression otherwise = assignment();
        grow(tallest);
        return new Expression.Conditional(cursor.from(start), condition, then, otherwise);
    }

    private static int precedence(BinaryOperator operator) {
        return switch (operator) {
            case COMMA -> 0;
            case LOGICAL_OR -> 1;
            case LOGICAL_AND -> 2;
            case OR -> 3;
            case XOR -> 4;
            case AND -> 5;
            case EQUAL, NOT_EQUAL -> 6;
            case LESS, GREATER, LESS_EQUAL, GREATER_EQUAL -> 7;
            case SHIFT_LEFT, SHIFT_RIGHT -> 8;
            case ADD, SUBTRACT -> 9;
            case MULTIPLY, DIVIDE, REMAINDER -> 10;
            case MEMBER_POINTER, ARROW_MEMBER_POINTER -> 11;
        };
    }

    /** The operator here, or null; {@code >>} is two tokens. */
    BinaryOperator binaryOperator() {
        return switch (cursor.kind()) {
            case OR_OR -> BinaryOperator.LOGICAL_OR;
            case AND_AND -> BinaryOperator.LOGICAL_AND;
            case BAR -> BinaryOperator.OR;
            case CARET -> BinaryOperator.XOR;
            case AMPERSAND -> BinaryOperator.AND;
            case EQUAL_EQUAL -> BinaryOperator.EQUAL;
            case NOT_EQUAL -> BinaryOperator.NOT_EQUAL;
            case LESS -> BinaryOperator.LESS;
            case LESS_EQUAL -> BinaryOperator.LESS_EQUAL;
            case GREATER_EQUAL -> BinaryOperator.GREATER_EQUAL;
            case SHIFT_LEFT -> BinaryOperator.SHIFT_LEFT;
            case PLUS -> BinaryOperator.ADD;
            case MINUS -> BinaryOperator.SUBTRACT;
            case STAR -> BinaryOperator.MULTIPLY;
            case SLASH -> BinaryOperator.DIVIDE;
            case PERCENT -> BinaryOperator.REMAINDER;
            case DOT_STAR -> BinaryOperator.MEMBER_POINTER;
            case ARROW_STAR -> BinaryOperator.ARROW_MEMBER_POINTER;
            case GREATER -> {
                if (cursor.greaterCloses) {
                    yield null;
                }
                if (cursor.touches(1) && cursor.kind(1) == TokenKind.GREATER) {
                    yield BinaryOperator.SHIFT_RIGHT;
                }
                // ">>=" is an assignment.
                yield cursor.touches(1) && cursor.kind(1) == TokenKind.GREATER_EQUAL ? null : BinaryOperator.GREATER;
            }
            default -> null;
        };
    }

    private SourceSpan takeOperator(BinaryOperator operator) {
        SourceSpan span = cursor.next().span();
        return operator == BinaryOperator.SHIFT_RIGHT ? span.to(cursor.next().span()) : span;
    }

    private Expression binary(int least) {
        int start = cursor.at;
        Expression left = castExpression();
        while (true) {
            BinaryOperator operator = binaryOperator();
            if (operator == null || precedence(operator) <= least) {
                return left;
            }
            if (cursor.kind(operator == BinaryOperator.SHIFT_RIGHT ? 2 : 1) == TokenKind.ELLIPSIS) {
                // A fold; the parenthesis around it takes over.
                return left;
            }
            int leftHeight = height;
            SourceSpan span = takeOperator(operator);
            Expression right = binary(precedence(operator));
            grow(leftHeight);
            left = new Expression.Binary(cursor.from(start), operator, span, left, right);
        }
    }

    Expression castExpression() {
        if (!cursor.is(TokenKind.LEFT_PAREN)) {
            return unary();
        }
        int start = cursor.at;
        TypeSyntax type = castType();
        if (type == null) {
            return unary();
        }
        cursor.enter();
        Expression result;
        if (cursor.is(TokenKind.LEFT_BRACE)) {
            Expression.BraceList list = braceList();
            result = postfix(start, new Expression.ConstructBraces(cursor.from(start), type, list));
        } else {
            Expression operand = castExpression();
            grow(0);
            result = new Expression.Cast(cursor.from(start), Expression.CastForm.C_STYLE, type, operand);
        }
        cursor.leave();
        return result;
    }

    /** Takes {@code (type)} when that is what stands here, else null and nothing taken. */
    private TypeSyntax castType() {
        cursor.at++;
        boolean known = parser.specifiers.startsTypeId();
        boolean guess = !known && looksLikeUnknownCast();
        cursor.at--;
        if (!known && !guess) {
            return null;
        }
        return cursor.attempt(() -> {
            cursor.next();
            TypeSyntax type = parser.types.typeId();
            if (!cursor.take(TokenKind.RIGHT_PAREN)) {
                return null;
            }
            // "(T())" as an operand is a value in brackets far more often than a cast to a function.
            return type instanceof TypeSyntax.Function ? null : type;
        });
    }

    /** {@code (Unknown) x} and {@code (Unknown *) x}: only a cast makes sense of them. */
    private boolean looksLikeUnknownCast() {
        if (!cursor.is(TokenKind.IDENTIFIER) || known.find(cursor.peek().text()) != null) {
            return false;
        }
        int ahead = 1;
        boolean pointer = false;
        while (cursor.kind(ahead) == TokenKind.STAR) {
            pointer = true;
            ahead++;
        }
        if (cursor.kind(ahead) != TokenKind.RIGHT_PAREN) {
            return false;
        }
        return switch (cursor.kind(ahead + 1)) {
            case IDENTIFIER, NUMBER, THIS -> true;
            case LEFT_PAREN, AMPERSAND -> pointer;
            default -> false;
        };
    }

    private Expression unary() {
        int start = cursor.at;
        UnaryOperator operator = switch (cursor.kind()) {
            case PLUS -> UnaryOperator.PLUS;
            case MINUS -> UnaryOperator.MINUS;
            case NOT -> UnaryOperator.NOT;
            case TILDE -> UnaryOperator.COMPLEMENT;
            case STAR -> UnaryOperator.DEREFERENCE;
            case AMPERSAND -> UnaryOperator.ADDRESS_OF;
            case PLUS_PLUS -> UnaryOperator.PRE_INCREMENT;
            case MINUS_MINUS -> UnaryOperator.PRE_DECREMENT;
            default -> null;
        };
        if (operator != null) {
            cursor.enter();
            cursor.next();
            Expression operand = castExpression();
            grow(0);
            cursor.leave();
            return new Expression.Unary(cursor.from(start), operator, operand);
        }
        switch (cursor.kind()) {
            case SIZEOF -> {
                return sizeof();
            }
            case ALIGNOF -> {
                return alignof();
            }
            case NOEXCEPT -> {
                cursor.next();
                Token open = cursor.expect(TokenKind.LEFT_PAREN, "after noexcept");
                Expression operand = parenthesisedContent();
                cursor.close(TokenKind.RIGHT_PAREN, open.span());
                return new Expression.NoexceptOf(cursor.from(start), operand);
            }
            case NEW -> {
                return newObject(start);
            }
            case DELETE -> {
                return delete(start);
            }
            case COLON_COLON -> {
                if (cursor.kind(1) == TokenKind.NEW) {
                    cursor.next();
                    return newObject(start);
                }
                if (cursor.kind(1) == TokenKind.DELETE) {
                    cursor.next();
                    return delete(start);
                }
            }
            case EXTENSION -> {
                cursor.next();
                return castExpression();
            }
            default -> {}
        }
        return postfix(start, primaries.read());
    }

    private Expression sizeof() {
        int start = cursor.at;
        cursor.next();
        if (cursor.take(TokenKind.ELLIPSIS)) {
            Token open = cursor.expect(TokenKind.LEFT_PAREN, "after sizeof...");
            NamePart.Identifier pack = parser.names.identifier("");
            cursor.close(TokenKind.RIGHT_PAREN, open.span());
            height = 1;
            return new Expression.SizeofPack(cursor.from(start), pack);
        }
        TypeSyntax type = bracketedType();
        if (type != null) {
            height = 1;
            return new Expression.SizeofType(cursor.from(start), type);
        }
        cursor.enter();
        Expression operand = unary();
        cursor.leave();
        grow(0);
        return new Expression.SizeofValue(cursor.from(start), operand);
    }

    private Expression alignof() {
        int start = cursor.at;
        cursor.next();
        TypeSyntax type = bracketedType();
        if (type != null) {
            height = 1;
            return new Expression.AlignofType(cursor.from(start), type);
        }
        cursor.enter();
        Expression operand = unary();
        cursor.leave();
        grow(0);
        return new Expression.AlignofValue(cursor.from(start), operand);
    }

    /** Takes {@code (type)} unless a list in braces follows, else null and nothing taken. */
    TypeSyntax bracketedType() {
        if (!cursor.is(TokenKind.LEFT_PAREN)) {
            return null;
        }
        return cursor.attempt(() -> {
            cursor.next();
            if (!parser.specifiers.startsTypeId()) {
                return null;
            }
            TypeSyntax type = parser.types.typeId();
            return cursor.take(TokenKind.RIGHT_PAREN) && !cursor.is(TokenKind.LEFT_BRACE) ? type : null;
        });
    }

    private Expression newObject(int start) {
        cursor.next();
        List<Expression> placement = List.of();
        TypeSyntax type = bracketedType();
        if (type == null && cursor.is(TokenKind.LEFT_PAREN)) {
            Token open = cursor.next();
            placement = arguments(TokenKind.RIGHT_PAREN);
            cursor.close(TokenKind.RIGHT_PAREN, open.span());
            type = bracketedType();
        }
        if (type == null) {
            type = parser.types.newType();
            List<Expression> sizes = new ArrayList<>(1);
            while (cursor.is(TokenKind.LEFT_BRACKET)) {
                Token open = cursor.next();
                sizes.add(parenthesisedContent());
                cursor.close(TokenKind.RIGHT_BRACKET, open.span());
            }
            for (int i = sizes.size() - 1; i >= 0; i--) {
                type = new TypeSyntax.Array(cursor.from(start), type, sizes.get(i));
            }
        }
        Initialiser initialiser = new Initialiser.None(cursor.previous().after());
        int valueStart = cursor.at;
        if (cursor.is(TokenKind.LEFT_PAREN)) {
            Token open = cursor.next();
            List<Expression> values = arguments(TokenKind.RIGHT_PAREN);
            cursor.close(TokenKind.RIGHT_PAREN, open.span());
            initialiser = new Initialiser.Parens(cursor.from(valueStart), values);
        } else if (cursor.is(TokenKind.LEFT_BRACE)) {
            Expression.BraceList list = braceList();
            initialiser = new Initialiser.Braces(cursor.from(valueStart), list);
        }
        grow(0);
        return new Expression.New(cursor.from(start), placement, type, initialiser);
    }

    private Expression delete(int start) {
        cursor.next();
        boolean array = cursor.is(TokenKind.LEFT_BRACKET) && cursor.kind(1) == TokenKind.RIGHT_BRACKET;
        if (array) {
            cursor.next();
            cursor.next();
        }
        cursor.enter();
        Expression operand = castExpression();
        cursor.leave();
        grow(0);
        return new Expression.Delete(cursor.from(start), array, operand);
    }

    // ---- postfix

    Expression postfix(int start, Expression first) {
        Expression left = first;
        while (true) {
            switch (cursor.kind()) {
                case LEFT_PAREN -> {
                    int tallest = height;
                    List<Expression> arguments = callArguments();
                    grow(tallest);
                    left = new Expression.Call(cursor.from(start), left, arguments);
                }
                case LEFT_BRACKET -> {
                    int tallest = height;
                    Token open = cursor.next();
                    Expression index = cursor.is(TokenKind.LEFT_BRACE) ? braceList() : parenthesisedContent();
                    cursor.close(TokenKind.RIGHT_BRACKET, open.span());
                    grow(tallest);
                    left = new Expression.Subscript(cursor.from(start), left, index);
                }
                case DOT, ARROW -> {
                    boolean arrow = cursor.next().is(TokenKind.ARROW);
                    int tallest = height;
                    Name member = memberName();
                    height = tallest;
                    grow(0);
                    left = new Expression.Member(cursor.from(start), left, arrow, member);
                }
                case PLUS_PLUS, MINUS_MINUS -> {
                    UnaryOperator operator = cursor.next().is(TokenKind.PLUS_PLUS)
                            ? UnaryOperator.POST_INCREMENT
                            : UnaryOperator.POST_DECREMENT;
                    grow(0);
                    left = new Expression.Unary(cursor.from(start), operator, left);
                }
                case SHIFT_LEFT -> {
                    if (cursor.kind(1) != TokenKind.LESS || !cursor.touches(1)) {
                        return left;
                    }
                    left = launch(start, left);
                }
                default -> {
                    return left;
                }
            }
        }
    }

    private Name memberName() {
        if (!parser.names.ahead() && !cursor.is(TokenKind.TILDE) && !cursor.is(TokenKind.TEMPLATE)) {
            throw cursor.missing(TokenKind.IDENTIFIER, "of a member");
        }
        return parser.names.read(Mode.MEMBER).name();
    }

    List<Expression> callArguments() {
        Token open = cursor.next();
        List<Expression> arguments = arguments(TokenKind.RIGHT_PAREN);
        cursor.close(TokenKind.RIGHT_PAREN, open.span());
        return arguments;
    }

    private Expression launch(int start, Expression kernel) {
        int tallest = height;
        SourceSpan open = cursor.next().span().to(cursor.next().span());
        boolean closes = cursor.greaterCloses;
        cursor.greaterCloses = true;
        List<Expression> configuration = new ArrayList<>(4);
        do {
            configuration.add(assignmentOrBraces());
        } while (cursor.take(TokenKind.COMMA));
        cursor.greaterCloses = closes;
        for (int i = 0; i < 3; i++) {
            cursor.close(TokenKind.GREATER, open);
        }
        if (!cursor.is(TokenKind.LEFT_PAREN)) {
            throw cursor.missing(TokenKind.LEFT_PAREN, "after the launch configuration");
        }
        List<Expression> arguments = callArguments();
        grow(tallest);
        return new Expression.KernelLaunch(cursor.from(start), kernel, List.copyOf(configuration), arguments);
    }
}
