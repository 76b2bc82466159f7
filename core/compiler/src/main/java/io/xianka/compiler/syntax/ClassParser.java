package io.xianka.compiler.syntax;

import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.source.Diagnostic;
import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceSpan;
import io.xianka.compiler.syntax.KnownNames.Known;
import io.xianka.compiler.syntax.KnownNames.Scope;
import io.xianka.compiler.syntax.KnownNames.ScopeKind;
import io.xianka.compiler.syntax.LibraryNames.Kind;
import io.xianka.compiler.syntax.NameParser.Mode;
import io.xianka.compiler.syntax.NameParser.Read;
import io.xianka.compiler.syntax.SpecifierParser.Specified;
import io.xianka.compiler.syntax.TypeParser.Declarator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Reads classes. Bodies of member functions are read when the class is complete, for they may use all its members. */
final class ClassParser {
    /** A class within a class costs as much stack as this many brackets. */
    private static final int LEVELS_OF_A_CLASS = 4;

    private final Parser parser;
    private final Cursor cursor;
    private final KnownNames known;
    /** Bodies of the class being read, to be read at its end. */
    private List<Runnable> later = new ArrayList<>();

    ClassParser(Parser parser) {
        this.parser = parser;
        this.cursor = parser.cursor;
        this.known = parser.known;
    }

    /** Reads {@code struct S}, {@code struct S {...}} as a specifier. */
    void specifier(Specified out) {
        int start = cursor.at;
        TypeSyntax.Tag tag = switch (cursor.next().kind()) {
            case CLASS -> TypeSyntax.Tag.CLASS;
            case UNION -> TypeSyntax.Tag.UNION;
            default -> TypeSyntax.Tag.STRUCT;
        };
        SpecifierBuilder words = new SpecifierBuilder();
        parser.attributes.all(words);
        boolean template = known.declaresTemplate();
        Name name = null;
        Scope owner = null;
        if (parser.names.ahead()) {
            Read read = parser.names.read(Mode.TYPE);
            name = read.name();
            owner = read.scope();
        }
        if (cursor.isWord("final") && (cursor.kind(1) == TokenKind.LEFT_BRACE || cursor.kind(1) == TokenKind.COLON)) {
            cursor.next();
            words.words.add(Specifier.FINAL);
        }
        boolean defines = cursor.is(TokenKind.LEFT_BRACE) || (cursor.is(TokenKind.COLON) && basesFollow());
        if (!defines) {
            if (name == null) {
                throw cursor.missing(TokenKind.LEFT_BRACE, "of the class");
            }
            if (name.unqualified() && name.last() instanceof NamePart.Identifier id) {
                Known before = known.find(id.text());
                if (before == null || !before.isType()) {
                    known.declare(id.text(), template ? Kind.TYPE_TEMPLATE : Kind.TYPE, null);
                }
            }
            out.words.alignments.addAll(words.alignments);
            out.words.attributes.addAll(words.attributes);
            out.type = new TypeSyntax.Named(cursor.from(start), name, tag, false, Qualifiers.NONE);
            return;
        }
        define(out, start, tag, words, name, owner, template);
    }

    private boolean basesFollow() {
        for (int ahead = 1; ahead < 4000; ahead++) {
            switch (cursor.kind(ahead)) {
                case LEFT_BRACE -> {
                    return true;
                }
                case SEMICOLON, END, RIGHT_BRACE, EQUAL -> {
                    return false;
                }
                default -> {}
            }
        }
        return false;
    }

    private void define(
            Specified out,
            int start,
            TypeSyntax.Tag tag,
            SpecifierBuilder words,
            Name name,
            Scope owner,
            boolean template) {
        cursor.enter(LEVELS_OF_A_CLASS);
        Scope outer = known.current();
        String simple = name == null ? "" : name.simple();
        Scope members = known.open(ScopeKind.CLASS, simple);
        members.use(owner);
        known.go(outer);
        if (name != null && name.unqualified() && name.last() instanceof NamePart.Identifier) {
            known.declare(simple, template ? Kind.TYPE_TEMPLATE : Kind.TYPE, members);
        }
        List<Declaration.Base> bases = cursor.take(TokenKind.COLON) ? bases(tag, members) : List.of();
        if (parser.packBytes() > 0) {
            words.attributes.add(new Specifiers.Attribute(
                    cursor.peek().span(), "pragma pack", Integer.toString(parser.packBytes())));
        }
        Token open = cursor.expect(TokenKind.LEFT_BRACE, "of the class");
        known.go(members);
        List<Runnable> outerLater = later;
        later = new ArrayList<>();
        List<Declaration.Member> list = new ArrayList<>();
        membersInto(list, tag == TypeSyntax.Tag.CLASS ? Declaration.Access.PRIVATE : Declaration.Access.PUBLIC);
        cursor.close(TokenKind.RIGHT_BRACE, open.span());
        int end = cursor.at;
        for (Runnable body : later) {
            body.run();
        }
        later = outerLater;
        cursor.at = end;
        known.go(outer);
        SourceSpan span = cursor.from(start);
        parser.attributes.all(words);
        cursor.leave(LEVELS_OF_A_CLASS);
        out.definition = new Declaration.ClassDeclaration(span, words.build(span), tag, name, bases, List.copyOf(list));
        out.type = new TypeSyntax.Defined(span, out.definition, Qualifiers.NONE);
    }

    private List<Declaration.Base> bases(TypeSyntax.Tag tag, Scope members) {
        List<Declaration.Base> bases = new ArrayList<>(1);
        do {
            int start = cursor.at;
            parser.attributes.skipAll();
            Declaration.Access access =
                    tag == TypeSyntax.Tag.CLASS ? Declaration.Access.PRIVATE : Declaration.Access.PUBLIC;
            boolean isVirtual = false;
            while (true) {
                if (cursor.take(TokenKind.VIRTUAL)) {
                    isVirtual = true;
                } else if (cursor.take(TokenKind.PUBLIC)) {
                    access = Declaration.Access.PUBLIC;
                } else if (cursor.take(TokenKind.PROTECTED)) {
                    access = Declaration.Access.PROTECTED;
                } else if (cursor.take(TokenKind.PRIVATE)) {
                    access = Declaration.Access.PRIVATE;
                } else {
                    break;
                }
            }
            int typeStart = cursor.at;
            TypeSyntax type;
            if (parser.names.ahead()) {
                Read read = parser.names.read(Mode.TYPE);
                if (read.known() != null) {
                    members.use(read.known().members());
                }
                type = new TypeSyntax.Named(cursor.from(typeStart), read.name(), null, false, Qualifiers.NONE);
            } else {
                type = parser.specifiers.read(false, true).type;
                if (type == null) {
                    throw cursor.fail("expected a base class, found " + Cursor.describe(cursor.peek()));
                }
            }
            boolean pack = cursor.take(TokenKind.ELLIPSIS);
            bases.add(new Declaration.Base(cursor.from(start), access, isVirtual, type, pack));
        } while (cursor.take(TokenKind.COMMA));
        return List.copyOf(bases);
    }

    private void membersInto(List<Declaration.Member> out, Declaration.Access first) {
        Declaration.Access access = first;
        while (!cursor.is(TokenKind.RIGHT_BRACE) && !cursor.is(TokenKind.END)) {
            int start = cursor.at;
            Declaration.Access named = switch (cursor.kind()) {
                case PUBLIC -> Declaration.Access.PUBLIC;
                case PROTECTED -> Declaration.Access.PROTECTED;
                case PRIVATE -> Declaration.Access.PRIVATE;
                default -> null;
            };
            int depth = cursor.depth;
            Scope scope = known.current();
            Diagnostics real = cursor.diagnostics;
            Diagnostics mine = new Diagnostics();
            try {
                if (named != null) {
                    cursor.next();
                    cursor.expect(
                            TokenKind.COLON, "after '" + cursor.token(start).text() + "'");
                    access = named;
                    continue;
                }
                cursor.diagnostics = mine;
                List<Declaration> declarations = new ArrayList<>(1);
                parser.declarations.declaration(declarations, DeclarationParser.Place.CLASS);
                for (Declaration declaration : declarations) {
                    out.add(new Declaration.Member(declaration.span(), access, declaration));
                }
            } catch (ParseFailure e) {
                if (cursor.isTentative() || cursor.isStopped()) {
                    throw e;
                }
                cursor.depth = depth;
                cursor.greaterCloses = false;
                known.go(scope);
                NamePart.Identifier name = parser.declarations.nameWithin(start);
                parser.declarations.recover(start);
                SourceSpan span = cursor.from(start);
                HostDeclarations host = parser.declarations.host;
                Diagnostic cause = mine.hasErrors()
                                && host.isNoField(start, cursor.at)
                                && host.means(start, cursor.at, mine.all().getFirst())
                        ? mine.all().getFirst()
                        : null;
                if (cause != null) {
                    mine = new Diagnostics();
                }
                out.add(new Declaration.Member(span, access, new Declaration.Malformed(span, name, cause)));
            } finally {
                cursor.diagnostics = real;
                mine.all().forEach(real::add);
            }
        }
    }

    /** Passes over a member function's body now and reads it when the class is complete. */
    FunctionBody laterBody(Specified specified, Declarator declarator) {
        int start = cursor.at;
        Scope scope = known.current();
        parser.declarations.skipBody();
        if (DeclarationParser.isHostOnly(specified)) {
            return new FunctionBody.SkippedHostCode(cursor.from(start));
        }
        List<FunctionBody.MemberInitialiser> initialisers = new ArrayList<>(0);
        List<Statement> statements = new ArrayList<>();
        SourceSpan span = cursor.from(start);
        later.add(() -> {
            cursor.at = start;
            known.go(scope);
            int depth = cursor.depth;
            try {
                FunctionBody.Block body = parser.declarations.bodyHere(declarator);
                initialisers.addAll(body.initialisers());
                statements.addAll(body.block().statements());
            } catch (ParseFailure e) {
                if (cursor.isTentative() || cursor.isStopped()) {
                    throw e;
                }
                cursor.depth = depth;
                cursor.greaterCloses = false;
                statements.add(new Statement.Malformed(span));
            }
        });
        return new FunctionBody.Block(
                span,
                Collections.unmodifiableList(initialisers),
                new Statement.Compound(span, Collections.unmodifiableList(statements)));
    }
}
