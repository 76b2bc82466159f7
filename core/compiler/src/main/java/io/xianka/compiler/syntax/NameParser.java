package io.xianka.compiler.syntax;

import io.xianka.compiler.lexer.TextLiteral;
import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.KnownNames.Known;
import io.xianka.compiler.syntax.KnownNames.Scope;
import io.xianka.compiler.syntax.LibraryNames.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads names, and decides whether {@code <} behind one opens template arguments. */
final class NameParser {

    /** How a name is read. */
    enum Mode {
        /** Where a type is expected. */
        TYPE,
        /** In an expression. */
        VALUE,
        /** What a declarator declares. */
        DECLARED,
        /** Behind {@code .} and {@code ->}. */
        MEMBER
    }

    /**
     * A name read.
     *
     * @param known what it is, or null when nothing is known
     * @param scope the scope that its qualifiers name, or null
     */
    record Read(Name name, Known known, Scope scope) {
        boolean isType() {
            return known != null && known.isType();
        }

        boolean isKnownValue() {
            return known != null && (known.kind() == Kind.VALUE || known.kind() == Kind.VALUE_TEMPLATE);
        }
    }

    private record Kept(Read read, int end) {}

    /** A list of template arguments within another costs as much stack as this many brackets. */
    private static final int LEVELS_OF_ARGUMENTS = 4;

    private final Parser parser;
    private final Cursor cursor;
    private final KnownNames known;
    private final Map<Mode, Map<Integer, Kept>> kept = new EnumMap<>(Mode.class);
    private int keptVersion = -1;

    NameParser(Parser parser) {
        this.parser = parser;
        this.cursor = parser.cursor;
        this.known = parser.known;
        for (Mode mode : Mode.values()) {
            kept.put(mode, new HashMap<>());
        }
    }

    NamePart.Identifier identifier(String where) {
        Token token = cursor.expect(TokenKind.IDENTIFIER, where);
        return new NamePart.Identifier(token.span(), token.text());
    }

    /** True when a name can start here. */
    boolean ahead() {
        return switch (cursor.kind()) {
            case IDENTIFIER, OPERATOR -> true;
            case COLON_COLON -> cursor.kind(1) == TokenKind.IDENTIFIER || cursor.kind(1) == TokenKind.OPERATOR;
            default -> false;
        };
    }

    /** The name that starts here, without moving; null when there is none. */
    Read glance(Mode mode) {
        if (!ahead()) {
            return null;
        }
        int start = cursor.at;
        Read read = cursor.attempt(() -> read(mode));
        cursor.at = start;
        return read;
    }

    Read read(Mode mode) {
        if (keptVersion != known.version()) {
            kept.values().forEach(Map::clear);
            keptVersion = known.version();
        }
        Map<Integer, Kept> ofMode = kept.get(mode);
        Kept before = ofMode.get(cursor.at);
        if (before != null) {
            cursor.at = before.end;
            return before.read;
        }
        int start = cursor.at;
        Read read = readNow(mode);
        if (keptVersion == known.version() && cursor.at > start + 1) {
            ofMode.put(start, new Kept(read, cursor.at));
        }
        return read;
    }

    private Read readNow(Mode mode) {
        int start = cursor.at;
        boolean global = cursor.take(TokenKind.COLON_COLON);
        List<NamePart> qualifiers = new ArrayList<>(0);
        Scope scope = global ? known.global() : null;
        boolean lost = false;
        while (true) {
            boolean saidTemplate = (!qualifiers.isEmpty() || mode == Mode.MEMBER) && cursor.take(TokenKind.TEMPLATE);
            boolean first = qualifiers.isEmpty() && !global;
            int partStart = cursor.at;
            switch (cursor.kind()) {
                case IDENTIFIER -> {}
                case OPERATOR -> {
                    NamePart part = operator();
                    if (cursor.is(TokenKind.LESS) && (saidTemplate || part instanceof NamePart.Operator)) {
                        part = explicitArguments(part, partStart);
                    }
                    return finish(start, global, qualifiers, part, new Known(Kind.VALUE, null), scope);
                }
                case TILDE -> {
                    if (first && mode != Mode.MEMBER && mode != Mode.DECLARED) {
                        throw cursor.missing(TokenKind.IDENTIFIER, "");
                    }
                    cursor.next();
                    NamePart type = cursor.is(TokenKind.DECLTYPE) ? decltype() : identifier("after '~'");
                    if (cursor.is(TokenKind.LESS) && type instanceof NamePart.Identifier) {
                        List<TemplateArgument> arguments = arguments();
                        type = new NamePart.TemplateId(cursor.from(partStart), type, arguments);
                    }
                    NamePart part = new NamePart.Destructor(cursor.from(partStart), type);
                    return finish(start, global, qualifiers, part, new Known(Kind.VALUE, null), scope);
                }
                case DECLTYPE -> {
                    qualifiers.add(decltype());
                    cursor.expect(TokenKind.COLON_COLON, "after decltype(...)");
                    lost = true;
                    continue;
                }
                default -> throw cursor.missing(TokenKind.IDENTIFIER, qualifiers.isEmpty() ? "" : "after '::'");
            }
            Token token = cursor.next();
            NamePart part = new NamePart.Identifier(token.span(), token.text());
            Known here;
            if (lost) {
                here = null;
            } else if (first) {
                here = mode == Mode.MEMBER ? memberKnown(token.text()) : known.find(token.text());
            } else {
                here = known.findIn(scope, token.text());
            }
            if (cursor.is(TokenKind.LESS) && opensArguments(here, mode, saidTemplate)) {
                List<TemplateArgument> arguments = arguments();
                part = new NamePart.TemplateId(cursor.from(partStart), part, arguments);
            }
            if (cursor.is(TokenKind.COLON_COLON) && continues(cursor.kind(1))) {
                qualifiers.add(part);
                cursor.next();
                if (here == null && first && mode == Mode.MEMBER) {
                    here = known.find(token.text());
                }
                scope = here == null ? null : here.members();
                lost = scope == null;
                continue;
            }
            return finish(start, global, qualifiers, part, here, scope);
        }
    }

    private static boolean continues(TokenKind kind) {
        return switch (kind) {
            case IDENTIFIER, TILDE, OPERATOR, TEMPLATE -> true;
            default -> false;
        };
    }

    private Read finish(int start, boolean global, List<NamePart> qualifiers, NamePart last, Known what, Scope scope) {
        SourceSpan span = qualifiers.isEmpty() && !global ? last.span() : cursor.from(start);
        return new Read(new Name(span, global, List.copyOf(qualifiers), last), what, scope);
    }

    private Known memberKnown(String name) {
        if (known.isMemberTemplate(name)) {
            return new Known(Kind.VALUE_TEMPLATE, null);
        }
        return null;
    }

    private NamePart decltype() {
        int start = cursor.at;
        cursor.next();
        Token open = cursor.expect(TokenKind.LEFT_PAREN, "after decltype");
        Expression expression = parser.expressions.parenthesisedContent();
        cursor.close(TokenKind.RIGHT_PAREN, open.span());
        return new NamePart.Decltype(cursor.from(start), expression);
    }

    // ---- template arguments

    private boolean opensArguments(Known here, Mode mode, boolean saidTemplate) {
        if (saidTemplate) {
            return true;
        }
        if (here != null) {
            return here.isTemplate();
        }
        // Nothing is known of the name: accept template arguments that make sense of what follows.
        int start = cursor.at;
        List<TemplateArgument> arguments = cursor.attempt(this::arguments);
        TokenKind next = cursor.kind();
        cursor.at = start;
        if (arguments == null) {
            return false;
        }
        boolean types = arguments.stream().anyMatch(argument -> !(argument instanceof TemplateArgument.Value));
        return switch (mode) {
            case TYPE -> true;
            case DECLARED -> next == TokenKind.LEFT_PAREN || next == TokenKind.COLON_COLON;
            case VALUE -> next == TokenKind.COLON_COLON || next == TokenKind.LEFT_PAREN || (types && afterType(next));
            case MEMBER -> types && next == TokenKind.LEFT_PAREN;
        };
    }

    private static boolean afterType(TokenKind kind) {
        return switch (kind) {
            case IDENTIFIER, LEFT_BRACE, RIGHT_PAREN, COMMA, SEMICOLON, STAR, AMPERSAND, SHIFT_LEFT -> true;
            default -> false;
        };
    }

    private NamePart explicitArguments(NamePart operator, int start) {
        List<TemplateArgument> arguments = cursor.attempt(this::arguments);
        return arguments == null ? operator : new NamePart.TemplateId(cursor.from(start), operator, arguments);
    }

    /** Template arguments from their {@code <} to their {@code >}. */
    List<TemplateArgument> arguments() {
        Token open = cursor.expect(TokenKind.LESS, "");
        cursor.enter(LEVELS_OF_ARGUMENTS);
        List<TemplateArgument> arguments = new ArrayList<>(2);
        boolean outer = cursor.greaterCloses;
        cursor.greaterCloses = true;
        try {
            if (!cursor.is(TokenKind.GREATER)) {
                do {
                    arguments.add(argument());
                } while (cursor.take(TokenKind.COMMA));
            }
        } finally {
            cursor.greaterCloses = outer;
        }
        if (cursor.is(TokenKind.GREATER_EQUAL)) {
            throw cursor.fail("a space is missing between '>' and '='");
        }
        cursor.close(TokenKind.GREATER, open.span());
        cursor.leave(LEVELS_OF_ARGUMENTS);
        return arguments;
    }

    private TemplateArgument argument() {
        int start = cursor.at;
        TypeSyntax type = cursor.attempt(this::typeArgument);
        if (type != null) {
            boolean pack = cursor.take(TokenKind.ELLIPSIS);
            if (type instanceof TypeSyntax.Named named && namesTemplate(named)) {
                return new TemplateArgument.Template(cursor.from(start), named.name(), pack);
            }
            return new TemplateArgument.Type(cursor.from(start), type, pack);
        }
        Expression value = parser.expressions.assignmentOrBraces();
        boolean pack = cursor.take(TokenKind.ELLIPSIS);
        return new TemplateArgument.Value(cursor.from(start), value, pack);
    }

    private boolean namesTemplate(TypeSyntax.Named named) {
        if (named.name().last() instanceof NamePart.TemplateId
                || !named.name().qualifiers().isEmpty()
                || named.tag() != null) {
            return false;
        }
        Known what = known.find(named.name().simple());
        // Within its own class a class template's name means the class.
        return what != null
                && what.kind() == Kind.TYPE_TEMPLATE
                && !parser.insideClass(named.name().simple());
    }

    private TypeSyntax typeArgument() {
        if (!parser.specifiers.startsTypeId()) {
            return null;
        }
        TypeSyntax type = parser.types.typeId();
        return switch (cursor.kind()) {
            case COMMA, GREATER, ELLIPSIS, GREATER_EQUAL -> type;
            default -> null;
        };
    }

    // ---- operator names

    private NamePart operator() {
        int start = cursor.at;
        cursor.next();
        OverloadedOperator operator = overloaded();
        if (operator != null) {
            return new NamePart.Operator(cursor.from(start), operator);
        }
        if (cursor.is(TokenKind.STRING)) {
            String glued = TextLiteral.of(cursor.next().text()).suffix();
            String suffix = glued.isEmpty() && cursor.is(TokenKind.IDENTIFIER)
                    ? cursor.next().text()
                    : glued;
            return new NamePart.Literal(cursor.from(start), suffix);
        }
        TypeSyntax type = parser.types.conversionType();
        return new NamePart.Conversion(cursor.from(start), type);
    }

    private OverloadedOperator overloaded() {
        OverloadedOperator simple = switch (cursor.kind()) {
            case PLUS -> OverloadedOperator.PLUS;
            case MINUS -> OverloadedOperator.MINUS;
            case STAR -> OverloadedOperator.STAR;
            case SLASH -> OverloadedOperator.SLASH;
            case PERCENT -> OverloadedOperator.PERCENT;
            case CARET -> OverloadedOperator.CARET;
            case AMPERSAND -> OverloadedOperator.AMPERSAND;
            case BAR -> OverloadedOperator.BAR;
            case TILDE -> OverloadedOperator.TILDE;
            case NOT -> OverloadedOperator.NOT;
            case EQUAL -> OverloadedOperator.ASSIGN;
            case LESS -> OverloadedOperator.LESS;
            case PLUS_EQUAL -> OverloadedOperator.PLUS_ASSIGN;
            case MINUS_EQUAL -> OverloadedOperator.MINUS_ASSIGN;
            case STAR_EQUAL -> OverloadedOperator.STAR_ASSIGN;
            case SLASH_EQUAL -> OverloadedOperator.SLASH_ASSIGN;
            case PERCENT_EQUAL -> OverloadedOperator.PERCENT_ASSIGN;
            case CARET_EQUAL -> OverloadedOperator.CARET_ASSIGN;
            case AMPERSAND_EQUAL -> OverloadedOperator.AND_ASSIGN;
            case BAR_EQUAL -> OverloadedOperator.OR_ASSIGN;
            case SHIFT_LEFT -> OverloadedOperator.SHIFT_LEFT;
            case SHIFT_LEFT_EQUAL -> OverloadedOperator.SHIFT_LEFT_ASSIGN;
            case EQUAL_EQUAL -> OverloadedOperator.EQUAL;
            case NOT_EQUAL -> OverloadedOperator.NOT_EQUAL;
            case LESS_EQUAL -> OverloadedOperator.LESS_EQUAL;
            case GREATER_EQUAL -> OverloadedOperator.GREATER_EQUAL;
            case AND_AND -> OverloadedOperator.LOGICAL_AND;
            case OR_OR -> OverloadedOperator.LOGICAL_OR;
            case PLUS_PLUS -> OverloadedOperator.INCREMENT;
            case MINUS_MINUS -> OverloadedOperator.DECREMENT;
            case COMMA -> OverloadedOperator.COMMA;
            case ARROW_STAR -> OverloadedOperator.ARROW_STAR;
            case ARROW -> OverloadedOperator.ARROW;
            default -> null;
        };
        if (simple != null) {
            cursor.next();
            return simple;
        }
        return switch (cursor.kind()) {
            case GREATER -> {
                cursor.next();
                if (cursor.touches(0) && cursor.take(TokenKind.GREATER)) {
                    yield OverloadedOperator.SHIFT_RIGHT;
                }
                if (cursor.touches(0) && cursor.take(TokenKind.GREATER_EQUAL)) {
                    yield OverloadedOperator.SHIFT_RIGHT_ASSIGN;
                }
                yield OverloadedOperator.GREATER;
            }
            case LEFT_PAREN -> {
                cursor.next();
                cursor.expect(TokenKind.RIGHT_PAREN, "in 'operator()'");
                yield OverloadedOperator.CALL;
            }
            case LEFT_BRACKET -> {
                cursor.next();
                cursor.expect(TokenKind.RIGHT_BRACKET, "in 'operator[]'");
                yield OverloadedOperator.SUBSCRIPT;
            }
            case NEW, DELETE -> {
                boolean isNew = cursor.next().is(TokenKind.NEW);
                if (cursor.is(TokenKind.LEFT_BRACKET) && cursor.kind(1) == TokenKind.RIGHT_BRACKET) {
                    cursor.next();
                    cursor.next();
                    yield isNew ? OverloadedOperator.NEW_ARRAY : OverloadedOperator.DELETE_ARRAY;
                }
                yield isNew ? OverloadedOperator.NEW : OverloadedOperator.DELETE;
            }
            default -> null;
        };
    }
}
