package io.xianka.compiler.preprocessor;

import io.xianka.compiler.lexer.Lexer;
import io.xianka.compiler.lexer.TextLiteral;
import io.xianka.compiler.lexer.Token;
import io.xianka.compiler.lexer.TokenKind;
import io.xianka.compiler.source.Diagnostic;
import io.xianka.compiler.source.Diagnostics;
import io.xianka.compiler.source.SourceFile;
import io.xianka.compiler.source.SourceSpan;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Obeys the directives of a file and of all that it includes, and replaces macros.
 *
 * <p>For one file and one thread: use {@link #run}.
 */
public final class Preprocessor {
    /** Depth of includes within includes. */
    static final int DEEPEST_INCLUDE = 200;

    /** Files that one compilation may include. */
    static final int MOST_INCLUDES = 20_000;

    /** Tokens that a program may have after preprocessing. */
    static final int MOST_TOKENS = 4_000_000;

    /** Macros that compilers and builds define, no header. */
    private static final Set<String> PLATFORM = Set.of("WIN32", "WIN64", "NDEBUG", "DEBUG", "linux", "unix", "APPLE");

    private static final Set<String> QUIET_PRAGMAS = Set.of(
            "GCC",
            "clang",
            "STDC",
            "omp",
            "region",
            "endregion",
            "message",
            "warning",
            "hd_warning_disable",
            "nv_exec_check_disable",
            "nv_diag_suppress",
            "nv_diag_warning",
            "nv_diag_error",
            "nv_diag_default",
            "nv_diag_once",
            "nv_diagnostic",
            "diag_suppress",
            "diag_warning",
            "diag_error",
            "diag_default",
            "push",
            "pop",
            "ident",
            "comment",
            "intrinsic",
            "optimize",
            "nv_abi",
            "nv_ptx_opt_level");

    /** An {@code #if} that waits for its {@code #endif}. */
    private static final class Conditional {
        final SourceSpan opened;
        /** True once one of its groups was read, so that no other will be. */
        boolean taken;

        SourceSpan otherwise;

        Conditional(SourceSpan opened, boolean taken) {
            this.opened = opened;
            this.taken = taken;
        }
    }

    /** A file being read. */
    private static final class Input {
        final SourceFile file;
        final String key;
        final Lexer lexer;
        final Deque<Conditional> conditionals = new ArrayDeque<>();
        Token peeked;
        int lineShift;
        String presumedName;

        Input(SourceFile file, String key, Diagnostics diagnostics) {
            this.file = file;
            this.key = key;
            this.lexer = new Lexer(file, diagnostics);
            this.presumedName = file.name();
        }

        Token take() {
            Token token = peeked;
            if (token != null) {
                peeked = null;
                return token;
            }
            return lexer.next();
        }

        Token peek() {
            if (peeked == null) {
                peeked = lexer.next();
            }
            return peeked;
        }

        /** The tokens up to the end of the line. */
        List<Token> line() {
            List<Token> tokens = new ArrayList<>();
            while (!peek().startsLine()) {
                tokens.add(take());
            }
            return tokens;
        }
    }

    private final PreprocessorOptions options;
    private final Diagnostics diagnostics;
    private final Map<String, Macro> macros;
    private final Deque<Input> inputs = new ArrayDeque<>();
    private final List<SourceFile> files = new ArrayList<>();
    private final Set<String> once = new HashSet<>();
    private final Map<String, Deque<Macro>> pushed = new HashMap<>();
    private final Deque<Token> waiting = new ArrayDeque<>();
    private final MacroExpander expander;
    private final MacroDefinitions definitions;
    private int includes;
    private int counter;
    private boolean incomplete;
    /** Errors for includes that were not found; held back, because host code alone may need them. */
    private final List<Diagnostic> missing = new ArrayList<>();
    /** The name that the last #ifdef or #ifndef asked for. */
    private Token asked;
    /** True when a condition asked for a macro that a missing include may define. */
    private boolean doubtful;

    private LocalDateTime now;

    private Preprocessor(
            SourceFile file, PreprocessorOptions options, Map<String, Macro> macros, Diagnostics diagnostics) {
        this.options = options;
        this.diagnostics = diagnostics;
        this.macros = macros;
        this.definitions = new MacroDefinitions(diagnostics);
        MacroExpander.Surroundings surroundings = new MacroExpander.Surroundings() {
            @Override
            public Token special(Macro macro, Token use) {
                return Preprocessor.this.special(macro, use);
            }

            @Override
            public List<Token> pragma(Token text) {
                return pragmaOperator(text);
            }
        };
        this.expander =
                new MacroExpander(macros, diagnostics, new SourceSpan(file, 0, 0), this::fileToken, surroundings);
    }

    /** Preprocesses a file; what is wrong with it is told to {@code diagnostics}, and reading goes on. */
    public static Preprocessed run(SourceFile file, PreprocessorOptions options, Diagnostics diagnostics) {
        return run(file, List.of(), options, diagnostics);
    }

    /** Preprocesses a file, then texts that are no part of it but in which its macros hold. */
    public static Preprocessed run(
            SourceFile file, List<SourceFile> asides, PreprocessorOptions options, Diagnostics diagnostics) {
        Map<String, Macro> macros = PredefinedMacros.of(options);
        if (!options.definitions().isEmpty() || !options.undefinitions().isEmpty()) {
            define(PredefinedMacros.commandLine(options), macros, diagnostics);
        }
        Preprocessed main = new Preprocessor(file, options, macros, diagnostics).read(file);
        List<List<Token>> behind = new ArrayList<>();
        for (SourceFile aside : asides) {
            behind.add(new Preprocessor(aside, options, macros, diagnostics)
                    .read(aside)
                    .tokens());
        }
        return new Preprocessed(file, main.tokens(), behind, main.files(), main.missing(), main.incomplete());
    }

    /** Obeys a text that only defines macros. */
    static void define(SourceFile file, Map<String, Macro> macros, Diagnostics diagnostics) {
        new Preprocessor(file, PreprocessorOptions.plain(), macros, diagnostics).read(file);
    }

    private Preprocessed read(SourceFile file) {
        open(file, file.name());
        List<Token> tokens = new ArrayList<>(Math.max(64, file.text().length() / 4));
        while (true) {
            Token token = expander.next();
            switch (token.kind()) {
                case END -> {
                    tokens.add(token);
                    if (doubtful) {
                        missing.forEach(diagnostics::add);
                    }
                    return new Preprocessed(
                            file,
                            tokens,
                            List.of(),
                            List.copyOf(files),
                            doubtful ? List.of() : List.copyOf(missing),
                            doubtful || incomplete || expander.stopped());
                }
                case SHIFT_RIGHT -> split(token, TokenKind.GREATER, tokens);
                case SHIFT_RIGHT_EQUAL -> split(token, TokenKind.GREATER_EQUAL, tokens);
                default -> tokens.add(token);
            }
            if (tokens.size() > MOST_TOKENS) {
                expander.stop(token.span(), "the program has more than " + MOST_TOKENS + " tokens");
            }
        }
    }

    private static void split(Token token, TokenKind second, List<Token> out) {
        SourceSpan span = token.span();
        boolean spelled = span.expansion() == null
                && span.end() - span.start() == token.text().length();
        SourceSpan head = spelled ? new SourceSpan(span.file(), span.start(), span.start() + 1) : span;
        SourceSpan tail = spelled ? new SourceSpan(span.file(), span.start() + 1, span.end()) : span;
        out.add(new Token(TokenKind.GREATER, ">", head, token.spaceBefore(), token.startsLine(), false));
        out.add(new Token(second, second.spelling(), tail, false, false, false));
    }

    // ---- files

    private void open(SourceFile file, String key) {
        files.add(file);
        inputs.push(new Input(file, key, diagnostics));
    }

    /** The next token outside directives, before macros are replaced. */
    private Token fileToken() {
        while (true) {
            Token held = waiting.poll();
            if (held != null) {
                return held;
            }
            Input in = inputs.peek();
            Token token = in.take();
            if (token.is(TokenKind.HASH) && token.startsLine()) {
                directive(in, token);
            } else if (!token.is(TokenKind.END)) {
                return token;
            } else {
                for (Conditional open : in.conditionals) {
                    diagnostics.error(open.opened, "conditional is not closed: #endif is missing");
                }
                in.conditionals.clear();
                if (inputs.size() == 1 || expander.stopped()) {
                    return token;
                }
                inputs.pop();
            }
        }
    }

    // ---- directives

    private void directive(Input in, Token hash) {
        if (in.peek().startsLine()) {
            return;
        }
        Token name = in.take();
        SourceSpan span = hash.span().to(name.span());
        switch (name.text()) {
            case "define" -> define(in, span);
            case "undef" -> undefine(in, span);
            case "include" -> include(in, span);
            case "if" -> enter(in, span, condition(in, span));
            case "ifdef" -> enter(in, span, isDefined(in, span));
            case "ifndef" -> {
                boolean before = doubtful;
                Boolean defined = isDefined(in, span);
                if (!before && isGuard(in)) {
                    doubtful = false;
                }
                enter(in, span, defined != null && !defined);
            }
            case "elif", "else" -> {
                Conditional open = in.conditionals.peek();
                if (open == null) {
                    diagnostics.error(span, "#" + name.text() + " without #if");
                    in.line();
                } else {
                    // The group above was read, so this one and those behind it are not.
                    in.line();
                    noteElse(open, name, span);
                    skip(in);
                }
            }
            case "endif" -> {
                if (in.conditionals.isEmpty()) {
                    diagnostics.error(span, "#endif without #if");
                } else {
                    in.conditionals.pop();
                }
                in.line();
            }
            case "line" -> line(in, span);
            case "error" -> {
                incomplete = true;
                diagnostics.error(span, message(in, "#error"));
            }
            case "warning" -> diagnostics.warning(span, message(in, "#warning"));
            case "pragma" -> waiting.addAll(pragma(in.line(), span, in));
            case "ident", "sccs" -> in.line();
            case "include_next", "import", "embed" -> {
                diagnostics.error(span, "#" + name.text() + " is not supported");
                in.line();
            }
            default -> {
                if (name.is(TokenKind.NUMBER)) {
                    // A line marker that another preprocessor left.
                    in.line();
                } else {
                    diagnostics.error(span, "unknown directive #" + name.text());
                    in.line();
                }
            }
        }
    }

    private static String message(Input in, String directive) {
        Token first = in.peek();
        if (first.startsLine()) {
            return directive;
        }
        in.take();
        String rest = in.lexer.restOfLine();
        String text = first.text() + (rest.isEmpty() ? "" : (glued(first, rest, in) ? "" : " ") + rest);
        return directive + " " + text;
    }

    private static boolean glued(Token first, String rest, Input in) {
        return in.file.text().startsWith(rest, first.span().end());
    }

    private static void noteElse(Conditional open, Token name, SourceSpan span) {
        if (name.text().equals("else")) {
            open.otherwise = span;
        }
    }

    private void enter(Input in, SourceSpan span, Boolean holds) {
        boolean read = holds != null && holds;
        in.conditionals.push(new Conditional(span, read));
        if (!read) {
            skip(in);
        }
    }

    /** Passes over groups until one is to be read or the conditional ends. */
    private void skip(Input in) {
        int nested = 0;
        while (true) {
            Token token = in.take();
            if (token.is(TokenKind.END)) {
                in.peeked = token;
                return;
            }
            if (!token.is(TokenKind.HASH) || !token.startsLine() || in.peek().startsLine()) {
                continue;
            }
            Token name = in.take();
            SourceSpan span = token.span().to(name.span());
            switch (name.text()) {
                case "if", "ifdef", "ifndef" -> nested++;
                case "endif" -> {
                    if (nested-- == 0) {
                        in.conditionals.pop();
                        in.line();
                        return;
                    }
                }
                case "elif", "else" -> {
                    if (nested == 0 && startsGroup(in, name, span)) {
                        return;
                    }
                }
                default -> {}
            }
        }
    }

    private boolean startsGroup(Input in, Token name, SourceSpan span) {
        Conditional open = in.conditionals.peek();
        if (open.otherwise != null) {
            diagnostics.error(
                    span, "#" + name.text() + " after #else", new Diagnostic.Note(open.otherwise, "the #else is here"));
            in.line();
            return false;
        }
        noteElse(open, name, span);
        if (open.taken) {
            in.line();
            return false;
        }
        boolean holds = name.text().equals("else");
        if (holds) {
            in.line();
        } else {
            holds = condition(in, span);
        }
        open.taken = holds;
        return holds;
    }

    private Boolean isDefined(Input in, SourceSpan span) {
        List<Token> line = in.line();
        if (line.isEmpty() || !line.get(0).isWord()) {
            diagnostics.error(
                    line.isEmpty() ? span.after() : line.get(0).span(), span.text() + " needs a macro's name");
            return null;
        }
        if (line.size() > 1) {
            diagnostics.warning(line.get(1).span(), "extra text after the macro's name is ignored");
        }
        asked = line.get(0);
        return known(asked.text());
    }

    private boolean known(String macro) {
        boolean defined = macros.containsKey(macro);
        if (!defined && !missing.isEmpty() && !macro.startsWith("_") && !PLATFORM.contains(macro)) {
            doubtful = true;
        }
        return defined;
    }

    /** True when an empty macro of the name just asked for is defined next. */
    private boolean isGuard(Input in) {
        return asked != null
                && Pattern.compile("\\s*#\\s*define\\s+" + Pattern.quote(asked.text()) + "\\s*?\\n")
                        .matcher(in.file.text())
                        .region(asked.span().end(), in.file.text().length())
                        .lookingAt();
    }

    private boolean condition(Input in, SourceSpan span) {
        List<Token> line = in.line();
        int errors = diagnostics.errorCount();
        List<Token> answered = answer(line, in);
        List<Token> expanded = answer(expander.expandCondition(answered), in);
        for (Token token : expanded) {
            if (token.is(TokenKind.IDENTIFIER)) {
                known(token.text());
            }
        }
        return diagnostics.errorCount() == errors && DirectiveCondition.holds(expanded, span, diagnostics);
    }

    /** Replaces {@code defined x}, {@code __has_include(x)} and their kin by 1 or 0. */
    private List<Token> answer(List<Token> tokens, Input in) {
        List<Token> out = null;
        int i = 0;
        while (i < tokens.size()) {
            Token token = tokens.get(i);
            int end = i + 1;
            Boolean answer = null;
            switch (token.text()) {
                case "defined" -> {
                    boolean paren = end < tokens.size() && tokens.get(end).is(TokenKind.LEFT_PAREN);
                    int word = paren ? end + 1 : end;
                    if (word >= tokens.size()
                            || !tokens.get(word).isWord()
                            || (paren
                                    && (word + 1 >= tokens.size()
                                            || !tokens.get(word + 1).is(TokenKind.RIGHT_PAREN)))) {
                        diagnostics.error(token.span(), "'defined' needs a macro's name");
                        return tokens;
                    }
                    String name = tokens.get(word).text();
                    answer = known(name) || name.equals("__has_include") || name.equals("_Pragma");
                    end = paren ? word + 2 : word + 1;
                }
                case "__has_include",
                        "__has_cpp_attribute",
                        "__has_attribute",
                        "__has_builtin",
                        "__has_feature",
                        "__has_extension" -> {
                    if (end < tokens.size() && tokens.get(end).is(TokenKind.LEFT_PAREN)) {
                        int close = end;
                        while (close < tokens.size() && !tokens.get(close).is(TokenKind.RIGHT_PAREN)) {
                            close++;
                        }
                        if (close == tokens.size()) {
                            diagnostics.error(token.span(), token.text() + " is not closed: ')' is missing");
                            return tokens;
                        }
                        List<Token> operand = tokens.subList(end + 1, close);
                        answer = token.text().equals("__has_include") && hasInclude(operand, in);
                        end = close + 1;
                    }
                }
                default -> {}
            }
            if (answer != null) {
                if (out == null) {
                    out = new ArrayList<>(tokens.subList(0, i));
                }
                out.add(new Token(TokenKind.NUMBER, answer ? "1" : "0", token.span(), true, false, false));
            } else if (out != null) {
                out.add(token);
            }
            i = end;
        }
        return out == null ? tokens : out;
    }

    private boolean hasInclude(List<Token> operand, Input in) {
        List<Token> tokens = operand;
        if (!tokens.isEmpty() && tokens.get(0).isWord()) {
            tokens = expander.expand(tokens);
        }
        String header = headerSpelling(tokens);
        if (header == null) {
            return false;
        }
        try {
            return options.headers().find(header.substring(1, header.length() - 1), header.startsWith("\""), in.file)
                    != null;
        } catch (Headers.Unreadable e) {
            return false;
        }
    }

    /** The header name that tokens spell, its quotes or brackets included, or null. */
    private static String headerSpelling(List<Token> tokens) {
        if (tokens.size() == 1
                && tokens.get(0).is(TokenKind.STRING)
                && tokens.get(0).text().startsWith("\"")) {
            return tokens.get(0).text();
        }
        if (tokens.size() < 3
                || !tokens.get(0).is(TokenKind.LESS)
                || !tokens.getLast().is(TokenKind.GREATER)) {
            return null;
        }
        StringBuilder out = new StringBuilder();
        for (Token token : tokens) {
            if (token.spaceBefore() && out.length() > 1 && !token.is(TokenKind.GREATER)) {
                out.append(' ');
            }
            out.append(token.text());
        }
        return out.toString();
    }

    // ---- #include

    private void include(Input in, SourceSpan span) {
        Token name = in.lexer.headerName();
        String header;
        SourceSpan at;
        if (name != null) {
            header = name.text();
            at = span.to(name.span());
            List<Token> extra = in.line();
            if (!extra.isEmpty()) {
                diagnostics.warning(extra.get(0).span(), "extra text after the include is ignored");
            }
        } else {
            List<Token> line = in.line();
            header = headerSpelling(expander.expand(line));
            at = line.isEmpty() ? span : span.to(line.getLast().span());
        }
        if (header == null || header.length() < 3) {
            incomplete = true;
            diagnostics.error(at, "#include needs \"FILE\" or <FILE>");
            return;
        }
        boolean quoted = header.startsWith("\"");
        String wanted = header.substring(1, header.length() - 1);
        Headers.Found found;
        try {
            found = options.headers().find(wanted, quoted, in.file);
        } catch (Headers.Unreadable e) {
            incomplete = true;
            diagnostics.error(at, "#include: " + e.getMessage());
            return;
        }
        if (found == null) {
            missing.add(new Diagnostic(
                    Diagnostic.Severity.ERROR,
                    at,
                    "cannot find include file '" + wanted + "': " + searched(quoted),
                    List.of()));
            return;
        }
        if (once.contains(found.key())) {
            return;
        }
        if (inputs.size() > DEEPEST_INCLUDE) {
            boolean own = inputs.stream().anyMatch(input -> input.key.equals(found.key()));
            expander.stop(
                    at,
                    "includes are nested more than " + DEEPEST_INCLUDE + " deep"
                            + (own
                                    ? ": '" + found.name() + "' includes itself; add #pragma once to it"
                                    : ", lastly '" + found.name() + "'"));
            return;
        }
        if (++includes > MOST_INCLUDES) {
            expander.stop(at, "more than " + MOST_INCLUDES + " files are included");
            return;
        }
        open(SourceFile.included(found.name(), found.text(), at), found.key());
    }

    private String searched(boolean quoted) {
        StringBuilder out = new StringBuilder("it is not ");
        if (quoted) {
            out.append("beside the file that includes it, not ");
        }
        out.append("one of Xianka's own headers");
        if (options.headers().folders().isEmpty()) {
            out.append(", and no -I DIR is given");
        } else {
            out.append(", and not in -I");
            options.headers().folders().forEach(folder -> out.append(' ').append(folder));
        }
        return out.toString();
    }

    // ---- #define

    private void define(Input in, SourceSpan span) {
        Macro macro = definitions.read(in.line(), span);
        if (macro == null) {
            return;
        }
        Macro before = macros.put(macro.name(), macro);
        if (before != null && !before.same(macro)) {
            if (before.definedAt().file().name().startsWith("<")) {
                diagnostics.warning(macro.definedAt(), "predefined macro '" + macro.name() + "' is redefined");
            } else {
                diagnostics.warning(
                        macro.definedAt(),
                        "macro '" + macro.name() + "' is redefined",
                        new Diagnostic.Note(before.definedAt(), "defined before here"));
            }
        }
    }

    private void undefine(Input in, SourceSpan span) {
        List<Token> line = in.line();
        if (line.isEmpty() || !line.get(0).isWord()) {
            diagnostics.error(line.isEmpty() ? span.after() : line.get(0).span(), "#undef needs a macro's name");
            return;
        }
        macros.remove(line.get(0).text());
    }

    // ---- #line and the macros that name places

    private void line(Input in, SourceSpan span) {
        List<Token> line = expander.expand(in.line());
        boolean number = !line.isEmpty() && line.get(0).text().matches("[0-9]{1,9}");
        boolean named = line.size() == 2 && line.get(1).is(TokenKind.STRING);
        if (!number || (line.size() > 1 && !named)) {
            diagnostics.error(span, "#line needs a line number, and then perhaps a file name in quotes");
            return;
        }
        in.lineShift = Integer.parseInt(line.get(0).text()) - in.file.line(span.start()) - 1;
        if (named) {
            in.presumedName = TextLiteral.of(line.get(1).text()).text();
        }
    }

    private Token special(Macro macro, Token use) {
        Input in = inputs.peek();
        return switch (macro.special()) {
            case LINE -> {
                int line = use.span().file() == in.file
                        ? use.span().line() + in.lineShift
                        : use.span().line();
                yield made(TokenKind.NUMBER, Integer.toString(line), use);
            }
            case FILE -> string(in.presumedName, use);
            case BASE_FILE -> string(inputs.peekLast().file.name(), use);
            case COUNTER -> made(TokenKind.NUMBER, Integer.toString(counter++), use);
            case INCLUDE_LEVEL -> made(TokenKind.NUMBER, Integer.toString(inputs.size() - 1), use);
            case DATE ->
                string(DateTimeFormatter.ofPattern("MMM ppd yyyy", Locale.ROOT).format(now()), use);
            case TIME ->
                string(DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).format(now()), use);
            case NONE -> throw new IllegalStateException(macro.name());
        };
    }

    private LocalDateTime now() {
        if (now == null) {
            now = LocalDateTime.now(ZoneId.systemDefault());
        }
        return now;
    }

    private static Token string(String text, Token use) {
        StringBuilder out = new StringBuilder("\"");
        MacroExpander.escape(text, out);
        return made(TokenKind.STRING, out.append('"').toString(), use);
    }

    private static Token made(TokenKind kind, String text, Token use) {
        return new Token(kind, text, use.span(), use.spaceBefore(), use.startsLine(), false);
    }

    // ---- #pragma

    private List<Token> pragmaOperator(Token text) {
        String pragma = TextLiteral.of(text.text()).text();
        SourceFile file = SourceFile.of("<_Pragma>", pragma);
        Lexer lexer = new Lexer(file, diagnostics);
        List<Token> tokens = new ArrayList<>();
        for (Token token = lexer.next(); !token.is(TokenKind.END); token = lexer.next()) {
            tokens.add(token.at(text.span(), token.spaceBefore()));
        }
        return pragma(tokens, text.span(), inputs.peek());
    }

    /** What the parser needs to see of a pragma, often nothing. */
    private List<Token> pragma(List<Token> line, SourceSpan span, Input in) {
        String name = line.isEmpty() ? "" : line.get(0).text();
        List<Token> rest = line.isEmpty() ? line : line.subList(1, line.size());
        SourceSpan whole = line.isEmpty() ? span : span.to(line.getLast().span());
        return switch (name) {
            case "once" -> {
                once.add(in.key);
                yield List.of();
            }
            case "unroll" -> forParser(TokenKind.PRAGMA_UNROLL, expander.expand(rest), whole);
            case "nounroll" -> forParser(TokenKind.PRAGMA_NOUNROLL, List.of(), whole);
            case "pack" -> forParser(TokenKind.PRAGMA_PACK, expander.expand(rest), whole);
            case "push_macro", "pop_macro" -> {
                pushOrPop(name, rest, whole);
                yield List.of();
            }
            default -> {
                if (!name.isEmpty() && !QUIET_PRAGMAS.contains(name)) {
                    diagnostics.warning(whole, "unknown #pragma " + name + " is ignored");
                }
                yield List.of();
            }
        };
    }

    private static List<Token> forParser(TokenKind kind, List<Token> operands, SourceSpan span) {
        List<Token> out = new ArrayList<>(operands.size() + 2);
        out.add(new Token(kind, kind.spelling(), span, true, false, false));
        for (Token operand : operands) {
            // These tokens are read again by the expander; paint keeps them as they are.
            out.add(operand.isWord() ? operand.paint() : operand);
        }
        out.add(new Token(TokenKind.PRAGMA_END, "", span.after(), true, false, false));
        return out;
    }

    private void pushOrPop(String pragma, List<Token> operand, SourceSpan span) {
        if (operand.size() != 3 || !operand.get(1).is(TokenKind.STRING)) {
            diagnostics.warning(span, "#pragma " + pragma + " needs a macro's name in quotes and parentheses");
            return;
        }
        String name = TextLiteral.of(operand.get(1).text()).text();
        Deque<Macro> saved = pushed.computeIfAbsent(name, key -> new ArrayDeque<>());
        if (pragma.equals("push_macro")) {
            Macro current = macros.get(name);
            saved.push(current != null ? current : Macro.object("", span, List.of()));
        } else if (!saved.isEmpty()) {
            Macro restored = saved.pop();
            if (restored.name().isEmpty()) {
                macros.remove(name);
            } else {
                macros.put(name, restored);
            }
        }
    }
}
