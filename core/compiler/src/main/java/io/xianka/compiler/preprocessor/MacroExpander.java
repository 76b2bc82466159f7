package io.xianka.compiler.preprocessor;

import io.xianka.compiler.lexer.Lexer;
import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.source.Diagnostic;
import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceFile;
import io.xianka.compiler.source.SourceSpan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Replaces macros. Expansions under way lie on a stack; a macro's name met while its own expansion is on the stack is
 * painted and never expands again. An expansion leaves the stack when a token behind it is asked for, also while looking
 * for a call's parenthesis or arguments, as in GCC and Clang.
 */
final class MacroExpander {
    /** Tokens that all expansions of one file may make together; a bomb stops here. */
    static final int MOST_TOKENS_MADE = 4_000_000;

    /** Depth of macro calls within the arguments of macro calls. */
    static final int DEEPEST_ARGUMENT = 300;

    /** What the expander asks of the preprocessor around it. */
    interface Surroundings {
        /** The text of a macro that has none of its own. */
        Token special(Macro macro, Token use);

        /** The tokens that stand for {@code _Pragma(text)}. */
        List<Token> pragma(Token text);
    }

    /** Tokens to be read before anything else. */
    private static final class Pending {
        final List<Token> tokens;
        final Macro macro;
        /** True when reading must not go on below. */
        final boolean floor;

        int at;

        Pending(List<Token> tokens, Macro macro, boolean floor) {
            this.tokens = tokens;
            this.macro = macro;
            this.floor = floor;
        }
    }

    /** The argument of a variadic macro's dots when the call has none; told apart from an empty one by identity. */
    private static final List<Token> ABSENT = Collections.unmodifiableList(new ArrayList<>());

    private final Map<String, Macro> macros;
    private final Diagnostics diagnostics;
    private final Supplier<Token> file;
    private final Surroundings surroundings;

    private final Deque<Pending> stack = new ArrayDeque<>();
    private final Set<Macro> active = Collections.newSetFromMap(new IdentityHashMap<>());
    private int floors;
    private int made;
    private boolean stopped;
    private boolean inCondition;
    private SourceSpan lastRead;

    MacroExpander(
            Map<String, Macro> macros,
            Diagnostics diagnostics,
            SourceSpan start,
            Supplier<Token> file,
            Surroundings surroundings) {
        this.macros = macros;
        this.diagnostics = diagnostics;
        this.lastRead = start;
        this.file = file;
        this.surroundings = surroundings;
    }

    /** True once a limit was reached and reading ended early. */
    boolean stopped() {
        return stopped;
    }

    /** The next token of the file, macros replaced; END at the end. */
    Token next() {
        while (true) {
            Token token = raw();
            if (!token.isWord() || token.painted()) {
                return token;
            }
            Macro macro = macros.get(token.text());
            if (macro == null) {
                if (inCondition && token.text().equals("defined")) {
                    protectOperand();
                    return token;
                }
                if (floors == 0 && token.text().equals("_Pragma")) {
                    pragmaOperator(token);
                    continue;
                }
                return token;
            }
            if (active.contains(macro)) {
                return token.paint();
            }
            if (macro.special() != Macro.Special.NONE) {
                return surroundings.special(macro, token);
            }
            if (!macro.isFunction()) {
                push(substitute(macro, null, token, token.span()), macro);
                continue;
            }
            Token paren = raw();
            if (!paren.is(TokenKind.LEFT_PAREN)) {
                giveBack(paren);
                return token;
            }
            List<List<Token>> arguments = new ArrayList<>();
            Token close = collect(macro, token, arguments);
            if (close == null || !countFits(macro, token, arguments)) {
                return token.paint();
            }
            push(substitute(macro, arguments, token, token.span().to(close.span())), macro);
        }
    }

    /** The operand of {@code defined} that a macro made: its name is asked for, not its text. */
    private void protectOperand() {
        Token first = raw();
        if (first.is(TokenKind.LEFT_PAREN)) {
            Token name = raw();
            giveBack(name.paint());
        }
        giveBack(first.paint());
    }

    /** The tokens of a condition, fully replaced but for operands of {@code defined}. */
    List<Token> expandCondition(List<Token> tokens) {
        inCondition = true;
        List<Token> out = expand(tokens);
        inCondition = false;
        return out;
    }

    /** A list of tokens, fully replaced, as if nothing followed. */
    List<Token> expand(List<Token> tokens) {
        if (tokens.isEmpty()) {
            return tokens;
        }
        if (floors >= DEEPEST_ARGUMENT) {
            stop(tokens.get(0).span(), "macro calls are nested more than " + DEEPEST_ARGUMENT + " deep in arguments");
            return tokens;
        }
        Pending floor = new Pending(tokens, null, true);
        stack.push(floor);
        floors++;
        List<Token> out = new ArrayList<>(tokens.size());
        for (Token token = next(); !token.is(TokenKind.END); token = next()) {
            out.add(token);
        }
        floors--;
        while (true) {
            Pending top = stack.pop();
            if (top == floor) {
                return out;
            }
            active.remove(top.macro);
        }
    }

    private Token raw() {
        while (!stopped) {
            Pending top = stack.peek();
            if (top == null) {
                Token token = file.get();
                lastRead = token.span();
                return token;
            }
            if (top.at < top.tokens.size()) {
                return top.tokens.get(top.at++);
            }
            if (top.floor) {
                break;
            }
            stack.pop();
            if (top.macro != null) {
                active.remove(top.macro);
            }
        }
        return new Token(TokenKind.END, "", lastRead, false, true, false);
    }

    private void giveBack(Token token) {
        if (!token.is(TokenKind.END)) {
            push(List.of(token), null);
        }
    }

    private void push(List<Token> tokens, Macro macro) {
        if (macro != null) {
            active.add(macro);
        }
        stack.push(new Pending(tokens, macro, false));
    }

    void stop(SourceSpan span, String message) {
        if (!stopped) {
            stopped = true;
            diagnostics.error(span, message);
        }
    }

    private void pragmaOperator(Token word) {
        Token open = raw();
        Token text = open.is(TokenKind.LEFT_PAREN) ? raw() : open;
        Token close = text.is(TokenKind.STRING) ? raw() : text;
        if (!close.is(TokenKind.RIGHT_PAREN)) {
            diagnostics.error(word.span(), "_Pragma takes one string in parentheses");
            giveBack(close);
            return;
        }
        push(surroundings.pragma(text.at(word.span(), true)), null);
    }

    // ---- arguments

    private Token collect(Macro macro, Token name, List<List<Token>> arguments) {
        int depth = 0;
        List<Token> argument = new ArrayList<>();
        int fixed = macro.variadic() ? macro.parameters().size() - 1 : Integer.MAX_VALUE;
        while (true) {
            Token token = raw();
            switch (token.kind()) {
                case END -> {
                    diagnostics.error(
                            name.span(), "call of macro '" + macro.name() + "' is not closed: ')' is missing");
                    return null;
                }
                case LEFT_PAREN -> depth++;
                case RIGHT_PAREN -> {
                    if (depth-- == 0) {
                        arguments.add(argument);
                        return token;
                    }
                }
                case COMMA -> {
                    if (depth == 0 && arguments.size() < fixed) {
                        arguments.add(argument);
                        argument = new ArrayList<>();
                        continue;
                    }
                }
                default -> {
                    if (token.isWord() && !token.painted() && active.contains(macros.get(token.text()))) {
                        token = token.paint();
                    }
                }
            }
            argument.add(token.spaced(token.spaceBefore() || token.startsLine()));
        }
    }

    private boolean countFits(Macro macro, Token name, List<List<Token>> arguments) {
        int wanted = macro.parameters().size();
        if (wanted == 0 && arguments.size() == 1 && arguments.get(0).isEmpty()) {
            arguments.clear();
        }
        if (macro.variadic() && arguments.size() == wanted - 1) {
            arguments.add(ABSENT);
        } else if (macro.variadic() && wanted == 1 && arguments.get(0).isEmpty()) {
            arguments.set(0, ABSENT);
        }
        if (arguments.size() == wanted) {
            return true;
        }
        int least = macro.variadic() ? wanted - 1 : wanted;
        diagnostics.error(
                name.span(),
                "macro '" + macro.name() + "' takes " + (macro.variadic() ? "at least " : "") + least
                        + (least == 1 ? " argument, " : " arguments, ") + arguments.size() + " given",
                new Diagnostic.Note(macro.definedAt(), "defined here"));
        return false;
    }

    // ---- replacement

    private List<Token> substitute(Macro macro, List<List<Token>> arguments, Token name, SourceSpan use) {
        List<Token> body = macro.body();
        if (body.isEmpty()) {
            return body;
        }
        Replacement replacement = new Replacement(macro, arguments, use);
        List<Token> out = replacement.of(0, body.size());
        if (!out.isEmpty()) {
            Token first = out.get(0);
            out.set(0, first.spaced(name.spaceBefore() || name.startsLine()));
        }
        made += out.size() + 1;
        if (made > MOST_TOKENS_MADE) {
            stop(
                    use,
                    "macros make more than " + MOST_TOKENS_MADE + " tokens, lastly in '" + macro.name()
                            + "': the expansion may grow without end");
        }
        return out;
    }

    /** One use of a macro, while its body is rewritten. */
    private final class Replacement {
        private final Macro macro;
        private final List<List<Token>> arguments;
        private final Map<Integer, List<Token>> expanded = new HashMap<>();
        private final SourceSpan use;

        Replacement(Macro macro, List<List<Token>> arguments, SourceSpan use) {
            this.macro = macro;
            this.arguments = arguments;
            this.use = use;
        }

        List<Token> of(int from, int to) {
            List<Token> body = macro.body();
            List<Token> out = new ArrayList<>(to - from);
            boolean pasting = false;
            // True while what stands left of ## is empty, so that nothing before it may be glued.
            boolean leftEmpty = false;
            int i = from;
            while (i < to && made + out.size() <= MOST_TOKENS_MADE) {
                Token token = body.get(i);
                int parameter = token.isWord() ? macro.parameter(token.text()) : -1;
                List<Token> piece;
                int next = i + 1;
                if (macro.isFunction() && token.is(TokenKind.HASH) && next < to) {
                    piece = List.of(stringify(macro.parameter(body.get(next).text()), token));
                    next++;
                } else if (macro.variadic() && token.text().equals("__VA_OPT__") && next < to) {
                    int close = closing(next, to);
                    piece = expanded(macro.parameters().size() - 1).isEmpty()
                            ? List.of()
                            : spaced(of(next + 1, close), token);
                    next = close + 1;
                } else if (parameter >= 0) {
                    boolean pastes = next < to && body.get(next).is(TokenKind.HASH_HASH);
                    boolean rest =
                            macro.variadic() && parameter == macro.parameters().size() - 1;
                    if (pasting && rest && !out.isEmpty() && out.getLast().is(TokenKind.COMMA) && !leftEmpty) {
                        // GNU: ", ## __VA_ARGS__" drops the comma when the rest is absent and pastes nothing otherwise.
                        if (isAbsent(arguments.get(parameter))) {
                            out.removeLast();
                        }
                        pasting = false;
                    }
                    piece = spaced(pasting || pastes ? arguments.get(parameter) : expanded(parameter), token);
                } else {
                    piece = List.of(place(token));
                }
                if (pasting) {
                    glue(out, piece, leftEmpty, token);
                    leftEmpty = leftEmpty && piece.isEmpty();
                } else {
                    out.addAll(piece);
                    leftEmpty = piece.isEmpty();
                }
                pasting = next < to && body.get(next).is(TokenKind.HASH_HASH);
                i = pasting ? next + 1 : next;
            }
            return out;
        }

        private int closing(int open, int to) {
            int depth = 0;
            for (int i = open; i < to; i++) {
                TokenKind kind = macro.body().get(i).kind();
                depth += kind == TokenKind.LEFT_PAREN ? 1 : kind == TokenKind.RIGHT_PAREN ? -1 : 0;
                if (depth == 0) {
                    return i;
                }
            }
            return to - 1;
        }

        private List<Token> expanded(int parameter) {
            List<Token> known = expanded.get(parameter);
            if (known == null) {
                known = expand(arguments.get(parameter));
                expanded.put(parameter, known);
            }
            return known;
        }

        private List<Token> spaced(List<Token> tokens, Token like) {
            if (tokens.isEmpty() || tokens.get(0).spaceBefore() == like.spaceBefore()) {
                return tokens;
            }
            List<Token> copy = new ArrayList<>(tokens);
            copy.set(0, copy.get(0).spaced(like.spaceBefore()));
            return copy;
        }

        private Token place(Token token) {
            return token.at(placed(token.span()), token.spaceBefore());
        }

        private SourceSpan placed(SourceSpan spelled) {
            boolean hidden = macro.definedAt().file().name().startsWith("<");
            SourceSpan.Expansion expansion = hidden ? null : new SourceSpan.Expansion(macro.name(), spelled);
            return new SourceSpan(use.file(), use.start(), use.end(), expansion);
        }

        private void glue(List<Token> out, List<Token> piece, boolean leftEmpty, Token at) {
            if (piece.isEmpty()) {
                return;
            }
            if (leftEmpty || out.isEmpty()) {
                out.addAll(piece);
                return;
            }
            Token left = out.removeLast();
            Token right = piece.get(0);
            Token glued = paste(left, right, placed(at.span()));
            out.add(glued != null ? glued : left);
            out.addAll(glued != null ? piece.subList(1, piece.size()) : piece);
        }

        private Token paste(Token left, Token right, SourceSpan span) {
            String text = left.text() + right.text();
            Diagnostics ignored = new Diagnostics();
            Lexer lexer = new Lexer(SourceFile.of("<paste>", text), ignored);
            Token token = lexer.next();
            if (token.is(TokenKind.END)
                    || token.is(TokenKind.UNTERMINATED)
                    || !lexer.next().is(TokenKind.END)
                    || token.text().length() != text.length()) {
                diagnostics.error(
                        span,
                        "pasting '" + shorten(left.text()) + "' and '" + shorten(right.text())
                                + "' does not make one token");
                return null;
            }
            return new Token(token.kind(), text, span, left.spaceBefore(), false, false);
        }

        private Token stringify(int parameter, Token hash) {
            StringBuilder text = new StringBuilder("\"");
            boolean first = true;
            for (Token token : parameter < 0 ? List.<Token>of() : arguments.get(parameter)) {
                if (!first && token.spaceBefore()) {
                    text.append(' ');
                }
                first = false;
                if (token.is(TokenKind.STRING) || token.is(TokenKind.CHARACTER)) {
                    escape(token.text(), text);
                } else {
                    text.append(token.text());
                }
            }
            // A lone backslash at the end would swallow the closing quote.
            int slashes = 0;
            while (text.charAt(text.length() - 1 - slashes) == '\\') {
                slashes++;
            }
            if (slashes % 2 == 1) {
                diagnostics.warning(use, "a lone '\\' at the end of a string made by '#' is left out");
                text.setLength(text.length() - 1);
            }
            text.append('"');
            made += text.length() / 16;
            return new Token(TokenKind.STRING, text.toString(), placed(hash.span()), hash.spaceBefore(), false, false);
        }
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isAbsent(List<Token> argument) {
        return argument == ABSENT;
    }

    static void escape(String literal, StringBuilder out) {
        for (int i = 0; i < literal.length(); i++) {
            char c = literal.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c == '\n') {
                out.append("\\n");
            } else {
                out.append(c);
            }
        }
    }

    private static String shorten(String text) {
        return text.length() <= 40 ? text : text.substring(0, 37) + "...";
    }
}
