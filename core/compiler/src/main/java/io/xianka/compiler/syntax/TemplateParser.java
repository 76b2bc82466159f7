package io.xianka.compiler.syntax;

import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.syntax.KnownNames.Scope;
import io.xianka.compiler.syntax.KnownNames.ScopeKind;
import io.xianka.compiler.syntax.LibraryNames.Kind;
import io.xianka.compiler.syntax.NameParser.Mode;
import io.xianka.compiler.syntax.SpecifierParser.Specified;
import io.xianka.compiler.syntax.TypeParser.Declarator;
import io.xianka.compiler.syntax.TypeParser.Form;
import java.util.ArrayList;
import java.util.List;

/** Reads template parameters and what they stand before. */
final class TemplateParser {
    private final Parser parser;
    private final Cursor cursor;
    private final KnownNames known;

    TemplateParser(Parser parser) {
        this.parser = parser;
        this.cursor = parser.cursor;
        this.known = parser.known;
    }

    void read(List<Declaration> out, DeclarationParser.Place place) {
        int start = cursor.at;
        boolean isExtern = cursor.take(TokenKind.EXTERN);
        cursor.next();
        List<Declaration> inner = new ArrayList<>(1);
        Scope outer = known.current();
        if (!cursor.is(TokenKind.LESS)) {
            parser.declarations.declaration(inner, place);
            for (Declaration declaration : inner) {
                out.add(new Declaration.ExplicitInstantiation(cursor.from(start), isExtern, declaration));
            }
            return;
        }
        cursor.enter();
        List<TemplateParameter> parameters = templateParameters();
        if (cursor.is(TokenKind.IDENTIFIER) && cursor.isWord("concept")) {
            throw cursor.fail("concepts are C++20; C++17 is supported");
        }
        if (cursor.is(TokenKind.IDENTIFIER) && cursor.isWord("requires")) {
            throw cursor.fail("constraints ('requires') are C++20; C++17 is supported");
        }
        parser.declarations.declaration(inner, place);
        known.go(outer);
        cursor.leave();
        for (int i = 0; i < inner.size(); i++) {
            Declaration declaration = inner.get(i);
            // In "template <...> struct S {...} s;" only the class is a template; that is an error of semantics.
            out.add(new Declaration.Template(cursor.from(start), parameters, declaration));
        }
    }

    /** Parameters between {@code <} and {@code >}; they are declared in a new scope, which stays current. */
    List<TemplateParameter> templateParameters() {
        Token open = cursor.next();
        boolean specialises = cursor.is(TokenKind.GREATER);
        known.open(ScopeKind.TEMPLATE_PARAMETERS, specialises ? "<>" : "");
        List<TemplateParameter> parameters = new ArrayList<>(2);
        boolean closes = cursor.greaterCloses;
        cursor.greaterCloses = true;
        if (!specialises) {
            do {
                parameters.add(templateParameter());
            } while (cursor.take(TokenKind.COMMA));
        }
        cursor.greaterCloses = closes;
        cursor.close(TokenKind.GREATER, open.span());
        return List.copyOf(parameters);
    }

    private TemplateParameter templateParameter() {
        int start = cursor.at;
        if (cursor.is(TokenKind.TEMPLATE)) {
            cursor.next();
            if (!cursor.is(TokenKind.LESS)) {
                throw cursor.missing(TokenKind.LESS, "after 'template'");
            }
            Scope outer = known.current();
            cursor.enter();
            List<TemplateParameter> inner = templateParameters();
            cursor.leave();
            known.go(outer);
            if (!cursor.take(TokenKind.CLASS)) {
                cursor.expect(TokenKind.TYPENAME, "or 'class' after the template parameters");
            }
            boolean pack = cursor.take(TokenKind.ELLIPSIS);
            NamePart.Identifier name = parameterName(Kind.TYPE_TEMPLATE);
            Name value =
                    cursor.take(TokenKind.EQUAL) ? parser.names.read(Mode.TYPE).name() : null;
            return new TemplateParameter.Template(cursor.from(start), inner, name, pack, value);
        }
        boolean type = (cursor.is(TokenKind.TYPENAME) || cursor.is(TokenKind.CLASS))
                && (cursor.kind(1) != TokenKind.IDENTIFIER || endsParameter(cursor.kind(2)));
        if (type) {
            cursor.next();
            boolean pack = cursor.take(TokenKind.ELLIPSIS);
            NamePart.Identifier name = parameterName(Kind.TYPE);
            TypeSyntax value = cursor.take(TokenKind.EQUAL) ? parser.types.typeId() : null;
            return new TemplateParameter.Type(cursor.from(start), name, pack, value);
        }
        Specified specified = parser.specifiers.read(false, true);
        if (specified.type == null) {
            throw cursor.fail("expected a template parameter, found " + Cursor.describe(cursor.peek()));
        }
        Declarator declarator = parser.types.declarator(Form.EITHER);
        NamePart.Identifier name = declarator.identifier();
        if (name != null) {
            known.declareHere(name.text(), Kind.VALUE);
        }
        Expression value = cursor.take(TokenKind.EQUAL) ? parser.expressions.constant() : null;
        return new TemplateParameter.Value(
                cursor.from(start), declarator.applyTo(specified.type), name, declarator.pack, value);
    }

    private static boolean endsParameter(TokenKind kind) {
        return switch (kind) {
            case COMMA, GREATER, EQUAL, GREATER_EQUAL -> true;
            default -> false;
        };
    }

    private NamePart.Identifier parameterName(Kind kind) {
        if (!cursor.is(TokenKind.IDENTIFIER)) {
            return null;
        }
        NamePart.Identifier name = parser.names.identifier("");
        known.declareHere(name.text(), kind);
        return name;
    }
}
