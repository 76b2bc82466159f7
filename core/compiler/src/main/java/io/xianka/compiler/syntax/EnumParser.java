package io.xianka.compiler.syntax;

import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.KnownNames.Scope;
import io.xianka.compiler.syntax.KnownNames.ScopeKind;
import io.xianka.compiler.syntax.LibraryNames.Kind;
import io.xianka.compiler.syntax.NameParser.Mode;
import io.xianka.compiler.syntax.SpecifierParser.Specified;
import java.util.ArrayList;
import java.util.List;

/** Reads enumerations. */
final class EnumParser {
    private final Parser parser;
    private final Cursor cursor;
    private final KnownNames known;

    EnumParser(Parser parser) {
        this.parser = parser;
        this.cursor = parser.cursor;
        this.known = parser.known;
    }

    void specifier(Specified out, boolean declares) {
        int start = cursor.at;
        cursor.next();
        boolean scoped = cursor.take(TokenKind.CLASS) || cursor.take(TokenKind.STRUCT);
        SpecifierBuilder words = new SpecifierBuilder();
        parser.attributes.all(words);
        Name name = null;
        if (parser.names.ahead()) {
            name = parser.names.read(Mode.TYPE).name();
        }
        TypeSyntax underlying = null;
        if (cursor.is(TokenKind.COLON) && declares) {
            cursor.next();
            underlying = parser.specifiers.read(false, true).type;
            if (underlying == null) {
                throw cursor.fail("expected the enum's type, found " + Cursor.describe(cursor.peek()));
            }
        }
        if (!cursor.is(TokenKind.LEFT_BRACE)) {
            if (name == null) {
                throw cursor.missing(TokenKind.LEFT_BRACE, "after 'enum'");
            }
            if (cursor.is(TokenKind.SEMICOLON) && (underlying != null || scoped)) {
                known.declare(name.simple(), Kind.TYPE, null);
                SourceSpan span = cursor.from(start);
                out.definition =
                        new Declaration.EnumDeclaration(span, words.build(span), name, scoped, underlying, null);
                out.type = new TypeSyntax.Defined(span, out.definition, Qualifiers.NONE);
                return;
            }
            out.type = new TypeSyntax.Named(cursor.from(start), name, TypeSyntax.Tag.ENUM, false, Qualifiers.NONE);
            return;
        }
        Token open = cursor.next();
        Scope outer = known.current();
        Scope members = new Scope(ScopeKind.CLASS, outer, "");
        if (name != null) {
            known.declare(name.simple(), Kind.TYPE, members);
        }
        List<Declaration.Enumerator> enumerators = new ArrayList<>();
        while (!cursor.is(TokenKind.RIGHT_BRACE)) {
            int itemStart = cursor.at;
            NamePart.Identifier item = parser.names.identifier("of an enumerator");
            parser.attributes.skipAll();
            Expression value = cursor.take(TokenKind.EQUAL) ? parser.expressions.constant() : null;
            enumerators.add(new Declaration.Enumerator(cursor.from(itemStart), item, value));
            known.go(members);
            known.declareHere(item.text(), Kind.VALUE);
            known.go(outer);
            if (!scoped) {
                known.declare(item.text(), Kind.VALUE, null);
            }
            if (!cursor.take(TokenKind.COMMA)) {
                break;
            }
        }
        cursor.close(TokenKind.RIGHT_BRACE, open.span());
        SourceSpan span = cursor.from(start);
        parser.attributes.all(words);
        out.definition = new Declaration.EnumDeclaration(
                span, words.build(span), name, scoped, underlying, List.copyOf(enumerators));
        out.type = new TypeSyntax.Defined(span, out.definition, Qualifiers.NONE);
    }
}
