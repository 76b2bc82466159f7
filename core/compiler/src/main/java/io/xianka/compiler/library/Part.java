package io.xianka.compiler.library;

import io.xianka.compiler.source.SourceFile;
import io.xianka.compiler.syntax.LibraryNames.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A declaration in a file of the library: what it declares and where it stands. Found by a glance at its first words,
 * for which the files keep to conventions; see README.md beside them.
 *
 * @param start offset of its first character, comments before it included
 * @param end offset behind its last
 */
record Part(String name, Kind kind, SourceFile file, int start, int end) {
    /** Words that a parenthesis follows without being called. */
    private static final Set<String> ATTRIBUTES =
            Set.of("__align__", "alignas", "__launch_bounds__", "__attribute__", "decltype", "noexcept");

    /** What identifies the text: an enum declares several names in one. */
    Part whole() {
        return new Part("", Kind.NONE, file, start, end);
    }

    /** What the text from start to end declares; empty when it is a comment. */
    static List<Part> named(SourceFile file, int start, int end) {
        String text = file.text();
        int at = skipSpace(text, start, end);
        if (at >= end) {
            return List.of();
        }
        boolean template = false;
        while (text.startsWith("template", at)) {
            template = true;
            at = skipSpace(text, behindAngles(text, text.indexOf('<', at), end), end);
        }
        String word = wordAt(text, at, end);
        return switch (word) {
            case "namespace" -> {
                int name = skipSpace(text, at + word.length(), end);
                yield List.of(new Part(wordAt(text, name, end), Kind.NAMESPACE, file, start, end));
            }
            case "using" -> {
                int name = skipSpace(text, at + word.length(), end);
                Kind kind = template ? Kind.TYPE_TEMPLATE : Kind.TYPE;
                yield List.of(new Part(wordAt(text, name, end), kind, file, start, end));
            }
            case "typedef" -> {
                int semicolon = text.indexOf(';', at);
                int last = semicolon;
                while (last > at && isWord(text.charAt(last - 1))) {
                    last--;
                }
                yield List.of(new Part(text.substring(last, semicolon), Kind.TYPE, file, start, end));
            }
            case "struct", "class", "union", "enum" -> type(file, start, at, end, word, template);
            case "static_assert" -> List.of();
            default -> {
                Kind kind = template ? Kind.VALUE_TEMPLATE : Kind.VALUE;
                String name = valueName(text, at, end);
                yield name.isEmpty() ? List.of() : List.of(new Part(name, kind, file, start, end));
            }
        };
    }

    private static List<Part> type(SourceFile file, int start, int from, int end, String tag, boolean template) {
        String text = file.text();
        int at = skipSpace(text, from + tag.length(), end);
        String name = "";
        while (at < end) {
            String word = wordAt(text, at, end);
            if (word.isEmpty()) {
                break;
            }
            at = skipSpace(text, at + word.length(), end);
            if (ATTRIBUTES.contains(word)) {
                at = skipSpace(text, text.indexOf(')', at) + 1, end);
            } else if (word.equals("class") || word.equals("struct")) {
                tag = "scoped";
            } else {
                name = word;
                break;
            }
        }
        List<Part> parts = new ArrayList<>();
        if (!name.isEmpty()) {
            parts.add(new Part(name, template ? Kind.TYPE_TEMPLATE : Kind.TYPE, file, start, end));
        }
        if (tag.equals("enum")) {
            int brace = text.indexOf('{', at);
            for (String one :
                    text.substring(brace + 1, text.indexOf('}', brace)).split(",", -1)) {
                String enumerator = wordAt(one, skipSpace(one, 0, one.length()), one.length());
                if (!enumerator.isEmpty()) {
                    parts.add(new Part(enumerator, Kind.VALUE, file, start, end));
                }
            }
        }
        return parts;
    }

    private static String valueName(String text, int from, int end) {
        int at = from;
        String last = "";
        while (at < end) {
            char c = text.charAt(at);
            if (isWord(c)) {
                String word = wordAt(text, at, end);
                at += word.length();
                if (word.equals("operator")) {
                    return operatorName(text, at);
                }
                if (ATTRIBUTES.contains(word)) {
                    at = text.indexOf(')', at) + 1;
                } else {
                    last = word;
                }
            } else if (c == '<') {
                at = behindAngles(text, at, end);
            } else if (c == '(' || c == '[' || c == '=' || c == ';' || c == '{') {
                return last;
            } else {
                at++;
            }
        }
        return "";
    }

    private static String operatorName(String text, int from) {
        int open = text.indexOf('(', from);
        if (text.startsWith("()", open) && text.startsWith("(", skipSpace(text, open + 2, text.length()))) {
            return "operator()";
        }
        return "operator" + text.substring(from, open).strip();
    }

    /** The namespace at the top that this one is another name for, or null. */
    String aliasOf() {
        String text = file.text();
        int name = skipSpace(text, skipSpace(text, start, end) + "namespace".length(), end);
        int behind = skipSpace(text, name + wordAt(text, name, end).length(), end);
        if (behind >= end || text.charAt(behind) != '=') {
            return null;
        }
        String target = text.substring(behind + 1, text.indexOf(';', behind)).strip();
        return target.startsWith("::") ? target.substring(2) : target;
    }

    /** The declarations within a namespace. */
    List<Part> inner() {
        String text = file.text();
        List<Part> found = new ArrayList<>();
        int at = text.indexOf('{', skipSpace(text, start, end)) + 1;
        int from = at;
        int depth = 0;
        while (at < end) {
            char c = text.charAt(at);
            if (c == '/' && (text.startsWith("//", at) || text.startsWith("/*", at))) {
                at = skipSpace(text, at, end);
                continue;
            }
            if (c == '"') {
                at = text.indexOf('"', at + 1) + 1;
                continue;
            }
            at++;
            if (c == '{' || c == '(') {
                depth++;
            } else if (c == '}' || c == ')') {
                if (depth == 0) {
                    break;
                }
                depth--;
            }
            boolean ends = depth == 0 && (c == ';' || (c == '}' && !goesOn(text, at, end)));
            if (ends) {
                if (!text.substring(from, at).isBlank() && at - from > 1) {
                    found.addAll(named(file, from, at));
                }
                from = at;
            }
        }
        return found;
    }

    private static boolean goesOn(String text, int at, int end) {
        int next = skipSpace(text, at, end);
        return next < end && (text.charAt(next) == ';' || text.charAt(next) == ',');
    }

    private static int behindAngles(String text, int from, int end) {
        int depth = 0;
        for (int at = from; at < end; at++) {
            char c = text.charAt(at);
            if (c == '<') {
                depth++;
            } else if (c == '>' && --depth == 0) {
                return at + 1;
            }
        }
        return end;
    }

    private static int skipSpace(String text, int from, int end) {
        int at = from;
        while (at < end) {
            char c = text.charAt(at);
            if (c == '/' && text.startsWith("//", at)) {
                int line = text.indexOf('\n', at);
                at = line < 0 ? end : line;
            } else if (c == '/' && text.startsWith("/*", at)) {
                at = text.indexOf("*/", at + 2) + 2;
            } else if (c > ' ') {
                break;
            } else {
                at++;
            }
        }
        return Math.min(at, end);
    }

    private static String wordAt(String text, int from, int end) {
        int at = from;
        while (at < end && isWord(text.charAt(at))) {
            at++;
        }
        return text.substring(from, at);
    }

    private static boolean isWord(char c) {
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
}
