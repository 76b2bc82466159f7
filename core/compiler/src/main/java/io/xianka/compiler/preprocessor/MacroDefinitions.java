package io.xianka.compiler.preprocessor;

import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code #define} lines and holds them to the rules. */
final class MacroDefinitions {
    private final Diagnostics diagnostics;

    MacroDefinitions(Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
    }

    /** The macro that a {@code #define} line defines, or null when it breaks a rule, which is reported. */
    Macro read(List<Token> line, SourceSpan span) {
        if (line.isEmpty() || !line.get(0).isWord()) {
            diagnostics.error(line.isEmpty() ? span.after() : line.get(0).span(), "#define needs a macro's name");
            return null;
        }
        Token name = line.get(0);
        if (name.text().equals("defined")
                || name.text().equals("__VA_ARGS__")
                || name.text().equals("__VA_OPT__")) {
            diagnostics.error(name.span(), "'" + name.text() + "' cannot be a macro's name");
            return null;
        }
        Macro macro;
        if (line.size() > 1
                && line.get(1).is(TokenKind.LEFT_PAREN)
                && !line.get(1).spaceBefore()) {
            macro = functionMacro(name, line);
        } else {
            macro = checked(Macro.object(name.text(), name.span(), line.subList(1, line.size())));
        }
        return macro;
    }

    private Macro functionMacro(Token name, List<Token> line) {
        List<String> parameters = new ArrayList<>();
        boolean variadic = false;
        int i = 2;
        while (true) {
            Token token = i < line.size() ? line.get(i) : null;
            if (token != null && token.is(TokenKind.RIGHT_PAREN) && parameters.isEmpty()) {
                i++;
                break;
            }
            if (token != null && token.is(TokenKind.ELLIPSIS)) {
                parameters.add("__VA_ARGS__");
                variadic = true;
                i++;
            } else if (token != null && token.isWord() && !token.text().equals("__VA_ARGS__")) {
                if (parameters.contains(token.text())) {
                    diagnostics.error(token.span(), "macro parameter '" + token.text() + "' appears twice");
                    return null;
                }
                parameters.add(token.text());
                i++;
                if (i < line.size() && line.get(i).is(TokenKind.ELLIPSIS)) {
                    variadic = true;
                    i++;
                }
            } else {
                diagnostics.error(
                        token == null ? line.getLast().span().after() : token.span(), "expected a macro parameter");
                return null;
            }
            Token next = i < line.size() ? line.get(i++) : null;
            if (next != null && next.is(TokenKind.RIGHT_PAREN)) {
                break;
            }
            if (next == null || variadic || !next.is(TokenKind.COMMA)) {
                diagnostics.error(
                        next == null ? line.getLast().span().after() : next.span(),
                        variadic ? "expected ')' after '...'" : "expected ',' or ')' in the macro's parameters");
                return null;
            }
        }
        return checked(Macro.function(name.text(), name.span(), parameters, variadic, line.subList(i, line.size())));
    }

    /** The macro, or null when its body breaks a rule, which is reported. */
    private Macro checked(Macro macro) {
        List<Token> body = macro.body();
        if (body.isEmpty()) {
            return macro;
        }
        if (body.get(0).is(TokenKind.HASH_HASH) || body.getLast().is(TokenKind.HASH_HASH)) {
            Token glue = body.get(0).is(TokenKind.HASH_HASH) ? body.get(0) : body.getLast();
            diagnostics.error(glue.span(), "'##' needs a token on each side");
            return null;
        }
        for (int i = 0; i < body.size(); i++) {
            Token token = body.get(i);
            if (token.text().equals("__VA_ARGS__") && !macro.variadic()) {
                diagnostics.error(token.span(), "__VA_ARGS__ is only known in a macro with '...'");
                return null;
            }
            if (token.text().equals("__VA_OPT__") && macro.variadic() && !closes(body, i + 1)) {
                diagnostics.error(token.span(), "__VA_OPT__ needs its text in parentheses");
                return null;
            }
            if (token.is(TokenKind.HASH)
                    && macro.isFunction()
                    && (i + 1 == body.size() || macro.parameter(body.get(i + 1).text()) < 0)) {
                diagnostics.error(token.span(), "'#' needs a macro parameter behind it");
                return null;
            }
        }
        return macro;
    }

    private static boolean closes(List<Token> body, int open) {
        if (open >= body.size() || !body.get(open).is(TokenKind.LEFT_PAREN)) {
            return false;
        }
        int depth = 0;
        for (int i = open; i < body.size(); i++) {
            TokenKind kind = body.get(i).kind();
            depth += kind == TokenKind.LEFT_PAREN ? 1 : kind == TokenKind.RIGHT_PAREN ? -1 : 0;
            if (depth == 0) {
                return true;
            }
        }
        return false;
    }
}
