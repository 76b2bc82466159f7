package io.xianka.compiler.syntax;

import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.KnownNames.Known;
import io.xianka.compiler.syntax.KnownNames.Scope;
import io.xianka.compiler.syntax.LibraryNames.Kind;
import io.xianka.compiler.syntax.NameParser.Mode;
import io.xianka.compiler.syntax.NameParser.Read;
import io.xianka.compiler.syntax.SpecifierParser.Specified;
import io.xianka.compiler.syntax.TypeParser.Declarator;
import io.xianka.compiler.syntax.TypeParser.Form;
import java.util.ArrayList;
import java.util.List;

/** Reads declarations: of variables, functions and fields itself, the others by their own parsers. */
final class DeclarationParser {
    /** Where a declaration stands. */
    enum Place {
        NAMESPACE,
        CLASS,
        BLOCK
    }

    private final Parser parser;
    private final Cursor cursor;
    private final KnownNames known;
    private final LiteralParser literals;
    private final NamespaceParser namespaces;
    final TemplateParser templates;
    private final ClassParser classes;
    private final EnumParser enums;
    final HostDeclarations host;

    DeclarationParser(Parser parser) {
        this.parser = parser;
        this.cursor = parser.cursor;
        this.known = parser.known;
        this.literals = new LiteralParser(cursor);
        this.namespaces = new NamespaceParser(parser);
        this.templates = new TemplateParser(parser);
        this.classes = new ClassParser(parser);
        this.enums = new EnumParser(parser);
        this.host = new HostDeclarations(parser);
    }

    /** Declarations up to a closing brace or the end; an error in one is reported and the next is read. */
    void allInto(List<Declaration> out) {
        while (!cursor.is(TokenKind.RIGHT_BRACE) && !cursor.is(TokenKind.END)) {
            one(out);
        }
    }

    private void one(List<Declaration> out) {
        if (holdsDeclarations()) {
            orMalformed(out);
            return;
        }
        // What only the host can mean is no error; whether it is that shows at its end.
        int start = cursor.at;
        int before = out.size();
        Diagnostics real = cursor.diagnostics;
        Diagnostics mine = new Diagnostics();
        cursor.diagnostics = mine;
        try {
            orMalformed(out);
        } finally {
            cursor.diagnostics = real;
            boolean leftOut = mine.hasErrors()
                    && !cursor.isStopped()
                    && host.means(start, cursor.at, mine.all().getFirst());
            if (leftOut) {
                out.subList(before, out.size()).clear();
                out.add(host.leaveOut(start, mine.all().getFirst()));
            } else {
                mine.all().forEach(real::add);
            }
        }
    }

    /** True before a namespace or a block of linkage, whose declarations are read one by one. */
    private boolean holdsDeclarations() {
        return switch (cursor.kind()) {
            case NAMESPACE -> true;
            case INLINE -> cursor.kind(1) == TokenKind.NAMESPACE;
            case EXTERN -> cursor.kind(1) == TokenKind.STRING && cursor.kind(2) == TokenKind.LEFT_BRACE;
            default -> false;
        };
    }

    private void orMalformed(List<Declaration> out) {
        int start = cursor.at;
        int depth = cursor.depth;
        Scope scope = known.current();
        try {
            declaration(out, Place.NAMESPACE);
        } catch (ParseFailure e) {
            if (cursor.isStopped()) {
                throw e;
            }
            cursor.depth = depth;
            cursor.greaterCloses = false;
            known.go(scope);
            NamePart.Identifier name = nameWithin(start);
            recover(start);
            out.add(new Declaration.Malformed(cursor.from(start), name, null));
        }
    }

    /** What a declaration that failed was going to declare: the name before its first parenthesis, or its last. */
    NamePart.Identifier nameWithin(int start) {
        Token found = null;
        for (int i = start; i < cursor.at; i++) {
            Token token = cursor.token(i);
            if (token.is(TokenKind.IDENTIFIER)) {
                found = token;
            } else if (token.is(TokenKind.LEFT_PAREN) || token.is(TokenKind.EQUAL) || token.is(TokenKind.LEFT_BRACE)) {
                break;
            }
        }
        return found == null ? null : new NamePart.Identifier(found.span(), found.text());
    }

    /** Goes behind the semicolon or the block that ends the declaration that failed. */
    void recover(int start) {
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
                    cursor.take(TokenKind.SEMICOLON);
                    return;
                }
                case RIGHT_BRACE, END -> {
                    return;
                }
                case GLOBAL, NAMESPACE, TEMPLATE, TYPEDEF, USING -> {
                    if (cursor.peek().startsLine()) {
                        return;
                    }
                    cursor.next();
                }
                default -> cursor.next();
            }
        }
    }

    void inBlock(List<Declaration> out) {
        declaration(out, Place.BLOCK);
    }

    void declaration(List<Declaration> out, Place place) {
        int start = cursor.at;
        switch (cursor.kind()) {
            case SEMICOLON -> {
                cursor.next();
                out.add(new Declaration.Empty(cursor.from(start)));
            }
            case NAMESPACE -> namespaces.read(out, false);
            case USING -> namespaces.using(out);
            case STATIC_ASSERT -> out.add(staticAssert());
            case TEMPLATE -> templates.read(out, place);
            case ASM -> {
                cursor.next();
                Token open = cursor.expect(TokenKind.LEFT_PAREN, "after 'asm'");
                String text = literals.plainText("the assembly text");
                cursor.close(TokenKind.RIGHT_PAREN, open.span());
                cursor.endStatement("after 'asm(...)'");
                out.add(new Declaration.Asm(cursor.from(start), text));
            }
            case PRAGMA_PACK -> parser.pragmaPack();
            case PRAGMA_UNROLL, PRAGMA_NOUNROLL -> {
                cursor.warn(cursor.peek().span(), "#pragma unroll has no loop behind it and is ignored");
                while (!cursor.is(TokenKind.PRAGMA_END) && !cursor.is(TokenKind.END)) {
                    cursor.next();
                }
                cursor.take(TokenKind.PRAGMA_END);
            }
            case INLINE -> {
                if (cursor.kind(1) == TokenKind.NAMESPACE) {
                    cursor.next();
                    namespaces.read(out, true);
                } else {
                    simple(out, place);
                }
            }
            case EXTERN -> {
                if (cursor.kind(1) == TokenKind.STRING) {
                    linkage(out);
                } else if (cursor.kind(1) == TokenKind.TEMPLATE) {
                    templates.read(out, place);
                } else {
                    simple(out, place);
                }
            }
            case EXTENSION -> {
                cursor.next();
                declaration(out, place);
            }
            default -> {
                if (parser.attributes.ahead() && cursor.is(TokenKind.LEFT_BRACKET)) {
                    int before = cursor.at;
                    parser.attributes.skipAll();
                    if (cursor.take(TokenKind.SEMICOLON)) {
                        out.add(new Declaration.Empty(cursor.from(start)));
                        return;
                    }
                    cursor.at = before;
                }
                simple(out, place);
            }
        }
    }

    Declaration.StaticAssert staticAssert() {
        int start = cursor.at;
        cursor.next();
        Token open = cursor.expect(TokenKind.LEFT_PAREN, "after 'static_assert'");
        Expression condition = parser.expressions.constant();
        String message = cursor.take(TokenKind.COMMA) ? literals.plainText("the message") : null;
        cursor.close(TokenKind.RIGHT_PAREN, open.span());
        cursor.endStatement("after 'static_assert(...)'");
        return new Declaration.StaticAssert(cursor.from(start), condition, message);
    }

    private void linkage(List<Declaration> out) {
        int start = cursor.at;
        cursor.next();
        String language = literals.plainText("a language");
        List<Declaration> declarations = new ArrayList<>();
        boolean braced = cursor.is(TokenKind.LEFT_BRACE);
        cursor.enter();
        if (braced) {
            Token open = cursor.next();
            allInto(declarations);
            cursor.close(TokenKind.RIGHT_BRACE, open.span());
        } else {
            declaration(declarations, Place.NAMESPACE);
        }
        cursor.leave();
        out.add(new Declaration.Linkage(cursor.from(start), language, braced, List.copyOf(declarations)));
    }

    // ---- classes and enums

    /** Reads {@code struct ...}, {@code enum ...} as a specifier. */
    void tagged(Specified out, boolean declares) {
        boolean isEnum = cursor.is(TokenKind.ENUM);
        if (isEnum) {
            enums.specifier(out, declares);
        } else {
            classes.specifier(out);
        }
        Token next = cursor.peek();
        boolean continues = next.is(TokenKind.CONST) || next.is(TokenKind.VOLATILE) || next.is(TokenKind.ATTRIBUTE);
        boolean declaresNext =
                SpecifierParser.isSpecifierWord(next.kind()) || SpecifierParser.isSimpleTypeWord(next.kind());
        if (declares && out.definition != null && next.startsLine() && declaresNext && !continues) {
            cursor.report(cursor.previous().after(), "expected ';' after the " + (isEnum ? "enum" : "class"));
            out.unended = true;
        }
    }

    // ---- variables, functions, fields

    /** Specifiers and declarators up to the semicolon or the end of a function's body. */
    void simple(List<Declaration> out, Place place) {
        int start = cursor.at;
        Scope outer = known.current();
        boolean template = known.declaresTemplate();
        Specified specified = parser.specifiers.read(true, true);
        if (specified.unended || (cursor.is(TokenKind.SEMICOLON) && (specified.type != null || specified.isFriend))) {
            typeAlone(out, specified, start);
            return;
        }
        if (specified.definition != null) {
            out.add(specified.definition);
        }
        if (specified.type == null && !namesSpecialFunction()) {
            throw noType(start);
        }
        if (specified.type instanceof TypeSyntax.Auto && bindingAhead()) {
            out.add(binding(start, specified, false));
            cursor.endStatement("after the declaration");
            return;
        }
        boolean prefersFunctions = parser.setPrefersFunctions(place != Place.BLOCK && !specified.isTypedef);
        try {
            while (true) {
                boolean ended = declared(out, place, specified, start, template);
                known.go(outer);
                if (ended) {
                    return;
                }
                if (!cursor.take(TokenKind.COMMA)) {
                    break;
                }
            }
        } finally {
            parser.setPrefersFunctions(prefersFunctions);
        }
        cursor.endStatement("after the declaration");
    }

    private boolean namesSpecialFunction() {
        return switch (cursor.kind()) {
            case TILDE, OPERATOR, IDENTIFIER, COLON_COLON -> {
                if (cursor.is(TokenKind.IDENTIFIER) && cursor.kind(1) == TokenKind.LEFT_PAREN) {
                    Known what = known.find(cursor.peek().text());
                    yield cursor.peek().text().equals(known.currentClass())
                            || (what != null && what.kind() == Kind.TYPE_TEMPLATE);
                }
                if (cursor.is(TokenKind.IDENTIFIER) || cursor.is(TokenKind.COLON_COLON)) {
                    Read read = parser.names.glance(Mode.DECLARED);
                    yield read != null
                            && (!read.name().qualifiers().isEmpty()
                                    || !(read.name().last() instanceof NamePart.Identifier));
                }
                yield true;
            }
            default -> false;
        };
    }

    private ParseFailure noType(int start) {
        Token token = cursor.peek();
        if (token.is(TokenKind.IDENTIFIER)) {
            cursor.next();
            return cursor.fail(token.span(), "expected a declaration: '" + token.text() + "' has no type before it");
        }
        if (token.is(TokenKind.RIGHT_BRACE) || token.is(TokenKind.RIGHT_PAREN)) {
            return cursor.fail("'" + token.text() + "' has no partner");
        }
        return cursor.fail((cursor.at > start ? "expected a type and a name, found " : "expected a declaration, found ")
                + Cursor.describe(token));
    }

    /** {@code struct S {...};}, {@code struct S;}, {@code friend T;}. */
    private void typeAlone(List<Declaration> out, Specified specified, int start) {
        if (!specified.unended) {
            cursor.next();
        }
        SourceSpan span = cursor.from(start);
        if (specified.isFriend) {
            if (specified.type instanceof TypeSyntax.Named named && named.tag() != null) {
                out.add(new Declaration.Friend(span, forward(span, specified, named)));
            } else {
                out.add(new Declaration.FriendType(span, specified.type));
            }
            return;
        }
        if (specified.definition instanceof Declaration.ClassDeclaration type && type.name() == null) {
            out.add(new Declaration.AnonymousMembers(span, type));
        } else if (specified.definition != null) {
            out.add(specified.definition);
        } else if (specified.type instanceof TypeSyntax.Named named && named.tag() != null) {
            out.add(forward(span, specified, named));
        } else {
            cursor.warn(span, "declaration declares nothing");
            out.add(new Declaration.Empty(span));
        }
    }

    private Declaration forward(SourceSpan span, Specified specified, TypeSyntax.Named named) {
        if (named.tag() == TypeSyntax.Tag.ENUM) {
            return new Declaration.EnumDeclaration(span, specified.build(), named.name(), false, null, null);
        }
        if (named.name().unqualified() && named.name().last() instanceof NamePart.Identifier id) {
            Known before = known.findIn(known.current(), id.text());
            if (before == null || !before.isType()) {
                known.declare(id.text(), known.declaresTemplate() ? Kind.TYPE_TEMPLATE : Kind.TYPE, null);
            }
        }
        return new Declaration.ClassDeclaration(span, specified.build(), named.tag(), named.name(), List.of(), null);
    }

    boolean bindingAhead() {
        int ahead = 0;
        while (cursor.kind(ahead) == TokenKind.AMPERSAND || cursor.kind(ahead) == TokenKind.AND_AND) {
            ahead++;
        }
        return cursor.kind(ahead) == TokenKind.LEFT_BRACKET;
    }

    /** {@code & [a, b] = value}, behind {@code auto}. */
    Declaration.StructuredBinding binding(int start, Specified specified, boolean ranges) {
        TypeSyntax type = specified.type;
        if (cursor.is(TokenKind.AMPERSAND) || cursor.is(TokenKind.AND_AND)) {
            Token reference = cursor.next();
            type = new TypeSyntax.Reference(
                    type.span().to(reference.span()), type, reference.is(TokenKind.AND_AND), Qualifiers.NONE);
        }
        Token open = cursor.next();
        List<NamePart.Identifier> names = new ArrayList<>(2);
        do {
            NamePart.Identifier name = parser.names.identifier("in the structured binding");
            known.declareValue(name.text());
            names.add(name);
        } while (cursor.take(TokenKind.COMMA));
        cursor.close(TokenKind.RIGHT_BRACKET, open.span());
        Initialiser initialiser =
                ranges ? new Initialiser.None(cursor.previous().after()) : initialiser();
        return new Declaration.StructuredBinding(
                cursor.from(start), specified.build(), type, List.copyOf(names), initialiser);
    }

    Initialiser initialiser() {
        int start = cursor.at;
        return switch (cursor.kind()) {
            case EQUAL -> {
                cursor.next();
                Expression value = parser.expressions.assignmentOrBraces();
                yield new Initialiser.Equals(cursor.from(start), value);
            }
            case LEFT_PAREN -> {
                Token open = cursor.next();
                List<Expression> arguments = parser.expressions.arguments(TokenKind.RIGHT_PAREN);
                cursor.close(TokenKind.RIGHT_PAREN, open.span());
                yield new Initialiser.Parens(cursor.from(start), arguments);
            }
            case LEFT_BRACE -> {
                Expression.BraceList list = parser.expressions.braceList();
                yield new Initialiser.Braces(list.span(), list);
            }
            default -> new Initialiser.None(cursor.previous().after());
        };
    }

    /** Reads one declarator with what follows it; true when that was a function's body, which ends the declaration. */
    private boolean declared(List<Declaration> out, Place place, Specified specified, int start, boolean template) {
        Declarator declarator;
        if (place == Place.CLASS && cursor.is(TokenKind.COLON)) {
            declarator = new Declarator();
            declarator.span = cursor.previous().after();
        } else {
            declarator = parser.types.declarator(Form.NAMED);
        }
        parser.attributes.all(specified.words);
        if (cursor.is(TokenKind.ASM)) {
            cursor.next();
            cursor.skipBalanced();
        }
        NamePart.Identifier identifier = declarator.identifier();
        if (specified.isTypedef) {
            if (identifier == null) {
                throw cursor.fail(declarator.span, "a typedef needs a plain name");
            }
            TypeSyntax type = declarator.applyTo(specified.type);
            SourceSpan span = cursor.from(start);
            namespaces.declareAlias(identifier.text(), type, template);
            Declaration.Alias alias = new Declaration.Alias(span, identifier, type);
            out.add(alias);
            return false;
        }
        if (declarator.isFunction) {
            return function(out, place, specified, declarator, start, template);
        }
        if (specified.type == null) {
            throw cursor.fail(
                    declarator.span, "expected a declaration: '" + declarator.name + "' has no type before it");
        }
        TypeSyntax type = declarator.applyTo(specified.type);
        if (declarator.name != null && declarator.name.unqualified()) {
            declareIn(template, declarator.name.simple());
        }
        boolean isStatic = specified.words.words.contains(Specifier.STATIC);
        if (place == Place.CLASS && !isStatic && !specified.isFriend) {
            if (declarator.name != null && identifier == null) {
                throw cursor.fail(declarator.span, "a member's name cannot be '" + declarator.name + "'");
            }
            Expression bits = cursor.take(TokenKind.COLON) ? parser.expressions.constant() : null;
            Initialiser initialiser = initialiser();
            out.add(new Declaration.Field(cursor.from(start), specified.build(), identifier, type, bits, initialiser));
            return false;
        }
        Initialiser initialiser = initialiser();
        out.add(new Declaration.Variable(cursor.from(start), specified.build(), declarator.name, type, initialiser));
        return false;
    }

    private void declareIn(boolean template, String name) {
        known.declare(name, template ? Kind.VALUE_TEMPLATE : Kind.VALUE, null);
    }

    private boolean function(
            List<Declaration> out,
            Place place,
            Specified specified,
            Declarator declarator,
            int start,
            boolean template) {
        Name name = declarator.name;
        Declaration.FunctionKind kind = kind(name, specified);
        TypeSyntax result = specified.type;
        if (name.last() instanceof NamePart.Conversion conversion) {
            result = conversion.type();
        } else if (result == null) {
            result = new TypeSyntax.Builtin(name.span(), TypeSyntax.Keyword.VOID, Qualifiers.NONE);
        }
        TypeSyntax.Function type = (TypeSyntax.Function) declarator.applyTo(result);
        if (name.unqualified() && kind == Declaration.FunctionKind.ORDINARY) {
            String simple = name.simple();
            Scope here = known.current();
            declareIn(template, simple);
            known.go(here);
        }
        while (cursor.isWord("override") || cursor.isWord("final")) {
            specified.words.words.add(cursor.next().text().equals("final") ? Specifier.FINAL : Specifier.OVERRIDE);
        }
        parser.attributes.all(specified.words);
        if (kind == Declaration.FunctionKind.CONSTRUCTOR
                && specified.type == null
                && type.trailing()
                && place != Place.CLASS) {
            out.add(new Declaration.DeductionGuide(cursor.from(start), specified.build(), name, type));
            return false;
        }
        FunctionBody body = body(place, specified, declarator);
        Declaration.Function function =
                new Declaration.Function(cursor.from(start), specified.build(), kind, name, type, body);
        out.add(specified.isFriend ? new Declaration.Friend(function.span(), function) : function);
        return body instanceof FunctionBody.Block || body instanceof FunctionBody.SkippedHostCode;
    }

    private static Declaration.FunctionKind kind(Name name, Specified specified) {
        return switch (name.last()) {
            case NamePart.Conversion ignored -> Declaration.FunctionKind.CONVERSION;
            case NamePart.Destructor ignored -> Declaration.FunctionKind.DESTRUCTOR;
            case NamePart.Operator ignored -> Declaration.FunctionKind.OPERATOR;
            case NamePart.TemplateId id
            when id.template() instanceof NamePart.Operator -> Declaration.FunctionKind.OPERATOR;
            case NamePart.Identifier ignored when specified.type == null -> Declaration.FunctionKind.CONSTRUCTOR;
            case NamePart.Identifier ignored -> Declaration.FunctionKind.ORDINARY;
            case NamePart.TemplateId ignored -> Declaration.FunctionKind.ORDINARY;
            case NamePart.Literal ignored -> Declaration.FunctionKind.OPERATOR;
            case NamePart.Decltype ignored -> Declaration.FunctionKind.ORDINARY;
        };
    }

    private FunctionBody body(Place place, Specified specified, Declarator declarator) {
        int start = cursor.at;
        return switch (cursor.kind()) {
            case EQUAL -> {
                cursor.next();
                if (cursor.take(TokenKind.DEFAULT)) {
                    yield new FunctionBody.Defaulted(cursor.from(start));
                }
                if (cursor.take(TokenKind.DELETE)) {
                    yield new FunctionBody.Deleted(cursor.from(start));
                }
                if (cursor.is(TokenKind.NUMBER) && cursor.peek().text().equals("0")) {
                    cursor.next();
                    yield new FunctionBody.Pure(cursor.from(start));
                }
                throw cursor.fail("expected 'default', 'delete' or 0 after '='");
            }
            case LEFT_BRACE, COLON, TRY -> {
                if (place == Place.BLOCK) {
                    throw cursor.fail("a function cannot be defined within a function; a lambda can");
                }
                if (place == Place.CLASS) {
                    yield classes.laterBody(specified, declarator);
                }
                yield definition(specified, declarator);
            }
            default -> new FunctionBody.None(cursor.previous().after());
        };
    }

    private FunctionBody definition(Specified specified, Declarator declarator) {
        Scope outer = known.current();
        if (!isHostOnly(specified)) {
            FunctionBody body = bodyHere(declarator);
            known.go(outer);
            return body;
        }
        int start = cursor.at;
        if (!skipBody()) {
            throw cursor.fail(
                    declarator.name.span(), "the body of '" + declarator.name + "' has no end: a '}' is missing");
        }
        return new FunctionBody.SkippedHostCode(cursor.from(start));
    }

    static boolean isHostOnly(Specified specified) {
        return !specified.words.words.contains(Specifier.DEVICE)
                && !specified.words.words.contains(Specifier.GLOBAL)
                && !specified.words.words.contains(Specifier.CONSTEXPR);
    }

    /** Passes over a function's body with its initialisers; false when the file ends within it. */
    boolean skipBody() {
        cursor.take(TokenKind.TRY);
        if (cursor.take(TokenKind.COLON)) {
            while (!cursor.is(TokenKind.END)) {
                while (!cursor.is(TokenKind.LEFT_PAREN)
                        && !cursor.is(TokenKind.LEFT_BRACE)
                        && !cursor.is(TokenKind.END)) {
                    cursor.next();
                }
                cursor.skipBalanced();
                cursor.take(TokenKind.ELLIPSIS);
                if (!cursor.take(TokenKind.COMMA)) {
                    break;
                }
            }
        }
        boolean whole = cursor.is(TokenKind.LEFT_BRACE) && cursor.skipBalanced();
        while (cursor.take(TokenKind.CATCH)) {
            cursor.skipBalanced();
            whole &= cursor.skipBalanced();
        }
        return whole;
    }

    /** A function's body read now, in the scope of its parameters. */
    FunctionBody.Block bodyHere(Declarator declarator) {
        int start = cursor.at;
        enterFunction(declarator);
        List<FunctionBody.MemberInitialiser> initialisers = new ArrayList<>();
        initialisersInto(initialisers);
        if (cursor.is(TokenKind.TRY)) {
            throw cursor.fail("exceptions are not supported in device code: 'try'");
        }
        if (!cursor.is(TokenKind.LEFT_BRACE)) {
            throw cursor.missing(TokenKind.LEFT_BRACE, "of the function's body");
        }
        String before = parser.setFunctionName(declarator.name.simple());
        boolean prefers = parser.setPrefersFunctions(false);
        Statement.Compound block = parser.statements.compound();
        parser.setPrefersFunctions(prefers);
        parser.setFunctionName(before);
        return new FunctionBody.Block(cursor.from(start), List.copyOf(initialisers), block);
    }

    void enterFunction(Declarator declarator) {
        if (declarator.parameterScope != null) {
            known.go(declarator.parameterScope);
        }
    }

    /** Member initialisers from their colon to before the body, when there are any. */
    void initialisersInto(List<FunctionBody.MemberInitialiser> out) {
        if (!cursor.take(TokenKind.COLON)) {
            return;
        }
        do {
            int start = cursor.at;
            Name target = parser.names.read(Mode.TYPE).name();
            if (!cursor.is(TokenKind.LEFT_PAREN) && !cursor.is(TokenKind.LEFT_BRACE)) {
                throw cursor.missing(TokenKind.LEFT_PAREN, "after '" + target + "'");
            }
            Initialiser value = initialiser();
            boolean pack = cursor.take(TokenKind.ELLIPSIS);
            out.add(new FunctionBody.MemberInitialiser(cursor.from(start), target, value, pack));
        } while (cursor.take(TokenKind.COMMA));
    }
}
