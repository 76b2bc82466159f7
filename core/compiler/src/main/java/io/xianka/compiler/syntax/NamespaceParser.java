package io.xianka.compiler.syntax;

import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.syntax.KnownNames.Known;
import io.xianka.compiler.syntax.KnownNames.Scope;
import io.xianka.compiler.syntax.KnownNames.ScopeKind;
import io.xianka.compiler.syntax.LibraryNames.Kind;
import io.xianka.compiler.syntax.NameParser.Mode;
import io.xianka.compiler.syntax.NameParser.Read;
import java.util.ArrayList;
import java.util.List;

/** Reads namespaces, and what makes the names of one scope known in another. */
final class NamespaceParser {
    private final Parser parser;
    private final Cursor cursor;
    private final KnownNames known;

    NamespaceParser(Parser parser) {
        this.parser = parser;
        this.cursor = parser.cursor;
        this.known = parser.known;
    }

    void read(List<Declaration> out, boolean inline) {
        int start = cursor.at;
        cursor.next();
        parser.attributes.skipAll();
        if (cursor.is(TokenKind.IDENTIFIER) && cursor.kind(1) == TokenKind.EQUAL) {
            NamePart.Identifier name = parser.names.identifier("");
            cursor.next();
            Read target = parser.names.read(Mode.TYPE);
            cursor.endStatement("after the namespace alias");
            known.declareKnown(name.text(), target.known() != null ? target.known() : new Known(Kind.NAMESPACE, null));
            out.add(new Declaration.NamespaceAlias(cursor.from(start), name, target.name()));
            return;
        }
        cursor.enter();
        Scope outer = known.current();
        List<NamePart.Identifier> names = new ArrayList<>(1);
        if (!cursor.is(TokenKind.LEFT_BRACE)) {
            do {
                inline |= cursor.take(TokenKind.INLINE);
                names.add(parser.names.identifier("of a namespace"));
            } while (cursor.take(TokenKind.COLON_COLON));
        }
        parser.attributes.skipAll();
        Token open = cursor.expect(TokenKind.LEFT_BRACE, "of the namespace");
        for (NamePart.Identifier name : names) {
            enterNamespace(name.text(), inline);
        }
        if (names.isEmpty()) {
            Scope unnamed = known.open(ScopeKind.NAMESPACE, "");
            outer.use(unnamed);
        }
        List<Declaration> declarations = new ArrayList<>();
        parser.declarations.allInto(declarations);
        known.go(outer);
        cursor.close(TokenKind.RIGHT_BRACE, open.span());
        cursor.leave();
        out.add(new Declaration.Namespace(cursor.from(start), List.copyOf(names), inline, List.copyOf(declarations)));
    }

    private void enterNamespace(String name, boolean inline) {
        Scope outer = known.current();
        Known before = known.findIn(outer, name);
        if (before != null
                && before.kind() == Kind.NAMESPACE
                && before.members() != null
                && before.members().kind == ScopeKind.NAMESPACE) {
            known.go(before.members());
            return;
        }
        Scope members = known.open(ScopeKind.NAMESPACE, name);
        if (before != null && before.kind() == Kind.NAMESPACE) {
            members.use(before.members());
        }
        known.go(outer);
        known.declareKnown(name, new Known(Kind.NAMESPACE, members));
        if (inline) {
            outer.use(members);
        }
        known.go(members);
    }

    void using(List<Declaration> out) {
        int start = cursor.at;
        cursor.next();
        if (cursor.take(TokenKind.NAMESPACE)) {
            Read read = parser.names.read(Mode.TYPE);
            cursor.endStatement("after the using directive");
            if (read.known() != null) {
                known.current().use(read.known().members());
                known.go(known.current());
            }
            out.add(new Declaration.UsingDirective(cursor.from(start), read.name()));
            return;
        }
        if (cursor.is(TokenKind.IDENTIFIER)) {
            int ahead = cursor.at;
            NamePart.Identifier name = parser.names.identifier("");
            parser.attributes.skipAll();
            if (cursor.take(TokenKind.EQUAL)) {
                boolean template = known.declaresTemplate();
                TypeSyntax type = parser.types.typeId();
                cursor.endStatement("after the alias");
                declareAlias(name.text(), type, template);
                out.add(new Declaration.Alias(cursor.from(start), name, type));
                return;
            }
            cursor.at = ahead;
        }
        do {
            boolean typename = cursor.take(TokenKind.TYPENAME);
            Read read = parser.names.read(Mode.TYPE);
            boolean pack = cursor.take(TokenKind.ELLIPSIS);
            if (read.name().last() instanceof NamePart.Identifier id
                    && !read.name().qualifiers().isEmpty()
                    // "using Base<T>::Base" is about constructors and declares no name.
                    && !read.name().qualifiers().getLast().text().equals(id.text())) {
                Known what = typename ? new Known(Kind.TYPE, null) : read.known();
                if (what != null) {
                    known.declareKnown(id.text(), what);
                } else if (known.current().kind != KnownNames.ScopeKind.NAMESPACE) {
                    known.declareKnown(id.text(), new Known(Kind.VALUE, null));
                }
            }
            out.add(new Declaration.UsingDeclaration(cursor.from(start), read.name(), typename, pack));
        } while (cursor.take(TokenKind.COMMA));
        cursor.endStatement("after the using declaration");
    }

    /** Declares an alias, with the members of the class that it names as far as that is known. */
    void declareAlias(String name, TypeSyntax type, boolean template) {
        Scope members = null;
        if (type instanceof TypeSyntax.Named named && named.name().qualifiers().isEmpty()) {
            Known what = known.find(named.name().simple());
            members = what == null ? null : what.members();
        }
        known.declare(name, template ? Kind.TYPE_TEMPLATE : Kind.TYPE, members);
    }
}
