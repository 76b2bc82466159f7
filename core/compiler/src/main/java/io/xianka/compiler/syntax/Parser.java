package io.xianka.compiler.syntax;

import io.xianka.compiler.lexer.Lexer;
import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceFile;
import io.xianka.compiler.source.SourceSpan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Builds the syntax tree. Errors are reported and parsing goes on behind them, so that one run finds them all.
 *
 * <p>The work is shared out, over one {@link Cursor} and one {@link KnownNames}: {@link DeclarationParser} with {@link
 * NamespaceParser}, {@link TemplateParser}, {@link ClassParser} and {@link EnumParser}; {@link StatementParser}; {@link
 * ExpressionParser} with {@link PrimaryParser}, {@link LambdaParser} and {@link LiteralParser}; {@link SpecifierParser},
 * {@link TypeParser}, {@link NameParser} and {@link AttributeParser}.
 */
public final class Parser {
    /** How deep brackets, blocks and operators may be nested. */
    public static final int DEEPEST = 256;

    /**
     * How many operators an expression may have on top of each other, as in {@code a + b + c + ...}, and how many
     * {@code else if} and labels may follow each other.
     */
    public static final int TALLEST = 2000;

    final Cursor cursor;
    final KnownNames known;
    final NameParser names;
    final SpecifierParser specifiers;
    final TypeParser types;
    final AttributeParser attributes;
    final ExpressionParser expressions;
    final StatementParser statements;
    final DeclarationParser declarations;

    private final Deque<Integer> packs = new ArrayDeque<>();
    private int packBytes;
    private String functionName = "";
    private boolean prefersFunctions;

    private Parser(List<Token> tokens, KnownNames known, Diagnostics diagnostics) {
        this.known = known;
        this.cursor = new Cursor(tokens, known, diagnostics);
        this.names = new NameParser(this);
        this.specifiers = new SpecifierParser(this);
        this.types = new TypeParser(this);
        this.attributes = new AttributeParser(this);
        this.expressions = new ExpressionParser(this);
        this.statements = new StatementParser(this);
        this.declarations = new DeclarationParser(this);
    }

    /**
     * Parses a program.
     *
     * @param file the main file
     * @param tokens what the preprocessor made of it, END last
     * @param library what else is declared
     */
    public static TranslationUnit parse(
            SourceFile file, List<Token> tokens, LibraryNames library, Diagnostics diagnostics) {
        return parse(file, tokens, List.of(), library, diagnostics);
    }

    /**
     * Parses a program, and expressions that name kernels of it.
     *
     * @param kernels the tokens of each expression, END last
     */
    public static TranslationUnit parse(
            SourceFile file,
            List<Token> tokens,
            List<List<Token>> kernels,
            LibraryNames library,
            Diagnostics diagnostics) {
        KnownNames known = new KnownNames(library);
        List<Declaration> declarations = new Parser(readable(tokens, diagnostics), known, diagnostics).all();
        List<Expression> asked = new ArrayList<>();
        for (List<Token> kernel : kernels) {
            known.go(known.global());
            asked.add(new Parser(readable(kernel, diagnostics), known, diagnostics).onlyExpression());
        }
        return new TranslationUnit(file, declarations, asked);
    }

    /**
     * Parses a part of a file that needs no preprocessing: the device library's way to read one declaration.
     *
     * @param start offset of the part's first character
     * @param end offset behind its last
     */
    public static List<Declaration> parsePart(
            SourceFile file, int start, int end, LibraryNames library, Diagnostics diagnostics) {
        Lexer lexer = new Lexer(file, start, end, diagnostics);
        List<Token> tokens = new ArrayList<>();
        Token token;
        do {
            token = lexer.next();
            switch (token.kind()) {
                case SHIFT_RIGHT -> split(token, TokenKind.GREATER, tokens);
                case SHIFT_RIGHT_EQUAL -> split(token, TokenKind.GREATER_EQUAL, tokens);
                case HASH -> unroll(lexer, token, tokens);
                default -> tokens.add(token);
            }
        } while (!token.is(TokenKind.END));
        return new Parser(readable(tokens, diagnostics), new KnownNames(library), diagnostics).all();
    }

    private static void split(Token token, TokenKind second, List<Token> out) {
        SourceSpan span = token.span();
        out.add(new Token(
                TokenKind.GREATER,
                ">",
                new SourceSpan(span.file(), span.start(), span.start() + 1),
                token.spaceBefore(),
                token.startsLine(),
                false));
        out.add(new Token(
                second,
                second.spelling(),
                new SourceSpan(span.file(), span.start() + 1, span.end()),
                false,
                false,
                false));
    }

    /** The one directive that the library uses: {@code #pragma unroll}, with or without a plain factor. */
    private static void unroll(Lexer lexer, Token hash, List<Token> out) {
        if (!lexer.next().text().equals("pragma")) {
            out.add(hash);
            return;
        }
        Token word = lexer.next();
        TokenKind kind = word.text().equals("nounroll") ? TokenKind.PRAGMA_NOUNROLL : TokenKind.PRAGMA_UNROLL;
        out.add(new Token(kind, kind.spelling(), hash.span().to(word.span()), true, true, false));
        String factor = lexer.restOfLine();
        if (!factor.isEmpty()) {
            out.add(new Token(
                    Character.isDigit(factor.charAt(0)) ? TokenKind.NUMBER : TokenKind.IDENTIFIER,
                    factor,
                    word.span(),
                    true,
                    false,
                    false));
        }
        out.add(new Token(TokenKind.PRAGMA_END, "", word.span().after(), true, false, false));
    }

    /** The tokens without those that are none; each of these is an error. */
    private static List<Token> readable(List<Token> tokens, Diagnostics diagnostics) {
        boolean clean = true;
        for (int i = 0; i < tokens.size() && clean; i++) {
            TokenKind kind = tokens.get(i).kind();
            clean = kind != TokenKind.OTHER && kind != TokenKind.UNTERMINATED;
        }
        if (clean) {
            return tokens;
        }
        List<Token> out = new ArrayList<>(tokens.size());
        for (Token token : tokens) {
            switch (token.kind()) {
                case OTHER -> {
                    int point = token.text().codePointAt(0);
                    diagnostics.error(
                            token.span(),
                            "character '" + (Character.isISOControl(point) ? "" : token.text()) + "' (U+"
                                    + "%04X".formatted(point) + ") belongs to no token");
                }
                case UNTERMINATED -> {
                    boolean string =
                            token.text().indexOf('"') >= 0 && !token.text().startsWith("'");
                    diagnostics.error(
                            token.span(),
                            string
                                    ? "string is not closed: its final \" is missing"
                                    : "character literal is not closed: its final ' is missing");
                    out.add(new Token(
                            string ? TokenKind.STRING : TokenKind.CHARACTER,
                            string ? "\"\"" : "'?'",
                            token.span(),
                            token.spaceBefore(),
                            token.startsLine(),
                            false));
                }
                default -> out.add(token);
            }
        }
        return out;
    }

    private List<Declaration> all() {
        List<Declaration> out = new ArrayList<>();
        try {
            while (true) {
                declarations.allInto(out);
                if (cursor.is(TokenKind.END)) {
                    break;
                }
                cursor.report(cursor.next().span(), "'}' has no partner");
            }
        } catch (ParseFailure e) {
            // So many errors were found that going on teaches nothing.
            return List.copyOf(out);
        }
        return List.copyOf(out);
    }

    private Expression onlyExpression() {
        try {
            Expression expression = expressions.expression();
            if (!cursor.is(TokenKind.END)) {
                throw cursor.fail("a kernel's name ends before " + Cursor.describe(cursor.peek()));
            }
            return expression;
        } catch (ParseFailure e) {
            return null;
        }
    }

    // ---- what the parts share

    /** True within the class of that name. */
    boolean insideClass(String name) {
        for (KnownNames.Scope scope = known.current(); scope != null; scope = scope.parent) {
            if (scope.kind == KnownNames.ScopeKind.CLASS && scope.name.equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** The innermost function being read, for {@code __func__}. */
    String functionName() {
        return functionName;
    }

    String setFunctionName(String name) {
        String before = functionName;
        functionName = name;
        return before;
    }

    /** True where {@code name(...)} behind a type is rather a function than a variable. */
    boolean prefersFunctions() {
        return prefersFunctions;
    }

    boolean setPrefersFunctions(boolean prefers) {
        boolean before = prefersFunctions;
        prefersFunctions = prefers;
        return before;
    }

    /** Takes the semicolon behind a complete expression, or says what is wrong. */
    void endExpression(Expression expression) {
        Token token = cursor.peek();
        if (expression instanceof Expression.NameUse use && token.is(TokenKind.IDENTIFIER) && !token.startsLine()) {
            throw cursor.fail(use.span(), "'" + use.name() + "' is not a type, and '" + token.text() + "' follows it");
        }
        cursor.endStatement("after the expression");
    }

    /** Alignment limit of {@code #pragma pack}, or 0. */
    int packBytes() {
        return packBytes;
    }

    /** Obeys {@code #pragma pack(...)}. */
    void pragmaPack() {
        int start = cursor.at;
        cursor.next();
        List<String> words = new ArrayList<>();
        while (!cursor.is(TokenKind.PRAGMA_END) && !cursor.is(TokenKind.END)) {
            Token token = cursor.next();
            if (token.isWord() || token.is(TokenKind.NUMBER)) {
                words.add(token.text());
            }
        }
        cursor.take(TokenKind.PRAGMA_END);
        int bytes = 0;
        for (String word : words) {
            switch (word) {
                case "push" -> {
                    packs.push(packBytes);
                    bytes = packBytes;
                }
                case "pop" -> bytes = packs.isEmpty() ? 0 : packs.pop();
                case "1", "2", "4", "8", "16" -> bytes = Integer.parseInt(word);
                default -> cursor.warn(cursor.from(start), "#pragma pack does not know '" + word + "'");
            }
        }
        packBytes = bytes;
    }
}
