package io.xianka.compiler.syntax;

import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.KnownNames.Scope;
import io.xianka.compiler.syntax.KnownNames.ScopeKind;
import io.xianka.compiler.syntax.NameParser.Mode;
import io.xianka.compiler.syntax.NameParser.Read;
import java.util.ArrayList;
import java.util.List;

/** Reads statements; an error in one is reported and the next is read. */
final class StatementParser {
    private final Parser parser;
    private final Cursor cursor;
    private final KnownNames known;
    private final LiteralParser literals;

    StatementParser(Parser parser) {
        this.parser = parser;
        this.cursor = parser.cursor;
        this.known = parser.known;
        this.literals = new LiteralParser(cursor);
    }

    /** A block, in a scope of its own. */
    Statement.Compound compound() {
        int start = cursor.at;
        Token open = cursor.expect(TokenKind.LEFT_BRACE, "");
        Scope outer = known.current();
        known.open(ScopeKind.BLOCK, "");
        List<Statement> statements = new ArrayList<>();
        statementsInto(statements);
        known.go(outer);
        cursor.close(TokenKind.RIGHT_BRACE, open.span());
        return new Statement.Compound(cursor.from(start), List.copyOf(statements));
    }

    /** Statements up to the closing brace, which stays. */
    void statementsInto(List<Statement> out) {
        while (!cursor.is(TokenKind.RIGHT_BRACE) && !cursor.is(TokenKind.END)) {
            int start = cursor.at;
            int depth = cursor.depth;
            Scope scope = known.current();
            try {
                out.add(statement());
            } catch (ParseFailure e) {
                if (cursor.isTentative() || cursor.isStopped()) {
                    throw e;
                }
                cursor.depth = depth;
                cursor.greaterCloses = false;
                known.go(scope);
                recover(start);
                out.add(new Statement.Malformed(cursor.from(start)));
            }
        }
    }

    /** Goes behind the semicolon or the block that ends the statement that failed. */
    private void recover(int start) {
        if (cursor.at == start) {
            cursor.next();
        }
        while (true) {
            switch (cursor.kind()) {
                case SEMICOLON -> {
                    cursor.next();
                    return;
                }
                case LEFT_BRACE -> {
                    cursor.skipBalanced();
                    if (!cursor.is(TokenKind.SEMICOLON)
                            && !cursor.is(TokenKind.RIGHT_PAREN)
                            && !cursor.is(TokenKind.COMMA)) {
                        return;
                    }
                }
                case RIGHT_BRACE, END -> {
                    return;
                }
                case LEFT_PAREN, LEFT_BRACKET -> {
                    if (!closesBeforeSemicolon()) {
                        cursor.next();
                    } else {
                        cursor.skipBalanced();
                    }
                }
                default -> {
                    if (cursor.peek().startsLine() && startsStatement() && cursor.at > start + 1) {
                        return;
                    }
                    cursor.next();
                }
            }
        }
    }

    private boolean closesBeforeSemicolon() {
        int start = cursor.at;
        int nesting = 0;
        boolean closes = false;
        for (int i = 0; i < 2000; i++) {
            TokenKind kind = cursor.kind(i);
            if (kind == TokenKind.LEFT_PAREN || kind == TokenKind.LEFT_BRACKET) {
                nesting++;
            } else if (kind == TokenKind.RIGHT_PAREN || kind == TokenKind.RIGHT_BRACKET) {
                if (--nesting == 0) {
                    closes = true;
                    break;
                }
            } else if (kind == TokenKind.SEMICOLON || kind == TokenKind.LEFT_BRACE || kind == TokenKind.END) {
                break;
            }
        }
        cursor.at = start;
        return closes;
    }

    /** True for words that only start a statement, so that recovery may stop before one on a new line. */
    private boolean startsStatement() {
        return switch (cursor.kind()) {
            case IF, FOR, WHILE, DO, SWITCH, RETURN, BREAK, CONTINUE, GOTO, CASE, DEFAULT, ASM -> true;
            case STATIC,
                    CONST,
                    CONSTEXPR,
                    SHARED,
                    AUTO,
                    VOID,
                    BOOL,
                    CHAR,
                    SHORT,
                    INT,
                    LONG,
                    SIGNED,
                    UNSIGNED,
                    FLOAT,
                    DOUBLE,
                    STRUCT,
                    TYPEDEF -> true;
            default -> false;
        };
    }

    Statement statement() {
        cursor.enter();
        Statement result = read();
        cursor.leave();
        return result;
    }

    private Statement read() {
        int start = cursor.at;
        if (parser.attributes.ahead() && cursor.is(TokenKind.LEFT_BRACKET)) {
            parser.attributes.skipAll();
            if (cursor.is(TokenKind.SEMICOLON)) {
                cursor.next();
                return new Statement.Empty(cursor.from(start));
            }
        }
        if (cursor.isWord("co_return") || cursor.isWord("co_await") || cursor.isWord("co_yield")) {
            throw cursor.fail(
                    "a kernel cannot be a coroutine: '" + cursor.peek().text() + "'");
        }
        return switch (cursor.kind()) {
            case LEFT_BRACE -> compound();
            case SEMICOLON -> {
                cursor.next();
                yield new Statement.Empty(cursor.from(start));
            }
            case IF -> ifStatement();
            case SWITCH -> switchStatement();
            case WHILE -> whileStatement(null);
            case DO -> doStatement(null);
            case FOR -> forStatement(null);
            case PRAGMA_UNROLL, PRAGMA_NOUNROLL -> unrolled();
            case PRAGMA_PACK -> {
                parser.pragmaPack();
                yield new Statement.Empty(cursor.from(start));
            }
            case CASE, DEFAULT -> caseStatement();
            case BREAK -> {
                cursor.next();
                semicolon("after 'break'");
                yield new Statement.Break(cursor.from(start));
            }
            case CONTINUE -> {
                cursor.next();
                semicolon("after 'continue'");
                yield new Statement.Continue(cursor.from(start));
            }
            case RETURN -> {
                cursor.next();
                Expression value = null;
                if (cursor.is(TokenKind.LEFT_BRACE)) {
                    value = parser.expressions.braceList();
                } else if (!cursor.is(TokenKind.SEMICOLON)) {
                    value = parser.expressions.expression();
                }
                semicolon("after 'return'");
                yield new Statement.Return(cursor.from(start), value);
            }
            case GOTO -> {
                cursor.next();
                NamePart.Identifier label = parser.names.identifier("of a label");
                semicolon("after 'goto'");
                yield new Statement.Goto(cursor.from(start), label);
            }
            case ASM -> asm();
            case TRY -> throw cursor.fail("exceptions are not supported in device code: 'try'");
            case ELSE -> throw cursor.fail("'else' without 'if'");
            case CATCH -> throw cursor.fail("'catch' without 'try'");
            case IDENTIFIER -> {
                if (cursor.kind(1) == TokenKind.COLON) {
                    NamePart.Identifier label = parser.names.identifier("");
                    cursor.next();
                    yield new Statement.Labelled(cursor.from(start), label, labelled());
                }
                yield plain();
            }
            default -> plain();
        };
    }

    /** What follows a label; at the end of a block nothing needs to. */
    private Statement labelled() {
        if (cursor.is(TokenKind.RIGHT_BRACE)) {
            return new Statement.Empty(cursor.previous().after());
        }
        return statement();
    }

    private void semicolon(String where) {
        cursor.endStatement(where);
    }

    // ---- declarations and expressions

    private Statement plain() {
        int start = cursor.at;
        switch (declares()) {
            case YES -> {
                return declaration();
            }
            case PERHAPS -> {
                Statement declaration = cursor.attempt(this::declaration);
                if (declaration != null) {
                    return declaration;
                }
            }
            case NO -> {}
        }
        Expression expression = parser.expressions.expression();
        parser.endExpression(expression);
        return new Statement.Evaluate(cursor.from(start), expression);
    }

    private Statement declaration() {
        int start = cursor.at;
        List<Declaration> out = new ArrayList<>(1);
        parser.declarations.inBlock(out);
        return new Statement.Declare(cursor.from(start), List.copyOf(out));
    }

    private enum Answer {
        YES,
        NO,
        PERHAPS
    }

    /** Whether a declaration starts here. */
    private Answer declares() {
        TokenKind kind = cursor.kind();
        if (SpecifierParser.isSpecifierWord(kind)) {
            return Answer.YES;
        }
        switch (kind) {
            case USING, NAMESPACE, STATIC_ASSERT, TEMPLATE -> {
                return Answer.YES;
            }
            case EXTENSION -> {
                return cursor.kind(1) == TokenKind.IDENTIFIER || cursor.kind(1) == TokenKind.LEFT_PAREN
                        ? Answer.NO
                        : Answer.YES;
            }
            default -> {}
        }
        if (SpecifierParser.isSimpleTypeWord(kind)) {
            TokenKind next = cursor.kind(1);
            if (kind == TokenKind.TYPENAME || kind == TokenKind.DECLTYPE) {
                return Answer.PERHAPS;
            }
            return next == TokenKind.LEFT_PAREN || next == TokenKind.LEFT_BRACE ? Answer.PERHAPS : Answer.YES;
        }
        if (kind != TokenKind.IDENTIFIER && kind != TokenKind.COLON_COLON) {
            return Answer.NO;
        }
        int start = cursor.at;
        Read read = cursor.attempt(() -> parser.names.read(Mode.TYPE));
        TokenKind next = cursor.kind();
        TokenKind second = cursor.kind(1);
        boolean nextConst = next == TokenKind.CONST || next == TokenKind.VOLATILE;
        cursor.at = start;
        if (read == null || read.name().last() instanceof NamePart.Operator) {
            return Answer.NO;
        }
        if (read.isType()) {
            return switch (next) {
                case LEFT_PAREN, LEFT_BRACE, COLON_COLON -> Answer.PERHAPS;
                default -> Answer.YES;
            };
        }
        if (read.isKnownValue()) {
            return Answer.NO;
        }
        // An unknown name before another name can only be a type; semantics will say that it is not declared.
        if (next == TokenKind.IDENTIFIER || nextConst) {
            return Answer.YES;
        }
        boolean pointer = (next == TokenKind.STAR || next == TokenKind.AMPERSAND) && second == TokenKind.IDENTIFIER;
        boolean qualified = !read.name().qualifiers().isEmpty() || read.name().last() instanceof NamePart.TemplateId;
        return pointer && (qualified || initialises()) ? Answer.PERHAPS : Answer.NO;
    }

    /** True for {@code Unknown *name =} and {@code Unknown *name;}, which no sensible expression looks like. */
    private boolean initialises() {
        if (cursor.kind() != TokenKind.IDENTIFIER || cursor.kind(2) != TokenKind.IDENTIFIER) {
            return false;
        }
        TokenKind after = cursor.kind(3);
        return after == TokenKind.EQUAL || after == TokenKind.SEMICOLON;
    }

    // ---- selection

    /** The head of an {@code if} and what it guards. */
    private record Branch(int start, boolean isConstexpr, Statement init, Condition condition, Statement then) {}

    /** A ladder of {@code else if} is read rung by rung, for generated ones are long. */
    private Statement ifStatement() {
        Scope outer = known.current();
        List<Branch> branches = new ArrayList<>(1);
        Statement otherwise = null;
        do {
            int start = cursor.at;
            cursor.next();
            boolean isConstexpr = cursor.take(TokenKind.CONSTEXPR);
            known.open(ScopeKind.BLOCK, "");
            Token open = cursor.expect(TokenKind.LEFT_PAREN, "after 'if'");
            Statement init = init();
            Condition condition = condition();
            cursor.close(TokenKind.RIGHT_PAREN, open.span());
            branches.add(new Branch(start, isConstexpr, init, condition, body()));
            boundLadder(branches.size(), "'else if'");
            if (!cursor.take(TokenKind.ELSE)) {
                break;
            }
            if (!cursor.is(TokenKind.IF)) {
                otherwise = body();
                break;
            }
        } while (true);
        known.go(outer);
        for (int i = branches.size() - 1; i >= 0; i--) {
            Branch branch = branches.get(i);
            otherwise = new Statement.If(
                    cursor.from(branch.start),
                    branch.isConstexpr,
                    branch.init,
                    branch.condition,
                    branch.then,
                    otherwise);
        }
        return otherwise;
    }

    private void boundLadder(int rungs, String what) {
        if (rungs > Parser.TALLEST) {
            throw cursor.stop("more than " + Parser.TALLEST + " times " + what + " in a row");
        }
    }

    private Statement switchStatement() {
        int start = cursor.at;
        cursor.next();
        Scope outer = known.current();
        known.open(ScopeKind.BLOCK, "");
        Token open = cursor.expect(TokenKind.LEFT_PAREN, "after 'switch'");
        Statement init = init();
        Condition condition = condition();
        cursor.close(TokenKind.RIGHT_PAREN, open.span());
        Statement body = body();
        known.go(outer);
        return new Statement.Switch(cursor.from(start), init, condition, body);
    }

    /** The statement under a condition; an error in it does not spoil the statement around it. */
    private Statement body() {
        int start = cursor.at;
        int depth = cursor.depth;
        if (cursor.is(TokenKind.RIGHT_BRACE) || cursor.is(TokenKind.END)) {
            throw cursor.fail("expected a statement, found " + Cursor.describe(cursor.peek()));
        }
        Scope scope = known.open(ScopeKind.BLOCK, "");
        try {
            return statement();
        } catch (ParseFailure e) {
            if (cursor.isTentative() || cursor.isStopped()) {
                throw e;
            }
            cursor.depth = depth;
            cursor.greaterCloses = false;
            recover(start);
            return new Statement.Malformed(cursor.from(start));
        } finally {
            known.go(scope.parent);
        }
    }

    /** The part before a semicolon in the head of {@code if} and {@code switch}, or null. */
    private Statement init() {
        int ahead = 0;
        int nesting = 0;
        while (true) {
            switch (cursor.kind(ahead)) {
                case LEFT_PAREN, LEFT_BRACKET, LEFT_BRACE -> nesting++;
                case RIGHT_PAREN, RIGHT_BRACKET, RIGHT_BRACE -> {
                    if (--nesting < 0) {
                        return null;
                    }
                }
                case SEMICOLON -> {
                    if (nesting == 0) {
                        return read();
                    }
                }
                case END -> {
                    return null;
                }
                default -> {}
            }
            ahead++;
        }
    }

    private Condition condition() {
        int start = cursor.at;
        if (declares() != Answer.NO) {
            Declaration.Variable variable = cursor.attempt(this::conditionVariable);
            if (variable != null) {
                return new Condition.Declared(cursor.from(start), variable);
            }
        }
        Expression test = parser.expressions.expression();
        return new Condition.Test(test.span(), test);
    }

    private Declaration.Variable conditionVariable() {
        int start = cursor.at;
        SpecifierParser.Specified specified = parser.specifiers.read(false, true);
        TypeParser.Declarator declarator = parser.types.declarator(TypeParser.Form.NAMED);
        Name name = declarator.name;
        if (specified.type == null || name == null) {
            return null;
        }
        known.declareValue(name.simple());
        int valueStart = cursor.at;
        Initialiser initialiser;
        if (cursor.take(TokenKind.EQUAL)) {
            initialiser = new Initialiser.Equals(cursor.from(valueStart), parser.expressions.assignmentOrBraces());
        } else if (cursor.is(TokenKind.LEFT_BRACE)) {
            Expression.BraceList list = parser.expressions.braceList();
            initialiser = new Initialiser.Braces(list.span(), list);
        } else {
            return null;
        }
        return new Declaration.Variable(
                cursor.from(start), specified.build(), name, declarator.applyTo(specified.type), initialiser);
    }

    /** A value of {@code case}, or {@code default} when both are null. */
    private record Label(int start, Expression value, Expression upTo) {}

    /** Labels in a row, and the statement behind them. */
    private Statement caseStatement() {
        List<Label> labels = new ArrayList<>(1);
        while (cursor.is(TokenKind.CASE) || cursor.is(TokenKind.DEFAULT)) {
            int start = cursor.at;
            if (cursor.next().is(TokenKind.DEFAULT)) {
                cursor.expect(TokenKind.COLON, "after 'default'");
                labels.add(new Label(start, null, null));
            } else {
                Expression value = parser.expressions.constant();
                Expression upTo = cursor.take(TokenKind.ELLIPSIS) ? parser.expressions.constant() : null;
                cursor.expect(TokenKind.COLON, "after the case's value");
                labels.add(new Label(start, value, upTo));
            }
            boundLadder(labels.size(), "a label");
        }
        int end = cursor.at;
        Statement body = labelled();
        for (int i = labels.size() - 1; i >= 0; i--) {
            Label label = labels.get(i);
            SourceSpan span =
                    cursor.token(label.start).span().to(cursor.token(end - 1).span());
            body = label.value == null
                    ? new Statement.Default(span, body)
                    : new Statement.Case(span, label.value, label.upTo, body);
        }
        return body;
    }

    // ---- loops

    private Statement unrolled() {
        int start = cursor.at;
        Token pragma = cursor.next();
        Expression factor = null;
        if (pragma.is(TokenKind.PRAGMA_NOUNROLL)) {
            factor = new Expression.IntegerLiteral(pragma.span(), 1, true, false, Expression.IntegerLength.NONE);
        } else if (!cursor.is(TokenKind.PRAGMA_END)) {
            factor = parser.expressions.expression();
        }
        cursor.expect(TokenKind.PRAGMA_END, "after the unroll factor");
        Statement.Unroll unroll = new Statement.Unroll(cursor.from(start), factor);
        parser.attributes.skipAll();
        return switch (cursor.kind()) {
            case FOR -> forStatement(unroll);
            case WHILE -> whileStatement(unroll);
            case DO -> doStatement(unroll);
            case RIGHT_BRACE, END -> {
                cursor.warn(pragma.span(), "#pragma unroll has no loop behind it and is ignored");
                yield new Statement.Empty(pragma.span());
            }
            default -> {
                if (!cursor.is(TokenKind.PRAGMA_UNROLL) && !cursor.is(TokenKind.PRAGMA_NOUNROLL)) {
                    cursor.warn(pragma.span(), "#pragma unroll has no loop behind it and is ignored");
                }
                yield statement();
            }
        };
    }

    private Statement whileStatement(Statement.Unroll unroll) {
        int start = cursor.at;
        cursor.next();
        Scope outer = known.current();
        known.open(ScopeKind.BLOCK, "");
        Token open = cursor.expect(TokenKind.LEFT_PAREN, "after 'while'");
        Condition condition = condition();
        cursor.close(TokenKind.RIGHT_PAREN, open.span());
        Statement body = body();
        known.go(outer);
        return new Statement.While(cursor.from(start), unroll, condition, body);
    }

    private Statement doStatement(Statement.Unroll unroll) {
        int start = cursor.at;
        cursor.next();
        Statement body = body();
        cursor.expect(TokenKind.WHILE, "after the body of 'do'");
        Token open = cursor.expect(TokenKind.LEFT_PAREN, "after 'while'");
        Expression condition = parser.expressions.parenthesisedContent();
        cursor.close(TokenKind.RIGHT_PAREN, open.span());
        semicolon("after 'do ... while (...)'");
        return new Statement.DoWhile(cursor.from(start), unroll, body, condition);
    }

    private Statement forStatement(Statement.Unroll unroll) {
        int start = cursor.at;
        cursor.next();
        Token open = cursor.expect(TokenKind.LEFT_PAREN, "after 'for'");
        Scope outer = known.current();
        known.open(ScopeKind.BLOCK, "");
        Statement init = null;
        Declaration ranging = null;
        if (declares() != Answer.NO || parser.attributes.ahead()) {
            ranging = cursor.attempt(this::rangeVariable);
        }
        if (ranging == null) {
            init = read();
            if (semicolons(open) == 0) {
                ranging = rangeVariable();
                if (ranging == null) {
                    throw cursor.fail("expected ';' or a range in the head of 'for'");
                }
            }
        }
        if (ranging != null) {
            Expression range = cursor.is(TokenKind.LEFT_BRACE)
                    ? parser.expressions.braceList()
                    : parser.expressions.parenthesisedContent();
            cursor.close(TokenKind.RIGHT_PAREN, open.span());
            Statement body = body();
            known.go(outer);
            return new Statement.RangeFor(cursor.from(start), unroll, init, ranging, range, body);
        }
        Condition condition = cursor.is(TokenKind.SEMICOLON) ? null : condition();
        cursor.expect(TokenKind.SEMICOLON, "after the condition of 'for'");
        Expression step = cursor.is(TokenKind.RIGHT_PAREN) ? null : parser.expressions.parenthesisedContent();
        cursor.close(TokenKind.RIGHT_PAREN, open.span());
        Statement body = body();
        known.go(outer);
        return new Statement.For(cursor.from(start), unroll, init, condition, step, body);
    }

    /** Number of semicolons, at most one is looked for, before the parenthesis of the loop's head closes. */
    private int semicolons(Token open) {
        int nesting = 0;
        for (int ahead = 0; ; ahead++) {
            switch (cursor.kind(ahead)) {
                case LEFT_PAREN, LEFT_BRACKET, LEFT_BRACE -> nesting++;
                case RIGHT_PAREN, RIGHT_BRACKET, RIGHT_BRACE -> {
                    if (--nesting < 0) {
                        return 0;
                    }
                }
                case SEMICOLON -> {
                    if (nesting == 0) {
                        return 1;
                    }
                }
                case END -> throw cursor.fail(open.span(), "'(' of 'for' is not closed");
                default -> {}
            }
        }
    }

    /** Takes {@code type name :}, or answers null. */
    private Declaration rangeVariable() {
        int start = cursor.at;
        SpecifierParser.Specified specified = parser.specifiers.read(false, true);
        if (specified.type == null) {
            return null;
        }
        if (specified.type instanceof TypeSyntax.Auto && parser.declarations.bindingAhead()) {
            Declaration.StructuredBinding binding = parser.declarations.binding(start, specified, true);
            return cursor.take(TokenKind.COLON) ? binding : null;
        }
        TypeParser.Declarator declarator = parser.types.declarator(TypeParser.Form.NAMED);
        if (declarator.name == null || !cursor.is(TokenKind.COLON)) {
            return null;
        }
        SourceSpan span = cursor.from(start);
        cursor.next();
        known.declareValue(declarator.name.simple());
        return new Declaration.Variable(
                span,
                specified.build(),
                declarator.name,
                declarator.applyTo(specified.type),
                new Initialiser.None(declarator.span.after()));
    }

    // ---- inline assembly

    private Statement asm() {
        int start = cursor.at;
        Token word = cursor.next();
        boolean isVolatile = false;
        while (true) {
            if (cursor.is(TokenKind.VOLATILE)) {
                isVolatile = true;
            } else if (cursor.is(TokenKind.GOTO)) {
                throw cursor.fail("'asm goto' is not supported");
            } else if (!cursor.is(TokenKind.INLINE) && !cursor.is(TokenKind.CONST)) {
                break;
            }
            cursor.next();
        }
        Token open = cursor.expect(TokenKind.LEFT_PAREN, "after '" + word.text() + "'");
        int textStart = cursor.at;
        String text = literals.plainText("the assembly text");
        SourceSpan textSpan = cursor.from(textStart);
        List<Statement.AsmOperand> outputs = new ArrayList<>(2);
        List<Statement.AsmOperand> inputs = new ArrayList<>(4);
        List<String> clobbers = new ArrayList<>(1);
        int section = 0;
        while (cursor.is(TokenKind.COLON) || cursor.is(TokenKind.COLON_COLON)) {
            section += cursor.next().is(TokenKind.COLON_COLON) ? 2 : 1;
            while (cursor.is(TokenKind.STRING) || cursor.is(TokenKind.LEFT_BRACKET)) {
                switch (section) {
                    case 1 -> outputs.add(operand());
                    case 2 -> inputs.add(operand());
                    case 3 -> clobbers.add(literals.plainText("a clobber"));
                    default -> throw cursor.fail("asm has too many ':'");
                }
                if (!cursor.take(TokenKind.COMMA)) {
                    break;
                }
            }
        }
        cursor.close(TokenKind.RIGHT_PAREN, open.span());
        semicolon("after '" + word.text() + "(...)'");
        return new Statement.Asm(
                cursor.from(start),
                isVolatile,
                text,
                textSpan,
                List.copyOf(outputs),
                List.copyOf(inputs),
                List.copyOf(clobbers));
    }

    private Statement.AsmOperand operand() {
        int start = cursor.at;
        String name = null;
        if (cursor.take(TokenKind.LEFT_BRACKET)) {
            name = parser.names.identifier("of an operand").text();
            cursor.expect(TokenKind.RIGHT_BRACKET, "after the operand's name");
        }
        String constraint = literals.plainText("a constraint");
        Token open = cursor.expect(TokenKind.LEFT_PAREN, "after the constraint");
        Expression expression = parser.expressions.parenthesisedContent();
        cursor.close(TokenKind.RIGHT_PAREN, open.span());
        return new Statement.AsmOperand(cursor.from(start), name, constraint, expression);
    }
}
